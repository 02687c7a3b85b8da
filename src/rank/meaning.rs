//! The vector by which a query ranks, besides its words.

use super::options::SearchOptions;
#[cfg(feature = "explore")]
use super::query_vector::{Fusion, QueryVector};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::format::vectors::Vectors;
#[cfg(feature = "explore")]
use crate::format::vectors::normalize;
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
    #[cfg(feature = "explore")]
    given: Option<&'a QueryVector>,
    words: Option<WordVectors<'a>>,
    pub weight: f64,
    pub candidates: usize,
}

impl<'a> Meaning<'a> {
    /// None where there is no vector, or it has no weight.
    pub fn new(
        index: &'a IndexReader<'_>,
        query: &Query,
        options: &'a SearchOptions,
    ) -> Result<Option<Self>, ReadError> {
        let meaning = Self::of_words(index, query, options)?;
        #[cfg(feature = "explore")]
        let meaning = options.vector.as_ref().map(Meaning::of_embedder).or(meaning);
        let Some(mut meaning) = meaning else { return Ok(None) };
        meaning.weight = match query.terms.len() {
            0 => 1.0,
            1..=FEW => OF_FEW * meaning.weight,
            _ => meaning.weight,
        };
        Ok(Some(meaning).filter(|meaning| meaning.weight > 0.0))
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
            #[cfg(feature = "explore")]
            given: None,
            words: Some(words),
            candidates: OF_WORDS,
        }))
    }

    /// The vector in the space of kept ones: see [`Vectors::query`]. None where no word has one.
    pub fn vector(
        &self,
        query: &Query,
        vectors: &Vectors<'_>,
    ) -> Result<Option<Vec<f32>>, ReadError> {
        #[cfg(feature = "explore")]
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

#[cfg(feature = "explore")]
impl<'a> Meaning<'a> {
    fn of_embedder(vector: &'a QueryVector) -> Self {
        let QueryVector { alpha: weight, candidates, .. } = *vector;
        Meaning { given: Some(vector), words: None, weight, candidates }
    }

    pub fn is_of_embedder(&self) -> bool {
        self.given.is_some()
    }

    /// Whether places count instead of scores.
    pub fn is_by_places(&self) -> bool {
        self.given.is_some_and(|vector| vector.fusion == Fusion::Rrf)
    }
}
