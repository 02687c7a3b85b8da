//! The postings of one word of a query: its lists as one.

use super::bm25::Bm25;
use crate::error::ReadError;
use crate::format::postings::Postings;
use crate::index::{ForEach, Readers};
use crate::query::{Query, QueryTerm, StemAt};
use alloc::vec::Vec;
use core::ops::Range;

/// The weight of an occurrence: of a word of the query, and of one that the query only begins or
/// only resembles. Whole numbers, so that the order in which they are summed does not matter.
pub(super) const EXACT_WEIGHT: u32 = 5;
const INEXACT_WEIGHT: u32 = 3;

/// The occurrences of a word.
#[derive(Default)]
pub(super) struct TermPostings {
    /// Inverse document frequency times how often the query has the word.
    pub weight: f64,
    /// The lists that answer it, by field, each in the order of the documents.
    pub lists: Vec<Postings>,
}

/// The postings of a word in one document.
pub(super) struct TermInDocument {
    /// That of the word.
    pub weight: f64,
    /// Frequency in the title.
    pub title: f64,
    /// In the headings, each over the children under it.
    pub headings: Vec<Match>,
    /// In extra words, each over the children that they belong to.
    pub extras: Vec<Match>,
    /// In the bodies of children.
    pub bodies: Vec<Match>,
}

impl TermInDocument {
    pub fn is_empty(&self) -> bool {
        let above = self.headings.len() + self.extras.len();
        self.title == 0.0 && above + self.bodies.len() == 0
    }

    /// The score that a frequency of the word gives to a chunk.
    pub fn gain(&self, frequency: f64, bm25: Bm25) -> f64 {
        if frequency > 0.0 { self.weight * bm25.saturate(frequency) } else { 0.0 }
    }
}

/// Occurrences in one place; the frequency is the sum of their weights.
pub(super) use crate::format::postings::Posting as Match;

/// The frequency in all of some places.
pub(super) fn total<'m>(places: impl IntoIterator<Item = &'m Match>) -> f64 {
    let mut sum = Sum::default();
    places.into_iter().for_each(|found| sum.add(found));
    sum.frequency()
}

/// The sum of occurrences in several places.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(i64);

impl Sum {
    pub fn add(&mut self, found: &Match) {
        self.0 += i64::from(found.frequency);
    }

    pub fn remove(&mut self, found: &Match) {
        self.0 -= i64::from(found.frequency);
    }

    pub fn merge(&mut self, other: Sum) {
        self.0 += other.0;
    }

    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    pub fn frequency(self) -> f64 {
        self.0 as f64 / f64::from(EXACT_WEIGHT)
    }
}

/// For each index, the postings there of the words of a query that any text has. Linear in the
/// length of their lists.
pub(super) fn of_query(
    indexes: &Readers<'_>,
    query: &Query,
) -> Result<ForEach<Vec<TermPostings>>, ReadError> {
    let mut all = indexes.try_map(|_| Ok(Vec::<TermPostings>::new()))?;
    for term in query.terms.iter().filter(|term| !term.lists.is_empty()) {
        all.iter_mut().for_each(|words| words.push(TermPostings::default()));
        let weight = f64::from(term.count) * indexes.meta().idf(read(indexes, term, &mut all)?);
        all.iter_mut().filter_map(|words| words.last_mut()).for_each(|word| word.weight = weight);
    }
    Ok(all)
}

/// Reads the lists of a term into the last word of each index. Returns the number of parents that
/// the stem has which most have.
fn read(
    indexes: &Readers<'_>,
    term: &QueryTerm,
    all: &mut [Vec<TermPostings>],
) -> Result<u32, ReadError> {
    let mut parents: Vec<(StemAt, u32)> = Vec::new();
    for list in &term.lists {
        let each = if list.instead.is_none() { EXACT_WEIGHT } else { INEXACT_WEIGHT };
        let found = indexes.get(list.at.0)?.postings(list.list.clone(), each)?;
        match parents.iter_mut().find(|(first, _)| *first == list.first) {
            Some((_, sum)) => *sum = sum.saturating_add(found.parents),
            None => parents.push((list.first, found.parents)),
        }
        if let Some(word) = all.get_mut(list.at.0).and_then(|words| words.last_mut()) {
            word.lists.push(found);
        }
    }
    Ok(parents.into_iter().map(|(_, sum)| sum).max().unwrap_or_default())
}

impl TermPostings {
    /// The postings in the document with these children. O(log n) for each list,
    /// and linear in what lies there.
    pub fn inside(&self, document: usize, children: &Range<usize>) -> TermInDocument {
        TermInDocument {
            weight: self.weight,
            title: total(&self.gather(|list| &list.titles, &(document..document + 1))),
            headings: self.gather(|list| &list.headings, children),
            extras: self.gather(|list| &list.extras, children),
            bodies: self.gather(|list| &list.bodies, children),
        }
    }

    /// Inlined, it would be in the WebAssembly four times.
    #[inline(never)]
    fn gather(&self, field: fn(&Postings) -> &[Match], range: &Range<usize>) -> Vec<Match> {
        let mut all = Vec::new();
        for list in &self.lists {
            all.extend_from_slice(between(field(list), range));
        }
        all
    }
}

/// The matches that begin in a range.
fn between<'m>(matches: &'m [Match], range: &Range<usize>) -> &'m [Match] {
    let is_before = |found: &Match, end: usize| (found.at.start as usize) < end;
    let first = matches.partition_point(|found| is_before(found, range.start));
    let rest = matches.get(first..).unwrap_or_default();
    // They are few, so it is quicker to pass over them than to halve all the rest.
    let count = rest.iter().take_while(|found| is_before(found, range.end)).count();
    rest.get(..count).unwrap_or_default()
}
