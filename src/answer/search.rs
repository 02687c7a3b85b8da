//! Searching: from a query to results.

use super::expand::Expanders;
#[cfg(feature = "explore")]
use super::results::Hit;
use super::results::Results;
use crate::error::{Error, ReadError};
#[cfg(feature = "group")]
use crate::index::Group;
use crate::index::{Index, Readers};
use crate::query::Query;
use crate::rank::{self, Ranked, SearchOptions};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

impl<B: AsRef<[u8]>> Index<B> {
    /// The best parents for a query, best first, with the children that matched.
    ///
    /// Any text is a query. One that has no words gives no results, but where filters or an order
    /// are given, or a `key:value` or `-word` in it: then all documents that meet these are listed,
    /// by their first chunk, in that order or with the greatest boosts first.
    ///
    /// # Errors
    /// [`Error::Config`] for options that cannot be used, [`Error::Corrupt`] where the index turns
    /// out to be damaged. [`Error::Missing`] where a shard is not loaded: see [`Search`].
    pub fn search(&self, query: &str, options: &SearchOptions) -> Result<Results, Error> {
        Progress::Begun.go_on(&Readers::one(self.reader()?), query, options)
    }
}

#[cfg(feature = "group")]
impl<B: AsRef<[u8]>> Group<'_, B> {
    /// The best parents of all indexes for a query: see [`Index::search`]. [`crate::Hit::index`]
    /// says which index each is from.
    ///
    /// # Errors
    /// As for [`Index::search`]. [`Error::Config`] for options with a vector, as those of several
    /// indexes are not alike.
    pub fn search(&self, query: &str, options: &SearchOptions) -> Result<Results, Error> {
        Progress::Begun.go_on(&self.readers()?, query, options)
    }
}

/// A search of an index in several files, which keeps what it did when a shard is missing.
///
/// ```text
/// loop {
///     match search.run(&index) {
///         Err(Error::Missing) => load what index.wanted() names,
///         answer => return answer,
///     }
/// }
/// ```
pub struct Search {
    query: String,
    options: SearchOptions,
    progress: Progress,
}

impl Search {
    /// A search for which nothing is done yet.
    pub fn new(query: &str, options: SearchOptions) -> Self {
        Search { query: query.to_owned(), options, progress: Progress::Begun }
    }

    /// Goes on where the search stopped: the words that were found are not looked up again, and
    /// what was ranked is not ranked again. It is always given the same index.
    ///
    /// # Errors
    /// As for [`Index::search`]. After [`Error::Missing`] it goes on once the shards that
    /// [`Index::wanted`] names are loaded.
    pub fn run<B: AsRef<[u8]>>(&mut self, index: &Index<B>) -> Result<Results, Error> {
        self.progress.go_on(&Readers::one(index.reader()?), &self.query, &self.options)
    }

    /// The same with several indexes. All that lack shards name them.
    ///
    /// # Errors
    /// As for [`Group::search`] and [`Search::run`].
    #[cfg(feature = "group")]
    pub fn run_all<B: AsRef<[u8]>>(&mut self, indexes: &Group<'_, B>) -> Result<Results, Error> {
        self.progress.go_on(&indexes.readers()?, &self.query, &self.options)
    }
}

/// The stage that a search has reached.
enum Progress {
    Begun,
    /// The words of the query are looked up.
    Parsed(Query),
    Ranked(Query, Ranked),
}

impl Progress {
    fn go_on(
        &mut self,
        indexes: &Readers<'_>,
        text: &str,
        options: &SearchOptions,
    ) -> Result<Results, Error> {
        loop {
            let next = match self {
                Progress::Begun => Progress::Parsed(parse(indexes, text, options)?),
                Progress::Parsed(query) => {
                    let ranked = rank::run(indexes, query, options)?;
                    Progress::Ranked(core::mem::take(query), ranked)
                }
                Progress::Ranked(query, ranked) => {
                    return Ok(results(indexes, text, query, ranked, options)?);
                }
            };
            *self = next;
        }
    }
}

/// Looks the words of a query up, for options that can be used.
pub(super) fn parse(
    indexes: &Readers<'_>,
    text: &str,
    options: &SearchOptions,
) -> Result<Query, Error> {
    options.check(indexes.meta())?;
    if options.reads_values(indexes.meta()) {
        indexes.all.iter().for_each(|index| index.documents.prefetch_values());
    }
    let query = Query::parse(text, options.prefix, options.fuzzy, indexes);
    // What is not loaded is asked for together.
    #[cfg(feature = "explore")]
    options.check_vector(indexes)?;
    Ok(query?)
}

/// Makes the results. Linear in the length of the texts returned.
fn results(
    indexes: &Readers<'_>,
    text: &str,
    query: &Query,
    ranked: &Ranked,
    options: &SearchOptions,
) -> Result<Results, ReadError> {
    let mut expanders = Expanders::new(indexes, query, ranked, options)?;
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
        super::budget::fill(&mut expanders, &ranked.best, most, &mut results)?;
        return Ok(results);
    }
    for scored in &ranked.best {
        let hit = expanders.of(scored)?.group(scored)?;
        #[cfg(feature = "explore")]
        let hit = Hit { same: expanders.copies(scored)?, ..hit };
        results.hits.push(hit);
    }
    Ok(results)
}
