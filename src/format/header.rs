//! The head of an index: its signature, the ranges of its sections, and a checksum for every page.

use super::SectionId;
use super::wire::Reader;
use crate::error::{Error, ReadError, Text};
use alloc::vec::Vec;
use core::ops::Range;
use xxhash_rust::xxh64::xxh64;

/// The format version that this code reads and writes.
const VERSION: u16 = 1;

/// Like PNG's: no text begins so, and a conversion of line ends shows.
pub(crate) const MAGIC: [u8; 8] = *b"\x89KDX\r\n\x1a\n";

/// Each section is checked in pages of this many bytes.
pub(crate) const PAGE_BYTES: usize = 16 * 1024;

pub(super) const FIXED_BYTES: usize = 24;

/// The flag of the head of an index in several files.
pub(super) const SHARDED_FLAG: u16 = 2;

/// The bytes of an entry of the section table.
pub(super) const ENTRY_BYTES: usize = 8;

const NAME: Text = &"header";

/// The range of one section and the first of its pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extent {
    /// Its places. In an index in one file these are bytes.
    pub range: Range<usize>,
    /// The number of its bytes.
    pub len: usize,
    pub first_page: usize,
}

/// The parsed head of an index.
#[derive(Debug)]
pub(crate) struct Header {
    extents: [Extent; SectionId::ALL.len()],
    sums: Range<usize>,
    /// The number of bytes of the whole index.
    length: usize,
}

/// The places of a section beyond its bytes, by the section's number. 0 in one file.
type Padding<'g> = &'g dyn Fn(u16) -> usize;

/// The checksum of a page: the low half of its XXH64 with seed 0.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    xxh64(bytes, 0) as u32
}

impl Header {
    /// Reads the head of an index in one file. Cost grows with the number of pages, not with their
    /// contents.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let fixed = Fixed::read(bytes, Some(bytes.len()))?;
        let header = Self::parse(bytes, fixed.length, &|_| 0)?;
        let covered = bytes.get(FIXED_BYTES..header.sums.end).ok_or_else(too_short)?;
        if checksum(covered) != fixed.checksum {
            return Err(corrupt(&"its checksum does not match"));
        }
        Ok(header)
    }

    /// Reads the head of an index that has `places` places, all but its checksum. In an index in
    /// several files it lacks the checksums of the pages.
    pub fn parse(bytes: &[u8], places: usize, padding: Padding<'_>) -> Result<Self, Error> {
        let fixed = Fixed::read(bytes, None)?;
        let table_end = fixed.sections.saturating_mul(ENTRY_BYTES).saturating_add(FIXED_BYTES);
        let table = bytes.get(FIXED_BYTES..table_end).ok_or_else(too_short)?;
        let entries = read_table(table)?;
        let sums = table_end..table_end.saturating_add(pages(&entries).saturating_mul(4));
        let paddings = entries.iter().map(|&(number, _)| padding(number));
        if paddings.fold(fixed.length, usize::saturating_add) != places {
            return Err(corrupt(&"its length is not that of the sections"));
        }
        let extents = lay_out(&entries, sums.end, places, padding)?;
        Ok(Header { extents, sums, length: fixed.length })
    }

    /// The number of bytes of the whole index.
    pub fn len(&self) -> usize {
        self.length
    }

    pub fn extent(&self, id: SectionId) -> Extent {
        let at = SectionId::ALL.iter().position(|&known| known == id);
        at.and_then(|at| self.extents.get(at)).cloned().unwrap_or_default()
    }

    pub fn pages(&self) -> usize {
        self.sums.len() / 4
    }

    pub fn sums(&self) -> Range<usize> {
        self.sums.clone()
    }
}

pub(super) fn corrupt(what: Text) -> Error {
    ReadError::corrupt(NAME, what).into()
}

fn too_short() -> Error {
    corrupt(&"the table of sections reaches past the end")
}

/// The fields that have the same place in every version.
pub(super) struct Fixed {
    pub flags: u16,
    pub sections: usize,
    pub length: usize,
    pub checksum: u32,
}

