//! Numbers as they are written.

use alloc::string::{String, ToString};

/// JavaScript tells whole numbers below this from each other.
const MAX_WHOLE: u64 = 1 << 53;

/// A number's text, in the grammar of JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Number(String);

impl Number {
    /// Reads a number, and nothing besides it.
    pub fn read(text: &str) -> Option<Self> {
        (length(text.as_bytes())? == text.len()).then(|| Number(text.into()))
    }

    /// How JSON has it.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// A whole number that JavaScript can tell from others.
    pub fn whole(&self) -> Option<i64> {
        let value = self.value();
        let whole = value as i64;
        (whole as f64 == value && whole.unsigned_abs() < MAX_WHOLE).then_some(whole)
    }

    /// The number in full; nothing where JavaScript writes it with an exponent.
    pub fn decimal(&self) -> Option<String> {
        let value = self.value();
        if value == 0.0 {
            return Some("0".into());
        }
        (1e-6..1e21).contains(&value.abs()).then(|| value.to_string())
    }

    /// As JavaScript has it.
    fn value(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }
}

/// The length of the number with which bytes begin.
pub(super) fn length(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    at += match (bytes.get(at)?, digits(at)) {
        (_, 0) => return None,
        (b'0', _) => 1,
        (_, count) => count,
    };
    if bytes.get(at) == Some(&b'.') {
        at += 1 + Some(digits(at + 1)).filter(|&count| count > 0)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        at += 1 + sign + Some(digits(at + 1 + sign)).filter(|&count| count > 0)?;
    }
    Some(at)
}

/// A number of things, in digits.
pub fn count(number: usize) -> String {
    let mut digits = alloc::vec::Vec::new();
    let mut rest = number;
    while rest > 0 || digits.is_empty() {
        digits.push(char::from(b'0' + (rest % 10) as u8));
        rest /= 10;
    }
    digits.iter().rev().collect()
}

impl From<usize> for Number {
    fn from(number: usize) -> Self {
        Number(count(number))
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        let sign = if number < 0 { "-" } else { "" };
        Number(text![sign, count(number.unsigned_abs() as usize)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::read(text).unwrap()
    }

    #[test]
    fn whole_numbers_are_those_without_a_fraction() {
        for (text, whole) in [
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
            ("1.5", None),
            ("12e-1", None),
        ] {
            assert_eq!(number(text).whole(), whole, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", "01", "1.", ".5", "+1", "1e", "1e+", "0x1", "NaN", "1 ", "٣"] {
            assert_eq!(Number::read(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_in_full_are_those_of_javascript() {
        for (text, decimal) in [
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
            assert_eq!(number(text).decimal().as_deref(), decimal, "{text}");
        }
    }
}
