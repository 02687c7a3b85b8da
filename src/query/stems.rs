//! The stems of several indexes that are one.
//!
//! An index has no stems, but numbers for them and the words that have each. So stems of two
//! indexes are one where they have a word in common. Failing that, the words of one index are
//! forms of a word of the other by rules.

use super::{QueryList, forms};
use crate::error::ReadError;
use crate::format::dictionary::TermEntry;
use crate::format::pending::Pending;
use crate::index::Readers;
use crate::order;
use alloc::vec::Vec;

/// Unites the lists of each stem, and adds those of indexes that lack the words looked up. Keeps
/// `most` of the stems that stand for others, those with the longest lists.
pub(super) fn unite(
    indexes: &Readers<'_>,
    word: &str,
    most: usize,
    lists: &mut Vec<QueryList>,
) -> Result<(), ReadError> {
    let mut pending = Pending::default();
    let mut at = 0;
    // Those that are added may lead to further indexes.
    while let Some(list) = lists.get(at).cloned() {
        at += 1;
        pending.absorb(add_same(indexes, &list, lists))?;
    }
    if let Some(list) = lists.iter().find(|list| list.instead.is_none()).cloned() {
        pending.absorb(add_forms(indexes, word, &list, lists))?;
    }
    pending.finish()?;
    keep_longest(lists, most);
    Ok(())
}

/// Adds the lists of stems that have a word of a list's stem.
fn add_same(
    indexes: &Readers<'_>,
    list: &QueryList,
    lists: &mut Vec<QueryList>,
) -> Result<(), ReadError> {
    let own = indexes.get(list.at.0)?;
    let mut words = Vec::new();
    own.words.words_of(list.at.1, &mut words)?;
    indexes.try_each(|index| {
        for word in words.iter().filter(|_| index.number != list.at.0) {
            let word = core::str::from_utf8(word).unwrap_or_default();
            // A word may have several stems, which come in one order.
            let mut entries = own.words.get(word)?;
            let at = entries.iter().position(|entry| entry.stem == list.at.1);
            entries.truncate(at.map_or(0, |at| at + 1));
            let Some(last) = entries.pop() else { continue };
            let is_own = last.is_own();
            let nth = entries.iter().filter(|entry| entry.is_own() == is_own).count();
            let others = index.words.get(word)?.into_iter();
            if let Some(found) = others.filter(|entry| entry.is_own() == is_own).nth(nth) {
                add(list, index.number, found, lists);
            }
        }
        Ok(())
    })
}

/// Adds the list of an entry, which is of the same stem as another list.
fn add(list: &QueryList, index: usize, found: TermEntry, lists: &mut Vec<QueryList>) {
    let at = (index, found.stem);
    if let Some(known) = lists.iter().find(|other| other.at == at).cloned() {
        join(list, &known, lists);
        return;
    }
    let new = QueryList { at, list: found.list, alone: false, propose: false, ..list.clone() };
    lists.push(new);
}

/// Makes one of two stems.
fn join(list: &QueryList, known: &QueryList, lists: &mut [QueryList]) {
    // What is the word itself in one of them is no other spelling of it.
    let instead = list.instead.as_ref().filter(|_| known.instead.is_some());
    for other in lists.iter_mut() {
        if other.first == known.first || other.first == list.first {
            other.propose &= other.first == list.first;
            (other.first, other.instead) = (list.first, instead.cloned());
        }
    }
}

/// Adds the lists of other forms of a word where an index lacks all words of its stem. What several
/// indexes have for it is one.
fn add_forms(
    indexes: &Readers<'_>,
    word: &str,
    list: &QueryList,
    lists: &mut Vec<QueryList>,
) -> Result<(), ReadError> {
    indexes.try_each(|index| {
        let mut own =
            lists.iter().filter(|other| other.at.0 == index.number && other.instead.is_none());
        if own.clone().any(|other| other.first == list.first) {
            return Ok(());
        }
        if let Some(other) = own.next().cloned() {
            join(list, &other, lists);
            return Ok(());
        }
        for form in forms::of_one_stem(index, word)? {
            for found in index.words.get(&form)? {
                if found.is_own() && !found.stop {
                    add(list, index.number, found, lists);
                }
            }
        }
        Ok(())
    })
}

/// Keeps the lists of words themselves, and of `most` stems that stand for others, those with the
/// longest lists in all indexes, the longest first.
fn keep_longest(lists: &mut Vec<QueryList>, most: usize) {
    let same = |first| lists.iter().filter(move |list: &&QueryList| list.first == first);
    let mut sorted: Vec<(usize, QueryList)> = Vec::new();
    for list in lists.iter() {
        let bytes = same(list.first).map(|list| list.list.len()).sum();
        order::insert(&mut sorted, (bytes, list.clone()), usize::MAX, |other| other.0 >= bytes);
    }
    let mut stems = Vec::new();
    lists.clear();
    for (_, list) in sorted {
        let is_other = list.instead.as_ref().is_some_and(|word| !word.is_empty());
        if is_other && !stems.contains(&list.first) {
            stems.push(list.first);
        }
        if stems.len() <= most {
            lists.push(list);
        }
    }
}
