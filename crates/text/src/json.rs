//! Records and values of JSON.

use kindex::MetaValue;
use serde_json::{Map, Value};

/// The object that a line holds.
///
/// # Errors
/// What is wrong with the line, where it holds none.
pub fn record(line: &[u8]) -> Result<Map<String, Value>, String> {
    match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(other) => {
            Err(format!("the line is {}, not an object; write one record a line", kind(&other)))
        }
        Err(error) if error.is_eof() => Err(format!(
            "the JSON ends too early at column {}; write each record on one line",
            error.column()
        )),
        Err(error) => Err(format!("the line is not JSON: {error}")),
    }
}

/// The kind of a value, for people.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A value of metadata that keeps its type.
pub fn meta_value(value: &Value) -> MetaValue {
    match value {
        Value::String(text) => text.clone().into(),
        other => MetaValue::json(other.to_string()),
    }
}

/// A text, or a number or boolean as it is written.
pub fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}
