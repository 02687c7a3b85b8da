//! Reads texts and records, and refuses other files.

use crate::error::CodedError;
use kindex::Config;
use kindex_extract::{Detect, Document, Extracted, FileContext, Format, Options, extract_text};
use wasm_bindgen::prelude::*;

/// What is known of files besides their [`Options`]: nothing.
#[derive(Clone)]
pub(crate) struct Reading;

const TAKES_ALL: &str = "this takes kindex/build, which reads Markdown, web pages, conversations, \
    tables and programs too";

impl Reading {
    pub(crate) fn of_options(
        _: &JsValue,
        files: &mut Options,
        _: &mut Config,
    ) -> Result<Self, CodedError> {
        if files.conversations == Detect::Always {
            let message = ["chunker: ", TAKES_ALL].concat();
            return Err(CodedError::new("invalid_option", message));
        }
        Ok(Reading)
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

    pub(crate) fn classify(&self, _: &str, _: &mut Document) {}
}
