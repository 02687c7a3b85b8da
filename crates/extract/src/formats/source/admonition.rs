//! Boxes: `::: tip Title` of VitePress and Docusaurus, `!!! note "Title"` of MkDocs.

use kindex_text::{Fence, after};

use super::rewrite::{Put, Rewrite};

/// Whether a line opens or closes a container, or asks for a table of contents.
pub(super) fn is_container(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(":::") || line.trim_end().eq_ignore_ascii_case("[[toc]]")
}

/// Leaves the title of such a line.
pub(super) fn container(line: &str, at: usize) -> Rewrite {
    let body = line.trim_start();
    let indent = line.len() - body.len();
    let words = body.strip_prefix(":::").unwrap_or("").trim_start_matches(':');
    let (_, title) = words.trim().split_once([' ', '[']).unwrap_or(("", ""));
    let title = title.split('{').next().unwrap_or("").trim();
    let title = title.trim_start_matches('[').trim_end_matches(']');
    let indent = line.get(..indent).unwrap_or("");
    // The blank line ends the paragraph that the box may follow.
    let put = Put::Verbatim(format!("\n{indent}{title}\n\n"));
    Rewrite { end: at + line.len(), put }
}

/// Takes the boxes and tabs of MkDocs apart: their titles become paragraphs and their bodies
/// lose the indentation that would make them code.
pub(super) fn dedent(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut boxes: Vec<usize> = Vec::new();
    let mut fence: Option<Fence> = None;
    for line in source.split_inclusive('\n') {
        let body = line.trim_start_matches(' ');
        let indent = line.len() - body.len();
        if fence.is_none() && !body.trim().is_empty() {
            boxes.retain(|start| indent >= start + 4);
        }
        let line = after(line, indent.min(4 * boxes.len()));
        if let Some(open) = fence {
            fence = (!open.closes(line)).then_some(open);
        } else {
            fence = Fence::open(line);
            if let Some(title) = box_title(body) {
                boxes.push(indent);
                let margin = indent.saturating_sub(4 * (boxes.len() - 1));
                out.push_str(&format!("\n{}{title}\n\n", " ".repeat(margin)));
                continue;
            }
        }
        out.push_str(line);
    }
    out
}

/// The title of a line that opens a box or a tab; empty if it has none.
fn box_title(body: &str) -> Option<&str> {
    let opens = ["!!! ", "??? ", "???+ ", "=== ", "===! ", "===+ "];
    let rest = opens.iter().find_map(|open| body.strip_prefix(open))?;
    let title = rest.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    Some(title.map_or("", |(title, _)| title))
}
