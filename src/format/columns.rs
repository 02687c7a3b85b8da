//! The values of documents by key, of an index in several files.
//!
//! The records of documents lie with their texts, in as many files. What filters, facets and orders
//! read of all of them has a file of its own, the columns. A column has the values of one key; the
//! first has no key, and the languages. Documents often have the same values, so a column has each
//! list of values once, and for each document the number of its list. Keys whose values are mostly
//! different, such as descriptions, have no column: their values are read in the records. All
//! [keys](super::keys) follow the columns.

#[cfg(feature = "explore")]
use super::keys::{self, Key};
use super::wire::Reader;
use crate::error::{ReadError, Text};
use alloc::vec::Vec;

const NAME: Text = &"columns";

/// The columns, of a number of documents.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    bytes: &'a [u8],
    documents: usize,
}

impl<'a> Columns<'a> {
    pub fn new(bytes: &'a [u8], documents: usize) -> Self {
        Columns { bytes, documents }
    }

    /// The values of a document for a key, or its language without one. None where there is no
    /// column for the key. Linear in the number of columns.
    pub fn values(
        self,
        document: usize,
        key: Option<&str>,
    ) -> Result<Option<Vec<&'a str>>, ReadError> {
        let mut reader = Reader::new(self.bytes, NAME);
        let (mut end, mut wanted) = (0usize, None);
        for nth in 0..reader.varint()? {
            let (of, len) = (reader.str()?, reader.varint()? as usize);
            if (nth > 0).then_some(of) == key {
                wanted = Some((end, len));
            }
            end = end.saturating_add(len);
        }
        let Some((start, len)) = wanted else { return Ok(None) };
        reader.bytes(start)?;
        self.list(reader.part(len)?, document).map(Some)
    }

    /// All keys that documents have values for, in the order of their bytes. None where the writer
    /// left them out.
    #[cfg(feature = "explore")]
    pub fn keys(self) -> Result<Option<Vec<Key<'a>>>, ReadError> {
        let mut reader = Reader::new(self.bytes, NAME);
        let mut end = 0usize;
        for _ in 0..reader.varint()? {
            reader.str()?;
            end = end.saturating_add(reader.varint()? as usize);
        }
        reader.bytes(end)?;
        if reader.is_empty() { Ok(None) } else { keys::read(&mut reader).map(Some) }
    }

    fn list(self, mut column: Reader<'a>, document: usize) -> Result<Vec<&'a str>, ReadError> {
        let lists = column.varint()? as usize;
        let width = usize::from(column.byte()?);
        if !matches!(width, 1 | 2 | 4) {
            return Err(column.corrupt(&"the number of a list has a length that is not known"));
        }
        let numbers = column.bytes(self.documents.saturating_mul(width))?;
        let begins = column.bytes(lists.saturating_mul(4))?;
        let of_document = integer(numbers, document, width);
        let begin = of_document.and_then(|list| integer(begins, list, 4));
        column.bytes(begin.ok_or_else(|| column.corrupt(&"a list is not there"))?)?;
        let mut values = Vec::new();
        for _ in 0..column.varint()? {
            values.push(column.str()?);
        }
        Ok(values)
    }
}

/// One of several integers of `width` bytes.
fn integer(all: &[u8], at: usize, width: usize) -> Option<usize> {
    let start = at.checked_mul(width)?;
    let bytes = all.get(start..start.checked_add(width)?)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
}

