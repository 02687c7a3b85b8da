//! Section `documents`: all that an index keeps of each document besides its text. A record has
//! room for more behind what is read.

use super::columns::Columns;
use super::far_u32s::FarU32s;
#[cfg(feature = "explore")]
use super::keys::Key;
use super::listing::ListingEntry;
use super::meta::Meta;
use super::records::Records;
use super::wire::Reader;
use super::{SectionBytes, SectionId};
use crate::error::ReadError;
use crate::order::partition_point;
use crate::value::MetaValue;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The record of one document, read in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record<'a> {
    pub id: &'a str,
    pub url: &'a str,
    pub title: &'a str,
    pub lang: &'a str,
    pub meta: Vec<(&'a str, &'a str)>,
    pub filters: Vec<(&'a str, Vec<&'a str>)>,
    /// For each entry of the metadata 1 where its value is JSON, then the blocks. It is shorter
    /// where there is nothing more.
    pub rest: &'a [u8],
}

/// A table or code in which a chunk begins or ends. Its places are bytes of the document's text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block<'a> {
    /// The header of a table, or the first line of code.
    pub head: Range<usize>,
    /// The end of the block.
    pub end: usize,
    /// The line that ends the code; empty for a table.
    pub closing: &'a str,
}

impl<'a> Record<'a> {
    fn read(mut reader: Reader<'a>) -> Result<Self, ReadError> {
        Ok(Record {
            id: reader.str()?,
            url: reader.str()?,
            title: reader.str()?,
            lang: reader.str()?,
            meta: many(&mut reader, |reader| Ok((reader.str()?, reader.str()?)))?,
            filters: many(&mut reader, |reader| Ok((reader.str()?, many(reader, Reader::str)?)))?,
            rest: reader.rest(),
        })
    }

    /// The values for a key: those of the filters, or where there are none of that key, of the
    /// metadata; `lang` is the language.
    pub fn values(&self, key: &str) -> Vec<&'a str> {
        let mut found = Vec::new();
        for (at, values) in &self.filters {
            if *at == key {
                found.extend_from_slice(values);
            }
        }
        if found.is_empty() {
            for (at, value) in &self.meta {
                if *at == key {
                    found.push(*value);
                }
            }
            if key == "lang" && !self.lang.is_empty() {
                found.push(self.lang);
            }
        }
        found
    }

    /// Its metadata: keys with values.
    pub fn owned_meta(&self) -> Vec<(String, MetaValue)> {
        let entries = self.meta.iter().enumerate();
        let owned = |(at, &(key, value)): (usize, &(&str, &str))| {
            (key.to_owned(), MetaValue::new(value, self.rest.get(at) == Some(&JSON_MARK)))
        };
        entries.map(owned).collect()
    }

    /// The blocks of the text in which a chunk begins or ends, in order. Linear in their number.
    pub fn blocks(&self) -> Result<Vec<Block<'a>>, ReadError> {
        let bytes = self.rest.get(self.meta.len()..).unwrap_or_default();
        let mut reader = Reader::new(bytes, SectionId::Documents.name());
        let count = if bytes.is_empty() { 0 } else { reader.varint()? };
        let mut blocks: Vec<Block<'a>> = Vec::new();
        for _ in 0..count {
            let before = blocks.last().map_or(0, |block| block.end);
            blocks.push(Block::read(&mut reader, before)?);
        }
        Ok(blocks)
    }

    /// Checks that the blocks lie in the text.
    pub fn verify_blocks(&self, text: &str) -> Result<(), ReadError> {
        let is_inside = |block: &Block<'_>| {
            text.get(block.head.clone()).is_some() && text.get(block.end..).is_some()
        };
        if self.blocks()?.iter().all(is_inside) {
            return Ok(());
        }
        let reader = Reader::new(self.rest, SectionId::Documents.name());
        Err(reader.corrupt(&"a block lies outside of its text"))
    }
}

impl<'a> Block<'a> {
    /// The one that begins before a byte of the text and ends behind it. O(log blocks).
    pub fn around(blocks: &[Self], at: usize) -> Option<&Self> {
        let next = blocks.partition_point(|block| block.end <= at);
        blocks.get(next).filter(|block| block.head.start < at)
    }

    /// Reads the block after one that ends at a byte.
    fn read(reader: &mut Reader<'a>, before: usize) -> Result<Self, ReadError> {
        let start = before.saturating_add(reader.varint()? as usize);
        let head = start..start.saturating_add(reader.varint()? as usize);
        let end = head.end.saturating_add(reader.varint()? as usize);
        Ok(Block { head, end, closing: reader.str()? })
    }
}

/// The mark of a value of metadata that is JSON.
const JSON_MARK: u8 = 1;

/// The section, opened.
pub(crate) struct Documents<'a> {
    section: SectionBytes<'a>,
    records: Records<'a>,
    count: usize,
}

