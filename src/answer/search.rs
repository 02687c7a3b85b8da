//! Searching: from a query to results.

#[cfg(feature = "explore")]
use super::budget;
use super::expand::Expander;
use super::results::Results;
use crate::error::{Error, ReadError};
use crate::index::{Index, IndexReader};
use crate::query::Query;
use crate::rank::{self, Ranked, SearchOptions};
use alloc::borrow::ToOwned;
use alloc::vec::Vec;

impl<B: AsRef<[u8]>> Index<B> {
    /// The best parents for a query, best first, with the children that matched.
    ///
    /// Any text is a query. One that has no words gives no results, but where filters or an order are
    /// given, or a `key:value` or `-word` in it: then all documents that meet these are listed, by
    /// their first chunk, in that order or with the greatest boosts first.
    ///
    /// # Errors
    /// [`Error::Config`] for options that cannot be used, [`Error::Corrupt`] where the index turns
    /// out to be damaged.
    pub fn search(&self, query: &str, options: &SearchOptions) -> Result<Results, Error> {
        let index = self.reader()?;
        let ranking = find(&index, query, options)?;
        Ok(results(&index, query, &ranking, options)?)
    }

    /// The first half of [`Index::search`]: what it finds, without any text. Where an index is in
    /// several files, this needs words, their lists and what ranking reads of all documents, and
    /// [`Index::show`] what is found: who asks again because of that need not rank again.
    ///
    /// # Errors
    /// As for [`Index::search`].
    pub fn find(&self, query: &str, options: &SearchOptions) -> Result<Ranking, Error> {
        find(&self.reader()?, query, options)
    }

    /// The second half of [`Index::search`]. The query and the options are those of
    /// [`Index::find`].
    ///
    /// # Errors
    /// As for [`Index::search`].
    pub fn show(
        &self,
        ranking: &Ranking,
        query: &str,
        options: &SearchOptions,
    ) -> Result<Results, Error> {
        Ok(results(&self.reader()?, query, ranking, options)?)
    }
}

/// The results of a query in their order, without texts: see [`Index::find`].
pub struct Ranking {
    query: Query,
    ranked: Ranked,
}

fn find(index: &IndexReader<'_>, query: &str, options: &SearchOptions) -> Result<Ranking, Error> {
    options.check(index)?;
    let (query, ranked) = rank::run(index, query, options)?;
    Ok(Ranking { query, ranked })
}

/// Makes the results. Linear in the length of the texts returned.
fn results(
    index: &IndexReader<'_>,
    text: &str,
    Ranking { query, ranked }: &Ranking,
    options: &SearchOptions,
) -> Result<Results, ReadError> {
    let words = query.words(index);
    index.prefetch_documents(ranked.best.iter().map(|scored| scored.document))?;
    let mut expander = Expander::new(index, query, words?, options)?;
    let needs_none = query.found_well && ranked.total > 0;
    let mut results = Results {
        query: text.to_owned(),
        did_you_mean: query.suggestion.clone().filter(|_| !needs_none),
        completions: query.completions.iter().take(options.completions).cloned().collect(),
        total: ranked.total,
        total_is_lower_bound: ranked.at_least,
        unchecked_phrases: ranked.unchecked.clone(),
        hits: Vec::new(),
        facets: ranked.facets.clone(),
        left_out: Vec::new(),
    };
    #[cfg(feature = "explore")]
    if let Some(most) = options.max_tokens {
        budget::fill(&mut expander, &ranked.best, most, &mut results)?;
        return Ok(results);
    }
    for scored in &ranked.best {
        results.hits.push(expander.group(scored)?);
    }
    Ok(results)
}
