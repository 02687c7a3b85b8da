//! Makes indexes.

use crate::errors::{Answer, Fault};
use crate::index::{Bytes, Index};
use crate::results::{Object, object};
use crate::vectors::{self, Coming, Kept};
use kindex::{Chunking, Config, Language, Levels, Synonyms};
use kindex_cli::library::{self, Taken};
use kindex_extract::{
    Detect, Document, Extracted, FileContext, Format, Options, extract, extract_text,
};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyMapping, PyString};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Mutex;

/// Takes documents one after another.
#[pyclass(frozen, module = "kindex_docs")]
pub struct Builder {
    /// None once it has finished.
    inner: Mutex<Option<kindex::Builder>>,
    language: String,
    conversations: Detect,
    embed: Option<Py<PyAny>>,
    embedder: String,
    kept: Kept,
}

/// One for all levels, or one for each.
#[derive(FromPyObject)]
enum Overlap {
    One(f64),
    Each(Vec<f64>),
}

impl Overlap {
    fn as_slice(&self) -> &[f64] {
        match self {
            Overlap::One(overlap) => std::slice::from_ref(overlap),
            Overlap::Each(overlaps) => overlaps,
        }
    }
}

#[pymethods]
impl Builder {
    #[new]
    #[pyo3(signature = (
        *, levels = None, overlap = None, unit = None, chunker = None, parents = None,
        section_depth = None, language = None, synonyms = None, pins = None, mergeable = false,
        embed = None, embedder = None, vectors = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        levels: Option<Vec<u32>>,
        overlap: Option<Overlap>,
        unit: Option<&str>,
        chunker: Option<&str>,
        parents: Option<&str>,
        section_depth: Option<u8>,
        language: Option<String>,
        synonyms: Option<&str>,
        pins: Option<&Bound<'_, PyAny>>,
        mergeable: bool,
        embed: Option<Py<PyAny>>,
        embedder: Option<String>,
        vectors: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let usual = Levels::default();
        let chunker = chunker.map(Detect::of_chunker).transpose().map_err(Fault::from)?;
        let (conversations, chunker) = chunker.unwrap_or((Detect::Auto, usual.chunker()));
        let asked = Chunking {
            sizes: levels.as_deref(),
            overlaps: overlap.as_ref().map(Overlap::as_slice),
            unit: unit.map_or(Ok(usual.unit()), str::parse).map_err(Fault::from)?,
            chunker,
            parents: parents.map_or(Ok(usual.parents()), str::parse).map_err(Fault::from)?,
            depth: section_depth.unwrap_or(usual.depth()),
        };
        let language = language.unwrap_or_else(|| "en".to_owned());
        let config = Config {
            levels: asked.levels().map_err(Fault::from)?,
            language: Language::from_tag(&language).map_err(Fault::from)?,
            synonyms: Synonyms::parse(synonyms.unwrap_or_default()).map_err(Fault::from)?,
            pins: pins.map(read_pins).transpose()?.unwrap_or_default(),
        };
        let kept = Kept::of(vectors)?;
        if embed.is_some() != embedder.is_some() {
            let message = "give the name of the model in embedder, and the function in embed";
            return Err(Fault::option("embed", message).into());
        }
        let builder = kindex::Builder::new(config);
        let builder = if mergeable { builder.mergeable() } else { builder };
        let (inner, embedder) = (Mutex::new(Some(builder)), embedder.unwrap_or_default());
        Ok(Builder { inner, language, conversations, embed, embedder, kept })
    }

    /// Adds a text, or the document that a dict describes.
    #[pyo3(signature = (document, /))]
    fn add(&self, document: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = document.py();
        if let Ok(text) = document.cast::<PyString>() {
            let text = text.to_string_lossy().into_owned();
            self.with(py, |builder| {
                let id = builder.len().to_string();
                Ok(builder.add(Document { id, text, ..Document::default() })?)
            })?;
            return Ok(());
        }
        let record = record(document)?;
        let documents = documents_of(&record)?;
        self.with(py, |builder| documents.into_iter().try_for_each(|one| Ok(builder.add(one)?)))?;
        Ok(())
    }

    /// Adds the documents of a file that is in memory, read as its name says.
    #[pyo3(signature = (path, content, /, *, site = None, base_url = None, lang = None, version = None))]
    fn add_content<'py>(
        &self,
        path: &str,
        content: &Bound<'py, PyAny>,
        site: Option<&str>,
        base_url: Option<String>,
        lang: Option<String>,
        version: Option<String>,
    ) -> Object<'py> {
        let py = content.py();
        let bytes = match content.cast::<PyString>() {
            Ok(text) => text.to_string_lossy().into_owned().into_bytes(),
            Err(_) => {
                PyBuffer::<u8>::get(content).and_then(|buffer| buffer.to_vec(py)).map_err(|_| {
                    Fault::new("invalid_argument", "content: accepted are str and bytes")
                })?
            }
        };
        let site = site.map(str::parse).transpose();
        let site = site.map_err(|error: kindex_extract::ParseSiteError| {
            Fault::option("site", &error.to_string())
        })?;
        let conversations = self.conversations;
        let options = Options { base_url, conversations, ..Options::default() };
        let options = Options { site: site.unwrap_or(options.site), ..options };
        let usual = Some(self.language.clone()).filter(|tag| tag != "none");
        let context = FileContext { lang: lang.or(usual), version, ..FileContext::default() };
        let taken =
            self.with(py, |builder| add_content(builder, path, &bytes, &context, &options))?;
        added(py, taken)
    }

    /// Adds the documents of files and folders, as `kindex build` does.
    #[pyo3(signature = (*paths, **options))]
    fn add_files<'py>(
        &self,
        py: Python<'py>,
        paths: Vec<PathBuf>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> Object<'py> {
        let mut flags = Vec::new();
        for (name, value) in options.into_iter().flatten() {
            push_flags(&mut flags, &name.to_string(), &value)?;
        }
        flags.push(format!("--language={}", self.language).into());
        if self.conversations == Detect::Always {
            flags.push("--chunker=conversations".into());
        }
        flags.push("--".into());
        flags.extend(paths.into_iter().map(OsString::from));
        let taken = self.with(py, |builder| Ok(library::add_files(builder, flags)?))?;
        added(py, taken)
    }

    /// The index of everything added.
    fn finish(&self, py: Python<'_>) -> PyResult<Index> {
        let made = py.detach(|| -> Answer<Vec<u8>> {
            let mut inner = self.inner.lock().map_err(|_| stopped())?;
            Ok(inner.take().ok_or_else(finished)?.finish()?)
        })?;
        let embed = self.embed.as_ref().map(|embed| embed.clone_ref(py));
        let index = Index::of(Bytes::Own(made), embed)?;
        match &self.embed {
            Some(embed) => self.embedded(&index, embed.bind(py)),
            None => Ok(index),
        }
    }

    fn __len__(&self, py: Python<'_>) -> Answer<usize> {
        self.with(py, |builder| Ok(builder.len()))
    }
}

