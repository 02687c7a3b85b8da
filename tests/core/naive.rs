//! The formulas of src/rank, read once more and computed the slow way.

use kindex::{Chunk, Collapse, Document, Ranking, SearchOptions, Section, Tree, Weights};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The terms of a text, as the index takes them.
pub fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    kindex::terms(text, |term, _| terms.push(term.to_owned()));
    terms
}

/// The length that stands in an index for each child of a document: that of their mean, as the
/// nearest of the half octaves from 4 to 724.
pub fn length_of_each(children: &[usize]) -> usize {
    let count = children.len();
    let length = (children.iter().sum::<usize>() + count / 2) / count;
    let half_octaves = (0..16).map(|bits| (4.0 * 2f64.powf(f64::from(bits) / 2.0)).round());
    let distance = |terms: &f64| (terms.ln() - (length as f64).ln()).abs();
    half_octaves.min_by(|one, other| distance(one).total_cmp(&distance(other))).unwrap() as usize
}

/// The nearest number of three binary digits and noughts, at most 28.
fn three_digits(terms: usize) -> usize {
    let lengths = (0..3).flat_map(|noughts| (0..8).map(move |digits: usize| digits << noughts));
    lengths.min_by_key(|&rounded| (rounded.abs_diff(terms), rounded)).unwrap()
}

/// Documents and how to search them.
pub struct Naive<'a> {
    pub documents: &'a [Document],
    pub trees: Vec<Tree>,
    pub options: &'a SearchOptions,
    /// Whether what is expected depends on scores that differ by rounding only.
    pub is_close: Cell<bool>,
}

/// A stretch of text with what stands above it.
struct Unit {
    body: Vec<String>,
    /// The number of terms that its children count for together.
    length: usize,
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

/// The terms of a child outside of headings.
fn body(document: &Document, child: &Chunk) -> Vec<String> {
    let mut body = Vec::new();
    let mut at = child.tile.start;
    for section in &document.sections {
        let heading = section.heading.start.max(at)..section.heading.end.min(child.tile.end);
        if heading.start < heading.end {
            body.extend(terms(&document.text[at..heading.start]));
            at = heading.end;
        }
    }
    body.extend(terms(&document.text[at..child.tile.end]));
    body
}

fn count(terms: &[String], term: &str) -> f64 {
    terms.iter().filter(|t| *t == term).count() as f64
}

impl Naive<'_> {
    /// Whether chunks count by themselves alone, and names nothing.
    fn is_textbook(&self) -> bool {
        self.options.ranking == Ranking::Textbook
    }

    fn unit(&self, number: usize, level: usize, chunk: usize) -> Unit {
        let (document, tree) = (&self.documents[number], &self.trees[number]);
        let children = self.children(number, level, chunk);
        let bodies: Vec<Vec<String>> = tree.level(0).iter().map(|c| body(document, c)).collect();
        let lengths: Vec<usize> = bodies.iter().map(Vec::len).collect();
        let length = children.len() * length_of_each(&lengths);
        let own = &tree.level(0)[children.clone()];
        let body = bodies[children].concat();
        let (start, end) = (own[0].tile.start, own[own.len() - 1].tile.end);
        let mut headings = Vec::new();
        let mut extras = vec![terms(&document.extra), names_besides_title(document)];
        for (at, section) in document.sections.iter().enumerate() {
            let stronger = |next: &&Section| next.level <= section.level;
            let next = document.sections[at + 1..].iter().find(stronger);
            let until = next.map_or(document.text.len(), |next| next.start);
            if section.start < end && until > start {
                headings.push(terms(&document.text[section.heading.clone()]));
                extras.push(terms(&section.extra));
            }
        }
        Unit { body, length, headings, extras, title: terms(&document.title) }
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
        let Weights { k1, b, title, heading } = self.options.weights;
        let extra = if self.is_textbook() { heading } else { 1.0 };
        let mut score = 0.0;
        for (term, times) in query {
            let sum = |runs: &[Vec<String>]| runs.iter().map(|run| count(run, term)).sum::<f64>();
            let norm = 1.0 - b + b * unit.length as f64 / average;
            let norm = if average > 0.0 { norm } else { 1.0 };
            let body = count(&unit.body, term);
            let frequency = if body > 0.0 { body / norm } else { 0.0 }
                + heading * sum(&unit.headings)
                + extra * sum(&unit.extras)
                + title * count(&unit.title, term);
            score += times * idf(term) * frequency * (k1 + 1.0) / (frequency + k1);
        }
        score
    }

