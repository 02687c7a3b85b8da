//! The keys that documents have values for, of an index in several files.
//!
//! They follow the [columns](super::columns), so that what keys there are is known without the
//! records of all documents. A key with a column has its values there. Of any other the values that
//! most documents have are kept here.

#[cfg(feature = "explore")]
use super::wire::Reader;
#[cfg(feature = "explore")]
use crate::error::ReadError;
use alloc::vec::Vec;

/// A flag: a document has the key as a filter.
const IS_FILTER: u8 = 1;

/// A flag: the key has a column.
const HAS_COLUMN: u8 = 2;

/// A key that documents have values for.
#[derive(Debug, PartialEq)]
pub(crate) struct Key<'a> {
    pub key: &'a str,
    /// Whether a document has it as a filter.
    pub is_filter: bool,
    /// The values of a key without a column.
    pub summary: Option<Summary<'a>>,
}

/// What is kept of values.
#[derive(Debug, PartialEq)]
pub(crate) struct Summary<'a> {
    /// The number of documents that have a value.
    pub documents: usize,
    /// The number of distinct values.
    pub total: usize,
    /// Those that most documents have, and how many have each. Equals are in the order of their
    /// bytes.
    pub values: Vec<(&'a str, usize)>,
}

/// Reads the keys, in the order of their bytes.
#[cfg(feature = "explore")]
pub(crate) fn read<'a>(reader: &mut Reader<'a>) -> Result<Vec<Key<'a>>, ReadError> {
    let mut keys = Vec::new();
    for _ in 0..reader.varint()? {
        let key = reader.str()?;
        let flags = reader.byte()?;
        if flags > IS_FILTER | HAS_COLUMN {
            return Err(reader.corrupt(&"a key has flags that are not known"));
        }
        let has_column = flags & HAS_COLUMN != 0;
        let summary = if has_column { None } else { Some(Summary::read(reader)?) };
        keys.push(Key { key, is_filter: flags & IS_FILTER != 0, summary });
    }
    Ok(keys)
}

#[cfg(feature = "explore")]
impl<'a> Summary<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self, ReadError> {
        let (documents, total) = (reader.varint()? as usize, reader.varint()? as usize);
        let mut values = Vec::new();
        for _ in 0..reader.varint()? {
            values.push((reader.str()?, reader.varint()? as usize));
        }
        Ok(Summary { documents, total, values })
    }
}

pub(crate) use write::written;

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::{HAS_COLUMN, IS_FILTER, Key, Summary};
    use crate::format::wire::write;
    use alloc::vec::Vec;

    /// The bytes at most of the values that are kept of a key.
    const MAX_VALUES_BYTES: usize = 2 << 10;

    /// The keys may have this many bytes however few documents there are.
    const SMALL_BYTES: usize = 16 << 10;

    /// The bytes of the keys at most, for each document.
    const MAX_BYTES_PER_DOCUMENT: usize = 16;

    /// The bytes of keys, in the order of theirs. The more they are, the fewer values each has;
    /// empty where they take too much room without any.
    pub fn written(keys: &[Key<'_>], documents: usize) -> Vec<u8> {
        let most = SMALL_BYTES.max(documents.saturating_mul(MAX_BYTES_PER_DOCUMENT));
        let halves = (0..=usize::BITS).map_while(|times| MAX_VALUES_BYTES.checked_shr(times));
        let mut all = halves.map(|of_values| with_values(keys, of_values));
        all.find(|bytes| bytes.len() <= most).unwrap_or_default()
    }

    /// The bytes of keys that have at most so many bytes of values each.
    fn with_values(keys: &[Key<'_>], most: usize) -> Vec<u8> {
        let mut out = Vec::new();
        write::varint(&mut out, keys.len() as u64);
        for Key { key, is_filter, summary } in keys {
            write::str(&mut out, key);
            let is_filter = if *is_filter { IS_FILTER } else { 0 };
            out.push(is_filter | if summary.is_none() { HAS_COLUMN } else { 0 });
            summary.iter().for_each(|summary| summary.write(&mut out, most));
        }
        out
    }

    impl Summary<'_> {
        fn write(&self, out: &mut Vec<u8>, most: usize) {
            let mut values = Vec::new();
            let mut count = 0u64;
            for (value, documents) in &self.values {
                let len = values.len();
                write::str(&mut values, value);
                write::varint(&mut values, *documents as u64);
                if values.len() > most {
                    values.truncate(len);
                    break;
                }
                count += 1;
            }
            write::varint(out, self.documents as u64);
            write::varint(out, self.total as u64);
            write::varint(out, count);
            out.extend(values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn keys() -> Vec<Key<'static>> {
        let summary = Summary { documents: 9, total: 300, values: vec![("a", 2), ("", 1)] };
        let column = Key { key: "lang", is_filter: false, summary: None };
        vec![column, Key { key: "tags", is_filter: true, summary: Some(summary) }]
    }

    #[test]
    fn keys_are_read_as_they_were_written() {
        let bytes = written(&keys(), 1);
        let mut reader = Reader::new(&bytes, &"columns");
        assert_eq!(read(&mut reader), Ok(keys()));
        assert!(reader.is_empty());
    }

    #[test]
    fn very_many_have_fewer_values_or_are_left_out() {
        let kept = |count, documents| {
            let many: Vec<Key<'_>> = (0..count).flat_map(|_| keys()).collect();
            let bytes = written(&many, documents);
            let keys = read(&mut Reader::new(&bytes, &"columns")).ok()?;
            Some((keys.len(), keys.last()?.summary.as_ref()?.values.len()))
        };
        assert_eq!(kept(9, 1), Some((18, 2)));
        assert_eq!(kept(800, 1), Some((1600, 1)));
        assert_eq!(kept(2000, 1), None);
        assert_eq!(kept(2000, 9999), Some((4000, 2)));
    }

    #[test]
    fn as_many_values_are_kept_as_there_is_room_for() {
        let long = "a value ".repeat(16);
        let values = (0..99).map(|_| (long.as_str(), 1)).collect();
        let summary = Some(Summary { documents: 99, total: 99, values });
        let bytes = written(&[Key { key: "about", is_filter: false, summary }], 1);
        let keys = read(&mut Reader::new(&bytes, &"columns")).unwrap();
        let summary = keys[0].summary.as_ref().unwrap();
        assert_eq!((summary.documents, summary.total, summary.values.len()), (99, 99, 15));
    }

    #[test]
    fn bytes_that_are_cut_off_or_altered_end_in_an_error_or_in_keys() {
        let whole = written(&keys(), 1);
        for at in 0..whole.len() {
            assert!(read(&mut Reader::new(&whole[..at], &"columns")).is_err(), "{at}");
            for altered in [0, 1, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = altered;
                let _ = read(&mut Reader::new(&bytes, &"columns"));
            }
        }
    }
}
