//! A part of a document's text that can be read alone: where it begins or ends within a table or
//! code, it has the header of that, or its fences.

use crate::error::ReadError;
use crate::format::documents::Block;
use crate::index::IndexReader;
use alloc::string::String;
use core::ops::Range;

/// A part of a text that can be read alone.
pub(crate) struct Piece {
    pub text: String,
    /// The byte of it at which the part itself begins.
    pub start: usize,
}

impl Piece {
    /// The part `span` of the section `text`, in the document that has these blocks and begins at
    /// `document`.
    pub fn of(
        index: &IndexReader<'_>,
        blocks: &[Block<'_>],
        document: usize,
        span: &Range<usize>,
    ) -> Result<Self, ReadError> {
        let cut_at = |at: usize| Block::around(blocks, at.saturating_sub(document));
        let mut text = String::new();
        if let Some(block) = cut_at(span.start) {
            let place = |at: usize| document.saturating_add(at).min(span.start);
            let below = place(block.head.end);
            text.push_str(index.text(place(block.head.start)..below)?);
            resume(&mut text, index.text_bytes(below..span.start)?, block.closing.is_empty());
        }
        let start = text.len();
        text.push_str(index.text(span.clone())?);
        if let Some(block) = cut_at(span.end) {
            close(&mut text, block.closing);
        }
        Ok(Piece { text, start })
    }
}

/// Writes behind the head of a block what keeps the rest of a line in its list, quote or column,
/// where what is above the rest ends within that line: the signs of lists and quotes, and bars,
/// each with the blanks behind it.
fn resume(text: &mut String, above: &[u8], is_table: bool) {
    let line = above.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let (mut is_sign, mut before) = (true, b' ');
    for &byte in above.get(line..).unwrap_or_default() {
        let is_bar = is_table && byte == b'|' && before != b'\\';
        is_sign = is_bar || is_sign && matches!(byte, b' ' | b'\t' | b'>');
        if is_sign {
            text.push(char::from(byte));
        }
        before = byte;
    }
    // The bar that it escapes may come next.
    if is_table && before == b'\\' {
        text.push('\\');
    }
}

/// Ends code with its closing line; there is none of a table.
fn close(text: &mut String, line: &str) {
    if !line.is_empty() && !text.ends_with('\n') {
        *text += "\n";
    }
    text.push_str(line);
}
