//! Section `tree`: the chunks of all levels and the documents, as ranges of what lies below them.
//!
//! Chunks of a level are numbered through in document order. So the children of a chunk, and the
//! coarsest chunks of a document, are ranges of numbers. A range needs only its start, as it ends
//! where the next one starts. Each array has one more entry for the end.

use super::chunk_of_child::ChunkOfChild;
use super::far_u32s::FarU32s;
use super::meta::Meta;
use super::pending::Deferred;
use super::wire::U32s;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};
use crate::order::partition_point;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;
use once_cell::race::OnceBox;

/// The most levels of an index. Each level has data as large as the number of children.
pub(crate) const MAX_LEVELS: usize = 8;

/// The bit of a chunk that is a list of links.
const LINK_LIST_FLAG: u32 = 1 << 31;

/// The section, opened.
pub(crate) struct Tree<'a> {
    meta: &'a Meta,
    tiles: FarU32s<'a>,
    /// For each level above the children, and last for the documents, the first chunk below.
    firsts: Vec<Deferred<U32s<'a>>>,
    leads: Vec<FarU32s<'a>>,
    ranks: &'a OnceBox<Vec<ChunkOfChild>>,
}

impl<'a> Tree<'a> {
    /// In an index in one file, checks the whole section on first use. After that, cost grows with
    /// the number of levels. Bytes that are not loaded are asked for, so that they come with those
    /// that a query needs.
    pub fn open(
        section: SectionBytes<'a>,
        meta: &'a Meta,
        ranks: &'a OnceBox<Vec<ChunkOfChild>>,
    ) -> Result<Self, ReadError> {
        let levels = meta.chunks.len();
        let mut arrays = Arrays::default();
        let tiles = FarU32s::open(section, arrays.next(entries(meta, 0)))?;
        let mut tree = Tree { meta, tiles, firsts: Vec::new(), leads: Vec::new(), ranks };
        for level in 1..=levels {
            let firsts = section.u32s(arrays.next(entries(meta, level)));
            tree.firsts.push(Deferred::new(firsts)?);
        }
        if meta.overlaps.iter().any(|&overlap| overlap > 0) {
            for level in 0..levels {
                tree.leads.push(FarU32s::open(section, arrays.next(count(meta, level)))?);
            }
        }
        if levels > MAX_LEVELS || arrays.at != section.len() {
            return Err(section.corrupt(&"its length does not fit the number of chunks"));
        }
        Ok(tree)
    }

    /// The number of levels of chunks.
    pub fn levels(&self) -> usize {
        self.firsts.len()
    }

    /// The number of chunks of a level. The level after the last is that of the documents.
    pub fn count(&self, level: usize) -> usize {
        count(self.meta, level)
    }

    /// Whether chunks overlap.
    pub fn overlaps(&self) -> bool {
        !self.leads.is_empty()
    }

    /// The numbers of the children of a chunk. At the level after the last, `chunk` is a document.
    pub fn children(&self, level: usize, chunk: usize) -> Result<Range<usize>, ReadError> {
        self.descend(level, chunk, 0)
    }

    /// The numbers of the chunks of level `to` under chunk number `chunk` of level `from`.
    pub fn descend(&self, from: usize, chunk: usize, to: usize) -> Result<Range<usize>, ReadError> {
        let mut range = chunk..chunk.saturating_add(1);
        for level in (to..from).rev() {
            let firsts = self.firsts.get(level).ok_or_else(unknown_level)?.get()?;
            let first = |chunk| Ok::<_, ReadError>((firsts.get(chunk)? & !LINK_LIST_FLAG) as usize);
            range = first(range.start)?..first(range.end)?;
            if range.start > range.end || range.end > self.count(level) {
                return Err(SectionId::Tree.corrupt(&"its numbers do not rise or refer to nothing"));
            }
        }
        Ok(range)
    }

    /// Whether a chunk of a level above the children is a list of links.
    pub fn is_link_list(&self, level: usize, chunk: usize) -> Result<bool, ReadError> {
        let firsts = level.checked_sub(1).and_then(|below| self.firsts.get(below));
        firsts.map_or(Ok(false), |firsts| Ok(firsts.get()?.get(chunk)? >= LINK_LIST_FLAG))
    }

