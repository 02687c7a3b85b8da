//! Merging and changing indexes against building one of all documents.

use crate::common::{document, hostile_text, some_levels, with_parts};
use kindex::{
    Builder, Collection, Config, Document, Error, Index, Language, Levels, Links, MetaValue, Pin,
    Synonyms, Unit,
};
use proptest::prelude::*;
use std::sync::LazyLock;

fn build(documents: &[Document], config: Config, mergeable: bool) -> Vec<u8> {
    let builder = Builder::new(config);
    let mut builder = if mergeable { builder.mergeable() } else { builder };
    documents.iter().for_each(|document| builder.add(document.clone()).unwrap());
    builder.finish().unwrap()
}

fn merge(indexes: &[Vec<u8>], mergeable: bool) -> Result<Vec<u8>, Error> {
    let mut merged: Option<Builder> = None;
    for bytes in indexes {
        let index = Index::open(bytes)?;
        let mut builder = match merged.take() {
            Some(builder) => builder,
            None if mergeable => Builder::with_settings_of(&index)?.mergeable(),
            None => Builder::with_settings_of(&index)?,
        };
        builder.add_index(&index)?;
        merged = Some(builder);
    }
    merged.unwrap().finish()
}

/// Some are JSON.
fn meta(title: &str) -> MetaValue {
    if title.len().is_multiple_of(2) { MetaValue::json("[7]") } else { title.into() }
}

/// A document with everything that one may have.
pub fn some_document() -> impl Strategy<Value = Document> {
    let words = "([a-zé日]{0,8}|the|Running|k8s)( [a-z]{1,6}| of| JS){0,3}";
    let lang = prop_oneof![
        3 => Just(None),
        2 => "(de|fr|en-GB|ja|none|xx)".prop_map(Some),
        1 => Just(Some(String::new())),
    ];
    let strings = || prop::collection::vec(words, 0..3);
    let parts = (0u8..4, 1usize..6);
    let weight = prop_oneof![2 => Just(1.0), 1 => 0.001f64..=100.0];
    (hostile_text(), words, lang, strings(), strings(), parts, weight).prop_map(
        |(text, title, lang, names, extras, (kind, every), boost)| {
            let mut page = with_parts(document("", &title, &text), kind, every);
            let mut extras = extras.into_iter();
            page.extra = extras.next().unwrap_or_default();
            for (section, extra) in page.sections.iter_mut().rev().zip(extras) {
                section.extra = extra;
            }
            page.meta = names.iter().map(|name| (name.clone(), meta(&title))).collect();
            page.filters = names.iter().map(|name| (name.clone(), names.clone())).collect();
            let seed = page.text.len() as u32;
            let links = Links {
                addresses: vec![seed % 5],
                targets: vec![vec![every as u32, seed % 3], vec![seed % 5]],
            };
            Document { lang, names, boost, links, ..page }
        },
    )
}

fn some_config() -> impl Strategy<Value = (Levels, &'static str, &'static str)> {
    let language = prop_oneof![Just("en"), Just("de"), Just("none"), Just("pt-BR"), Just("nb")];
    let synonyms = prop_oneof![Just(""), Just("k8s => running, of\njs, javascript # both\n")];
    (some_levels(), language, synonyms)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn merged_parts_are_what_one_build_gives(
        documents in prop::collection::vec(some_document(), 2..9),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
        (levels, language, synonyms) in some_config(),
        turn in any::<prop::sample::Index>(),
    ) {
        let numbered = documents.into_iter().enumerate();
        let mut documents: Vec<Document> =
            numbered.map(|(id, page)| Document { id: id.to_string(), ..page }).collect();
        // The order is not that of the ids.
        let turn = turn.index(documents.len());
        documents.rotate_left(turn);
        let config = || config(&levels, language, synonyms);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| 1 + cut.index(documents.len() - 1)).collect();
        cuts.extend([0, documents.len()]);
        cuts.sort_unstable();
        cuts.dedup();
        let parts = cuts.windows(2).map(|cut| build(&documents[cut[0]..cut[1]], config(), true));
        let parts: Vec<Vec<u8>> = parts.collect();
        prop_assert!(merge(&parts, false).unwrap() == build(&documents, config(), false));
        let all = build(&documents, config(), true);
        prop_assert!(merge(&parts, true).unwrap() == all);
        prop_assert!(merge(&[all], false).unwrap() == build(&documents, config(), false));
    }
}

