//! YAML as far as front matter needs it. Scalars stay as they are spelt: a version `1.10` is
//! not the number 1.1, and a text.

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Number, Value};

/// Nested deeper than this is no front matter.
const MAX_DEPTH: usize = 32;

/// The reason that front matter could not be read.
pub(crate) struct Bad {
    /// The line in the front matter, from 1.
    pub(crate) line: Option<usize>,
    pub(crate) message: String,
}

/// A list or a mapping whose end was not read yet.
enum Open {
    List(Vec<Value>),
    Mapping { object: Map<String, Value>, key: Option<String> },
}

impl Open {
    fn add(&mut self, value: Value) {
        match self {
            Open::List(items) => items.push(value),
            Open::Mapping { object, key } => match key.take() {
                Some(key) => {
                    object.insert(key, value);
                }
                None => *key = Some(as_key(value)),
            },
        }
    }

    fn close(self) -> Value {
        match self {
            Open::List(items) => Value::Array(items),
            Open::Mapping { object, .. } => Value::Object(object),
        }
    }
}

fn as_key(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Reads the first YAML document of `matter`; `Null` if it is empty.
pub(crate) fn parse(matter: &str) -> Result<Value, Bad> {
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(matter) {
        let (event, span) = event.map_err(|error| Bad {
            line: Some(error.marker().line()),
            message: error.info().to_owned(),
        })?;
        let done = match event {
            Event::MappingStart(..) => {
                open.push(Open::Mapping { object: Map::new(), key: None });
                None
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(Vec::new()));
                None
            }
            Event::MappingEnd | Event::SequenceEnd => open.pop().map(Open::close),
            Event::Scalar(text, style, ..) => Some(scalar(&text, style)),
            // An alias repeats what stands elsewhere; front matter is not worth the expansion.
            Event::Alias(_) => Some(Value::Null),
            Event::DocumentEnd => return Ok(Value::Null),
            _ => None,
        };
        if open.len() > MAX_DEPTH {
            return Err(Bad {
                line: Some(span.start.line()),
                message: "it is nested too deeply".to_owned(),
            });
        }
        if let Some(value) = done {
            match open.last_mut() {
                Some(parent) => parent.add(value),
                None => return Ok(value),
            }
        }
    }
    Ok(Value::Null)
}

fn scalar(text: &str, style: ScalarStyle) -> Value {
    let plain = style == ScalarStyle::Plain;
    if plain && matches!(text, "" | "~" | "null" | "Null" | "NULL") {
        Value::Null
    } else if plain && matches!(text, "true" | "false") {
        Value::Bool(text == "true")
    } else {
        let number = number(text).filter(|_| plain);
        number.map_or_else(|| Value::String(text.to_owned()), Value::Number)
    }
}

/// Whole numbers up to this are exact in JavaScript.
const MAX_EXACT_INTEGER: f64 = (1u64 << 53) as f64;

/// A number that JSON and JavaScript write as it is spelt.
fn number(text: &str) -> Option<Number> {
    let number: Number = serde_json::from_str(text).ok()?;
    let as_spelt = number.to_string() == text && !text.contains('e') && !text.ends_with(".0");
    (as_spelt && number.as_f64()?.abs() < MAX_EXACT_INTEGER).then_some(number)
}
