//! Decodes files that are not UTF-8, by the decoder that every host has.

use crate::bytes::{Bytes, copied};
use crate::error::CodedError;
use alloc::string::String;
use alloc::vec::Vec;
use kindex_extract::{FALLBACK_CHARSET, Format, foreign_charset};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(method)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> String;
}

/// A copy of the bytes of a file, as UTF-8 unless its format is read byte by byte. An encoding that
/// the host does not know is taken for the usual one.
pub(crate) fn copied_file(path: &str, bytes: &Bytes) -> Result<Vec<u8>, CodedError> {
    let bytes = copied(bytes)?;
    if matches!(Format::of_path(path), Some(Format::JsonLines | Format::Conversation)) {
        return Ok(bytes);
    }
    let decoder = foreign_charset(&bytes).and_then(|label| {
        TextDecoder::new(&label).or_else(|_| TextDecoder::new(FALLBACK_CHARSET)).ok()
    });
    Ok(match decoder {
        Some(decoder) => decoder.decode(&bytes).into_bytes(),
        None => bytes,
    })
}