impl<'a> Documents<'a> {
    pub fn open(section: SectionBytes<'a>, meta: &Meta) -> Result<Self, ReadError> {
        let order = (meta.documents as usize).saturating_mul(4);
        let records = Records::open(section, order, meta.documents)?;
        Ok(Documents { section, records, count: meta.documents as usize })
    }

    /// The number of the document with an id. O(log documents). In an index in several files each
    /// step could load another one, so there it is linear in the listing.
    pub fn find(&self, id: &str) -> Result<Option<usize>, ReadError> {
        if self.section.listing().is_some() {
            let mut found = None;
            self.each_entry(|document, [entry, ..]| {
                found = (entry == id).then_some(document);
                found.is_some()
            })?;
            return Ok(found);
        }
        let by_id = FarU32s::open(self.section, 0..self.count.saturating_mul(4))?;
        let read = |at| -> Result<_, ReadError> {
            let document = by_id.get(at)? as usize;
            Ok((document, self.records.get(document)?.str()?))
        };
        let at = partition_point(0..self.count, |at| Ok(read(at)?.1 < id))?;
        if at == self.count {
            return Ok(None);
        }
        let (document, found) = read(at)?;
        Ok((found == id).then_some(document))
    }

    /// Calls `act` with id, address and title of each document until `act` returns true. Linear.
    pub fn each_entry(
        &self,
        mut act: impl FnMut(usize, ListingEntry<'_>) -> bool,
    ) -> Result<(), ReadError> {
        if let Some(listing) = self.section.listing() {
            return super::listing::each(listing?, act);
        }
        for document in 0..self.count {
            let mut record = self.records.get(document)?;
            if act(document, [record.str()?, record.str()?, record.str()?]) {
                break;
            }
        }
        Ok(())
    }

    /// The range of a document's record in the section.
    pub fn record(&self, document: usize) -> Result<Range<usize>, ReadError> {
        self.records.range(document)
    }

    /// Prefetches the record of a document.
    pub fn prefetch(&self, document: usize) {
        self.records.prefetch(document);
    }

    /// What filters, facets and orders read of a document.
    pub fn values(&self, document: usize) -> Result<Values<'_, 'a>, ReadError> {
        let columns = self.section.columns().transpose()?;
        let columns = columns.map(|bytes| Columns::new(bytes, self.count));
        let record = if columns.is_none() { Some(self.get(document)?) } else { None };
        Ok(Values { documents: self, document, columns, record })
    }

    /// The columns, and the keys that documents have values for; none where the records alone have
    /// them.
    #[cfg(feature = "explore")]
    pub fn keys(&self) -> Result<Option<(Columns<'a>, Vec<Key<'a>>)>, ReadError> {
        let Some(bytes) = self.section.columns().transpose()? else { return Ok(None) };
        let columns = Columns::new(bytes, self.count);
        Ok(columns.keys()?.map(|keys| (columns, keys)))
    }

    /// Prefetches the values of all documents.
    pub fn prefetch_values(&self) {
        if let Some(shards) = self.section.shards() {
            shards.prefetch_columns();
        }
    }

    /// Reads one record; linear in its length.
    pub fn get(&self, document: usize) -> Result<Record<'a>, ReadError> {
        Record::read(self.records.get(document)?)
    }
}

/// The values of a document: those of its record, or of an index in
/// several files those of the columns.
pub(crate) struct Values<'d, 'a> {
    documents: &'d Documents<'a>,
    document: usize,
    columns: Option<Columns<'a>>,
    record: Option<Record<'a>>,
}

impl<'a> Values<'_, 'a> {
    /// The values for a key, as [`Record::values`] gives them. A key without a
    /// column is read in the record.
    pub fn of(&self, key: &str) -> Result<Vec<&'a str>, ReadError> {
        if let Some(record) = &self.record {
            return Ok(record.values(key));
        }
        match self.column(Some(key))? {
            Some(values) => Ok(values),
            None => Ok(self.documents.get(self.document)?.values(key)),
        }
    }

    /// The language of the document; empty where it has none.
    pub fn language(&self) -> Result<&'a str, ReadError> {
        if let Some(record) = &self.record {
            return Ok(record.lang);
        }
        let values = self.column(None)?.unwrap_or_default();
        Ok(values.first().copied().unwrap_or_default())
    }

    fn column(&self, key: Option<&str>) -> Result<Option<Vec<&'a str>>, ReadError> {
        self.columns.map_or(Ok(None), |columns| columns.values(self.document, key))
    }
}

fn many<'a, T>(
    reader: &mut Reader<'a>,
    read: impl Fn(&mut Reader<'a>) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let mut all = Vec::new();
    for _ in 0..reader.varint()? {
        all.push(read(reader)?);
    }
    Ok(all)
}

/// Gathers records for the section.
#[derive(Default)]
pub(crate) struct DocumentsWriter {
    ids: Vec<alloc::string::String>,
    records: super::records::RecordsWriter,
}

