//! The most that each document could score. If that is less than the best results have, the chunks
//! of the document need not be scored. The idea is MaxScore's (Turtle and Flood, "Query Evaluation:
//! Strategies and Optimizations", 1995), with bounds from what is known of the document instead of
//! from the list. Bounds are summed list by list, and the documents that could score most are
//! scored first.

mod of_document;

use super::document_scores::FieldWeights;
use super::options::{Collapse, SearchOptions};
use super::term_postings::{EXACT_WEIGHT, Match, TermPostings};
use super::weights::ScoreWeights;
use crate::error::ReadError;
use crate::format::chunk_of_child::ChunkOfChild;
use crate::index::IndexReader;
use crate::query::exact::ExactNames;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use of_document::{DocumentBound, TitleBound};

/// A bound is computed in another order than a score, which changes the last digits.
const ROUNDING_FACTOR: f64 = 1.0 + 1e-9;

/// Whether the order and number of results follow from the scores and matches of the words alone.
pub(super) fn is_safe(options: &SearchOptions) -> bool {
    let FieldWeights { title, heading, extra } = options.fields();
    let joins =
        options.collapse != Collapse::Max || options.auto_merge.is_some() || options.siblings > 0;
    if cfg!(feature = "explore") && joins {
        return false;
    }
    // Words in a field that counts nothing do not match, which is not told apart here.
    let all_count = title > 0.0 && heading > 0.0 && extra > 0.0;
    all_count && options.facets.is_empty() && options.sort.is_none()
}

/// The most that each document could score, summed word by word.
pub(super) struct UpperBounds<'a> {
    index: &'a IndexReader<'a>,
    to_document: &'a ChunkOfChild,
    to_chunk: &'a ChunkOfChild,
    /// The level to return.
    level: usize,
    documents: Vec<DocumentBound>,
    /// For each chunk of the level to return, whether a word occurs in it or above it.
    met: Vec<bool>,
    /// The documents in which the current word occurs.
    touched: Vec<usize>,
    titles: Vec<TitleBound>,
    /// The number of the current word.
    word: u32,
}

impl<'a> UpperBounds<'a> {
    /// Of no word yet, where all documents are wanted or none.
    pub fn new(index: &'a IndexReader<'a>, level: usize, all: bool) -> Result<Self, ReadError> {
        let tree = &index.tree;
        let score = if all { f64::MIN_POSITIVE } else { 0.0 };
        // First, as that fails where numbers of chunks are not true or not there yet.
        let (to_document, to_chunk) = (tree.ranks(tree.levels())?, tree.ranks(level)?);
        let mut met = Vec::new();
        met.resize(tree.count(level), false);
        let bound = DocumentBound { score, ..DocumentBound::default() };
        let documents = vec![bound; tree.count(tree.levels())];
        Ok(UpperBounds {
            index,
            to_document,
            to_chunk,
            level,
            titles: vec![TitleBound::default(); documents.len()],
            documents,
            met,
            touched: Vec::new(),
            word: 0,
        })
    }

    /// Adds the most that a word could give. Linear in the lengths of its lists, and in the chunks
    /// that titles and headings stand above.
    pub fn add(&mut self, word: &TermPostings, weights: &ScoreWeights) -> Result<(), ReadError> {
        let ScoreWeights { levels, fields, bm25, .. } = weights;
        self.word += 1;
        for list in &word.lists {
            self.note(&list.bodies, 0.0);
            self.note(&list.headings, fields.heading);
            self.note(&list.extras, fields.extra);
            for found in &list.titles {
                self.note_title(found, word.weight, weights)?;
            }
        }
        let gain = word.weight * (bm25.k1 + 1.0);
        let lengths = self.index.lengths()?;
        for document in self.touched.drain(..) {
            let Some(bound) = self.documents.get_mut(document) else { continue };
            let inside = core::mem::take(&mut bound.word);
            let share = inside.share(levels, *bm25, f64::from(lengths.child(document)?));
            // Not nothing, whatever the word counts.
            bound.score = bound.score + share * gain + f64::MIN_POSITIVE;
            bound.met += gain;
        }
        Ok(())
    }

