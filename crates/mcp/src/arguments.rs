//! Checks the arguments of a tool by its schema. It knows as much of schemas as the tools use.

use crate::json::{Number, Object, Value, count, read};
use crate::text::line;
use crate::tool_error::{ToolError, bad_argument};
use crate::words::{bounds, filled, texts};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Arguments that are as the schema of their tool wants them.
pub struct Arguments(Object);

impl Arguments {
    /// A text; empty where it may be left out and is.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub fn count(&self, name: &str) -> usize {
        self.0.get(name).and_then(Value::as_count).unwrap_or_default()
    }

    pub fn is(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }

    pub fn object(&self, name: &str) -> Option<&Object> {
        self.0.get(name).and_then(Value::as_object)
    }
}

/// The arguments, with defaults for those that are not there.
///
/// # Errors
/// [`ToolError::Argument`] that names all that is wrong.
pub fn checked(schema: &Value, given: &Object) -> Result<Arguments, ToolError> {
    let none = Object::default();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let mut wrong = unknown(given, properties);
    let mut args = Object::default();
    for (name, one) in properties.iter() {
        let required = is_required(schema, name);
        let value = given.get(name).filter(|value| !value.is_null());
        // What says nothing was left out, where that may be.
        match value.filter(|value| required || !value.says_nothing()) {
            Some(value) => match meant(one, value) {
                Some(value) => args.set(name.into(), value),
                None => wrong.push(accepted(name, one)),
            },
            None if required => wrong.push(filled(texts::MISSING, &[name])),
            None => {
                if let Some(usual) = one.get("default") {
                    args.set(name.into(), usual.clone());
                }
            }
        }
    }
    if wrong.is_empty() { Ok(Arguments(args)) } else { bad_argument(wrong.join("\n")) }
}

fn unknown(given: &Object, properties: &Object) -> Vec<String> {
    let accepted = properties.iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
    let row = |name: &&str| filled(texts::UNKNOWN_ARGUMENT, &[&line(name), &accepted]);
    let names = given.iter().map(|(name, _)| name);
    let mut names: Vec<&str> = names.filter(|name| properties.get(name).is_none()).collect();
    // Objects of JavaScript, which some hosts hand over, keep no order of names that are numbers.
    names.sort_unstable();
    let mut rows: Vec<String> = names.iter().take(bounds::NAMED_ARGUMENTS).map(row).collect();
    let more = names.len().saturating_sub(bounds::NAMED_ARGUMENTS);
    if more > 0 {
        rows.push(filled(texts::MORE_ARGUMENTS, &[&count(more)]));
    }
    rows
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").map(Value::items).unwrap_or_default();
    required.iter().any(|one| one.as_str() == Some(name))
}

fn kind(schema: &Value) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// A limit of a schema.
fn limit(schema: &Value, name: &str) -> usize {
    schema.get(name).and_then(Value::as_count).unwrap_or_default()
}

/// The value that is meant, where the schema accepts it. Some clients write every value as a text.
fn meant(schema: &Value, value: &Value) -> Option<Value> {
    let within = |number: usize, least: &str, most: &str| {
        (limit(schema, least)..=limit(schema, most)).contains(&number)
    };
    Some(match (kind(schema), value) {
        ("string", value) => {
            let text = scalar(value)?;
            let fits = within(text.chars().count(), "minLength", "maxLength");
            fits.then_some(Value::String(text))?
        }
        ("integer", value) => {
            let number = match value {
                Value::Number(number) => number.clone(),
                text => Number::read(text.as_str()?.trim_ascii())?,
            };
            let whole = usize::try_from(number.whole()?).ok()?;
            within(whole, "minimum", "maximum").then(|| whole.into())?
        }
        ("boolean", Value::Bool(value)) => Value::Bool(*value),
        ("boolean", text) => match text.as_str()?.trim_ascii() {
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            _ => return None,
        },
        (_, Value::Object(object)) => Value::Object(object.clone()),
        (_, text) => read(text.as_str()?).filter(|value| value.as_object().is_some())?,
    })
}

/// A text, or the text of a number or a boolean.
pub fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.decimal(),
        Value::Bool(value) => Some(if *value { "true" } else { "false" }.to_owned()),
        _ => None,
    }
}

/// What an argument has to be.
fn accepted(name: &str, schema: &Value) -> String {
    let within = |text, least, most| {
        filled(text, &[name, &count(limit(schema, least)), &count(limit(schema, most))])
    };
    match kind(schema) {
        "string" => within(texts::STRING, "minLength", "maxLength"),
        "integer" => within(texts::INTEGER, "minimum", "maximum"),
        "boolean" => filled(texts::BOOLEAN, &[name]),
        _ => filled(texts::OBJECT, &[name]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::input_schema;
    use crate::settings::Settings;

    fn search(given: &str) -> Result<Arguments, String> {
        let schema = input_schema("search_docs", &Settings::default()).unwrap();
        let given = read(given).unwrap();
        checked(&schema, given.as_object().unwrap()).map_err(|error| match error {
            ToolError::Argument(message) => message,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn values_may_be_texts_where_their_meaning_is_clear() {
        let args = search(
            r#"{"query": 404, "limit": " 3 ", "offset": "2.0", "expand_to_parents": "False",
                "filters": "{\"version\": \"2\"}"}"#,
        );
        let args = args.unwrap();
        assert_eq!(args.text("query"), "404");
        assert_eq!((args.count("limit"), args.count("offset")), (3, 2));
        assert!(!args.is("expand_to_parents"));
        assert_eq!(args.object("filters").unwrap().get("version"), Some(&"2".into()));
        for wrong in ["\"3x\"", "\"0\"", "\"-1\"", "\"1.5\"", "[3]", "true"] {
            let given = text![r#"{"query": "a", "limit": "#, wrong, "}"];
            assert_eq!(
                search(&given).err().as_deref(),
                Some("limit: accepted are whole numbers from 1 to 50"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        for empty in ["null", "\"\"", "\" \"", "[]", "{}"] {
            let given = text![
                r#"{"query": "a", "limit": "#,
                empty,
                r#", "expand_to_parents": "#,
                empty,
                r#", "filters": "#,
                empty,
                "}"
            ];
            let args = search(&given).unwrap();
            assert_eq!(args.count("limit"), 8, "{empty}");
            assert!(args.is("expand_to_parents") && args.object("filters").is_none(), "{empty}");
        }
        assert_eq!(search(r#"{"query": null}"#).err().as_deref(), Some("query: it is missing"));
        let accepted = "query: accepted are strings of 1 to 2000 characters";
        assert_eq!(search(r#"{"query": ""}"#).err().as_deref(), Some(accepted));
    }
}
