//! Section `sources`: the input of a build that no other section keeps. With it, the documents can
//! be indexed again together with those of other indexes. Not every index has this section, and
//! readers pass over it.

use super::header::{ENTRY_BYTES, FIXED_BYTES, Fixed, PAGE_BYTES, checksum, pages, read_table};
use super::wire::{Reader, write};
use crate::chunk::Levels;
use crate::document::{Document, Parts};
use crate::error::{Error, ReadError, Text};
use alloc::string::String;
use alloc::vec::Vec;

/// The number of the section.
pub(crate) const SOURCES_SECTION: u16 = 15;

const NAME: Text = &"sources";

/// Part of a document's code if the document names its language, even as an empty string.
const HAS_LANG_FLAG: u32 = 1;

/// The words of a rule of synonyms: those that find, and those that are found.
pub(crate) type Rule<'a> = [Vec<&'a str>; 2];

/// A pin as it was given.
pub(crate) struct GivenPin<'a> {
    pub query: &'a str,
    pub prefix: bool,
    pub pages: Vec<&'a str>,
}

/// The settings of a build.
pub(crate) struct Settings<'a> {
    pub language: &'a str,
    pub levels: Levels,
    pub synonyms: Vec<Rule<'a>>,
    pub pins: Vec<GivenPin<'a>>,
}

impl Settings<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        write::str(out, self.language);
        let chunking = self.levels.as_numbers();
        chunking.into_iter().for_each(|number| write::varint(out, number.into()));
        write::varint(out, self.levels.sizes().len() as u64);
        for (&size, overlap) in self.levels.sizes().iter().zip(self.levels.overlaps()) {
            write::varint(out, size.into());
            write::varint(out, overlap.abs().to_bits());
        }
        write::varint(out, self.synonyms.len() as u64);
        for list in self.synonyms.iter().flatten() {
            write_strings(out, list.iter().copied());
        }
        write::varint(out, self.pins.len() as u64);
        for GivenPin { query, prefix, pages } in &self.pins {
            write::str(out, query);
            write::varint(out, u64::from(*prefix));
            write_strings(out, pages.iter().copied());
        }
    }
}

fn write_strings<'a>(out: &mut Vec<u8>, strings: impl ExactSizeIterator<Item = &'a str>) {
    write::varint(out, strings.len() as u64);
    strings.for_each(|string| write::str(out, string));
}

fn write_addresses(out: &mut Vec<u8>, addresses: &[u32]) {
    write::varint(out, addresses.len() as u64);
    addresses.iter().for_each(|&address| write::u32(out, address));
}

/// Gathers the parts of documents that no other section keeps.
#[derive(Default)]
pub(crate) struct SourcesWriter(Vec<u8>);

#[allow(clippy::arithmetic_side_effects)]
impl SourcesWriter {
    pub fn push(&mut self, document: &Document) {
        let out = &mut self.0;
        let parts = match document.parts {
            Parts::None => 0,
            Parts::Parents(_) => 1,
            Parts::Children(_) => 2,
        };
        write::varint(
            out,
            u64::from(parts * 2 + u32::from(document.lang.is_some()) * HAS_LANG_FLAG),
        );
        write_strings(out, document.names.iter().map(String::as_str));
        write_addresses(out, &document.links.addresses);
        write::varint(out, document.links.targets.len() as u64);
        document.links.targets.iter().for_each(|target| write_addresses(out, target));
        write::str(out, &document.extra);
        let extras = document.sections.iter().map(|section| section.extra.as_str()).enumerate();
        let extras: Vec<_> = extras.filter(|(_, extra)| !extra.is_empty()).collect();
        write::varint(out, extras.len() as u64);
        for (section, extra) in extras {
            write::varint(out, section as u64);
            write::str(out, extra);
        }
        let starts = document.parts.starts();
        write::varint(out, starts.len() as u64);
        let before = [0].iter().chain(starts);
        starts.iter().zip(before).for_each(|(start, before)| {
            write::varint(out, (start - before) as u64);
        });
    }

    pub fn finish(self, settings: &Settings<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        settings.write(&mut out);
        out.extend(self.0);
        out
    }
}

/// The section, opened.
pub(crate) struct Sources<'a> {
    pub settings: Settings<'a>,
    documents: Reader<'a>,
}

impl<'a> Sources<'a> {
    /// Opens the section of an index whose head was checked. None if the index lacks the section.
    pub fn open(index: &'a [u8]) -> Result<Option<Self>, Error> {
        let Some(bytes) = section(index)? else { return Ok(None) };
        let mut reader = Reader::new(bytes, NAME);
        let settings = read_settings(&mut reader)?;
        Ok(Some(Sources { settings, documents: reader }))
    }

