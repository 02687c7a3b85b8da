//! Makes indexes out of documents and files.

use super::charset::copied_file;
use crate::answers;
use crate::error::CodedError;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::{self, Vec};
use js_sys::{Array, Uint8Array};
use kindex::{Chunker, Chunking, Config, Language, Levels, Pin, Shard, Sharded, Synonyms};
use kindex_extract::{
    Detect, Document, Extracted, FileContext, Format, Options, ParseSiteError, Reason, Rooms,
    Selection, Survey, Topic, WarningKind, extract,
};
use serde::Deserialize;
use serde_path_to_error::Path;
use wasm_bindgen::prelude::*;

/// Takes documents one after another.
#[wasm_bindgen]
pub struct Builder {
    builder: kindex::Builder,
    /// The options for all files, with nothing of the site that one belongs to.
    files: Options,
    /// That of documents which name none; nothing where their words are not stemmed.
    lang: Option<String>,
    rooms: Option<Rooms>,
    /// That of documents which name none.
    tenant: Option<String>,
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

#[wasm_bindgen]
impl Builder {
    /// A builder without documents. `options` is an object without values that are undefined.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Builder, CodedError> {
        builder_options(options)
    }

    /// Looks at a file of a site before any is added, as what is made of a page depends on others.
    pub fn survey(&mut self, path: &str, bytes: &Uint8Array, site: &str) -> Result<(), CodedError> {
        let bytes = copied_file(path, bytes.unchecked_ref())?;
        let surveyed = self.surveys.entry(site.to_string()).or_default();
        surveyed.survey.add(path, &bytes);
        surveyed.options = None;
        Ok(())
    }

    /// Adds the document that a JSON record describes: the same notation as a line of a JSON
    /// Lines file, so there is one reader for both.
    pub fn add(&mut self, record: &str) -> Result<(), CodedError> {
        for document in documents_of(record, &self.files)? {
            self.add_classed("", document)?;
        }
        Ok(())
    }

    /// Adds what a file of a site holds, read as its name says, in the language `lang` where it
    /// names none, of the version `version` likewise, and shown by the page at the path `page` where it
    /// has none of its own. Gives the
    /// number of documents added, what was wrong with the file, and why it was left out.
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
            Some(lang) => Language::from_tag(&lang).map(|_| tag(lang))?,
            None => self.lang.clone(),
        };
        let context = FileContext { lang, version, page, ..FileContext::default() };
        self.read_file(path, bytes, &context, site)
    }

    /// The pages that pins name and nothing added is: queries and pages, in turn.
    #[wasm_bindgen(js_name = unknownPins)]
    pub fn unknown_pins(&self) -> Vec<String> {
        let pages = self.builder.unknown_pins().into_iter();
        pages.flat_map(|(query, page)| [query, page]).map(ToString::to_string).collect()
    }

    /// A builder for each tenant, with its name before it, or this one where documents name none.
    #[wasm_bindgen(js_name = byTenant)]
    pub fn by_tenant(self) -> Array {
        let Builder { builder, files, lang, rooms, tenant: _, surveys, text_beside_pages } = self;
        let of_one = |(tenant, builder): (Option<String>, kindex::Builder)| {
            let (files, lang, rooms) = (files.clone(), lang.clone(), rooms.clone());
            let (name, surveys) = (JsValue::from(tenant.clone()), surveys.clone());
            let one = Builder { builder, files, lang, rooms, tenant, surveys, text_beside_pages };
            Array::of2(&name, &one.into())
        };
        builder.by_tenant().into_iter().map(of_one).collect()
    }

    /// Writes the index of everything added.
    pub fn finish(self) -> Result<Vec<u8>, CodedError> {
        Ok(self.builder.finish()?)
    }

    /// Writes the index of everything added as the files of a folder, with pairs of words or without.
    #[wasm_bindgen(js_name = finishFiles)]
    pub fn finish_files(self, layout: &str, pairs: bool) -> Result<Files, CodedError> {
        Files::of_index(self.builder.finish()?, layout, pairs)
    }
}

impl Builder {
    /// The options for the files of a site, with what its pages have in common as far as they were
    /// surveyed.
    fn options_of(&mut self, site: &str) -> &Options {
        let Some(surveyed) = self.surveys.get_mut(site) else {
            return &self.files;
        };
        surveyed.options.get_or_insert_with(|| {
            let habits = surveyed.survey.habits();
            let all = self.text_beside_pages;
            let habits = if all { habits.with_text_beside_pages() } else { habits };
            Options { habits, ..self.files.clone() }
        })
    }

    fn read_file(
        &mut self,
        path: &str,
        bytes: &Uint8Array,
        context: &FileContext,
        site: &str,
    ) -> Result<String, CodedError> {
        let bytes = copied_file(path, bytes.unchecked_ref())?;
        let options = self.options_of(site);
        let format = Format::detect(path, &bytes, options).ok_or_else(|| unreadable(path))?;
        let extracted = extracted(path, &bytes, format, context, options)?;
        let outcome = extracted.outcome();
        let Extracted { documents, warnings, .. } = extracted;
        let left_out = warnings.iter().find_map(|warning| reason(warning.kind));
        let warnings = warnings.iter().filter(|warning| reason(warning.kind).is_none());
        let mut warnings: Vec<String> = warnings.map(ToString::to_string).collect();
        let before = self.builder.len();
        for document in documents {
            match self.add_classed(path, document) {
                // To fail would leave the records before it, which the corrected file has again.
                Err(error @ kindex::Error::Document { .. }) if has_many(format) => {
                    warnings.push(error.message());
                }
                added => added?,
            }
        }
        let documents = self.builder.len() - before;
        Ok(answers::added(documents, &outcome, &warnings, left_out.map(Reason::key)))
    }

