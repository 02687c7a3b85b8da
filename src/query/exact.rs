//! Pages and sections that have the query for a name.

use crate::analyze::key::Key;
use crate::error::ReadError;
use crate::format::names::{Name, Named};
use crate::index::{ForEach, Readers};
use alloc::vec::Vec;
use core::ops::Range;

/// The pages and sections that are called like the query.
#[derive(Default)]
pub(crate) struct ExactNames {
    /// Documents, in order, and how much that counts.
    pub pages: Vec<(usize, f64)>,
    /// The children with which sections begin that have it for a heading, in order.
    headings: Vec<usize>,
    /// The children with which terms of lists begin that have it for an anchor, in order.
    terms: Vec<usize>,
    /// Whether it is the title of a document, or another name that no other document has.
    #[cfg(feature = "explore")]
    pub is_title: bool,
}

/// The most that links add to what a name counts.
const MAX_LINK_BONUS: f64 = 0.5;

impl ExactNames {
    /// Looks a name up, if it is one; those of each index. A title counts 1, another name 1 by the
    /// root of the number of documents that have it so. If several documents have the name, links
    /// tell which one is meant.
    pub fn find(indexes: &Readers<'_>, key: Option<Key>) -> Result<ForEach<Self>, ReadError> {
        let mut pages: Vec<(usize, Named)> = Vec::new();
        let mut found = indexes.try_map(|index| {
            let mut names = ExactNames::default();
            for named in key.map_or(Ok(Vec::new()), |key| index.names.find(key))? {
                match named.what {
                    Name::Heading => names.headings.push(named.number),
                    Name::Term => names.terms.push(named.number),
                    _ => pages.push((index.number, named)),
                }
            }
            Ok(names)
        })?;
        Self::add_pages(&mut found, &pages);
        Ok(found)
    }

    /// Adds the documents of that name, each with the number of its index.
    fn add_pages(found: &mut [Self], pages: &[(usize, Named)]) {
        let others = pages.iter().filter(|(_, named)| named.what == Name::Other).count();
        let share_of_others = 1.0 / libm::sqrt(others.max(1) as f64);
        let most = pages.iter().map(|(_, named)| named.level).max().unwrap_or_default().max(1);
        let place = |page: &(usize, Named)| (page.0, page.1.number);
        let several = pages.first().map(place) != pages.last().map(place);
        for (number, named) in pages {
            let share = if named.what == Name::Title { 1.0 } else { share_of_others };
            let linked = f64::from(named.level) / f64::from(most);
            let bonus = if several { MAX_LINK_BONUS * linked * linked } else { 0.0 };
            if let Some(names) = found.get_mut(*number) {
                names.pages.push((named.number, share + bonus));
            }
        }
        #[cfg(feature = "explore")]
        for names in found {
            names.is_title = others == 1 || others < pages.len();
        }
    }

    /// The degree to which the query is a name of a document, 0 to 1.5.
    pub fn share(&self, document: usize) -> f64 {
        let at = self.pages.partition_point(|(number, _)| *number < document);
        // A document's title stands before its other names.
        let page = self.pages.get(at).filter(|(number, _)| *number == document);
        page.map_or(0.0, |(_, share)| *share)
    }

    /// All children that begin a section which is called like the query.
    pub fn sections(&self) -> impl Iterator<Item = usize> {
        self.headings.iter().chain(&self.terms).copied()
    }

    /// The children of a document that begin a section of which the query is the heading,
    /// counted from the document's first.
    pub fn headings(&self, children: &Range<usize>) -> impl Iterator<Item = usize> {
        within(&self.headings, children)
    }

    /// The same for terms of lists.
    pub fn terms(&self, children: &Range<usize>) -> impl Iterator<Item = usize> {
        within(&self.terms, children)
    }
}

/// The numbers in a range, from its start on. They rise, unless the index is damaged.
fn within(numbers: &[usize], range: &Range<usize>) -> impl Iterator<Item = usize> {
    let from = numbers.partition_point(|&number| number < range.start);
    let Range { start, end } = *range;
    let inside = numbers.iter().skip(from).take_while(move |number| (start..end).contains(number));
    inside.map(move |number| number - start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn numbers_that_do_not_rise_are_passed_over() {
        let found = |numbers: &[usize]| within(numbers, &(5..15)).collect::<Vec<_>>();
        assert_eq!(found(&[2, 5, 9, 14, 15]), [0, 4, 9]);
        // A damaged index may say so.
        assert_eq!(found(&[6, 7, 0]), [1, 2]);
        assert!(found(&[0, 20, 6]).is_empty());
    }
}
