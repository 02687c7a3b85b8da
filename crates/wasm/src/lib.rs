//! What JavaScript sees of Kindex. The modules in `js/` wrap this into the package's interface.
//!
//! Nothing that JavaScript can pass in is to end in a trap: a trap leaves the instance unusable,
//! so everything is checked here or in the core and comes back as an error with a code.

#![no_std]

extern crate alloc;
// The search build does without: see `alone`.
#[cfg(any(feature = "build", not(target_arch = "wasm32")))]
extern crate std;

#[cfg(all(target_arch = "wasm32", not(feature = "build")))]
mod alone;
#[cfg(feature = "build")]
mod builder;
mod fault;
mod object;
mod options;
mod utf16;

use alloc::vec::Vec;
use fault::Fault;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

/// An index in the memory of the WebAssembly module.
#[wasm_bindgen]
pub struct Index(kindex::Index);

#[wasm_bindgen]
impl Index {
    /// Copies the bytes of an index in and opens it.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &Uint8Array) -> Result<Index, Fault> {
        Ok(Index(kindex::Index::open(copied(bytes)?)?))
    }

    /// The best parents for a query, as an object. Offsets are UTF-16 units. For the rest see
    /// `options`.
    pub fn search(
        &self,
        query: &str,
        numbers: &[f64],
        blend: Option<Vec<f64>>,
        filters: Vec<JsValue>,
    ) -> Result<JsValue, Fault> {
        let options = options::search_options(numbers, blend, &filters);
        let mut results = self.0.search(query, &options)?;
        results.hits.iter_mut().for_each(utf16::convert);
        Ok(object::results(&results))
    }

    /// What the index holds, as an object.
    pub fn stats(&self) -> JsValue {
        object::stats(&self.0.stats())
    }

    /// Reads and checks everything.
    pub fn verify(&self) -> Result<(), Fault> {
        Ok(self.0.verify()?)
    }
}

/// A copy of `bytes`, or an error where memory has no room for one: the usual ways to allocate
/// would trap.
fn copied(bytes: &Uint8Array) -> Result<Vec<u8>, Fault> {
    let len = bytes.length() as usize;
    let mut copy = Vec::new();
    if copy.try_reserve_exact(len).is_err() {
        return Err(Fault::new("out_of_memory", "there is not enough memory for a copy".into()));
    }
    copy.resize(len, 0);
    bytes.copy_to(&mut copy);
    Ok(copy)
}
