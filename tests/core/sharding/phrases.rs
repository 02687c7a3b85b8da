//! Phrases in an index in several files: pairs of words say where they are, and no text is read.

use crate::common::{answer, build, document};
use kindex::{
    Builder, Config, Document, Index, Levels, Results, SearchOptions, ShardSizes, Sharded, Tree,
    shard,
};
use proptest::prelude::*;

const WORDS: &[&str] = &["ant", "Ant", "ant", "cat", "cat", "the", "été", "dog"];

/// Names that come in parts, signs, and writing without spaces.
const NAMES: &[&str] = &[
    "ant",
    "cat",
    "cat",
    "antCat",
    "ant_cat",
    "cat.ant",
    "ANT-cat",
    "C#",
    ".cat",
    "日本語",
    "本日",
    "😀",
    "—",
    "v2.1",
    "2",
];

type Tokens = &'static [&'static str];

fn some_text(tokens: Tokens) -> impl Strategy<Value = String> {
    let between = prop::sample::select(vec![" ", " ", " ", " ", "\n", ", ", "\n\n"]);
    let tokens = prop::collection::vec((prop::sample::select(tokens), between), 0..30);
    tokens.prop_map(|tokens| tokens.into_iter().flat_map(|(token, after)| [token, after]).collect())
}

fn some_line(tokens: Tokens) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(tokens), 2..5).prop_map(|tokens| tokens.join(" "))
}

fn some_document(tokens: Tokens) -> impl Strategy<Value = Document> {
    let section = (prop::option::of(some_line(tokens)), some_text(tokens));
    let sections = prop::collection::vec(section, 1..4);
    (some_line(tokens), sections).prop_map(|(title, sections)| {
        let section = |(heading, text): (Option<String>, String)| match heading {
            Some(heading) => format!("## {heading}\n\n{text}\n\n"),
            None => format!("{text}\n\n"),
        };
        document("", &title, &sections.into_iter().map(section).collect::<String>())
    })
}

fn small() -> ShardSizes {
    ShardSizes { words: 1, postings: 1, documents: 1, pairs: true }
}

fn ask(sharded: &Sharded, query: &str, options: &SearchOptions) -> Results {
    let mut index = Index::open(sharded.head.clone()).unwrap();
    answer(&mut index, sharded, |index| index.search(query, options)).0
}

