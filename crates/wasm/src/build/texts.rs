//! Reads texts and records, and refuses other files.

use crate::error::CodedError;
use kindex::{Config, Language};
use kindex_extract::{Detect, Document, Extracted, FileContext, Format, Options, extract_text};
use wasm_bindgen::prelude::*;

/// Reads files, with what this build knows of them besides their [`Options`].
#[derive(Clone)]
pub(crate) struct Reading {
    /// Whether words have stems, which this build knows of English.
    stems: bool,
}

const TAKES_ALL: &str = "this takes kindex/build, which reads Markdown, web pages, conversations, \
    tables and programs too";

impl Reading {
    pub(crate) fn of_options(
        _: &JsValue,
        files: &mut Options,
        config: &mut Config,
    ) -> Result<Self, CodedError> {
        if files.conversations == Detect::Always {
            let message = ["chunker: ", TAKES_ALL].concat();
            return Err(CodedError::new("invalid_option", message));
        }
        Ok(Reading { stems: config.language.tag() != "none" })
    }

    pub(crate) fn options_of<'a>(&mut self, _: &str, files: &'a Options) -> &'a Options {
        files
    }

    pub(crate) fn extract(
        path: &str,
        bytes: &[u8],
        format: Format,
        context: &FileContext,
        options: &Options,
    ) -> Result<Extracted, CodedError> {
        match format {
            Format::Text | Format::JsonLines => extract_text(path, bytes, format, context, options)
                .map_err(CodedError::of_file(path)),
            _ => Err(CodedError::new("unknown_format", [path, ": ", TAKES_ALL].concat())),
        }
    }

    /// Checks the language that is given for a file.
    ///
    /// # Errors
    /// Where its words would be stemmed, and this build cannot.
    pub(crate) fn admit_lang(&self, tag: &str) -> Result<(), CodedError> {
        if self.stems {
            Language::from_tag(tag)?;
        }
        Ok(())
    }

    /// Checks the documents of a file before the first one is added.
    ///
    /// # Errors
    /// Where one is in a language that this build is without.
    pub(crate) fn admit(&self, documents: &[Document]) -> Result<(), CodedError> {
        for tag in documents.iter().filter_map(|document| document.lang.as_deref()) {
            if self.stems {
                Language::of_document(tag)?;
            }
        }
        Ok(())
    }

    pub(crate) fn classify(&self, _: &str, _: &mut Document) {}
}
