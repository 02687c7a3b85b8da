//! In which chunk a child lies, without a search: what the section `tree` says, turned around.
//!
//! One bit for each child says whether a chunk begins with it, and how many do up to a child is its
//! chunk. That is a sixteenth of the size of their numbers. It is made when it is first asked for and
//! kept as long as the index is open.

use alloc::vec;
use alloc::vec::Vec;

/// The chunks of one level, or the documents.
#[derive(Debug)]
pub(crate) struct Ranks(Vec<Rank>);

/// Of 64 children.
#[derive(Clone, Debug, Default)]
struct Rank {
    /// Those with which a chunk begins.
    starts: u64,
    /// How many chunks begin before them.
    before: u32,
}

impl Ranks {
    /// For so many children and for chunks with these first ones. Linear in the number of both.
    pub fn new(children: usize, firsts: &[usize]) -> Self {
        let mut ranks = vec![Rank::default(); children / 64 + 1];
        for &first in firsts {
            if let Some(rank) = ranks.get_mut(first / 64) {
                rank.starts |= 1 << (first % 64);
            }
        }
        let mut before = 0;
        for rank in &mut ranks {
            rank.before = before;
            before += rank.starts.count_ones();
        }
        Ranks(ranks)
    }

    /// The number of the chunk in which a child lies.
    pub fn of(&self, child: u32) -> usize {
        let rank = self.0.get(child as usize / 64);
        let up_to = |rank: &Rank| rank.before + (rank.starts << (63 - child % 64)).count_ones();
        rank.map_or(0, up_to).saturating_sub(1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_child_lies_in_the_last_chunk_that_does_not_begin_after_it(
            lengths in prop::collection::vec(1usize..200, 1..40),
        ) {
            let mut starts = vec![0];
            for length in lengths {
                starts.push(starts.last().unwrap() + length);
            }
            let children = starts.pop().unwrap();
            let ranks = Ranks::new(children, &starts);
            for child in 0..children {
                let chunk = starts.partition_point(|&start| start <= child) - 1;
                prop_assert_eq!(ranks.of(child as u32), chunk);
            }
        }

        #[test]
        fn any_numbers_give_ranks(
            starts in prop::collection::vec(0usize..9999, 0..40),
            children in 0usize..9999,
            child: u32,
        ) {
            prop_assert!(Ranks::new(children, &starts).of(child) <= starts.len());
        }
    }
}
