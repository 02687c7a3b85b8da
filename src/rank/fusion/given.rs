//! Whether the vector of a query can be used, and how much it counts.

use crate::error::{Error, decimal};
use crate::index::IndexReader;
use crate::query::Query;
use crate::rank::{QueryVector, SearchOptions};

/// A query of this many words or fewer names what it looks for, more often than others do.
const MAX_FEW_WORDS: usize = 2;

/// The share of its weight that a vector has for so few words.
const FEW_WORDS_SHARE: f64 = 0.8;

/// The most candidates.
const MAX_CANDIDATES: usize = 1000;

impl QueryVector {
    /// The weight that it has beside the words of a query.
    pub(super) fn weight_for(&self, query: &Query) -> f64 {
        match query.terms.len() {
            0 => 1.0,
            1..=MAX_FEW_WORDS => FEW_WORDS_SHARE * self.alpha,
            _ => self.alpha,
        }
    }

    /// Whether an index has vectors of its kind.
    pub(crate) fn check(
        &self,
        index: &IndexReader<'_>,
        options: &SearchOptions,
    ) -> Result<(), Error> {
        self.check_settings(options)?;
        let Some(vectors) = index.vectors()? else {
            return Err(Error::config(
                "vector",
                "the index has no vectors; give it some, or leave it out",
            ));
        };
        let other = |&name: &&str| name != vectors.embedder && !vectors.embedder.is_empty();
        if let Some(embedder) = self.embedder.as_deref().filter(other) {
            let message =
                ["the vectors of the index are those of ", vectors.embedder, ", not of ", embedder];
            return Err(Error::config("embedder", message.concat()));
        }
        vectors.prefetch_query();
        if self.values.len() != vectors.given {
            let [found, expected] =
                [self.values.len(), vectors.given].map(|count| decimal(count as u64));
            let message = ["it has ", &found, " numbers, and those of the index have ", &expected];
            return Err(Error::config("vector", message.concat()));
        }
        if self.values.iter().any(|number| !number.is_finite()) {
            return Err(Error::config("vector", "a number in it is not finite"));
        }
        if self.values.iter().all(|&number| number == 0.0) {
            return Err(Error::config("vector", "all its numbers are zero"));
        }
        Ok(())
    }

    /// Whether its settings can be used with others.
    fn check_settings(&self, options: &SearchOptions) -> Result<(), Error> {
        if !(0.0..=1.0).contains(&self.alpha) {
            return Err(Error::config("alpha", "accepted are numbers from 0 to 1"));
        }
        if self.candidates == 0 || self.candidates > MAX_CANDIDATES {
            return Err(Error::config("candidates", "accepted are whole numbers from 1 to 1000"));
        }
        if options.sort.is_some() {
            let message = "a vector gives results an order; leave one of both out";
            return Err(Error::config("sort", message));
        }
        Ok(())
    }
}
