//! Conditions on documents as a tool is given them.

use crate::arguments::scalar;
use crate::json::Object;
use crate::text::line;
use crate::tool_error::{ToolError, bad_argument};
use kindex::{Condition, Filter};
use serde_json::Value;

/// Reads all conditions of all keys, which are those of an argument with this name.
///
/// # Errors
/// [`ToolError::Argument`] that names the first thing that is wrong.
pub fn filters(argument: &str, wanted: &Object) -> Result<Vec<Filter>, ToolError> {
    let mut filters = Vec::new();
    let mut add = |key: &str, name, given| -> Result<(), ToolError> {
        let at = format!("{argument}.{key}");
        filters.push(Filter { key: key.to_owned(), condition: condition(&at, name, given)? });
        Ok(())
    };
    for (key, wanted) in present(wanted) {
        match wanted {
            // As a date has none in JavaScript, which is not to find everything.
            Value::Object(conditions) if conditions.is_empty() => {
                return wrong(&format!("{argument}.{key}: it has no condition"));
            }
            Value::Object(conditions) => {
                present(conditions).try_for_each(|(name, given)| add(key, name, given))?;
            }
            given => add(key, "any", given)?,
        }
    }
    Ok(filters)
}

/// An error whose words hold what was given, which may be long or not to be shown.
fn wrong<T>(message: &str) -> Result<T, ToolError> {
    bad_argument(line(message))
}

/// The entries that have a value.
fn present(object: &Object) -> impl Iterator<Item = (&String, &Value)> {
    object.iter().filter(|(_, value)| !value.is_null())
}

fn condition(at: &str, name: &str, given: &Value) -> Result<Condition, ToolError> {
    let many = || match given {
        Value::Array(values) => values.iter().map(|one| value(at, one)).collect(),
        one => Ok([value(at, one)?].into()),
    };
    match name {
        "any" => many().map(Condition::Any),
        "all" => many().map(Condition::All),
        "not" => many().map(Condition::Not),
        "min" => value(at, given).map(Condition::Min),
        "max" => value(at, given).map(Condition::Max),
        _ => {
            wrong(&format!("there is no option {at}.{name}; accepted are any, all, not, min, max"))
        }
    }
}

fn value(at: &str, value: &Value) -> Result<String, ToolError> {
    let accepted = "accepted are strings, booleans, and numbers written without an exponent";
    scalar(value).map_or_else(|| wrong(&format!("{at}: {accepted}")), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::read as json;

    fn read(text: &str) -> Result<Vec<Filter>, String> {
        filters("filters", json(text).unwrap().as_object().unwrap()).map_err(|error| match error {
            ToolError::Argument(message) => message,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn values_are_written_as_in_javascript() {
        let found = read(r#"{ "k": [1, 2.50, 3.0, -5e-1, true, "x", -0.0] }"#).unwrap();
        assert_eq!(found, [Filter::any("k", ["1", "2.5", "3", "-0.5", "true", "x", "0"])]);
        for wrong in ["1e-7", "1e21", r#"[["a"]]"#, "[null]", "{}"] {
            assert!(read(&format!(r#"{{"k": {wrong}}}"#)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn conditions() {
        let found = read(r#"{ "k": { "not": "a", "min": 2, "max": null }, "l": null }"#);
        let wanted = [Condition::Not(vec!["a".into()]), Condition::Min("2".into())];
        assert_eq!(found.unwrap(), wanted.map(|condition| Filter { key: "k".into(), condition }));
        for wrong in [r#"{"some": "a"}"#, r#"{"min": ["a"]}"#] {
            assert!(read(&format!(r#"{{"k": {wrong}}}"#)).is_err(), "{wrong}");
        }
    }
}
