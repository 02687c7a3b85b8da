//! From the text of a query to posting lists.

use crate::analyze::terms;
use crate::blob::dictionary::{Dictionary, Found};
use crate::error::Error;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// More distinct words than this in one query are passed over: a whole page may be pasted into a
/// search box.
const MAX_TERMS: usize = 64;

/// Longer queries are cut, in bytes, before they are looked at.
const MAX_BYTES: usize = 4096;

/// A beginning of a word stands for at most so many stems, those with the longest lists.
const MAX_EXPANSIONS: usize = 64;

/// What an occurrence counts of a word that the query only begins, or only resembles.
const INEXACT: f64 = 0.6;

/// An ending of at most so many bytes may differ where a word is not in the dictionary.
const MAX_ENDING: usize = 3;

/// A word that is not in the dictionary must share at least so many bytes with one that is.
const MIN_SHARED: usize = 4;

/// One word of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryTerm {
    /// How often it stands in the query.
    pub count: u32,
    /// The lists that answer it.
    pub lists: Vec<WeightedList>,
}

/// A posting list and what its occurrences count.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WeightedList {
    /// Number of the first word of the list's stem.
    pub stem: usize,
    /// Where the list lies in the section `postings`.
    pub list: Range<usize>,
    pub weight: f64,
}

/// A query, looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Query {
    /// What to search for, in the order of the query.
    pub terms: Vec<QueryTerm>,
    /// How many terms the query has, with those that were dropped.
    pub length: usize,
}

/// A term of the query before it is looked up.
struct Word {
    text: String,
    count: u32,
    /// Whether it may be the beginning of a word.
    open: bool,
}

impl Query {
    /// Analyzes and looks up. Stop words are dropped where anything else is left.
    pub fn parse(text: &str, prefix: bool, words: &Dictionary<'_>) -> Result<Self, Error> {
        let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or_default();
        let mut query = Query::default();
        let mut stops = Vec::new();
        let mut content = false;
        for word in distinct(text, prefix, &mut query.length) {
            let found = words.get(&word.text)?;
            let stop = found.as_ref().is_some_and(|found| found.stop);
            content |= !stop;
            let term = QueryTerm { count: word.count, lists: lists(&word, found, words)? };
            let terms = if stop { &mut stops } else { &mut query.terms };
            terms.push(term);
        }
        if !content {
            query.terms = stops;
        }
        Ok(query)
    }

    /// The stems that the query stands for, in ascending order.
    pub fn stems(&self) -> Vec<usize> {
        let lists = self.terms.iter().flat_map(|term| &term.lists);
        let mut stems: Vec<usize> = lists.map(|list| list.stem).collect();
        stems.sort_unstable();
        stems.dedup();
        stems
    }
}

fn distinct(text: &str, prefix: bool, length: &mut usize) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    terms(text, |term, span| {
        *length += 1;
        let open = prefix && span.end == text.len();
        if let Some(word) = words.iter_mut().find(|word| word.text == term) {
            word.count += 1;
            word.open |= open;
        } else if words.len() < MAX_TERMS {
            let (text, count) = (term.into(), 1);
            words.push(Word { text, count, open });
        }
    });
    words
}

fn lists(
    word: &Word,
    found: Option<Found>,
    words: &Dictionary<'_>,
) -> Result<Vec<WeightedList>, Error> {
    let known = found.is_some();
    let mut lists: Vec<WeightedList> = found.into_iter().map(|f| weighted(f, 1.0)).collect();
    if word.open {
        add_beginnings(word, words, &mut lists)?;
    }
    if !known && lists.is_empty() {
        add_neighbours(word, words, &mut lists)?;
    }
    Ok(lists)
}

fn weighted(found: Found, weight: f64) -> WeightedList {
    WeightedList { stem: found.stem, list: found.list, weight }
}

/// Adds the stems of the words that begin with the query's.
fn add_beginnings(
    word: &Word,
    words: &Dictionary<'_>,
    lists: &mut Vec<WeightedList>,
) -> Result<(), Error> {
    let mut begun: Vec<WeightedList> = Vec::new();
    words.with_prefix(&word.text, |_, found| {
        if !found.stop {
            begun.push(weighted(found, INEXACT));
        }
        true
    })?;
    begun.retain(|list| lists.iter().all(|exact| exact.stem != list.stem));
    begun.sort_by_key(|list| (core::cmp::Reverse(list.list.len()), list.stem));
    begun.dedup_by_key(|list| list.stem);
    begun.truncate(MAX_EXPANSIONS);
    lists.extend(begun);
    Ok(())
}

/// Adds the stems of words that differ in the ending only: the dictionary may lack just this
/// inflection.
fn add_neighbours(
    word: &Word,
    words: &Dictionary<'_>,
    lists: &mut Vec<WeightedList>,
) -> Result<(), Error> {
    let shared = word.text.floor_char_boundary(words.longest_shared(&word.text)?);
    let ending_fits = |len: usize| len - shared <= MAX_ENDING;
    if shared < MIN_SHARED || !ending_fits(word.text.len()) {
        return Ok(());
    }
    let beginning = word.text.get(..shared).unwrap_or_default();
    words.with_prefix(beginning, |near, found| {
        if ending_fits(near.len()) && lists.iter().all(|list| list.stem != found.stem) {
            lists.push(weighted(found, INEXACT));
        }
        lists.len() < MAX_EXPANSIONS
    })
}
