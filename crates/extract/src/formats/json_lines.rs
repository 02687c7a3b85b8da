//! JSON Lines: one record a line, `{id, url?, title?, text, lang?, meta?, filters?, tenant?,
//! boost?, names?, extra?}`.

use std::collections::{BTreeMap, BTreeSet};

use kindex::{Document, MetaValue, Section};
use kindex_text::headings;
use kindex_text::json::{kind, meta_value, record, scalar_text};
use kindex_text::{end_with_newline, normalise};
use serde_json::{Map, Value};

use crate::error::{Warning, WarningKind};
use crate::outcome::Extracted;

type Object = Map<String, Value>;

const KEYS: [&str; 11] =
    ["id", "url", "title", "names", "text", "lang", "meta", "filters", "tenant", "boost", "extra"];

/// Reads the records. A record's text is taken as block notation already: it is kept as it is,
/// and its headings outside fences become sections with GitHub's ids.
pub(crate) fn extract(bytes: &[u8]) -> Extracted {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut extracted = Extracted::default();
    let mut unknown = BTreeSet::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let number = Some(index + 1);
        match record(line) {
            Ok(object) => match document(&object) {
                Ok(document) => {
                    warn_of_unknown(&object, number, &mut unknown, &mut extracted.warnings);
                    extracted.documents.push(document);
                }
                Err(message) => extracted.warnings.push(bad_line(number, message)),
            },
            Err(message) => extracted.warnings.push(bad_line(number, message)),
        }
    }
    extracted
}

fn bad_line(line: Option<usize>, message: String) -> Warning {
    Warning::new(WarningKind::BadLine, line, message)
}

fn warn_of_unknown(
    object: &Object,
    line: Option<usize>,
    said: &mut BTreeSet<String>,
    warnings: &mut Vec<Warning>,
) {
    for key in object.keys() {
        if !KEYS.contains(&key.as_str()) && said.insert(key.clone()) {
            let message = format!(
                "the key {key:?} means nothing and was left out; put it into \"meta\" to keep it"
            );
            warnings.push(Warning::new(WarningKind::UnknownKey, line, message));
        }
    }
}

fn document(object: &Object) -> Result<Document, String> {
    let text = end_with_newline(&normalise(&required(object, "text")?));
    let mut sections = headings(&text);
    let extra = extra(object, &mut sections)?;
    Ok(Document {
        id: id(object)?,
        url: optional(object, "url")?.unwrap_or_default(),
        title: optional(object, "title")?.unwrap_or_default(),
        lang: optional(object, "lang")?,
        meta: meta(object)?,
        filters: filters(object)?,
        tenant: optional(object, "tenant")?,
        boost: boost(object)?,
        names: names(object)?,
        extra,
        sections,
        text,
        ..Document::default()
    })
}

/// The words that are searched and not shown: a string for the document, or strings by the anchors
/// of its sections, the empty one standing for the document.
fn extra(object: &Object, sections: &mut [Section]) -> Result<String, String> {
    let Some(Value::Object(inner)) = object.get("extra") else {
        return Ok(optional(object, "extra")?.unwrap_or_default());
    };
    let mut whole = String::new();
    for (anchor, value) in inner {
        let Value::String(words) = value else {
            return Err(wrong(&format!("extra.{anchor}"), value, "a string"));
        };
        let section = sections.iter_mut().find(|section| section.anchor == *anchor);
        match section {
            _ if anchor.is_empty() => whole = words.clone(),
            Some(section) => section.extra = words.clone(),
            None => {
                return Err(format!("\"extra\" names the anchor {anchor:?}, which no heading has"));
            }
        }
    }
    Ok(whole)
}

fn names(object: &Object) -> Result<Vec<String>, String> {
    let wrong = |value: &Value| wrong("names", value, "an array of strings");
    match object.get("names") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(names)) => {
            let name = |name: &Value| name.as_str().map(str::to_owned).ok_or_else(|| wrong(name));
            names.iter().map(name).collect()
        }
        Some(other) => Err(wrong(other)),
    }
}

/// The builder says which numbers can be used.
fn boost(object: &Object) -> Result<f64, String> {
    match object.get("boost") {
        None | Some(Value::Null) => Ok(1.0),
        Some(value) => value.as_f64().ok_or_else(|| wrong("boost", value, "a number")),
    }
}

fn id(object: &Object) -> Result<String, String> {
    let id = match object.get("id") {
        Some(Value::Number(number)) => number.to_string(),
        _ => required(object, "id")?,
    };
    if id.is_empty() {
        return Err("\"id\" is empty; give each record an id of its own".to_owned());
    }
    Ok(id)
}

fn required(object: &Object, key: &str) -> Result<String, String> {
    optional(object, key)?.ok_or_else(|| format!("{key:?} is missing"))
}

fn optional(object: &Object, key: &str) -> Result<Option<String>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(wrong(key, other, "a string")),
    }
}

fn wrong(key: &str, found: &Value, wanted: &str) -> String {
    format!("{key:?} is {}; it must be {wanted}", kind(found))
}

fn object_at<'a>(object: &'a Object, key: &str) -> Result<Option<&'a Object>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(inner)) => Ok(Some(inner)),
        Some(other) => Err(wrong(key, other, "an object")),
    }
}

fn meta(object: &Object) -> Result<BTreeMap<String, MetaValue>, String> {
    let inner = object_at(object, "meta")?.into_iter().flatten();
    Ok(inner.map(|(key, value)| (key.clone(), meta_value(value))).collect())
}