/// Documents and a phrase, and the size of children. Where these are small, a name may be cut: then
/// texts that are read and pairs differ in its parts.
fn some_case() -> impl Strategy<Value = (Vec<Document>, String, u32)> {
    let words = (Just(WORDS), prop::sample::select(vec![20u32, 60]));
    prop_oneof![words, (Just(NAMES), Just(500u32))].prop_flat_map(|(tokens, size)| {
        let documents = prop::collection::vec(some_document(tokens), 1..8);
        (documents, some_line(tokens), Just(size))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn pairs_find_what_texts_have(
        (mut documents, phrase, size) in some_case(),
        field in prop::sample::select(vec!["", "", "-", "title:", "heading:"]),
    ) {
        for (number, document) in documents.iter_mut().enumerate() {
            document.id = number.to_string();
        }
        let blob = build(documents, Levels::new(&[size], &[0.0]).unwrap());
        let query = format!("{field}\"{phrase}\" cat");
        let options = SearchOptions { limit: usize::MAX, ..SearchOptions::default() };
        let one = Index::open(&blob).unwrap().search(&query, &options).unwrap();
        for pairs in [true, false] {
            let sharded = shard(&blob, &ShardSizes { pairs, ..small() }).unwrap();
            prop_assert_eq!(ask(&sharded, &query, &options), one.clone());
        }
    }
}

/// Pages that all have the words of a phrase beside each other, and one that has the phrase.
fn pages() -> Vec<u8> {
    let page = |number: usize| {
        let text = "Moss grows here. A fern grows here too, and there is moss. ".repeat(20);
        document(&format!("{number:03}"), "", &text)
    };
    let sought = document("sought", "", "The fern moss grows beside the water.");
    build((0..200).map(page).chain([sought]).collect(), Levels::default())
}

#[test]
fn a_phrase_loads_no_text_but_of_its_results() {
    let sharded = shard(&pages(), &small()).unwrap();
    let loaded = |query: &str| {
        let mut index = Index::open(sharded.head.clone()).unwrap();
        let options = SearchOptions::default();
        let (found, rounds) = answer(&mut index, &sharded, |index| index.search(query, &options));
        (found, rounds.len(), rounds.into_iter().flatten().count())
    };
    let (found, rounds, files) = loaded("\"fern moss grows\"");
    assert_eq!((found.hits.len(), found.total), (1, 1));
    let (plain, rounds_of_plain, files_of_plain) = loaded("fern moss grows");
    assert_eq!(plain.hits.len(), 10);
    assert_eq!(rounds, rounds_of_plain);
    // Two pairs, and nine documents less.
    assert!(files < files_of_plain, "{files} of {files_of_plain}");
}

#[test]
fn without_pairs_the_same_is_found_in_texts() {
    let blob = pages();
    let [with, without] =
        [true, false].map(|pairs| shard(&blob, &ShardSizes { pairs, ..small() }).unwrap());
    let bytes = |of: &Sharded| of.shards.iter().map(|shard| shard.bytes.len()).sum::<usize>();
    assert!(bytes(&without) < bytes(&with), "{} of {}", bytes(&without), bytes(&with));
    assert!(without.shards.len() < with.shards.len());
    let bounded = SearchOptions { phrase_bytes: Some(0), ..SearchOptions::default() };
    let phrase = "\"fern moss grows\"";
    for options in [SearchOptions::default(), bounded] {
        let one = Index::open(&blob).unwrap().search(phrase, &options).unwrap();
        assert_eq!(ask(&without, phrase, &options), one);
        let found = ask(&with, phrase, &options);
        assert_eq!((found.total, found.unchecked_phrases.len()), (1, 0));
    }
}

/// The hits of a query in one file, and in several with pairs of words and without them, which are
/// the same ones.
fn hits(blob: &[u8], query: &str) -> usize {
    let options = SearchOptions::default();
    let one = Index::open(blob).unwrap().search(query, &options).unwrap();
    for pairs in [true, false] {
        let sharded = shard(blob, &ShardSizes { pairs, ..small() }).unwrap();
        assert_eq!(ask(&sharded, query, &options), one, "{query}, pairs: {pairs}");
    }
    one.hits.len()
}

#[test]
fn a_phrase_does_not_go_on_from_a_heading_into_the_text() {
    let text = "## Moss\nfern reed\n\nKelp and moss grow here, and a fern.\n";
    let blob = build(vec![document("0", "", text)], Levels::default());
    for (query, count) in
        [("\"fern reed\"", 1), ("\"moss\"", 1), ("\"moss fern\"", 0), ("\"moss fern reed\"", 0)]
    {
        assert_eq!(hits(&blob, query), count, "{query}");
    }
}

#[test]
fn a_phrase_ends_in_the_next_child_at_most() {
    let text = "fern kelp\nmoss reed\nfern kelp";
    let page = document("0", "", text);
    let levels = Levels::new(&[12], &[0.0]).unwrap();
    let tree = Tree::new(&page, &levels).unwrap();
    let children: Vec<_> = tree.level(0).iter().map(|chunk| &text[chunk.span()]).collect();
    assert_eq!(children, ["fern kelp\n", "moss reed\n", "fern kelp"]);
    let blob = build(vec![page], levels);
    // It ends just where the next child does.
    assert_eq!(hits(&blob, "\"moss reed fern kelp\""), 1);
    // Any two children that follow each other have these words.
    assert_eq!(hits(&blob, "\"kelp moss reed fern\""), 0);
}

#[test]
fn a_phrase_of_one_word_is_as_written() {
    let mut builder = Builder::new(Config::default());
    // Their stem is the same one, so its list does not say which of them stands where.
    for text in ["Installing the tool.", "Install the tools."] {
        builder.add(document(text, "", text)).unwrap();
    }
    assert_eq!(hits(&builder.finish().unwrap(), "\"installing\""), 1);
}
