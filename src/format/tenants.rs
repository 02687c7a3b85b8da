//! Files with an index for each of several tenants.
//!
//! They have the head of an index with the flag 1, and the number of tenants in place of that of
//! sections. The length of the table in bytes (`u32`) and the table follow. The checksum covers
//! both. The table has for each tenant, in the order of their names, the name as a string and the
//! length of its index as a varint. The indexes follow, each whole. Nothing of one tenant shows in
//! the results of another, not even a document frequency.

use super::header::{FIXED_BYTES, Fixed, TENANTS_FLAG, checksum, corrupt};
use super::wire::Reader;
use crate::error::Error;
use alloc::vec::Vec;
use core::ops::Range;

/// The ranges of the tenants' indexes, by name.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<(&str, Range<usize>)>, Error> {
    let fixed = Fixed::read(bytes, Some(bytes.len()))?;
    if fixed.flags != TENANTS_FLAG {
        return Err(Error::config("tenant", "the index does not keep tenants; name none"));
    }
    let outside = || corrupt(&"the table of tenants reaches past the end");
    let rest = bytes.get(FIXED_BYTES..).ok_or_else(outside)?;
    let table_len = Reader::new(rest, &"header").u32()? as usize;
    let covered = rest.get(..table_len.saturating_add(4)).ok_or_else(outside)?;
    if checksum(covered) != fixed.checksum {
        return Err(corrupt(&"its checksum does not match"));
    }
    let mut reader = Reader::new(covered, &"header");
    reader.bytes(4)?;
    let mut start = covered.len().saturating_add(FIXED_BYTES);
    let mut tenants = Vec::new();
    for _ in 0..fixed.sections {
        let name = reader.str()?;
        let range = start..start.saturating_add(reader.varint()? as usize);
        start = range.end;
        tenants.push((name, range));
    }
    if start != bytes.len() {
        return Err(outside());
    }
    Ok(tenants)
}

/// Writes the file of these tenants and their indexes, which must be in the order of the names.
#[cfg(feature = "build")]
pub(crate) fn write(tenants: &[(&str, &[u8])]) -> Result<Vec<u8>, Error> {
    use super::header::{length, write_file};
    use crate::format::wire::write;

    let mut table = Vec::new();
    for (name, index) in tenants {
        write::str(&mut table, name);
        write::varint(&mut table, index.len() as u64);
    }
    let mut covered = Vec::new();
    write::u32(&mut covered, length(table.len())?);
    covered.append(&mut table);
    let bodies = tenants.iter().map(|&(_, index)| index);
    write_file(TENANTS_FLAG, tenants.len(), &covered, bodies)
}
