//! `kindex tree`: the chunks of a page.

mod page;
mod text;

use crate::failure::Failure;
use crate::flags::source::IndexArg;
use crate::index_file::{self, Opened};
use crate::terminal::output;
use kindex::{ChunkView, Error, Index};
use page::Branch;
use serde::Serialize;

/// Draw how a page is cut into chunks.
///
/// Each line has a chunk's level and position, about how many tokens it has, and the heading or the
/// words that it begins with. Level and position make the chunk's id with that of the page
/// (guide.md#1.0).
///
/// With --json the output is one object: {"id","level","tokens","start","end","heading",
/// "children":[objects like it]}. "start" and "end" are UTF-8 bytes of the page's text.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
    /// A page by its id or its URL, or a chunk by its id: then only what it lies in and what lies
    /// in it
    #[arg(value_name = "PAGE")]
    page: String,
    /// Draw nothing below this level, 0 being the smallest chunks
    #[arg(long, value_name = "N", default_value_t = 0)]
    level: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A chunk and what lies in it.
#[derive(Serialize)]
struct Node {
    #[serde(flatten)]
    chunk: Chunk,
    children: Vec<Node>,
}

/// The description of a chunk.
#[derive(Serialize)]
struct Chunk {
    id: String,
    level: usize,
    tokens: usize,
    start: usize,
    end: usize,
    heading: String,
    #[serde(skip)]
    text: String,
}

impl From<ChunkView> for Chunk {
    fn from(view: ChunkView) -> Self {
        let text = view.own_text().to_owned();
        let heading = view.headings.into_iter().next_back().unwrap_or_default();
        let ChunkView { id, level, tokens, start, end, .. } = view;
        Chunk { id, level, tokens, start, end, heading, text }
    }
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one, or has no
/// such page or level.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut index = Opened::open(&args.index.source()?)?;
    let Some(branch) = index.ask(|index| page::find(index, &args.page))? else {
        return Err(page::unknown(&index.ask(Index::documents)?, &args.page));
    };
    index_file::check_level(index.index(), args.level)?;
    let root = index.ask(|index| grow(index, &branch, args.level))?;
    if args.json {
        return output::print_json(&root);
    }
    let document = index.ask(|index| index.document(&branch.document))?;
    output::print(&text::draw(&document, &root, output::width()))
}

/// The tree from the page down the branch to the chunk asked for, and of that whole down to a
/// level.
fn grow(index: &Index, branch: &Branch, lowest: usize) -> Result<Node, Error> {
    let mut above = branch.chunks.iter().rev();
    let mut node = match above.next() {
        Some(chunk) => below(index, chunk.clone(), lowest)?,
        None => return Err(Error::UnknownId { id: branch.document.clone() }),
    };
    for chunk in above {
        node = Node { chunk: chunk.clone().into(), children: vec![node] };
    }
    Ok(node)
}

/// The chunk and what lies in it.
fn below(index: &Index, chunk: ChunkView, lowest: usize) -> Result<Node, Error> {
    let mut children = Vec::new();
    if chunk.level > lowest {
        for child in index.children(&chunk.id)? {
            children.push(below(index, child, lowest)?);
        }
    }
    Ok(Node { chunk: chunk.into(), children })
}