pub(crate) use write::ColumnsWriter;

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use crate::format::documents::Record;
    use crate::format::keys::{self, Key, Summary};
    use crate::format::wire::write;
    use alloc::collections::{BTreeMap, BTreeSet};
    use alloc::vec;
    use alloc::vec::Vec;
    use core::cmp::Reverse;

    /// The columns at most: those of the keys that most documents have.
    const MAX_COLUMNS: usize = 32;

    /// The bytes of a column at most, for each document.
    const MAX_COLUMN_BYTES_PER_DOCUMENT: usize = 16;

    /// A column may have this many bytes however few documents there are.
    const SMALL_COLUMN_BYTES: usize = 256;

    /// The values of documents for one key.
    #[derive(Default)]
    struct Column<'a> {
        /// The numbers of the lists.
        lists: BTreeMap<Vec<&'a str>, usize>,
        /// The documents that have values, with the numbers of their lists.
        documents: Vec<(usize, usize)>,
        /// Whether a document has the key as a filter.
        is_filter: bool,
    }

    impl<'a> Column<'a> {
        fn push(&mut self, document: usize, values: Vec<&'a str>) {
            // Number 0 is the list without values.
            let next = self.lists.len() + 1;
            let number = *self.lists.entry(values).or_insert(next);
            self.documents.push((document, number));
        }

        fn written(&self, documents: usize) -> Vec<u8> {
            let mut lists = vec![&[][..]; self.lists.len() + 1];
            for (values, &number) in &self.lists {
                if let Some(list) = lists.get_mut(number) {
                    *list = values;
                }
            }
            let width = match lists.len() {
                0..=0x100 => 1,
                0x101..=0x1_0000 => 2,
                _ => 4,
            };
            let mut numbers = vec![0; documents * width];
            for &(document, number) in &self.documents {
                let bytes = number.to_le_bytes();
                let place = numbers.iter_mut().skip(document * width).take(width);
                place.zip(bytes).for_each(|(to, byte)| *to = byte);
            }
            let (mut begins, mut texts) = (Vec::new(), Vec::new());
            for values in &lists {
                write::u32(&mut begins, texts.len() as u32);
                write::varint(&mut texts, values.len() as u64);
                values.iter().for_each(|value| write::str(&mut texts, value));
            }
            let mut out = Vec::new();
            write::varint(&mut out, lists.len() as u64);
            out.push(width as u8);
            [out, numbers, begins, texts].concat()
        }

        fn summary(&self) -> Summary<'a> {
            let mut documents_of_list = vec![0; self.lists.len() + 1];
            for (_, number) in &self.documents {
                documents_of_list.iter_mut().skip(*number).take(1).for_each(|count| *count += 1);
            }
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for (values, &number) in &self.lists {
                let documents = documents_of_list.get(number).copied().unwrap_or_default();
                let distinct: BTreeSet<&str> = values.iter().copied().collect();
                distinct.into_iter().for_each(|one| *counts.entry(one).or_default() += documents);
            }
            let total = counts.len();
            let mut values: Vec<_> = counts.into_iter().collect();
            values.sort_by_key(|&(_, documents)| Reverse(documents));
            Summary { documents: self.documents.len(), total, values }
        }
    }

    /// Writes the columns of documents in their order.
    #[derive(Default)]
    pub struct ColumnsWriter<'a> {
        languages: Column<'a>,
        keys: BTreeMap<&'a str, Column<'a>>,
        documents: usize,
    }

    impl<'a> ColumnsWriter<'a> {
        pub fn push(&mut self, record: &Record<'a>) {
            self.languages.push(self.documents, vec![record.lang]);
            let of_filters = record.filters.iter().map(|(key, _)| *key);
            let of_meta = record.meta.iter().map(|(key, _)| *key);
            let keys: BTreeSet<&str> = of_filters.chain(of_meta).chain(["lang"]).collect();
            for key in keys {
                let values = record.values(key);
                if values.is_empty() {
                    continue;
                }
                let column = self.keys.entry(key).or_default();
                column.push(self.documents, values);
                column.is_filter |=
                    record.filters.iter().any(|(of, values)| *of == key && !values.is_empty());
            }
            self.documents += 1;
        }

        pub fn finish(self) -> Vec<u8> {
            let columns = self.columns();
            let mut out = Vec::new();
            write::varint(&mut out, columns.len() as u64 + 1);
            let languages = self.languages.written(self.documents);
            for (key, bytes) in [(&"", &languages)].into_iter().chain(&columns) {
                write::str(&mut out, key);
                write::varint(&mut out, bytes.len() as u64);
            }
            [&languages]
                .into_iter()
                .chain(columns.values())
                .for_each(|bytes| out.extend_from_slice(bytes));
            let key = |(&key, column): (&&'a str, &Column<'a>)| {
                let summary = if columns.contains_key(key) { None } else { Some(column.summary()) };
                Key { key, is_filter: column.is_filter, summary }
            };
            let keys: Vec<_> = self.keys.iter().map(key).collect();
            out.extend(keys::written(&keys, self.documents));
            out
        }

        /// The columns of the keys that have one.
        fn columns(&self) -> BTreeMap<&'a str, Vec<u8>> {
            let mut keys: Vec<_> = self.keys.iter().collect();
            keys.sort_by_key(|(_, column)| Reverse(column.documents.len()));
            keys.truncate(MAX_COLUMNS);
            let most = SMALL_COLUMN_BYTES.max(self.documents * MAX_COLUMN_BYTES_PER_DOCUMENT);
            let written = keys.iter().map(|(key, column)| (**key, column.written(self.documents)));
            written.filter(|(_, bytes)| bytes.len() <= most).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::documents::Record;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec;

    fn record<'a>(
        lang: &'a str,
        filters: Vec<(&'a str, Vec<&'a str>)>,
        about: &'a str,
    ) -> Record<'a> {
        let meta = vec![("about", about)];
        Record { id: "", url: "", title: "", lang, meta, filters, rest: &[] }
    }

    /// The columns of some documents, each with its number as `version` and a description.
    fn columns(documents: usize) -> (Vec<String>, Vec<u8>) {
        let numbers: Vec<String> = (0..documents).map(|at| format!("{at}")).collect();
        let about: Vec<String> =
            numbers.iter().map(|at| format!("What page {at} says of ropes and knots")).collect();
        let mut writer = ColumnsWriter::default();
        for (at, (number, about)) in numbers.iter().zip(&about).enumerate() {
            let tags = [vec![], vec!["mast"], vec!["mast", "deck", "mast"]];
            let filters = vec![("version", vec![number.as_str()]), ("tags", tags[at % 3].clone())];
            writer.push(&record(["", "de", "en-GB"][at % 3], filters, about));
        }
        let bytes = writer.finish();
        (numbers, bytes)
    }

    /// With numbers of lists of one byte, and of two.
    #[test]
    fn each_document_has_its_values() {
        for documents in [200, 300] {
            let (numbers, bytes) = columns(documents);
            let columns = Columns::new(&bytes, documents);
            for (at, number) in numbers.iter().enumerate() {
                let values = |key| columns.values(at, Some(key)).unwrap().unwrap();
                assert_eq!(values("version"), [number.as_str()]);
                assert_eq!(values("tags").len(), [0, 1, 3][at % 3]);
                let lang = ["", "de", "en-GB"][at % 3];
                assert_eq!(columns.values(at, None), Ok(Some(vec![lang])));
                assert_eq!(values("lang").first(), [None, Some(&"de"), Some(&"en-GB")][at % 3]);
            }
            assert_eq!(columns.values(0, Some("about")), Ok(None), "all are different");
            assert!(columns.values(documents, Some("tags")).is_err());
        }
    }

    #[test]
    fn bytes_that_are_cut_off_or_altered_end_in_an_error_or_in_values() {
        let documents = 6;
        let (_, bytes) = columns(documents);
        let read = |bytes: &[u8]| {
            let columns = Columns::new(bytes, documents);
            let values = (0..documents).map(|at| columns.values(at, Some("tags")));
            values.collect::<Result<Vec<_>, _>>().map(|values| format!("{values:?}"))
        };
        let whole = read(&bytes).unwrap();
        for at in 0..bytes.len() {
            assert!(!matches!(read(&bytes[..at]), Ok(found) if found != whole), "{at}");
            for altered in [0, 1, 0x7f, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] = altered;
                let _ = read(&bytes);
            }
        }
    }
}
