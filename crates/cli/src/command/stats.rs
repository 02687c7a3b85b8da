//! `kindex stats`: what an index holds.

use crate::failure::Failure;
use crate::{index_file, output};
use indicatif::{DecimalBytes, HumanCount};
use kindex::{LevelStats, Stats};
use std::path::PathBuf;

/// Show what an index holds and how large its sections are.
#[derive(clap::Args)]
pub struct Args {
    /// The index: a file, or the folder that build --layout sharded writes
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// The tenant, in an index of several
    #[arg(long, value_name = "NAME")]
    tenant: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index, or does not keep tenants as it is asked to.
pub fn run(args: &Args) -> Result<(), Failure> {
    let stats = index_file::open(&args.index, args.tenant.as_deref())?.stats();
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
        ("unit".into(), stats.unit.into()),
    ];
    let levels = stats.levels.iter().enumerate().rev();
    rows.extend(levels.map(|(level, about)| (format!("level {level}"), chunks(about, stats.unit))));
    rows.push(("bytes".into(), DecimalBytes(stats.bytes as u64).to_string()));
    for section in &stats.sections {
        rows.push((format!("  {}", section.name), DecimalBytes(section.bytes as u64).to_string()));
    }
    rows.iter().map(|(name, value)| format!("{name:<12} {value}\n")).collect()
}

fn chunks(level: &LevelStats, unit: &str) -> String {
    let chunks = HumanCount(level.chunks.into());
    let size = match level.size {
        0 => ", no limit".to_string(),
        size => format!(" of {} {unit}", HumanCount(size.into())),
    };
    let overlap = match level.overlap {
        0.0 => String::new(),
        share => format!(", overlap {share}"),
    };
    format!("{chunks} chunks{size}{overlap}")
}
