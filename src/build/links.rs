//! Counts how many documents link to each.

use crate::document::Links;
use crate::format::names::link_level;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// The links of documents that are added one after another.
#[derive(Default)]
pub(super) struct LinkCounts {
    /// The document at an address: the first of several.
    at: HashMap<u32, u32>,
    /// The links of all documents, one after another: how many
    /// addresses one may lead to, and these.
    links: Vec<u32>,
    /// The places at which those of the documents end.
    ends: Vec<usize>,
}

impl LinkCounts {
    /// Adds the next document.
    pub fn add(&mut self, links: &Links) {
        let number = self.ends.len() as u32;
        for &address in &links.addresses {
            self.at.entry(address).or_insert(number);
        }
        for target in &links.targets {
            self.links.push(target.len() as u32);
            self.links.extend(target);
        }
        self.ends.push(self.links.len());
    }

    /// For each document, the degree to which others link to it. A link leads to the first of its
    /// addresses at which there is a document. Links of a document to itself do not count.
    pub fn levels(&self) -> Vec<u8> {
        let mut linking = alloc::vec![0u32; self.ends.len()];
        let mut start = 0;
        for (from, &end) in self.ends.iter().enumerate() {
            let mut links = self.links.get(start..end).unwrap_or_default();
            let mut linked = BTreeSet::from([from as u32]);
            while let Some((&count, rest)) = links.split_first() {
                let (addresses, others) = rest.split_at_checked(count as usize).unwrap_or_default();
                linked.extend(addresses.iter().find_map(|address| self.at.get(address)));
                links = others;
            }
            linked.remove(&(from as u32));
            for to in linked {
                linking.get_mut(to as usize).into_iter().for_each(|count| *count += 1);
            }
            start = end;
        }
        linking.into_iter().map(link_level).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(documents: &[(&[u32], &[&[u32]])]) -> Vec<u8> {
        let mut counts = LinkCounts::default();
        for (addresses, targets) in documents {
            let targets = targets.iter().map(|target| target.to_vec()).collect();
            counts.add(&Links { addresses: addresses.to_vec(), targets });
        }
        counts.levels()
    }

    #[test]
    fn documents_that_link_to_another_count_once() {
        let first: (&[u32], &[&[u32]]) = (&[1, 2], &[&[1], &[3]]);
        // Two link to the first, one of them by both of its addresses, and one to the second.
        assert_eq!(levels(&[first, (&[3], &[&[1], &[2]]), (&[4], &[&[2], &[4]])]), [3, 2, 0]);
    }

    #[test]
    fn a_link_leads_to_the_first_address_that_is_there() {
        let pages = [&[1][..], &[2], &[3]].map(|addresses| (addresses, &[][..]));
        let linking: (&[u32], &[&[u32]]) = (&[4], &[&[9, 2, 1], &[3, 2]]);
        assert_eq!(levels(&[pages[0], pages[1], pages[2], linking]), [0, 2, 2, 0]);
        assert_eq!(levels(&[(&[1], &[]), (&[1], &[]), (&[4], &[&[1]])]), [2, 0, 0]);
    }

    #[test]
    fn levels_count_doublings_by_halves() {
        let levels = [0, 1, 2, 3, 7, 100, 180, 181, u32::MAX].map(link_level);
        assert_eq!(levels, [0, 2, 3, 4, 6, 13, 14, 15, 15]);
    }
}