impl Builder {
    /// Works with what was added so far. Other threads of Python go on meanwhile.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut kindex::Builder) -> Answer<T> + Send,
    ) -> Answer<T> {
        py.detach(|| {
            let mut inner = self.inner.lock().map_err(|_| stopped())?;
            work(inner.as_mut().ok_or_else(finished)?)
        })
    }

    /// The index with the vectors that the embedder gives the texts of its children.
    fn embedded(&self, index: &Index, embed: &Bound<'_, PyAny>) -> PyResult<Index> {
        let py = embed.py();
        let mut texts = py.detach(|| index.texts(0)).map_err(Fault::from)?;
        // A chunk without text is found by nothing.
        texts.retain(|text| !text.to_embed().is_empty());
        let mut coming = Coming::new(self.embedder.clone());
        for batch in texts.chunks(self.kept.batch) {
            let asked: Vec<String> = batch.iter().map(kindex::ChunkText::to_embed).collect();
            vectors::embedded(embed, &asked, |at, row| match batch.get(at) {
                Some(text) => coming.add(&text.id, row),
                None => Ok(()),
            })?;
        }
        Ok(index.with(py, coming, &self.kept)?)
    }
}

fn finished() -> Fault {
    Fault::new("finished", "the builder has finished; make another one")
}

fn stopped() -> Fault {
    Fault::new("finished", "the builder stopped midway; make another one")
}

