//! The vectors that an index gets.

use crate::embedder::{self, Embedded, Embedder, Model, Texts};
use crate::failure::Failure;
use crate::output::counted;
use crate::vectors::{self, GivenVectors};
use crate::walk::Skipped;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, ValueEnum};
use kindex::{Error, Index, VectorLevel, VectorSettings, Vectors};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Children and parents may have vectors.
const MAX_VECTOR_LEVELS: usize = 2;

/// The flags of which one at least says where vectors come from.
const SOURCE: &str = "vector_source";

/// The flags for vectors.
#[derive(clap::Args)]
#[command(next_help_heading = "Vectors")]
#[command(group(ArgGroup::new(SOURCE).multiple(true).args(["vectors", "embedder"])))]
pub struct VectorFlags {
    /// Vectors that an embedder made of what kindex chunks writes, for searches with a vector. JSON
    /// Lines, {"id": "guide.md#0.0", "vector": [0.1, -0.2]}, or an array of NumPy: site.npy, where
    /// site.jsonl beside it has the id of each row. Both may be compressed (.gz)
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Keep so many numbers of a vector, rounded up to a multiple of 8, by principal components; 0
    /// keeps all [default: 128]
    #[arg(long, value_name = "N", requires = SOURCE)]
    vector_dimensions: Option<usize>,
    /// The bits of a number that is kept: 1, 4, 8, or 32 for all of it [default: 4]
    #[arg(long, value_name = "BITS", requires = SOURCE, value_parser = bits(), hide_possible_values = true)]
    vector_bits: Option<u8>,
    /// The chunks that have vectors: parents, each the mean of its children's where it has none of its
    /// own, or children [default: parents]
    #[arg(long, value_name = "CHUNKS", requires = SOURCE, hide_possible_values = true)]
    vectors_of: Option<Of>,
    /// With --vectors the name of the embedder, such as all-MiniLM-L6-v2; a search that names another
    /// is refused. Or onnx:FOLDER, without --vectors: the model in that folder (model.onnx and
    /// tokenizer.json) embeds all chunks
    #[arg(long, value_name = "NAME|onnx:FOLDER")]
    embedder: Option<Embedder>,
    /// File that keeps the vectors that a model made, so that the next build embeds only texts that are
    /// new [default: a file for this output in the user's folder for caches]
    #[arg(long, value_name = "FILE", requires = "embedder")]
    vector_cache: Option<PathBuf>,
}

/// The chunks that have vectors.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Of {
    /// Those that results show
    Parents,
    /// Those that are matched
    Children,
}

fn bits() -> impl TypedValueParser<Value = u8> {
    PossibleValuesParser::new(["1", "4", "8", "32"]).try_map(|bits| bits.parse::<u8>())
}

/// The source of the vectors, found to be usable.
pub enum Source<'a> {
    /// A file that was read.
    Brought(Brought<'a>),
    /// A model that will make them.
    Model(Box<ToMake<'a>>),
}

/// Vectors, read and ready for an index.
pub struct Brought<'a> {
    file: &'a Path,
    embedder: &'a str,
    given: GivenVectors,
    settings: VectorSettings,
}

/// A model that is ready to make vectors, and the file that keeps them.
pub struct ToMake<'a> {
    model: Model,
    cache: Option<&'a Path>,
    settings: VectorSettings,
}

/// An index with vectors.
pub struct WithVectors {
    pub bytes: Vec<u8>,
    /// The file, and why some of its vectors were left out, if some were.
    pub skipped: Option<Skipped>,
    /// The numbers of texts by the way in which a model's vectors of them came.
    pub embedded: Option<Texts>,
}

impl VectorFlags {
    /// The files with them, or of the model, which are no documents.
    pub fn files(&self) -> Vec<PathBuf> {
        let given = self.vectors.as_deref().map(vectors::files).unwrap_or_default();
        let of_model = self.embedder.iter().flat_map(Embedder::files);
        given.into_iter().chain(of_model).collect()
    }

    /// The file that is named for keeping vectors.
    pub fn cache(&self) -> Option<PathBuf> {
        self.vector_cache.clone()
    }

