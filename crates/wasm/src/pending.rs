//! Rankings of searches whose texts are on their way, so that asking again does not rank again.

use crate::options::search_options;
use alloc::string::String;
use alloc::vec::Vec;
use kindex::{Error, Index, Ranking, Results};

/// So many searches are remembered: with more at the same time the oldest ones rank again.
const MOST: usize = 16;

/// Searches that ended because texts were missing, the oldest first.
pub(crate) struct Pending<F = Ranking>(Vec<Search<F>>);

struct Search<F> {
    query: String,
    numbers: Vec<u64>,
    strings: String,
    found: F,
}

impl<F> Default for Pending<F> {
    fn default() -> Self {
        Pending(Vec::new())
    }
}

impl Pending {
    /// Searches, or goes on with a search. The arguments are those of `Index::search` in `lib`.
    pub fn search(
        &mut self,
        index: &Index,
        query: &str,
        numbers: &[f64],
        strings: &str,
    ) -> Result<Results, Error> {
        let options = search_options(numbers, strings);
        let find = || index.find(query, &options);
        let show = |found: &Ranking| index.show(found, query, &options);
        self.go_on(query, numbers, strings, find, show)
    }
}

impl<F> Pending<F> {
    /// Shows what is found: the same arguments have found the same, as the index does not change.
    fn go_on<R>(
        &mut self,
        query: &str,
        numbers: &[f64],
        strings: &str,
        find: impl FnOnce() -> Result<F, Error>,
        show: impl FnOnce(&F) -> Result<R, Error>,
    ) -> Result<R, Error> {
        // Compared by their bits, as a number that is not given equals nothing.
        let numbers: Vec<u64> = numbers.iter().map(|number| number.to_bits()).collect();
        let is_same = |search: &Search<F>| {
            search.query == query && search.strings == strings && search.numbers == numbers
        };
        let found = match self.0.iter().position(is_same) {
            Some(at) => self.0.remove(at).found,
            None => find()?,
        };
        let results = show(&found);
        if let Err(Error::Missing) = results {
            self.0.drain(..(self.0.len() + 1).saturating_sub(MOST));
            self.0.push(Search { query: query.into(), numbers, strings: strings.into(), found });
        }
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Searches, each of which finds how many there were before it.
    #[derive(Default)]
    struct Searches {
        pending: Pending<usize>,
        ranked: usize,
    }

    impl Searches {
        /// The number of the ranking that is shown, where texts are on their way.
        fn waiting(&mut self, query: &str, numbers: &[f64], strings: &str) -> usize {
            self.shown(query, numbers, strings, Err(Error::Missing))
        }

        /// The number of the ranking that is shown, where all texts are there.
        fn answered(&mut self, query: &str, numbers: &[f64], strings: &str) -> usize {
            self.shown(query, numbers, strings, Ok(()))
        }

        fn shown(
            &mut self,
            query: &str,
            numbers: &[f64],
            strings: &str,
            result: Result<(), Error>,
        ) -> usize {
            let (mut shown, is_ok) = (usize::MAX, result.is_ok());
            let find = || {
                self.ranked += 1;
                Ok(self.ranked - 1)
            };
            let show = |&found: &usize| {
                shown = found;
                result
            };
            let ended = self.pending.go_on(query, numbers, strings, find, show);
            assert_eq!(ended.is_ok(), is_ok);
            shown
        }
    }

    #[test]
    fn a_search_ranks_once_until_it_ends() {
        let mut searches = Searches::default();
        // Numbers that are not given are none.
        let numbers = [f64::NAN, 10.0];
        for _ in 0..3 {
            assert_eq!(searches.waiting("knot", &numbers, "a"), 0);
        }
        assert_eq!(searches.answered("knot", &numbers, "a"), 0);
        assert_eq!(searches.answered("knot", &numbers, "a"), 1);
        assert_eq!(searches.waiting("knot", &numbers, "a"), 2);
        let damaged = || Err(Error::Corrupt { section: "text", what: "is damaged" });
        assert_eq!(searches.shown("knot", &numbers, "a", damaged()), 2);
        assert_eq!(searches.shown("knot", &numbers, "a", damaged()), 3);
    }

    #[test]
    fn other_arguments_are_another_search() {
        let mut searches = Searches::default();
        let all: [(&str, &[f64], &str); 6] = [
            ("knot", &[f64::NAN, 10.0], "a"),
            ("knots", &[f64::NAN, 10.0], "a"),
            ("knot", &[f64::NAN, 11.0], "a"),
            ("knot", &[0.0, 10.0], "a"),
            ("knot", &[f64::NAN, 10.0, 0.0], "a"),
            ("knot", &[f64::NAN, 10.0], "b"),
        ];
        for _ in 0..2 {
            for (at, (query, numbers, strings)) in all.into_iter().enumerate() {
                assert_eq!(searches.waiting(query, numbers, strings), at);
            }
        }
    }

    #[test]
    fn the_oldest_of_many_searches_ranks_again() {
        let mut searches = Searches::default();
        for _ in 0..2 {
            for at in 0..MOST {
                assert_eq!(searches.waiting(&at.to_string(), &[], ""), at);
            }
        }
        assert_eq!(searches.waiting("one more", &[], ""), MOST);
        assert_eq!(searches.waiting("1", &[], ""), 1);
        assert_eq!(searches.waiting("0", &[], ""), MOST + 1);
        // Which was the oldest, as the one before had asked again.
        assert_eq!(searches.waiting("2", &[], ""), MOST + 2);
    }
}
