//! A set of small numbers that can be added to while others read.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering};

/// One bit for each number.
#[derive(Debug)]
pub(crate) struct BitSet(Vec<AtomicU32>);

impl BitSet {
    /// An empty set for the numbers below `count`.
    pub fn new(count: usize) -> Self {
        BitSet((0..count.div_ceil(32)).map(|_| AtomicU32::new(0)).collect())
    }

    pub fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 32);
        word.is_some_and(|word| word.load(Ordering::Relaxed) & (1 << (number % 32)) != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| word.load(Ordering::Relaxed) == 0)
    }

    /// Numbers beyond the set are passed over.
    pub fn insert(&self, number: usize) {
        if let Some(word) = self.0.get(number / 32) {
            word.fetch_or(1 << (number % 32), Ordering::Relaxed);
        }
    }
}