    /// Completes the next document, which so far has only the facts that the other sections keep.
    pub fn complete(&mut self, document: &mut Document) -> Result<(), ReadError> {
        let reader = &mut self.documents;
        let code = reader.varint()?;
        if code & HAS_LANG_FLAG == 0 {
            document.lang = None;
        }
        document.names = read_strings(reader)?.into_iter().map(String::from).collect();
        document.links.addresses = read_addresses(reader)?;
        let links = reader.varint()?;
        let targets = (0..links).map(|_| read_addresses(reader));
        document.links.targets = targets.collect::<Result<_, _>>()?;
        document.extra = reader.str()?.into();
        for _ in 0..reader.varint()? {
            let section = reader.varint()? as usize;
            let section = document.sections.get_mut(section);
            let missing = || ReadError::corrupt(NAME, &"a section is not there");
            section.ok_or_else(missing)?.extra = reader.str()?.into();
        }
        let starts = read_starts(reader)?;
        document.parts = match code / 2 {
            0 => Parts::None,
            1 => Parts::Parents(starts),
            2 => Parts::Children(starts),
            _ => return Err(ReadError::corrupt(NAME, &"a document has parts of no known kind")),
        };
        Ok(())
    }

    /// Checks that the section ends with the last document.
    pub fn end(&self) -> Result<(), ReadError> {
        if self.documents.is_empty() {
            return Ok(());
        }
        Err(ReadError::corrupt(NAME, &"there is more than the documents need"))
    }
}

fn read_settings<'a>(reader: &mut Reader<'a>) -> Result<Settings<'a>, Error> {
    let language = reader.str()?;
    let mut chunking = [0; 4];
    for number in &mut chunking {
        *number = reader.varint()?;
    }
    let (mut sizes, mut overlaps) = (Vec::new(), Vec::new());
    for _ in 0..reader.varint()? {
        sizes.push(reader.varint()?);
        overlaps.push(f64::from_bits(reader.varint64()?));
    }
    let levels = Levels::of_numbers(chunking, &sizes, &overlaps);
    let levels = levels.ok_or(ReadError::corrupt(NAME, &"there are no levels like these"))?;
    let mut synonyms = Vec::new();
    for _ in 0..reader.varint()? {
        synonyms.push([read_strings(reader)?, read_strings(reader)?]);
    }
    let mut pins = Vec::new();
    for _ in 0..reader.varint()? {
        let (query, prefix) = (reader.str()?, reader.varint()? > 0);
        pins.push(GivenPin { query, prefix, pages: read_strings(reader)? });
    }
    Ok(Settings { language, levels, synonyms, pins })
}

fn read_strings<'a>(reader: &mut Reader<'a>) -> Result<Vec<&'a str>, ReadError> {
    let count = reader.varint()?;
    (0..count).map(|_| reader.str()).collect()
}

fn read_addresses(reader: &mut Reader<'_>) -> Result<Vec<u32>, ReadError> {
    let count = reader.varint()?;
    (0..count).map(|_| reader.u32()).collect()
}

fn read_starts(reader: &mut Reader<'_>) -> Result<Vec<usize>, ReadError> {
    let mut starts = Vec::new();
    let mut start = 0usize;
    for _ in 0..reader.varint()? {
        start = start.saturating_add(reader.varint()? as usize);
        starts.push(start);
    }
    Ok(starts)
}

/// The bytes of the section, with its pages checked.
fn section(index: &[u8]) -> Result<Option<&[u8]>, Error> {
    let head = Fixed::read(index, Some(index.len()))?;
    let mut reader = Reader::new(index.get(FIXED_BYTES..).unwrap_or_default(), NAME);
    let entries = read_table(reader.bytes(head.sections.saturating_mul(ENTRY_BYTES))?)?;
    let mut sums = reader.clone();
    reader.bytes(pages(&entries).saturating_mul(4))?;
    for (number, len) in entries {
        let bytes = reader.bytes(len)?;
        for page in bytes.chunks(PAGE_BYTES) {
            let sum = sums.u32()?;
            if number == SOURCES_SECTION && checksum(page) != sum {
                return Err(ReadError::corrupt(NAME, &"its checksum does not match").into());
            }
        }
        if number == SOURCES_SECTION {
            return Ok(Some(bytes));
        }
    }
    Ok(None)
}