    /// Adds a document from the file at a path, with its room.
    fn add_classed(&mut self, path: &str, mut document: Document) -> Result<(), kindex::Error> {
        document.tenant = document.tenant.or_else(|| self.tenant.clone());
        if let Some(rooms) = &self.rooms {
            rooms.classify_from(path, &mut document);
        }
        self.builder.add(document)
    }
}

/// The document that a JSON record describes.
pub(crate) fn documents_of(record: &str, files: &Options) -> Result<Vec<Document>, CodedError> {
    let (format, context) = (Format::JsonLines, FileContext::default());
    let Extracted { documents, warnings, .. } =
        extracted("", record.as_bytes(), format, &context, files)?;
    match warnings.into_iter().next() {
        Some(warning) => Err(CodedError::new("invalid_document", warning.message)),
        None => Ok(documents),
    }
}

fn extracted(
    path: &str,
    bytes: &[u8],
    format: Format,
    context: &FileContext,
    options: &Options,
) -> Result<Extracted, CodedError> {
    extract(path, bytes, format, context, options).map_err(|error| {
        CodedError::new("invalid_document", [path, ": ", &error.to_string()].concat())
    })
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
pub(crate) fn has_many(format: Format) -> bool {
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

/// The options as JavaScript gives them. Those for chunks are read as the command reads its flags.
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
    /// In YAML.
    pins: String,
    base_url: Option<String>,
    site: Option<String>,
    rooms: Option<String>,
    tenant: Option<String>,
    topics: BTreeMap<String, Vec<String>>,
    memories: bool,
    text_beside_pages: bool,
    mergeable: bool,
    root_selectors: Vec<String>,
    exclude_selectors: Vec<String>,
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
            pins: String::new(),
            base_url: None,
            site: None,
            rooms: None,
            tenant: None,
            topics: BTreeMap::new(),
            memories: false,
            text_beside_pages: false,
            mergeable: false,
            root_selectors: Vec::new(),
            exclude_selectors: Vec::new(),
        }
    }
}

fn builder_options(given: JsValue) -> Result<Builder, CodedError> {
    let given = serde_wasm_bindgen::Deserializer::from(given);
    let given: BuilderOptions =
        serde_path_to_error::deserialize(given).map_err(|error| wrong_type(error.path()))?;
    let (conversations, chunker) = Detect::of_chunker(&given.chunker)?;
    let levels = levels(&given, chunker)?;
    let rooms = given.rooms.as_deref().map(rooms).transpose()?;
    let language = Language::from_tag(&given.language)?;
    let synonyms = Synonyms::parse(&given.synonyms)?;
    let pins = pins(&given.pins)?;
    let lang = tag(given.language);
    let topics = given.topics.into_iter().map(|(name, words)| Topic::new(name, words));
    let mut files = Options {
        base_url: given.base_url,
        conversations,
        topics: topics.collect(),
        memories: given.memories,
        selection: selection(given.root_selectors, given.exclude_selectors)?,
        ..Options::default()
    };
    if let Some(site) = given.site {
        files.site = site.parse().map_err(|error: ParseSiteError| {
            CodedError::new("invalid_option", ["site: ", &error.to_string()].concat())
        })?;
    }
    let builder = kindex::Builder::new(Config { levels, language, synonyms, pins });
    Ok(Builder {
        builder: if given.mergeable { builder.mergeable() } else { builder },
        files,
        lang,
        rooms,
        tenant: given.tenant,
        surveys: BTreeMap::new(),
        text_beside_pages: given.text_beside_pages,
    })
}

fn selection(roots: Vec<String>, excluded: Vec<String>) -> Result<Selection, CodedError> {
    Selection::new(roots.clone(), excluded).map_err(|error| {
        let is_root = roots.contains(&error.selector);
        let option = if is_root { "rootSelectors: " } else { "excludeSelectors: " };
        CodedError::new("invalid_option", [option, &error.to_string()].concat())
    })
}

/// The tag of a language, if it is one.
fn tag(language: String) -> Option<String> {
    Some(language).filter(|tag| tag != "none")
}

/// Says what is accepted: what the deserializer says is about types of Rust.
fn wrong_type(path: &Path) -> CodedError {
    let path = path.to_string();
    let accepted = match path.split('[').next() {
        Some("levels") => "are arrays of whole numbers",
        Some("overlap") => "are numbers and arrays of numbers",
        Some(topics) if topics.starts_with("topics") => "are objects of arrays of strings",
        Some("rootSelectors" | "excludeSelectors") => "are arrays of strings",
        Some("memories" | "textBesidePages" | "mergeable") => "are true and false",
        Some("sectionDepth") => "are heading levels from 1 to 6",
        _ => "is a string",
    };
    CodedError::new("invalid_option", [&path, ": accepted ", accepted].concat())
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

fn rooms(source: &str) -> Result<Rooms, CodedError> {
    Rooms::parse(source).map_err(|error| {
        CodedError::new("invalid_option", ["rooms: ", &error.to_string()].concat())
    })
}

fn pins(source: &str) -> Result<Vec<Pin>, CodedError> {
    kindex_extract::pins(source)
        .map_err(|error| CodedError::new("invalid_option", ["pins: ", &error.to_string()].concat()))
}
