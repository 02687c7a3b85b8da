//! Section `headings`: the headings of each document.

use super::SectionBytes;
use super::meta::Meta;
use super::records::Records;
use crate::error::ReadError;
use alloc::vec::Vec;
use core::ops::Range;

/// The level of a heading above a list of links has this added to it.
const LINK_LIST_FLAG: u8 = 8;

/// One heading, read in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heading<'a> {
    pub level: u8,
    /// Byte offset of its line in the document's text.
    pub start: usize,
    /// Byte range of its words in the document's text.
    pub words: Range<usize>,
    pub anchor: &'a str,
    pub is_link_list: bool,
}

/// The section, opened.
pub(crate) struct Headings<'a>(Records<'a>);

impl<'a> Headings<'a> {
    pub fn open(section: SectionBytes<'a>, meta: &Meta) -> Result<Self, ReadError> {
        Ok(Headings(Records::open(section, 0, meta.documents)?))
    }

    /// The range of a document's headings in the section.
    pub fn record(&self, document: usize) -> Result<Range<usize>, ReadError> {
        self.0.range(document)
    }

    /// All headings of a document in the order of its text.
    pub fn get(&self, document: usize) -> Result<Vec<Heading<'a>>, ReadError> {
        let mut reader = self.0.get(document)?;
        let mut headings = Vec::new();
        let mut at = 0usize;
        while !reader.is_empty() {
            let mark = reader.bytes(1)?.first().copied().unwrap_or_default();
            at = at.saturating_add(reader.varint()? as usize);
            let words = at.saturating_add(reader.varint()? as usize);
            let len = reader.varint()? as usize;
            headings.push(Heading {
                level: mark % LINK_LIST_FLAG,
                start: at,
                words: words..words.saturating_add(len),
                anchor: reader.str()?,
                is_link_list: mark >= LINK_LIST_FLAG,
            });
        }
        Ok(headings)
    }
}

/// Gathers headings for the section.
#[derive(Default)]
pub(crate) struct HeadingsWriter {
    records: super::records::RecordsWriter,
    pub count: u32,
}

#[cfg(feature = "build")]
#[allow(clippy::arithmetic_side_effects)]
impl HeadingsWriter {
    pub fn push(&mut self, sections: &[crate::document::Section]) {
        use crate::format::wire::write;

        let out = self.records.begin();
        let mut before = 0;
        for section in sections {
            let words = &section.heading;
            out.push(section.level + u8::from(section.is_link_list) * LINK_LIST_FLAG);
            write::varint(out, (section.start - before) as u64);
            write::varint(out, (words.start - section.start) as u64);
            write::varint(out, words.len() as u64);
            write::str(out, &section.anchor);
            before = section.start;
        }
        self.count += sections.len() as u32;
    }

    pub fn finish(self) -> Vec<u8> {
        self.records.finish()
    }
}