    /// The chunks of a level, by the children in them. The level after the last has the documents.
    pub fn ranks(&self, level: usize) -> Result<&'a ChunkOfChild, ReadError> {
        let all = self.ranks.get_or_try_init(|| {
            let mut all = Vec::new();
            for level in 0..=self.levels() {
                let mut ranks = ChunkOfChild::of_none(self.count(0));
                for chunk in 0..self.count(level) {
                    ranks.begin(self.children(level, chunk)?.start);
                }
                all.push(ranks.counted());
            }
            Ok::<_, ReadError>(Box::new(all))
        })?;
        all.get(level).ok_or_else(unknown_level)
    }

    /// The child of a document whose tile has a byte of the section `text`.
    pub fn child_at(&self, children: &Range<usize>, byte: usize) -> Result<usize, ReadError> {
        let others = children.start.saturating_add(1)..children.end;
        let next = partition_point(others, |child| Ok(self.tiles.get(child)? as usize <= byte))?;
        Ok(next.saturating_sub(1))
    }

    /// Byte range of a chunk in the section `text`. At the level after the last, `chunk` is a
    /// document.
    pub fn span(&self, level: usize, chunk: usize) -> Result<Range<usize>, ReadError> {
        let children = self.children(level, chunk)?;
        let start = self.tiles.get(children.start)? as usize;
        let end = self.tiles.pair(children.end.wrapping_sub(1))?.end;
        let lead = match self.leads.get(level) {
            Some(leads) => leads.get(chunk)? as usize,
            None => 0,
        };
        match start.checked_sub(lead) {
            Some(start) if start <= end => Ok(start..end),
            _ => Err(SectionId::Tree.corrupt(&"its offsets do not rise")),
        }
    }
}

fn count(meta: &Meta, level: usize) -> usize {
    *meta.chunks.get(level).unwrap_or(&meta.documents) as usize
}

/// The same, and one for the end.
fn entries(meta: &Meta, level: usize) -> usize {
    // With 32 bits, one more than the largest number would be 0.
    count(meta, level).saturating_add(1)
}

#[derive(Default)]
struct Arrays {
    at: usize,
}

impl Arrays {
    /// The range of the next array.
    fn next(&mut self, len: usize) -> Range<usize> {
        let start = self.at;
        self.at = start.saturating_add(len.saturating_mul(4));
        start..self.at
    }
}

fn unknown_level() -> ReadError {
    SectionId::Tree.corrupt(&"there is no such level")
}

/// Gathers the trees of documents for the section.
pub(crate) struct TreeWriter {
    tiles: Vec<u32>,
    firsts: Vec<Vec<u32>>,
    leads: Vec<Vec<u32>>,
}

#[cfg(feature = "build")]
#[allow(clippy::arithmetic_side_effects)]
impl TreeWriter {
    pub fn new(levels: usize) -> Self {
        TreeWriter {
            tiles: Vec::new(),
            firsts: alloc::vec![Vec::new(); levels],
            leads: alloc::vec![Vec::new(); levels],
        }
    }

    /// The number of chunks of a level so far.
    pub fn count(&self, level: usize) -> u32 {
        self.leads.get(level).map_or(0, Vec::len) as u32
    }

    /// Appends the tree of a document. Its text starts at byte `base` of the section `text`.
    pub fn push(&mut self, tree: &crate::chunk::Tree, base: u32) {
        for (level, chunks) in tree.levels().iter().enumerate() {
            let below = level.checked_sub(1).map(|below| self.count(below));
            let below = below.map(|count| count - tree.level(level - 1).len() as u32);
            for chunk in chunks {
                match below {
                    None => self.tiles.push(base + chunk.tile.start as u32),
                    Some(below) => {
                        if let Some(firsts) = self.firsts.get_mut(level - 1) {
                            let mark = if chunk.is_link_list { LINK_LIST_FLAG } else { 0 };
                            firsts.push((below + chunk.first_child as u32) | mark);
                        }
                    }
                }
                if let Some(leads) = self.leads.get_mut(level) {
                    leads.push(chunk.lead as u32);
                }
            }
        }
        let top = tree.levels().len() - 1;
        let first = self.count(top) - tree.level(top).len() as u32;
        if let Some(firsts) = self.firsts.last_mut() {
            firsts.push(first);
        }
    }

    /// The section, for all texts together of `text_len` bytes.
    pub fn finish(mut self, text_len: u32, overlap: bool) -> Vec<u8> {
        self.tiles.push(text_len);
        for level in 0..self.firsts.len() {
            let end = self.count(level);
            if let Some(firsts) = self.firsts.get_mut(level) {
                firsts.push(end);
            }
        }
        let leads = if overlap { self.leads } else { Vec::new() };
        let arrays = [self.tiles].into_iter().chain(self.firsts).chain(leads);
        arrays.flatten().flat_map(u32::to_le_bytes).collect()
    }
}
