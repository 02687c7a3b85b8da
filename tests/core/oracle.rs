//! Scores against calculations that share no code with the index: a direct reading of the
//! formulas, and the `bm25` crate.

use crate::common::{build, document, hostile_text};
use crate::naive::{Expected, Naive, length_of_each, terms};
use bm25::{Embedder, EmbedderBuilder, Scorer, Tokenizer};
use kindex::{Collapse, Document, Index, Levels, Links, Ranking, SearchOptions, Tree, Weights};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

const TEXTS: [(&str, &str); 4] = [
    ("architecture", include_str!("../../ARCHITECTURE.md")),
    ("format", include_str!("../../FORMAT.md")),
    ("readme", include_str!("../../README.md")),
    ("changelog", include_str!("../../CHANGELOG.md")),
];

#[derive(Default)]
struct Spaced;

impl Tokenizer for Spaced {
    fn tokenize(&self, terms: &str) -> Vec<String> {
        terms.split(' ').map(str::to_owned).collect()
    }
}

/// A text is filled up to FILLED times the terms that it counts for with one that nobody looks
/// for, as it may have more or fewer.
const FILLED: usize = 20;

fn filled(mut terms: Vec<String>, length: usize) -> String {
    assert!(terms.len() <= FILLED * length);
    terms.resize(FILLED * length, "\0".into());
    terms.join(" ")
}

#[test]
fn plain_mode_ranks_as_the_bm25_crate_does() {
    let levels = Levels::new(&[400], &[0.0]).unwrap();
    let mut children: BTreeMap<&str, Vec<Vec<String>>> = BTreeMap::new();
    let mut documents = Vec::new();
    for (id, text) in TEXTS {
        let document = Document { id: id.into(), text: text.into(), ..Document::default() };
        let tree = Tree::new(&document, &levels).unwrap();
        let own = tree.level(0).iter().map(|chunk| terms(&text[chunk.span()]));
        children.insert(id, own.collect());
        documents.push(document);
    }
    let count = children.values().map(Vec::len).sum::<usize>() as f64;
    let mean = children.values().flatten().map(Vec::len).sum::<usize>() as f64 / count;
    let mut chunks: BTreeMap<String, String> = BTreeMap::new();
    for (id, children) in children {
        let lengths: Vec<usize> = children.iter().map(Vec::len).collect();
        let length = length_of_each(&lengths);
        for (number, terms) in children.into_iter().enumerate() {
            chunks.insert(format!("{id}#0.{number}"), filled(terms, length));
        }
    }
    let index = Index::open(build(documents, levels)).unwrap();

    let average = (FILLED as f64 * mean) as f32;
    let embedder: Embedder<u32, Spaced> = EmbedderBuilder::with_avgdl(average).build();
    let mut scorer = Scorer::<String>::new();
    for (id, text) in &chunks {
        scorer.upsert(id, embedder.embed(text));
    }
    let queries = ["checksum of a page", "posting list", "headings", "search search index", "the"];
    for query in queries.into_iter().chain(chunks.values().take(5).map(String::as_str)) {
        let query: String = terms(query).into_iter().take(20).collect::<Vec<_>>().join(" ");
        // A name such as format.md gives its parts too, once more.
        let expected = scorer.matches(&embedder.embed(&terms(&query).join(" ")));
        let expected: BTreeMap<String, f32> =
            expected.into_iter().map(|scored| (scored.id, scored.score)).collect();
        let options = SearchOptions { limit: chunks.len(), ..SearchOptions::plain() };
        let results = index.search(&query, &options).unwrap();
        assert_eq!(results.hits.len(), expected.len(), "{query}");
        for hit in &results.hits {
            let wanted = f64::from(expected[&hit.id]);
            assert!((hit.score - wanted).abs() < 1e-4 * wanted.max(1.0), "{query}: {}", hit.id);
        }
    }
}

