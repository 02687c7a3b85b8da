//! Gives indexes the vectors of their chunks.

use super::builder::Files;
use crate::bytes::copied;
use crate::error::CodedError;
use alloc::string::String;
use alloc::vec::Vec;
use js_sys::Uint8Array;
use kindex::{VectorLevel, VectorSettings};
use wasm_bindgen::prelude::*;

/// Takes the vectors of chunks one after another.
#[wasm_bindgen]
pub struct Vectors(kindex::Vectors);

#[wasm_bindgen]
impl Vectors {
    /// No vectors yet, of an embedder that gives vectors of `dimensions` numbers.
    #[wasm_bindgen(constructor)]
    pub fn new(embedder: String, dimensions: usize) -> Result<Vectors, CodedError> {
        Ok(Vectors(kindex::Vectors::new(embedder, dimensions)?))
    }

    /// Adds the vector of the chunk with an id.
    pub fn add(&mut self, id: &str, vector: &[f32]) -> Result<(), CodedError> {
        Ok(self.0.add(id, vector)?)
    }

    /// Keeps what it can of an index before.
    #[wasm_bindgen(js_name = continueFrom)]
    pub fn continue_from(&mut self, before: &Uint8Array) -> Result<(), CodedError> {
        let before = kindex::Index::open(copied(before.unchecked_ref())?)?;
        Ok(self.0.continue_from(&before)?)
    }

    /// The index with these vectors, kept for the children or else the parents in
    /// `dimensions` numbers of `bits`.
    pub fn finish(
        self,
        index: &Uint8Array,
        of_children: bool,
        dimensions: usize,
        bits: u8,
    ) -> Result<Vec<u8>, CodedError> {
        let of = if of_children { VectorLevel::Children } else { VectorLevel::Parents };
        let index = copied(index.unchecked_ref())?;
        Ok(kindex::add_vectors(&index, &self.0, &VectorSettings { of, dimensions, bits })?)
    }
}

/// The files of an index for a folder.
#[wasm_bindgen(js_name = filesOf)]
pub fn files_of(index: &Uint8Array, layout: &str, pairs: bool) -> Result<Files, CodedError> {
    Files::of_index(copied(index.unchecked_ref())?, layout, pairs)
}
