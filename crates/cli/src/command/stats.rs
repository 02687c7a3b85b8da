//! `kindex stats`: what an index holds.

use crate::failure::Failure;
use crate::{index_file, output};
use indicatif::{DecimalBytes, HumanCount};
use kindex::Stats;
use std::path::PathBuf;

/// Show what an index holds and how large its sections are.
#[derive(clap::Args)]
pub struct Args {
    /// The index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index.
pub fn run(args: &Args) -> Result<(), Failure> {
    let stats = index_file::open(&args.index)?.stats();
    if args.json {
        return output::print_json(&stats);
    }
    output::print(&text(&stats))
}

fn text(stats: &Stats) -> String {
    let count = |count: u64| HumanCount(count).to_string();
    let mut rows = vec![
        ("language".to_string(), output::plain(&stats.language)),
        ("documents".into(), count(stats.documents.into())),
        ("headings".into(), count(stats.headings.into())),
        ("words".into(), count(stats.words.into())),
        ("stems".into(), count(stats.stems.into())),
        ("terms".into(), count(stats.terms)),
        ("overlap".into(), stats.overlap.to_string()),
    ];
    for (level, about) in stats.levels.iter().enumerate().rev() {
        let size = count(about.size.into());
        let chunks = format!("{} chunks of {size} characters", count(about.chunks.into()));
        rows.push((format!("level {level}"), chunks));
    }
    rows.push(("bytes".into(), DecimalBytes(stats.bytes as u64).to_string()));
    for section in &stats.sections {
        rows.push((format!("  {}", section.name), DecimalBytes(section.bytes as u64).to_string()));
    }
    rows.iter().map(|(name, value)| format!("{name:<12} {value}\n")).collect()
}
