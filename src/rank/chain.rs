//! Finds phrases by the pairs of terms that follow each other in them, without a text.

use crate::error::ReadError;
use crate::format::meta::Meta;
use crate::format::pairs::{Pairs, Place, Places};
use crate::query::Phrase;
use alloc::vec::Vec;
use core::ops::Range;

/// Pairs of terms that follow each other in a phrase.
struct Chain {
    /// The place of the first one.
    first: Range<u32>,
    /// The last one, and its number in the phrase.
    last: Place,
    link: usize,
}

/// The places of a phrase of two terms or more: in titles, in headings and in bodies, each in
/// order. O(length of the pairs' records + n log n) for the places of the pairs.
pub(super) fn places(
    pairs: &Pairs<'_>,
    phrase: &Phrase,
    meta: &Meta,
) -> Result<[Vec<Range<u32>>; 3], ReadError> {
    let mut fields: Option<[Vec<Chain>; 3]> = None;
    for (link, first, second) in phrase.pairs() {
        let Places { titles, headings, bodies } = pairs.get(first, second, meta)?;
        match &mut fields {
            None => fields = Some([begin(titles), begin(headings), begin(bodies)]),
            Some([of_titles, of_headings, of_bodies]) => {
                extend(of_titles, &titles, link);
                extend(of_headings, &headings, link);
                extend(of_bodies, &bodies, link);
            }
        }
    }
    let [titles, headings, bodies] = fields.unwrap_or_default();
    Ok([firsts(&titles), firsts(&headings), firsts(&bodies)])
}

fn firsts(chains: &[Chain]) -> Vec<Range<u32>> {
    chains.iter().map(|chain| chain.first.clone()).collect()
}

fn begin(places: Vec<Place>) -> Vec<Chain> {
    let begin = |last: Place| Chain { first: last.at.clone(), last, link: 0 };
    places.into_iter().map(begin).collect()
}

/// Keeps the chains that go on with the pair of that number. A phrase ends in the child in which it
/// begins or in the next one.
fn extend(chains: &mut Vec<Chain>, next: &[Place], number: usize) {
    chains.retain_mut(|Chain { first, last, link }| {
        let terms = number.saturating_sub(*link) as u32;
        let start = last.at.start;
        let sought = match last.crosses {
            // The second term of the last pair begins the child.
            true => (start.saturating_add(1), terms.saturating_sub(1)),
            false => (start, last.term.saturating_add(terms)),
        };
        let place = |place: &Place| (place.at.start, place.term);
        let found = next.get(next.partition_point(|next| place(next) < sought));
        let found = found.filter(|found| place(found) == sought);
        let most = first.start.saturating_add(1);
        let ends = |place: &Place| place.at.start.saturating_add(place.crosses.into());
        let Some(found) = found.filter(|found| ends(found) <= most) else { return false };
        last.clone_from(found);
        *link = number;
        true
    });
}
