//! The part of a ranking that counts.

use crate::pairs::Pairs;
use crate::run::Run;
use std::collections::BTreeSet;

/// The part of a ranking that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Documents that do not count for a query.
    pub exclude: Pairs,
    /// The number of results at most.
    pub depth: usize,
}

impl Counted {
    /// Keeps the results of a ranking that count, best first.
    pub fn ranking(&self, query: &str, found: Vec<String>) -> Vec<String> {
        let mut known = BTreeSet::new();
        let found = found.into_iter().filter(|document| !self.exclude.has(query, document));
        found.filter(|name| known.insert(name.clone())).take(self.depth).collect()
    }

    /// The same for all rankings of a run.
    #[must_use]
    pub fn run(&self, run: Run) -> Run {
        run.map(|query, found| self.ranking(query, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(exclude: &str, depth: usize) -> Vec<String> {
        let exclude = Pairs::parse(exclude.as_bytes()).unwrap();
        let mut run = Run::default();
        run.insert("1", ["a", "b", "c", "d"].map(String::from).to_vec());
        Counted { exclude, depth }.run(run).of("1").to_vec()
    }

    #[test]
    fn what_counts_is_left() {
        assert_eq!(ranking("1 b\n2 a\n", 9), ["a", "c", "d"]);
        assert_eq!(ranking("1 a\n", 2), ["b", "c"]);
    }
}
