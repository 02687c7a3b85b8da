//! Decodes files that are not UTF-8, by the decoder that every host has.

use crate::bytes::{Bytes, copied};
use crate::error::CodedError;
use alloc::string::String;
use alloc::vec::Vec;
use kindex_extract::foreign_charset;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(method)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> String;
}

/// A copy of the bytes of a file, as UTF-8 where the host knows its encoding.
pub(crate) fn copied_file(bytes: &Bytes) -> Result<Vec<u8>, CodedError> {
    let bytes = copied(bytes)?;
    let decoder = foreign_charset(&bytes).and_then(|label| TextDecoder::new(label).ok());
    Ok(match decoder {
        Some(decoder) => decoder.decode(&bytes).into_bytes(),
        None => bytes,
    })
}
