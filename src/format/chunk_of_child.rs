//! Gives the chunk of a child without a search: the reverse of the section `tree`.
//!
//! One bit for each child says whether a chunk begins with it. The number of such bits up to a
//! child gives its chunk. That takes a sixteenth of the memory of the chunks' numbers. It is made
//! when it is first asked for and kept as long as the index is open.

use alloc::vec;
use alloc::vec::Vec;

/// The chunks of one level, or the documents.
#[derive(Debug)]
pub(crate) struct ChunkOfChild(Vec<Rank>);

/// The ranks of 64 children.
#[derive(Clone, Debug, Default)]
struct Rank {
    /// A bit for each child with which a chunk begins.
    starts: u64,
    /// The number of chunks that begin before these children.
    before: u32,
}

impl ChunkOfChild {
    /// Makes it for `children` children, with no chunk begun.
    pub fn of_none(children: usize) -> Self {
        ChunkOfChild(vec![Rank::default(); (children / 64).saturating_add(1)])
    }

    /// Notes that a chunk begins with a child.
    pub fn begin(&mut self, child: usize) {
        if let Some(rank) = self.0.get_mut(child / 64) {
            rank.starts |= 1 << (child % 64);
        }
    }

    /// Counts the chunks, after the last of them has begun. Linear in the number of children.
    pub fn counted(mut self) -> Self {
        let mut before = 0u32;
        for rank in &mut self.0 {
            rank.before = before;
            before = rank.starts.count_ones().saturating_add(before);
        }
        self
    }

    /// The number of the chunk in which a child lies. Inlined, as it is called for each posting.
    #[inline(always)]
    pub fn of(&self, child: u32) -> usize {
        let Some(Rank { starts, before }) = self.0.get(child as usize / 64) else { return 0 };
        // This counts at most as many bits as there are, so the sum has room.
        let up_to = before.wrapping_add((starts << (!child % 64)).count_ones());
        up_to.saturating_sub(1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(children: usize, starts: &[usize]) -> ChunkOfChild {
        let mut ranks = ChunkOfChild::of_none(children);
        starts.iter().for_each(|&start| ranks.begin(start));
        ranks.counted()
    }

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
            let ranks = of(children, &starts);
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
            prop_assert!(of(children, &starts).of(child) <= starts.len());
        }
    }
}