/// The oracles are exact up to the last digits.
#[test]
fn plain_scores_are_the_same_to_the_last_bit() {
    let index = Index::open(include_bytes!("../golden/guide-v1.kdx")).unwrap();
    let found = index.search("bollard", &SearchOptions::plain()).unwrap().hits;
    let scores: Vec<_> = found.iter().map(|hit| (&*hit.id, hit.score)).collect();
    assert_eq!(scores, [("guides/knots.md#0.1", 3.280122858315279)]);
}

fn some_options() -> impl Strategy<Value = SearchOptions> {
    let collapse = prop_oneof![Just(Collapse::Max), Just(Collapse::Mean)];
    let ranking = prop_oneof![2 => Just(Ranking::Kindex), 1 => Just(Ranking::Textbook)];
    let b = prop_oneof![1 => Just(1.0), 9 => 0.0..1.0f64];
    let tried = (0.1..3.0f64, b, 0.0..3.0f64, 0.0..3.0f64);
    let tried = tried.prop_map(|(k1, b, title, heading)| Weights { k1, b, title, heading });
    let weights = prop_oneof![1 => Just(Weights::default()), 2 => tried];
    let auto_merge = prop::option::weighted(0.4, prop_oneof![Just(0.5), 0.0..=1.0f64]);
    let siblings = prop_oneof![2 => Just(0usize), 1 => 0usize..3];
    let per_document = prop::option::weighted(0.3, 1usize..4);
    (collapse, ranking, weights, 0usize..3, auto_merge, siblings, per_document).prop_map(
        |(collapse, ranking, weights, match_level, auto_merge, siblings, per_document)| {
            SearchOptions {
                collapse,
                ranking,
                weights,
                match_level,
                auto_merge,
                siblings,
                per_document,
                limit: usize::MAX,
                explain: true,
                ..SearchOptions::default()
            }
        },
    )
}

/// Few letters, so that queries hit.
fn few(text: &str) -> String {
    let few = |c: char| if c.is_ascii_lowercase() { char::from(b'a' + c as u8 % 2) } else { c };
    text.chars().map(few).collect()
}

/// Documents of those texts, titles and extra words, each with a section for each extra word; one
/// word goes to each section in turn.
fn documents(texts: &[(String, String, String)]) -> Vec<Document> {
    let of = |(number, (body, title, extra)): (usize, &(String, String, String))| {
        // Headings that queries may name.
        let named = extra.split(' ').map(|word| format!("\n\n## {word}\n\n{word} and {title}\n"));
        let body = few(body) + &named.collect::<String>();
        let mut document = document(&format!("d{number}"), title, &body);
        let mut words = extra.split(' ');
        document.extra = words.next().unwrap_or_default().into();
        document.names = vec![extra.clone(), extra.split(' ').rev().collect()];
        document.boost = extra.len() as f64 / 4.0;
        // Some lead to no document, and some to the same one by another address.
        let leads = |word: &str| vec![number as u32 + 9, word.len() as u32 % 5];
        let targets = body.split(' ').chain(extra.split(' ')).map(leads).collect();
        document.links = Links { addresses: vec![number as u32, number as u32 + 4], targets };
        for (section, word) in document.sections.iter_mut().zip(words) {
            section.is_link_list = word.len() % 2 == 1;
            section.extra = word.into();
        }
        // Some are terms of lists, whose words are text.
        for section in document.sections.iter_mut().skip(1).step_by(3) {
            section.anchor = document.text[section.heading.clone()].into();
            section.heading.end = section.heading.start;
        }
        document
    };
    texts.iter().enumerate().map(of).collect()
}

