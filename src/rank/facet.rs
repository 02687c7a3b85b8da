//! Counts values over the documents that match.

use crate::order;
use alloc::string::String;
use alloc::vec::Vec;

/// The values of a key over the documents that match.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Facet {
    /// The key.
    pub key: String,
    /// Each value and the number of documents that have it, most frequent first.
    pub values: Vec<(String, usize)>,
}

impl Facet {
    pub(super) fn new(key: &str) -> Self {
        Facet { key: key.into(), values: Vec::new() }
    }

    /// Counts a document with these values.
    pub(super) fn count(&mut self, values: &[&str]) {
        for (at, value) in values.iter().enumerate() {
            if !values.iter().take(at).any(|before| before == value) {
                self.add(value);
            }
        }
    }

    /// Values are kept in their order, so that each is found by halving.
    fn add(&mut self, value: &str) {
        let at = self.values.partition_point(|(known, _)| known.as_str() < value);
        match self.values.get_mut(at).filter(|(known, _)| known == value) {
            Some((_, count)) => *count += 1,
            None => self.values.insert(at, (value.into(), 1)),
        }
    }

    /// Most frequent first, equals in their order.
    pub(super) fn sort(&mut self) {
        let mut sorted: Vec<(String, usize)> = Vec::with_capacity(self.values.len());
        for (value, count) in self.values.drain(..) {
            order::insert(&mut sorted, (value, count), usize::MAX, |&(_, other)| other >= count);
        }
        self.values = sorted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_counts_once_for_each_value() {
        let mut facet = Facet::new("tag");
        facet.count(&["b", "a", "b"]);
        facet.count(&["c", "b"]);
        facet.count(&[]);
        facet.sort();
        let values: Vec<(&str, usize)> =
            facet.values.iter().map(|(value, count)| (value.as_str(), *count)).collect();
        assert_eq!(values, [("b", 2), ("a", 1), ("c", 1)]);
    }
}