/// A dict as JSON: one reader reads the records of files and these.
fn record(document: &Bound<'_, PyAny>) -> PyResult<String> {
    if document.cast::<PyMapping>().is_err() {
        let message = "document: accepted are str and dict; add_files takes paths";
        return Err(Fault::new("invalid_argument", message).into());
    }
    as_json(document).map_err(|error| {
        let message = format!("document: {}", error.value(document.py()));
        Fault::new("invalid_document", message).into()
    })
}

fn as_json(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = value.py();
    let settings = PyDict::new(py);
    settings.set_item("allow_nan", false)?;
    let plain = match value.cast::<PyMapping>() {
        Ok(mapping) => py.get_type::<PyDict>().call1((mapping,))?,
        Err(_) => value.clone(),
    };
    py.import("json")?.call_method("dumps", (plain,), Some(&settings))?.extract()
}

fn documents_of(record: &str) -> Answer<Vec<Document>> {
    let (context, options) = (FileContext::default(), Options::default());
    let read = extract_text("", record.as_bytes(), Format::JsonLines, &context, &options);
    let invalid = |message: String| Fault::new("invalid_document", message);
    let Extracted { documents, warnings, .. } = read.map_err(|error| invalid(error.to_string()))?;
    match warnings.into_iter().next() {
        Some(warning) => Err(invalid(warning.message)),
        None => Ok(documents),
    }
}

/// Pins, in YAML or as a list.
fn read_pins(given: &Bound<'_, PyAny>) -> PyResult<Vec<kindex::Pin>> {
    let text = match given.cast::<PyString>() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => as_json(given)?,
    };
    Ok(kindex_extract::pins(&text).map_err(|error| Fault::option("pins", &error.to_string()))?)
}

fn add_content(
    builder: &mut kindex::Builder,
    path: &str,
    bytes: &[u8],
    context: &FileContext,
    options: &Options,
) -> Answer<Taken> {
    let Some(format) = Format::detect(path, bytes, options) else {
        let known: Vec<&str> = Format::extensions().collect();
        let message = format!("{path}: the name ends in none of .{}", known.join(", ."));
        return Err(Fault::new("unknown_format", message));
    };
    let extracted = extract(path, bytes, format, context, options)
        .map_err(|error| Fault::new("invalid_document", format!("{path}: {error}")))?;
    let before = builder.len();
    let warnings = extracted.warnings.iter().map(|one| (path.to_owned(), one.to_string()));
    let mut skipped: Vec<(String, String)> = warnings.collect();
    let has_many = matches!(format, Format::JsonLines | Format::Conversation);
    for document in extracted.documents {
        match builder.add(document) {
            Err(error @ kindex::Error::Document { .. }) if has_many => {
                skipped.push((path.to_owned(), error.message()));
            }
            added => added?,
        }
    }
    Ok(Taken { documents: builder.len() - before, skipped, left_out: 0 })
}

fn added(py: Python<'_>, taken: Taken) -> Object<'_> {
    let skipped = taken.skipped.into_iter().map(|(path, reason)| format!("{path}: {reason}"));
    let skipped: Vec<String> = skipped.collect();
    object!(py, "Added", taken.documents, skipped, taken.left_out)
}

/// The flags of an option: `exclude=["a", "b"]` is `--exclude=a --exclude=b`.
fn push_flags(flags: &mut Vec<OsString>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    let flag = format!("--{}", name.replace('_', "-"));
    if value.is_instance_of::<PyBool>() {
        flags.extend(value.extract::<bool>()?.then(|| flag.into()));
        return Ok(());
    }
    let is_list = !value.is_instance_of::<PyString>()
        && !value.is_instance_of::<PyBytes>()
        && value.extract::<PathBuf>().is_err();
    if let Some(items) = value.try_iter().ok().filter(|_| is_list) {
        for item in items {
            push_flag(flags, &flag, &item?)?;
        }
        return Ok(());
    }
    push_flag(flags, &flag, value)
}

fn push_flag(flags: &mut Vec<OsString>, flag: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut whole = OsString::from(format!("{flag}="));
    match value.extract::<PathBuf>() {
        Ok(path) => whole.push(path),
        Err(_) => whole.push(value.str()?.to_string_lossy().as_ref()),
    }
    flags.push(whole);
    Ok(())
}
