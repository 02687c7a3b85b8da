//! The order of results by the metadata of their documents.

use super::filter;
use crate::error::Error;
use alloc::string::String;
use core::cmp::Ordering;
use core::str::FromStr;

/// An order by the values that documents have for a key, which are found as for a
/// [`Filter`](crate::Filter); of several the first counts. Numbers in decimal notation go by their
/// size and before all else, which goes by its characters. Documents without a value come last;
/// equals keep the order by score.
///
/// ```
/// # #[cfg(feature = "build")]
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, SearchOptions};
/// # let mut builder = Builder::new(Config::default());
/// # for (id, version, text) in [("a.md", "1", "Old pears.\n"), ("b.md", "2", "New pears.\n")] {
/// #     let filters = [("version".into(), vec![version.into()])].into();
/// #     builder.add(Document { id: id.into(), text: text.into(), filters, ..Document::default() })?;
/// # }
/// # let index = Index::open(builder.finish()?)?;
/// let options = SearchOptions { sort: Some("version:desc".parse()?), ..SearchOptions::default() };
/// assert_eq!(index.search("pear", &options)?.hits[0].document, "b.md");
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "build"))]
/// # fn main() {}
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The key.
    pub key: String,
    /// Whether the greatest comes first.
    pub descending: bool,
}

impl FromStr for Sort {
    type Err = Error;

    /// Reads `key`, `key:asc` or `key:desc`.
    fn from_str(text: &str) -> Result<Sort, Error> {
        let ascending = text.strip_suffix(":asc");
        let descending = text.strip_suffix(":desc");
        let key = descending.or(ascending).unwrap_or(text);
        if key.is_empty() {
            return Err(Error::config("sort", "give a key, as in date or date:desc"));
        }
        Ok(Sort { key: key.into(), descending: descending.is_some() })
    }
}

/// The place of a document in the order asked for; the greater comes first.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SortKey<'a> {
    value: Option<&'a str>,
    descending: bool,
}

impl<'a> SortKey<'a> {
    pub fn new(value: Option<&'a str>, descending: bool) -> Self {
        SortKey { value, descending }
    }

    pub fn compare(&self, other: &Self) -> Ordering {
        match (self.value, other.value) {
            (Some(a), Some(b)) if self.descending => filter::order(a, b),
            (Some(a), Some(b)) => filter::order(b, a),
            (a, b) => a.is_some().cmp(&b.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn orders_are_read() {
        let read = |text: &str| text.parse::<Sort>().map(|sort| (sort.key, sort.descending));
        assert_eq!(read("date").unwrap(), ("date".into(), false));
        assert_eq!(read("a:b:desc").unwrap(), ("a:b".into(), true));
        assert_eq!(read("date:asc").unwrap(), ("date".into(), false));
        assert!(read("").is_err() && read(":desc").is_err());
    }

    #[test]
    fn numbers_come_before_text_and_nothing_last() {
        let sorted = |descending: bool| -> Vec<Option<&str>> {
            let values = [Some("b"), None, Some("10"), Some("a"), Some("9")];
            let mut places: Vec<SortKey<'_>> =
                values.map(|value| SortKey::new(value, descending)).into();
            places.sort_by(|a, b| b.compare(a));
            places.iter().map(|place| place.value).collect()
        };
        assert_eq!(sorted(false), [Some("9"), Some("10"), Some("a"), Some("b"), None]);
        assert_eq!(sorted(true), [Some("b"), Some("a"), Some("10"), Some("9"), None]);
    }
}
