//! Checks the arguments of a tool by its schema. It knows as much of schemas as the tools use.

use crate::json::{Object, decimal, read, says_nothing, whole};
use crate::text::line;
use crate::tool_error::{ToolError, bad_argument};
use crate::words::{bounds, filled, texts};
use serde_json::Value;

/// Arguments that are as the schema of their tool wants them.
pub struct Arguments(Object);

impl Arguments {
    /// A text; empty where it may be left out and is.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub fn count(&self, name: &str) -> usize {
        self.0.get(name).and_then(count_of).unwrap_or_default()
    }

    pub fn is(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }

    pub fn list(&self, name: &str) -> Vec<&str> {
        let all = self.0.get(name).and_then(Value::as_array);
        all.into_iter().flatten().filter_map(Value::as_str).collect()
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
        let value = match value.filter(|value| required || !says_nothing(value)) {
            Some(value) => meant(one, value).ok_or_else(|| accepted(name, one)).map(Some),
            None if required => Err(filled(texts::MISSING, &[name])),
            None => Ok(one.get("default").cloned()),
        };
        match value {
            Ok(value) => args.extend(value.map(|value| (name.clone(), value))),
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() { Ok(Arguments(args)) } else { bad_argument(wrong.join("\n")) }
}

fn unknown(given: &Object, properties: &Object) -> Vec<String> {
    let accepted = properties.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let row = |name: &&str| filled(texts::UNKNOWN_ARGUMENT, &[&line(name), &accepted]);
    let names = given.keys().map(String::as_str);
    let mut names: Vec<&str> = names.filter(|name| !properties.contains_key(*name)).collect();
    // Objects of JavaScript, which some hosts hand over, keep no order of names that are numbers.
    names.sort_unstable();
    let mut rows: Vec<String> = names.iter().take(bounds::NAMED_ARGUMENTS).map(row).collect();
    let more = names.len().saturating_sub(bounds::NAMED_ARGUMENTS);
    if more > 0 {
        rows.push(filled(texts::MORE_ARGUMENTS, &[&more.to_string()]));
    }
    rows
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().any(|one| one.as_str() == Some(name))
}

fn kind(schema: &Value) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn count_of(value: &Value) -> Option<usize> {
    value.as_u64()?.try_into().ok()
}

/// A limit of a schema.
fn limit(schema: &Value, name: &str) -> usize {
    schema.get(name).and_then(count_of).unwrap_or_default()
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
                text => match read(text.as_str()?.trim_ascii())? {
                    Value::Number(number) => number,
                    _ => return None,
                },
            };
            let whole = usize::try_from(whole(&number)?).ok()?;
            within(whole, "minimum", "maximum").then(|| whole.into())?
        }
        ("boolean", Value::Bool(value)) => Value::Bool(*value),
        ("boolean", text) => match text.as_str()?.trim_ascii() {
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            _ => return None,
        },
        ("array", value) => {
            let all = match value {
                Value::Array(all) => all.clone(),
                one => match one.as_str().and_then(read) {
                    Some(Value::Array(all)) => all,
                    _ => [one.clone()].into(),
                },
            };
            let items = schema.get("items")?;
            let all: Option<Vec<Value>> = all.iter().map(|one| meant(items, one)).collect();
            all.filter(|all| all.len() <= limit(schema, "maxItems")).map(Value::Array)?
        }
        (_, Value::Object(object)) => Value::Object(object.clone()),
        (_, text) => read(text.as_str()?).filter(Value::is_object)?,
    })
}

/// A text, or the text of a number or a boolean.
pub fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => decimal(number),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// What an argument has to be.
fn accepted(name: &str, schema: &Value) -> String {
    let within = |text, least, most| {
        let [least, most] = [least, most].map(|bound| limit(schema, bound).to_string());
        filled(text, &[name, &least, &most])
    };
    match kind(schema) {
        "string" => within(texts::STRING, "minLength", "maxLength"),
        "integer" => within(texts::INTEGER, "minimum", "maximum"),
        "boolean" => filled(texts::BOOLEAN, &[name]),
        "array" => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            let most = limit(schema, "maxItems").to_string();
            let [shortest, longest] =
                ["minLength", "maxLength"].map(|bound| limit(items, bound).to_string());
            filled(texts::LIST, &[name, &most, &shortest, &longest])
        }
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
            let given = format!(r#"{{"query": "a", "limit": {wrong}}}"#);
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
            let given = format!(
                r#"{{"query": "a", "limit": {empty}, "expand_to_parents": {empty},
                    "filters": {empty}}}"#,
            );
            let args = search(&given).unwrap();
            assert_eq!(args.count("limit"), 8, "{empty}");
            assert!(args.is("expand_to_parents") && args.object("filters").is_none(), "{empty}");
        }
        assert_eq!(search(r#"{"query": null}"#).err().as_deref(), Some("query: it is missing"));
        let accepted = "query: accepted are strings of 1 to 2000 characters";
        assert_eq!(search(r#"{"query": ""}"#).err().as_deref(), Some(accepted));
    }
}
