//! An index in several files answers as the same index in one, and loads no more than it needs.
#![cfg(all(feature = "build", feature = "explore", feature = "shards"))]

mod common;

use common::{answer, document};
use kindex::{
    Builder, Config, Document, Error, Index, Levels, Results, SearchOptions, ShardSizes, Sharded,
    Synonyms, shard,
};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;
use xxhash_rust::xxh64::xxh64;

/// An index over the pages of tests/corpus.
static BLOB: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/guide-v1.kdx");
    std::fs::read(path).unwrap()
});

fn cut(postings: usize, documents: usize) -> Sharded {
    shard(&BLOB, &ShardSizes { words: postings, postings, documents }).unwrap()
}

fn search(sharded: &Sharded, query: &str, options: &SearchOptions) -> (Results, Vec<Vec<usize>>) {
    let mut index = Index::open(sharded.head.clone()).unwrap();
    answer(&mut index, sharded, |index| index.search(query, options))
}

const QUERIES: [&str; 20] = [
    "announcement",
    "replacements migrate",
    "-bollard",
    "-bollard -tags:release",
    "install",
    "how do I deploy the site with rsync",
    "getElementById",
    "antivurus",
    "th",
    "serv",
    "検索",
    "\"permission denied\"",
    "\"the output\" OR \"a folder\"",
    "+search -index",
    "title:search server",
    "heading:linux",
    "version:2.2.0",
    "tags:release OR pebble",
    "zzzzzz",
    "",
];

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
            for options in [one(false, false, ""), one(true, true, ""), one(false, true, "date")] {
                let (found, _) = search(&sharded, query, &options);
                assert_eq!(found, whole.search(query, &options).unwrap(), "{query:?}");
            }
        }
    }
}

#[test]
fn words_and_lists_come_in_one_round_and_texts_in_a_second() {
    let sharded = cut(1 << 10, 300);
    let options = SearchOptions { limit: 5, ..SearchOptions::default() };
    for query in ["install", "how do I deploy the site with rsync", "getElementById", "th", "検索"]
    {
        let (found, rounds) = search(&sharded, query, &options);
        assert!(rounds.len() <= 2, "{query:?}: {rounds:?}");
        // At most a shard for the document of each result.
        let texts = rounds.get(1).map_or(0, Vec::len);
        assert!(texts <= found.hits.len(), "{query:?}: {rounds:?}");
    }
}

#[test]
fn what_is_found_without_texts_is_shown_when_they_are_there() {
    let whole = Index::open(BLOB.clone()).unwrap();
    let sharded = cut(64, 300);
    let options = SearchOptions { group: true, ..SearchOptions::default() };
    for query in ["install", "how do I deploy the site with rsync", "getElementById"] {
        let mut index = Index::open(sharded.head.clone()).unwrap();
        let find = |index: &Index| index.find(query, &options);
        let (found, _) = answer(&mut index, &sharded, find);
        assert_eq!(index.show(&found, query, &options).unwrap_err(), Error::Missing);
        let show = |index: &Index| index.show(&found, query, &options);
        let (results, rounds) = answer(&mut index, &sharded, show);
        assert_eq!(results, whole.search(query, &options).unwrap(), "{query:?}");
        assert_eq!(rounds.len(), 1, "{query:?}");
    }
}

#[test]
fn a_head_is_a_small_part_of_the_index() {
    let sharded = shard(&BLOB, &ShardSizes::of_index(BLOB.len())).unwrap();
    assert!(sharded.head.len() * 10 < BLOB.len(), "{} of {}", sharded.head.len(), BLOB.len());
}

#[test]
fn where_words_do_not_lead_to_their_lists_it_takes_few_rounds_more() {
    let sharded = cut(64, 300);
    let options = SearchOptions { prefix: true, limit: 5, ..SearchOptions::default() };
    for query in QUERIES {
        let (_, rounds) = search(&sharded, query, &options);
        // Phrases are read in the texts, and mistyped words looked for in more and more words.
        let more =
            if query.contains('"') || query == "antivurus" || query == "zzzzzz" { 2 } else { 0 };
        assert!(rounds.len() <= 3 + more, "{query:?}: {rounds:?}");
    }
}