#[cfg(feature = "build")]
#[allow(clippy::arithmetic_side_effects)]
impl DocumentsWriter {
    pub fn push(
        &mut self,
        document: &crate::document::Document,
        blocks: &[crate::chunk::CutBlock],
    ) {
        use crate::chunk::CutBlock;
        use crate::format::wire::write;

        self.ids.push(document.id.clone());
        let out = self.records.begin();
        write::str(out, &document.id);
        write::str(out, &document.url);
        write::str(out, &document.title);
        write::str(out, document.lang.as_deref().unwrap_or_default());
        write::varint(out, document.meta.len() as u64);
        for (key, value) in &document.meta {
            write::str(out, key);
            write::str(out, value);
        }
        write::varint(out, document.filters.len() as u64);
        for (key, values) in &document.filters {
            write::str(out, key);
            write::varint(out, values.len() as u64);
            for value in values {
                write::str(out, value);
            }
        }
        if !blocks.is_empty() || document.meta.values().any(MetaValue::is_json) {
            let marks =
                document.meta.values().map(|value| if value.is_json() { JSON_MARK } else { 0 });
            out.extend(marks);
        }
        if !blocks.is_empty() {
            write::varint(out, blocks.len() as u64);
        }
        let mut before = 0;
        for CutBlock { range, head, closing } in blocks {
            let numbers = [range.start - before, *head, range.len() - head];
            numbers.into_iter().for_each(|number| write::varint(out, number as u64));
            write::str(out, closing);
            before = range.end;
        }
    }

    pub fn finish(self) -> Vec<u8> {
        let mut by_id: Vec<_> = self.ids.iter().zip(0u32..).collect();
        by_id.sort_unstable();
        let order = by_id.into_iter().flat_map(|(_, document)| document.to_le_bytes());
        order.chain(self.records.finish()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::CutBlock;
    use crate::document::Document;
    use alloc::string::ToString;

    /// The record of a document with this metadata, in which these blocks are cut.
    fn written(meta: &[(&str, MetaValue)], blocks: &[CutBlock]) -> Vec<u8> {
        let meta = meta.iter().map(|(key, value)| (key.to_string(), value.clone())).collect();
        let mut writer = DocumentsWriter::default();
        writer.push(&Document { id: "a".into(), meta, ..Document::default() }, blocks);
        // The number of the only document, where its record begins and where it ends.
        writer.finish().split_off(12)
    }

    #[test]
    fn blocks_follow_the_marks_of_metadata() {
        let cut = |range, head, closing: &str| CutBlock { range, head, closing: closing.into() };
        let cut = [cut(300..420, 20, ""), cut(420..450, 8, "  ```\n")];
        let table = Block { head: 300..320, end: 420, closing: "" };
        let code = Block { head: 420..428, end: 450, closing: "  ```\n" };
        for value in [MetaValue::new("1", false), MetaValue::new("1", true)] {
            let record = written(&[("a", value.clone())], &cut);
            for more in [&[][..], &[255; 300]] {
                let record = [&record[..], more].concat();
                let record = Record::read(Reader::new(&record, &"")).unwrap();
                for (at, block) in [
                    (300, None),
                    (301, Some(&table)),
                    (419, Some(&table)),
                    (420, None),
                    (421, Some(&code)),
                    (450, None),
                ] {
                    assert_eq!(Block::around(&record.blocks().unwrap(), at), block, "{at}");
                }
                assert!(record.verify_blocks(&" ".repeat(450)).is_ok());
                assert!(record.verify_blocks(&" ".repeat(449)).is_err());
                assert_eq!(record.owned_meta()[0].1, value);
            }
            let bare = written(&[("a", value)], &[]);
            assert_eq!(Record::read(Reader::new(&bare, &"")).unwrap().blocks().unwrap(), []);
        }
    }

    #[test]
    fn what_follows_the_marks_is_passed_over() {
        let (text, number) = (MetaValue::new("1", false), MetaValue::new("1", true));
        let marked = written(&[("a", number.clone()), ("b", text.clone())], &[]);
        // A writer of something more has the marks also where all values are texts.
        let plain = written(&[("a", text.clone()), ("b", text.clone())], &[]);
        let plain = [plain, [0, 0].into()].concat();
        let bare = written(&[], &[]);
        for (record, meta) in
            [(marked, &[number, text.clone()][..]), (plain, &[text.clone(), text]), (bare, &[])]
        {
            for more in [&[][..], &[JSON_MARK, JSON_MARK, 9], &[255; 300]] {
                let record = [&record[..], more].concat();
                let read = Record::read(Reader::new(&record, &"")).unwrap();
                let values = read.owned_meta().into_iter().map(|(_, value)| value);
                assert!(values.eq(meta.iter().cloned()), "{record:?}");
            }
        }
    }
}
