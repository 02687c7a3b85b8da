//! Rankings, as files that `trec_eval` reads.

use crate::error::Error;
use crate::lines::{columns, lines};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The results of each query, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run(BTreeMap<String, Vec<String>>);

impl Run {
    /// Reads lines of query, `Q0`, document, rank, score and a tag with white space between, or
    /// with tabs where documents have spaces in their names. As in `trec_eval` the rank means
    /// nothing: results are in the order of their scores, taken in single precision, and where
    /// these are equal documents go by their names, the last one first.
    ///
    /// # Errors
    /// Where a line is not like that, or a document is there twice for a query.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut scored: BTreeMap<String, Vec<(f32, String)>> = BTreeMap::new();
        let mut known: BTreeSet<(String, String)> = BTreeSet::new();
        for line in lines(bytes) {
            let (number, line) = line?;
            let columns = columns(line);
            let [query, _, document, _, score, ..] = columns.as_slice() else {
                return Err(Error::at(
                    number,
                    "write query, Q0, document, rank, score and a tag with spaces between",
                ));
            };
            let score = score.parse::<f32>().ok().filter(|score| !score.is_nan());
            let score =
                score.ok_or_else(|| Error::at(number, "the fifth column is not a score"))?;
            if !known.insert(((*query).to_owned(), (*document).to_owned())) {
                let message = format!("{document} is there twice for the query {query}");
                return Err(Error::at(number, message + "; keep the better one"));
            }
            scored.entry((*query).to_owned()).or_default().push((score, (*document).to_owned()));
        }
        Ok(Run(scored.into_iter().map(|(query, found)| (query, ranked(found))).collect()))
    }

    /// Sets the documents found for a query, best first.
    pub fn insert(&mut self, query: &str, ranking: Vec<String>) {
        self.0.insert(query.to_owned(), ranking);
    }

    /// The results of a query, best first.
    pub fn of(&self, query: &str) -> &[String] {
        self.0.get(query).map(Vec::as_slice).unwrap_or_default()
    }

    /// The queries for which something may have been found, in the order of their ids.
    pub fn queries(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The same with each ranking changed.
    #[must_use]
    pub fn map(self, change: impl Fn(&str, Vec<String>) -> Vec<String>) -> Self {
        let changed = |(query, found): (String, Vec<String>)| {
            let found = change(&query, found);
            (query, found)
        };
        Run(self.0.into_iter().map(changed).collect())
    }

    /// The run as a file. Scores count down, so that `trec_eval` keeps the order whatever it does
    /// with equal ones; columns have tabs between where a name has a space in it.
    ///
    /// # Errors
    /// Where a name has a tab or a line end in it: no such file can hold that.
    pub fn write(&self, tag: &str) -> Result<String, Error> {
        let documents = self.0.values().flatten().map(String::as_str);
        let names = || documents.clone().chain(self.queries()).chain([tag]);
        if let Some(name) = names().find(|name| name.contains(['\t', '\n', '\r'])) {
            let message = format!("the name {name:?} cannot stand in a run; rename it");
            return Err(Error::whole(message));
        }
        let between =
            if names().any(|name| name.contains(char::is_whitespace)) { '\t' } else { ' ' };
        let mut text = String::new();
        for (query, found) in &self.0 {
            for (document, rank) in found.iter().zip(1..) {
                let score = found.len() + 1 - rank;
                let columns = [query, "Q0", document, &rank.to_string(), &score.to_string(), tag];
                let line = columns.join(&between.to_string());
                // A String takes whatever is written to it.
                let _ = writeln!(text, "{line}");
            }
        }
        Ok(text)
    }
}

fn ranked(mut found: Vec<(f32, String)>) -> Vec<String> {
    found.sort_by(|(a, one), (b, other)| {
        let by_score = b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal);
        by_score.then_with(|| Reverse(one).cmp(&Reverse(other)))
    });
    found.into_iter().map(|(_, document)| document).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scores_decide_then_names() {
        let text = "1 Q0 a 1 0.5 x\n1 Q0 b 2 1.00000001 x\n1 Q0 c 3 1.0 x\n2\tQ0\td e\t1\t-1\tx\n";
        let run = Run::parse(text.as_bytes()).unwrap();
        assert_eq!(run.of("1"), ["c", "b", "a"]);
        assert_eq!(run.of("2"), ["d e"]);
        assert!(run.of("3").is_empty());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = "1 Q0 a 1 0.5 x\n";
        for wrong in ["1 Q0 b", "1 Q0 b 2 good x", "1 Q0 b 2 NaN x", good] {
            let error = Run::parse(format!("{good}{wrong}").as_bytes()).unwrap_err();
            assert_eq!(error.line, Some(2), "{wrong}");
        }
        let mut run = Run::default();
        run.insert("1", vec!["a\tb".into()]);
        assert!(run.write("x").is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_in_its_order(
            names in prop::collection::hash_set("[a-zA-Z0-9/#é][a-z .é]{0,3}[a-z]", 0..40),
        ) {
            let mut run = Run::default();
            if !names.is_empty() {
                run.insert("q 1", names.into_iter().collect());
            }
            prop_assert_eq!(Run::parse(run.write("x").unwrap().as_bytes()).unwrap(), run);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = (Run::parse(&bytes), crate::Qrels::parse(&bytes));
            let _ = (crate::Queries::parse(&bytes), crate::Pairs::parse(&bytes));
        }
    }
}
