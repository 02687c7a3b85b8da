//! Scores against calculations that share no code with the index: a direct reading of the
//! formulas, and the `bm25` crate.
#![cfg(feature = "build")]

mod common;

use bm25::{EmbedderBuilder, Scorer, Tokenizer};
use common::{build, document, hostile_text};
use kindex::{Collapse, Document, Index, Levels, SearchOptions, Tree};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const TEXTS: [(&str, &str); 4] = [
    ("architecture", include_str!("../ARCHITECTURE.md")),
    ("format", include_str!("../FORMAT.md")),
    ("readme", include_str!("../README.md")),
    ("changelog", include_str!("../CHANGELOG.md")),
];

fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    kindex::terms(text, |term, _| terms.push(term.to_owned()));
    terms
}

struct Terms;

impl Tokenizer for Terms {
    fn tokenize(&self, text: &str) -> Vec<String> {
        terms(text)
    }
}

#[test]
fn plain_mode_ranks_as_the_bm25_crate_does() {
    let levels = Levels::new(&[400], &[0.0]).unwrap();
    let mut chunks: BTreeMap<String, String> = BTreeMap::new();
    let mut documents = Vec::new();
    for (id, text) in TEXTS {
        let document = Document { id: id.into(), text: text.into(), ..Document::default() };
        for (number, chunk) in Tree::new(&document, &levels).unwrap().level(0).iter().enumerate() {
            chunks.insert(format!("{id}#0.{number}"), text[chunk.span()].to_owned());
        }
        documents.push(document);
    }
    let index = Index::open(build(documents, levels)).unwrap();

    let corpus: Vec<&str> = chunks.values().map(String::as_str).collect();
    let embedder =
        EmbedderBuilder::<u32, Terms>::with_tokenizer_and_fit_to_corpus(Terms, &corpus).build();
    let mut scorer = Scorer::<String>::new();
    for (id, text) in &chunks {
        scorer.upsert(id, embedder.embed(text));
    }
    let queries = ["checksum of a page", "posting list", "headings", "search search index", "the"];
    for query in queries.into_iter().chain(chunks.values().take(5).map(String::as_str)) {
        let query: String = terms(query).into_iter().take(20).collect::<Vec<_>>().join(" ");
        let expected = scorer.matches(&embedder.embed(&query));
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

/// The formulas of src/search/score.rs, read once more and computed the slow way.
struct Naive<'a> {
    documents: &'a [Document],
    trees: Vec<Tree>,
    options: &'a SearchOptions,
}

/// A stretch of text with what stands above it.
struct Unit {
    body: Vec<String>,
    headings: Vec<Vec<String>>,
    title: Vec<String>,
}

impl Unit {
    fn contains(&self, term: &str) -> bool {
        let in_headings = self.headings.iter().flatten().any(|t| t == term);
        in_headings || self.body.iter().chain(&self.title).any(|t| t == term)
    }
}

fn count(terms: &[String], term: &str) -> f64 {
    terms.iter().filter(|t| *t == term).count() as f64
}

impl Naive<'_> {
    fn unit(&self, number: usize, level: usize, chunk: usize) -> Unit {
        let (document, tree) = (&self.documents[number], &self.trees[number]);
        let children = self.children(number, level, chunk);
        let own = &tree.level(0)[children];
        let mut body = Vec::new();
        for child in own {
            let mut at = child.tile.start;
            for section in &document.sections {
                let heading =
                    section.heading.start.max(at)..section.heading.end.min(child.tile.end);
                if heading.start < heading.end {
                    body.extend(terms(&document.text[at..heading.start]));
                    at = heading.end;
                }
            }
            body.extend(terms(&document.text[at..child.tile.end]));
        }
        let (start, end) = (own[0].tile.start, own[own.len() - 1].tile.end);
        let mut headings = Vec::new();
        for (at, section) in document.sections.iter().enumerate() {
            let stronger = |next: &&kindex::Section| next.level <= section.level;
            let next = document.sections[at + 1..].iter().find(stronger);
            let until = next.map_or(document.text.len(), |next| next.start);
            if section.start < end && until > start {
                headings.push(terms(&document.text[section.heading.clone()]));
            }
        }
        Unit { body, headings, title: terms(&document.title) }
    }

    /// The children of a chunk, or at the level after the last of the whole document.
    fn children(&self, number: usize, level: usize, chunk: usize) -> std::ops::Range<usize> {
        let tree = &self.trees[number];
        if level == tree.levels().len() {
            return 0..tree.level(0).len();
        }
        let mut range = chunk..chunk + 1;
        for level in (1..=level).rev() {
            let chunks = tree.level(level);
            let first = |at: usize| {
                chunks.get(at).map_or(tree.level(level - 1).len(), |chunk| chunk.first_child)
            };
            range = first(range.start)..first(range.end);
        }
        range
    }

    fn chunks(&self, number: usize, level: usize) -> usize {
        let tree = &self.trees[number];
        if level == tree.levels().len() { 1 } else { tree.level(level).len() }
    }

    fn score_unit(
        &self,
        unit: &Unit,
        query: &BTreeMap<String, f64>,
        average: f64,
        idf: &dyn Fn(&str) -> f64,
    ) -> f64 {
        let o = self.options;
        let mut score = 0.0;
        for (term, times) in query {
            let headings: f64 = unit.headings.iter().map(|heading| count(heading, term)).sum();
            let norm = 1.0 - o.b + o.b * unit.body.len() as f64 / average;
            let norm = if average > 0.0 { norm } else { 1.0 };
            let frequency = count(&unit.body, term) / norm
                + o.heading * headings
                + o.title * count(&unit.title, term);
            score += times * idf(term) * frequency * (o.k1 + 1.0) / (frequency + o.k1);
        }
        score
    }

    /// Scores of all chunks of the level to return that have a matching child, by id.
    fn search(&self, query: &str, level: usize) -> BTreeMap<String, f64> {
        let levels = self.trees[0].levels().len();
        let all = |level: usize| -> Vec<(usize, usize)> {
            let of = |number| (0..self.chunks(number, level)).map(move |chunk| (number, chunk));
            (0..self.documents.len()).flat_map(of).collect()
        };
        let units: Vec<BTreeMap<(usize, usize), Unit>> = (0..=levels)
            .map(|level| {
                all(level).into_iter().map(|at| (at, self.unit(at.0, level, at.1))).collect()
            })
            .collect();
        let parents = &units[usize::from(levels > 1)];
        let idf = |term: &str| {
            let n = parents.len() as f64;
            let df = parents.values().filter(|unit| unit.contains(term)).count() as f64;
            (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
        };
        let known: BTreeSet<&String> = units[levels]
            .values()
            .flat_map(|unit| {
                unit.body.iter().chain(&unit.title).chain(unit.headings.iter().flatten())
            })
            .collect();
        let mut wanted: BTreeMap<String, f64> = BTreeMap::new();
        for term in terms(query).into_iter().filter(|term| known.contains(term)) {
            *wanted.entry(term).or_default() += 1.0;
        }
        let scores: Vec<BTreeMap<(usize, usize), f64>> = units
            .iter()
            .map(|units| {
                let body: usize = units.values().map(|unit| unit.body.len()).sum();
                let average = body as f64 / units.len() as f64;
                let score = |unit| self.score_unit(unit, &wanted, average, &idf);
                units.iter().map(|(&at, unit)| (at, score(unit))).collect()
            })
            .collect();
        let titles: Vec<Vec<String>> = self.documents.iter().map(|d| terms(&d.title)).collect();
        let average_title = titles.iter().map(Vec::len).sum::<usize>() as f64 / titles.len() as f64;
        let mut found = BTreeMap::new();
        for (number, chunk) in all(level) {
            let mut values = Vec::new();
            for child in self.children(number, level, chunk) {
                if scores[0][&(number, child)] > 0.0 {
                    let named = self.named(number, child, &terms(query)) as f64;
                    values.push(
                        self.blend(&scores, number, child) + named * self.best(&wanted, &idf),
                    );
                }
            }
            if values.is_empty() {
                continue;
            }
            let combined = match self.options.collapse {
                Collapse::Max => values.iter().copied().fold(0.0, f64::max),
                Collapse::Mean => values.iter().sum::<f64>() / values.len() as f64,
                Collapse::Sum => values.iter().sum(),
            };
            let title = self.title(&titles[number], average_title, &wanted, &terms(query), &idf);
            found
                .insert(format!("{}#{level}.{chunk}", self.documents[number].id), combined + title);
        }
        found
    }

    fn blend(&self, scores: &[BTreeMap<(usize, usize), f64>], number: usize, child: usize) -> f64 {
        let last = scores.len() - 1;
        let mut sum = scores[0][&(number, child)];
        for (level, scores) in scores.iter().enumerate().skip(1) {
            let weight = match &self.options.blend {
                Some(weights) => weights.get(level - 1).copied().unwrap_or(0.0),
                None => {
                    if level == last {
                        0.25
                    } else if level == 1 {
                        0.5
                    } else {
                        0.0
                    }
                }
            };
            let holder = (0..self.chunks(number, level))
                .find(|&chunk| self.children(number, level, chunk).contains(&child));
            sum += weight * scores[&(number, holder.unwrap())];
        }
        sum
    }

    /// How many sections begin in a child whose headings are the query.
    fn named(&self, number: usize, child: usize, query: &[String]) -> usize {
        let document = &self.documents[number];
        let tile = &self.trees[number].level(0)[child].tile;
        let is_query = |section: &&kindex::Section| {
            tile.contains(&section.start)
                && !query.is_empty()
                && terms(&document.text[section.heading.clone()]) == query
        };
        document.sections.iter().filter(is_query).count()
    }

    /// The share of the best possible score that is added where the query is a name.
    fn best(&self, query: &BTreeMap<String, f64>, idf: &dyn Fn(&str) -> f64) -> f64 {
        let best = |(term, times): (&String, &f64)| times * idf(term) * (self.options.k1 + 1.0);
        self.options.exact_title * query.iter().map(best).sum::<f64>()
    }

    fn title(
        &self,
        title: &[String],
        average: f64,
        query: &BTreeMap<String, f64>,
        asked: &[String],
        idf: &dyn Fn(&str) -> f64,
    ) -> f64 {
        let o = self.options;
        let norm = if average > 0.0 { 1.0 - o.b + o.b * title.len() as f64 / average } else { 1.0 };
        let part = |(term, times): (&String, &f64)| {
            let frequency = count(title, term) / norm;
            times * idf(term) * frequency * (o.k1 + 1.0) / (frequency + o.k1)
        };
        let bonus = if title == asked { self.best(query, idf) } else { 0.0 };
        o.title_score * query.iter().map(part).sum::<f64>() + bonus
    }
}

fn some_options() -> impl Strategy<Value = SearchOptions> {
    let collapse = prop_oneof![Just(Collapse::Max), Just(Collapse::Mean), Just(Collapse::Sum)];
    let blend = prop::option::of(prop::collection::vec(0.0..1.0f64, 0..3));
    (collapse, blend, 0.0..3.0f64, 0.0..3.0f64, 0.0..=1.0f64).prop_map(
        |(collapse, blend, title, heading, b)| SearchOptions {
            collapse,
            blend,
            title,
            heading,
            b,
            limit: usize::MAX,
            ..SearchOptions::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn scores_equal_a_direct_calculation(
        texts in prop::collection::vec((hostile_text(), "[ab]{1,2}( [ab]{1,2}){0,3}"), 1..5),
        words in prop::collection::vec("[ab]{1,3}", 1..5),
        sizes in prop_oneof![Just(vec![60]), Just(vec![60, 200]), Just(vec![40, 120, 300])],
        options in some_options(),
        level in 0usize..3,
    ) {
        let level = level.min(sizes.len() - 1);
        // Few letters, so that queries hit.
        let few = |c: char| if c.is_ascii_lowercase() { char::from(b'a' + c as u8 % 2) } else { c };
        let documents: Vec<Document> = texts.iter().enumerate().map(|(number, (body, title))| {
            document(&format!("d{number}"), title, &body.chars().map(few).collect::<String>())
        }).collect();
        let levels = Levels::new(&sizes, &[0.0]).unwrap();
        let mut options = SearchOptions { return_level: Some(level), ..options };
        if let Some(weights) = &mut options.blend {
            weights.truncate(sizes.len());
        }
        let trees = documents.iter().map(|d| Tree::new(d, &levels).unwrap()).collect();
        let query = words.join(" ");
        let expected = Naive { documents: &documents, trees, options: &options }.search(&query, level);

        let index = Index::open(build(documents.clone(), levels)).unwrap();
        index.verify().unwrap();
        let results = index.search(&query, &options).unwrap();
        let found: BTreeMap<String, f64> = results.hits.iter().map(|hit| (hit.id.clone(), hit.score)).collect();
        prop_assert_eq!(results.total, expected.len());
        prop_assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (id, score) in &found {
            let near = (score - expected[id]).abs() < 1e-9 * score.max(1.0);
            prop_assert!(near, "{}: {} {}", id, score, expected[id]);
        }
        for pair in results.hits.windows(2) {
            prop_assert!(pair[0].score >= pair[1].score);
        }
        let best = SearchOptions { limit: 3, ..options };
        let top = index.search(&query, &best).unwrap();
        prop_assert_eq!(&top.hits[..], &results.hits[..results.hits.len().min(3)]);
    }
}
