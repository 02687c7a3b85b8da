//! Judgements: which documents answer a query, and how well.

use crate::error::Error;
use crate::lines::{columns, lines};
use crate::pairs::is_name;
use std::collections::BTreeMap;

/// The grades of documents, or of sections as `document#anchor`, by query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qrels(BTreeMap<String, BTreeMap<String, i64>>);

/// The columns of a line.
struct Columns {
    document: usize,
    grade: Option<usize>,
    anchor: Option<usize>,
}

impl Columns {
    /// Finds the columns by their names in the first line, else by their
    /// number; `true` where it names them.
    fn of(line: &[&str]) -> (Self, bool) {
        let named = line.first().is_some_and(|name| is_name(name));
        let at = |names: &[&str]| line.iter().position(|name| names.contains(name));
        if named {
            let anchor = at(&["fragment", "anchor"]);
            let grade = (2..line.len()).find(|&column| Some(column) != anchor);
            return (Columns { document: 1, grade, anchor }, true);
        }
        // trec_eval has four: query, a column that nothing reads, document, grade.
        let document = if line.len() == 4 { 2 } else { 1 };
        let grade = (line.len() > document + 1).then_some(document + 1);
        (Columns { document, grade, anchor: None }, false)
    }
}

impl Qrels {
    /// Reads lines of query, document and grade with tabs or white space between, or those of
    /// `trec_eval`, which have another column after the query. The grade may be left out: it is 1.
    /// A first line may name the columns, beginning with `query_id`; a column `fragment` or
    /// `anchor` then has the section that is meant.
    ///
    /// # Errors
    /// Where a line is not like that, two grades contradict each other, or there is no line.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut qrels = Qrels::default();
        let mut known = None;
        for line in lines(bytes) {
            let (number, line) = line?;
            let line = columns(line);
            let columns = match &known {
                Some(columns) => columns,
                None => {
                    let (columns, named) = Columns::of(&line);
                    let columns = known.insert(columns);
                    if named {
                        continue;
                    }
                    columns
                }
            };
            let judgement = judgement(&line, columns).map_err(|why| Error::at(number, why))?;
            qrels.add(judgement).map_err(|why| Error::at(number, why))?;
        }
        if qrels.0.is_empty() {
            return Err(Error::whole(
                "there are no judgements in it; write lines of query, document and grade with tabs between",
            ));
        }
        Ok(qrels)
    }

    /// Judges a document, or a section as `document#anchor`, in the place of an older judgement.
    pub fn insert(&mut self, query: &str, item: &str, grade: i64) {
        self.0.entry(query.to_owned()).or_default().insert(item.to_owned(), grade);
    }

    fn add(&mut self, (query, item, grade): (&str, String, i64)) -> Result<(), String> {
        let items = self.0.entry(query.to_owned()).or_default();
        match items.get(&item) {
            Some(&before) if before != grade => Err(format!(
                "{item} has the grade {grade} here and {before} further up for the query {query}; keep one"
            )),
            _ => {
                items.insert(item, grade);
                Ok(())
            }
        }
    }

    /// The judged queries, in the order of their ids.
    pub fn queries(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The documents that were judged for a query, in order, with grades.
    pub fn of(&self, query: &str) -> impl Iterator<Item = (&str, i64)> {
        let items = self.0.get(query).into_iter().flatten();
        items.map(|(item, &grade)| (item.as_str(), grade))
    }

    /// The grade of a document for a query, 0 where it was not judged.
    pub fn grade(&self, query: &str, item: &str) -> i64 {
        self.0.get(query).and_then(|items| items.get(item)).copied().unwrap_or(0)
    }

    /// Whether the query was judged.
    pub fn has(&self, query: &str) -> bool {
        self.0.contains_key(query)
    }
}

fn judgement<'a>(line: &[&'a str], columns: &Columns) -> Result<(&'a str, String, i64), String> {
    let at = |column: usize| line.get(column).copied().filter(|text| !text.is_empty());
    let (Some(query), Some(document)) = (at(0), at(columns.document)) else {
        return Err("write query, document and grade with tabs between".to_owned());
    };
    let grade = columns.grade.map_or(Some("1"), at).unwrap_or("1");
    let grade = grade.parse().map_err(|_| {
        format!(
            "the grade {grade:?} is not a whole number; name the columns in a first line where it is something else, such as query_id, doc_id and fragment"
        )
    })?;
    let anchor = columns.anchor.and_then(at).map(|anchor| anchor.trim_start_matches('#'));
    let item = anchor.map_or(document.to_owned(), |anchor| format!("{document}#{anchor}"));
    Ok((query, item, grade))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<(String, String, i64)> {
        let qrels = Qrels::parse(text.as_bytes()).unwrap();
        let of = |query: &str| {
            let items = qrels.of(query).map(|(item, grade)| (query.into(), item.into(), grade));
            items.collect::<Vec<_>>()
        };
        qrels.queries().flat_map(of).collect()
    }

    #[test]
    fn every_notation_is_read() {
        let wanted = [("1".into(), "a.md".into(), 2), ("2".into(), "b.md".into(), 0)];
        for text in [
            "query_id\tdoc_id\tgrade\n1\ta.md\t2\n2\tb.md\t0\n",
            "query-id\tcorpus-id\tscore\n1\ta.md\t2\n2\tb.md\t0\n",
            "1\ta.md\t2\r\n2\tb.md\t0\r\n",
            "1 0 a.md 2\n2 0 b.md 0\n",
            "1 Q0 a.md 2\n\n2\tQ0\tb.md\t0",
        ] {
            assert_eq!(all(text), wanted, "{text}");
        }
        assert_eq!(all("1\ta b.md\n"), [("1".into(), "a b.md".into(), 1)]);
    }

    #[test]
    fn sections_have_anchors() {
        let wanted = [("1".into(), "a.md#use".into(), 1), ("2".into(), "b.md".into(), 1)];
        assert_eq!(all("query_id\tdoc_id\tfragment\n1\ta.md\tuse\n2\tb.md\t\n"), wanted);
        let graded = "query_id\tdoc_id\tgrade\tanchor\n1\ta.md\t3\t#use\n";
        assert_eq!(all(graded), [("1".into(), "a.md#use".into(), 3)]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong = |text: &str| Qrels::parse(text.as_bytes()).unwrap_err();
        assert_eq!(wrong("1\ta\t1\n2\n").line, Some(2));
        assert_eq!(wrong("1\ta\tuse\n").line, Some(1));
        assert!(wrong("1\ta\tuse\n").message.contains("\"use\""));
        assert_eq!(wrong("1\ta\t1\n1\ta\t2\n").line, Some(2));
        assert_eq!(wrong("query_id\tdoc_id\n").line, None);
        assert_eq!(wrong("").line, None);
    }
}