fn config(levels: &Levels, language: &str, synonyms: &str) -> Config {
    Config {
        levels: levels.clone(),
        language: Language::from_tag(language).unwrap(),
        synonyms: Synonyms::parse(synonyms).unwrap(),
        pins: Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn changed_documents_are_what_one_build_gives(
        added in prop::collection::vec(prop::collection::vec((some_document(), 0u8..6), 0..4), 1..6),
        removed in prop::collection::vec(prop::collection::hash_set(0u8..6, 0..3), 6),
        (levels, language, synonyms) in some_config(),
    ) {
        let pins = [("first", &["1", "2"][..]), ("First!", &["/4"]), ("other", &["3", "/1"])];
        let pins = pins.map(|(query, pages)| Pin::new(query, false, pages.to_vec()).unwrap());
        let pins = pins.to_vec();
        let config = || Config { pins: pins.clone(), ..config(&levels, language, synonyms) };
        let mut collection = Collection::new(config());
        let mut documents: Vec<Document> = Vec::new();
        for (added, removed) in added.into_iter().zip(removed) {
            let is_known = |id: &String| documents.iter().any(|page| page.id == *id);
            let removed: Vec<_> = removed.iter().map(u8::to_string).filter(is_known).collect();
            let mut new: Vec<Document> = Vec::new();
            for (page, id) in added {
                let (id, url) = (id.to_string(), format!("/{}", id + 1));
                new.retain(|page| page.id != id);
                new.push(Document { id, url, ..page });
            }
            documents.retain(|page| !removed.contains(&page.id));
            for page in &new {
                match documents.iter_mut().find(|before| before.id == page.id) {
                    Some(before) => *before = page.clone(),
                    None => documents.push(page.clone()),
                }
            }
            let removed: Vec<&str> = removed.iter().map(String::as_str).collect();
            let bytes = collection.change(new, &removed).unwrap();
            if documents.is_empty() {
                kindex::verify(&bytes).unwrap();
                continue;
            }
            prop_assert!(bytes == build(&documents, config(), true));
            // Taken up again, it goes on in the same way.
            if documents.len().is_multiple_of(2) {
                collection = Collection::of(&Index::open(&bytes).unwrap()).unwrap();
            }
            let before = collection.documents().clone();
            collection.change(vec![page("other")], &[]).unwrap();
            collection.go_back(&before).unwrap();
            prop_assert!(collection.change(Vec::new(), &[]).unwrap() == bytes);
        }
    }
}

#[test]
fn a_change_that_fails_changes_nothing() {
    let mut collection = Collection::of(&Index::open(&*SMALL).unwrap()).unwrap();
    let mut fails = |added: Vec<Document>, removed: &[&str], says: &str| {
        let error = collection.change(added, removed).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert!(collection.change(Vec::new(), &[]).unwrap() == *SMALL);
    };
    fails(Vec::new(), &["a", "c"], "document c: it cannot be removed");
    fails(vec![page("c"), page("c")], &["a"], "unique");
    fails(vec![page("a"), page("a")], &["a"], "unique");
    fails(vec![page("")], &[], "no id");
    fails(vec![Document { tenant: Some("red".into()), ..page("c") }], &["a"], "tenant");
    fails(vec![Document { boost: -1.0, ..page("c") }], &[], "boost");
    let cut = kindex::Section { start: 99, heading: 99..99, level: 1, ..Default::default() };
    fails(vec![Document { sections: vec![cut], ..page("c") }], &["a"], "heading");
    let plain = build(&[page("a")], Config::default(), false);
    let error = Collection::of(&Index::open(plain).unwrap()).err().unwrap();
    assert!(error.to_string().starts_with("mergeable: "), "{error}");
}

#[test]
fn words_of_documents_that_are_gone_are_forgotten() {
    let draft = |number: u32| {
        let words = (0..3000).map(|word| format!("w{number}x{word} ")).collect::<String>();
        Document { id: "draft".into(), text: words, ..Document::default() }
    };
    let mut collection = Collection::of(&Index::open(&*SMALL).unwrap()).unwrap();
    let first = collection.documents().clone();
    // More words than are kept without use.
    for number in 0..8 {
        let bytes = collection.change(vec![draft(number)], &[]).unwrap();
        assert!(bytes == build(&[page("a"), page("b"), draft(number)], Config::default(), true));
    }
    collection.go_back(&first).unwrap();
    assert!(collection.change(Vec::new(), &[]).unwrap() == *SMALL);
    let ids: Vec<&str> = collection.documents().ids().collect();
    assert_eq!(ids, ["a", "b"]);
}

#[test]
fn documents_of_another_collection_are_read_again() {
    let other = Collection::of(&Index::open(&*SMALL).unwrap()).unwrap();
    let mut collection = Collection::new(Config::default());
    collection.change(vec![page("c")], &[]).unwrap();
    collection.go_back(other.documents()).unwrap();
    assert!(collection.change(Vec::new(), &[]).unwrap() == *SMALL);
}

#[test]
fn an_index_of_nothing_answers() {
    let mut collection = Collection::new(Config::default());
    for removed in [&[][..], &["a"]] {
        let index = Index::open(collection.change(Vec::new(), removed).unwrap()).unwrap();
        index.verify().unwrap();
        let results = index.search("title", &Default::default()).unwrap();
        assert!(results.hits.is_empty() && results.total == 0 && index.stats().documents == 0);
        assert!(index.documents().unwrap().is_empty() && index.keys(9).unwrap().is_empty());
        // A key that no document has is a mistake only where there are documents.
        let filter = kindex::Filter {
            key: "tag".into(),
            condition: kindex::Condition::Any(vec!["a".into()]),
        };
        let options = kindex::SearchOptions { filters: vec![filter], ..Default::default() };
        assert!(index.search("title", &options).unwrap().hits.is_empty());
        let bytes = collection.change(vec![page("a")], &[]).unwrap();
        assert!(bytes == build(&[page("a")], Config::default(), true));
    }
}

fn page(id: &str) -> Document {
    let mut page =
        document(id, "A title", "# Heading\n\nSome text of a page.\n\n## Other\n\nMore.\n");
    page.extra = "searched".into();
    page.sections[1].extra = "beside".into();
    page.names = vec!["name".into()];
    page.links = Links { addresses: vec![1], targets: vec![vec![7], vec![8, 1]] };
    page
}

static SMALL: LazyLock<Vec<u8>> =
    LazyLock::new(|| build(&[page("a"), page("b")], Config::default(), true));

#[test]
fn every_altered_byte_is_an_error() {
    let good = &*SMALL;
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        assert!(merge(&[bad], false).is_err(), "byte {at}");
    }
    for len in 0..good.len() {
        assert!(merge(&[good[..len].to_vec()], false).is_err(), "{len} bytes");
    }
}

