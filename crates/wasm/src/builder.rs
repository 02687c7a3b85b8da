//! Makes indexes out of documents and files.

use crate::fault::Fault;
use crate::{answers, copied};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use js_sys::{Object, Uint8Array};
use kindex::{Config, Language, Levels};
use kindex_extract::{Extracted, Format, Options, ParseSiteError, WarningKind, extract};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

/// Takes documents one after another.
#[wasm_bindgen]
pub struct Builder {
    builder: kindex::Builder,
    files: Options,
}

#[wasm_bindgen]
impl Builder {
    /// A builder without documents.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Builder, Fault> {
        let (config, files) = builder_options(options)?;
        Ok(Builder { builder: kindex::Builder::new(config), files })
    }

    /// Adds the document that a JSON record describes: the same notation as a line of a JSON
    /// Lines file, so there is one reader for both.
    pub fn add(&mut self, record: &str) -> Result<(), Fault> {
        let format = Format::JsonLines;
        let Extracted { documents, warnings, .. } =
            self.extracted("", record.as_bytes(), format)?;
        if let Some(warning) = warnings.into_iter().next() {
            return Err(Fault::new("invalid_document", warning.message));
        }
        for document in documents {
            self.builder.add(document)?;
        }
        Ok(())
    }

    /// Adds what a file holds, read as its name says. Gives the number of documents added and what
    /// was wrong with the file.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&mut self, path: &str, bytes: &Uint8Array) -> Result<String, Fault> {
        let bytes = copied(bytes)?;
        let format = Format::detect(path, &bytes, &self.files).ok_or_else(|| unreadable(path))?;
        let Extracted { documents, warnings, .. } = self.extracted(path, &bytes, format)?;
        let skipped = |kind: WarningKind| kind == WarningKind::Skipped;
        let warnings = warnings.iter().filter(|warning| !skipped(warning.kind));
        let mut warnings: Vec<String> = warnings.map(ToString::to_string).collect();
        let before = self.builder.len();
        for document in documents {
            match self.builder.add(document) {
                // To fail would leave the records before it, which the corrected file has again.
                Err(error @ kindex::Error::Document { .. }) if format == Format::JsonLines => {
                    warnings.push(error.message());
                }
                added => added?,
            }
        }
        Ok(answers::added(self.builder.len() - before, &warnings))
    }

    /// Writes the index of everything added.
    pub fn finish(self) -> Result<Vec<u8>, Fault> {
        Ok(self.builder.finish()?)
    }

    fn extracted(&self, path: &str, bytes: &[u8], format: Format) -> Result<Extracted, Fault> {
        extract(path, bytes, format, &self.files).map_err(|error| {
            Fault::new("invalid_document", [path, ": ", &error.to_string()].concat())
        })
    }
}

fn unreadable(path: &str) -> Fault {
    if Format::of_path(path).is_some() {
        let message = [path, ": no export of conversations was recognised in it"].concat();
        return Fault::new("unknown_format", message);
    }
    let known: Vec<&str> = Format::extensions().collect();
    let message = [path, ": the name ends in none of .", &known.join(", .")].concat();
    Fault::new("unknown_format", message)
}

/// The options as JavaScript gives them.
#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BuilderOptions {
    levels: Vec<u32>,
    overlap: Overlap,
    unit: Option<String>,
    chunker: Option<String>,
    parents: Option<String>,
    section_depth: Option<u8>,
    language: String,
    base_url: Option<String>,
    site: Option<String>,
}

/// One for all levels, or one for each.
#[derive(Deserialize)]
#[serde(untagged, expecting = "accepted are a number and an array of numbers")]
enum Overlap {
    One(f64),
    Each(Vec<f64>),
}

impl Default for BuilderOptions {
    fn default() -> Self {
        BuilderOptions {
            levels: Levels::default().sizes().to_vec(),
            overlap: Overlap::One(0.0),
            unit: None,
            chunker: None,
            parents: None,
            section_depth: None,
            language: "en".into(),
            base_url: None,
            site: None,
        }
    }
}

fn builder_options(given: JsValue) -> Result<(Config, Options), Fault> {
    let given = if given.is_undefined() { Object::new().into() } else { given };
    let given = serde_wasm_bindgen::Deserializer::from(given);
    let given: BuilderOptions = serde_path_to_error::deserialize(given)
        .map_err(|error| Fault::new("invalid_option", error.to_string()))?;
    let levels = levels(&given)?;
    let language = Language::from_tag(&given.language)?;
    let lang = Some(given.language).filter(|tag| tag != "none");
    let mut files = Options { base_url: given.base_url, lang, ..Options::default() };
    if let Some(site) = given.site {
        files.site = site.parse().map_err(|error: ParseSiteError| {
            Fault::new("invalid_option", ["site: ", &error.to_string()].concat())
        })?;
    }
    Ok((Config { levels, language }, files))
}

fn levels(given: &BuilderOptions) -> Result<Levels, Fault> {
    let overlaps = match &given.overlap {
        Overlap::One(overlap) => core::slice::from_ref(overlap),
        Overlap::Each(overlaps) => overlaps,
    };
    let mut levels = Levels::new(&given.levels, overlaps)?;
    if let Some(unit) = &given.unit {
        levels = levels.with_unit(unit.parse()?);
    }
    if let Some(chunker) = &given.chunker {
        levels = levels.with_chunker(chunker.parse()?);
    }
    if let Some(parents) = &given.parents {
        levels = levels.with_parents(parents.parse()?);
    }
    if let Some(depth) = given.section_depth {
        levels = levels.with_depth(depth)?;
    }
    Ok(levels)
}
