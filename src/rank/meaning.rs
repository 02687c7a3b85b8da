//! The vector by which a query ranks, besides its words.

use super::options::SearchOptions;
use super::query_vector::{Fusion, QueryVector};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::format::vectors::{Vectors, normalize};
use crate::format::word_vectors::{self, WordVectors};
use crate::index::IndexReader;
use crate::query::Query;
use alloc::vec;
use alloc::vec::Vec;

/// A query of so many words or fewer names what it looks for, more often than others do.
const FEW: usize = 2;

/// The share of its weight that a vector has for so few words.
const OF_FEW: f64 = 0.8;

/// So many of the best results by words are put in order by a vector that is made of words. It costs
/// little to load them.
const OF_WORDS: usize = 20;

/// A vector of a query, and the way in which it counts.
pub(super) struct Meaning<'a> {
    /// That of an embedder. Otherwise it is made of words.
    given: Option<&'a QueryVector>,
    words: Option<WordVectors<'a>>,
    pub weight: f64,
    pub candidates: usize,
    pub fusion: Fusion,
    /// Whether chunks are candidates for their vectors alone.
    pub scans: bool,
}

impl<'a> Meaning<'a> {
    /// None where words alone count: as there is no vector or it has no weight, or as the query is the
    /// title of a page, which is what is wanted then.
    pub fn new(
        index: &'a IndexReader<'_>,
        query: &Query,
        options: &'a SearchOptions,
    ) -> Result<Option<Self>, ReadError> {
        let meaning = match &options.vector {
            Some(vector) => Meaning {
                given: Some(vector),
                words: None,
                weight: vector.alpha,
                candidates: vector.candidates,
                fusion: vector.fusion,
                scans: true,
            },
            None => match Self::of_words(index, query, options)? {
                Some(meaning) => meaning,
                None => return Ok(None),
            },
        };
        let weight = match query.terms.len() {
            0 => 1.0,
            _ => meaning.weight * share(index, query)?,
        };
        Ok(Some(Meaning { weight, ..meaning }).filter(|meaning| meaning.weight > 0.0))
    }

    /// One that is made of two words or more. A single word has nothing that its list does not say.
    fn of_words(
        index: &'a IndexReader<'_>,
        query: &Query,
        options: &SearchOptions,
    ) -> Result<Option<Self>, ReadError> {
        if query.terms.len() < 2 || options.sort.is_some() || options.meaning == Some(0.0) {
            return Ok(None);
        }
        Ok(index.word_vectors()?.map(|words| Meaning {
            weight: options.meaning.unwrap_or(words.weight),
            given: None,
            words: Some(words),
            candidates: OF_WORDS,
            fusion: Fusion::Convex,
            scans: false,
        }))
    }

    /// The vector in the space of kept ones: see [`Vectors::query`]. None where no word has one.
    pub fn vector(
        &self,
        query: &Query,
        vectors: &Vectors<'_>,
    ) -> Result<Option<Vec<f32>>, ReadError> {
        if let Some(given) = self.given {
            let mut values = given.values.clone();
            normalize(&mut values);
            return vectors.query(&values).map(Some);
        }
        let Some(words) = &self.words else { return Ok(None) };
        let mut sum = vec![0.0; vectors.kept];
        let (mut pending, mut found) = (Pending::default(), false);
        for term in &query.terms {
            // The word itself, or else the one that most likely stands for it.
            let Some(list) = term.lists.first() else { continue };
            let added = pending.absorb(words.add(list.stem, term.count as f32, &mut sum))?;
            found |= added.unwrap_or_default();
        }
        pending.finish()?;
        word_vectors::finish(vectors, &mut sum);
        Ok(found.then_some(sum))
    }
}

/// The share of its weight that a vector has for a query with words.
fn share(index: &IndexReader<'_>, query: &Query) -> Result<f64, ReadError> {
    let names = query.exact_names(index)?;
    let is_title = names.pages.iter().any(|(_, share)| *share == 1.0);
    Ok(match query.terms.len() {
        _ if is_title => 0.0,
        ..=FEW => OF_FEW,
        _ => 1.0,
    })
}
