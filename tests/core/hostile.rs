//! Any bytes as index, any text as query: an error or an answer, never a panic, never a wrong
//! answer.

use crate::common::forged::{answers, change, forged, small};
use crate::common::seal::{seal, varint};
use crate::common::{build, document, hostile_text};
use kindex::{Index, Levels, Prefix, SearchOptions};
use proptest::prelude::*;

#[test]
fn every_altered_byte_is_noticed_or_changes_nothing() {
    let good = small();
    let expected = answers(&Index::open(&good).unwrap()).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        let Ok(index) = Index::open(&bad) else { continue };
        assert!(index.verify().is_err(), "byte {at} was altered and verify did not see it");
        let fresh = Index::open(&bad).unwrap();
        if let Ok(found) = answers(&fresh) {
            assert_eq!(found, expected, "byte {at} was altered and the answer is another");
        }
    }
}

#[test]
fn every_truncation_is_an_error_that_says_so() {
    let good = small();
    for len in 0..good.len() {
        let error = Index::open(&good[..len]).unwrap_err();
        let expected = if len == 0 { "not_an_index" } else { "truncated" };
        assert_eq!(error.code(), expected, "{len} bytes");
    }
    let longer = [good.as_slice(), b"x"].concat();
    assert_eq!(Index::open(longer).unwrap_err().code(), "corrupt");
}

#[test]
fn other_files_are_told_apart() {
    let code = |bytes: &[u8]| Index::open(bytes).unwrap_err().code();
    assert_eq!(code(b"<!doctype html><html></html>"), "not_an_index");
    assert_eq!(code(b"\x89KDX\n\x1a\n"), "not_an_index");
    let mut other = small();
    other[8] = 9;
    assert_eq!(code(&other), "unsupported_version");
    for flags in [3, 4] {
        let mut other = small();
        other[10] = flags;
        assert_eq!(code(&other), "unknown_flags");
    }
    let mut other = small();
    other[10] = 2;
    assert_eq!(code(&other), "corrupt");
}

#[test]
fn sealing_an_unchanged_blob_changes_nothing() {
    let mut blob = small();
    seal(&mut blob);
    assert_eq!(blob, small());
}

/// The word *walked* says that the next word of its stem is *walking*, one on; *walnut* is two on.
#[test]
fn a_next_word_of_another_stem_is_found() {
    let mut builder = kindex::Builder::new(kindex::Config::default());
    builder.add(document("walks", "", "walk walked walking walnut\n")).unwrap();
    let mut blob = builder.finish().unwrap();
    // The bytes that it shares with the word before and those that it adds; its code: one back, and
    // more.
    let entry = b"\x04\x02ed\x0c\x01";
    let at = blob.windows(entry.len()).position(|bytes| bytes == entry).unwrap();
    blob[at + entry.len() - 1] = 2;
    seal(&mut blob);
    let error = Index::open(blob).unwrap().verify().unwrap_err().to_string();
    assert!(error.contains("a word refers to one of another stem"), "{error}");
}

/// An index over one page, in which bytes that stand there once are others.
fn forged_page(text: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut builder = kindex::Builder::new(kindex::Config::default());
    builder.add(document("page", "", text)).unwrap();
    let mut blob = builder.finish().unwrap();
    let places = blob.windows(old.len()).enumerate().filter(|(_, bytes)| *bytes == old);
    let places: Vec<usize> = places.map(|(at, _)| at).collect();
    let [at] = places[..] else { panic!("{old:?} stands at {places:?}") };
    blob[at..at + old.len()].copy_from_slice(new);
    seal(&mut blob);
    blob
}

/// The words *hope*, *hopeful*, *hopefulness* and *hopes* have one stem. Of the third one the file
/// says that the next is so far on that, counted with 32 bits, it is the first one again.
#[test]
fn the_words_of_a_stem_end_however_far_the_next_one_is() {
    // The bytes that it shares with the word before and those that it adds; its code: two back, and
    // more; one on.
    let entry = b"\x07\x04ness\x14\x01";
    let forged = [&b"\x07\x00\x14"[..], &varint(0u32.wrapping_sub(2))].concat();
    let blob = forged_page("hope hopeful hopefulness hopes\n", entry, &forged);
    let index = Index::open(blob).unwrap();
    assert_eq!(index.search("hopes", &SearchOptions::default()).unwrap_err().code(), "corrupt");
    assert!(index.verify().is_err());
}

