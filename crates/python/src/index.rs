//! Indexes that are open.

use crate::errors::{Answer, Fault};
use crate::options::{OfVector, search_options};
use crate::results::{self, Object};
use crate::vectors::{self, BATCH_TEXTS, Coming, Kept};
use kindex::{ChunkText, Error, QueryVector, SearchOptions};
use kindex_cli::library;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::ffi::OsString;
use std::path::PathBuf;
use unicode_normalization::UnicodeNormalization;

/// The bytes of an index: of this module, or of Python's.
pub enum Bytes {
    Own(Vec<u8>),
    Python(PyBackedBytes),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Own(bytes) => bytes,
            Bytes::Python(bytes) => bytes,
        }
    }
}

/// A source of an index.
pub enum Source {
    Bytes(Bytes),
    /// Of a file or a folder.
    Path(PathBuf),
}

impl Source {
    pub fn of(given: &Bound<'_, PyAny>) -> Answer<Self> {
        let other = || Fault::new("invalid_argument", "accepted are paths and bytes");
        if let Ok(bytes) = given.extract::<PyBackedBytes>() {
            return Ok(Source::Bytes(Bytes::Python(bytes)));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(given) {
            let copied = buffer.to_vec(given.py()).map_err(|_| other())?;
            return Ok(Source::Bytes(Bytes::Own(copied)));
        }
        given.extract().map(Source::Path).map_err(|_| other())
    }

    pub fn open(self, py: Python<'_>, embed: Option<Py<PyAny>>) -> Answer<Index> {
        let bytes = match self {
            Source::Bytes(bytes) => bytes,
            Source::Path(path) => Bytes::Own(py.detach(|| library::read_index(&path))?),
        };
        Index::of(bytes, embed)
    }
}

/// An open index.
#[pyclass(frozen, module = "kindex_docs")]
pub struct Index {
    pub inner: kindex::Index<Bytes>,
    /// Gives queries their vectors.
    embed: Option<Py<PyAny>>,
}

impl Index {
    pub fn of(bytes: Bytes, embed: Option<Py<PyAny>>) -> Answer<Self> {
        Ok(Index { inner: kindex::Index::open(bytes)?, embed })
    }

    /// The options of a search, with the vector that the embedder gives a query.
    fn options(
        &self,
        py: Python<'_>,
        query: &str,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SearchOptions> {
        let (mut options, vector) = search_options(given)?;
        options.vector = self.vectors_of(py, &[query.to_owned()], &vector)?.pop().flatten();
        Ok(options)
    }

    /// The vector of each query, where options give one or the embedder is to make one.
    pub fn vectors_of(
        &self,
        py: Python<'_>,
        queries: &[String],
        given: &OfVector,
    ) -> PyResult<Vec<Option<QueryVector>>> {
        let is_asked = !given.has_values() && self.inner.vectors().map_err(Fault::from)?.is_some();
        let Some(embed) = self.embed.as_ref().filter(|_| is_asked) else {
            return Ok(vec![given.alone()?; queries.len()]);
        };
        let mut made = Vec::with_capacity(queries.len());
        for batch in queries.chunks(BATCH_TEXTS) {
            vectors::embedded(embed.bind(py), batch, |_, row| {
                made.push(Some(given.with(row)));
                Ok(())
            })?;
        }
        Ok(made)
    }

    /// The texts of all chunks of a level, in the order of the index.
    pub fn texts(&self, level: usize) -> Result<Vec<ChunkText>, Error> {
        let mut texts = Vec::new();
        for document in self.inner.documents()? {
            texts.append(&mut self.inner.chunk_texts(&document, level)?);
        }
        Ok(texts)
    }

    /// The same index with vectors.
    pub fn with(&self, py: Python<'_>, vectors: Coming, kept: &Kept) -> Answer<Index> {
        let vectors = vectors.end()?;
        let bytes = self.inner.bytes();
        let made = py.detach(|| kindex::add_vectors(bytes, &vectors, &kept.settings))?;
        Index::of(Bytes::Own(made), self.embed.as_ref().map(|embed| embed.clone_ref(py)))
    }
}

#[pymethods]
impl Index {
    #[pyo3(signature = (query, /, **options))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        query: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> Object<'py> {
        let query = query_of(query)?;
        let options = self.options(py, &query, options)?;
        let found = py.detach(|| self.inner.search(&query, &options)).map_err(Fault::from)?;
        results::results(py, found, options.texts, &[], Vec::new())
    }

