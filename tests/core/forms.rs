//! Forms of words that an index lacks, found by the rules of its languages: in every kind of index,
//! and whatever the bytes of the rules are.

use crate::common::{answer, document};
use kindex::{Builder, Config, Document, Error, Index, Results, SearchOptions, ShardSizes};
use kindex::{shard, verify};
use proptest::prelude::*;
use std::sync::LazyLock;
use xxhash_rust::xxh64::xxh64;

/// The number of the section in the table of sections.
const FORMS: u32 = 12;

fn page(lang: &str, text: &str) -> Document {
    Document { lang: Some(lang.into()), ..document(&format!("{lang}.md"), "", text) }
}

fn built(mut builder: Builder, pages: &[Document]) -> Vec<u8> {
    pages.iter().for_each(|page| builder.add(page.clone()).unwrap());
    builder.finish().unwrap()
}

static ENGLISH: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let text = "The settings were replaced, then compiled.\n\nServers, and a happy cancel.\n";
    built(Builder::new(Config::default()), &[page("en", text)])
});

fn ask(index: &Index<impl AsRef<[u8]>>, query: &str) -> Result<Results, Error> {
    index.search(query, &SearchOptions::default())
}

/// Whether an index has a form of a word. What only resembles it is proposed instead or has another
/// ending.
fn has_form(index: &Index<impl AsRef<[u8]>>, word: &str) -> bool {
    let options = SearchOptions { fuzzy: false, ..SearchOptions::default() };
    let found = index.search(word, &options).unwrap();
    assert_eq!(found.did_you_mean, None, "{word}");
    found.total > 0
}

/// The sections of an index. The layout is that of FORMAT.md.
fn sections(blob: &[u8]) -> Vec<(u32, &[u8])> {
    let number = |at: usize| u32::from_le_bytes(blob[at..at + 4].try_into().unwrap());
    let count = usize::from(u16::from_le_bytes([blob[20], blob[21]]));
    let entries = (0..count).map(|n| (number(24 + 8 * n), number(28 + 8 * n) as usize));
    let mut rest = blob;
    let mut sections: Vec<_> = entries
        .rev()
        .map(|(id, len)| {
            let (before, section) = rest.split_at(rest.len() - len);
            rest = before;
            (id, section)
        })
        .collect();
    sections.reverse();
    sections
}

/// The same index with other rules or none.
fn with_rules(blob: &[u8], rules: Option<&[u8]>) -> Vec<u8> {
    let mut sections = sections(blob);
    sections.retain(|(id, _)| *id != FORMS);
    let at = sections.len() - 1;
    sections.splice(at..at, rules.map(|rules| (FORMS, rules)));
    let table = sections.iter().flat_map(|(id, bytes)| [*id, bytes.len() as u32]);
    let sums = sections.iter().flat_map(|(_, bytes)| bytes.chunks(16384));
    let sums = sums.map(|page| xxh64(page, 0) as u32);
    let checked: Vec<u8> = table.chain(sums).flat_map(u32::to_le_bytes).collect();
    let bodies = sections.iter().map(|(_, bytes)| *bytes).collect::<Vec<_>>().concat();
    let mut head = blob[..24].to_vec();
    let len = head.len() + checked.len() + bodies.len();
    head[12..16].copy_from_slice(&(len as u32).to_le_bytes());
    head[16..20].copy_from_slice(&(xxh64(&checked, 0) as u32).to_le_bytes());
    head[20..22].copy_from_slice(&(sections.len() as u16).to_le_bytes());
    [head, checked, bodies].concat()
}

/// The rules of an index.
fn rules(blob: &[u8]) -> &[u8] {
    sections(blob).into_iter().find(|(id, _)| *id == FORMS).unwrap().1
}

#[test]
fn an_index_is_put_together_from_its_sections() {
    assert_eq!(with_rules(&ENGLISH, Some(rules(&ENGLISH))), *ENGLISH);
}

#[test]
fn an_index_without_rules_answers_for_the_words_that_it_has() {
    let blob = with_rules(&ENGLISH, None);
    verify(&blob).unwrap();
    let (old, new) = (Index::open(&blob).unwrap(), Index::open(&*ENGLISH).unwrap());
    for query in ["replaced", "settings", "happy servers", "\"a happy\"", "cancle"] {
        assert_eq!(ask(&old, query).unwrap(), ask(&new, query).unwrap(), "{query}");
        assert!(ask(&old, query).unwrap().total > 0, "{query}");
    }
    assert!(has_form(&new, "cancellation") && !has_form(&old, "cancellation"));
}

#[test]
fn a_file_of_several_has_the_rules_and_comes_with_the_first_words() {
    let sizes = ShardSizes { words: 64, postings: 64, documents: 300, pairs: true };
    let sharded = shard(&ENGLISH, &sizes).unwrap();
    let without = shard(&with_rules(&ENGLISH, None), &sizes).unwrap();
    assert!(sharded.head.len() < without.head.len() + 40, "the head has none of them");
    let rules = rules(&ENGLISH);
    let has = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|bytes| bytes == part);
    let file = sharded.shards.iter().position(|shard| has(&shard.bytes, rules)).unwrap();
    let whole = Index::open(&*ENGLISH).unwrap();
    let mut index = Index::open(sharded.head.clone()).unwrap();
    for (query, loads) in [("settings", true), ("cancellation", false), ("replacement", false)] {
        let (found, rounds) = answer(&mut index, &sharded, |index| ask(index, query));
        assert_eq!(found, ask(&whole, query).unwrap());
        assert_eq!(found.total, 1, "{query}");
        assert_eq!(rounds.concat().contains(&file), loads, "{query}: {rounds:?}");
        // The word, other words, lists, texts.
        assert!(rounds.len() <= 4, "{query}: {rounds:?}");
    }
    answer(&mut index, &sharded, Index::verify);
    assert_eq!(index.assembled().unwrap(), *ENGLISH);
    index.unload(file);
    assert_eq!(ask(&index, "compilation"), Err(Error::Missing));
    assert_eq!(index.wanted(), [file]);
}

