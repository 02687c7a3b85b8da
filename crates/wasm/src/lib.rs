//! The interface of Kindex to JavaScript. The modules in `js/` wrap it into that of the package.
//!
//! Nothing that JavaScript can pass in is to end in a trap: a trap leaves the instance unusable,
//! so everything is checked here or in the core and comes back as an error with a code.

#![no_std]
// What the smaller builds leave without a caller the linker drops. That all of it has one, the
// build with all features tells.
#![cfg_attr(not(feature = "build"), allow(dead_code))]

extern crate alloc;
// The smaller builds do without: see `alone`.
#[cfg(any(feature = "texts", not(target_arch = "wasm32")))]
extern crate std;

#[cfg(all(target_arch = "wasm32", not(feature = "texts")))]
mod alone;
mod answers;
#[cfg(feature = "texts")]
mod build;
mod bytes;
mod error;
#[cfg(feature = "explore")]
mod explore;
#[cfg(feature = "group")]
mod group;
mod held;
mod json;
mod options;
mod utf16;

use alloc::string::String;
use alloc::vec::Vec;
use answers::written;
use bytes::{Bytes, copied};
use error::CodedError;
use held::Held;
use options::search_options;
use wasm_bindgen::prelude::*;

/// An index in the memory of the WebAssembly module. Its answers are JSON: see `json`.
#[wasm_bindgen]
pub struct Index {
    inner: Held,
    #[cfg(feature = "texts")]
    version: core::cell::RefCell<Option<build::collection::Version>>,
}

#[wasm_bindgen]
impl Index {
    /// Copies the bytes of an index in and opens it.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &Bytes) -> Result<Index, CodedError> {
        Index::open(copied(bytes)?)
    }
}

impl Index {
    fn open(bytes: Vec<u8>) -> Result<Index, CodedError> {
        Ok(Index {
            inner: Held::new(kindex::Index::open(bytes)?),
            #[cfg(feature = "texts")]
            version: Default::default(),
        })
    }
}

fn answer(mut results: kindex::Results) -> String {
    for hit in &mut results.hits {
        utf16::convert(hit);
    }
    written(|json| answers::results(json, &results))
}

/// A search. In an index in several files it goes on once what it lacks is loaded.
#[wasm_bindgen]
pub struct Search {
    inner: kindex::Search,
}

#[wasm_bindgen]
impl Search {
    /// The best parents for the query, or an error: where shards are missing, it goes on from there
    /// when it is called again with the same index. Offsets are UTF-16 units.
    pub fn run(&mut self, index: &Index) -> Result<String, CodedError> {
        Ok(answer(self.inner.run(&index.inner.get())?))
    }
}

#[wasm_bindgen]
impl Index {
    /// Begins a search. For what is beside the query see `options`.
    pub fn begin(&self, query: &str, names: &str, numbers: &[f64], strings: &str) -> Search {
        let options = search_options(names, numbers, strings);
        Search { inner: kindex::Search::new(query, options) }
    }

    /// The numbers of the shards that the last answer lacked.
    pub fn wanted(&mut self) -> Vec<u32> {
        self.inner.get_mut().wanted().into_iter().map(|number| number as u32).collect()
    }

    /// The name of a shard; empty where there is none of that number.
    pub fn name(&self, number: u32) -> String {
        self.inner.get().shard_name(number as usize).unwrap_or_default()
    }

    /// Copies the bytes of a shard in.
    pub fn load(&mut self, number: u32, bytes: &Bytes) -> Result<(), CodedError> {
        Ok(self.inner.get_mut().load(number as usize, copied(bytes)?)?)
    }

    /// Gives the memory of a shard back.
    pub fn unload(&mut self, number: u32) {
        self.inner.get_mut().unload(number as usize);
    }
}
