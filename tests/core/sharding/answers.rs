//! Answers are those of the same index in one file.

use super::{BLOB, QUERIES, built, cut, search};
use crate::common::{answer, document};
use kindex::{Error, Index, Prefix, SearchOptions, ShardSizes, shard};

#[test]
fn answers_are_those_of_one_file() {
    let whole = Index::open(BLOB.clone()).unwrap();
    let one = |prefix, group, key: &str| SearchOptions {
        prefix,
        group,
        completions: 3,
        sort: (!key.is_empty()).then(|| key.parse().unwrap()),
        facets: vec!["tags".into()],
        ..SearchOptions::default()
    };
    for (postings, documents) in [(1, 1), (64, 300), (8 << 10, 16 << 10), (1 << 20, 1 << 20)] {
        let sharded = cut(postings, documents);
        for query in QUERIES {
            for options in [
                one(Prefix::Off, false, ""),
                one(Prefix::Last, true, ""),
                one(Prefix::All, false, ""),
                one(Prefix::Off, true, "date"),
            ] {
                let (found, _) = search(&sharded, query, &options);
                assert_eq!(found, whole.search(query, &options).unwrap(), "{query:?}");
            }
        }
    }
}

#[test]
fn ways_through_the_chunks_load_what_they_need() {
    let whole = Index::open(BLOB.clone()).unwrap();
    let sharded = cut(64, 300);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let (found, _) = answer(&mut index, &sharded, |index| index.hierarchy("install.md#1.0"));
    assert_eq!(found, whole.hierarchy("install.md#1.0").unwrap());
    assert_eq!(index.stats(), whole.stats());
}

#[test]
fn all_is_checked_once_it_is_there() {
    let sharded = cut(64, 300);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let ((), rounds) = answer(&mut index, &sharded, Index::verify);
    assert_eq!(rounds.iter().map(Vec::len).collect::<Vec<_>>(), [sharded.shards.len()]);
}

#[test]
fn documents_are_found_by_one_file_more() {
    let whole = Index::open(BLOB.clone()).unwrap();
    let sharded = cut(64, 300);
    let opened = || Index::open(sharded.head.clone()).unwrap();
    let (pages, rounds) = answer(&mut opened(), &sharded, |index| index.pages("", 0, usize::MAX));
    assert_eq!(pages, whole.pages("", 0, usize::MAX).unwrap());
    assert_eq!(rounds, [[sharded.shards.len() - 1]], "the listing is the last shard");
    let (ids, rounds) = answer(&mut opened(), &sharded, |index| index.documents());
    assert_eq!((ids, rounds.len()), (whole.documents().unwrap(), 1));
    for page in &pages.pages {
        let (found, rounds) = answer(&mut opened(), &sharded, |index| index.page(&page.url));
        assert_eq!((found.as_ref(), rounds.len()), (Some(page), 1));
        let (document, rounds) = answer(&mut opened(), &sharded, |index| index.document(&page.id));
        assert_eq!(document, whole.document(&page.id).unwrap());
        assert!(rounds.len() <= 3, "{rounds:?}");
    }
    let mut index = opened();
    index.load(sharded.shards.len() - 1, sharded.shards.last().unwrap().bytes.clone()).unwrap();
    assert!(matches!(index.chunk("nowhere.md#0.0"), Err(Error::UnknownId { .. })));
    assert_eq!(index.page("/nowhere"), Ok(None));
}

#[test]
fn files_make_the_index_that_they_were_cut_from() {
    let sharded = cut(100, 1000);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    assert_eq!(index.assembled(), Err(Error::Missing));
    let names = index.shard_names();
    for (number, shard) in sharded.shards.iter().enumerate() {
        assert_eq!(names[number], shard.name);
        index.load(number, shard.bytes.clone()).unwrap();
    }
    assert_eq!(index.assembled().unwrap(), *BLOB);
    assert_eq!(names.len(), sharded.shards.len());
}

#[test]
fn all_words_are_read_as_from_one_file() {
    let sharded = cut(1 << 10, 1 << 20);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let (words, rounds) = answer(&mut index, &sharded, Index::words);
    assert_eq!(words, Index::open(BLOB.clone()).unwrap().words().unwrap());
    assert!(rounds[0].len() > 10, "the dictionary comes in parts: {rounds:?}");
}

/// It has an entry for each of its synonyms, which are more than a block of the dictionary has.
#[test]
fn a_word_is_in_one_file_with_all_its_entries() {
    let words: Vec<String> = ('a'..='z').map(|letter| format!("q{letter}")).collect();
    let pages = words.iter().map(|word| document(&format!("{word}.md"), "", word));
    let blob = built(&format!("rope => {}\n", words.join(", ")), pages);
    let sharded =
        shard(&blob, &ShardSizes { words: 1, postings: 1, documents: 1, pairs: true }).unwrap();
    let (found, _) = search(&sharded, "rope", &SearchOptions::default());
    assert_eq!(found.total, words.len());
}
