//! `kindex eval`: how well queries are answered for which people have judged documents.

mod files;
mod show;
mod table;

use crate::failure::Failure;
use crate::output;
use files::Judged;
use kindex_eval::{Measure, Measures, Report, Run};
use std::path::PathBuf;

/// Measure how well judged queries are answered.
///
/// With --json the output is one object: {"queries","measures":{NAME:figure},"subsets":{NAME:
/// {"queries","measures"}},"perQuery":{ID:{"subset","measures"}}}, the last with --per-query only.
#[derive(clap::Args)]
pub struct Args {
    /// Score this run, as trec_eval takes it: lines of query, Q0, document, rank, score and tag
    #[arg(long, value_name = "FILE")]
    run: PathBuf,
    #[command(flatten)]
    judged: files::Flags,
    /// What to measure: ndcg, mrr, map, recall, precision or success, with how many results count
    /// or without
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "ndcg,mrr,mrr@3,map,recall,recall@100,success@1"
    )]
    measures: Vec<Measure>,
    /// How many results count for measures that do not say; map looks at all
    #[arg(short, long, value_name = "N", default_value_t = 10, value_parser = files::count)]
    k: usize,
    /// Show the figures of each query too
    #[arg(long)]
    per_query: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where a file cannot be read or used.
pub fn run(args: &Args) -> Result<(), Failure> {
    let judged = args.judged.read()?;
    let run = judged.fit(files::parse(&args.run, Run::parse)?);
    args.print(&args.report(&judged, &run))
}

impl Args {
    fn report(&self, judged: &Judged, run: &Run) -> Report {
        let measures = Measures::new(&self.measures, self.k);
        Report::new(judged.queries(), &judged.qrels, run, &measures)
    }

    fn print(&self, report: &Report) -> Result<(), Failure> {
        if self.json {
            return output::print_json(&show::json(report, self.per_query));
        }
        output::print(&show::text(report, self.per_query))
    }
}
