//! What searches found whose texts are on their way, so that asking again does not rank again.

use crate::options::search_options;
use alloc::string::String;
use alloc::vec::Vec;
use kindex::{Error, Found, Index, Results};

/// So many searches are remembered: with more at the same time the oldest ones rank again.
const MOST: usize = 16;

/// Searches that ended because texts were missing, the oldest first.
#[derive(Default)]
pub(crate) struct Pending(Vec<Search>);

struct Search {
    query: String,
    numbers: Vec<u64>,
    strings: String,
    found: Found,
}

impl Pending {
    /// Searches, or goes on with a search: the same arguments have found the same, as the index
    /// does not change. They are those of `Index::search` in `lib`.
    pub fn search(
        &mut self,
        index: &Index,
        query: &str,
        numbers: &[f64],
        strings: &str,
    ) -> Result<Results, Error> {
        let options = search_options(numbers, strings);
        // Compared by their bits, as a number that is not given equals nothing.
        let numbers: Vec<u64> = numbers.iter().map(|number| number.to_bits()).collect();
        let is_same = |search: &Search| {
            search.query == query && search.strings == strings && search.numbers == numbers
        };
        let found = match self.0.iter().position(is_same) {
            Some(at) => self.0.remove(at).found,
            None => index.find(query, &options)?,
        };
        let results = index.show(&found, query, &options);
        if let Err(Error::Missing) = results {
            self.0.drain(..(self.0.len() + 1).saturating_sub(MOST));
            self.0.push(Search { query: query.into(), numbers, strings: strings.into(), found });
        }
        results
    }
}
