//! Documents by their addresses, and lists of them.

use crate::error::Error;
use crate::format::listing::ListingEntry;
use crate::index::Index;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The id, address and title of a document.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Page {
    /// The document's id.
    pub id: String,
    /// Its address; may be empty.
    pub url: String,
    /// Its title; may be empty.
    pub title: String,
}

/// A part of a list of documents.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pages {
    /// The number of documents in the whole list.
    pub total: usize,
    /// The documents that were asked for, in their order in the index.
    pub pages: Vec<Page>,
}

impl Page {
    fn new([id, url, title]: ListingEntry<'_>) -> Self {
        Page { id: id.to_owned(), url: url.to_owned(), title: title.to_owned() }
    }
}

/// All of these are linear in the number of documents.
///
/// # Errors
/// [`Error::Corrupt`] where the index turns out to be damaged.
impl<B: AsRef<[u8]>> Index<B> {
    /// The ids of all documents, in their order.
    pub fn documents(&self) -> Result<Vec<String>, Error> {
        let mut ids = Vec::new();
        self.reader()?.documents.each_entry(|_, [id, ..]| {
            ids.push(id.to_owned());
            false
        })?;
        Ok(ids)
    }

    /// The documents whose addresses begin with `prefix`. Gives at most `count` of these, from
    /// position `from` on.
    pub fn pages(&self, prefix: &str, from: usize, count: usize) -> Result<Pages, Error> {
        let mut found = Pages::default();
        self.reader()?.documents.each_entry(|_, entry| {
            let [_, url, _] = entry;
            if url.starts_with(prefix) {
                if found.total >= from && found.pages.len() < count {
                    found.pages.push(Page::new(entry));
                }
                found.total += 1;
            }
            false
        })?;
        Ok(found)
    }

    /// The first document with an address.
    pub fn page(&self, url: &str) -> Result<Option<Page>, Error> {
        let mut found = None;
        self.reader()?.documents.each_entry(|_, entry| {
            let [_, at, _] = entry;
            found = (at == url).then(|| Page::new(entry));
            found.is_some()
        })?;
        Ok(found)
    }
}