    /// Notes where a list says that a word stands: in a field of that weight, or without one in
    /// bodies.
    fn note(&mut self, places: &[Match], weight: f64) {
        // No branch can foresee that a document is met for the first time. So its number is written
        // in any case: a branch makes the loop a third slower.
        let mut touched = self.touched.len();
        self.touched.resize(touched + places.len(), 0);
        let (mut document_before, mut most_before) = (usize::MAX, 0);
        for Match { at, frequency } in places {
            let document = self.to_document.of(at.start);
            let Some(bound) = self.documents.get_mut(document) else { continue };
            if let Some(next) = self.touched.get_mut(touched) {
                *next = document;
            }
            touched += usize::from(bound.word.is_empty());
            if weight > 0.0 {
                bound.word.outside += weight * f64::from(*frequency);
            } else {
                bound.word.body = bound.word.body.saturating_add(*frequency);
                // Those of a document follow each other in a list, and lists add up.
                let before = if document == document_before { most_before } else { 0 };
                most_before = before.max(*frequency);
                bound.word.child = bound.word.child.saturating_add(most_before - before);
                document_before = document;
            }
            let first = self.to_chunk.of(at.start);
            let last = if at.len() > 1 { self.to_chunk.of(at.end - 1) } else { first };
            bound.chunks += mark_matching(self.met.get_mut(first..=last).unwrap_or_default());
        }
        self.touched.truncate(touched);
    }

    /// The scores of several lists that answer a word add up to more than the word's.
    fn note_title(
        &mut self,
        found: &Match,
        weight: f64,
        ScoreWeights { fields, bm25, title_norm, .. }: &ScoreWeights,
    ) -> Result<(), ReadError> {
        let document = found.at.start as usize;
        let norm = title_norm.of(f64::from(self.index.lengths()?.title(document)?));
        let children = self.index.tree.children(self.index.document_level(), document)?;
        let at = children.start as u32..children.end as u32;
        self.note(&[Match { at, frequency: found.frequency }], fields.title);
        if let Some(title) = self.titles.get_mut(document) {
            let frequency = f64::from(found.frequency) / f64::from(EXACT_WEIGHT);
            let is_new = core::mem::replace(&mut title.last, self.word) != self.word;
            title.words.add(weight, frequency, *bm25, norm, is_new);
            if let Some(bound) = self.documents.get_mut(document).filter(|_| is_new) {
                bound.met += weight * (bm25.k1 + 1.0);
            }
        }
        Ok(())
    }

    /// Adds the scores of titles, once all words are known. Linear in the number of documents.
    pub fn add_titles(&mut self, weights: &ScoreWeights) -> Result<(), ReadError> {
        let lengths = self.index.lengths()?;
        // Taken, as scoring needs memory too.
        let titles = core::mem::take(&mut self.titles);
        let titles = self.documents.iter_mut().zip(titles).enumerate();
        for (document, (bound, title)) in titles {
            if !title.words.is_empty() {
                let length = f64::from(lengths.title(document)?);
                bound.score += weights.title * title.words.total(length, weights.best);
            }
        }
        Ok(())
    }

    /// Lets the documents score anything that the query names.
    pub fn raise(&mut self, names: &ExactNames) {
        let mut raise = |document: usize| {
            if let Some(bound) = self.documents.get_mut(document) {
                bound.score = if bound.score > 0.0 { f64::INFINITY } else { 0.0 };
            }
        };
        for (document, _) in &names.pages {
            raise(*document);
        }
        for child in names.sections() {
            raise(self.to_document.of(child as u32));
        }
    }

    /// Lets a document in which no word occurs match by its first chunk.
    pub fn list(&mut self, document: usize) -> Result<(), ReadError> {
        let tree = &self.index.tree;
        let first = tree.descend(tree.levels(), document, self.level)?.start;
        if let (Some(bound), Some(met)) =
            (self.documents.get_mut(document), self.met.get_mut(first))
            && bound.score == 0.0
        {
            (bound.score, bound.chunks, *met) = (f64::MIN_POSITIVE, 1, true);
        }
        Ok(())
    }

    /// The documents in which words occur, with the most that each could score.
    pub fn documents(&self) -> impl Iterator<Item = (usize, f64)> {
        let all = self.documents.iter().enumerate();
        let bounds = all.map(|(document, bound)| (document, bound.score));
        bounds
            .filter(|(_, score)| *score > 0.0)
            .map(|(document, score)| (document, score * ROUNDING_FACTOR))
    }

    /// The sum of the weights of the query's words that a document has. Words in its title count
    /// twice.
    pub fn met(&self, document: usize) -> f64 {
        self.documents.get(document).map_or(0.0, |bound| bound.met)
    }

    /// The number of chunks of a document that match, of the level to return.
    pub fn matching(&self, document: usize) -> usize {
        self.documents.get(document).map_or(0, |bound| bound.chunks as usize)
    }

