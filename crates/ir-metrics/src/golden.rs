//! Golden sets: queries with the pages that should come up.

mod yaml;

use crate::error::Error;
use crate::lines::lines;
use serde_json::Value;

/// A query and what should come up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The line of its beginning in its file, from 1.
    pub line: usize,
    /// The text that is searched for.
    pub query: String,
    /// The pages, as they were named.
    pub pages: Vec<String>,
    /// Among how many results they should be; none where that is not said.
    pub within: Option<usize>,
}

/// The contents of an entry: names with one value or a list of them.
type Fields = Vec<(String, Vec<String>)>;

/// The advice that ends messages about entries.
const EXAMPLE: &str = "write entries with query, page or pages, and within where that is wanted";

/// Reads a list of `{query, pages, within?}` in YAML; `page` may stand for `pages`.
///
/// # Errors
/// Where it is no such list, or is empty.
pub fn from_yaml(bytes: &[u8]) -> Result<Vec<Expectation>, Error> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::whole("it is not UTF-8"))?;
    expectations(yaml::entries(text)?)
}

/// Reads the same from JSON Lines, an object a line.
///
/// # Errors
/// Where a line is no such object, or there is none.
pub fn from_json_lines(bytes: &[u8]) -> Result<Vec<Expectation>, Error> {
    let mut entries = Vec::new();
    for line in lines(bytes) {
        let (number, line) = line?;
        entries.push((number, fields(line).map_err(|why| Error::at(number, why))?));
    }
    expectations(entries)
}

fn fields(line: &str) -> Result<Fields, String> {
    let value = serde_json::from_str(line).map_err(|error| format!("it is not JSON: {error}"))?;
    let Value::Object(object) = value else {
        return Err(format!("it is not an object; {EXAMPLE}"));
    };
    object.into_iter().map(|(name, value)| Ok((name, strings(value)?))).collect()
}

fn strings(value: Value) -> Result<Vec<String>, String> {
    match value {
        Value::String(text) => Ok(vec![text]),
        Value::Number(number) => Ok(vec![number.to_string()]),
        Value::Array(values) => {
            let lists: Result<Vec<_>, _> = values.into_iter().map(strings).collect();
            Ok(lists?.concat())
        }
        _ => Err(format!("a value is neither text nor a list of texts; {EXAMPLE}")),
    }
}

fn expectations(entries: Vec<(usize, Fields)>) -> Result<Vec<Expectation>, Error> {
    if entries.is_empty() {
        return Err(Error::whole(format!("there are no entries in it; {EXAMPLE}")));
    }
    let read = |(line, fields)| expectation(line, fields).map_err(|why| Error::at(line, why));
    entries.into_iter().map(read).collect()
}

fn expectation(line: usize, fields: Fields) -> Result<Expectation, String> {
    let mut made = Expectation { line, query: String::new(), pages: Vec::new(), within: None };
    for (name, values) in fields {
        match name.as_str() {
            "query" => made.query = one(&name, values)?,
            "page" | "pages" => made.pages.extend(values),
            "within" => {
                let within = one(&name, values)?.parse().ok().filter(|&within| within > 0);
                made.within = Some(within.ok_or("\"within\" is not a whole number from 1")?);
            }
            _ => return Err(format!("one of its names means nothing; {EXAMPLE}")),
        }
    }
    if made.query.trim().is_empty() || made.pages.iter().all(|page| page.trim().is_empty()) {
        return Err(format!("an entry has no query or no pages; {EXAMPLE}"));
    }
    Ok(made)
}

fn one(name: &str, values: Vec<String>) -> Result<String, String> {
    <[String; 1]>::try_from(values)
        .map(|[value]| value)
        .map_err(|_| format!("{name:?} is not one value; {EXAMPLE}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const YAML: &str = "# what readers ask\n- query: restart the shell\n  page: install.md\n\
                        - {query: 'no: 7', pages: [a.md, \"b.md#use\"], within: 3}\n";

    #[test]
    fn both_notations_mean_the_same() {
        let yaml = from_yaml(YAML.as_bytes()).unwrap();
        assert_eq!((yaml[0].line, yaml[1].line), (2, 4));
        assert_eq!(yaml[0].pages, ["install.md"]);
        assert_eq!((yaml[1].query.as_str(), yaml[1].within), ("no: 7", Some(3)));
        assert_eq!(yaml[1].pages, ["a.md", "b.md#use"]);
        let json = "{\"query\":\"restart the shell\",\"pages\":[\"install.md\"]}\n\n\n\
                    {\"query\":\"no: 7\",\"pages\":[\"a.md\",\"b.md#use\"],\"within\":3}";
        let json = from_json_lines(json.as_bytes()).unwrap();
        let plain = |list: Vec<Expectation>| {
            list.into_iter().map(|entry| Expectation { line: 0, ..entry }).collect::<Vec<_>>()
        };
        assert_eq!(plain(json), plain(yaml));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = "- query: a\n  page: b\n";
        for (wrong, line) in [
            ("- query: a\n", Some(3)),
            ("- query: a\n  page: b\n  in: 3\n", Some(3)),
            ("- query: a\n  page: b\n  within: 0\n", Some(3)),
            ("- query: [a, b]\n  page: b\n", Some(3)),
            ("- a\n", Some(3)),
            ("- query: {a: b}\n", Some(3)),
            ("- query: 'a\n", Some(3)),
            ("- *a\n", Some(3)),
        ] {
            let error = from_yaml(format!("{good}{wrong}").as_bytes()).unwrap_err();
            assert_eq!(error.line, line, "{wrong}: {error}");
        }
        for empty in ["", "# nothing\n", "[]"] {
            assert_eq!(from_yaml(empty.as_bytes()).unwrap_err().line, None, "{empty}");
        }
        assert_eq!(from_yaml(b"query: a\n").unwrap_err().line, Some(1));
        assert_eq!(from_json_lines(b"{}\n").unwrap_err().line, Some(1));
        assert_eq!(from_json_lines(b"\n[]\n").unwrap_err().line, Some(2));
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in "[-a:{}\\[\\], \n'\"&*#|>!]{0,60}") {
            let _ = (from_yaml(text.as_bytes()), from_json_lines(text.as_bytes()));
        }
    }
}
