//! The plan of a split: the bytes that each file gets.

use crate::format::shards::{ENTRY_BYTES, Form, NewPiece};
use alloc::vec::Vec;
use core::ops::Range;

/// The number of the head among the files.
pub(super) const HEAD_NUMBER: usize = 0;

/// The pieces so far.
#[derive(Default)]
pub(super) struct Plan {
    pub pieces: Vec<NewPiece>,
    /// The number of their bytes.
    place: usize,
    /// The number of places that they take beyond their bytes.
    pub paddings: usize,
    /// The number of files besides the head.
    pub shards: usize,
}

impl Plan {
    fn push(&mut self, len: usize, file: usize, form: Form) {
        let piece = NewPiece { len, file, form, target: 0 };
        self.place += len;
        self.paddings += piece.places() - len;
        self.pieces.push(piece);
    }

    /// Gives the head all that is left up to a place.
    pub fn fill(&mut self, end: usize) {
        if end > self.place {
            self.push(end - self.place, HEAD_NUMBER, Form::Bytes);
        }
    }

    /// Gives a file an array of `entries` numbers.
    pub fn push_array(&mut self, entries: usize, file: usize) {
        self.push(ENTRY_BYTES * entries, file, Form::Array { more: false });
    }

    /// Gives the head the last entry of an array whose parts are in files.
    pub fn push_end(&mut self) {
        self.push_array(1, HEAD_NUMBER);
    }

    /// Takes `count` new files and returns the number of the first.
    pub fn take_files(&mut self, count: usize) -> usize {
        let first = self.shards + 1;
        self.shards += count;
        first
    }

    /// Gives each file of a row a piece. Returns the range of these among the pieces.
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

    /// Sets the pieces to which the numbers of arrays point.
    pub fn point(&mut self, arrays: Range<usize>, to: &Range<usize>) {
        let target = to.start - arrays.start;
        let arrays = self.pieces.get_mut(arrays).into_iter().flatten();
        arrays.for_each(|piece| piece.target = target);
    }
}

/// Groups neighbours. A group has at most `most` bytes, and at least about half of that. Within
/// these bounds it ends where the cost of its first item and the first one after it is least. Where
/// the cost depends on what the items are, and not on their number, one item more moves few cuts.
pub(super) fn groups<T, C: Ord>(
    items: &[T],
    bytes: impl Fn(&T) -> usize,
    most: usize,
    cost: impl Fn(&T, &T) -> C,
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
        // Of equal costs this takes the last. To cut after the last item is free.
        let cost_at = |count: &usize| match (rest.first(), rest.get(*count)) {
            (Some(first), Some(next)) => Some(cost(first, next)),
            _ => None,
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
