//! Says how the score of a result came about.

use super::document_scores::{DocumentScores, LINK_LIST_SHARE, LevelWeight};
use super::explanation::{ChildScore, Explanation, TermScore, TitleScore};
use super::options::{Collapse, SearchOptions};
use super::score::{Scored, Scorer, greater};
use super::term_postings::{self, Match, TermInDocument, TermPostings, total};
use super::title::TitleMatch;
use crate::error::ReadError;
use crate::index::{ForEach, Readers, taken};
use crate::order;
use crate::query::Query;
use alloc::vec::Vec;
use core::ops::Range;

/// Scores single documents again, term by term.
pub(crate) struct Explainer<'a> {
    terms: Vec<&'a str>,
    words: Vec<TermPostings>,
    scorer: Scorer<'a>,
}

impl<'a> Explainer<'a> {
    /// One for each index.
    pub fn of_all(
        indexes: &'a Readers<'a>,
        query: &'a Query,
        options: &'a SearchOptions,
    ) -> Result<ForEach<Self>, ReadError> {
        let known = query.terms.iter().filter(|term| !term.lists.is_empty());
        let terms: Vec<&str> = known.map(|term| term.text.as_str()).collect();
        let mut words = term_postings::of_query(indexes, query)?;
        let mut names = query.exact_names(indexes)?;
        indexes.try_map(|index| {
            let (words, names) = (taken(&mut words, index), taken(&mut names, index));
            let scorer = Scorer::new(indexes.meta(), index, options, names, &words);
            Ok(Explainer { terms: terms.clone(), words, scorer })
        })
    }

    /// The explanation of a result. Costs about as much as scoring its document once for each term.
    pub fn explain(&mut self, scored: &Scored) -> Result<Explanation, ReadError> {
        let document = scored.document;
        let index = self.scorer.index;
        let children = index.tree.children(index.document_level(), document)?;
        let mut explanation = Explanation {
            children: self.counting(scored)?,
            title: Vec::new(),
            part_title: 0.0,
            exact_title: 0.0,
            boost: scored.boost,
            fusion: scored.fusion,
        };
        self.add_terms(document, &children, &mut explanation)?;
        if scored.lowered {
            self.lower_link_lists(&mut explanation);
        }
        self.add_names(document, &children, &mut explanation);
        Ok(explanation)
    }

    /// The children of which the result has its score, without their terms.
    fn counting(&self, scored: &Scored) -> Result<Vec<ChildScore>, ReadError> {
        let Scorer { index, options, .. } = self.scorer;
        let (tree, level) = (&index.tree, options.match_level);
        let inside = tree.descend(scored.level, scored.chunk, level)?;
        let matched = scored.matched.iter().filter(|(chunk, ..)| inside.contains(chunk));
        let matched: Vec<_> = matched.map(|&(chunk, _, score)| (chunk, score)).collect();
        let first = tree.descend(index.document_level(), scored.document, level)?.start;
        let mut counting = Vec::new();
        for (&(chunk, score), share) in matched.iter().zip(shares(options, &matched)) {
            if share > 0.0 {
                let (position, exact_heading) = (chunk.saturating_sub(first), 0.0);
                let terms = Vec::new();
                counting.push(ChildScore { position, share, score, exact_heading, terms });
            }
        }
        Ok(counting)
    }

    /// Adds what each term gives to the children and to the title.
    fn add_terms(
        &mut self,
        document: usize,
        children: &Range<usize>,
        explanation: &mut Explanation,
    ) -> Result<(), ReadError> {
        let Scorer { index, options, weights, scores, .. } = &mut self.scorer;
        let (levels, bm25) = (&weights.levels, weights.bm25);
        let title_length = f64::from(index.lengths()?.title(document)?);
        let norm = weights.title_norm.of(title_length);
        let mut title = TitleMatch::default();
        for (word, term) in self.words.iter().zip(&self.terms) {
            let inside = word.inside(document, children);
            scores.load(index, document, children, levels)?;
            scores.add(&inside, levels, weights.fields, bm25);
            let of_level = TermOfLevel { term, inside: &inside, first: children.start };
            for child in &mut explanation.children {
                of_level.add(options.match_level, scores, levels, child);
            }
            let before = title.score;
            title.add(inside.weight, inside.title, bm25, norm, true);
            explanation
                .title
                .push(TitleScore { term: (*term).into(), score: title.score - before });
        }
        let factor = weights.title * title.share(title_length);
        explanation.title.iter_mut().for_each(|word| word.score *= factor);
        explanation.title.retain(|word| word.score > 0.0);
        explanation.part_title = weights.title * title.part(title_length, weights.best);
        Ok(())
    }

