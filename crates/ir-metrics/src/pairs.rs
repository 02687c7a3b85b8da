//! Files of pairs, such as a query and a document that is not to count for it.

use crate::error::Error;
use crate::lines::{columns, lines};
use std::collections::{BTreeMap, BTreeSet};

/// Values by keys: the first two columns of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs(BTreeMap<String, BTreeSet<String>>);

impl Pairs {
    /// Reads two columns with tabs or white space between. A first line that begins with a name
    /// such as `query_id` or `doc_id` is taken for names of columns.
    ///
    /// # Errors
    /// Where a line has fewer than two columns or is not UTF-8.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let mut pairs = Pairs::default();
        for (index, line) in lines(bytes).enumerate() {
            let (number, line) = line?;
            let columns = columns(line);
            let [key, value, ..] = columns.as_slice() else {
                return Err(Error::at(number, "write two columns with a tab between"));
            };
            if key.is_empty() || value.is_empty() {
                return Err(Error::at(number, "a column is empty; write two with a tab between"));
            }
            if index == 0 && is_name(key) {
                continue;
            }
            pairs.0.entry((*key).to_owned()).or_default().insert((*value).to_owned());
        }
        Ok(pairs)
    }

    /// The values of a key, none where it is not there.
    pub fn of(&self, key: &str) -> impl Iterator<Item = &str> {
        self.0.get(key).into_iter().flatten().map(String::as_str)
    }

    /// Whether a key has a value.
    pub fn has(&self, key: &str, value: &str) -> bool {
        self.0.get(key).is_some_and(|values| values.contains(value))
    }
}

/// Whether a column is called so rather than holding an id.
pub fn is_name(text: &str) -> bool {
    const NAMES: [&str; 8] =
        ["query_id", "query-id", "query", "qid", "doc_id", "doc-id", "document", "id"];
    NAMES.iter().any(|name| name.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read() {
        let pairs = Pairs::parse(b"query_id\tdoc_id\n1\ta b\n1\tc\n2 d\n").unwrap();
        assert_eq!(pairs.of("1").collect::<Vec<_>>(), ["a b", "c"]);
        assert!(pairs.has("2", "d") && !pairs.has("2", "c"));
        assert_eq!(pairs.of("query_id").count(), 0);
        assert_eq!(Pairs::parse(b"1\ta\n2\n").unwrap_err().line, Some(2));
        assert_eq!(Pairs::parse(b"1\t\n").unwrap_err().line, Some(1));
    }
}