/// One value or a list of them for each key.
fn filters(object: &Object) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut filters = BTreeMap::new();
    for (key, value) in object_at(object, "filters")?.into_iter().flatten() {
        let values = match value {
            Value::Array(items) => items.iter().map(scalar_text).collect(),
            one => scalar_text(one).map(|value| vec![value]),
        };
        let values = values
            .ok_or_else(|| format!("the filter {key:?} must be a string or an array of strings"))?;
        filters.insert(key.clone(), values);
    }
    Ok(filters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(lines: &str) -> Vec<String> {
        let warnings = extract(lines.as_bytes()).warnings;
        warnings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_record_becomes_a_document() {
        let line = r###"{"id": 7, "url": "/q/7", "title": "Borrowing", "lang": "en",
            "text": "# Why\r\n\nBecause.", "tenant": "t",
            "meta": {"votes": 3, "by": "kim", "x": [1]},
            "filters": {"tag": ["a", "b"], "open": true, "year": 2024}}"###
            .replace("\n    ", "");
        let extracted = extract(line.as_bytes());
        assert_eq!(extracted.warnings, []);
        let document = &extracted.documents[0];
        assert_eq!(document.id, "7");
        assert_eq!(document.text, "# Why\n\nBecause.\n");
        assert_eq!(document.sections[0].anchor, "why");
        assert_eq!(document.meta["votes"], "3");
        assert_eq!(document.meta["by"], "kim");
        assert_eq!(document.meta["x"], "[1]");
        let is_json = |key: &str| document.meta[key].is_json();
        assert!(is_json("votes") && is_json("x") && !is_json("by"));
        assert_eq!(document.filters["tag"], ["a", "b"]);
        assert_eq!(document.filters["open"], ["true"]);
        assert_eq!(document.filters["year"], ["2024"]);
        assert_eq!(document.tenant.as_deref(), Some("t"));
    }

    #[test]
    fn boosts_and_names_are_read() {
        let lines = r#"{"id":"a","text":"x","boost":2.5,"names":["b","c d"]}"#;
        let document = extract(lines.as_bytes()).documents.remove(0);
        assert_eq!((document.boost, document.names), (2.5, vec!["b".to_owned(), "c d".to_owned()]));
        let wrong = ["\"boost\":\"2\"", "\"names\":\"b\"", "\"names\":[1]"];
        for given in wrong {
            let found = messages(&format!("{{\"id\":\"a\",\"text\":\"x\",{given}}}"));
            assert!(found[0].contains("it must be"), "{found:?}");
        }
    }

    #[test]
    fn extra_words_go_to_the_document_or_to_sections() {
        let of = |extra: &str| {
            let line = format!(r##"{{"id":"a","text":"# One\n\nx\n\n# Two\n","extra":{extra}}}"##);
            extract(line.as_bytes())
        };
        assert_eq!(of(r#""a b""#).documents[0].extra, "a b");
        let both = of(r#"{"": "a", "two": "b"}"#).documents.remove(0);
        assert_eq!((both.extra.as_str(), both.sections[1].extra.as_str()), ("a", "b"));
        let message = of(r#"{"three": "c"}"#).warnings[0].to_string();
        assert!(message.contains("\"three\", which no heading has"), "{message}");
        let message = of(r#"{"two": 2}"#).warnings[0].to_string();
        assert!(message.contains("it must be a string"), "{message}");
    }

    #[test]
    fn bad_lines_are_named_and_the_rest_stays() {
        let lines = "{\"id\":\"a\",\"text\":\"x\"}\n\nnope\n{\"id\":\"b\"}\n[1]\n\
                     {\"id\":\"\",\"text\":\"x\"}\n{\"id\":true,\"text\":\"x\"}\n{\"id\":\n\
                     {\"id\":\"c\",\"text\":\"y\",\"filters\":{\"k\":{}}}\n\
                     {\"id\":\"d\",\"text\":\"z\"}";
        let ids: Vec<String> =
            extract(lines.as_bytes()).documents.into_iter().map(|document| document.id).collect();
        assert_eq!(ids, ["a", "d"]);
        let messages = messages(lines);
        assert!(messages[0].starts_with("line 3: the line is not JSON:"));
        assert_eq!(messages[1], "line 4: \"text\" is missing");
        assert!(messages[2].starts_with("line 5: the line is an array, not an object"));
        assert!(messages[3].starts_with("line 6: \"id\" is empty"));
        assert_eq!(messages[4], "line 7: \"id\" is a boolean; it must be a string");
        assert!(messages[5].starts_with("line 8: the JSON ends too early"));
        assert!(messages[6].starts_with("line 9: the filter \"k\""));
    }

    #[test]
    fn unknown_keys_warn_once() {
        let line = "{\"id\":\"a\",\"text\":\"x\",\"body\":1}\n";
        assert_eq!(messages(&line.repeat(3)).len(), 1);
    }

    #[test]
    fn bytes_that_are_not_utf8_cost_one_line() {
        let mut bytes = b"\xEF\xBB\xBF{\"id\":\"a\",\"text\":\"\xFF\"}\n".to_vec();
        bytes.extend(b"{\"id\":\"b\",\"text\":\"x\"}");
        let extracted = extract(&bytes);
        assert_eq!(extracted.documents.len(), 1);
        assert_eq!(extracted.warnings[0].line, Some(1));
    }
}
