//! Values of metadata, which keep their types.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::ops::Deref;

/// A value of metadata: a text, or a value of JSON that is none, such as a number, a boolean or a
/// list. It reads as a text either way, which is the one that filters, sorts and facets go by.
///
/// With the feature `serde` it has its type in formats that people read, such as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetaValue {
    text: String,
    is_json: bool,
}

impl MetaValue {
    /// A value of JSON. Where the text is none, those who read it get the text.
    pub fn json(text: impl Into<String>) -> Self {
        MetaValue { text: text.into(), is_json: true }
    }

    /// The text, or the value as JSON.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the text is JSON.
    pub fn is_json(&self) -> bool {
        self.is_json
    }

    pub(crate) fn new(text: &str, is_json: bool) -> Self {
        MetaValue { text: text.to_owned(), is_json }
    }
}

impl Deref for MetaValue {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl From<String> for MetaValue {
    fn from(text: String) -> Self {
        MetaValue { text, is_json: false }
    }
}

impl From<&str> for MetaValue {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<bool> for MetaValue {
    fn from(truth: bool) -> Self {
        MetaValue::json(truth.to_string())
    }
}

impl From<i64> for MetaValue {
    fn from(number: i64) -> Self {
        MetaValue::json(number.to_string())
    }
}

impl From<f64> for MetaValue {
    /// JSON has no other numbers than finite ones; the others are texts.
    fn from(number: f64) -> Self {
        MetaValue { text: number.to_string(), is_json: number.is_finite() }
    }
}

impl<V: Into<MetaValue>> FromIterator<V> for MetaValue {
    /// A list.
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        let mut list = String::from("[");
        for value in values {
            let value = value.into();
            if list.len() > 1 {
                list.push(',');
            }
            if value.is_json { list.push_str(&value) } else { push_quoted(&mut list, &value) }
        }
        list.push(']');
        MetaValue::json(list)
    }
}

impl PartialEq<str> for MetaValue {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for MetaValue {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

/// Writes a text as JSON.
fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            '\0'..='\x1f' => {
                out.push_str("\\u00");
                out.extend(
                    [char as u32 >> 4, char as u32 & 15]
                        .map(|digit| char::from_digit(digit, 16).unwrap_or_default()),
                );
            }
            _ => out.push(char),
        }
    }
    out.push('"');
}

#[cfg(feature = "serde")]
pub(crate) mod typed {
    use crate::value::MetaValue;
    use alloc::string::{String, ToString};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Serializes keys with values as a map in which the values have their types.
    pub fn map<S: Serializer>(pairs: &[(String, MetaValue)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(pairs.iter().map(|(key, value)| (key, Typed(value))))
    }

    impl Serialize for MetaValue {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            match to.is_human_readable() {
                true => Typed(self).serialize(to),
                false => (&self.text, self.is_json).serialize(to),
            }
        }
    }

    impl<'de> Deserialize<'de> for MetaValue {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            if !from.is_human_readable() {
                let (text, is_json) = Deserialize::deserialize(from)?;
                return Ok(MetaValue { text, is_json });
            }
            Ok(match serde_json::Value::deserialize(from)? {
                serde_json::Value::String(text) => text.into(),
                value => MetaValue::json(value.to_string()),
            })
        }
    }

    struct Typed<'a>(&'a MetaValue);

    impl Serialize for Typed<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let Typed(value) = self;
            let read = value.is_json.then(|| serde_json::from_str::<serde_json::Value>(value));
            match read {
                Some(Ok(json)) => json.serialize(to),
                _ => to.serialize_str(value),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn read(value: &MetaValue) -> Value {
        assert!(value.is_json());
        serde_json::from_str(value).unwrap()
    }

    #[test]
    fn documents_have_typed_values_in_json() {
        let json = json!({ "text": "7", "number": 7, "list": ["a", true] });
        let values: alloc::collections::BTreeMap<String, MetaValue> =
            serde_json::from_value(json.clone()).unwrap();
        assert!(!values["text"].is_json() && values["number"].is_json());
        assert_eq!(serde_json::to_value(values).unwrap(), json);
    }

    #[test]
    fn values_keep_their_types() {
        assert_eq!(read(&true.into()), json!(true));
        assert_eq!(read(&(-7).into()), json!(-7));
        assert_eq!(read(&1e-7.into()), json!(1e-7));
        assert!(!MetaValue::from("7").is_json());
        assert!(!MetaValue::from(f64::NAN).is_json());
        let mixed = [MetaValue::from("a"), 2.5.into(), ["b"].into_iter().collect()];
        assert_eq!(read(&mixed.into_iter().collect()), json!(["a", 2.5, ["b"]]));
    }

    #[test]
    fn what_is_no_json_is_given_as_text() {
        let pairs =
            [("a", MetaValue::json("[1")), ("b", MetaValue::json("[1]")), ("c", "[1]".into())];
        let pairs = pairs.map(|(key, value)| (key.to_owned(), value));
        let map = typed::map(&pairs, serde_json::value::Serializer).unwrap();
        assert_eq!(map, json!({ "a": "[1", "b": [1], "c": "[1]" }));
    }

    proptest! {
        #[test]
        fn lists_are_json(texts in prop::collection::vec(any::<String>(), 0..4)) {
            let list: MetaValue = texts.iter().map(String::as_str).collect();
            prop_assert_eq!(read(&list), json!(texts));
        }
    }
}
