//! What has the query for a name.

use crate::analyze::key::Key;
use crate::error::Damage;
use crate::format::names::{Name, Named};
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// The pages and sections that are called like the query.
#[derive(Default)]
pub(crate) struct Namesakes {
    /// Documents, in order, and how much that counts: 1 where it is the title, else 1 by the root of
    /// the number of documents that have it for another name.
    pub pages: Vec<(usize, f64)>,
    /// The children with which sections begin that have it for a heading, in order.
    pub sections: Vec<usize>,
}

impl Namesakes {
    /// Looks a name up.
    pub fn find(sections: &Sections<'_>, key: Key) -> Result<Self, Damage> {
        let mut namesakes = Namesakes::default();
        let all = sections.names.find(key)?;
        let others = all.iter().filter(|named| named.what == Name::Other).count().max(1) as f64;
        for Named { number, what } in all {
            match what {
                Name::Heading => namesakes.sections.push(number),
                Name::Other => namesakes.pages.push((number, 1.0 / libm::sqrt(others))),
                Name::Title => namesakes.pages.push((number, 1.0)),
            }
        }
        Ok(namesakes)
    }

    /// How much the query is a name of a document.
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
