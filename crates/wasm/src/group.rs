//! Several indexes that are searched as one.

use crate::error::CodedError;
use crate::held::Held;
use crate::{Index, Search, answer};
use alloc::string::String;
use alloc::vec::Vec;
use kindex::Error;
use wasm_bindgen::prelude::*;

/// Indexes, each with the factor for the scores of its documents. They stay where they are: what is
/// loaded into one, the group has too.
#[wasm_bindgen]
#[derive(Default)]
pub struct Group {
    members: Vec<(Held, f64)>,
}

#[wasm_bindgen]
impl Group {
    /// A group without indexes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Group::default()
    }

    /// Adds an index that is cut like the others.
    pub fn add(&mut self, index: &Index, weight: f64) -> Result<(), CodedError> {
        self.members.push((index.inner.clone(), weight));
        self.ask(|_| Ok(()))
    }
}

impl Group {
    fn ask<T>(
        &self,
        question: impl FnOnce(&kindex::Group<'_>) -> Result<T, Error>,
    ) -> Result<T, CodedError> {
        let held: Vec<_> =
            self.members.iter().map(|(index, weight)| (index.get(), *weight)).collect();
        let group = kindex::Group::new(held.iter().map(|(index, weight)| (&**index, *weight)))?;
        Ok(question(&group)?)
    }
}

#[wasm_bindgen]
impl Search {
    /// The best parents of all indexes: see [`Search::run`]. It is always given the same group.
    #[wasm_bindgen(js_name = runAll)]
    pub fn run_all(&mut self, group: &Group) -> Result<String, CodedError> {
        Ok(answer(group.ask(|indexes| self.inner.run_all(indexes))?))
    }
}
