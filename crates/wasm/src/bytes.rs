//! Bytes that JavaScript hands over.
//!
//! Without the crate `js-sys`, of which a kilobyte stays whatever is used of it.

use crate::fault::Fault;
use alloc::vec::Vec;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// JavaScript's own.
    pub type Uint8Array;

    #[wasm_bindgen(method, getter)]
    fn length(this: &Uint8Array) -> u32;

    #[wasm_bindgen(js_namespace = ["Uint8Array", "prototype", "set"], js_name = call)]
    fn set(to: &mut [u8], from: &Uint8Array);
}

/// A copy of `bytes`, or an error where memory has no room for one: the usual ways to allocate
/// would trap.
pub(crate) fn copied(bytes: &Uint8Array) -> Result<Vec<u8>, Fault> {
    let len = bytes.length() as usize;
    let mut copy = Vec::new();
    if copy.try_reserve_exact(len).is_err() {
        return Err(Fault::new("out_of_memory", "there is not enough memory for a copy".into()));
    }
    copy.resize(len, 0);
    set(&mut copy, bytes);
    Ok(copy)
}
