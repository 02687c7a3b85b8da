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
const SUM: usize = 6;

/// The number of bytes of the checksum at the end of a shard.
const SEAL: usize = 4;

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
    #[cfg(feature = "build")]
    pub fn named(name: &str) -> Option<Self> {
        let key = Key(u64::from_str_radix(name, 16).ok()?);
        (key.name() == name).then_some(key)
    }

    /// The contents of a shard, without its end; none where `bytes` are not those of the shard.
    pub fn opened(self, bytes: &[u8]) -> Option<&[u8]> {
        let (held, seal) = bytes.split_last_chunk::<SEAL>()?;
        (*seal == self.seal(held)).then_some(held)
    }

    fn seal(self, held: &[u8]) -> [u8; SEAL] {
        (xxh64(held, self.0) as u32).to_le_bytes()
    }

    /// Ends the bytes of a shard with its checksum.
    #[cfg(feature = "build")]
    pub fn close(self, held: &mut Vec<u8>) {
        held.extend(self.seal(held));
    }
}

/// Whether the bytes of a file are those that the name of a shard stands for.
#[cfg(feature = "build")]
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
        let sum = table.bytes(SUM)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        end = end.saturating_add(table.varint()? as usize);
        groups.push(Group { sum, end });
    }
    Ok(groups)
}

#[cfg(feature = "build")]
pub(super) use write::{groups, write};

#[cfg(feature = "build")]
mod write {
    use super::{Group, SUM, low};
    use crate::format::wire::write;
    use alloc::vec::Vec;
    use core::ops::Range;
    use xxhash_rust::xxh64::xxh64;

    /// The least number of shards in a group, unless there are no more.
    const LEAST: usize = 8;

    /// After that, one shard in this many is the last of its group.
    const MORE: u64 = 8;

    /// The greatest number of shards in a group.
    const MOST: usize = 32;

    /// The least number of shards in a group of those that hold pairs of words. All readers load the
    /// checksum of the group, and few of them the shards.
    const LEAST_OF_PAIRS: usize = 64;

    /// The groups of shards that hold these bytes, of which some hold pairs of words.
    pub fn groups(shards: &[Vec<u8>], pairs: &Range<usize>) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut sums = Vec::new();
        let mut count = 0;
        for (number, held) in (1..).zip(shards) {
            let sum = xxh64(held, 0);
            sums.extend(sum.to_le_bytes());
            count += 1;
            let more = if pairs.contains(&(number - 1)) { LEAST_OF_PAIRS - LEAST } else { 0 };
            let is_last = count >= LEAST + more && sum.is_multiple_of(MORE)
                || count == MOST + more
                || !pairs.is_empty() && (number == pairs.start || number == pairs.end);
            if is_last || number == shards.len() {
                groups.push(Group { sum: low(xxh64(&sums, 0)), end: number });
                sums.clear();
                count = 0;
            }
        }
        groups
    }

    pub fn write(groups: &[Group], out: &mut Vec<u8>) {
        let mut before = 0;
        for group in groups {
            out.extend(group.sum.to_le_bytes().into_iter().take(SUM));
            write::varint(out, (group.end - before) as u64);
            before = group.end;
        }
    }
}
