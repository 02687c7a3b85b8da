//! The memory of an index in several files.

use crate::common::forged::{Change, QUERIES, change, small};
use crate::common::shard_layout::{groups, held, keys, sealed, table_len, with_right_sum};
use crate::{FORGED, most_held};
use kindex::{Error, Index, SearchOptions, ShardSizes, Sharded, shard};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The index in a head and some shards of each kind.
fn cut() -> Sharded {
    shard(&small(), &ShardSizes { words: 16, postings: 16, documents: 100, pairs: true }).unwrap()
}

/// All that is done with an index: it is opened, and each query loads what it needs.
fn used(sharded: &Sharded) {
    let Ok(mut index) = Index::open(&sharded.head[..]) else { return };
    for query in QUERIES {
        while index.search(query, &SearchOptions::default()) == Err(Error::Missing) {
            let wanted = index.wanted();
            let load = |number| index.load(number, sharded.shards.get(number)?.bytes.clone()).ok();
            // One that is not there, or is refused, ends what a page can do.
            if wanted.is_empty() || !wanted.into_iter().map(load).all(|loaded| loaded.is_some()) {
                return;
            }
        }
    }
}

fn write(bytes: &mut [u8], changes: &[Change]) {
    for (at, new) in changes {
        let at = at.index(bytes.len().max(1)).min(bytes.len());
        bytes[at..].iter_mut().zip(new).for_each(|(byte, new)| *byte = *new);
    }
}

/// One with the table of its head and a shard changed, and checksums that fit.
fn forged(
    whole: &Sharded,
    of_head: &[Change],
    which: prop::sample::Index,
    of_shard: &[Change],
) -> Sharded {
    let mut sharded = whole.clone();
    let count = sharded.shards.len();
    let which = which.index(count);
    let key = groups(&sharded.head, count).into_iter().flat_map(keys).nth(which).unwrap();
    let mut bytes = held(&sharded.shards[which]);
    write(&mut bytes, of_shard);
    sharded.shards[which].bytes = sealed(&bytes, key);
    let table = 28..28 + table_len(&sharded.head);
    write(&mut sharded.head[table], of_head);
    sharded.head = with_right_sum(sharded.head);
    sharded
}

pub fn whatever_the_files_claim() {
    let whole = cut();
    let usual = most_held(|| used(&whole));
    let some = || prop::collection::vec(change(), 1..6);
    // With another head most shards are refused, so some keep theirs. A head
    // has few places that claim much.
    let of_head = prop_oneof![1 => Just(Vec::new()), 3 => some()];
    let changes = (of_head, any::<prop::sample::Index>(), some());
    let config =
        ProptestConfig { cases: 2 * FORGED, failure_persistence: None, ..Default::default() };
    let bounded = TestRunner::new(config).run(&changes, |(of_head, which, of_shard)| {
        let sharded = forged(&whole, &of_head, which, &of_shard);
        let held = most_held(|| used(&sharded));
        prop_assert!(
            held < 2 * usual,
            "{held} bytes, where those that are not forged take {usual}"
        );
        Ok(())
    });
    bounded.unwrap();
}
