//! Reads files of all formats, and sites as a whole.

use super::given::read;
use crate::error::CodedError;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use kindex::{Config, Language};
use kindex_extract::{
    Document, Extracted, FileContext, Format, Options, Rooms, Selection, Survey, Topic, extract,
    pins,
};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

/// Reads files, with what this build knows of them besides their [`Options`].
#[derive(Clone)]
pub(crate) struct Reading {
    rooms: Option<Rooms>,
    /// By site, what was seen of its files before they are added.
    surveys: BTreeMap<String, Surveyed>,
    text_beside_pages: bool,
}

/// A site that was looked over, and the options for its files once one of them was added.
#[derive(Clone, Default)]
struct Surveyed {
    survey: Survey,
    options: Option<Options>,
}

/// The options that only this build has.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct FileOptions {
    site: Option<String>,
    /// In YAML.
    pins: String,
    rooms: Option<String>,
    topics: BTreeMap<String, Vec<String>>,
    memories: bool,
    text_beside_pages: bool,
    root_selectors: Vec<String>,
    exclude_selectors: Vec<String>,
}

impl Reading {
    /// Reads the options of a builder, and adds to those for its files and for its index.
    pub(crate) fn of_options(
        given: &JsValue,
        files: &mut Options,
        config: &mut Config,
    ) -> Result<Self, CodedError> {
        let given: FileOptions = read(given)?;
        if let Some(site) = given.site {
            files.site = site.parse().map_err(CodedError::of_option("site"))?;
        }
        config.pins = pins(&given.pins).map_err(CodedError::of_option("pins"))?;
        let topics = given.topics.into_iter().map(|(name, words)| Topic::new(name, words));
        files.topics = topics.collect();
        files.memories = given.memories;
        files.selection = selection(given.root_selectors, given.exclude_selectors)?;
        let rooms = given.rooms.as_deref().map(Rooms::parse).transpose();
        Ok(Reading {
            rooms: rooms.map_err(CodedError::of_option("rooms"))?,
            surveys: BTreeMap::new(),
            text_beside_pages: given.text_beside_pages,
        })
    }

    /// Looks at a file of a site before any is added.
    pub(crate) fn survey(&mut self, path: &str, bytes: &[u8], site: &str) {
        let surveyed = self.surveys.entry(site.to_string()).or_default();
        surveyed.survey.add(path, bytes);
        surveyed.options = None;
    }

    /// The options for the files of a site, with what its pages have in common as far as they were
    /// surveyed.
    pub(crate) fn options_of<'a>(&'a mut self, site: &str, files: &'a Options) -> &'a Options {
        let Some(surveyed) = self.surveys.get_mut(site) else {
            return files;
        };
        surveyed.options.get_or_insert_with(|| {
            let habits = surveyed.survey.habits();
            let all = self.text_beside_pages;
            let habits = if all { habits.with_text_beside_pages() } else { habits };
            Options { habits, ..files.clone() }
        })
    }

    pub(crate) fn extract(
        path: &str,
        bytes: &[u8],
        format: Format,
        context: &FileContext,
        options: &Options,
    ) -> Result<Extracted, CodedError> {
        extract(path, bytes, format, context, options).map_err(CodedError::of_file(path))
    }

    /// Checks the language that is given for a file.
    ///
    /// # Errors
    /// Where it is none.
    pub(crate) fn admit_lang(&self, tag: &str) -> Result<(), CodedError> {
        Ok(Language::from_tag(tag).map(drop)?)
    }

    /// Takes documents in all languages.
    pub(crate) fn admit(&self, _: &[Document]) -> Result<(), CodedError> {
        Ok(())
    }

    /// Sorts a document from the file at a path into a room.
    pub(crate) fn classify(&self, path: &str, document: &mut Document) {
        if let Some(rooms) = &self.rooms {
            rooms.classify_from(path, document);
        }
    }
}

fn selection(roots: Vec<String>, excluded: Vec<String>) -> Result<Selection, CodedError> {
    Selection::new(roots.clone(), excluded).map_err(|error| {
        let is_root = roots.contains(&error.selector);
        CodedError::of_option(if is_root { "rootSelectors" } else { "excludeSelectors" })(error)
    })
}