    /// All results.
    pub fn search(&self, query: &str, level: usize) -> Vec<Expected> {
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
            // Of a name and a heading the greater part counts.
            let of_heading = (self.best(&wanted, &idf) - bonus).max(0.0);
            let matched = self.options.match_level;
            let matches = |chunk: &usize| scores[matched][&(number, *chunk)] > 0.0;
            let is_list = |chunk: &usize| self.is_link_list(number, *chunk);
            let in_body = |chunk: &usize| {
                let body = &units[matched][&(number, *chunk)].body;
                body.iter().any(|term| wanted.contains_key(term))
            };
            let mut matching = (0..self.chunks(number, matched)).filter(in_body);
            let lowers = matching.any(|chunk| !is_list(&chunk)) && !self.is_textbook();
            let alone = |chunk: usize| {
                let share = if lowers && is_list(&chunk) { 0.1 } else { 1.0 };
                let blended = share * self.blend(&scores, number, chunk);
                let named = self.named(number, chunk, query) as f64;
                matches(&chunk).then_some(title + blended + named * of_heading)
            };
            let all = 0..self.chunks(number, matched);
            let best = all.clone().filter_map(alone).fold(0.0, f64::max) - title;
            let with_terms = |chunk: usize| {
                let score = alone(chunk)?;
                let may_lead = !self.is_textbook() && bonus == 0.0;
                let leads = may_lead && self.is_term(number, chunk, query);
                Some(if leads { title + 1.2 * best } else { score })
            };
            // The beginning of a page that the query names counts as its best passage.
            let matching = |chunk: usize| {
                let score = with_terms(chunk)?;
                let leads = chunk == 0 && bonus > 0.0;
                let all = if leads { all.clone() } else { 0..0 };
                Some(all.filter_map(with_terms).fold(score, f64::max))
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

    /// Whether a chunk of the level matched lies in a list of links of level
    /// 1, or is one of a level above.
    fn is_link_list(&self, number: usize, chunk: usize) -> bool {
        let (matched, tree) = (self.options.match_level, &self.trees[number]);
        let child = self.children(number, matched, chunk).start;
        let level = matched.max(1);
        let mut above = (0..tree.level(level).len()).zip(tree.level(level));
        let holder = above.find(|(at, _)| self.children(number, level, *at).contains(&child));
        holder.is_some_and(|(_, chunk)| chunk.is_link_list)
    }

    fn blend(&self, scores: &[BTreeMap<(usize, usize), f64>], number: usize, chunk: usize) -> f64 {
        let (matched, last) = (self.options.match_level, scores.len() - 1);
        let child = self.children(number, matched, chunk).start;
        let mut sum = scores[matched][&(number, chunk)];
        if self.is_textbook() {
            return sum;
        }
        for (level, scores) in scores.iter().enumerate().skip(matched + 1) {
            let weight =
                if level == last { 0.25 } else { [0.0, 0.5][usize::from(level == matched + 1)] };
            let holder = (0..self.chunks(number, level))
                .find(|&chunk| self.children(number, level, chunk).contains(&child));
            sum += weight * scores[&(number, holder.unwrap())];
        }
        sum
    }

    /// In how many children of a chunk of the level matched sections begin whose headings are the
    /// query.
    fn named(&self, number: usize, chunk: usize, query: &str) -> usize {
        let document = &self.documents[number];
        self.begun(number, chunk, query, |section| document.text[section.heading.clone()].into())
    }

    /// Whether sections without words begin in it whose anchors are the query.
    fn is_term(&self, number: usize, chunk: usize, query: &str) -> bool {
        let text = &self.documents[number].text;
        let anchor = |section: &Section| {
            let line = text[section.heading.start..].lines().next().unwrap_or_default();
            let is_term = section.heading.is_empty() && squeezed(line) == squeezed(&section.anchor);
            if is_term { section.anchor.clone() } else { String::new() }
        };
        self.begun(number, chunk, query, anchor) > 0
    }

    /// In how many children of a chunk of the level matched sections
    /// begin whose names are the query.
    fn begun(
        &self,
        number: usize,
        chunk: usize,
        query: &str,
        name: impl Fn(&Section) -> String,
    ) -> usize {
        let (document, tree) = (&self.documents[number], &self.trees[number]);
        let is_query = |section: &&Section| {
            !squeezed(query).is_empty() && squeezed(&name(section)) == squeezed(query)
        };
        let starts: Vec<usize> =
            document.sections.iter().filter(is_query).map(|section| section.start).collect();
        let begins = |child: &&Chunk| starts.iter().any(|at| child.tile.contains(at));
        let tile = &tree.level(self.options.match_level)[chunk].tile;
        let children = tree.level(0).iter().filter(|child| tile.contains(&child.tile.start));
        children.filter(begins).count()
    }

    /// The share of the best possible score that is added where the query is a name.
    fn best(&self, query: &BTreeMap<String, f64>, idf: &dyn Fn(&str) -> f64) -> f64 {
        let k1 = self.options.weights.k1;
        let best = |(term, times): (&String, &f64)| times * idf(term) * (k1 + 1.0);
        if self.is_textbook() { 0.0 } else { 0.5 * query.iter().map(best).sum::<f64>() }
    }

    fn title(
        &self,
        title: &[String],
        average: f64,
        query: &BTreeMap<String, f64>,
        idf: &dyn Fn(&str) -> f64,
    ) -> f64 {
        let Weights { k1, b, .. } = self.options.weights;
        let length = three_digits(title.len()) as f64;
        let norm = if average > 0.0 { 1.0 - b + b * length / average } else { 1.0 };
        let part = |(term, times): (&String, &f64)| {
            let frequency = count(title, term) / norm;
            times * idf(term) * frequency * (k1 + 1.0) / (frequency + k1)
        };
        let matching = query.keys().map(|term| count(title, term)).sum::<f64>();
        let share = (matching / length.max(1.0)).min(1.0);
        let best = |(term, times): (&String, &f64)| times * idf(term) * (k1 + 1.0);
        let all = query.iter().map(best).sum::<f64>();
        let met = query.iter().filter(|(term, _)| title.contains(term)).map(best).sum::<f64>();
        let lacked = (length - matching).max(0.0) * 3.3;
        let beside =
            if met > 0.0 { (0.75 * all - met).max(0.0) / 4.0 * met / (met + lacked) } else { 0.0 };
        let weight = if self.is_textbook() { 0.0 } else { 0.75 };
        weight * (share * query.iter().map(part).sum::<f64>() + beside)
    }

    /// The degree to which the query is a name of a document.
    fn share(&self, number: usize, query: &str) -> f64 {
        let is_query = |name: &String| squeezed(name) == squeezed(query);
        let is_other = |document: &&Document| document.names.iter().any(is_query);
        let document = &self.documents[number];
        if squeezed(query).is_empty() {
            return 0.0;
        }
        let share = if is_query(&document.title) {
            1.0
        } else if is_other(&document) {
            1.0 / (self.documents.iter().filter(is_other).count() as f64).sqrt()
        } else {
            return 0.0;
        };
        let is_named = |number: &usize| {
            let document = &self.documents[*number];
            is_query(&document.title) || is_other(&document)
        };
        let named: Vec<usize> = (0..self.documents.len()).filter(is_named).collect();
        let most = named.iter().map(|&number| self.linked(number)).max().unwrap_or(0).max(1);
        let linked = self.linked(number) as f64 / most as f64;
        if named.len() > 1 { share + linked * linked / 2.0 } else { share }
    }

    /// The degree to which other documents link to one, 0 to 15.
    fn linked(&self, number: usize) -> u32 {
        let at = |address: &u32| {
            self.documents.iter().position(|other| other.links.addresses.contains(address))
        };
        let leads = |target: &Vec<u32>| target.iter().find_map(at) == Some(number);
        let others = self.documents.iter().enumerate().filter(|(other, _)| *other != number);
        let linking = others.filter(|(_, other)| other.links.targets.iter().any(leads)).count();
        (2.0 * (linking as f64 + 1.0).log2() + 1e-9).floor().min(15.0) as u32
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
pub struct Expected {
    /// Document, level and position.
    pub id: (usize, usize, usize),
    pub score: f64,
    /// The children that it covers.
    pub window: std::ops::Range<usize>,
}

fn combined(options: &SearchOptions, scores: Vec<f64>) -> f64 {
    match options.collapse {
        Collapse::Max => scores.into_iter().max_by(f64::total_cmp).unwrap(),
        Collapse::Mean => scores.iter().sum::<f64>() / scores.len() as f64,
    }
}
