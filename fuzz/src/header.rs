//! The header that all files have: FORMAT.md, Header.

/// The number of its bytes, before what it lists.
pub const HEADER: usize = 24;

/// Writes the length of all into it.
pub fn write_length(bytes: &mut [u8]) {
    let len = bytes.len() as u32;
    bytes[12..16].copy_from_slice(&len.to_le_bytes());
}
