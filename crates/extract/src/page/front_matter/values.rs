//! Values of front matter as text.

use serde_json::{Map, Value};

pub(super) type Object = Map<String, Value>;

/// Scalars as they are, lists of scalars joined by `, `, everything else as JSON. Nothing for
/// null and empty lists.
pub(super) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(items) if items.iter().all(is_scalar) => {
            let texts: Vec<String> = items.iter().filter_map(as_text).collect();
            (!texts.is_empty()).then(|| texts.join(", "))
        }
        other => Some(other.to_string()),
    }
}

pub(super) fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}
