//! Scores against calculations that share no code with the index: a direct reading of the
//! formulas, and the `bm25` crate.
#![cfg(feature = "build")]

mod common;

use bm25::{EmbedderBuilder, Scorer, Tokenizer};
use common::{build, document, hostile_text};
use kindex::{Collapse, Document, Index, Levels, SearchOptions, Tree};
use proptest::prelude::*;
use std::cell::Cell;
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
    /// Whether what is expected depends on scores that differ by rounding only.
    is_close: Cell<bool>,
}

/// A stretch of text with what stands above it.
struct Unit {
    body: Vec<String>,
    headings: Vec<Vec<String>>,
    extras: Vec<Vec<String>>,
    title: Vec<String>,
}

impl Unit {
    fn contains(&self, term: &str) -> bool {
        self.terms().any(|t| t == term)
    }

    fn terms(&self) -> impl Iterator<Item = &String> {
        let runs = self.headings.iter().chain(&self.extras).flatten();
        self.body.iter().chain(&self.title).chain(runs)
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
        let mut extras = vec![terms(&document.extra), names_besides_title(document)];
        for (at, section) in document.sections.iter().enumerate() {
            let stronger = |next: &&kindex::Section| next.level <= section.level;
            let next = document.sections[at + 1..].iter().find(stronger);
            let until = next.map_or(document.text.len(), |next| next.start);
            if section.start < end && until > start {
                headings.push(terms(&document.text[section.heading.clone()]));
                extras.push(terms(&section.extra));
            }
        }
        Unit { body, headings, extras, title: terms(&document.title) }
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
            let sum = |runs: &[Vec<String>]| runs.iter().map(|run| count(run, term)).sum::<f64>();
            let norm = 1.0 - o.b + o.b * unit.body.len() as f64 / average;
            let norm = if average > 0.0 { norm } else { 1.0 };
            let frequency = count(&unit.body, term) / norm
                + o.heading * sum(&unit.headings)
                + o.extra * sum(&unit.extras)
                + o.title * count(&unit.title, term);
            score += times * idf(term) * frequency * (o.k1 + 1.0) / (frequency + o.k1);
        }
        score
    }

    /// All results.
    fn search(&self, query: &str, level: usize) -> Vec<Expected> {
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
        let known: BTreeSet<&String> = units[levels].values().flat_map(Unit::terms).collect();
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
        let mut found = Vec::new();
        for number in 0..self.documents.len() {
            let bonus = self.share(number, query) * self.best(&wanted, &idf);
            let title = self.title(&titles[number], average_title, &wanted, &idf) + bonus;
            let matching = |chunk: usize| {
                let matched = self.options.match_level;
                let named = self.named(number, chunk, query, &wanted) as f64;
                (scores[matched][&(number, chunk)] > 0.0).then(|| {
                    title + self.blend(&scores, number, chunk) + named * self.best(&wanted, &idf)
                })
            };
            found.extend(self.of_document(number, level, title, &matching));
        }
        found
    }

    /// The results of one document. `matching` gives the score of a chunk of the level matched
    /// with `title`, which every result has once.
    fn of_document(
        &self,
        number: usize,
        level: usize,
        title: f64,
        matching: &dyn Fn(usize) -> Option<f64>,
    ) -> Vec<Expected> {
        let o = self.options;
        let mut found = Vec::new();
        for chunk in 0..self.chunks(number, level) {
            let covered = self.children(number, level, chunk);
            let inside: Vec<usize> = (0..self.chunks(number, o.match_level))
                .filter(|&at| covered.contains(&self.children(number, o.match_level, at).start))
                .collect();
            let hits: Vec<(usize, f64)> =
                inside.iter().filter_map(|&at| Some((at, matching(at)?))).collect();
            let share = hits.len() as f64 / inside.len() as f64;
            let expected = |level: usize, chunk: usize, score: f64, siblings: usize| {
                let first = self.children(number, level, chunk.saturating_sub(siblings));
                let last = (chunk + siblings).min(self.chunks(number, level) - 1);
                let last = self.children(number, level, last);
                let (id, window) = ((number, level, chunk), first.start..last.end);
                Expected { id, score, window }
            };
            if hits.is_empty() {
            } else if o.auto_merge.is_none_or(|least| share > least) {
                let scores: Vec<f64> = hits.iter().map(|(_, score)| score - title).collect();
                let siblings = if o.auto_merge.is_none() { o.siblings } else { 0 };
                found.push(expected(level, chunk, combined(o, scores) + title, siblings));
            } else {
                let hit =
                    |&(at, score): &(usize, f64)| expected(o.match_level, at, score, o.siblings);
                found.extend(hits.iter().map(hit));
            }
        }
        if o.siblings > 0 {
            found = self.joined(found);
        }
        let most = o.per_document.unwrap_or(usize::MAX).min(found.len());
        // Stable: of equals the first stays.
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        if let Some([last, next]) = found.get(most.saturating_sub(1)..most + 1) {
            self.note(last, next);
        }
        found.truncate(most);
        found.iter_mut().for_each(|found| found.score *= self.documents[number].boost);
        found
    }

    fn note(&self, a: &Expected, b: &Expected) {
        let close = (a.score - b.score).abs() < 1e-9 * a.score.max(1.0);
        self.is_close.set(self.is_close.get() || close);
    }

    /// Windows that overlap as one, under the name of the best, pair by pair until none do.
    fn joined(&self, mut found: Vec<Expected>) -> Vec<Expected> {
        let overlap = |a: &Expected, b: &Expected| {
            a.window.start < b.window.end && b.window.start < a.window.end
        };
        loop {
            let pairs = (0..found.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let Some((a, b)) = pairs.into_iter().find(|&(a, b)| overlap(&found[a], &found[b]))
            else {
                return found;
            };
            let other = found.remove(b);
            self.note(&found[a], &other);
            let window = found[a].window.start.min(other.window.start)
                ..found[a].window.end.max(other.window.end);
            if other.score > found[a].score {
                found[a] = other;
            }
            found[a].window = window;
        }
    }

    fn blend(&self, scores: &[BTreeMap<(usize, usize), f64>], number: usize, chunk: usize) -> f64 {
        let (matched, last) = (self.options.match_level, scores.len() - 1);
        let child = self.children(number, matched, chunk).start;
        let mut sum = scores[matched][&(number, chunk)];
        for (level, scores) in scores.iter().enumerate().skip(matched + 1) {
            let default =
                if level == last { 0.25 } else { [0.0, 0.5][usize::from(level == matched + 1)] };
            let weight = match &self.options.blend {
                Some(weights) => weights.get(level - matched - 1).copied().unwrap_or(0.0),
                None => default,
            };
            let holder = (0..self.chunks(number, level))
                .find(|&chunk| self.children(number, level, chunk).contains(&child));
            sum += weight * scores[&(number, holder.unwrap())];
        }
        sum
    }

    /// How many sections begin in a chunk of the level matched whose headings are the query. None
    /// where the document's headings lack one of its words.
    fn named(
        &self,
        number: usize,
        chunk: usize,
        query: &str,
        wanted: &BTreeMap<String, f64>,
    ) -> usize {
        let document = &self.documents[number];
        let heading = |section: &kindex::Section| &document.text[section.heading.clone()];
        let words: BTreeSet<String> =
            document.sections.iter().flat_map(|section| terms(heading(section))).collect();
        if squeezed(query).is_empty() || !wanted.keys().all(|word| words.contains(word)) {
            return 0;
        }
        let tile = &self.trees[number].level(self.options.match_level)[chunk].tile;
        let is_query = |section: &&kindex::Section| {
            tile.contains(&section.start) && squeezed(heading(section)) == squeezed(query)
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
        idf: &dyn Fn(&str) -> f64,
    ) -> f64 {
        let o = self.options;
        let norm = if average > 0.0 { 1.0 - o.b + o.b * title.len() as f64 / average } else { 1.0 };
        let part = |(term, times): (&String, &f64)| {
            let frequency = count(title, term) / norm;
            times * idf(term) * frequency * (o.k1 + 1.0) / (frequency + o.k1)
        };
        let matching = query.keys().map(|term| count(title, term)).sum::<f64>();
        let share = matching / title.len().max(1) as f64;
        o.title_score * share * query.iter().map(part).sum::<f64>()
    }

    /// How much the query is a name of a document.
    fn share(&self, number: usize, query: &str) -> f64 {
        let is_query = |name: &String| squeezed(name) == squeezed(query);
        let is_other = |document: &&Document| document.names.iter().any(is_query);
        let document = &self.documents[number];
        if squeezed(query).is_empty() {
            0.0
        } else if is_query(&document.title) {
            1.0
        } else if is_other(&document) {
            1.0 / (self.documents.iter().filter(is_other).count() as f64).sqrt()
        } else {
            0.0
        }
    }
}

fn squeezed(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The distinct words of a document's names that its title lacks, with each name as one word.
fn names_besides_title(document: &Document) -> Vec<String> {
    let names = document.names.iter().chain([&document.title]);
    let words: BTreeSet<String> =
        names.flat_map(|name| [terms(name), terms(&squeezed(name))]).flatten().collect();
    let title = terms(&document.title);
    words.into_iter().filter(|word| !title.contains(word)).collect()
}

/// A result as it should be.
#[derive(Clone, Debug)]
struct Expected {
    /// Document, level and position.
    id: (usize, usize, usize),
    score: f64,
    /// The children that it covers.
    window: std::ops::Range<usize>,
}

fn combined(options: &SearchOptions, mut scores: Vec<f64>) -> f64 {
    let sum = scores.iter().sum::<f64>();
    scores.sort_by(|a, b| b.total_cmp(a));
    match options.collapse {
        Collapse::Max => scores[0],
        Collapse::Mean => sum / scores.len() as f64,
        Collapse::Sum => sum,
        Collapse::Decayed => {
            let power = |at: usize| options.decay.powi(at as i32);
            scores.iter().enumerate().map(|(at, score)| score * power(at)).sum()
        }
    }
}

fn some_options() -> impl Strategy<Value = SearchOptions> {
    let collapse = prop_oneof![
        Just(Collapse::Max),
        Just(Collapse::Mean),
        Just(Collapse::Sum),
        Just(Collapse::Decayed)
    ];
    let blend = prop::option::of(prop::collection::vec(0.0..1.0f64, 0..3));
    let weights = (0.0..3.0f64, 0.0..3.0f64, 0.0..3.0f64, 0.0..=1.0f64, 0.0..=1.0f64);
    let auto_merge = prop::option::weighted(0.4, prop_oneof![Just(0.5), 0.0..=1.0f64]);
    let siblings = prop_oneof![2 => Just(0usize), 1 => 0usize..3];
    let per_document = prop::option::weighted(0.3, 1usize..4);
    (collapse, blend, weights, 0usize..3, auto_merge, siblings, per_document).prop_map(
        |(collapse, blend, weights, match_level, auto_merge, siblings, per_document)| {
            let (title, heading, extra, b, decay) = weights;
            SearchOptions {
                collapse,
                blend,
                title,
                heading,
                extra,
                b,
                decay,
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

/// Documents of those texts, titles and extra words; one word goes to each section in turn.
fn documents(texts: &[(String, String, String)]) -> Vec<Document> {
    let of = |(number, (body, title, extra)): (usize, &(String, String, String))| {
        let mut document = document(&format!("d{number}"), title, &few(body));
        let mut words = extra.split(' ');
        document.extra = words.next().unwrap_or_default().into();
        document.names = vec![extra.clone(), extra.split(' ').rev().collect()];
        document.boost = extra.len() as f64 / 4.0;
        for (section, word) in document.sections.iter_mut().zip(words) {
            section.extra = word.into();
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
        let mut options = SearchOptions { match_level, return_level: Some(level), ..options };
        if let Some(weights) = &mut options.blend {
            weights.truncate(sizes.len() - match_level);
        }
        let trees = documents.iter().map(|d| Tree::new(d, &levels).unwrap()).collect();
        let query = words.join(" ");
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
            prop_assert_eq!(&hit.text, text);
            prop_assert!(near(hit.score, explained(hit)), "{}: {:?}", hit.score, hit.explanation);
            for child in &hit.children {
                prop_assert_eq!(&hit.text[child.start..child.end], &child.text);
                prop_assert_eq!(index.chunk(&child.id).unwrap().text, child.text.as_str());
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

/// The sum of what an explanation lists.
fn explained(hit: &kindex::Hit) -> f64 {
    let explanation = hit.explanation.as_ref().unwrap();
    let children = explanation.children.iter().map(|child| {
        let terms: f64 = child.terms.iter().map(|term| term.score).sum();
        assert!((child.score - terms - child.exact_heading).abs() < 1e-9 * child.score.max(1.0));
        child.share * (terms + child.exact_heading)
    });
    let title: f64 = explanation.title.iter().map(|term| term.score).sum();
    explanation.boost * (children.sum::<f64>() + title + explanation.exact_title)
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
