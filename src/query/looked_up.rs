//! The words of a query with what the dictionary has for them.

use super::lookup::{Known, Lookup};
use super::{QueryList, QueryTerm};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A term of the query before it is looked up.
pub(super) struct NewTerm {
    pub text: String,
    pub count: u32,
    pub how: Lookup,
    /// Its first place in the query.
    pub at: Range<usize>,
}

/// The words of a query, looked up.
#[derive(Default)]
pub(super) struct LookedUp {
    pub terms: Vec<QueryTerm>,
    pub stops: Vec<QueryTerm>,
    /// Whether there is any word but stop words.
    pub content: bool,
    /// The number of terms of which the texts have neither the word nor another form.
    pub unknown: usize,
    pub corrections: Vec<(Range<usize>, String)>,
    pub completions: Vec<String>,
}

/// A word with what the dictionary has for it.
pub(super) struct Found<'w> {
    pub word: &'w NewTerm,
    /// Whether it counts even though it is a stop word.
    pub keep_stop_word: bool,
    pub lists: Vec<QueryList>,
    pub known: Known,
}

impl Found<'_> {
    /// Whether it is an operator that no text has, as the dots after a question are.
    fn is_punctuation(&self) -> bool {
        self.lists.is_empty() && self.word.text.bytes().all(|byte| byte.is_ascii_punctuation())
    }

    fn is_unknown(&self) -> bool {
        self.lists.is_empty() || self.known.correction.is_some()
    }
}

/// The places of names that are mistyped, and so are parts of them: *v-modle* is *v-model*, and no
/// question about *v*.
fn mistyped<'f>(all: &'f [Found<'_>]) -> impl Iterator<Item = Range<usize>> + 'f {
    // In writing without spaces the parts are pairs of characters, each of which tells something.
    let is_name = |found: &&Found<'_>| found.word.text.is_ascii();
    let wholes = all.iter().filter(is_name).filter(|found| found.known.correction.is_some());
    let places = wholes.map(|found| found.word.at.clone());
    places
        .filter(|whole| all.iter().any(|part| is_within(&part.word.at, whole) && part.is_unknown()))
}

/// Whether a place is a part of another.
fn is_within(part: &Range<usize>, whole: &Range<usize>) -> bool {
    part != whole && whole.start <= part.start && part.end <= whole.end
}

impl LookedUp {
    /// The words of a query without the parts of names that are mistyped.
    pub fn of(query: &str, all: Vec<Found<'_>>) -> Self {
        let mistyped: Vec<Range<usize>> = mistyped(&all).collect();
        let is_part = |at: &Range<usize>| mistyped.iter().any(|whole| is_within(at, whole));
        let mut looked_up = LookedUp::default();
        let is_asked = |found: &Found<'_>| !is_part(&found.word.at) && !found.is_punctuation();
        for found in all.into_iter().filter(is_asked) {
            looked_up.add(query, found);
        }
        looked_up
    }

    fn add(&mut self, query: &str, found: Found<'_>) {
        let is_unknown = found.is_unknown();
        let Found { word, keep_stop_word, lists, known } = found;
        let stop = known.stop && !keep_stop_word;
        self.content |= !stop;
        self.unknown += usize::from(is_unknown);
        if let Some(correction) = known.correction {
            self.corrections.push((word.at.clone(), correction));
        }
        // A compound comes before its last part.
        if self.completions.is_empty() && word.at.end == query.len() {
            let before = query.get(..word.at.start).unwrap_or_default();
            let before = corrected(before, &self.corrections).unwrap_or_else(|| before.to_owned());
            for list in lists.iter().filter(|list| list.propose) {
                if let Some(word) = &list.instead {
                    self.completions.push([&before, word.as_str()].concat());
                }
            }
        }
        let terms = if stop { &mut self.stops } else { &mut self.terms };
        terms.push(QueryTerm { text: word.text.clone(), count: word.count, lists });
    }
}

/// The query, or its beginning, with corrections in place; none where there are none. A compound
/// comes before its parts, which go with it.
pub(super) fn corrected(query: &str, corrections: &[(Range<usize>, String)]) -> Option<String> {
    let mut out = String::new();
    let mut end = 0;
    for (at, word) in corrections {
        if at.start >= end && at.end <= query.len() {
            out += query.get(end..at.start).unwrap_or_default();
            out += word;
            end = at.end;
        }
    }
    out += query.get(end..).unwrap_or_default();
    (end > 0).then_some(out)
}
