//! Draws a tree of chunks.

use super::{Chunk, Node};
use crate::terminal::output::{BOLD, DIM, counted, cut, plain};
use kindex::DocumentView;

/// Where the output is not a terminal, lines end here.
const DEFAULT_COLUMNS: usize = 100;

/// The columns that words have even where branches take all of them.
const MIN_WORD_COLUMNS: usize = 12;

/// The page and its chunks, in lines of at most `width`.
pub fn draw(document: &DocumentView, root: &Node, width: Option<usize>) -> String {
    let mut drawing =
        Drawing { width: width.unwrap_or(DEFAULT_COLUMNS), text: String::new(), chunks: 0 };
    let name = if document.title.is_empty() { &document.id } else { &document.title };
    drawing.line("", &root.chunk, |room| bold(&cut(&plain(name), room)));
    drawing.branches(&root.children, "");
    let (id, chunks) = (plain(&document.id), counted(drawing.chunks, "chunk"));
    drawing.text + &format!("{DIM}{chunks}; ids are {id}#LEVEL.POSITION{DIM:#}\n")
}

struct Drawing {
    width: usize,
    text: String,
    chunks: u64,
}

impl Drawing {
    fn branches(&mut self, nodes: &[Node], before: &str) {
        for (at, node) in nodes.iter().enumerate() {
            let last = at + 1 == nodes.len();
            let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.chunks += 1;
            self.line(&format!("{before}{branch}"), &node.chunk, |room| label(&node.chunk, room));
            self.branches(&node.children, &format!("{before}{below}"));
        }
    }

    /// A line with a chunk, whose label gets the room that is left.
    fn line(&mut self, before: &str, chunk: &Chunk, label: impl FnOnce(usize) -> String) {
        // The document's id may have such signs in it. The text after the last sign has none.
        let name = chunk.id.rsplit('#').next().unwrap_or_default();
        let size = format!("~{} tokens", chunk.tokens);
        let taken = before.chars().count() + name.len() + size.len() + 4;
        let label = label(self.width.saturating_sub(taken).max(MIN_WORD_COLUMNS));
        let line = format!("{DIM}{before}{DIM:#}{name}  {DIM}{size}{DIM:#}  {label}");
        self.text += line.trim_end();
        self.text.push('\n');
    }
}

/// The heading at the start of a chunk, or the words there.
fn label(chunk: &Chunk, room: usize) -> String {
    if starts_with_heading(chunk) {
        return bold(&cut(&plain(&chunk.heading), room));
    }
    let text = plain(&chunk.text);
    // Headings in quotations are none of the page's.
    cut(text.trim_start_matches(['#', '>', ' ']).trim_end(), room)
}

fn bold(text: &str) -> String {
    format!("{BOLD}{text}{BOLD:#}")
}

/// Whether the chunk begins with its heading; others lie somewhere below it.
fn starts_with_heading(chunk: &Chunk) -> bool {
    let first = chunk.text.trim_start().lines().next().unwrap_or_default();
    !chunk.heading.is_empty() && first.trim_matches(['#', ' ', '\r']) == chunk.heading
}
