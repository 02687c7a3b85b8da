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

/// The values of a key, while they are counted.
#[derive(Default)]
pub(super) struct Counting<'a> {
    /// In their order, so that each is found by halving.
    values: Vec<Counted<'a>>,
    /// The number of documents that were counted.
    documents: usize,
}

struct Counted<'a> {
    value: &'a str,
    documents: usize,
    /// The last of these, counted from 1, as a document may have a value several times.
    last: usize,
}

impl<'a> Counting<'a> {
    /// Counts a document with these values. O(n log n) comparisons.
    pub fn count(&mut self, values: Vec<&'a str>) {
        self.documents += 1;
        for value in values {
            let at = self.values.partition_point(|known| known.value < value);
            match self.values.get_mut(at).filter(|known| known.value == value) {
                Some(known) => {
                    known.documents += usize::from(known.last != self.documents);
                    known.last = self.documents;
                }
                None => {
                    let new = Counted { value, documents: 1, last: self.documents };
                    self.values.insert(at, new);
                }
            }
        }
    }
}

impl Facet {
    /// Most frequent first, equals in their order.
    pub(super) fn new(key: &str, counting: Counting<'_>) -> Self {
        let mut values: Vec<(String, usize)> = Vec::with_capacity(counting.values.len());
        for Counted { value, documents, .. } in counting.values {
            let goes_before = |&(_, other): &(_, usize)| other >= documents;
            order::insert(&mut values, (value.into(), documents), usize::MAX, goes_before);
        }
        Facet { key: key.into(), values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(documents: &[&[&str]]) -> Vec<(String, usize)> {
        let mut values = Counting::default();
        documents.iter().for_each(|document| values.count(document.to_vec()));
        Facet::new("tag", values).values
    }

    #[test]
    fn a_document_counts_once_for_each_value() {
        let values = counted(&[&["b", "a", "b"], &["c", "b"], &[]]);
        let values: Vec<_> = values.iter().map(|(value, count)| (value.as_str(), *count)).collect();
        assert_eq!(values, [("b", 2), ("a", 1), ("c", 1)]);
    }

    #[test]
    fn a_document_may_have_very_many_values() {
        // If each were compared with all others, this would take very long.
        let values: Vec<String> = (0..20_000).rev().map(|at| std::format!("{at:05}")).collect();
        let values: Vec<&str> = values.iter().flat_map(|value| [value.as_str(); 2]).collect();
        let found = counted(&[&values, &["00007", "x"]]);
        assert_eq!(found.len(), 20_001);
        assert_eq!(found.first(), Some(&("00007".into(), 2)));
        assert_eq!(found.get(1), Some(&("00000".into(), 1)));
        assert_eq!(found.last(), Some(&("x".into(), 1)));
    }
}
