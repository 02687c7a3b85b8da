//! Bytes that JavaScript hands over.

use crate::error::CodedError;
use alloc::vec::Vec;
use wasm_bindgen::prelude::*;

// Not that of js-sys: what its closures and futures need would be in the build for pages too, which
// uses neither, and takes 2 % of it.
#[wasm_bindgen]
extern "C" {
    /// A `Uint8Array`.
    #[wasm_bindgen(js_name = Uint8Array, typescript_type = "Uint8Array")]
    pub type Bytes;

    #[wasm_bindgen(method, getter)]
    fn length(this: &Bytes) -> u32;

    #[wasm_bindgen(js_namespace = ["Uint8Array", "prototype", "set"], js_name = call)]
    fn set(copy: &mut [u8], bytes: &Bytes);
}

/// A copy of `bytes`, or an error where memory has no room for one: the usual ways to allocate
/// would trap.
pub(crate) fn copied(bytes: &Bytes) -> Result<Vec<u8>, CodedError> {
    let len = bytes.length() as usize;
    let mut copy = Vec::new();
    if copy.try_reserve_exact(len).is_err() {
        return Err(CodedError::new(
            "out_of_memory",
            "there is not enough memory for a copy".into(),
        ));
    }
    copy.resize(len, 0);
    set(&mut copy, bytes);
    Ok(copy)
}