/// The index with a byte of the section `sources` altered and the checksums made to fit.
fn forged(at: usize, byte: u8) -> Option<Vec<u8>> {
    let mut bytes = SMALL.clone();
    let u16_at = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
    let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let entries: Vec<(u16, usize)> =
        (0..u16_at(20) as usize).map(|n| (u16_at(24 + 8 * n), u32_at(28 + 8 * n))).collect();
    let sums = 24 + 8 * entries.len();
    let before = entries.iter().take_while(|(number, _)| *number != 15);
    let page = sums + 4 * before.clone().count();
    let start = sums + 4 * entries.len() + before.map(|(_, len)| len).sum::<usize>();
    let len = entries.iter().find(|(number, _)| *number == 15).unwrap().1;
    *bytes[start..start + len].get_mut(at)? = byte;
    let sum = |bytes: &[u8]| (xxhash_rust::xxh64::xxh64(bytes, 0) as u32).to_le_bytes();
    let checksum = sum(&bytes[start..start + len]);
    bytes[page..page + 4].copy_from_slice(&checksum);
    let checksum = sum(&bytes[24..sums + 4 * entries.len()]);
    bytes[16..20].copy_from_slice(&checksum);
    Some(bytes)
}

#[test]
fn forged_sources_give_an_index_or_an_error() {
    let (mut at, mut refused) = (0, 0);
    while let Some(same) = forged(at, 0) {
        for byte in [0, 1, 0x7f, 0x80, 0xff] {
            let bytes = forged(at, byte).unwrap_or_default();
            match merge(&[bytes], true) {
                Ok(merged) => kindex::verify(&merged).unwrap(),
                Err(_) => refused += 1,
            }
        }
        assert!(Index::open(same).is_ok());
        at += 1;
    }
    assert!(at > 40 && refused > at);
}

