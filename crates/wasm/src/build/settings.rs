//! The settings of a builder.

#[cfg(feature = "build")]
pub(crate) use super::all_files::Reading;
use super::given::read;
#[cfg(not(feature = "build"))]
pub(crate) use super::texts::Reading;
use crate::error::CodedError;
use alloc::string::String;
use alloc::vec::Vec;
use kindex::{Builder, Chunker, Chunking, Config, Language, Levels, Synonyms};
use kindex_extract::{Detect, Options};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

/// What the options of a builder make.
pub(crate) struct Settings {
    /// Without documents.
    pub builder: Builder,
    /// The options for all files, with nothing of the site that one belongs to.
    pub files: Options,
    pub reading: Reading,
    /// That of documents which name none; nothing where their words are not stemmed.
    pub lang: Option<String>,
    /// That of documents which name none.
    pub tenant: Option<String>,
}

impl Settings {
    pub(crate) fn of(given: &JsValue) -> Result<Settings, CodedError> {
        let options: BuilderOptions = read(given)?;
        let (conversations, chunker) = Detect::of_chunker(&options.chunker)?;
        let levels = levels(&options, chunker)?;
        let language = Language::from_tag(&options.language)?;
        let synonyms = Synonyms::parse(&options.synonyms)?;
        let mut files = Options { base_url: options.base_url, conversations, ..Options::default() };
        let mut config = Config { levels, language, synonyms, pins: Vec::new() };
        let reading = Reading::of_options(given, &mut files, &mut config)?;
        let builder = Builder::new(config);
        Ok(Settings {
            builder: if options.mergeable { builder.mergeable() } else { builder },
            files,
            reading,
            lang: tag(options.language),
            tenant: options.tenant,
        })
    }
}

/// The options that all builds have, as JavaScript gives them. Those for chunks are read as
/// the command reads its flags.
#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BuilderOptions {
    levels: Option<Vec<u32>>,
    overlap: Option<Overlap>,
    unit: String,
    chunker: String,
    parents: String,
    section_depth: u8,
    language: String,
    synonyms: String,
    base_url: Option<String>,
    tenant: Option<String>,
    mergeable: bool,
}

/// One for all levels, or one for each.
#[derive(Deserialize)]
#[serde(untagged)]
enum Overlap {
    One(f64),
    Each(Vec<f64>),
}

impl Overlap {
    fn as_slice(&self) -> &[f64] {
        match self {
            Overlap::One(overlap) => core::slice::from_ref(overlap),
            Overlap::Each(overlaps) => overlaps,
        }
    }
}

impl Default for BuilderOptions {
    fn default() -> Self {
        BuilderOptions {
            levels: None,
            overlap: None,
            unit: "characters".into(),
            chunker: "sections".into(),
            parents: "budget".into(),
            section_depth: Levels::default().depth(),
            language: "en".into(),
            synonyms: String::new(),
            base_url: None,
            tenant: None,
            mergeable: false,
        }
    }
}

/// The tag of a language, if it is one.
pub(crate) fn tag(language: String) -> Option<String> {
    Some(language).filter(|tag| tag != "none")
}

fn levels(given: &BuilderOptions, chunker: Chunker) -> Result<Levels, CodedError> {
    let asked = Chunking {
        sizes: given.levels.as_deref(),
        overlaps: given.overlap.as_ref().map(Overlap::as_slice),
        unit: given.unit.parse()?,
        chunker,
        parents: given.parents.parse()?,
        depth: given.section_depth,
    };
    Ok(asked.levels()?)
}
