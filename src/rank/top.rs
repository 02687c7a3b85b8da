//! Keeps the best of many.

use super::sort::SortKey;
use alloc::collections::BinaryHeap;
use core::cmp::{Ordering, Reverse};

/// The `limit` best items by their rank.
pub(super) struct Top<'a, T> {
    limit: usize,
    heap: BinaryHeap<Reverse<Entry<'a, T>>>,
}

/// The rank of an item: being pinned and the conditions that it meets decide, then its sort key,
/// then its score; of equals the lower number is better.
#[derive(Clone, Copy)]
pub(super) struct Rank<'a> {
    pub preferred: u64,
    pub place: SortKey<'a>,
    pub score: f64,
    /// The number of its index, and its own there.
    pub at: (usize, usize),
}

struct Entry<'a, T> {
    rank: Rank<'a>,
    item: T,
}

impl<'a, T> Top<'a, T> {
    pub fn new(limit: usize) -> Self {
        Top { limit, heap: BinaryHeap::new() }
    }

    /// The least that an item must exceed to be kept, where that is known: first by the conditions
    /// that it meets, then by its score.
    pub fn least(&self) -> Option<(u64, f64)> {
        if self.limit == 0 {
            return Some((u64::MAX, f64::INFINITY));
        }
        let worst = self.heap.peek().filter(|_| self.heap.len() >= self.limit);
        worst.map(|Reverse(worst)| (worst.rank.preferred, worst.rank.score))
    }

    /// Keeps the item that `make` gives, if it is among the best so far. O(log limit).
    pub fn offer(&mut self, rank: Rank<'a>, make: impl FnOnce() -> T) {
        if self.heap.len() >= self.limit {
            let worst = self.heap.peek();
            if worst.is_none_or(|Reverse(worst)| rank.compare(&worst.rank) != Ordering::Greater) {
                return;
            }
            self.heap.pop();
        }
        self.push(rank, make());
    }

    /// Keeps an item whatever there is. Inlined, it would be in the WebAssembly twice.
    #[inline(never)]
    pub fn push(&mut self, rank: Rank<'a>, item: T) {
        self.heap.push(Reverse(Entry { rank, item }));
    }

    /// Best first.
    pub fn into_sorted(self) -> impl Iterator<Item = T> {
        self.heap.into_sorted_vec().into_iter().map(|Reverse(entry)| entry.item)
    }
}

impl Rank<'_> {
    /// Greater is better.
    fn compare(&self, other: &Self) -> Ordering {
        let place = self.preferred.cmp(&other.preferred).then(self.place.compare(&other.place));
        let score = place.then(self.score.total_cmp(&other.score));
        score.then(other.at.cmp(&self.at))
    }
}

impl<T> Ord for Entry<'_, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.compare(&other.rank)
    }
}

impl<T> PartialOrd for Entry<'_, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Entry<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Entry<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_sorting_everything(
            items in prop::collection::vec((0u64..3, prop::option::of("[a-c]"), 0u8..20), 0..60),
            descending: bool,
            limit in 0usize..20,
        ) {
            let mut top = Top::new(limit);
            let mut all: Vec<Rank<'_>> = Vec::new();
            for (number, (preferred, value, score)) in items.iter().enumerate() {
                let place = SortKey::new(value.as_deref(), descending);
                let at = (number % 3, number);
                let rank = Rank { preferred: *preferred, place, score: f64::from(*score), at };
                top.offer(rank, || number);
                all.push(rank);
            }
            all.sort_by(|a, b| b.compare(a));
            let best: Vec<usize> = all.iter().take(limit).map(|rank| rank.at.1).collect();
            prop_assert_eq!(top.into_sorted().collect::<Vec<_>>(), best);
        }
    }
}
