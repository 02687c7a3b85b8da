//! The file that says which pages come first for which queries.

use kindex::{Error, Pin};
use kindex_text::json::scalar_text;
use kindex_text::rules::ParseRulesError;
use serde_json::{Map, Value};

use crate::page::front_matter::yaml;

/// The fields of a pin.
const KEYS: [&str; 3] = ["query", "match", "pages"];

/// Reads the pins of a site: a list in YAML, in which each has a `query`, its `pages` by id or
/// address, and as `match` either `exact`, which is usual, or `prefix`, where beginnings of the
/// query are enough. JSON is YAML too.
///
/// ```
/// let pins = kindex_extract::pins("- query: get going\n  match: prefix\n  pages: [install.md]\n")?;
/// assert_eq!(pins, [kindex::Pin::new("get going", true, ["install.md"]).unwrap()]);
/// # Ok::<(), kindex_extract::ParseRulesError>(())
/// ```
///
/// # Errors
/// [`ParseRulesError`] where it is no YAML, or with the number of the
/// first pin that cannot be used.
pub fn pins(source: &str) -> Result<Vec<Pin>, ParseRulesError> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let value = yaml::parse(source).map_err(|bad| ParseRulesError::at(bad.line, bad.message))?;
    let fail = |message: String| ParseRulesError::at(None, message);
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(all) => {
            let read = |(number, value): (usize, &Value)| {
                pin(value).map_err(|message| fail(format!("pin {number}: {message}")))
            };
            (1..).zip(&all).map(read).collect()
        }
        _ => Err(fail("accepted is a list of pins, each with a query and pages".to_owned())),
    }
}

fn pin(value: &Value) -> Result<Pin, String> {
    let Value::Object(object) = value else {
        return Err("it has no keys; accepted are query, match and pages".to_owned());
    };
    if object.keys().any(|key| !KEYS.contains(&key.as_str())) {
        return Err("one of its keys means nothing; accepted are query, match and pages".to_owned());
    }
    let query =
        object.get("query").and_then(scalar_text).ok_or("query is missing, or is no text")?;
    let pages = pages(object)?;
    Pin::new(query, is_prefix(object)?, pages).map_err(|error| match error {
        Error::Config { message, .. } => message,
        other => other.to_string(),
    })
}

fn is_prefix(object: &Map<String, Value>) -> Result<bool, String> {
    match object.get("match").map(scalar_text) {
        None => Ok(false),
        Some(how) => match how.as_deref() {
            Some("exact") => Ok(false),
            Some("prefix") => Ok(true),
            _ => Err("match: accepted are exact and prefix".to_owned()),
        },
    }
}

/// One page, or a list of them.
fn pages(object: &Map<String, Value>) -> Result<Vec<String>, String> {
    let wrong = || "pages are missing, or are no list of texts".to_owned();
    match object.get("pages").ok_or_else(wrong)? {
        Value::Array(pages) => {
            pages.iter().map(|page| scalar_text(page).ok_or_else(wrong)).collect()
        }
        page => Ok(vec![scalar_text(page).ok_or_else(wrong)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_are_read() {
        let exact = Pin::new("install", false, ["a.md", "/b/"]).unwrap();
        let prefix = Pin::new("404", true, ["7"]).unwrap();
        let yaml = "\u{feff}# ours\n- query: install\n  pages: [a.md, /b/]\n\
                    - { query: 404, match: prefix, pages: 7 }\n";
        let json = r#"[{"query":"install","match":"exact","pages":["a.md","/b/"]},
            {"query":404,"match":"prefix","pages":[7]}]"#;
        for source in [yaml, json] {
            assert_eq!(pins(source).unwrap(), [exact.clone(), prefix.clone()]);
        }
        assert_eq!(pins("# none yet\n").unwrap(), []);
    }

    #[test]
    fn what_is_no_pin_is_named() {
        for (source, message) in [
            ("query: a", "accepted is a list of pins, each with a query and pages"),
            ("- a", "pin 1: it has no keys; accepted are query, match and pages"),
            (
                "- {query: a, pages: b}\n- {query: a, page: b}",
                "pin 2: one of its keys means nothing; accepted are query, match and pages",
            ),
            ("- {pages: [a]}", "pin 1: query is missing, or is no text"),
            ("- {query: a}", "pin 1: pages are missing, or are no list of texts"),
            ("- {query: a, pages: [[b]]}", "pin 1: pages are missing, or are no list of texts"),
            ("- {query: a, pages: b, match: some}", "pin 1: match: accepted are exact and prefix"),
            ("- {query: '…', pages: b}", "pin 1: the query \"…\" has neither a letter nor a digit"),
            ("- {query: a, pages: []}", "pin 1: the query \"a\" has no pages; name one at least"),
        ] {
            assert_eq!(pins(source).unwrap_err().to_string(), message);
        }
        assert!(pins("- query: [a\n- b").unwrap_err().line.is_some());
    }
}