    /// Reads the vectors or the model, if there are to be any.
    ///
    /// # Errors
    /// If they cannot be read or used.
    pub fn read(&self) -> Result<Option<Source<'_>>, Failure> {
        let folder = self.embedder.as_ref().and_then(Embedder::folder);
        match (self.vectors.as_deref(), folder, &self.embedder) {
            (Some(_), Some(_), _) => Err(Failure::usage(
                "--vectors: with --embedder onnx:FOLDER that model makes all vectors; leave one of them out",
            )),
            (Some(_), ..) if self.vector_cache.is_some() => Err(Failure::usage(
                "--vector-cache: it is for what a model makes, --embedder onnx:FOLDER",
            )),
            (Some(file), ..) => self.brought(file).map(Source::Brought).map(Some),
            (_, Some(folder), _) => {
                let (model, settings) = (Model::open(folder)?, self.settings());
                let cache = self.vector_cache.as_deref();
                Ok(Some(Source::Model(Box::new(ToMake { model, cache, settings }))))
            }
            (_, _, Some(_)) => Err(Failure::usage(
                "--embedder: a name is that of the model of --vectors <FILE>; a model to run is named by onnx:FOLDER",
            )),
            _ => Ok(None),
        }
    }

    fn brought<'a>(&'a self, file: &'a Path) -> Result<Brought<'a>, Failure> {
        let given = GivenVectors::read(file)?;
        let embedder = self.embedder.as_ref().and_then(Embedder::name).unwrap_or_default();
        let brought = Brought { file, embedder, given, settings: self.settings() };
        // Before any work is done for it.
        brought.none().map_err(|error| brought.unusable(&error))?;
        Ok(brought)
    }

    /// Checks that an index of tenants or for merging gets none.
    ///
    /// # Errors
    /// If it would.
    pub fn admit(&self, has_tenants: bool, mergeable: bool) -> Result<(), Failure> {
        let flag = match (&self.vectors, &self.embedder) {
            (Some(_), _) => "--vectors",
            (_, Some(Embedder::Onnx(_))) => "--embedder",
            _ => return Ok(()),
        };
        let why = match (has_tenants, mergeable) {
            (true, _) => {
                "an index of several tenants has none; build one for each, without naming tenants"
            }
            (_, true) => {
                "an index that is merged has none; build one of all documents without --mergeable"
            }
            _ => return Ok(()),
        };
        Err(Failure::usage(format!("{flag}: {why}")))
    }

    fn settings(&self) -> VectorSettings {
        let mut settings = VectorSettings::default();
        match self.vectors_of {
            Some(Of::Parents) => settings.of = VectorLevel::Parents,
            Some(Of::Children) => settings.of = VectorLevel::Children,
            None => {}
        }
        settings.dimensions = self.vector_dimensions.unwrap_or(settings.dimensions);
        settings.bits = self.vector_bits.unwrap_or(settings.bits);
        settings
    }
}

impl Source<'_> {
    /// The index with vectors. It keeps what it can of an index before. A model is told where the
    /// index is to lie, and whether to be quiet.
    ///
    /// # Errors
    /// If there are none for it.
    pub fn add_to(
        &self,
        index: &[u8],
        before: Option<&Index>,
        told: (&Path, bool),
    ) -> Result<WithVectors, Failure> {
        match self {
            Source::Brought(brought) => brought.add_to(index, before),
            Source::Model(model) => model.add_to(index, before, told),
        }
    }
}

impl ToMake<'_> {
    fn add_to(
        &self,
        index: &[u8],
        before: Option<&Index>,
        (output, quiet): (&Path, bool),
    ) -> Result<WithVectors, Failure> {
        let Embedded { mut vectors, texts } =
            embedder::embedded(index, &self.model, (self.cache, output), quiet)?;
        let kept = before.map(|before| vectors.continue_from(before)).transpose();
        let bytes = kept.and_then(|_| kindex::add_vectors(index, &vectors, &self.settings));
        let bytes = bytes.map_err(|error| Failure::library(&error))?;
        Ok(WithVectors { bytes, skipped: None, embedded: Some(texts) })
    }
}

impl Brought<'_> {
    /// The index with the vectors that are of its texts, as far as their file has these. It keeps what
    /// it can of an index before.
    ///
    /// # Errors
    /// If there are none, or if they are of chunks that the index does not have.
    fn add_to(&self, index: &[u8], before: Option<&Index>) -> Result<WithVectors, Failure> {
        let fail = |error: Error| self.unusable(&error);
        let old = self.old(index).map_err(fail)?;
        let mut vectors = self.none().map_err(fail)?;
        before.map(|before| vectors.continue_from(before)).transpose().map_err(fail)?;
        for (id, vector, _) in self.given.iter().filter(|(id, ..)| !old.contains(id)) {
            vectors.add(id, vector).map_err(fail)?;
        }
        let reason = format!(
            "{} of texts that the pages no longer have; make vectors anew of what kindex chunks writes",
            counted(old.len() as u64, "vector")
        );
        if vectors.is_empty() {
            let file = self.file.display();
            return Err(Failure::new(format!("cannot use {file}: it has only {reason}")));
        }
        let bytes = kindex::add_vectors(index, &vectors, &self.settings).map_err(fail)?;
        let path = self.file.display().to_string();
        let skipped = (!old.is_empty()).then_some(Skipped { path, reason });
        Ok(WithVectors { bytes, skipped, embedded: None })
    }

    /// The chunks whose vectors were made of other texts than they have now.
    fn old(&self, index: &[u8]) -> Result<HashSet<&str>, Error> {
        let texts = self.given.iter().filter_map(|(id, _, text)| Some((id, text?)));
        let texts: HashMap<&str, u64> = texts.collect();
        let mut old: HashSet<&str> = texts.keys().copied().collect();
        if old.is_empty() {
            return Ok(old);
        }
        let index = Index::open(index)?;
        let levels = index.stats().levels.len().min(MAX_VECTOR_LEVELS);
        for document in index.documents()? {
            for level in 0..levels {
                for chunk in index.chunk_texts(&document, level)? {
                    let text = texts.get(chunk.id.as_str());
                    if text.is_some_and(|&text| text == vectors::checksum(&chunk.to_embed())) {
                        old.remove(chunk.id.as_str());
                    }
                }
            }
        }
        Ok(old)
    }

    /// No vectors, of the size of those.
    fn none(&self) -> Result<Vectors, Error> {
        Vectors::new(self.embedder, self.given.dimensions)
    }

    fn unusable(&self, error: &Error) -> Failure {
        match error {
            Error::Config { name: "vectors", message } => {
                Failure::new(format!("cannot use {}: {message}", self.file.display()))
            }
            error => Failure::library(error),
        }
    }
}
