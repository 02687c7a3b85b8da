//! Groups of neighbouring shards, which give the shards their names.
//!
//! The head would have to hold a checksum of each shard. It holds those of groups instead, and a
//! shard ends with a checksum which shows that the shard is of its group and unaltered. If one
//! shard changes, all of its group get other names. Then a rebuilt site makes readers load a few
//! shards more, but the head, which all of them load each time, is smaller. The checksums of shards
//! tell where a group ends, and not a count. So an additional shard does not move the groups behind
//! it.

use crate::error::ReadError;
use crate::format::wire::Reader;
use alloc::string::String;
use alloc::vec::Vec;
use xxhash_rust::xxh64::xxh64;

/// A group of neighbouring shards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Group {
    /// 48 bits.
    sum: u64,
    /// The number of the shard after its last one.
    end: usize,
}

/// The number of bytes of a group's checksum.
const CHECKSUM_BYTES: usize = 6;

/// The number of bytes of the checksum at the end of a shard.
const SEAL_BYTES: usize = 4;

/// The identity of a shard: 48 bits.
#[derive(Clone, Copy)]
pub(super) struct Key(u64);

impl Key {
    /// The key of a shard.
    pub fn of(shard: usize, groups: &[Group]) -> Option<Self> {
        let at = groups.partition_point(|group| group.end <= shard);
        let first = at.checked_sub(1).and_then(|at| groups.get(at)).map_or(0, |group| group.end);
        let Group { sum, .. } = groups.get(at)?;
        Some(Key(low(xxh64(&sum.to_le_bytes(), shard.saturating_sub(first) as u64))))
    }

    /// The name of the shard.
    pub fn name(self) -> String {
        let mut name = String::new();
        let mut rest = self.0 << 16;
        for _ in 0..12 {
            name.push(char::from_digit((rest >> 60) as u32, 16).unwrap_or('0'));
            rest <<= 4;
        }
        name
    }

    /// The key of a shard by its name; none where that is no name of one.
    pub fn named(name: &str) -> Option<Self> {
        let key = Key(u64::from_str_radix(name, 16).ok()?);
        (key.name() == name).then_some(key)
    }

    /// The contents of a shard, without its end; none where `bytes` are not those of the shard.
    pub fn opened(self, bytes: &[u8]) -> Option<&[u8]> {
        let (held, seal) = bytes.split_last_chunk::<SEAL_BYTES>()?;
        (*seal == self.seal(held)).then_some(held)
    }

    fn seal(self, held: &[u8]) -> [u8; SEAL_BYTES] {
        (xxh64(held, self.0) as u32).to_le_bytes()
    }

    /// Ends the bytes of a shard with its checksum.
    pub fn close(self, held: &mut Vec<u8>) {
        held.extend(self.seal(held));
    }
}

/// Whether the bytes of a file are those that the name of a shard stands for.
pub(crate) fn is_whole(name: &str, bytes: &[u8]) -> bool {
    Key::named(name).is_some_and(|key| key.opened(bytes).is_some())
}

fn low(sum: u64) -> u64 {
    sum << 16 >> 16
}

/// Reads the groups of `shards` shards.
pub(super) fn read(table: &mut Reader<'_>, shards: usize) -> Result<Vec<Group>, ReadError> {
    let mut groups = Vec::new();
    let mut end = 0usize;
    while end < shards {
        let sum = table
            .bytes(CHECKSUM_BYTES)?
            .iter()
            .rev()
            .fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        end = end.saturating_add(table.varint()? as usize);
        groups.push(Group { sum, end });
    }
    Ok(groups)
}

pub(super) use write::{Kinds, groups, write};

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::{CHECKSUM_BYTES, Group, low};
    use crate::format::wire::write;
    use alloc::vec::Vec;
    use core::ops::Range;
    use xxhash_rust::xxh64::xxh64;

    /// The number of shards in groups. Small ones leave more names as they were, and
    /// large ones make a smaller head.
    #[derive(Clone, Copy, PartialEq)]
    struct Size {
        /// The least number, unless there are no more.
        least: usize,
        /// After that, one shard in this many is the last of its group.
        more: u64,
        most: usize,
    }

    /// Of the shard of checksums of pages, and of those of words and posting lists: a change of a
    /// page changes some here and there.
    const OF_WORDS: Size = Size { least: 2, more: 2, most: 8 };

    /// Of shards of pairs of words: all readers load the checksum of the
    /// group, and few of them the shards.
    const OF_PAIRS: Size = Size { least: 64, more: 8, most: 88 };

    /// Of others: a page changes one or two.
    const OF_OTHERS: Size = Size { least: 8, more: 8, most: 32 };

    /// An index with more shards of words and posting lists has larger groups of these: their
    /// checksums are in the head, which every page loads.
    const MANY_SHARDS: usize = 1000;

    /// The numbers of shards that hold checksums of pages, words and posting lists, and of
    /// those that hold pairs of words.
    pub struct Kinds {
        pub words: Range<usize>,
        pub pairs: Range<usize>,
    }

    impl Kinds {
        fn size(&self, shard: usize) -> Size {
            match shard {
                shard if self.words.contains(&shard) && self.words.len() <= MANY_SHARDS => OF_WORDS,
                shard if self.pairs.contains(&shard) => OF_PAIRS,
                _ => OF_OTHERS,
            }
        }
    }

    /// The groups of shards that hold these bytes. Each is of one kind.
    pub fn groups(shards: &[Vec<u8>], kinds: &Kinds) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut sums = Vec::new();
        let mut count = 0;
        for (shard, held) in shards.iter().enumerate() {
            let (sum, size, end) = (xxh64(held, 0), kinds.size(shard), shard + 1);
            sums.extend(sum.to_le_bytes());
            count += 1;
            let is_last = count >= size.least && sum.is_multiple_of(size.more)
                || count == size.most
                || kinds.size(end) != size;
            if is_last || end == shards.len() {
                groups.push(Group { sum: low(xxh64(&sums, 0)), end });
                sums.clear();
                count = 0;
            }
        }
        groups
    }

    pub fn write(groups: &[Group], out: &mut Vec<u8>) {
        let mut before = 0;
        for group in groups {
            out.extend(group.sum.to_le_bytes().into_iter().take(CHECKSUM_BYTES));
            write::varint(out, (group.end - before) as u64);
            before = group.end;
        }
    }
}
