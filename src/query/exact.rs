//! Pages and sections that have the query for a name.

use crate::analyze::key::Key;
use crate::error::ReadError;
use crate::format::names::{Name, Named};
use crate::index::IndexReader;
use alloc::vec::Vec;
use core::ops::Range;

/// The pages and sections that are called like the query.
#[derive(Default)]
pub(crate) struct ExactNames {
    /// Documents, in order, and how much that counts: 1 where it is the title, else 1 by the root of
    /// the number of documents that have it for another name.
    pub pages: Vec<(usize, f64)>,
    /// The children with which sections begin that have it for a heading, in order.
    pub sections: Vec<usize>,
}

impl ExactNames {
    /// Looks a name up.
    pub fn find(index: &IndexReader<'_>, key: Key) -> Result<Self, ReadError> {
        let mut names = ExactNames::default();
        let all = index.names.find(key)?;
        let others = all.iter().filter(|named| named.what == Name::Other).count().max(1) as f64;
        for Named { number, what } in all {
            match what {
                Name::Heading => names.sections.push(number),
                Name::Other => names.pages.push((number, 1.0 / libm::sqrt(others))),
                Name::Title => names.pages.push((number, 1.0)),
            }
        }
        Ok(names)
    }

    /// The degree to which the query is a name of a document, 0 to 1.
    pub fn share(&self, document: usize) -> f64 {
        let at = self.pages.partition_point(|(number, _)| *number < document);
        // A document's title stands before its other names.
        let page = self.pages.get(at).filter(|(number, _)| *number == document);
        page.map_or(0.0, |(_, share)| *share)
    }

    /// The children of a document, by number, that begin a section of which the query is the
    /// heading.
    pub fn sections(&self, children: &Range<usize>) -> impl Iterator<Item = usize> {
        let from = self.sections.partition_point(|&child| child < children.start);
        let children = children.clone();
        self.sections.iter().skip(from).copied().take_while(move |child| children.contains(child))
    }
}
