//! Reads JSON.

use super::number::{Number, length};
use super::value::{Object, Value};
use alloc::string::String;
use alloc::vec::Vec;

/// Deeper than this no message is nested, and the stack has an end.
const MAX_DEPTH: usize = 100;

/// Reads a text that is JSON and nothing else. Half a character, as models write where they cut an
/// emoji, becomes U+FFFD.
pub fn read(text: &str) -> Option<Value> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(MAX_DEPTH)?;
    reader.blank();
    (reader.at == text.len()).then_some(value)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn blank(&mut self) {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += self.rest().iter().take_while(is_blank).count();
    }

    /// Passes over a text where it comes next.
    fn take(&mut self, text: &[u8]) -> Option<()> {
        self.rest().starts_with(text).then(|| self.at += text.len())
    }

    /// The sign that comes next but for blanks.
    fn next(&mut self) -> Option<u8> {
        self.blank();
        self.rest().first().copied()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let below = depth.checked_sub(1)?;
        Some(match self.next()? {
            b'{' => Value::Object(self.object(below)?),
            b'[' => Value::Array(self.array(below)?),
            b'"' => Value::String(self.string()?),
            b't' => self.take(b"true").map(|()| Value::Bool(true))?,
            b'f' => self.take(b"false").map(|()| Value::Bool(false))?,
            b'n' => self.take(b"null").map(|()| Value::Null)?,
            _ => {
                let end = self.at + length(self.rest())?;
                let number = Number::read(self.text.get(self.at..end)?)?;
                self.at = end;
                Value::Number(number)
            }
        })
    }

    fn object(&mut self, depth: usize) -> Option<Object> {
        let mut members = Vec::new();
        self.items(b'}', |reader| {
            reader.next().filter(|&byte| byte == b'"')?;
            let name = reader.string()?;
            reader.blank();
            reader.take(b":")?;
            members.push((name, reader.value(depth)?));
            Some(())
        })?;
        Some(Object::of(members))
    }

    fn array(&mut self, depth: usize) -> Option<Vec<Value>> {
        let mut array = Vec::new();
        self.items(b']', |reader| {
            array.push(reader.value(depth)?);
            Some(())
        })?;
        Some(array)
    }

    /// What stands between an opening sign, commas and the closing one.
    fn items(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.at += 1;
        if self.next()? == end {
            self.at += 1;
            return Some(());
        }
        loop {
            item(self)?;
            let sign = self.next()?;
            self.at += 1;
            match sign {
                b',' => {}
                sign if sign == end => return Some(()),
                _ => return None,
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let is_plain = |byte: &&u8| !matches!(byte, b'"' | b'\\' | ..b' ');
            let end = self.at + self.rest().iter().take_while(is_plain).count();
            string.push_str(self.text.get(self.at..end)?);
            self.at = end + 1;
            match self.text.as_bytes().get(end)? {
                b'"' => return Some(string),
                b'\\' => string.push(self.escape()?),
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let sign = self.rest().first()?;
        self.at += 1;
        Some(match sign {
            b'"' | b'\\' | b'/' => char::from(*sign),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                self.character(unit)
            }
            _ => return None,
        })
    }

    /// Four digits of an escape.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        let digits = digits.iter().map(|&digit| char::from(digit).to_digit(16));
        let unit = digits.reduce(|sum, digit| Some(sum? * 16 + digit?)).flatten()?;
        self.at += 4;
        Some(unit)
    }

    /// The character of a unit of UTF-16, with the unit that follows where that is its other half.
    fn character(&mut self, unit: u32) -> char {
        let before = self.at;
        if matches!(unit, 0xd800..=0xdbff)
            && self.take(b"\\u").is_some()
            && let Some(low @ 0xdc00..=0xdfff) = self.unit()
        {
            let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        self.at = before;
        char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn halves_of_characters_are_replaced() {
        for (json, text) in [
            (r#""\ud800""#, "\u{fffd}"),
            (r#""a\udfffb\uD83Dc""#, "a\u{fffd}b\u{fffd}c"),
            (r#""\ud83d\ud83d\ude00\ude00""#, "\u{fffd}😀\u{fffd}"),
            (r#""\\ud800 \\\ud800 \u00e9é""#, "\\ud800 \\\u{fffd} éé"),
            (r#""\ud83d\n\ud83d\"""#, "\u{fffd}\n\u{fffd}\""),
        ] {
            assert_eq!(read(json), Some(Value::String(text.into())), "{json}");
        }
    }

    #[test]
    fn no_depth_overflows_the_stack() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let nested = |depth: usize| open.repeat(depth) + "1" + &close.repeat(depth);
            assert!(read(&nested(MAX_DEPTH - 1)).is_some());
            assert_eq!(read(&nested(MAX_DEPTH)), None);
            assert_eq!(read(&open.repeat(1 << 20)), None);
        }
    }

    /// What JSON is made of, and some of what it is not.
    const PIECES: [&str; 26] = [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\u00e9", "\\n", "\\x", "1", "-0",
        "2.5", "e", "e+3", ".", "true", "false", "null", " ", "\n", "é", "😀", "\u{0}",
    ];

    /// Texts that are nearly JSON.
    fn nearly() -> impl Strategy<Value = String> {
        let pieces = prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14);
        pieces.prop_map(|all| all.concat())
    }

    proptest! {
        #[test]
        fn json_is_what_another_reader_says(text in nearly()) {
            let theirs = serde_json::from_str::<serde_json::Value>(&text);
            // That one refuses numbers that are too large.
            prop_assume!(!theirs.as_ref().is_err_and(|error| error.to_string().contains("range")));
            let theirs = theirs.ok();
            let ours = read(&text);
            prop_assert_eq!(ours.is_some(), theirs.is_some(), "{}", text);
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                let again: serde_json::Value = serde_json::from_str(&ours.to_string()).unwrap();
                prop_assert_eq!(again, theirs);
            }
        }
    }
}
