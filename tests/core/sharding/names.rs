//! A shard's name stands for its bytes, and most names outlive a change of one page.

use super::{built, cut};
use crate::common::document;
use crate::common::shard_layout::{groups, held, keys, lower, sealed};
use kindex::{Shard, ShardSizes, shard};
use xxhash_rust::xxh64::xxh64;

#[test]
fn groups_names_and_seals_are_as_the_format_says() {
    let sharded = cut(64, 300);
    let mut shards = sharded.shards.iter();
    let groups = groups(&sharded.head, sharded.shards.len());
    assert!(groups.len() > 3 && groups.iter().all(|&(_, count)| count <= 32), "{groups:?}");
    for group in groups {
        let of_group: Vec<_> = shards.by_ref().take(group.1).collect();
        let sums = of_group.iter().flat_map(|shard| xxh64(&held(shard), 0).to_le_bytes());
        assert_eq!(group.0, lower(xxh64(&sums.collect::<Vec<_>>(), 0)));
        for (shard, key) in of_group.into_iter().zip(keys(group)) {
            assert_eq!(shard.name, format!("{key:012x}"));
            assert_eq!(shard.bytes, sealed(&held(shard), key));
        }
    }
    assert_eq!(shards.count(), 0);
}

#[test]
fn equal_documents_make_equal_shards() {
    let (one, other) = (cut(64, 300), cut(64, 300));
    assert_eq!(one, other);
}

/// The shards of 400 small pages, of which the one called `300.md` has this text.
fn shards_of_pages(text: &str) -> Vec<Shard> {
    let text = |page| if page == 300 { text.into() } else { format!("A coil of {page}.") };
    let pages = (0..400).filter(|&page| !text(page).is_empty());
    let pages = pages.map(|page| document(&format!("{page}.md"), "", &text(page)));
    let sizes = ShardSizes { words: 64, postings: 64, documents: 1, pairs: true };
    shard(&built("", pages), &sizes).unwrap().shards
}

/// The number of these shards that are not among the others, by what `of` gives of them.
fn not_among<T: PartialEq>(some: &[Shard], others: &[Shard], of: impl Fn(&Shard) -> T) -> usize {
    let others: Vec<T> = others.iter().map(&of).collect();
    some.iter().filter(|shard| !others.contains(&of(shard))).count()
}

#[test]
fn a_change_of_one_page_leaves_the_shards_of_others_as_they_were() {
    let (before, after) = (shards_of_pages("A bowline."), shards_of_pages("A bowline: bowline."));
    assert_eq!(before.len(), after.len());
    // Those of the page, of the list, the entry and the pairs of its word, and of the checksums.
    let changed = not_among(&after, &before, held);
    assert!((1..=5).contains(&changed), "{changed} of {}", after.len());
    let renamed = not_among(&after, &before, |shard| shard.name.clone());
    assert!((changed..=32 * changed).contains(&renamed), "{renamed} of {}", after.len());
    assert!(renamed < after.len() / 4, "{renamed} of {}", after.len());
}

/// Groups of shards do not end after a number of them, or all of them behind it would be others.
#[test]
fn a_page_more_leaves_most_names_of_the_pages_behind_it() {
    let (before, after) = (shards_of_pages(""), shards_of_pages("A coil."));
    // The files of pages come first.
    let (before, after) = (&before[..399], &after[..400]);
    let renamed = not_among(after, before, |shard| shard.name.clone());
    assert!((1..=64).contains(&renamed), "{renamed}");
}

#[test]
fn a_shard_is_known_by_its_place_in_its_group() {
    let pages = (0..64).map(|page| document(&format!("{page}.md"), "", ""));
    let sizes = ShardSizes { words: 64, postings: 64, documents: 1, pairs: true };
    let mut names: Vec<String> = shard(&built("", pages), &sizes)
        .unwrap()
        .shards
        .into_iter()
        .map(|shard| shard.name)
        .collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "shards that hold the same have names of their own");
}