/// Documents of so many chunks, with a boost that the file of all lengths has too.
fn boosted(levels: Levels) -> Vec<u8> {
    let mut builder = Builder::new(Config { levels, ..Config::default() });
    for page in 0..30 {
        let text = "Coil the rope on deck, then stow it.\n\n".repeat(page + 1);
        let boost = if page == 3 { 2.0 } else { 1.0 };
        let page = Document { boost, ..document(&format!("{page}.md"), "Ropes", &text) };
        builder.add(page).unwrap();
    }
    builder.finish().unwrap()
}

/// The tree above the children and the lengths.
#[test]
fn what_ranking_reads_of_all_documents_comes_with_the_words() {
    let blob = boosted(Levels::new(&[400, 350, 300, 250, 200, 150, 100, 50], &[0.1]).unwrap());
    let whole = Index::open(blob.clone()).unwrap();
    let levels = whole.stats().levels;
    let above = levels.iter().skip(1).map(|level| level.chunks as usize).sum::<usize>();
    // A document has a byte for what it begins with, one for lengths, and its boost.
    let bytes = above + (1 + 1 + 4) * 30;
    let sharded = |documents| {
        shard(&blob, &ShardSizes { words: 1 << 20, postings: 1 << 20, documents }).unwrap()
    };
    let (within, beyond) = (sharded(bytes), sharded(bytes - 1));
    assert!(beyond.head.len() + bytes < within.head.len() + 99);
    let mut index = Index::open(beyond.head.clone()).unwrap();
    assert_eq!(index.boosts(), Err(Error::Missing));
    let [ranking] = index.wanted()[..] else { panic!("one file") };
    let ask = |index: &Index| index.search("rope", &SearchOptions::default());
    let (found, rounds) = answer(&mut index, &beyond, ask);
    assert_eq!(found, whole.search("rope", &SearchOptions::default()).unwrap());
    assert_eq!(found.hits[0].document, "3.md");
    assert!(rounds.len() == 2 && rounds[0].contains(&ranking), "{rounds:?}");
    index.unload(ranking);
    assert_eq!(answer(&mut index, &beyond, ask), (found, vec![vec![ranking]]));
    assert_eq!(search(&within, "rope", &SearchOptions::default()).1.len(), 2);
}

#[test]
fn how_far_chunks_reach_back_is_with_their_documents() {
    let built = |overlaps: &[f64]| boosted(Levels::new(&[2000, 500, 50], overlaps).unwrap());
    let (blob, without) = (built(&[0.2]), built(&[]));
    let whole = Index::open(blob.clone()).unwrap();
    let sizes = ShardSizes { words: 1 << 20, postings: 1 << 20, documents: 4 << 10 };
    let sharded = shard(&blob, &sizes).unwrap();
    let chunks = whole.stats().levels[0].chunks as usize;
    assert!(sharded.head.len() < shard(&without, &sizes).unwrap().head.len() + chunks);
    let options = SearchOptions { return_level: Some(0), ..SearchOptions::default() };
    let (found, rounds) = search(&sharded, "rope", &options);
    assert_eq!((&found, rounds.len()), (&whole.search("rope", &options).unwrap(), 2));
    let mut index = Index::open(sharded.head.clone()).unwrap();
    answer(&mut index, &sharded, Index::verify);
    assert_eq!(index.assembled().unwrap(), blob);
}

/// A list lies where the first word of its stem does. Other words lie between it and the rest of the
/// stem here, and fill some files.
#[test]
fn words_with_endings_lead_to_their_lists() {
    let stems = [
        ["window", "windows"],
        ["send", "sending"],
        ["name", "named"],
        ["get", "getting"],
        ["set", "settings"],
        ["contain", "containers"],
        ["document", "documentation"],
        ["observation", "observe"],
        ["parties", "party"],
        ["connect", "connection"],
        ["refer", "reference"],
        ["access", "accessibility"],
    ];
    let others = |first: &str| (0..40).map(|number| format!("{first}a{number:02} ")).collect();
    let line = |[first, other]: &[&str; 2]| {
        let others: String = others(first);
        format!("{first} {others}{other}\n")
    };
    // Of *named*, *nam* is in another file than *name*.
    let text: String = stems.iter().map(line).chain([others("nam")]).collect();
    let page = document("a.md", "", &text);
    let sizes = ShardSizes { words: 16, postings: 16, documents: 1 << 20 };
    let sharded = shard(&built("", [page]), &sizes).unwrap();
    for word in stems.as_flattened() {
        let (found, rounds) = search(&sharded, word, &SearchOptions::default());
        assert_eq!((found.total, rounds.len()), (1, 2), "{word}: {rounds:?}");
        assert!(rounds[0].len() <= 8, "{word}: {rounds:?}");
    }
}

