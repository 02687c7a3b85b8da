//! Writes results as JSON, which JavaScript reads faster than it takes objects piece by piece.
//!
//! By hand: a serializer for any type needs the standard library, and the builds that only
//! search do without that. Numbers with a fraction are written as their bits, an array of the
//! higher and the lower 32 of them: all other ways lose some or take much code.
//! `js/engine/json.js` reads that.

use alloc::string::String;
use alloc::vec::Vec;

/// A text in the making: its bytes, as most go from text to text as they are.
#[derive(Default)]
pub(crate) struct Json(Vec<u8>);

impl Json {
    pub fn finish(self) -> String {
        String::from_utf8(self.0).unwrap_or_default()
    }

    /// `{`, what `members` writes, `}`.
    pub fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.before();
        self.0.push(b'{');
        members(self);
        self.0.push(b'}');
    }

    /// `[`, what `write` does for each item, `]`.
    pub fn array<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.before();
        self.0.push(b'[');
        for item in items {
            write(self, item);
        }
        self.0.push(b']');
    }

    /// The name of the value that is written next.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.text(key);
        self.0.push(b':');
        self
    }

    pub fn text(&mut self, text: &str) {
        self.before();
        self.0.push(b'"');
        for run in text.as_bytes().split_inclusive(is_special) {
            match run.split_last() {
                Some((last, plain)) if is_special(last) => {
                    self.0.extend_from_slice(plain);
                    self.escape(*last);
                }
                _ => self.0.extend_from_slice(run),
            }
        }
        self.0.push(b'"');
    }

    pub fn count(&mut self, count: usize) {
        self.before();
        let mut digits = [b'0'; 20];
        let (mut rest, mut len) = (count, 0);
        for digit in digits.iter_mut().rev() {
            *digit += (rest % 10) as u8;
            rest /= 10;
            len += 1;
            if rest == 0 {
                break;
            }
        }
        self.0.extend_from_slice(digits.get(20 - len..).unwrap_or_default());
    }

    pub fn float(&mut self, number: f64) {
        let bits = number.to_bits();
        self.array(&[bits >> 32, bits & 0xFFFF_FFFF], |json, &half| json.count(half as usize));
    }

    pub fn yes(&mut self) {
        self.before();
        self.0.extend_from_slice(b"true");
    }

    pub fn null(&mut self) {
        self.before();
        self.0.extend_from_slice(b"null");
    }

    fn escape(&mut self, byte: u8) {
        match byte {
            b'"' | b'\\' => self.0.extend_from_slice(&[b'\\', byte]),
            _ => {
                self.0.extend_from_slice(b"\\u00");
                self.0.extend_from_slice(&[hex(byte >> 4), hex(byte & 15)]);
            }
        }
    }

    /// A comma, unless something was opened or named just now.
    fn before(&mut self) {
        if let Some(last) = self.0.last()
            && !matches!(last, b'{' | b'[' | b':')
        {
            self.0.push(b',');
        }
    }
}

/// Whether a byte of a text cannot stand for itself.
fn is_special(byte: &u8) -> bool {
    matches!(byte, b'"' | b'\\' | ..b' ')
}

/// The digit for a number below 16.
fn hex(number: u8) -> u8 {
    number + if number < 10 { b'0' } else { b'a' - 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_apart() {
        let mut json = Json::default();
        json.object(|json| {
            json.key("a").array(&[0, 10, usize::MAX], |json, &count| json.count(count));
            json.key("b").array(&[(); 0], |_, ()| ());
            json.key("c").object(|_| ());
            json.key("d").text("[");
            json.key("e").text("");
        });
        let expected = r#"{"a":[0,10,18446744073709551615],"b":[],"c":{},"d":"[","e":""}"#;
        assert_eq!(json.finish(), expected);
    }

    #[test]
    fn text_is_escaped_where_it_must_be() {
        let mut json = Json::default();
        json.text("a\"b\\\n\0\u{1f} \u{7f}é🦀\u{2028}");
        assert_eq!(json.finish(), "\"a\\\"b\\\\\\u000a\\u0000\\u001f \u{7f}é🦀\u{2028}\"");
    }

    #[test]
    fn fractions_keep_all_bits() {
        let mut json = Json::default();
        json.float(-0.1);
        let bits = (-0.1f64).to_bits();
        let halves = alloc::format!("[{},{}]", bits >> 32, bits & 0xFFFF_FFFF);
        assert_eq!(json.finish(), halves);
    }
}
