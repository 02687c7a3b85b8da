//! Altered heads and shards give errors: never a panic, never another answer.

use super::{BLOB, QUERIES, cut};
use crate::common::shard_layout::{groups, held, keys, sealed, table_len, with_right_sum};
use kindex::{Error, Index, Prefix, SearchOptions, Sharded};
use proptest::prelude::*;

#[test]
fn altered_shards_are_refused() {
    let sharded = cut(64, 300);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let mut bytes = sharded.shards[3].bytes.clone();
    bytes[0] ^= 1;
    assert_eq!(index.load(3, bytes).unwrap_err().code(), "corrupt");
    let other = sharded.shards[4].bytes.clone();
    assert_eq!(index.load(3, other).unwrap_err().code(), "corrupt");
    for short in [&[][..], &sharded.shards[3].bytes[..3]] {
        assert_eq!(index.load(3, short.to_vec()).unwrap_err().code(), "corrupt");
    }
    let count = sharded.shards.len();
    assert_eq!(index.load(count, Vec::new()).unwrap_err().code(), "invalid_option");
    let mut whole = Index::open(BLOB.clone()).unwrap();
    assert_eq!(whole.load(0, Vec::new()).unwrap_err().code(), "invalid_option");
    assert!(whole.shard_names().is_empty() && whole.wanted().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn altered_heads_are_refused(at in any::<prop::sample::Index>(), bit in 0u8..8) {
        let mut head = cut(8 << 10, 16 << 10).head;
        let at = at.index(head.len());
        head[at] ^= 1 << bit;
        prop_assert!(Index::open(head).is_err());
    }

    /// With its checksum made right: errors, never a panic and never an endless loop.
    #[test]
    fn forged_heads_give_errors_or_results(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        query in prop::sample::select(&QUERIES[..]),
    ) {
        let mut sharded = cut(64, 100);
        let table = 28..28 + table_len(&sharded.head);
        for (at, byte) in changes {
            let at = table.start + at.index(table.len());
            sharded.head[at] = byte;
        }
        let Ok(mut index) = Index::open(with_right_sum(sharded.head.clone())) else {
            return Ok(());
        };
        for round in 0.. {
            let found = index.search(query, &SearchOptions::default());
            if found != Err(Error::Missing) {
                break;
            }
            let wanted = index.wanted();
            prop_assert!(!wanted.is_empty() && round <= sharded.shards.len());
            for number in wanted {
                let shard = sharded.shards.get(number);
                let loaded = shard.map(|shard| index.load(number, shard.bytes.clone()));
                if loaded != Some(Ok(())) {
                    return Ok(());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// With the right checksum: errors, never a panic.
    #[test]
    fn forged_shards_give_errors_or_results(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        query in prop::sample::select(&QUERIES[..]),
    ) {
        let mut sharded = cut(64, 100);
        let count = sharded.shards.len();
        let key = groups(&sharded.head, count).into_iter().flat_map(keys).nth(which.index(count));
        let forged = &mut sharded.shards[which.index(count)];
        let mut held = held(forged);
        for (at, byte) in changes {
            let len = held.len();
            if len > 0 {
                held[at.index(len)] = byte;
            }
        }
        forged.bytes = sealed(&held, key.unwrap());
        let mut index = Index::open(sharded.head.clone()).unwrap();
        for (number, shard) in sharded.shards.iter().enumerate() {
            if let Err(error) = index.load(number, shard.bytes.clone()) {
                prop_assert_eq!((number, error.code()), (which.index(count), "corrupt"));
            }
        }
        let _ = index.search(query, &SearchOptions::default());
        let _ = index.verify();
    }
}

/// A number as a varint of three bytes, and how many bytes the varint at a place has.
fn long_varint(number: usize) -> [u8; 3] {
    [number & 127 | 128, number >> 7 & 127 | 128, number >> 14].map(|byte| byte as u8)
}

fn varint_len(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte >= 128).count() + 1
}

/// A head that says another number of the first file of words.
fn with_first_words(sharded: &Sharded, number: usize) -> Vec<u8> {
    let head = &sharded.head;
    let mut at = 28 + 7 * groups(head, sharded.shards.len()).len();
    // The number of names in a block, the number of blocks, and the places where these begin.
    at += varint_len(&head[at..]);
    let blocks = usize::from(head[at]);
    assert!(blocks < 128);
    (0..=blocks).for_each(|_| at += varint_len(&head[at..]));
    let old = varint_len(&head[at..]);
    let table = (table_len(head) + 3 - old) as u32;
    let mut forged = [&head[..at], &long_varint(number), &head[at + old..]].concat();
    forged[24..28].copy_from_slice(&table.to_le_bytes());
    let len = forged.len() as u32;
    forged[12..16].copy_from_slice(&len.to_le_bytes());
    with_right_sum(forged)
}

#[test]
fn files_of_words_have_to_be_those_with_words() {
    let sharded = cut(256, 2000);
    let opens = |number| Index::open(with_first_words(&sharded, number)).is_ok();
    assert!((0..sharded.shards.len()).any(opens), "the right one at least");
    for number in 0..sharded.shards.len() + 2 {
        let Ok(mut index) = Index::open(with_first_words(&sharded, number)) else { continue };
        for query in ["install", "th", "zebra", "server"] {
            let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
            for _ in 0..3 {
                let Err(Error::Missing) = index.search(query, &options) else { break };
                for number in index.wanted() {
                    let shard = sharded.shards.get(number);
                    let _ = shard.map(|shard| index.load(number, shard.bytes.clone()));
                }
            }
        }
    }
}
