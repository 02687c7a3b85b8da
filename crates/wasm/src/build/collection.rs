//! Indexes that are made of others by changes.

use super::builder::documents_of;
use crate::Index;
use crate::error::CodedError;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use kindex::{Collection, Documents};
use kindex_extract::Options;
use wasm_bindgen::prelude::*;

/// The documents of an index, and what keeps them and those of the indexes that were made of it.
#[derive(Clone)]
pub(crate) struct Version {
    collection: Rc<RefCell<Collection>>,
    documents: Documents,
}

#[wasm_bindgen]
impl Index {
    /// The index after a change: with the documents that JSON records describe, without those with
    /// these ids.
    pub fn with(&self, added: Vec<String>, removed: Vec<String>) -> Result<Index, CodedError> {
        let mut documents = Vec::new();
        for (at, record) in added.iter().enumerate() {
            let read = documents_of(record, &Options::default());
            documents.extend(read.map_err(|error| error.within(&format!("added[{at}]")))?);
        }
        let removed: Vec<&str> = removed.iter().map(String::as_str).collect();
        let Version { collection, documents: before } = self.version()?;
        // It stays taken where a change before stopped, as memory was full.
        let mut taken = collection.try_borrow_mut().map_err(|_| stopped())?;
        taken.go_back(&before)?;
        if let Some(version) = &mut *self.version.try_borrow_mut().map_err(|_| stopped())? {
            // They may have been read again just now.
            version.documents = taken.documents().clone();
        }
        let next = Index::open(taken.change(documents, &removed)?)?;
        let documents = taken.documents().clone();
        drop(taken);
        next.version.replace(Some(Version { collection, documents }));
        Ok(next)
    }

    /// A copy of the bytes of the index.
    pub fn bytes(&self) -> Vec<u8> {
        self.inner.get().bytes().to_vec()
    }
}

impl Index {
    /// The first change reads the documents of the index.
    fn version(&self) -> Result<Version, CodedError> {
        let mut version = self.version.try_borrow_mut().map_err(|_| stopped())?;
        if version.is_none() {
            let collection = Collection::of(&self.inner.get())?;
            let documents = collection.documents().clone();
            *version = Some(Version { collection: Rc::new(RefCell::new(collection)), documents });
        }
        version.clone().ok_or_else(stopped)
    }
}

fn stopped() -> CodedError {
    let message = "a change before stopped, as memory was full: open the bytes() of the index in a \
        new page or process";
    CodedError::new("out_of_memory", message.to_string())
}
