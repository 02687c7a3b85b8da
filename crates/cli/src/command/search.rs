//! `kindex search`: answers from an index.

pub mod explanation;
mod filter;
mod json;
mod options;
mod text;
pub mod vector;

use crate::failure::Failure;
use crate::flags::source::{AlsoFlag, IndexArg};
use crate::index_file::Several;
use crate::terminal::output;
use kindex::SearchOptions;
use text::Page;
use vector::VectorFlags;

/// The output for programs, at the end of the help.
const JSON: &str = r#"With --json the output is one object: {"query","didYouMean","completions","total",
"totalIsLowerBound","uncheckedPhrases","hits":[{"id","document","url","anchor","title","headings",
"score","level","matchedLevel","returnedLevel","tokens","chunks","text","snippet",
"snippetStart","highlights":[[start,end]],"children":[{"id","score","start","end","tokens",
"text"}],"meta"}]}. All offsets are UTF-8 bytes within "text", which is the whole passage. "chunks"
is how many of its level its page has. "didYouMean" and
"completions":[QUERY] are there where there are any, "totalIsLowerBound":true where results with a
phrase were not all counted, and "uncheckedPhrases":[TEXT] where some were not looked for everywhere:
all but the first four, and what takes more reading than --phrase-bytes allows. With --group hits may
have "more", with --fold "same", hits like themselves; of these "differs":{KEY:value} says the
language and the version. With --explain they have "explanation": {"children":[{"position","share",
"score","exactHeading","terms":[{"term","level","title","heading","extra","body","idf","weight",
"score"}]}],"title":[{"term","score"}],"partTitle","exactTitle","boost"}. With --facet there is
"facets":{KEY:[[value,documents]]}, with --max-tokens "leftOut":[{"id","tokens","child"}] where
something does not fit. With --no-texts hits have "marks":{"title":[[start,end]],
"headings":[[[start,end]]],"snippet":[[start,end]]}, and "text", "highlights" and "children" are
empty. With --also there are "indexes":[NAME], and hits and what was left out have "index", its
number there; where one cannot be read, "unavailable":[{"index","error"}] names it, and the rest
answers."#;

/// Search an index.
///
/// kindex search site.kdx how do I install it
///
/// Prints the passages that match best, each with its title and headings, its address and score,
/// and the words around those that match. A query that begins with a hyphen goes after --.
/// Weights are for --explain alone.
#[derive(clap::Args)]
#[command(after_long_help = JSON)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
    #[command(flatten)]
    also: AlsoFlag,
    /// Words to look for; several need no quotes
    #[arg(required_unless_present = "vector", value_name = "QUERY")]
    query: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: options::Flags,
    #[command(flatten)]
    vector: VectorFlags,
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one, or an
/// option does not suit it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut indexes = Several::open(args.also.with(&args.index)?)?;
    let query = args.query.join(" ");
    let vector = args.vector.of_query()?;
    let options = SearchOptions { vector, ..args.options.options() };
    let results = indexes.ask(|group| group.search(&query, &options));
    // What ends the search is said as its error.
    let end = results.as_ref().err().map(ToString::to_string);
    for (_, fault) in indexes.unavailable() {
        if Some(fault) != end.as_deref() {
            output::warning(fault);
        }
    }
    let results = results?;
    if args.json {
        return output::print_json(&json::results(&results, options.texts, &indexes));
    }
    let unmet = match indexes.only() {
        Some(index) if results.total == 0 => {
            index.ask(|index| filter::unmet(index, &options.filters))?
        }
        _ => Vec::new(),
    };
    let page = Page {
        results: &results,
        offset: options.offset,
        grouped: options.group,
        max_tokens: options.max_tokens,
        levels: indexes.levels(),
        indexes: &indexes.names(),
        width: output::width(),
        unmet,
    };
    output::print(&page.text())
}