fn some_texts() -> impl Strategy<Value = Vec<(String, String, String)>> {
    let title = "[ab]{1,2}( [ab]{1,2}){0,3}";
    prop::collection::vec((hostile_text(), title, title), 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn scores_equal_a_direct_calculation(
        texts in some_texts(),
        words in prop::collection::vec("[ab]{1,3}", 1..5),
        sizes in prop_oneof![Just(vec![60]), Just(vec![60, 200]), Just(vec![40, 120, 300])],
        options in some_options(),
        level in 0usize..4,
    ) {
        let documents = documents(&texts);
        let levels = Levels::new(&sizes, &[0.0]).unwrap();
        let match_level = options.match_level.min(sizes.len() - 1);
        let level = level.clamp(match_level, sizes.len());
        let options = SearchOptions { match_level, return_level: Some(level), ..options };
        let trees = documents.iter().map(|d| Tree::new(d, &levels).unwrap()).collect();
        // Two words after one space would also find the word that they make as one.
        let query = words.join("  ");
        let is_close = Cell::new(false);
        let naive = Naive { documents: &documents, trees, options: &options, is_close };
        let expected = naive.search(&query, level);
        prop_assume!(!naive.is_close.get());
        let expected: BTreeMap<String, &Expected> = expected.iter().map(|found| {
            let (number, level, chunk) = found.id;
            (format!("d{number}#{level}.{chunk}"), found)
        }).collect();

        let index = Index::open(build(documents.clone(), levels)).unwrap();
        index.verify().unwrap();
        let results = index.search(&query, &options).unwrap();
        let ids: BTreeSet<&String> = results.hits.iter().map(|hit| &hit.id).collect();
        prop_assert_eq!(ids, expected.keys().collect::<BTreeSet<_>>());
        prop_assert_eq!(results.total, expected.len());
        for hit in &results.hits {
            let Expected { id, score, window } = expected[&hit.id];
            let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * a.max(1.0);
            prop_assert!(near(hit.score, *score), "{}: {} {}", hit.id, hit.score, score);
            let children = &naive.trees[id.0].level(0)[window.clone()];
            let text = &documents[id.0].text[children[0].tile.start..children[children.len() - 1].tile.end];
            prop_assert!(hit.text.contains(text));
            prop_assert!(near(hit.score, explained(hit)), "{}: {:?}", hit.score, hit.explanation);
            for child in &hit.children {
                prop_assert_eq!(&hit.text[child.start..child.end], &child.text);
                let chunk = index.chunk(&child.id).unwrap();
                prop_assert_eq!(chunk.own_text(), child.text.as_str());
            }
        }
        for pair in results.hits.windows(2) {
            prop_assert!(pair[0].score >= pair[1].score);
        }
        let best = SearchOptions { limit: 3, ..options.clone() };
        let top = index.search(&query, &best).unwrap();
        prop_assert_eq!(&top.hits[..], &results.hits[..results.hits.len().min(3)]);
        let grouped = SearchOptions { group: true, per_document: Some(2), ..options };
        prop_assert!(is_grouped(&index, &query, &grouped));
    }
}

/// The sum of the parts that an explanation lists.
fn explained(hit: &kindex::Hit) -> f64 {
    let explanation = hit.explanation.as_ref().unwrap();
    let children = explanation.children.iter().map(|child| {
        let terms: f64 = child.terms.iter().map(|term| term.score).sum();
        assert!((child.score - terms - child.exact_heading).abs() < 1e-9 * child.score.max(1.0));
        child.share * (terms + child.exact_heading)
    });
    let title: f64 = explanation.title.iter().map(|term| term.score).sum();
    let names = explanation.part_title + explanation.exact_title;
    explanation.boost * (children.sum::<f64>() + title + names)
}

/// Whether groups hold what a search without them gives, by document.
fn is_grouped(index: &Index, query: &str, grouped: &SearchOptions) -> bool {
    let groups = index.search(query, grouped).unwrap().hits;
    let single = SearchOptions { group: false, ..grouped.clone() };
    let single = index.search(query, &single).unwrap().hits;
    let flat = groups.iter().flat_map(|hit| {
        let alone = kindex::Hit { more: Vec::new(), ..hit.clone() };
        [alone].into_iter().chain(hit.more.iter().cloned())
    });
    let documents: BTreeSet<&String> = groups.iter().map(|hit| &hit.document).collect();
    let mut flat: Vec<_> = flat.collect();
    let ordered = flat.len() < 2 || groups.windows(2).all(|pair| pair[0].score >= pair[1].score);
    flat.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    let mut single = single;
    single.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    ordered && documents.len() == groups.len() && flat == single
}
