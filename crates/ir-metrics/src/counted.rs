//! The part of a ranking that counts.

use crate::pairs::Pairs;
use crate::run::Run;
use std::collections::BTreeSet;

/// The part of a ranking that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Documents that do not count for a query.
    pub exclude: Pairs,
    /// The groups of documents: a group stands where its best document does, and documents in no
    /// group stay as they are.
    pub groups: Pairs,
    /// The number of results at most.
    pub depth: usize,
}

impl Counted {
    /// Keeps the results of a ranking that count, best first.
    pub fn ranking(&self, query: &str, found: Vec<String>) -> Vec<String> {
        let mut known = BTreeSet::new();
        let found = found.into_iter().filter(|document| !self.exclude.has(query, document));
        let grouped = found.flat_map(|document| self.groups_of(document));
        grouped.filter(|name| known.insert(name.clone())).take(self.depth).collect()
    }

    /// The same for all rankings of a run.
    #[must_use]
    pub fn run(&self, run: Run) -> Run {
        run.map(|query, found| self.ranking(query, found))
    }

    fn groups_of(&self, document: String) -> Vec<String> {
        let names: Vec<String> = self.groups.of(&document).map(str::to_owned).collect();
        if names.is_empty() { vec![document] } else { names }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(exclude: &str, groups: &str, depth: usize) -> Vec<String> {
        let [exclude, groups] =
            [exclude, groups].map(|text| Pairs::parse(text.as_bytes()).unwrap());
        let mut run = Run::default();
        run.insert("1", ["a", "b", "c", "d"].map(String::from).to_vec());
        Counted { exclude, groups, depth }.run(run).of("1").to_vec()
    }

    #[test]
    fn what_counts_is_left() {
        assert_eq!(ranking("1 b\n2 a\n", "", 9), ["a", "c", "d"]);
        assert_eq!(ranking("", "a x\nc x\nd y\n", 9), ["x", "b", "y"]);
        assert_eq!(ranking("1 a\n", "a x\nc x\nd y\n", 2), ["b", "x"]);
    }
}