#[test]
fn vectors_are_counted() {
    let mut blob = small();
    // The name of the embedder, the level, the bits, the projection,
    // and the numbers given and kept.
    let head = b"\x07a model\x01\x04\x01\x0c\x08";
    let at = blob.windows(head.len()).position(|bytes| bytes == head).unwrap() + head.len();
    blob[at] += 1;
    seal(&mut blob);
    let error = Index::open(blob).unwrap().verify().unwrap_err().to_string();
    assert!(error.contains("more or fewer vectors than it says"), "{error}");
}

/// The pages of such sections, and all their checksums, are more than 32 bits can count.
#[test]
fn sections_may_claim_any_length() {
    for sections in [10, 600, u16::MAX] {
        let table = usize::from(sections) * 8;
        let mut blob = small();
        blob.resize(24 + table + 64, 0);
        let len = blob.len() as u32;
        blob[12..16].copy_from_slice(&len.to_le_bytes());
        blob[20..22].copy_from_slice(&sections.to_le_bytes());
        for (nth, entry) in blob[24..24 + table].chunks_mut(8).enumerate() {
            entry[..4].copy_from_slice(&(nth as u32 % 11).to_le_bytes());
            entry[4..].copy_from_slice(&u32::MAX.to_le_bytes());
        }
        assert_eq!(Index::open(blob).unwrap_err().code(), "corrupt", "{sections} sections");
    }
}

/// Queries that people write with signs, fields, quotes and alternatives, also where these make no
/// sense, and queries that are long enough to be prose.
fn syntax() -> impl Strategy<Value = String> {
    let sign = prop_oneof![3 => Just(""), 1 => Just("+"), 1 => Just("-"), 1 => Just("--")];
    let field = prop::sample::select(&["", "key:", "kind:", "title:", "heading:", "none:", ":"]);
    let text = prop_oneof![
        4 => "alpha|beta|gamma|heading|title|value|guide|un[a-z]{0,3}",
        4 => "[\"“”„](alpha beta|gamma delta|heading 2|[a-z ]{0,8})[\"“”„]?",
        1 => "OR|[\"+:\\-]{1,4}",
        1 => "\\PC{0,6}",
    ];
    let between = prop_oneof![4 => Just(" "), 1 => Just(" OR "), 1 => Just("\t"), 1 => Just("")];
    let clause = (sign, field, text, between);
    let clause =
        clause.prop_map(|(sign, field, text, between)| sign.to_owned() + field + &text + between);
    prop::collection::vec(clause, 0..13).prop_map(|clauses| clauses.concat())
}

/// Queries of words, of syntax, and of anything.
fn any_query() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => "\\PC{0,40}|[\u{0}-\u{20}]{0,20}|[a-z:._\\-\u{301}]{0,40}",
        1 => syntax(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Bytes changed on purpose, with checksums that fit: no promise of the right answer, but of
    /// no panic and no endless loop.
    #[test]
    fn forged_bytes_never_panic(changes in prop::collection::vec(change(), 1..12)) {
        if let Ok(index) = Index::open(forged(changes)) {
            let _ = index.verify();
            let _ = answers(&index);
            let _ = index.stats();
            let _ = (index.words(), index.bodies(), index.boosts());
        }
    }

    #[test]
    fn any_bytes_are_opened_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = bytes;
        prop_assert!(Index::open(&bytes).is_err());
        let good = small();
        bytes.splice(0..0, good[..24].iter().copied());
        prop_assert!(Index::open(&bytes).is_err());
    }

    #[test]
    fn any_text_is_a_query(query in any_query(), prefix in any::<bool>()) {
        let options = SearchOptions { prefix: if prefix { Prefix::All } else { Prefix::Off }, ..SearchOptions::default() };
        let results = Index::open(small()).unwrap().search(&query, &options).unwrap();
        prop_assert_eq!(results.hits.len(), results.total.min(options.limit));
    }

    /// Guards and phrases read other parts of an index than words do.
    #[test]
    fn any_query_of_forged_bytes_never_panics(
        query in syntax(),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        if let Ok(index) = Index::open(forged(changes)) {
            let _ = index.search(&query, &SearchOptions::default());
        }
    }

}

