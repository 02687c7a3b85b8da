//! Conditions on documents as a tool is given them.

use super::text::line;
use super::tool_error::{ToolError, bad_argument};
use kindex::{Condition, Filter};
use serde_json::{Map, Number, Value};

/// Reads all conditions of all keys.
///
/// # Errors
/// [`ToolError::Argument`] that names the first thing that is wrong.
pub fn filters(wanted: &Map<String, Value>) -> Result<Vec<Filter>, ToolError> {
    let mut filters = Vec::new();
    for (key, wanted) in present(wanted) {
        match wanted {
            Value::Object(conditions) => {
                // As a date has none in JavaScript, which is not to find everything.
                if conditions.is_empty() {
                    return wrong(&format!("filters.{key}: it has no condition"));
                }
                for (name, given) in present(conditions) {
                    filters
                        .push(Filter { key: key.clone(), condition: condition(key, name, given)? });
                }
            }
            given => {
                filters.push(Filter { key: key.clone(), condition: condition(key, "any", given)? })
            }
        }
    }
    Ok(filters)
}

/// An error whose words hold what was given, which may be long or not to be shown.
fn wrong<T>(message: &str) -> Result<T, ToolError> {
    bad_argument(line(message))
}

/// The entries that have a value.
fn present(map: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    map.iter().filter(|(_, value)| !value.is_null())
}

fn condition(key: &str, name: &str, given: &Value) -> Result<Condition, ToolError> {
    let many = || match given {
        Value::Array(values) => values.iter().map(|one| value(key, one)).collect(),
        one => Ok(vec![value(key, one)?]),
    };
    match name {
        "any" => many().map(Condition::Any),
        "all" => many().map(Condition::All),
        "not" => many().map(Condition::Not),
        "min" => value(key, given).map(Condition::Min),
        "max" => value(key, given).map(Condition::Max),
        _ => wrong(&format!(
            "there is no option filters.{key}.{name}; accepted are any, all, not, min, max"
        )),
    }
}

fn value(key: &str, value: &Value) -> Result<String, ToolError> {
    let text = match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(number) => decimal(number),
        _ => None,
    };
    let accepted = "accepted are strings, booleans, and numbers written without an exponent";
    text.map_or_else(|| wrong(&format!("filters.{key}: {accepted}")), Ok)
}

/// A number as JavaScript writes it, where that is without an exponent.
fn decimal(number: &Number) -> Option<String> {
    let value = number.as_f64()?;
    if value == 0.0 {
        return Some("0".into());
    }
    // Whole numbers beyond 2^53 are in JavaScript the nearest one that it has.
    let exact = value.abs() < (1u64 << 53) as f64 && !number.is_f64();
    let text = if exact { number.to_string() } else { value.to_string() };
    (1e-6..1e21).contains(&value.abs()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: &Value) -> Result<Vec<Filter>, String> {
        filters(value.as_object().unwrap()).map_err(|error| match error {
            ToolError::Argument(message) => message,
            ToolError::Index(error) => panic!("{error}"),
        })
    }

    #[test]
    fn values_are_written_as_in_javascript() {
        let found = read(&json!({ "k": [1, 2.5, 3.0, -0.5, true, "x", -0.0] })).unwrap();
        assert_eq!(found, [Filter::any("k", ["1", "2.5", "3", "-0.5", "true", "x", "0"])]);
        for wrong in [json!(1e-7), json!(1e21), json!([["a"]]), json!([null]), json!({})] {
            assert!(read(&json!({ "k": wrong })).is_err(), "{wrong}");
        }
    }

    #[test]
    fn conditions() {
        let found = read(&json!({ "k": { "not": "a", "min": 2, "max": null }, "l": null }));
        let wanted = [Condition::Not(vec!["a".into()]), Condition::Min("2".into())];
        assert_eq!(found.unwrap(), wanted.map(|condition| Filter { key: "k".into(), condition }));
        for wrong in [json!({ "some": "a" }), json!({ "min": ["a"] })] {
            assert!(read(&json!({ "k": wrong })).is_err(), "{wrong}");
        }
    }
}
