//! From the text of a query to posting lists.

use crate::analyze::fold::Letters;
use crate::analyze::terms_with;
use crate::blob::dictionary::{Dictionary, Found};
use crate::error::Damage;
use crate::index::Sections;
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
    pub lists: Vec<QueryList>,
}

/// A posting list that answers a word of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryList {
    /// Number of the first word of the list's stem.
    pub stem: usize,
    /// Where the list lies in the section `postings`.
    pub list: Range<usize>,
    /// Whether it is the word's own, not that of one which it begins or resembles.
    pub exact: bool,
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
    pub fn parse(text: &str, prefix: bool, sections: &Sections<'_>) -> Result<Self, Damage> {
        let words = &sections.words;
        let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or_default();
        let mut query = Query::default();
        let mut stops = Vec::new();
        let mut content = false;
        for word in distinct(text, prefix, &sections.letters, &mut query.length) {
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

    /// Whether a stem is one of those that the query stands for.
    pub fn has_stem(&self, stem: usize) -> bool {
        let mut lists = self.terms.iter().flat_map(|term| &term.lists);
        lists.any(|list| list.stem == stem)
    }
}

fn distinct(text: &str, prefix: bool, letters: &impl Letters, length: &mut usize) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    terms_with(letters, text, |term, span| {
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
) -> Result<Vec<QueryList>, Damage> {
    let mut lists: Vec<QueryList> = found.into_iter().map(|found| list(found, true)).collect();
    if word.open {
        add_beginnings(word, words, &mut lists)?;
    }
    if lists.is_empty() {
        add_neighbours(word, words, &mut lists)?;
    }
    Ok(lists)
}

fn list(found: Found, exact: bool) -> QueryList {
    QueryList { stem: found.stem, list: found.list, exact }
}

fn is_new(found: &Found, lists: &[QueryList]) -> bool {
    lists.iter().all(|list| list.stem != found.stem)
}

/// Adds the stems of words that begin with the query's: those with the longest lists.
fn add_beginnings(
    word: &Word,
    words: &Dictionary<'_>,
    lists: &mut Vec<QueryList>,
) -> Result<(), Damage> {
    // In order: the longest list first.
    let mut longest: Vec<QueryList> = Vec::new();
    // Stems whose first word does not begin with the query's and so is not visited itself.
    let mut outside: Vec<usize> = Vec::new();
    let mut first = None;
    words.with_prefix(&word.text, |_, found| {
        let first = *first.get_or_insert(found.number);
        let is_outside = found.stem < first;
        let again =
            if is_outside { outside.contains(&found.stem) } else { found.stem != found.number };
        if found.stop || again || !is_new(&found, lists) {
            return true;
        }
        if is_outside {
            outside.push(found.stem);
        }
        let at = longest.partition_point(|longer| longer.list.len() >= found.list.len());
        if at < MAX_EXPANSIONS {
            longest.truncate(MAX_EXPANSIONS - 1);
            longest.insert(at, list(found, false));
        }
        true
    })?;
    lists.append(&mut longest);
    Ok(())
}

/// Adds the stems of words that differ in the ending only: the dictionary may lack just this
/// inflection.
fn add_neighbours(
    word: &Word,
    words: &Dictionary<'_>,
    lists: &mut Vec<QueryList>,
) -> Result<(), Damage> {
    let shared = word.text.floor_char_boundary(words.longest_shared(&word.text)?);
    let ending_fits = |len: usize| len - shared <= MAX_ENDING;
    if shared < MIN_SHARED || !ending_fits(word.text.len()) {
        return Ok(());
    }
    let beginning = word.text.get(..shared).unwrap_or_default();
    words.with_prefix(beginning, |near, found| {
        if ending_fits(near.len()) && is_new(&found, lists) {
            lists.push(list(found, false));
        }
        lists.len() < MAX_EXPANSIONS
    })
}