proptest! {
    // Each builds an index.
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn results_point_into_their_text(text in hostile_text(), query in "[a-z]{1,3}( [a-z]{1,3}){0,3}") {
        let text = format!("{text} {query}");
        let blob = build(vec![document("d", "", &text)], Levels::new(&[80, 300], &[0.3]).unwrap());
        let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
        let index = Index::open(blob).unwrap();
        let results = index.search(&query, &options).unwrap();
        prop_assert!(!results.hits.is_empty());
        for hit in results.hits {
            let chunk = index.chunk(&hit.id).unwrap();
            prop_assert_eq!(&chunk.text, &hit.text);
            prop_assert!(text.contains(chunk.own_text()));
            prop_assert_eq!(&hit.text[hit.snippet_start..][..hit.snippet.len()], &hit.snippet);
            prop_assert!(hit.snippet.chars().count() <= 200);
            for child in &hit.children {
                prop_assert!(hit.text.get(child.start..child.end).is_some());
            }
            let mut end = 0;
            for (start, stop) in hit.highlights {
                prop_assert!(start >= end && start < stop && hit.text.get(start..stop).is_some());
                end = stop;
            }
        }
    }
}

#[test]
fn queries_without_words_and_endless_ones() {
    let index = Index::open(small()).unwrap();
    let options = SearchOptions::default();
    for query in ["", "   ", "\u{0}\u{7}", "?!", "\u{301}"] {
        let results = index.search(query, &options).unwrap();
        assert_eq!((results.total, results.hits.len()), (0, 0), "{query:?}");
    }
    let long = "alpha ".repeat(20_000);
    assert!(index.search(&long, &options).unwrap().total > 0);
    index.search(&"ä".repeat(100_000), &options).unwrap();
}

/// A heading is analyzed whole, however long it is. If each number followed the
/// rest, this would take a minute.
#[test]
fn long_rows_of_numbers_take_linear_time() {
    for row in ["v1".to_owned() + &".1".repeat(200_000), "a1.".repeat(100_000)] {
        let mut count = 0;
        kindex::terms(&row, |_, _| count += 1);
        assert!(count >= 100_000);
    }
}

/// The number of the section that has the dictionary.
const WORDS: u8 = 2;

/// A block of the dictionary without a word, as its words are said to be those of the block before.
#[test]
fn an_empty_block_of_words_is_damage() {
    let good = std::fs::read("tests/golden/mergeable-v1.kdx").unwrap();
    let sections = usize::from(u16::from_le_bytes([good[20], good[21]]));
    let at = |blob: &[u8], place: usize| {
        u32::from_le_bytes(blob[place..place + 4].try_into().unwrap()) as usize
    };
    let lengths: Vec<usize> = (0..sections).map(|n| at(&good, 28 + 8 * n)).collect();
    let words = (0..sections).position(|n| good[24 + 8 * n] == WORDS).unwrap();
    let pages: usize = lengths.iter().map(|len| len.div_ceil(16384)).sum();
    let start = 24 + 8 * sections + 4 * pages + lengths[..words].iter().sum::<usize>();
    // The first array begins with 0, and so does the second one after it.
    let blocks = (1..).find(|nth| at(&good, start + 4 * nth) == 0).unwrap() - 1;
    assert!(blocks > 4);
    for block in 1..blocks {
        let mut bad = good.clone();
        let next = start + 4 * (block + 1);
        bad.copy_within(next..next + 4, next - 4);
        seal(&mut bad);
        let verified = Index::open(&bad).and_then(|index| index.verify());
        assert!(verified.is_err(), "block {block} of {blocks} is empty");
    }
}
