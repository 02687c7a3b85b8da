//! Bytes that JavaScript hands over.

use crate::fault::Fault;
use alloc::vec::Vec;
use js_sys::Uint8Array;

/// A copy of `bytes`, or an error where memory has no room for one: the usual ways to allocate
/// would trap.
pub(crate) fn copied(bytes: &Uint8Array) -> Result<Vec<u8>, Fault> {
    let len = bytes.length() as usize;
    let mut copy = Vec::new();
    if copy.try_reserve_exact(len).is_err() {
        return Err(Fault::new("out_of_memory", "there is not enough memory for a copy".into()));
    }
    copy.resize(len, 0);
    bytes.copy_to(&mut copy);
    Ok(copy)
}
