//! `kindex report`: what questions tell of a documentation.

mod asked;
mod feedback;
mod files;
mod proposals;
mod show;

use crate::failure::Failure;
use crate::terminal::output;
use asked::Asked;
use proposals::Report;
use std::path::PathBuf;

/// Show which questions found nothing, were asked again or had answers that did not help, and
/// propose pins, synonyms, a golden set, and pages to mend.
///
/// Reads what kindex mcp --log wrote. A question is asked again where the same session asks in
/// other words within five minutes: words in common, or nothing found before. What was read
/// afterwards, or else came first, is taken for the answer, unless give_feedback says that it did
/// not help. Pages that did not help are proposed to be mended. Read the proposals before you use them.
///
/// With --json the output is one object: {"questions","sessions","nothing":[{"query","sessions"}],
/// "again":[{"query","then","page","sessions"}],"feedback":[{"query","helpful","comment","ids"}],
/// "pins":[{"query","pages","sessions"}],"synonyms":[{"from","to","sessions"}],
/// "golden":[{"query","pages","sessions"}],"unhelpful":[{"page","queries","comments","sessions"}]}.
#[derive(clap::Args)]
pub struct Args {
    /// The logs
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// How many sessions have to have asked for something to be proposed
    #[arg(long, value_name = "N", default_value_t = 2)]
    at_least: usize,
    /// The folder to write pins.yml, synonyms.txt, golden.yaml and unhelpful.yml to; files there are replaced
    /// where a report before wrote them [default: all is printed]
    #[arg(short, long, value_name = "DIR", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where a log cannot be read or has no questions, or a file cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let asked = Asked::read(&args.logs)?;
    let report = Report::of(&asked, args.at_least)?;
    if args.json {
        return output::print_json(&report);
    }
    let proposed = files::proposed(&report);
    let Some(folder) = &args.output else {
        let files: String = proposed.iter().map(show::file).collect();
        return output::print(&(show::summary(&report) + &files));
    };
    let written = files::write(folder, &proposed)?;
    output::print(&(show::summary(&report) + &show::written(&written)))
}