#[test]
fn readers_pass_over_the_section() {
    let (plain, more) = (build(&[page("a"), page("b")], Config::default(), false), SMALL.clone());
    assert!(more.len() > plain.len());
    let search = |bytes: &[u8]| {
        Index::open(bytes.to_vec()).unwrap().search("heading", &Default::default()).unwrap()
    };
    assert_eq!(search(&plain), search(&more));
    // In several files the head has it.
    let cut = kindex::shard(&more, &kindex::ShardSizes::of_index(more.len())).unwrap();
    let mut index = Index::open(cut.head).unwrap();
    for (number, shard) in cut.shards.into_iter().enumerate() {
        index.load(number, shard.bytes).unwrap();
    }
    assert!(index.assembled().unwrap() == more);
}

#[test]
fn what_cannot_be_merged_says_why() {
    let fails = |other: Config| {
        let other = build(&[page("c")], other, true);
        merge(&[SMALL.clone(), other], false).unwrap_err().to_string()
    };
    let config = |levels: Levels| Config { levels, ..Config::default() };
    let cases = [
        (
            config(Levels::new(&[300, 900], &[]).unwrap()),
            "levels: the index was built with [300, 900]",
        ),
        (config(Levels::new(&[500, 2000], &[0.1]).unwrap()), "overlap: "),
        (
            config(Levels::default().with_unit(Unit::Tokens)),
            "unit: the index was built with Tokens",
        ),
        (config(Levels::default().with_depth(2).unwrap()), "sectionDepth: "),
        (
            Config { language: Language::from_tag("de").unwrap(), ..Config::default() },
            "language: the index was built with de and those before it with en",
        ),
        (
            Config { synonyms: Synonyms::parse("a, b").unwrap(), ..Config::default() },
            "synonyms: the index was built with",
        ),
    ];
    for (config, expected) in cases {
        let error = fails(config);
        assert!(error.starts_with(expected), "{error}");
    }
    let twice = merge(&[SMALL.clone(), SMALL.clone()], false).unwrap_err().to_string();
    assert!(twice.starts_with("document a: another document has the same id"), "{twice}");
    let plain = build(&[page("c")], Config::default(), false);
    let error = merge(&[plain], false).unwrap_err().to_string();
    assert!(error.contains("does not keep what merging"), "{error}");
    let mut builder = Builder::new(Config::default()).mergeable();
    let error = builder.add(Document { tenant: Some("acme".into()), ..page("a") }).unwrap_err();
    assert!(matches!(error, Error::Config { name: "tenant", .. }) && builder.is_empty());
}

#[test]
fn spellings_do_not_depend_on_which_came_first() {
    let of = |id: &str, text: &str| document(id, "", text);
    let (late, early) = (of("b", "An add-on.\n"), of("a", "An ad-don, an a-ddon, an addon.\n"));
    let first = build(std::slice::from_ref(&late), Config::default(), true);
    let mut collection = Collection::of(&Index::open(&first).unwrap()).unwrap();
    let bytes = collection.change(vec![early.clone(), late.clone()], &["b"]).unwrap();
    assert!(bytes == build(&[early, late], Config::default(), true));
}
