//! From the text of a query to posting lists.

use crate::analyze::fold::Letters;
use crate::analyze::terms_with;
use crate::analyze::words::Class;
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

/// An ending of at most so many characters may differ where a word is not in the dictionary.
const MAX_ENDING: usize = 3;

/// A word that is not in the dictionary must share at least so many characters with one that is.
const MIN_SHARED: usize = 4;

/// One word of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryTerm {
    /// As it stands in the query, folded.
    pub text: String,
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
    /// All its terms in order, also those that are not searched for; none where there are more
    /// than a title or a heading may have.
    words: Vec<String>,
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
        let (distinct, all) = words_of(text, prefix, &sections.letters);
        let mut query = Query { words: all, ..Query::default() };
        let mut stops = Vec::new();
        let mut content = false;
        for word in distinct {
            let found = words.get(&word.text)?;
            let mut stop = found.iter().any(|found| found.stop);
            let mut lists = lists(&word, found, sections)?;
            if stop && lists.iter().any(|list| !list.exact) {
                // What is being typed is rather the beginning of a word than a stop word.
                lists.retain(|list| !list.exact);
                stop = false;
            }
            content |= !stop;
            let terms = if stop { &mut stops } else { &mut query.terms };
            terms.push(QueryTerm { text: word.text, count: word.count, lists });
        }
        if !content {
            query.terms = stops;
        }
        Ok(query)
    }

    /// How many terms the query has, with those that are not searched for.
    pub fn length(&self) -> usize {
        self.words.len()
    }

    /// Whether `text` is the query, term for term.
    pub fn is_spelled(&self, text: &str, letters: &impl Letters) -> bool {
        let mut rest = self.words.iter();
        let mut same = !self.words.is_empty();
        terms_with(letters, text, &mut |term, _| {
            same &= rest.next().is_some_and(|word| word == term);
        });
        same && rest.next().is_none()
    }

    /// Whether a stem is one of those that the query stands for.
    pub fn has_stem(&self, stem: usize) -> bool {
        let mut lists = self.terms.iter().flat_map(|term| &term.lists);
        lists.any(|list| list.stem == stem)
    }
}

/// The distinct terms of a query, and all of them in order.
fn words_of(text: &str, prefix: bool, letters: &impl Letters) -> (Vec<Word>, Vec<String>) {
    let mut words: Vec<Word> = Vec::new();
    let mut all: Vec<String> = Vec::new();
    terms_with(letters, text, &mut |term, span| {
        let open = prefix && span.end == text.len();
        if let Some(word) = words.iter_mut().find(|word| word.text == term) {
            word.count += 1;
            word.open |= open;
        } else if words.len() < MAX_TERMS {
            let (text, count) = (term.into(), 1);
            words.push(Word { text, count, open });
        }
        if all.len() <= MAX_TERMS {
            all.push(term.into());
        }
    });
    if all.len() > MAX_TERMS {
        all.clear();
    }
    (words, all)
}

fn lists(
    word: &Word,
    found: Vec<Found>,
    sections: &Sections<'_>,
) -> Result<Vec<QueryList>, Damage> {
    let mut lists: Vec<QueryList> = found.into_iter().map(|found| list(found, true)).collect();
    if word.open {
        add_beginnings(word, &sections.words, &mut lists)?;
    }
    if lists.is_empty() {
        add_neighbours(word, sections, &mut lists)?;
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
/// inflection. Numbers, codes and identifiers have none.
fn add_neighbours(
    word: &Word,
    sections: &Sections<'_>,
    lists: &mut Vec<QueryList>,
) -> Result<(), Damage> {
    let words = &sections.words;
    let is_inflected = |word: &str| is_inflected(word, &sections.letters);
    let longest = words.longest_shared(&word.text)?;
    let beginning = word.text.get(..word.text.floor_char_boundary(longest)).unwrap_or_default();
    let shared = beginning.chars().count();
    let ending_fits = |word: &str| word.chars().count() - shared <= MAX_ENDING;
    let least = MIN_SHARED.max(word.text.chars().count() * 2 / 3);
    if shared < least || !is_inflected(&word.text) || !ending_fits(&word.text) {
        return Ok(());
    }
    words.with_prefix(beginning, |near, found| {
        let near = core::str::from_utf8(near).unwrap_or_default();
        if is_inflected(near) && ending_fits(near) && is_new(&found, lists) {
            lists.push(list(found, false));
        }
        lists.len() < MAX_EXPANSIONS
    })
}

fn is_inflected(word: &str, letters: &impl Letters) -> bool {
    let may_change = |c: char| c == '\'' || Class::of(c, letters).is_letter();
    !word.is_empty() && word.chars().all(may_change)
}
