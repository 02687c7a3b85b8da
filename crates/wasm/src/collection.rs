//! Indexes that are made of others by changes.

use crate::Index;
use crate::builder::documents_of;
use crate::error::CodedError;
use alloc::string::String;
use alloc::vec::Vec;
use kindex_extract::Options;
use wasm_bindgen::prelude::*;

/// The documents of an index, as they are kept for changes.
#[wasm_bindgen]
pub struct Collection(kindex::Collection);

#[wasm_bindgen]
impl Collection {
    /// The index after a change: with the documents that JSON records describe, without those with
    /// these ids. If it fails, the collection is as it was.
    pub fn change(
        &mut self,
        added: Vec<String>,
        removed: Vec<String>,
    ) -> Result<Index, CodedError> {
        let mut documents = Vec::new();
        for record in added {
            documents.extend(documents_of(&record, &Options::default())?);
        }
        let removed: Vec<&str> = removed.iter().map(String::as_str).collect();
        Index::open(self.0.change(documents, &removed)?)
    }
}

#[wasm_bindgen]
impl Index {
    /// The documents of an index that was built to be merged.
    pub fn collection(&self) -> Result<Collection, CodedError> {
        Ok(Collection(kindex::Collection::of(&self.inner)?))
    }

    /// A copy of the bytes of the index.
    pub fn bytes(&self) -> Vec<u8> {
        self.inner.bytes().to_vec()
    }
}
