//! From a word of a query to the words of the dictionary that answer it.

use super::{QueryList, StemAt, forms, fuzzy, stems};
use crate::analyze::{ELIDING, after};
use crate::error::ReadError;
use crate::format::dictionary::TermEntry;
use crate::format::meta::Meta;
use crate::index::{IndexReader, Readers};
use crate::order;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// One or two letters stand for at most this many stems that they begin,
/// those with the longest lists.
const MAX_STEMS_OF_FEW_LETTERS: usize = 64;

/// More letters stand for this many: more stems find no better pages, and each
/// list may be in another file.
const MAX_STEMS_OF_MORE_LETTERS: usize = 20;

/// A word that the dictionary lacks stands for at most this many stems: of its forms, or
/// of the words that are nearest.
const MAX_STEMS_INSTEAD: usize = 8;

/// An elided word has at most this many bytes, and a word after it more than two.
const MAX_ELIDED_BYTES: usize = 7;

/// Facts about a word besides its lists.
pub(super) struct Known {
    pub stop: bool,
    /// The word that it was probably meant to be, where the dictionary lacks it.
    pub correction: Option<String>,
}

/// The kinds of words that stand for one which the dictionary lacks.
#[derive(Clone, Copy, PartialEq)]
enum Instead {
    /// Other forms of it, which count as the word itself.
    Form,
    /// Words of which it is probably a mistyping.
    Meant,
    /// Words that only end otherwise.
    Near,
}

/// The ways in which a word is looked up.
#[derive(Clone, Copy)]
pub(super) struct Lookup {
    /// Whether they may be the beginning of a word.
    pub prefix: bool,
    /// Whether other forms of them will do, and longer numbers of versions.
    pub forms: bool,
    /// Whether words that resemble them will do.
    pub fuzzy: bool,
    /// Whether they count even though they are stop words.
    pub keep_stop_word: bool,
}

/// The lists of a word: its own, or as a `prefix` those of words that it begins; failing these,
/// those of what comes after an elided word; failing these, of its other forms, or of words that
/// differ a little. Those of the word that it makes with the next come with them. A word that any
/// index of a group has stands for no other one in the rest.
pub(super) fn lists(
    indexes: &Readers<'_>,
    word: &str,
    how: Lookup,
    joined: Option<String>,
) -> Result<(Vec<QueryList>, Known), ReadError> {
    indexes.all.iter().for_each(|index| index.prefetch_word(word, how.prefix));
    let mut lists = Vec::new();
    let mut known = Known { stop: false, correction: None };
    // Beside entries of its own those of names are of other spellings, which count less.
    let mut has_own = false;
    let (mut stop_bytes, mut other_bytes) = (0, 0);
    indexes.try_each(|index| {
        for found in index.words.get(word)? {
            known.stop |= found.stop;
            has_own |= found.is_own();
            *(if found.stop { &mut stop_bytes } else { &mut other_bytes }) += found.list.len();
            let instead = (!found.is_own()).then(String::new);
            lists.push(list(index, found, instead));
        }
        Ok(())
    })?;
    // An index knows stop words of its languages which its texts lack, but others may have.
    if indexes.are_several() && stop_bytes < other_bytes {
        known.stop = false;
    }
    if !has_own {
        lists.iter_mut().for_each(|list| list.instead = None);
    }
    if how.prefix {
        add_beginnings(indexes, word, &mut lists)?;
    }
    if let Some(joined) = joined {
        add_joined(indexes, &joined, &mut lists)?;
    }
    if known.stop && !how.keep_stop_word && lists.iter().any(|list| list.instead.is_some()) {
        // A word in the making, or before another, is rather a part of a word than a stop word.
        lists.retain(|list| list.instead.is_some());
        known.stop = false;
    }
    if lists.is_empty()
        && let Some(after) = without_elided(indexes.meta(), word)
    {
        let exact = Lookup { forms: false, fuzzy: false, ..how };
        let (found, alone) = self::lists(indexes, after, exact, None)?;
        if !found.is_empty() {
            return Ok((found, alone));
        }
    }
    let mut most = most_beginnings(word);
    if lists.is_empty() && how.forms {
        let forms = forms::forms(indexes, word)?;
        add_instead(indexes, forms, Instead::Form, &mut lists)?;
        add_longer_numbers(indexes, word, &mut lists)?;
    }
    if lists.is_empty() && how.fuzzy {
        most = MAX_STEMS_INSTEAD;
        let near = fuzzy::nearest(indexes, word, how.prefix)?;
        known.correction = add_instead(indexes, near.mistyped, Instead::Meant, &mut lists)?;
        add_instead(indexes, near.inflected, Instead::Near, &mut lists)?;
    }
    if indexes.are_several() {
        stems::unite(indexes, word, most, &mut lists)?;
    }
    Ok((lists, known))
}

/// Adds the lists of a word that stands for two of a query.
fn add_joined(
    indexes: &Readers<'_>,
    word: &str,
    lists: &mut Vec<QueryList>,
) -> Result<(), ReadError> {
    indexes.all.iter().for_each(|index| index.prefetch_word(word, false));
    indexes.try_each(|index| {
        for found in index.words.get(word)? {
            if !found.stop && is_new((index.number, found.stem), lists) {
                let instead = Some(String::new());
                lists.push(QueryList { propose: false, ..list(index, found, instead) });
            }
        }
        Ok(())
    })
}

