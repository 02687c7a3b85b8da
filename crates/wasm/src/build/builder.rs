//! Makes indexes out of documents and files.

use super::charset::copied_file;
use super::settings::{Reading, Settings, tag};
use crate::answers;
use crate::error::CodedError;
use alloc::string::{String, ToString};
use alloc::vec::{self, Vec};
use js_sys::{Array, Uint8Array};
use kindex::{Shard, Sharded};
use kindex_extract::{
    Document, Extracted, FileContext, Format, Options, Reason, WarningKind, extract_text,
};
use wasm_bindgen::prelude::*;

/// Takes documents one after another.
#[wasm_bindgen]
pub struct Builder(Settings);

#[wasm_bindgen]
impl Builder {
    /// A builder without documents. `options` is an object without values that are undefined.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Builder, CodedError> {
        Ok(Builder(Settings::of(&options)?))
    }

    /// Looks at a file of a site before any is added, as what is made of a page depends on others.
    #[cfg(feature = "build")]
    pub fn survey(&mut self, path: &str, bytes: &Uint8Array, site: &str) -> Result<(), CodedError> {
        self.0.reading.survey(path, &copied_file(path, bytes.unchecked_ref())?, site);
        Ok(())
    }

    /// Adds the document that a JSON record describes: the same notation as a line of a JSON
    /// Lines file, so there is one reader for both.
    pub fn add(&mut self, record: &str) -> Result<(), CodedError> {
        for document in documents_of(record, &self.0.files)? {
            self.add_classed("", document)?;
        }
        Ok(())
    }

    /// Adds what a file of a site holds, read as its name says, in the language `lang` where it
    /// names none, of the version `version` likewise, and shown by the page at the path `page`
    /// where it has none of its own. Gives the number of documents added, what was wrong with the
    /// file, and why it was left out.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(
        &mut self,
        path: &str,
        bytes: &Uint8Array,
        lang: Option<String>,
        version: Option<String>,
        page: Option<String>,
        site: &str,
    ) -> Result<String, CodedError> {
        let lang = match lang {
            Some(lang) => self.0.reading.admit_lang(&lang).map(|()| tag(lang))?,
            None => self.0.lang.clone(),
        };
        let context = FileContext { lang, version, page, ..FileContext::default() };
        self.read_file(path, bytes, &context, site)
    }

    /// The pages that pins name and nothing added is: queries and pages, in turn.
    #[cfg(feature = "build")]
    #[wasm_bindgen(js_name = unknownPins)]
    pub fn unknown_pins(&self) -> Vec<String> {
        let pages = self.0.builder.unknown_pins().into_iter();
        pages.flat_map(|(query, page)| [query, page]).map(ToString::to_string).collect()
    }

    /// A builder for each tenant, with its name before it, or this one where documents name none.
    #[wasm_bindgen(js_name = byTenant)]
    pub fn by_tenant(self) -> Array {
        let Settings { builder, files, reading, lang, tenant: _ } = self.0;
        let of_one = |(tenant, builder): (Option<String>, kindex::Builder)| {
            let (files, lang, reading) = (files.clone(), lang.clone(), reading.clone());
            let name = JsValue::from(tenant.clone());
            let one = Settings { builder, files, reading, lang, tenant };
            Array::of2(&name, &Builder(one).into())
        };
        builder.by_tenant().into_iter().map(of_one).collect()
    }

    /// Writes the index of everything added.
    pub fn finish(self) -> Result<Vec<u8>, CodedError> {
        Ok(self.0.builder.finish()?)
    }

    /// Writes the index of everything added as the files of a folder,
    /// with pairs of words or without.
    #[wasm_bindgen(js_name = finishFiles)]
    pub fn finish_files(self, layout: &str, pairs: bool) -> Result<Files, CodedError> {
        Files::of_index(self.0.builder.finish()?, layout, pairs)
    }
}

