//! Checks the arguments of a tool by its schema. It knows as much of schemas as the tools use.

use super::text::line;
use super::tool_error::{ToolError, bad_argument};
use serde_json::{Map, Value};

/// This many unknown arguments are named.
const MAX_NAMED_ARGUMENTS: usize = 3;

/// The arguments, with defaults for those that are not there.
///
/// # Errors
/// [`ToolError::Argument`] that names all that is wrong.
pub fn checked(
    schema: &Value,
    given: &Map<String, Value>,
) -> Result<Map<String, Value>, ToolError> {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let mut wrong = unknown(given, properties);
    let mut args = Map::new();
    for (name, one) in properties {
        let value = given.get(name).filter(|value| !value.is_null()).or(one.get("default"));
        match value {
            None if is_required(schema, name) => wrong.push(format!("{name}: it is missing")),
            None => {}
            Some(value) if !accepts(one, value) => {
                wrong.push(format!("{name}: accepted {}", accepted(one)));
            }
            Some(value) => {
                args.insert(name.clone(), whole(value));
            }
        }
    }
    if wrong.is_empty() { Ok(args) } else { bad_argument(wrong.join("\n")) }
}

fn unknown(given: &Map<String, Value>, properties: &Map<String, Value>) -> Vec<String> {
    let accepted = properties.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let row = |name: &String| {
        format!("{}: there is no such argument; accepted are {accepted}", line(name))
    };
    let mut names: Vec<_> = given.keys().filter(|name| !properties.contains_key(*name)).collect();
    // As JavaScript sorts strings, whose objects keep no order of names that are numbers.
    names.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
    let mut rows: Vec<String> = names.iter().copied().take(MAX_NAMED_ARGUMENTS).map(row).collect();
    let more = names.len().saturating_sub(MAX_NAMED_ARGUMENTS);
    if more > 0 {
        rows.push(format!("and {more} more that are no arguments"));
    }
    rows
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|one| one == name))
}

fn kind(schema: &Value) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// A limit of a schema.
fn limit(schema: &Value, name: &str) -> u64 {
    schema.get(name).and_then(Value::as_u64).unwrap_or_default()
}

fn accepts(schema: &Value, value: &Value) -> bool {
    let within = |number: f64, least: &str, most: &str| {
        number >= limit(schema, least) as f64 && number <= limit(schema, most) as f64
    };
    match (kind(schema), value) {
        ("string", Value::String(text)) => {
            within(text.chars().count() as f64, "minLength", "maxLength")
        }
        ("integer", Value::Number(number)) => {
            let number = number.as_f64().unwrap_or(-1.0);
            number.fract() == 0.0 && within(number, "minimum", "maximum")
        }
        ("boolean", Value::Bool(_)) | ("object", Value::Object(_)) => true,
        _ => false,
    }
}

fn accepted(schema: &Value) -> String {
    let range = |least, most| format!("from {} to {}", limit(schema, least), limit(schema, most));
    match kind(schema) {
        "string" => {
            let (least, most) = (limit(schema, "minLength"), limit(schema, "maxLength"));
            format!("are strings of {least} to {most} characters")
        }
        "integer" => format!("are whole numbers {}", range("minimum", "maximum")),
        "boolean" => "are true and false".into(),
        _ => "is an object".into(),
    }
}

/// A number as a whole one where it is one, as `5.0`.
fn whole(value: &Value) -> Value {
    match value.as_f64() {
        Some(number) if value.is_f64() && number.fract() == 0.0 => Value::from(number as i64),
        _ => value.clone(),
    }
}
