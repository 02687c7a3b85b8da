//! Keeps the best of many.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

/// The `limit` best items by score; of equal scores the lower number is better.
pub(super) struct Top<T> {
    limit: usize,
    heap: BinaryHeap<Reverse<Entry<T>>>,
}

struct Entry<T> {
    score: f64,
    number: usize,
    item: T,
}

impl<T> Top<T> {
    pub fn new(limit: usize) -> Self {
        Top { limit, heap: BinaryHeap::new() }
    }

    /// Keeps the item that `make` gives, if it is among the best so far. O(log limit).
    pub fn offer(&mut self, score: f64, number: usize, make: impl FnOnce() -> T) {
        let full = self.heap.len() >= self.limit;
        if full {
            let beaten = self.heap.peek().is_none_or(|Reverse(worst)| {
                rank(score, number, worst.score, worst.number) != Ordering::Greater
            });
            if beaten {
                return;
            }
            self.heap.pop();
        }
        let item = make();
        self.heap.push(Reverse(Entry { score, number, item }));
    }

    /// Best first.
    pub fn into_sorted(self) -> Vec<(f64, usize, T)> {
        let sorted = self.heap.into_sorted_vec().into_iter();
        sorted.map(|Reverse(entry)| (entry.score, entry.number, entry.item)).collect()
    }
}

/// Greater is better.
fn rank(score: f64, number: usize, other_score: f64, other_number: usize) -> Ordering {
    score.total_cmp(&other_score).then(other_number.cmp(&number))
}

impl<T> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        rank(self.score, self.number, other.score, other.number)
    }
}

impl<T> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Entry<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_sorting_everything(scores in prop::collection::vec(0u8..20, 0..60), limit in 0usize..20) {
            let mut top = Top::new(limit);
            let mut all: Vec<(f64, usize, usize)> = Vec::new();
            for (number, &score) in scores.iter().enumerate() {
                top.offer(score.into(), number, || number);
                all.push((score.into(), number, number));
            }
            all.sort_by(|a, b| rank(b.0, b.1, a.0, a.1));
            all.truncate(limit);
            prop_assert_eq!(top.into_sorted(), all);
        }
    }
}
