//! The source of a page, and how far one construct may reach in it.

use std::collections::BTreeSet;

use kindex_text::{after, part};

/// No shortcode, tag or expression is longer than this, in bytes.
const MAX_LENGTH: usize = 20_000;
/// The number of constructs that may turn out to have no end before the search for ends gets
/// shorter.
const PATIENCE: usize = 64;
/// The search for an end never gets shorter than this, in bytes.
const MIN_LENGTH: usize = 100;

/// The source, and the needles known not to be in it.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    /// The needles that were looked for in vain: each is not further on either, so a page of
    /// openings without an end is read in linear time.
    missing: BTreeSet<String>,
    /// The number of constructs that had no end.
    failures: usize,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Source { text, missing: BTreeSet::new(), failures: 0 }
    }

    /// Counts a construct that had no end.
    pub(super) fn fail(&mut self) {
        self.failures += 1;
    }

    /// The text from byte `at`, as far as one construct may reach.
    pub(super) fn window(&self, at: usize) -> &'a str {
        let length = (MAX_LENGTH / (1 + self.failures / PATIENCE)).max(MIN_LENGTH);
        let mut end = (at + length).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        part(self.text, at..end)
    }

    /// The first byte of `needle` at or after byte `from`.
    pub(super) fn find(&mut self, needle: &str, from: usize) -> Option<usize> {
        if self.missing.contains(needle) {
            return None;
        }
        let found = after(self.text, from).find(needle).map(|at| at + from);
        if found.is_none() {
            self.missing.insert(needle.to_owned());
        }
        found
    }
}
