//! Numbers as they are written.

use alloc::string::String;

/// JavaScript tells whole numbers below this from each other.
const MAX_WHOLE: i64 = 1 << 53;

/// A number's text, in the grammar of JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Number(String);

/// What a number is: a sign, the digits after `0.` without zeros at their ends, and by how many
/// places the point stands to the right.
struct Parts {
    negative: bool,
    digits: String,
    point: i64,
}

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
        let Parts { negative, digits, point } = self.parts();
        let places = usize::try_from(point).ok().filter(|&places| places <= 16)?;
        if digits.len() > places {
            return None;
        }
        let zeros = core::iter::repeat_n(b'0', places - digits.len());
        let value = digits.bytes().chain(zeros);
        let value = value.fold(0, |sum: i64, digit| sum * 10 + i64::from(digit - b'0'));
        (value < MAX_WHOLE).then_some(if negative { -value } else { value })
    }

    /// The number in full; nothing where JavaScript writes it with an exponent.
    pub fn decimal(&self) -> Option<String> {
        let Parts { negative, digits, point } = self.parts();
        if digits.is_empty() {
            return Some("0".into());
        }
        let sign = if negative { "-" } else { "" };
        let text = match (point, usize::try_from(point).unwrap_or_default()) {
            (-5..=0, _) => text![sign, "0.", "0".repeat(point.unsigned_abs() as usize), digits],
            (1..=21, places) => match digits.split_at_checked(places) {
                Some((whole, "")) => text![sign, whole],
                Some((whole, rest)) => text![sign, whole, ".", rest],
                None => text![sign, digits, "0".repeat(places - digits.len())],
            },
            _ => return None,
        };
        Some(text)
    }

    fn parts(&self) -> Parts {
        let (mantissa, exponent) = self.0.split_once(['e', 'E']).unwrap_or((&self.0, "0"));
        let (negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(mantissa) => (true, mantissa),
            None => (false, mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = text![whole, fraction];
        let significant = all.trim_start_matches('0');
        let zeros = (all.len() - significant.len()) as i64;
        let digits: String = significant.trim_end_matches('0').into();
        let point = if digits.is_empty() {
            0
        } else {
            (whole.len() as i64 - zeros).saturating_add(exponent_of(exponent))
        };
        Parts { negative, digits, point }
    }
}

/// An exponent. One that is longer than any that matters stands for one that is beyond all.
fn exponent_of(text: &str) -> i64 {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.trim_start_matches('+')),
    };
    let add = |sum: i64, digit: u8| sum.saturating_mul(10).saturating_add((digit - b'0').into());
    let value = digits.bytes().fold(0, add);
    if negative { -value } else { value }
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
    use alloc::string::ToString;
    use proptest::prelude::*;

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
            ("9007199254740991", Some(MAX_WHOLE - 1)),
            ("9007199254740992", None),
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

    proptest! {
        #[test]
        fn numbers_in_full_are_those_of_the_standard_library(
            digits in 0u64..1 << 53, shift in -12i32..12,
        ) {
            let text = alloc::format!("{digits}e{shift}");
            let value: f64 = text.parse().unwrap();
            let wanted = (1e-6..1e21).contains(&value) || value == 0.0;
            // The library rounds to 17 digits, and has each number that 15 can say.
            if digits < 1_000_000_000_000_000 {
                prop_assert_eq!(number(&text).decimal(), wanted.then(|| value.to_string()));
            }
        }
    }
}
