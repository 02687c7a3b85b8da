//! `kindex search`: answers from an index.

use crate::failure::Failure;
use crate::output::{BOLD, DIM, plain};
use crate::{index_file, output};
use indicatif::HumanCount;
use kindex::{Error, Hit, Results, SearchOptions};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use textwrap::{WordSplitter, wrap};

/// Lines longer than this are hard to read, however wide the terminal.
const WIDEST: usize = 100;

/// What stands before all lines of a hit but the first.
const INDENT: &str = "   ";

/// Search an index.
///
/// With --json the output is one object: {"query","total","hits":[{"id","document","url","anchor",
/// "title","headings","score","level","text","snippet","snippetStart","highlights":[[start,end]],
/// "children":[{"id","score","start","end"}],"meta"}]}. All offsets are UTF-8 bytes within "text",
/// which is the whole passage.
///
/// A query that begins with a hyphen goes after --.
#[derive(clap::Args)]
pub struct Args {
    /// The index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// What to look for; several words need no quotes
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
    /// Show at most so many passages
    #[arg(short, long, value_name = "N", default_value_t = 10)]
    limit: usize,
    /// Take the last word for the beginning of one
    #[arg(short, long)]
    prefix: bool,
    /// The level whose chunks are shown, 0 being the smallest [default: 1, the one above]
    #[arg(long, value_name = "N")]
    level: Option<usize>,
    /// Only documents with this value; repeat a key for a choice, use other keys to narrow further
    #[arg(short, long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    filter: Vec<(String, String)>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = pair.ok_or("give a key and a value, such as section=guide")?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one, or there is no such level.
pub fn run(args: &Args) -> Result<(), Failure> {
    let index = index_file::open(&args.index)?;
    let results = index.search(&args.query.join(" "), &args.options());
    let results = results.map_err(|error| args.fault(&error))?;
    if args.json {
        return output::print_json(&results);
    }
    output::print(&text(&results, terminal_width()))
}

impl Args {
    #[expect(clippy::field_reassign_with_default, reason = "more fields may come to be")]
    fn options(&self) -> SearchOptions {
        let mut filters: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (key, value) in &self.filter {
            filters.entry(key.clone()).or_default().push(value.clone());
        }
        let mut options = SearchOptions::default();
        options.limit = self.limit;
        options.prefix = self.prefix;
        options.return_level = self.level;
        options.filters = filters.into_iter().collect();
        options
    }

    fn fault(&self, error: &Error) -> Failure {
        match error {
            Error::Config { name: "returnLevel", message } => {
                Failure::new(format!("--level: {message}"))
            }
            error => index_file::fault(&self.index, error),
        }
    }
}

/// The width to fold to; none where the output is not a terminal, whose lines stay whole.
fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let size = terminal_size::terminal_size();
    let width = size.map_or(80, |(terminal_size::Width(width), _)| width.into());
    Some(width.clamp(20, WIDEST))
}

fn text(results: &Results, width: Option<usize>) -> String {
    let query = plain(&results.query);
    if results.hits.is_empty() {
        return format!("Nothing matches {query:?}.\n");
    }
    let hits = results.hits.iter().enumerate();
    let hits: String = hits.map(|(before, hit)| hit_text(before + 1, hit, width)).collect();
    let (shown, total) = (HumanCount(results.hits.len() as u64), HumanCount(results.total as u64));
    format!("{hits}{DIM}{shown} of {total} passages that match{DIM:#}\n")
}

fn hit_text(rank: usize, hit: &Hit, width: Option<usize>) -> String {
    let head = format!("{rank}. {BOLD}{}{BOLD:#}", plain(&title(hit)));
    let address = plain(&address(hit));
    let snippet = format!("{INDENT}{}", snippet(hit));
    let (head, snippet) = (folded(&head, width), folded(&snippet, width));
    // The address stays whole: terminals make a link of it.
    format!("{head}{INDENT}{DIM}{address}  score {:.3}{DIM:#}\n{snippet}\n", hit.score)
}

/// The title and the headings below it.
fn title(hit: &Hit) -> String {
    let name = if hit.title.is_empty() { &hit.document } else { &hit.title };
    let headings = hit.headings.iter().filter(|heading| *heading != name);
    [name].into_iter().chain(headings).cloned().collect::<Vec<_>>().join(" > ")
}

/// The URL with the anchor, or the id where there is none.
fn address(hit: &Hit) -> String {
    let page = if hit.url.is_empty() { &hit.document } else { &hit.url };
    if hit.anchor.is_empty() { page.clone() } else { format!("{page}#{}", hit.anchor) }
}

/// The snippet with the matches in bold.
fn snippet(hit: &Hit) -> String {
    let (start, end) = (hit.snippet_start, hit.snippet_start + hit.snippet.len());
    let mut text = String::new();
    let mut at = start;
    for &(from, to) in &hit.highlights {
        if from < at || to > end {
            continue;
        }
        text += &plain(part(hit, at, from));
        text += &format!("{BOLD}{}{BOLD:#}", plain(part(hit, from, to)));
        at = to;
    }
    text + &plain(part(hit, at, end))
}

fn part(hit: &Hit, from: usize, to: usize) -> &str {
    hit.text.get(from..to).unwrap_or_default()
}

/// The text in lines of at most `width`, all after the first indented.
fn folded(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else {
        return format!("{text}\n");
    };
    let options = textwrap::Options::new(width)
        .subsequent_indent(INDENT)
        .word_splitter(WordSplitter::NoHyphenation);
    wrap(text, options).iter().map(|line| format!("{line}\n")).collect()
}