#[test]
fn what_is_loaded_is_not_wanted_again() {
    let sharded = cut(64, 300);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let ask = |index: &Index| index.search("install", &SearchOptions::default());
    assert_eq!(answer(&mut index, &sharded, ask).1.len(), 2);
    assert_eq!(answer(&mut index, &sharded, ask).1.len(), 0);
    assert!(index.wanted().is_empty());
}

#[test]
fn what_was_wanted_may_come_unasked() {
    let sharded = cut(64, 300);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let options = SearchOptions::default();
    assert_eq!(index.search("install", &options), Err(Error::Missing));
    for (number, shard) in sharded.shards.iter().enumerate() {
        index.load(number, shard.bytes.clone()).unwrap();
    }
    let whole = Index::open(BLOB.clone()).unwrap();
    assert_eq!(index.search("install", &options), whole.search("install", &options));
    assert!(index.wanted().is_empty());
    index.unload(0);
    let names = index.shard_names();
    assert_eq!(index.shard_name(0).as_deref(), names.first().map(String::as_str));
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
fn equal_documents_make_equal_shards() {
    let (one, other) = (cut(64, 300), cut(64, 300));
    assert_eq!(one, other);
}

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

/// The bytes of the table of a head.
fn table_len(head: &[u8]) -> usize {
    u32::from_le_bytes(*head[24..].first_chunk().unwrap()) as usize
}

/// With its checksum made right.
fn with_right_sum(mut head: Vec<u8>) -> Vec<u8> {
    let sum = xxh64(&head[24..], 0) as u32;
    head[16..20].copy_from_slice(&sum.to_le_bytes());
    head
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
    // How many names a block has, how many blocks there are, and where these begin.
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
            let options = SearchOptions { prefix: true, ..SearchOptions::default() };
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

/// The sum of a group and the number of its shards, as FORMAT.md has them, from a head.
fn groups(head: &[u8], shards: usize) -> Vec<(u64, usize)> {
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
fn lower(sum: u64) -> u64 {
    sum & 0xffff_ffff_ffff
}

/// The key of each shard of a group, as FORMAT.md has it.
fn keys((sum, count): (u64, usize)) -> impl Iterator<Item = u64> {
    (0..count as u64).map(move |place| lower(xxh64(&sum.to_le_bytes(), place)))
}

/// The file of a shard with a key that holds these bytes, as FORMAT.md has it.
fn sealed(held: &[u8], key: u64) -> Vec<u8> {
    [held, &(xxh64(held, key) as u32).to_le_bytes()].concat()
}

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

#[test]
fn what_could_not_be_had_hinders_no_other_query() {
    let sharded = shard(&BLOB, &ShardSizes::of_index(BLOB.len())).unwrap();
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let options = SearchOptions { limit: 1, ..SearchOptions::default() };
    let (found, _) = answer(&mut index, &sharded, |index| index.search("bowline", &options));
    assert_eq!(index.search("設定", &options), Err(Error::Missing));
    assert!(!index.wanted().is_empty());
    assert_eq!(index.search("bowline", &options).unwrap(), found);
}

#[test]
fn all_words_are_read_as_from_one_file() {
    let sharded = cut(1 << 10, 1 << 20);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let (words, rounds) = answer(&mut index, &sharded, Index::words);
    assert_eq!(words, Index::open(BLOB.clone()).unwrap().words().unwrap());
    assert!(rounds[0].len() > 10, "the dictionary comes in parts: {rounds:?}");
}

fn built(synonyms: &str, documents: impl IntoIterator<Item = Document>) -> Vec<u8> {
    let synonyms = Synonyms::parse(synonyms).unwrap();
    let mut builder = Builder::new(Config { synonyms, ..Config::default() });
    documents.into_iter().for_each(|document| builder.add(document).unwrap());
    builder.finish().unwrap()
}

#[test]
fn lists_of_stop_words_are_not_asked_for_before_they_are_needed() {
    let pages = (0..600)
        .map(|page| document(&format!("{page}.md"), "", "Coil the rope, Thea, in theory.\n"));
    let sizes = ShardSizes { words: 64, postings: 64, documents: 300 };
    let sharded = shard(&built("", pages), &sizes).unwrap();
    let rounds = |query| search(&sharded, query, &SearchOptions::default()).1;
    assert_eq!(rounds("the")[0].len() + 1, rounds("rope")[0].len());
    let list = rounds("the")[1][0];
    for (query, has_list) in [("they", false), ("thing", false), ("thes", true)] {
        assert_eq!(rounds(query)[0].contains(&list), has_list, "{query}");
    }
}

#[test]
fn lists_of_a_beginning_are_asked_for_with_its_words_where_they_are_in_few_files() {
    let animals = [("bear", 40), ("lynx", 16), ("wolf", 17)];
    let words = animals.map(|(animal, count)| -> Vec<String> {
        (0..count).map(|n| format!("{animal}{}{}o", (b'a' + n / 5) as char, n % 5)).collect()
    });
    let pages = words.iter().flatten().map(|word| document(&format!("{word}.md"), "", word));
    let sizes = ShardSizes { words: 64, postings: 1, documents: 1 << 20 };
    let sharded = shard(&built("", pages), &sizes).unwrap();
    let rounds = animals.map(|(animal, _)| {
        let options = SearchOptions { prefix: true, ..SearchOptions::default() };
        search(&sharded, animal, &options).1
    });
    assert_eq!(rounds.each_ref().map(Vec::len), [3, 2, 3]);
    assert_eq!(rounds[0][1].len(), 20, "those that it stands for");
}

/// It has an entry for each of its synonyms, which are more than a block of the dictionary has.
#[test]
fn a_word_is_in_one_file_with_all_its_entries() {
    let words: Vec<String> = ('a'..='z').map(|letter| format!("q{letter}")).collect();
    let pages = words.iter().map(|word| document(&format!("{word}.md"), "", word));
    let blob = built(&format!("rope => {}\n", words.join(", ")), pages);
    let sharded = shard(&blob, &ShardSizes { words: 1, postings: 1, documents: 1 }).unwrap();
    let (found, _) = search(&sharded, "rope", &SearchOptions::default());
    assert_eq!(found.total, words.len());
}

/// The shards of 400 small pages, of which the one called `300.md` has this text.
fn shards_of_pages(text: &str) -> Vec<kindex::Shard> {
    let text = |page| if page == 300 { text.into() } else { format!("A coil of {page}.") };
    let pages = (0..400).filter(|&page| !text(page).is_empty());
    let pages = pages.map(|page| document(&format!("{page}.md"), "", &text(page)));
    let sizes = ShardSizes { words: 64, postings: 64, documents: 1 };
    shard(&built("", pages), &sizes).unwrap().shards
}

/// How many of these shards are not among the others, by what `of` gives of them.
fn not_among<T: PartialEq>(
    some: &[kindex::Shard],
    others: &[kindex::Shard],
    of: impl Fn(&kindex::Shard) -> T,
) -> usize {
    let others: Vec<T> = others.iter().map(&of).collect();
    some.iter().filter(|shard| !others.contains(&of(shard))).count()
}

/// What a shard holds, without the checksum at its end.
fn held(shard: &kindex::Shard) -> Vec<u8> {
    shard.bytes[..shard.bytes.len() - 4].to_vec()
}

#[test]
fn a_change_of_one_page_leaves_the_shards_of_others_as_they_were() {
    let (before, after) = (shards_of_pages("A bowline."), shards_of_pages("A bowline: bowline."));
    assert_eq!(before.len(), after.len());
    // Those of the page, of the list and the entry of its word, and of the checksums.
    let changed = not_among(&after, &before, held);
    assert!((1..=4).contains(&changed), "{changed} of {}", after.len());
    let renamed = not_among(&after, &before, |shard| shard.name.clone());
    assert!((changed..=32 * changed).contains(&renamed), "{renamed} of {}", after.len());
    assert!(renamed < after.len() / 4, "{renamed} of {}", after.len());
}

/// Groups of shards do not end after so many each, or all of them behind it would be others.
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
    let sizes = ShardSizes { words: 64, postings: 64, documents: 1 };
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

#[test]
fn an_index_of_tenants_is_not_cut() {
    let mut builder = Builder::new(Config::default());
    let page = document("a", "A", "needle");
    builder.add(Document { tenant: Some("red".into()), ..page }).unwrap();
    let blob = builder.finish().unwrap();
    let error = shard(&blob, &ShardSizes::of_index(blob.len())).unwrap_err();
    assert_eq!(error, Sharded::no_tenants());
    assert!(error.to_string().contains("keeps no tenants"), "{error}");
}
