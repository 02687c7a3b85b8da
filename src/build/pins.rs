//! The pages that a site shows first for a query.

use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::key::squeezed;
use crate::document::Document;
use crate::error::{Error, decimal};
use crate::format::pins::{self, MAX_PINNED_PAGES};
use crate::format::sources::GivenPin;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A site's own answer for a query: pages that are shown first for it, in this order, and marked
/// ([`crate::Hit::pinned`]), also where no word of the query is in them.
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, Pin, SearchOptions};
///
/// let pins = vec![Pin::new("get going", true, ["install.md"])?];
/// let mut builder = Builder::new(Config { pins, ..Config::default() });
/// let text = "Download it.\n".into();
/// builder.add(Document { id: "install.md".into(), text, ..Document::default() })?;
/// assert!(builder.unknown_pins().is_empty());
/// let index = Index::open(builder.finish()?)?;
/// assert!(index.search("get g", &SearchOptions::default())?.hits[0].pinned);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    query: String,
    /// The query as the index has it, whichever way it is written.
    key: String,
    prefix: bool,
    pages: Vec<String>,
}

impl Pin {
    /// A pin. Queries are compared as names are: capitals, blanks and most signs do not count. With
    /// `prefix`, a beginning of the query of three characters or more is enough, for results as one
    /// types. Pages are named by id or address.
    ///
    /// # Errors
    /// [`Error::Config`] where the query has neither a letter nor a digit, or where
    /// there is no page or more than 32.
    pub fn new(
        query: impl Into<String>,
        prefix: bool,
        pages: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Self, Error> {
        let query = query.into();
        let pages: Vec<String> = pages.into_iter().map(Into::into).collect();
        let key = squeezed(&query, &UnicodeChars::default());
        let fail = |what: &str| Err(Error::config("pins", format!("the query {query:?} {what}")));
        if key.is_empty() {
            return fail("has neither a letter nor a digit");
        }
        if pages.is_empty() {
            return fail("has no pages; name one at least");
        }
        if pages.len() > MAX_PINNED_PAGES {
            return fail(&["has more than ", &decimal(MAX_PINNED_PAGES as u64), " pages"].concat());
        }
        Ok(Pin { query, key, prefix, pages })
    }

    /// One that an index keeps.
    pub(super) fn of_given(pin: &GivenPin<'_>) -> Result<Self, Error> {
        Pin::new(pin.query, pin.prefix, pin.pages.iter().copied())
    }

    /// The same for an index to keep.
    pub(super) fn given(&self) -> GivenPin<'_> {
        let pages = self.pages.iter().map(String::as_str).collect();
        GivenPin { query: &self.query, prefix: self.prefix, pages }
    }

    /// The query as it was written, with each page.
    pub(super) fn pages(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pages.iter().map(|page| (self.query.as_str(), page.as_str()))
    }
}

/// The documents of an index that pins name.
#[derive(Default)]
pub(super) struct PinnedPages {
    /// By the name that a pin has for it, the number of a document, and whether that is its id.
    numbers: BTreeMap<String, (u32, bool)>,
}

impl PinnedPages {
    /// Notes a document that a pin names.
    pub fn add(&mut self, pins: &[Pin], document: &Document, number: u32) {
        for page in pins.iter().flat_map(|pin| &pin.pages) {
            let is_id = *page == document.id;
            let known = self.numbers.get(page).is_some_and(|(_, of_id)| *of_id || !is_id);
            if !known && (is_id || is_address(page, &document.url)) {
                self.numbers.insert(page.clone(), (number, is_id));
            }
        }
    }

    pub fn has(&self, page: &str) -> bool {
        self.numbers.contains_key(page)
    }

    /// The section; empty where no page is there. A query may have letters that no text has, so
    /// `letters` sees those that pins have.
    pub fn write(&self, pins: &[Pin], letters: &mut UnicodeChars) -> Vec<u8> {
        let mut out = Vec::new();
        for pin in pins {
            let mut numbers: Vec<u32> = Vec::new();
            for (number, _) in pin.pages.iter().filter_map(|page| self.numbers.get(page)) {
                if !numbers.contains(number) {
                    numbers.push(*number);
                }
            }
            if !numbers.is_empty() {
                letters.see(&pin.key);
                pins::write(&mut out, &pin.key, pin.prefix, &numbers);
            }
        }
        out
    }
}

/// Whether a page is the one with this address, with or without a slash before it.
fn is_address(page: &str, url: &str) -> bool {
    !url.is_empty() && page.trim_start_matches('/') == url.trim_start_matches('/')
}
