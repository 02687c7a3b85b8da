//! Counts how many documents link to each.

use crate::document::Links;
use crate::format::names::link_level;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// The links of documents that are added one after another.
#[derive(Default)]
pub(super) struct LinkCounts {
    /// For each document its addresses.
    addresses: Vec<Vec<u32>>,
    /// The number of documents that link to an address.
    linking: HashMap<u32, u32>,
}

impl LinkCounts {
    /// Adds the next document. Links to itself do not count.
    pub fn add(&mut self, links: &Links) {
        let Links { addresses, targets } = links;
        for target in targets.iter().filter(|target| !addresses.contains(target)) {
            *self.linking.entry(*target).or_default() += 1;
        }
        self.addresses.push(addresses.clone());
    }

    /// For each document, the degree to which others link to it.
    pub fn levels(&self) -> Vec<u8> {
        let to = |address: &u32| self.linking.get(address).copied().unwrap_or_default();
        self.addresses.iter().map(|all| link_level(all.iter().map(to).sum())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_that_link_to_another_count() {
        let mut counts = LinkCounts::default();
        counts.add(&Links { addresses: [1, 2].into(), targets: [1, 3, 9].into() });
        counts.add(&Links { addresses: [3].into(), targets: [1].into() });
        counts.add(&Links { addresses: [4].into(), targets: [2, 3, 4].into() });
        // Two link to the first, one by each of its addresses; two to the second; none to the last.
        assert_eq!(counts.levels(), [3, 3, 0]);
    }

    #[test]
    fn levels_count_doublings_by_halves() {
        let levels = [0, 1, 2, 3, 7, 100, 180, 181, u32::MAX].map(link_level);
        assert_eq!(levels, [0, 2, 3, 4, 6, 13, 14, 15, 15]);
    }
}
