//! Chooses the rarest words, whose lists are short and say most.

use super::QueryTerm;
use crate::order;
use alloc::vec::Vec;

/// This many of the words of a phrase, the rarest, say which texts are to be read, if the
/// lists of all phrases have no more bytes than the next constant says. Failing that, the
/// rarest one of each phrase says it.
const MAX_RAREST_WORDS: usize = 4;
pub(super) const MAX_PHRASE_LIST_BYTES: usize = 1 << 17;

/// Of the lists of the words of a query, this many bytes are read, and in an index of more children
/// a byte for each of these. The rarest words come first, and others are passed over as stop words
/// are. Where there are only stop words, it is two thirds of that. A word has less than two bytes
/// for each child, and all those of nearly any question come to less than this.
pub(super) const MIN_LIST_BYTES: usize = 1 << 17;

/// The rarest terms of a phrase, each once, the one with the shortest lists first; none where no
/// text has one of them. All but the first have room.
pub(super) fn rarest(terms: Vec<QueryTerm>, room: &mut usize) -> Vec<QueryTerm> {
    if terms.iter().any(|term| term.lists.is_empty()) {
        return Vec::new();
    }
    let mut rarest: Vec<QueryTerm> = Vec::new();
    for term in terms {
        if rarest.iter().all(|other| other.text != term.text) {
            let length = term.length();
            order::insert(&mut rarest, term, MAX_RAREST_WORDS, |other| other.length() <= length);
        }
    }
    let mut is_first = true;
    rarest.retain(|term| {
        let fits = term.length() <= *room;
        *room = if fits { *room - term.length() } else { 0 };
        core::mem::take(&mut is_first) || fits
    });
    rarest
}

/// The terms in their order without the commonest, as far as all have more than `most` bytes of
/// lists. The last one may be a beginning, which stays: it is what is being typed.
pub(super) fn keep_rarest(mut terms: Vec<QueryTerm>, most: usize) -> Vec<QueryTerm> {
    let last = terms.pop_if(|last| last.is_prefix());
    let mut shortest: Vec<(usize, usize)> = Vec::new();
    for (number, length) in terms.iter().map(QueryTerm::length).enumerate() {
        order::insert(&mut shortest, (length, number), usize::MAX, |(other, _)| *other <= length);
    }
    let mut sum = 0;
    let fit = shortest.iter().take_while(|(length, _)| {
        sum += length;
        sum <= most
    });
    let fit = fit.count().max(1);
    shortest.truncate(fit);
    let mut at = 0;
    terms.retain(|_| {
        at += 1;
        shortest.iter().any(|&(_, kept)| kept + 1 == at)
    });
    terms.extend(last);
    terms
}
