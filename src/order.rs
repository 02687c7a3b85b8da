//! Keeping things in order, and finding them there.
//!
//! The library's sorting takes kilobytes of WebAssembly for each type, and all
//! that is sorted here is short.

use alloc::vec::Vec;
use core::ops::Range;

/// The first number of a range for which `is_before` is false; the end where there is none. It has
/// to be true up to some number and false from there. Like [`slice::partition_point`], for values
/// that have to be read first. O(log n) reads.
pub(crate) fn partition_point<E>(
    range: Range<usize>,
    mut is_before: impl FnMut(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let Range { start: mut low, end: mut high } = range;
    while low < high {
        let middle = low.midpoint(high);
        if is_before(middle)? {
            low = middle.saturating_add(1);
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// Inserts an item behind all that go before it, which stand first, and keeps at most `most`.
/// O(log n) comparisons and O(n) moves.
pub(crate) fn insert<T>(
    items: &mut Vec<T>,
    item: T,
    most: usize,
    goes_before: impl FnMut(&T) -> bool,
) {
    let at = items.partition_point(goes_before);
    if at < most {
        items.truncate(most - 1);
        items.insert(at, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn the_point_is_where_it_turns_false() {
        for turn in 3..=9 {
            assert_eq!(partition_point(3..9, |at| Ok::<_, ()>(at < turn)), Ok(turn));
        }
        assert_eq!(partition_point(4..4, |_| Err(())), Ok(4));
        assert_eq!(partition_point(4..5, |_| Err(())), Err(()));
    }

    #[test]
    fn equals_stay_in_their_order_and_the_last_ones_go() {
        let mut items = vec![];
        for item in [(1, 'a'), (3, 'b'), (1, 'c'), (2, 'd'), (3, 'e')] {
            insert(&mut items, item, 4, |other| other.0 >= item.0);
        }
        assert_eq!(items, [(3, 'b'), (3, 'e'), (2, 'd'), (1, 'a')]);
        insert(&mut items, (9, 'f'), 0, |_| false);
        assert_eq!(items.len(), 4);
    }
}
