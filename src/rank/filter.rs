//! Narrows a search to documents by their metadata.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A condition on the values that a document has for a key: those of its filters, or where it has
/// none of that key, of its metadata; `lang` is its language.
///
/// ```
/// # #[cfg(feature = "build")]
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, Filter, SearchOptions};
/// # let mut builder = Builder::new(Config::default());
/// # for (id, version, text) in [("a.md", "1", "Old pears.\n"), ("b.md", "2", "New pears.\n")] {
/// #     let filters = [("version".into(), vec![version.into()])].into();
/// #     builder.add(Document { id: id.into(), text: text.into(), filters, ..Document::default() })?;
/// # }
/// # let index = Index::open(builder.finish()?)?;
/// let filters = vec![Filter::any("version", ["2"])];
/// let options = SearchOptions { filters, ..SearchOptions::default() };
/// assert_eq!(index.search("pear", &options)?.hits[0].document, "b.md");
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "build"))]
/// # fn main() {}
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// The key.
    pub key: String,
    /// The condition that the values have to meet.
    pub condition: Condition,
}

/// A condition on the values of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// One of these is among them.
    Any(Vec<String>),
    /// All of these are.
    All(Vec<String>),
    /// None of these is, which also a document without any meets.
    Not(Vec<String>),
    /// One of them is at least so much. Numbers in decimal notation go by their size, all else,
    /// such as dates written year first, by its characters; the two do not compare.
    Min(String),
    /// One of them is at most so much.
    Max(String),
}

impl Filter {
    /// Documents with one of these values for a key.
    pub fn any(
        key: impl Into<String>,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Filter { key: key.into(), condition: Condition::Any(values) }
    }

    /// Whether a document with these values for the key is accepted.
    pub(super) fn accepts(&self, values: &[&str]) -> bool {
        let has = |wanted: &String| values.contains(&wanted.as_str());
        match &self.condition {
            Condition::Any(wanted) => wanted.iter().any(has),
            Condition::All(wanted) => wanted.iter().all(has),
            Condition::Not(wanted) => !wanted.iter().any(has),
            Condition::Min(least) => lies(values, least, Ordering::Less),
            Condition::Max(most) => lies(values, most, Ordering::Greater),
        }
    }
}

fn lies(values: &[&str], bound: &str, not: Ordering) -> bool {
    let order = |value: &&str| compare(value, bound);
    values.iter().filter_map(order).any(|order| order != not)
}

/// Compares two numbers, or two texts that are none.
fn compare(a: &str, b: &str) -> Option<Ordering> {
    (Decimal::read(a).is_some() == Decimal::read(b).is_some()).then(|| order(a, b))
}

/// Numbers by their size, before texts. Without turning numbers into binary ones: that is exact,
/// and takes a tenth of the code.
pub(super) fn order(a: &str, b: &str) -> Ordering {
    match (Decimal::read(a), Decimal::read(b)) {
        (Some(a), Some(b)) => a.compare(&b),
        (None, None) => a.cmp(b),
        (a, _) => {
            if a.is_some() {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
    }
}

/// A number in decimal notation.
struct Decimal<'a> {
    negative: bool,
    /// Without leading zeros.
    whole: &'a [u8],
    /// Without trailing zeros.
    fraction: &'a [u8],
}

impl<'a> Decimal<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let unsigned = text.strip_prefix('-');
        let digits = unsigned.unwrap_or(text).as_bytes();
        let point = digits.iter().position(|&byte| byte == b'.').unwrap_or(digits.len());
        let (mut whole, fraction) = digits.split_at_checked(point)?;
        let mut fraction = fraction.get(1..).unwrap_or_default();
        let is_number = !whole.is_empty() && whole.iter().chain(fraction).all(u8::is_ascii_digit);
        while let [b'0', rest @ ..] = whole {
            whole = rest;
        }
        while let [rest @ .., b'0'] = fraction {
            fraction = rest;
        }
        let zero = whole.is_empty() && fraction.is_empty();
        is_number.then_some(Decimal { negative: unsigned.is_some() && !zero, whole, fraction })
    }

    fn compare(&self, other: &Self) -> Ordering {
        let size = self.whole.len().cmp(&other.whole.len());
        let size = size.then(self.whole.cmp(other.whole)).then(self.fraction.cmp(other.fraction));
        match (self.negative, other.negative) {
            (false, false) => size,
            (true, true) => size.reverse(),
            (negative, _) => {
                if negative {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::documents::Record;
    use alloc::string::ToString;
    use alloc::vec;
    use proptest::prelude::*;

    fn record() -> Record<'static> {
        Record {
            id: "a",
            url: "",
            title: "",
            lang: "de",
            meta: vec![("year", "2024"), ("by", "kim")],
            filters: vec![("tag", vec!["x", "y"]), ("by", vec!["lee"])],
            rest: &[],
        }
    }

    fn accepts(key: &str, condition: Condition) -> bool {
        Filter { key: key.to_string(), condition }.accepts(&record().values(key))
    }

    fn list(values: &[&str]) -> Vec<String> {
        values.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn conditions() {
        assert!(accepts("tag", Condition::Any(list(&["z", "y"]))));
        assert!(!accepts("tag", Condition::Any(list(&["z"]))));
        assert!(accepts("tag", Condition::All(list(&["y", "x"]))));
        assert!(!accepts("tag", Condition::All(list(&["y", "z"]))));
        assert!(accepts("tag", Condition::Not(list(&["z"]))));
        assert!(!accepts("tag", Condition::Not(list(&["z", "x"]))));
        assert!(accepts("none", Condition::Not(list(&["x"]))));
    }

    #[test]
    fn metadata_counts_where_no_filter_has_the_key() {
        assert!(accepts("lang", Condition::Any(list(&["de"]))));
        assert!(accepts("year", Condition::Min("2000".into())));
        assert!(!accepts("year", Condition::Max("999".into())));
        assert!(accepts("by", Condition::Any(list(&["lee"]))));
        assert!(!accepts("by", Condition::Any(list(&["kim"]))));
    }

    #[test]
    fn dates_compare_as_written_and_not_with_numbers() {
        assert_eq!(compare("2024-01-31", "2024-02-01"), Some(Ordering::Less));
        assert_eq!(compare("2024-01-31", "2024"), None);
        assert_eq!(compare("-0.0", "0"), Some(Ordering::Equal));
        assert_eq!(compare("007.50", "7.5"), Some(Ordering::Equal));
        assert_eq!(compare("-", "."), Some(Ordering::Less));
    }

    proptest! {
        #[test]
        fn numbers_compare_by_their_size(a in -99_999i64..99_999, b in -99_999i64..99_999, scale in 0usize..4) {
            let power = 10i64.pow(scale as u32);
            let write = |n: i64| {
                let sign = if n < 0 { "-" } else { "" };
                let n = n.abs();
                std::format!("{sign}{}.{:0scale$}0", n / power, n % power)
            };
            prop_assert_eq!(compare(&write(a), &write(b)), Some(a.cmp(&b)));
        }
    }
}