    /// The number of these that are admitted, by their children, counted from the document's first.
    /// Linear in the number of chunks.
    pub fn admitted(
        &self,
        document: usize,
        children: &Range<usize>,
        admit: &dyn Fn(&Range<u32>) -> bool,
    ) -> Result<usize, ReadError> {
        let tree = &self.index.tree;
        let mut count = 0;
        for chunk in tree.descend(tree.levels(), document, self.level)? {
            if self.met.get(chunk) == Some(&true) {
                let inside = tree.children(self.level, chunk)?;
                let from_first = |at: usize| at.saturating_sub(children.start) as u32;
                let window = from_first(inside.start)..from_first(inside.end);
                count += usize::from(admit(&window));
            }
        }
        Ok(count)
    }
}

/// Marks chunks, and returns the number of those that were not marked before.
fn mark_matching(chunks: &mut [bool]) -> u32 {
    let mut new = 0;
    for met in chunks {
        new += u32::from(!*met);
        *met = true;
    }
    new
}

#[cfg(test)]
#[cfg(all(feature = "build", feature = "explore"))]
mod tests {
    use super::*;
    use crate::build::{Builder, Config};
    use crate::document::{Document, Section};
    use crate::index::{Index, Readers};
    use crate::query::{Prefix, Query};
    use crate::rank::Sort;
    use crate::rank::score::{Ranker, by_words};
    use alloc::string::{String, ToString};

    #[test]
    fn what_depends_on_more_than_scores_is_not_safe() {
        let safe = SearchOptions::default;
        let weighed = |title, heading| {
            let weights = crate::rank::Weights { title, heading, ..safe().weights };
            SearchOptions { weights, ..safe() }
        };
        assert!(is_safe(&safe()) && is_safe(&weighed(1.0, 1.0)));
        let unsafe_ones = [
            SearchOptions { collapse: Collapse::Mean, ..safe() },
            SearchOptions { auto_merge: Some(0.5), ..safe() },
            SearchOptions { siblings: 1, ..safe() },
            weighed(0.0, 1.0),
            weighed(1.0, 0.0),
            SearchOptions { facets: vec!["tag".into()], ..safe() },
            SearchOptions { sort: Some(Sort { key: "date".into(), descending: true }), ..safe() },
        ];
        for options in unsafe_ones {
            assert!(!is_safe(&options), "{options:?}");
        }
    }

    #[test]
    fn chunks_are_marked_once() {
        let mut chunks = [false, true, false];
        assert_eq!(mark_matching(&mut chunks), 2);
        assert_eq!(mark_matching(&mut chunks), 0);
        assert_eq!(chunks, [true; 3]);
    }

    /// Each number of `texts` is a document with a section of each text.
    fn index(texts: &[(&str, &[&str])]) -> Index<Vec<u8>> {
        let mut builder = Builder::new(Config::default());
        for (number, (title, sections)) in texts.iter().enumerate() {
            let mut text = String::new();
            let mut headings = Vec::new();
            for (at, section) in sections.iter().enumerate() {
                let start = text.len();
                let heading = alloc::format!("Heading{at}");
                text += &alloc::format!("{heading}\n\n{section}\n\n");
                let heading = start..start + heading.len();
                headings.push(Section { start, heading, level: 1, ..Section::default() });
            }
            let id = number.to_string();
            let title = title.to_string();
            let extra = if number == 1 { "needle".into() } else { String::new() };
            let document =
                Document { id, title, text, sections: headings, extra, ..Document::default() };
            builder.add(document).unwrap();
        }
        Index::open(builder.finish().unwrap()).unwrap()
    }

    /// For each document its bound, and the best score and number of its results.
    fn compared(index: &Index<Vec<u8>>, text: &str) -> Vec<(f64, f64, usize, usize)> {
        let readers = Readers::one(index.reader().unwrap());
        let query = Query::parse(text, Prefix::Off, false, &readers).unwrap();
        let options = SearchOptions { limit: 1000, ..SearchOptions::default() };
        let mut rankers = Ranker::of_all(&readers, &query, &options).unwrap();
        let bounds = rankers[0].upper_bounds().unwrap();
        let found = by_words(&mut rankers, options.limits()).unwrap().best;
        let reader = &readers.all[0];
        let of = |document: usize| found.iter().filter(move |one| one.document == document);
        let all = bounds.documents().map(|(document, bound)| {
            let best = of(document).map(|one| one.score).fold(0.0, f64::max);
            let children = reader.tree.children(reader.document_level(), document).unwrap();
            let admitted = bounds.admitted(document, &children, &|_| true).unwrap();
            assert_eq!(admitted, bounds.matching(document));
            (bound, best, of(document).count(), admitted)
        });
        all.collect()
    }

