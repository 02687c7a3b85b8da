//! Section `pins`: the pages that a site shows first for a query. Not every index has it.

use super::SectionBytes;
use crate::analyze::after;
use crate::error::ReadError;
use alloc::vec::Vec;

/// The pages of a query at most.
pub(crate) const MAX_PINNED_PAGES: usize = 32;

/// Part of the code of a pin of which a beginning is enough.
const PREFIX_FLAG: u32 = 1;

/// The beginning of a query has at least this many characters.
const MIN_PREFIX_CHARACTERS: usize = 3;

/// The documents that are pinned for a query with this key: first those of its own pins, then those
/// of pins that it begins, in the order of the section.
pub(crate) fn find(section: SectionBytes<'_>, typed: &str) -> Result<Vec<usize>, ReadError> {
    let (mut own, mut others) = (Vec::new(), Vec::new());
    let begins = after(typed, MIN_PREFIX_CHARACTERS.saturating_sub(1)) < typed.len();
    each(section, |key, code, document| {
        if key == typed {
            own.push(document);
        } else if begins && is_prefix(code) && key.starts_with(typed) {
            others.push(document);
        }
    })?;
    own.append(&mut others);
    own.truncate(MAX_PINNED_PAGES);
    Ok(own)
}

/// Calls `act` with the key, the code and each page of each pin.
pub(crate) fn each<'a>(
    section: SectionBytes<'a>,
    mut act: impl FnMut(&'a str, u32, usize),
) -> Result<(), ReadError> {
    if section.len() == 0 {
        return Ok(());
    }
    let mut reader = section.reader(0..section.len())?;
    while !reader.is_empty() {
        let key = reader.str()?;
        let code = reader.varint()?;
        for _ in 0..code / 2 {
            act(key, code, reader.varint()? as usize);
        }
    }
    Ok(())
}

/// Whether a beginning of the query of a pin with this code is enough.
pub(crate) fn is_prefix(code: u32) -> bool {
    code & PREFIX_FLAG > 0
}

/// Writes a pin.
pub(crate) fn write(out: &mut Vec<u8>, key: &str, prefix: bool, pages: &[u32]) {
    use super::wire::write;

    write::str(out, key);
    write::varint(out, (pages.len() as u64) << 1 | u64::from(prefix));
    pages.iter().for_each(|&page| write::varint(out, page.into()));
}