impl Fixed {
    /// Reads them. `found` is the length of the file, where that is known.
    pub fn read(bytes: &[u8], found: Option<usize>) -> Result<Self, Error> {
        let prefix = bytes.len().min(MAGIC.len());
        if bytes.is_empty() || bytes.get(..prefix) != MAGIC.get(..prefix) {
            return Err(Error::NotAnIndex);
        }
        let truncated = |expected: usize| {
            let found = found.unwrap_or(bytes.len());
            Error::Truncated { expected: expected as u64, found: found as u64 }
        };
        let mut reader = Reader::new(bytes, NAME);
        reader.bytes(prefix)?;
        let head = reader
            .bytes(const { FIXED_BYTES - MAGIC.len() })
            .map_err(|_| truncated(FIXED_BYTES))?;
        let mut reader = Reader::new(head, NAME);
        let version = reader.u16()?;
        if version != VERSION {
            return Err(Error::UnsupportedVersion { found: version, expected: VERSION });
        }
        let flags = reader.u16()?;
        if flags != 0 && flags != SHARDED_FLAG {
            return Err(Error::UnknownFlags { flags });
        }
        let length = reader.u32()? as usize;
        if found.is_some_and(|found| found < length) {
            return Err(truncated(length));
        }
        if found.is_some_and(|found| found > length) {
            return Err(corrupt(&"there are more bytes than the header says"));
        }
        let checksum = reader.u32()?;
        let sections = reader.u16()?.into();
        if reader.u16()? != 0 {
            return Err(corrupt(&"a reserved field is not zero"));
        }
        Ok(Fixed { flags, sections, length, checksum })
    }
}

/// The number and the length of each section in the table.
pub(super) fn read_table(table: &[u8]) -> Result<Vec<(u16, usize)>, Error> {
    let mut reader = Reader::new(table, NAME);
    let mut entries = Vec::new();
    while !reader.is_empty() {
        let id = reader.u16()?;
        if reader.u16()? != 0 {
            return Err(corrupt(&"a reserved field is not zero"));
        }
        entries.push((id, reader.u32()? as usize));
    }
    Ok(entries)
}

/// The number of pages of all sections.
pub(super) fn pages(entries: &[(u16, usize)]) -> usize {
    entries.iter().map(|(_, len)| len.div_ceil(PAGE_BYTES)).fold(0, usize::saturating_add)
}

/// The sections follow each other without gaps, and each has pages of its own. Unknown ones are
/// passed over.
fn lay_out(
    entries: &[(u16, usize)],
    mut start: usize,
    end: usize,
    padding: Padding<'_>,
) -> Result<[Extent; SectionId::ALL.len()], Error> {
    let mut extents: [Option<Extent>; SectionId::ALL.len()] = Default::default();
    let mut first_page = 0usize;
    for &(number, len) in entries {
        let range = start..start.saturating_add(len).saturating_add(padding(number));
        start = range.end;
        let known = SectionId::ALL.iter().position(|&id| id as u16 == number);
        if let Some(slot) = known.and_then(|at| extents.get_mut(at)) {
            if slot.is_some() {
                return Err(corrupt(&"a section stands twice"));
            }
            *slot = Some(Extent { range, len, first_page });
        }
        first_page = len.div_ceil(PAGE_BYTES).saturating_add(first_page);
    }
    if start != end {
        return Err(corrupt(&"the sections do not fill the index"));
    }
    let mut found = SectionId::ALL.iter().zip(&extents);
    if found.any(|(id, extent)| extent.is_none() && id.is_needed()) {
        return Err(corrupt(&"a section is missing"));
    }
    Ok(extents.map(Option::unwrap_or_default))
}

