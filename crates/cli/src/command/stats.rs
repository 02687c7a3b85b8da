//! `kindex stats`: what an index holds.

use crate::failure::Failure;
use crate::flags::source::IndexArg;
use crate::index_file::Opened;
use crate::terminal::output;
use indicatif::{DecimalBytes, HumanCount};
use kindex::{Index, KeyView, LevelStats, Stats, VectorStats};
use kindex_mcp::sanitize::cut;
use serde::Serialize;

/// This many values of a key are in JSON.
const MAX_JSON_VALUES: usize = 20;

/// This many are shown.
const MAX_SHOWN_VALUES: usize = 10;

/// This many characters of a value are shown.
const MAX_VALUE_CHARACTERS: usize = 40;

/// Show what an index holds, how large its sections are, and which metadata it has.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The contents of an index.
#[derive(Serialize)]
struct Content {
    #[serde(flatten)]
    stats: Stats,
    #[serde(skip_serializing_if = "Option::is_none")]
    vectors: Option<VectorStats>,
    keys: Vec<KeyView>,
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut index = Opened::open(&args.index.source()?)?;
    let vectors = index.ask(Index::vectors)?;
    let keys = index.ask(|index| index.keys(MAX_JSON_VALUES))?;
    let content = Content { stats: index.index().stats(), vectors, keys };
    if args.json {
        return output::print_json(&content);
    }
    output::print(&text(&content))
}

fn text(Content { stats, vectors, keys }: &Content) -> String {
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
    rows.extend(vectors.as_ref().map(|about| ("vectors".into(), about_vectors(about))));
    rows.push(("bytes".into(), DecimalBytes(stats.bytes as u64).to_string()));
    for section in &stats.sections {
        rows.push((format!("  {}", section.name), DecimalBytes(section.bytes as u64).to_string()));
    }
    rows.push(("keys".into(), count(keys.len() as u64)));
    rows.extend(keys.iter().map(|key| (format!("  {}", output::plain(&key.key)), values(key))));
    rows.iter().map(|(name, value)| format!("{name:<12} {value}\n")).collect()
}

fn about_vectors(vectors: &VectorStats) -> String {
    let VectorStats { embedder, dimensions, kept, bits, level, chunks, all } = vectors;
    let [chunks, all] = [chunks, all].map(|count| HumanCount(*count as u64));
    let by = if embedder.is_empty() { String::new() } else { format!(" by {embedder}") };
    let of = format!("{chunks} of {all} chunks of level {level}");
    output::plain(&format!("{of}, {kept} numbers of {bits} bits, {dimensions} given{by}"))
}

fn values(key: &KeyView) -> String {
    let documents = output::counted(key.documents as u64, "document");
    let total = output::counted(key.total as u64, "value");
    let about = format!("{}, {documents}, {total}", key.kind.name());
    // Values that are all different, as descriptions are, tell nothing of the whole.
    if key.total > MAX_SHOWN_VALUES && key.values.first().is_some_and(|one| one.documents == 1) {
        return about;
    }
    let shown = key.values.iter().take(MAX_SHOWN_VALUES).map(|one| {
        let value = cut(&output::plain(&one.value), MAX_VALUE_CHARACTERS);
        format!("{value} {}", HumanCount(one.documents as u64))
    });
    let mut parts: Vec<String> = shown.collect();
    let more = key.total - parts.len();
    if more > 0 {
        parts.push(format!("{} more", HumanCount(more as u64)));
    }
    format!("{about}: {}", parts.join(", "))
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
