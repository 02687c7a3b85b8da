//! JSON as messages have it: what those who send numbers and texts mean by them, as JavaScript has
//! it.

use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Number, Value, from_str};

pub type Object = Map<String, Value>;

/// JavaScript tells whole numbers below this from each other.
const MAX_WHOLE: u64 = 1 << 53;

/// Reads a text that is JSON and nothing else. Half a character, as models write where they cut an
/// emoji, becomes U+FFFD; a number that is too large for any stays a large one.
pub fn read(text: &str) -> Option<Value> {
    from_str(text).ok().or_else(|| {
        // It is JSON all the same where one who only passes over it says so.
        from_str::<IgnoredAny>(text).ok()?;
        from_str(&mended(text)).ok()
    })
}

/// JSON with what JavaScript alone accepts written in another way.
fn mended(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let (mut rest, mut is_string) = (text, false);
    while let Some(char) = rest.chars().next() {
        is_string ^= char == '"';
        let (length, other) = match char {
            '\\' => escape(rest),
            '-' | '0'..='9' if !is_string => number(rest),
            char => (char.len_utf8(), None),
        };
        let (piece, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        mended.push_str(other.unwrap_or(piece));
        rest = after;
    }
    mended
}

/// The length of the escape with which a text begins, and what stands for it where it is half a
/// character.
fn escape(text: &str) -> (usize, Option<&'static str>) {
    let unit = |at: usize| {
        let digits = text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    match (unit(0), unit(6)) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, None),
        (Some(0xd800..=0xdfff), _) => (6, Some("\\ufffd")),
        _ => (1 + text.chars().nth(1).map_or(0, char::len_utf8), None),
    }
}

/// The length of the number with which a text begins, and a large one for it where it is too large.
fn number(text: &str) -> (usize, Option<&'static str>) {
    let length = text.find(|char| !matches!(char, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
    let length = length.unwrap_or(text.len());
    let number = text.get(..length).unwrap_or_default();
    let large = if number.starts_with('-') { "-1e308" } else { "1e308" };
    (length, number.parse().is_ok_and(f64::is_infinite).then_some(large))
}

/// Up to nine digits without leading zeros.
pub fn whole_number(digits: &str) -> Option<usize> {
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit()) && digits.len() <= 9;
    let canonical = digits == "0" || !digits.starts_with('0');
    (is_number && canonical).then(|| digits.parse().ok())?
}

/// A value as JSON.
pub fn written(value: &(impl Serialize + ?Sized)) -> String {
    // Nothing here has a key that is no text, which alone cannot be written.
    serde_json::to_string(value).unwrap_or_default()
}

/// Adds a member to an object, where there is a value.
pub fn add(object: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let Value::Object(object) = object {
        object.extend(value.map(|value| (name.to_owned(), value.into())));
    }
}

/// A whole number that JavaScript can tell from others.
pub fn whole(number: &Number) -> Option<i64> {
    let value = number.as_f64()?;
    let whole = value as i64;
    (whole as f64 == value && whole.unsigned_abs() < MAX_WHOLE).then_some(whole)
}

/// A number in full; nothing where JavaScript writes it with an exponent.
pub fn decimal(number: &Number) -> Option<String> {
    let value = number.as_f64()?;
    if value == 0.0 {
        return Some("0".into());
    }
    (1e-6..1e21).contains(&value.abs()).then(|| value.to_string())
}

/// Whether a value is empty in one of the ways in which clients leave out what they need not say.
pub fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim_ascii().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(text: &str) -> Number {
        let Some(Value::Number(number)) = read(text) else { panic!("{text}") };
        number
    }

    #[test]
    fn whole_numbers_are_those_without_a_fraction() {
        for (text, wanted) in [
            ("0", Some(0)),
            ("-0.0e7", Some(0)),
            ("5.0", Some(5)),
            ("-12e2", Some(-1200)),
            ("120e-1", Some(12)),
            ("9007199254740991", Some(9007199254740991)),
            ("9007199254740992", None),
            ("-9223372036854775808", None),
            ("1e300", None),
            ("1e99999999999999999999", None),
            ("-1e999", None),
            ("1.5", None),
            ("12e-1", None),
        ] {
            assert_eq!(whole(&number(text)), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", "01", "1.", ".5", "+1", "1e", "1e+", "0x1", "NaN", "1 1", "٣"] {
            assert_eq!(read(text), None, "{text}");
        }
        for text in ["01e999", "1.e999", "1e999e1", "--1e999", "-inf", "1e999\\"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_in_full_are_those_of_javascript() {
        for (text, wanted) in [
            ("-0.0", Some("0")),
            ("2.50", Some("2.5")),
            ("-5e-1", Some("-0.5")),
            ("9007199254740993", Some("9007199254740992")),
            ("1e20", Some("100000000000000000000")),
            ("0.000001", Some("0.000001")),
            ("1e21", None),
            ("1e-7", None),
            ("1e999", None),
        ] {
            assert_eq!(decimal(&number(text)).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn halves_of_characters_are_replaced() {
        for (json, text) in [
            (r#""\ud800""#, "\u{fffd}"),
            (r#""a\udfffb\uD83Dc""#, "a\u{fffd}b\u{fffd}c"),
            (r#""\ud83d\ud83d\ude00\ude00""#, "\u{fffd}😀\u{fffd}"),
            (r#""\\ud800 \\\ud800 \u00e9é""#, "\\ud800 \\\u{fffd} éé"),
            (r#""\ud83d\n\ud83d\"1e999""#, "\u{fffd}\n\u{fffd}\"1e999"),
        ] {
            assert_eq!(read(json), Some(Value::String(text.into())), "{json}");
        }
        for json in [r#""\ud800"#, r#""\ud80""#, r#""\u+fff\ud800""#, r#"\ud800"#, "\"\\é\\ud800\""]
        {
            assert_eq!(read(json), None, "{json}");
        }
    }

    #[test]
    fn no_depth_overflows_the_stack() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let nested = |depth: usize| open.repeat(depth) + "1" + &close.repeat(depth);
            assert!(read(&nested(100)).is_some());
            assert_eq!(read(&nested(200)), None);
            assert_eq!(read(&open.repeat(1 << 20)), None);
        }
    }

    #[test]
    fn of_members_with_one_name_the_last_counts_in_the_place_of_the_first() {
        let read = read(r#"{"b": 1, "a": 2, "b": [3]}"#).unwrap();
        assert_eq!(written(&read), r#"{"b":[3],"a":2}"#);
    }

    /// What JSON is made of, and some of what it is not.
    const PIECES: [&str; 29] = [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\u00e9", "\\n", "\\x", "1", "-0",
        "2.5", "e", "e+3", ".", "true", "false", "null", " ", "\n", "é", "😀", "\u{0}", "\\ud800",
        "\\uDC00", "1e999",
    ];

    /// Texts that are nearly JSON.
    fn nearly() -> impl Strategy<Value = String> {
        let pieces = prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14);
        pieces.prop_map(|all| all.concat())
    }

    proptest! {
        #[test]
        fn whatever_is_written_as_json_is_read(text in nearly()) {
            prop_assert_eq!(read(&text).is_some(), from_str::<IgnoredAny>(&text).is_ok(), "{}", text);
        }
    }
}