/// The sections of an index in one file, known or not: each with its number and its bytes.
///
/// # Errors
/// As for [`Header::read`].
pub(crate) fn sections(bytes: &[u8]) -> Result<Vec<(u16, &[u8])>, Error> {
    let fixed = Fixed::read(bytes, Some(bytes.len()))?;
    let table_end = fixed.sections.saturating_mul(ENTRY_BYTES).saturating_add(FIXED_BYTES);
    let entries = read_table(bytes.get(FIXED_BYTES..table_end).ok_or_else(too_short)?)?;
    let mut start = pages(&entries).saturating_mul(4).saturating_add(table_end);
    let mut sections = Vec::new();
    for (number, len) in entries {
        let range = start..start.saturating_add(len);
        start = range.end;
        sections.push((number, bytes.get(range).ok_or_else(too_short)?));
    }
    Ok(sections)
}

/// Puts an index together from its sections, each with its number.
///
/// # Errors
/// [`Error::TooLarge`] where it would have 4 GiB or more.
pub(crate) fn write(sections: &[(u16, Vec<u8>)]) -> Result<Vec<u8>, Error> {
    use crate::format::wire::write;

    let mut covered = Vec::new();
    for (number, bytes) in sections {
        write::u16(&mut covered, *number);
        write::u16(&mut covered, 0);
        write::u32(&mut covered, length(bytes.len())?);
    }
    for (_, bytes) in sections {
        for page in bytes.chunks(PAGE_BYTES) {
            write::u32(&mut covered, checksum(page));
        }
    }
    let bodies = sections.iter().map(|(_, bytes)| bytes.as_slice());
    write_file(0, sections.len(), &covered, bodies)
}

/// Makes a file of the head that all files have, the bytes that its checksum covers, and those that
/// follow. `count` is the number of sections, or by the flags that of shards.
///
/// # Errors
/// [`Error::TooLarge`] where the head cannot count them, or there are 4 GiB or more of bytes.
#[allow(clippy::arithmetic_side_effects)]
pub(super) fn write_file<'a>(
    flags: u16,
    count: usize,
    covered: &[u8],
    bodies: impl Iterator<Item = &'a [u8]> + Clone,
) -> Result<Vec<u8>, Error> {
    use crate::format::wire::write;

    let total = FIXED_BYTES + covered.len() + bodies.clone().map(<[u8]>::len).sum::<usize>();
    let count =
        u16::try_from(count).map_err(|_| Error::TooLarge { what: "more than 65,535 shards" })?;
    let mut blob = Vec::with_capacity(total);
    blob.extend_from_slice(&MAGIC);
    write::u16(&mut blob, VERSION);
    write::u16(&mut blob, flags);
    write::u32(&mut blob, length(total)?);
    write::u32(&mut blob, checksum(covered));
    write::u16(&mut blob, count);
    write::u16(&mut blob, 0);
    blob.extend_from_slice(covered);
    bodies.for_each(|body| blob.extend_from_slice(body));
    Ok(blob)
}

pub(super) fn length(bytes: usize) -> Result<u32, Error> {
    u32::try_from(bytes).map_err(|_| Error::TooLarge { what: "more than 4 GiB" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use core::iter::empty;

    /// They have more places than bytes in an index in several files.
    #[test]
    fn unknown_sections_are_passed_over_with_their_places() {
        const UNKNOWN: u16 = 999;
        let needed = SectionId::ALL.into_iter().filter(|id| id.is_needed());
        let mut sections: Vec<_> =
            needed.map(|id| (id as u16, Vec::from(id.name().as_bytes()))).collect();
        let last = sections.len() - 1;
        sections.insert(last, (UNKNOWN, Vec::from([0; 7])));
        let bytes = write(&sections).unwrap();
        let padding = |number| if number == UNKNOWN { 5 } else { 0 };
        let header = Header::parse(&bytes, bytes.len() + 5, &padding).unwrap();
        let known = header.extent(SectionId::Letters);
        assert_eq!(known.range.end, bytes.len() + 5);
        assert_eq!(known.first_page, last + 1);
        assert!(Header::parse(&bytes, bytes.len(), &padding).is_err());
    }

    #[test]
    fn what_there_are_too_many_of_is_named() {
        assert!(write_file(SHARDED_FLAG, 65_535, &[], empty()).is_ok());
        let error = write_file(SHARDED_FLAG, 65_536, &[], empty()).unwrap_err().to_string();
        assert!(error.ends_with("65,535 shards"), "{error}");
    }
}
