//! Writes results as JSON, which JavaScript reads faster than it takes objects piece by piece.
//!
//! By hand: a serializer for any type needs the standard library, and the search build does
//! without that. Numbers with a fraction are written as the sixteen hexadecimal digits of their
//! bits, in a string: all other ways lose some of them or are long. `js/json.js` reads that.

use alloc::string::String;

/// A text in the making.
#[derive(Default)]
pub(crate) struct Json(String);

impl Json {
    pub fn finish(self) -> String {
        self.0
    }

    /// `{`, what `members` writes, `}`.
    pub fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.before();
        self.0.push('{');
        members(self);
        self.0.push('}');
    }

    /// `[`, what `write` does for each item, `]`.
    pub fn array<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.before();
        self.0.push('[');
        for item in items {
            write(self, item);
        }
        self.0.push(']');
    }

    /// The name of the value that is written next.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.text(key);
        self.0.push(':');
        self
    }

    pub fn text(&mut self, text: &str) {
        self.before();
        self.0.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => {
                    self.0.push('\\');
                    self.0.push(c);
                }
                ..' ' => {
                    self.0.push_str("\\u00");
                    self.hex(u64::from(c), 2);
                }
                _ => self.0.push(c),
            }
        }
        self.0.push('"');
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
        self.0.extend(digits.iter().skip(20 - len).map(|&digit| char::from(digit)));
    }

    pub fn float(&mut self, number: f64) {
        self.before();
        self.0.push('"');
        self.hex(number.to_bits(), 16);
        self.0.push('"');
    }

    #[cfg(feature = "explore")]
    pub fn null(&mut self) {
        self.before();
        self.0.push_str("null");
    }

    fn hex(&mut self, number: u64, digits: u32) {
        for at in (0..digits).rev() {
            let digit = (number >> (4 * at)) as u32 & 15;
            self.0.extend(char::from_digit(digit, 16));
        }
    }

    /// A comma, unless something was opened or named just now.
    fn before(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with(['{', '[', ':']) {
            self.0.push(',');
        }
    }
}
