//! Section `documents`: what is known of each document besides its text.
//!
//! An array of `u32`, the offset of each record from the end of the array and one more for the
//! end; then the records: id, url, title and language as strings, the number of metadata entries,
//! each a key and a value, and the number of filters, each a key, the number of values, and those.

use super::Part;
use super::meta::Meta;
use crate::error::Damage;
use crate::wire::{Reader, U32s};
use alloc::vec::Vec;

/// The record of one document, read in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record<'a> {
    pub id: &'a str,
    pub url: &'a str,
    pub title: &'a str,
    pub lang: &'a str,
    pub meta: Vec<(&'a str, &'a str)>,
    pub filters: Vec<(&'a str, Vec<&'a str>)>,
}

/// The section, opened.
pub(crate) struct Documents<'a> {
    part: Part<'a>,
    offsets: U32s<'a>,
    base: usize,
}

impl<'a> Documents<'a> {
    pub fn open(part: Part<'a>, meta: &Meta) -> Result<Self, Damage> {
        let base = (meta.documents as usize).saturating_add(1).saturating_mul(4);
        let offsets = part.u32s(0..base)?;
        Ok(Documents { part, offsets, base })
    }

    /// Reads one record; linear in its length.
    pub fn get(&self, document: usize) -> Result<Record<'a>, Damage> {
        let start = self.base.saturating_add(self.offsets.get(document)? as usize);
        let end = self.base.saturating_add(self.offsets.get(document + 1)? as usize);
        let mut reader = self.part.reader(start..end)?;
        Ok(Record {
            id: reader.str()?,
            url: reader.str()?,
            title: reader.str()?,
            lang: reader.str()?,
            meta: many(&mut reader, |reader| Ok((reader.str()?, reader.str()?)))?,
            filters: many(&mut reader, |reader| Ok((reader.str()?, many(reader, Reader::str)?)))?,
        })
    }
}

fn many<'a, T>(
    reader: &mut Reader<'a>,
    read: impl Fn(&mut Reader<'a>) -> Result<T, Damage>,
) -> Result<Vec<T>, Damage> {
    let count = reader.varint()?;
    (0..count).map(|_| read(reader)).collect()
}

/// Gathers records for the section.
#[cfg(feature = "build")]
#[derive(Default)]
pub(crate) struct DocumentsWriter {
    offsets: Vec<u32>,
    records: Vec<u8>,
}

#[cfg(feature = "build")]
impl DocumentsWriter {
    pub fn push(&mut self, document: &crate::document::Document) {
        use crate::wire::write;

        self.offsets.push(self.records.len() as u32);
        let out = &mut self.records;
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
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.offsets.push(self.records.len() as u32);
        let offsets = self.offsets.into_iter().flat_map(u32::to_le_bytes);
        offsets.chain(self.records).collect()
    }
}
