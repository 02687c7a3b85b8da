//! Finds the end of a `<script>` or `<style>` in Markdown. Prose names these tags too, and the end
//! tag that follows may be one that code shows: what lies between would be lost.

use std::collections::BTreeMap;
use std::ops::Range;

use kindex_text::{Fence, after, part};

/// Elements whose content is neither Markdown nor text.
pub(super) const RAW: [&str; 2] = ["script", "style"];
/// A code span is looked for in no more than this many bytes after an end tag.
const MAX_SPAN_BYTES: usize = 1_000;

/// The ends known further on, so that a page of tags is read in linear time.
#[derive(Default)]
pub(super) struct RawEnds {
    /// The next end tag of an element, if there is one.
    next: BTreeMap<&'static str, Option<Range<usize>>>,
    /// No tag of that name, first on its line or not, that begins before this byte has an end.
    barren: BTreeMap<(&'static str, bool), usize>,
}

impl RawEnds {
    /// The end of the element `name` that begins at byte `at`. One that is first on its line may
    /// have blank lines and backticks in it, as scripts do; any other stands in a paragraph.
    pub(super) fn find(
        &mut self,
        text: &str,
        name: &'static str,
        at: usize,
        first: bool,
    ) -> Option<usize> {
        let barren = self.barren.get(&(name, first));
        if barren.is_some_and(|barren| at < *barren) {
            return None;
        }
        let close = self.close(text, name, at)?;
        let body = part(text, at..close.start);
        let stop = barrier(body, first).or_else(|| {
            let shown = first && is_in_span(body, after(text, close.end));
            shown.then_some(body.len())
        });
        let Some(stop) = stop else {
            return Some(close.end);
        };
        self.barren.insert((name, first), at + stop);
        None
    }

    /// The first end tag at or after byte `from`, which never goes back.
    fn close(&mut self, text: &str, name: &'static str, from: usize) -> Option<Range<usize>> {
        let is_ahead = |close: &Range<usize>| close.start >= from;
        if let Some(close) = self.next.get(name)
            && close.as_ref().is_none_or(is_ahead)
        {
            return close.clone();
        }
        let found = end_tag(text, name, from);
        self.next.insert(name, found.clone());
        found
    }
}

fn end_tag(text: &str, name: &str, from: usize) -> Option<Range<usize>> {
    after(text, from).match_indices("</").find_map(|(at, _)| {
        let start = from + at;
        let end = start + 2 + name.len();
        if !part(text, start + 2..end).eq_ignore_ascii_case(name) {
            return None;
        }
        let tail = after(text, end);
        let blank = tail.len() - tail.trim_start_matches([' ', '\t', '\n']).len();
        let closed = after(tail, blank).starts_with('>');
        closed.then_some(start..end + blank + 1)
    })
}

/// The place in `body` where something begins that no element of this kind reaches across.
fn barrier(body: &str, first: bool) -> Option<usize> {
    let mut start = 0;
    for (index, line) in body.split_inclusive('\n').enumerate() {
        let is_blank = || line.ends_with('\n') && line.trim().is_empty();
        if index > 0 && (Fence::open(line).is_some() || (!first && is_blank())) {
            return Some(start);
        }
        if let (false, Some(tick)) = (first, line.find('`')) {
            return Some(start + tick + 1);
        }
        start += line.len();
    }
    None
}

/// Whether the text between `before` and `behind` is in a code span of their line.
fn is_in_span(before: &str, behind: &str) -> bool {
    let has_tick = |bytes: &mut dyn Iterator<Item = u8>| {
        bytes.take(MAX_SPAN_BYTES).take_while(|byte| *byte != b'\n').any(|byte| byte == b'`')
    };
    has_tick(&mut before.bytes().rev()) && has_tick(&mut behind.bytes())
}