#[test]
fn several_files_may_have_no_rules() {
    let blob = built(Builder::new(Config::default()), &[page("tlh", "qapla batlh")]);
    let sharded = shard(&blob, &ShardSizes::of_index(blob.len())).unwrap();
    assert!(sharded.shards.iter().all(|shard| !shard.bytes.is_empty()));
    let mut index = Index::open(sharded.head.clone()).unwrap();
    assert_eq!(answer(&mut index, &sharded, |index| ask(index, "qaplas")).0.total, 1);
}

#[test]
fn merged_indexes_and_tenants_have_the_rules_of_their_own_languages() {
    let pages = [page("en", "We cancel."), page("de", "Die Einstellung.")];
    let parts = pages
        .each_ref()
        .map(|page| built(Builder::new(Config::default()).mergeable(), std::slice::from_ref(page)));
    let mut merged = Builder::new(Config::default());
    for part in &parts {
        merged.add_index(&Index::open(part).unwrap()).unwrap();
    }
    let merged = merged.finish().unwrap();
    assert_eq!(merged, built(Builder::new(Config::default()), &pages));
    let tenants = pages.map(|page| Document { tenant: page.lang.clone(), ..page });
    let mut builder = Builder::new(Config::default());
    tenants.into_iter().for_each(|page| builder.add(page).unwrap());
    let finished = builder.by_tenant().into_iter().map(|(_, builder)| builder.finish().unwrap());
    let [german, english] = finished.collect::<Vec<_>>().try_into().unwrap();
    for (blob, has) in [(merged, [true; 2]), (english, [true, false]), (german, [false, true])] {
        let index = Index::open(blob).unwrap();
        assert_eq!(["cancellation", "einstellungen"].map(|word| has_form(&index, word)), has);
    }
}

#[test]
fn languages_without_rules_are_passed_over_up_to_a_number() {
    // Each takes two bytes. Of 100,000 the last, which has rules, is too far.
    for (languages, found) in [(10, true), (100_000, false)] {
        let rules = [&vec![0; 2 * languages][..], rules(&ENGLISH)].concat();
        let index = Index::open(with_rules(&ENGLISH, Some(&rules))).unwrap();
        index.verify().unwrap();
        assert_eq!(has_form(&index, "cancellation"), found, "{languages}");
    }
}

/// A language without vowels, in which a last *s* is an ending, and rules that no word reaches.
fn ending_in_s(len: usize) -> Vec<u8> {
    let mut rules = vec![2, 0, b's', 8];
    while rules.len() < len {
        // A key of a measure that no word has here.
        rules.extend([1, 1, 0]);
    }
    let len = rules.len() as u32;
    let varint = [len as u8 | 0x80, (len >> 7) as u8 | 0x80, (len >> 14) as u8];
    [&[0][..], &varint, &rules].concat()
}

#[test]
fn the_more_rules_the_fewer_words_are_compared() {
    let letters = || 'a'..='z';
    let words = letters().flat_map(|one| letters().map(move |two| [one, two]));
    let words = words.flat_map(|[one, two]| letters().map(move |three| [one, two, three]));
    let words = words.take(1500).map(|letters| String::from_iter(letters) + "\n");
    let text: String = words.map(|word| format!("ca{word}")).collect();
    let blob = built(Builder::new(Config::default()), &[page("tlh", &(text + "caz"))]);
    for (len, found) in [(6, true), (60_000, false)] {
        let blob = with_rules(&blob, Some(&ending_in_s(len)));
        let index = Index::open(blob).unwrap();
        index.verify().unwrap();
        assert_eq!(has_form(&index, "cazs"), found, "{len}");
        assert!(has_form(&index, "caaaas"), "{len}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever the rules are: an error or an answer, and the other words are found.
    #[test]
    fn forged_rules_give_errors_or_answers(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..9),
        random in prop::option::of(prop::collection::vec(any::<u8>(), 0..90)),
        word in "[a-zé]{1,9}|cancellation|replacement|сервера",
    ) {
        let mut forged = random.unwrap_or_else(|| rules(&ENGLISH).to_vec());
        for (at, byte) in changes {
            if !forged.is_empty() {
                let at = at.index(forged.len());
                forged[at] = byte;
            }
        }
        let blob = with_rules(&ENGLISH, Some(&forged));
        let index = Index::open(&blob).unwrap();
        if let Err(error) = ask(&index, &word) {
            prop_assert_eq!(error.code(), "corrupt");
            prop_assert!(index.verify().is_err());
        }
        prop_assert_eq!(ask(&index, "cancel").unwrap().total, 1);
    }
}