/// The word after an elided one, `utente` of `l'utente`, in an index of a language that elides.
fn without_elided<'w>(meta: &Meta, word: &'w str) -> Option<&'w str> {
    let elided = word.bytes().position(|byte| byte == b'\'')?;
    let after = word.get(elided.saturating_add(1)..)?;
    let mut tags = meta.language.as_bytes().split(|&byte| byte == b',');
    let elides = tags.any(|tag| ELIDING.iter().any(|eliding| eliding.as_bytes() == tag));
    (elides && elided <= MAX_ELIDED_BYTES && after.len() > 2).then_some(after)
}

/// The number of stems that a beginning stands for at most.
fn most_beginnings(word: &str) -> usize {
    let is_longer = after(word, 2) < word.len();
    if is_longer { MAX_STEMS_OF_MORE_LETTERS } else { MAX_STEMS_OF_FEW_LETTERS }
}

/// Adds the stems of words that begin with the query's: those with the longest lists in each index,
/// twice as many where there are several.
fn add_beginnings(
    indexes: &Readers<'_>,
    word: &str,
    lists: &mut Vec<QueryList>,
) -> Result<(), ReadError> {
    // What is second in each of two indexes may be the first in both.
    let most = most_beginnings(word) << usize::from(indexes.are_several());
    indexes.try_each(|index| {
        let mut longest = beginnings(index, word, lists, most)?;
        lists.append(&mut longest);
        Ok(())
    })
}

/// The same in one of the indexes, without what is in `lists`.
fn beginnings(
    index: &IndexReader<'_>,
    word: &str,
    lists: &[QueryList],
    most: usize,
) -> Result<Vec<QueryList>, ReadError> {
    let mut longest: Vec<QueryList> = Vec::new();
    // Stems whose first word does not begin with the query's and so is not visited itself.
    let mut outside: Vec<usize> = Vec::new();
    let mut first = None;
    let mut terms = index.words.terms_with(word)?;
    while let Some((near, found)) = terms.next()? {
        let first = *first.get_or_insert(found.number);
        let is_outside = found.stem < first;
        let again =
            if is_outside { outside.contains(&found.stem) } else { found.stem != found.number };
        let at = (index.number, found.stem);
        if found.stop && !found.is_title() || !is_new(at, lists) {
            continue;
        }
        if again {
            propose_shorter(&mut longest, &found, near);
            continue;
        }
        if is_outside {
            outside.push(found.stem);
        }
        keep_longest(&mut longest, list(index, found, text(near)), most);
    }
    Ok(longest)
}

/// Adds the numbers that begin with one and go on after a point: those of versions.
/// They count as the number itself.
fn add_longer_numbers(
    indexes: &Readers<'_>,
    word: &str,
    lists: &mut Vec<QueryList>,
) -> Result<(), ReadError> {
    if lists.is_empty()
        && word.bytes().any(|byte| byte == b'.')
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        let beginning = [word, "."].concat();
        indexes.all.iter().for_each(|index| index.prefetch_word(&beginning, true));
        add_beginnings(indexes, &beginning, lists)?;
        for list in lists {
            (list.instead, list.propose) = (None, false);
        }
    }
    Ok(())
}

/// Adds the stems of words that stand for the query's, and returns the word with the longest list.
fn add_instead(
    indexes: &Readers<'_>,
    words: Vec<String>,
    how: Instead,
    lists: &mut Vec<QueryList>,
) -> Result<Option<String>, ReadError> {
    let (mut best, mut longest) = (None, 0);
    let most = MAX_STEMS_INSTEAD * indexes.all.len();
    for word in words {
        let mut length = 0;
        indexes.try_each(|index| {
            for found in index.words.get(&word)? {
                if !is_new((index.number, found.stem), lists) || found.stop && how == Instead::Form
                {
                    continue;
                }
                length += found.list.len();
                let instead = (how != Instead::Form).then(|| word.clone());
                let mut list = list(index, found, instead);
                list.propose &= how == Instead::Meant;
                keep_longest(lists, list, most);
            }
            Ok(())
        })?;
        if length > longest {
            longest = length;
            best = Some(word);
        }
    }
    Ok(best)
}

/// The shortest word of a stem is the one to propose, *update* rather than *updatable*,
/// unless it was made of several.
fn propose_shorter(lists: &mut [QueryList], found: &TermEntry, word: &[u8]) {
    let list = lists.iter_mut().find(|list| list.at.1 == found.stem && !found.joined);
    if let Some(list) = list
        && let Some(instead) = &mut list.instead
        && (!list.propose || word.len() < instead.len())
    {
        list.propose = true;
        *instead = core::str::from_utf8(word).unwrap_or_default().to_owned();
    }
}

fn list(index: &IndexReader<'_>, found: TermEntry, instead: Option<String>) -> QueryList {
    let propose = found.stop == found.joined;
    let at = (index.number, found.stem);
    QueryList { at, first: at, list: found.list, instead, alone: found.alone, propose }
}

fn is_new(at: StemAt, lists: &[QueryList]) -> bool {
    lists.iter().all(|list| list.at != at)
}

/// Inserts a list where the longest comes first, unless there are `most` that are longer.
fn keep_longest(lists: &mut Vec<QueryList>, list: QueryList, most: usize) {
    let length = list.list.len();
    order::insert(lists, list, most, |longer| longer.list.len() >= length);
}

fn text(word: &[u8]) -> Option<String> {
    core::str::from_utf8(word).ok().map(ToOwned::to_owned)
}