impl Builder {
    fn read_file(
        &mut self,
        path: &str,
        bytes: &Uint8Array,
        context: &FileContext,
        site: &str,
    ) -> Result<String, CodedError> {
        let bytes = copied_file(path, bytes.unchecked_ref())?;
        let options = self.0.reading.options_of(site, &self.0.files);
        let format = Format::detect(path, &bytes, options).ok_or_else(|| unreadable(path))?;
        let extracted = Reading::extract(path, &bytes, format, context, options)?;
        let outcome = extracted.outcome();
        let Extracted { documents, warnings, .. } = extracted;
        let left_out = warnings.iter().find_map(|warning| reason(warning.kind));
        let warnings = warnings.iter().filter(|warning| reason(warning.kind).is_none());
        let mut warnings: Vec<String> = warnings.map(ToString::to_string).collect();
        self.0.reading.admit(&documents)?;
        let before = self.0.builder.len();
        for document in documents {
            match self.add_classed(path, document) {
                // To fail would leave the records before it, which the corrected file has again.
                Err(error @ kindex::Error::Document { .. }) if has_many(format) => {
                    warnings.push(error.message());
                }
                added => added?,
            }
        }
        let documents = self.0.builder.len() - before;
        Ok(answers::added(documents, &outcome, &warnings, left_out.map(Reason::key)))
    }

    /// Adds a document from the file at a path, with its room.
    fn add_classed(&mut self, path: &str, mut document: Document) -> Result<(), kindex::Error> {
        document.tenant = document.tenant.or_else(|| self.0.tenant.clone());
        self.0.reading.classify(path, &mut document);
        self.0.builder.add(document)
    }
}

/// The document that a JSON record describes.
pub(crate) fn documents_of(record: &str, files: &Options) -> Result<Vec<Document>, CodedError> {
    let (format, context) = (Format::JsonLines, FileContext::default());
    let read = extract_text("", record.as_bytes(), format, &context, files);
    let Extracted { documents, warnings, .. } = read.map_err(CodedError::of_file(""))?;
    match warnings.into_iter().next() {
        Some(warning) => Err(CodedError::new("invalid_document", warning.message)),
        None => Ok(documents),
    }
}

/// The files of an index that are not handed over yet, by name, of which the head is the last.
#[wasm_bindgen]
pub struct Files(vec::IntoIter<(String, Vec<u8>)>);

#[wasm_bindgen]
impl Files {
    /// The name and a copy of the bytes of the next one, whose memory is given back.
    pub fn take(&mut self) -> Option<Array> {
        let (name, bytes) = self.0.next()?;
        Some(Array::of2(&name.into(), &Uint8Array::from(bytes.as_slice())))
    }
}

impl Files {
    /// Those of an index in a layout, with pairs of words or without.
    pub(crate) fn of_index(index: Vec<u8>, layout: &str, pairs: bool) -> Result<Files, CodedError> {
        let Sharded { head, shards } = Sharded::laid_out(index, layout.parse()?, pairs)?;
        let shards = shards.into_iter().map(|Shard { name, bytes }| (name + ".kds", bytes));
        let files: Vec<_> = shards.chain([("index.kdx".into(), head)]).collect();
        Ok(Files(files.into_iter()))
    }
}

/// Why a file was left out, if that is what a warning says.
fn reason(kind: WarningKind) -> Option<Reason> {
    match kind {
        WarningKind::Skipped(reason) => Some(reason),
        _ => None,
    }
}

/// Whether a file of a format holds any number of documents.
fn has_many(format: Format) -> bool {
    matches!(format, Format::JsonLines | Format::Conversation)
}

fn unreadable(path: &str) -> CodedError {
    if Format::of_path(path).is_some() {
        let message = [path, ": no export of conversations was recognised in it"].concat();
        return CodedError::new("unknown_format", message);
    }
    let known: Vec<&str> = Format::extensions().collect();
    let message = [path, ": the name ends in none of .", &known.join(", .")].concat();
    CodedError::new("unknown_format", message)
}