    /// Lowers what terms give to lists of links.
    fn lower_link_lists(&self, explanation: &mut Explanation) {
        let (scores, level) = (&self.scorer.scores, self.scorer.options.match_level);
        let children = explanation.children.iter_mut();
        for child in children.filter(|child| scores.is_link_list(level, child.position)) {
            child.terms.iter_mut().for_each(|term| term.score *= LINK_LIST_SHARE);
        }
    }

    /// Adds what having the query for a name gives. They are the scores of the document.
    fn add_names(&self, document: usize, children: &Range<usize>, explanation: &mut Explanation) {
        let Scorer { options, weights, names, scores, .. } = &self.scorer;
        let exact = weights.exact();
        explanation.exact_title = exact * names.share(document);
        let Some(level) = scores.levels.get(options.match_level) else {
            return;
        };
        let is_named = explanation.exact_title > 0.0;
        let of_heading = greater(exact - explanation.exact_title, 0.0);
        for child in names.headings(children) {
            let position = level.chunk_of(child as u32);
            let children = &mut explanation.children;
            let at = children.partition_point(|child| child.position < position);
            if let Some(child) = children.get_mut(at).filter(|c| c.position == position) {
                child.exact_heading += of_heading;
            }
        }
        let terms = names.terms(children).map(|child| level.chunk_of(child as u32));
        let lifted: Vec<usize> = if is_named { [0].into() } else { terms.collect() };
        let children = explanation.children.iter_mut();
        for child in children.filter(|child| lifted.contains(&child.position)) {
            let rest = child.score - child.terms.iter().map(|it| it.score).sum::<f64>();
            // Sums in another order differ by as little.
            child.exact_heading = if rest > 1e-9 * child.score { rest } else { 0.0 };
        }
    }
}

/// The share of each child's score that counts.
fn shares(options: &SearchOptions, children: &[(usize, f64)]) -> Vec<f64> {
    let mut best_first: Vec<(usize, f64)> = Vec::with_capacity(children.len());
    for (at, &(_, score)) in children.iter().enumerate() {
        // Of equals the first is better.
        order::insert(&mut best_first, (at, score), usize::MAX, |&(_, other)| other >= score);
    }
    let mut shares = alloc::vec![0.0; children.len()];
    for (rank, (at, _)) in best_first.into_iter().enumerate() {
        if let Some(share) = shares.get_mut(at) {
            *share = match options.collapse {
                Collapse::Max => f64::from(u8::from(rank == 0)),
                Collapse::Mean => 1.0 / children.len() as f64,
            };
        }
    }
    shares
}

/// A term in one document.
struct TermOfLevel<'c> {
    term: &'c str,
    inside: &'c TermInDocument,
    /// The document's first child.
    first: usize,
}

impl TermOfLevel<'_> {
    /// Adds the term's score for a child in each level; `shape` holds the scores of this term.
    fn add(
        &self,
        matched: usize,
        document_scores: &DocumentScores,
        weights: &[LevelWeight],
        child: &mut ChildScore,
    ) {
        let chunks = document_scores.levels.get(matched).map(|level| level.chunks.as_slice());
        let chunk = chunks.and_then(|chunks| chunks.get(child.position));
        let first = chunk.map_or(0, |chunk| chunk.children.start);
        for (number, (level, weight)) in document_scores.levels.iter().zip(weights).enumerate() {
            let Some(chunk) = level.chunks.get(level.chunk_of(first)) else {
                continue;
            };
            let score = weight.weight * chunk.score;
            if score <= 0.0 {
                continue;
            }
            let Range { start, end } = chunk.children;
            let chunk = self.first + start as usize..self.first + end as usize;
            child.terms.push(TermScore {
                term: self.term.into(),
                level: number,
                title: self.inside.title,
                heading: frequency(&self.inside.headings, &chunk),
                extra: frequency(&self.inside.extras, &chunk),
                body: frequency(&self.inside.bodies, &chunk),
                idf: self.inside.weight,
                weight: weight.weight,
                score,
            });
        }
    }
}

/// The frequency of the term in places that touch some children.
fn frequency(places: &[Match], children: &Range<usize>) -> f64 {
    let touches = |place: &&Match| {
        (place.at.start as usize) < children.end && (place.at.end as usize) > children.start
    };
    total(places.iter().filter(touches))
}
