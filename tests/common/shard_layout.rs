//! The parts of heads and shards, as FORMAT.md has them.

use kindex::Shard;
use xxhash_rust::xxh64::xxh64;

/// The bytes of the table of a head.
pub fn table_len(head: &[u8]) -> usize {
    u32::from_le_bytes(*head[24..].first_chunk().unwrap()) as usize
}

/// The sum of a group and the number of its shards, as FORMAT.md has them, from a head.
pub fn groups(head: &[u8], shards: usize) -> Vec<(u64, usize)> {
    let mut table = &head[28..];
    let mut groups = Vec::new();
    let mut count = 0;
    while count < shards {
        let sum = table[..6].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        groups.push((sum, usize::from(table[6])));
        count += usize::from(table[6]);
        table = &table[7..];
    }
    groups
}

/// The lower 48 bits.
pub fn lower(sum: u64) -> u64 {
    sum & 0xffff_ffff_ffff
}

/// The key of each shard of a group, as FORMAT.md has it.
pub fn keys((sum, count): (u64, usize)) -> impl Iterator<Item = u64> {
    (0..count as u64).map(move |place| lower(xxh64(&sum.to_le_bytes(), place)))
}

/// The file of a shard with a key that holds these bytes, as FORMAT.md has it.
pub fn sealed(held: &[u8], key: u64) -> Vec<u8> {
    [held, &(xxh64(held, key) as u32).to_le_bytes()].concat()
}

/// The bytes that a shard holds, without the checksum at its end.
pub fn held(shard: &Shard) -> Vec<u8> {
    shard.bytes[..shard.bytes.len() - 4].to_vec()
}

/// A head with its checksum made right, so that what was changed in it is read.
pub fn with_right_sum(mut head: Vec<u8>) -> Vec<u8> {
    let sum = xxh64(&head[24..], 0) as u32;
    head[16..20].copy_from_slice(&sum.to_le_bytes());
    head
}
