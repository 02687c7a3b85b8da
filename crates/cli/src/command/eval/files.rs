//! The files with queries, and with the documents that these should find.

use crate::failure::Failure;
use crate::terminal::output;
use crate::whole;
use kindex_ir_metrics::{Counted, Error, Pairs, Qrels, Queries, Query};
use std::path::{Path, PathBuf};

/// The files, as flags.
#[derive(clap::Args)]
pub struct Flags {
    /// The queries: JSON Lines of {"id","text","subset"?}; with --run they may be left out
    #[arg(long, value_name = "FILE", required_unless_present_any = ["run", "golden"])]
    queries: Option<PathBuf>,
    /// The judgements: lines of query, document and grade with tabs between, or as trec_eval takes
    /// them. A column that a first line calls fragment has the anchor of the section that is meant
    #[arg(long, value_name = "FILE", required_unless_present = "golden")]
    qrels: Option<PathBuf>,
    /// Documents that do not count for a query: lines of query and document
    #[arg(long, value_name = "FILE")]
    exclude: Option<PathBuf>,
}

/// The queries, and the documents that they should find.
pub struct Judged {
    pub queries: Option<Queries>,
    pub qrels: Qrels,
    pub counted: Counted,
}

/// Reads a file.
///
/// # Errors
/// Where it cannot be read, or is not as it should be: then with the line.
pub fn parse<T>(path: &Path, parse: impl Fn(&[u8]) -> Result<T, Error>) -> Result<T, Failure> {
    let bytes = whole::bytes_of(path)?;
    parse(&bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

impl Flags {
    /// Reads the files. Rankings count to this depth.
    ///
    /// # Errors
    /// Where one cannot be read or used, or none of the queries was judged.
    pub fn read(&self, depth: usize) -> Result<Judged, Failure> {
        let exclude = self.exclude.as_deref().map(|path| parse(path, Pairs::parse)).transpose()?;
        let qrels = self.qrels.as_deref().ok_or_else(|| Failure::usage("give --qrels"))?;
        let judged = Judged {
            queries: self.queries.as_deref().map(|path| parse(path, Queries::parse)).transpose()?,
            qrels: parse(qrels, Qrels::parse)?,
            counted: Counted { exclude: exclude.unwrap_or_default(), depth },
        };
        if let Some(queries) = &self.queries {
            check(&judged, queries, qrels)?;
        }
        Ok(judged)
    }
}

fn check(judged: &Judged, queries: &Path, qrels: &Path) -> Result<(), Failure> {
    let (queries, qrels) = (queries.display(), qrels.display());
    let both = judged.queries().count();
    if both == 0 {
        return Err(Failure::new(format!(
            "no query of {queries} has a judgement in {qrels}; give two files that belong together"
        )));
    }
    let rest = judged.qrels.queries().count() - both;
    if rest > 0 {
        output::warning(&format!("{rest} judged in {qrels} left out: not in {queries}"));
    }
    Ok(())
}

impl Judged {
    /// The judged queries by id, with their subsets, in the order of the file.
    pub fn queries(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let asked = self.queries.iter().flat_map(Queries::as_slice);
        let asked = asked.map(|query| (query.id.as_str(), query.subset.as_deref()));
        let judged = self.qrels.queries().filter(|_| self.queries.is_none()).map(|id| (id, None));
        asked.filter(|(id, _)| self.qrels.has(id)).chain(judged)
    }

    /// The judged queries with their texts.
    pub fn asked(&self) -> impl Iterator<Item = &Query> {
        let queries = self.queries.iter().flat_map(Queries::as_slice);
        queries.filter(|query| self.qrels.has(&query.id))
    }
}
