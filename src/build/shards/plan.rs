//! Which file gets which bytes.

use crate::format::shards::{ENTRY, Form, NewPiece};
use alloc::vec::Vec;
use core::ops::Range;

/// The number of the head among the files.
pub(super) const HEAD: usize = 0;

/// The pieces so far.
#[derive(Default)]
pub(super) struct Plan {
    pub pieces: Vec<NewPiece>,
    /// How many bytes they have.
    place: usize,
    /// How many more places they take.
    pub paddings: usize,
    /// How many files there are besides the head.
    pub shards: usize,
}

impl Plan {
    fn push(&mut self, len: usize, file: usize, form: Form) {
        let piece = NewPiece { len, file, form, target: 0 };
        self.place += len;
        self.paddings += piece.places() - len;
        self.pieces.push(piece);
    }

    /// Leaves what is up to a place to the head.
    pub fn fill(&mut self, end: usize) {
        if end > self.place {
            self.push(end - self.place, HEAD, Form::Bytes);
        }
    }

    /// Gives a file an array of so many entries.
    pub fn push_array(&mut self, entries: usize, file: usize) {
        self.push(ENTRY * entries, file, Form::Array { more: false });
    }

    /// Gives the head the last entry of an array that files have in parts.
    pub fn push_end(&mut self) {
        self.push_array(1, HEAD);
    }

    /// Takes so many files that are not there yet; gives the number of the first.
    pub fn take_files(&mut self, count: usize) -> usize {
        let first = self.shards + 1;
        self.shards += count;
        first
    }

    /// Gives files in a row a piece each; gives where these are among the pieces.
    pub fn push_each(
        &mut self,
        first: usize,
        lengths: impl Iterator<Item = usize>,
        form: Form,
    ) -> Range<usize> {
        let start = self.pieces.len();
        for (file, len) in (first..).zip(lengths) {
            self.push(len, file, form);
        }
        start..self.pieces.len()
    }

    /// Says of arrays where the bytes lie that they point to.
    pub fn point(&mut self, arrays: Range<usize>, to: &Range<usize>) {
        let target = to.start - arrays.start;
        let arrays = self.pieces.get_mut(arrays).into_iter().flatten();
        arrays.for_each(|piece| piece.target = target);
    }
}

/// Neighbours together: as many as have at most so many bytes, or fewer, down to half of that,
/// where it costs less that a group begins with the one item and the next with the other.
pub(super) fn groups<T>(
    items: &[T],
    bytes: impl Fn(&T) -> usize,
    most: usize,
    cost: impl Fn(&T, &T) -> i64,
) -> Vec<&[T]> {
    let mut groups = Vec::new();
    let mut rest = items;
    while !rest.is_empty() {
        let fitting = |most| {
            let mut sum = 0;
            let fits = |item: &&T| {
                sum += bytes(item);
                sum <= most
            };
            rest.iter().take_while(fits).count().max(1)
        };
        // The last of those that cost the same; to end with all is free.
        let cost_at = |count: &usize| match (rest.first(), rest.get(*count)) {
            (Some(first), Some(next)) => cost(first, next),
            _ => 0,
        };
        let count = (fitting(most / 2)..=fitting(most)).rev().min_by_key(cost_at);
        let (group, after) = rest.split_at_checked(count.unwrap_or(1)).unwrap_or((rest, &[]));
        groups.push(group);
        rest = after;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(costs: &[i64], most: usize) -> Vec<usize> {
        let items: Vec<i64> = costs.to_vec();
        let groups = groups(&items, |_| 1, most, |_, next| *next);
        groups.into_iter().map(<[i64]>::len).collect()
    }

    #[test]
    fn groups_are_as_large_as_may_be_where_all_cuts_cost_the_same() {
        assert_eq!(lengths(&[0; 10], 4), [4, 4, 2]);
        assert_eq!(lengths(&[3; 10], 4), [4, 4, 2]);
    }

    #[test]
    fn cuts_are_where_they_cost_least_within_half_of_the_size() {
        assert_eq!(lengths(&[9, 9, 1, 9, 9, 9, 9], 4), [2, 4, 1], "before the third");
        assert_eq!(lengths(&[9, 0, 5, 4, 5, 9, 9], 4), [3, 4], "not before the second");
    }
}