    /// The ids of all documents, in their order.
    fn documents(&self, py: Python<'_>) -> Answer<Vec<String>> {
        Ok(py.detach(|| self.inner.documents())?)
    }

    fn stats<'py>(&self, py: Python<'py>) -> Object<'py> {
        results::stats(py, &self.inner.stats())
    }

    fn verify(&self, py: Python<'_>) -> Answer<()> {
        Ok(py.detach(|| self.inner.verify())?)
    }

    /// The vectors as the index keeps them, or None.
    fn vectors<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let kept = py.detach(|| self.inner.kept_vectors()).map_err(Fault::from)?;
        kept.map(|kept| vectors::object(py, &kept)).transpose()
    }

    #[pyo3(signature = (ids, vectors, /, *, embedder, **settings))]
    fn with_vectors(
        &self,
        ids: Vec<String>,
        vectors: &Bound<'_, PyAny>,
        embedder: String,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Index> {
        let kept = Kept::of(settings)?;
        let mut coming = Coming::new(embedder);
        let count = vectors::each_row(vectors, "vectors", |at, row| match ids.get(at) {
            Some(id) => coming.add(id, row),
            None => Ok(()),
        })?;
        if count != ids.len() {
            let message = format!("there are {count} for {} ids", ids.len());
            return Err(Fault::option("vectors", &message));
        }
        self.with(vectors.py(), coming, &kept)
    }

    /// A copy of the bytes.
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.inner.bytes())
    }

    #[pyo3(signature = (path, /, *, layout = None, pairs = true))]
    fn save(&self, py: Python<'_>, path: PathBuf, layout: Option<&str>, pairs: bool) -> Answer<()> {
        let mut flags: Vec<OsString> = vec!["-o".into(), path.into()];
        flags.extend(layout.map(|layout| format!("--layout={layout}").into()));
        flags.extend((!pairs).then(|| "--no-pairs".into()));
        let bytes = self.inner.bytes();
        Ok(py.detach(|| library::write_index(bytes.to_vec(), flags))?)
    }

    fn __repr__(&self) -> String {
        let stats = self.inner.stats();
        format!("<kindex_docs.Index: {} documents, {} bytes>", stats.documents, stats.bytes)
    }
}

/// A query as it is looked up: Korean syllables are one character each, as in the index.
pub fn query_of(given: &Bound<'_, PyAny>) -> Answer<String> {
    let Ok(query) = given.cast::<PyString>() else {
        return Err(Fault::new("invalid_argument", "query: accepted is a str"));
    };
    let query = query.to_string_lossy();
    let has_parts = query.contains(|char| matches!(char, '\u{1100}'..='\u{11FF}'));
    Ok(if has_parts { query.nfc().collect() } else { query.into_owned() })
}

/// The texts of the chunks of a level.
#[pyfunction]
#[pyo3(signature = (index, /, *, level = 0))]
pub fn chunks<'py>(
    py: Python<'py>,
    index: &Bound<'py, Index>,
    level: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let index = index.get();
    let texts = py.detach(|| index.texts(level)).map_err(Fault::from)?;
    results::list(py, &texts, results::chunk)
}

/// One index of several that are mergeable.
#[pyfunction]
#[pyo3(signature = (indexes, /, *, mergeable = false))]
pub fn merge(py: Python<'_>, indexes: Vec<Py<Index>>, mergeable: bool) -> Answer<Index> {
    let indexes: Vec<&Index> = indexes.iter().map(Py::get).collect();
    let bytes = py.detach(|| -> Answer<Vec<u8>> {
        let Some(first) = indexes.first() else {
            return Err(Fault::new("invalid_argument", "indexes: give one at least"));
        };
        let builder = kindex::Builder::with_settings_of(&first.inner)?;
        let mut builder = if mergeable { builder.mergeable() } else { builder };
        for index in indexes {
            builder.add_index(&index.inner)?;
        }
        Ok(builder.finish()?)
    })?;
    Index::of(Bytes::Own(bytes), None)
}