    #[test]
    fn a_document_of_one_chunk_scores_what_is_its_bound() {
        let index = index(&[
            ("Needle", &["A needle in a haystack with a needle."]),
            ("Other", &["Nothing of that sort, but a stack of hay."]),
            ("Words", &["No such thing is here at all."]),
            ("A thread and a needle", &["Some thread goes through."]),
        ]);
        for query in ["needle", "thread", "needle thread", "stack hay needle", "heading0 needle"] {
            let compared = compared(&index, query);
            assert!(!compared.is_empty(), "{query}");
            for (at, (bound, best, results, counted)) in compared.into_iter().enumerate() {
                // The query is the title of the first document, which adds to its score.
                let exact = at == 0 && query == "needle";
                assert_eq!(bound.is_infinite(), exact, "{query}");
                assert!(
                    exact || (bound / best / ROUNDING_FACTOR - 1.0).abs() < 1e-12,
                    "{query}: {bound}"
                );
                assert_eq!((results, counted), (1, 1), "{query}");
            }
        }
    }

    #[test]
    fn a_document_without_a_word_may_be_listed() {
        let index = index(&[("One", &["words", "more words"]), ("Two", &["others"])]);
        let reader = index.reader().unwrap();
        let level = reader.tree.levels() - 1;
        let mut bounds = UpperBounds::new(&reader, level, false).unwrap();
        assert_eq!(bounds.documents().count(), 0);
        bounds.list(0).unwrap();
        let listed: Vec<_> = bounds.documents().collect();
        assert_eq!(listed, [(0, f64::MIN_POSITIVE * ROUNDING_FACTOR)]);
        assert_eq!((bounds.matching(0), bounds.matching(1)), (1, 0));
        let all = UpperBounds::new(&reader, level, true).unwrap();
        assert_eq!(all.documents().count(), 2);
    }

    #[test]
    fn the_most_in_a_child_is_noted_and_the_sum_of_all() {
        let long = "straw ".repeat(400);
        let index = index(&[("One", &[&long]), ("Two", &["others"])]);
        let reader = index.reader().unwrap();
        let second = reader.tree.children(reader.document_level(), 1).unwrap().start as u32;
        assert!(second > 1);
        let mut bounds = UpperBounds::new(&reader, 1, false).unwrap();
        let note = |start, frequency| Match { at: start..start + 1, frequency };
        bounds.note(&[note(0, 10), note(1, 15), note(second, 5)], 0.0);
        bounds.note(&[note(0, 5)], 0.0);
        let words: Vec<_> = bounds.documents.iter().map(|one| &one.word).collect();
        assert_eq!((words[0].child, words[0].body), (20, 30));
        assert_eq!((words[1].child, words[1].body), (5, 5));
        assert_eq!(bounds.touched, [0, 1]);
    }

    #[test]
    fn a_name_raises_no_document_without_words() {
        let index = index(&[("One", &["words"]), ("Two", &["others"])]);
        let readers = Readers::one(index.reader().unwrap());
        let query = Query::parse("one", Prefix::Off, false, &readers).unwrap();
        let names = query.exact_names(&readers).unwrap();
        assert_eq!(names[0].pages.len(), 1);
        let mut bounds = UpperBounds::new(&readers.all[0], 1, false).unwrap();
        bounds.raise(&names[0]);
        assert_eq!(bounds.documents().count(), 0);
    }

    #[test]
    fn a_document_of_several_sections_scores_no_more_than_its_bound() {
        let many: Vec<String> =
            (0..12).map(|at| alloc::format!("needle {}", "straw ".repeat(at * 40))).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let index = index(&[
            ("Hay", &many),
            ("Stack", &["straw", "needle straw needle straw needle", "hay"]),
            ("Barn", &["hay and oats", "oats", "straw"]),
        ]);
        for query in ["needle", "straw needle", "hay", "oats straw hay", "heading5", "heading9"] {
            for (bound, best, results, counted) in compared(&index, query) {
                let close = bound < 3.0 * best || bound.is_infinite();
                assert!(bound >= best && close, "{query}: {bound} {best}");
                assert_eq!(results, counted, "{query}");
            }
        }
    }
}
