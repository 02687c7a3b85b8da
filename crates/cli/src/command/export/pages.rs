//! Reads an index page by page.

use crate::failure::Failure;
use crate::index_file;
use crate::terminal::progress::Progress;
use kindex::{ChunkView, DocumentView, Error, Index, MetaValue};
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::Path;

/// An index to export.
pub struct Pages<'a> {
    /// Its address.
    pub path: &'a Path,
    pub index: &'a Index,
    /// Whether nothing is to be seen.
    pub quiet: bool,
}

/// A page with all that is exported of it.
pub struct Page {
    pub document: DocumentView,
    /// Its scores are multiplied by this.
    pub boost: f64,
    /// In the order of the text.
    pub families: Vec<Family>,
}

/// A parent and its children.
pub struct Family {
    pub parent: ChunkView,
    pub children: Vec<ChunkView>,
}

impl Pages<'_> {
    /// Calls `visit` with each page, in the order of the index. Holds one page at a time.
    ///
    /// # Errors
    /// Where the index turns out to be damaged, and what `visit` gives.
    pub fn each(&self, mut visit: impl FnMut(&Page) -> Result<(), Failure>) -> Result<(), Failure> {
        let fail = |error: Error| self.failure(&error);
        let ids = self.index.documents().map_err(fail)?;
        let boosts = self.index.boosts().map_err(fail)?;
        let progress = Progress::new(ids.len(), "documents", self.quiet);
        for (id, boost) in ids.iter().zip(boosts) {
            visit(&self.page(id, boost).map_err(fail)?)?;
            progress.step();
        }
        Ok(())
    }

    /// A failure of the library over the index.
    pub fn failure(&self, error: &Error) -> Failure {
        index_file::failure(self.path, error)
    }

    fn page(&self, id: &str, boost: f64) -> Result<Page, Error> {
        let document = self.index.document(id)?;
        let mut families = Vec::new();
        // Above the only level are the documents.
        for parent in self.index.chunks(id, 1)? {
            let children = self.index.children(&parent.id)?;
            families.push(Family { parent, children });
        }
        Ok(Page { document, boost, families })
    }
}

/// The fields that every chunk has of its page.
#[derive(Serialize)]
pub struct PageFields<'a> {
    document: &'a str,
    url: &'a str,
    title: &'a str,
    lang: &'a str,
    /// The values to which a search can be narrowed, as `--filter` takes them: `KEY=VALUE`.
    filters: Vec<String>,
    /// As hits carry it.
    meta: Map<String, Value>,
}

/// A value with its type; a text where it has none.
fn typed(value: &MetaValue) -> Value {
    let json = value.is_json().then(|| serde_json::from_str(value).ok()).flatten();
    json.unwrap_or_else(|| value.as_str().into())
}

impl Page {
    /// The fields that its chunks have of it.
    pub fn fields(&self) -> PageFields<'_> {
        let DocumentView { id: document, url, title, lang, meta, .. } = &self.document;
        let meta = meta.iter().map(|(key, value)| (key.clone(), typed(value)));
        PageFields { document, url, title, lang, filters: self.filters(), meta: meta.collect() }
    }

    /// A key that has values for filters has only those, as in searches.
    fn filters(&self) -> Vec<String> {
        let DocumentView { filters, meta, lang, .. } = &self.document;
        let pair = |(key, value): (&str, &str)| format!("{key}={value}");
        let several = filters.iter().flat_map(|(key, values)| {
            values.iter().map(move |value| pair((key.as_str(), value.as_str())))
        });
        let single = meta.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let lang = (!lang.is_empty()).then_some(("lang", lang.as_str()));
        let is_filter = |key: &str| filters.iter().any(|(known, _)| known == key);
        several.chain(single.chain(lang).filter(|(key, _)| !is_filter(key)).map(pair)).collect()
    }
}
