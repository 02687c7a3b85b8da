//! The vectors that an index gets.

use crate::failure::Failure;
use crate::read::vectors::{self, GivenVectors};
use crate::read::walk::Skipped;
use crate::terminal::output::counted;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kindex::{Error, Index, VectorLevel, VectorSettings, Vectors};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Children and parents may have vectors.
const MAX_VECTOR_LEVELS: usize = 2;

/// The flags for vectors.
#[derive(Default, clap::Args)]
#[command(next_help_heading = "Vectors")]
pub struct VectorFlags {
    /// Vectors that an embedder made of what kindex chunks writes, for searches with a vector. JSON
    /// Lines, {"id": "guide.md#0.0", "vector": [0.1, -0.2]}, or an array of NumPy: site.npy, where
    /// site.jsonl beside it has the id of each row. Both may be compressed (.gz)
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Keep N numbers of a vector, rounded up to a multiple of 8, by principal components; 0
    /// keeps all [default: 128]
    #[arg(long, value_name = "N", requires = "vectors")]
    vector_dimensions: Option<usize>,
    /// The bits of a number that is kept: 4, or 32 for all of it [default: 4]
    #[arg(long, value_name = "BITS", requires = "vectors", value_parser = bits(), hide_possible_values = true)]
    vector_bits: Option<u8>,
    /// The chunks that have vectors: parents, each the mean of its children's where it has none of
    /// its own, or children [default: parents]
    #[arg(long, value_name = "CHUNKS", requires = "vectors", hide_possible_values = true)]
    vectors_of: Option<Of>,
    /// The name of the embedder, such as all-MiniLM-L6-v2; a search that names another is refused
    #[arg(long, value_name = "NAME", requires = "vectors")]
    embedder: Option<String>,
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
    PossibleValuesParser::new(["4", "32"]).try_map(|bits| bits.parse::<u8>())
}

/// Vectors, read and ready for an index.
pub struct Brought<'a> {
    file: &'a Path,
    embedder: &'a str,
    given: GivenVectors,
    settings: VectorSettings,
}

/// An index with vectors.
pub struct WithVectors {
    pub bytes: Vec<u8>,
    /// The file, and why some of its vectors were left out, if some were.
    pub skipped: Option<Skipped>,
}

impl VectorFlags {
    /// The files with them, which are no documents.
    pub fn files(&self) -> Vec<PathBuf> {
        self.vectors.as_deref().map(vectors::files).unwrap_or_default()
    }

    /// Whether there are to be any.
    pub fn is_given(&self) -> bool {
        self.vectors.is_some()
    }

    /// Reads the vectors, if there are to be any.
    ///
    /// # Errors
    /// If they cannot be read or used.
    pub fn read(&self) -> Result<Option<Brought<'_>>, Failure> {
        let Some(file) = self.vectors.as_deref() else { return Ok(None) };
        let given = GivenVectors::read(file)?;
        let embedder = self.embedder.as_deref().unwrap_or_default();
        let brought = Brought { file, embedder, given, settings: self.settings() };
        // Before any work is done for it.
        brought.none().map_err(|error| brought.unusable(&error))?;
        Ok(Some(brought))
    }

    /// Checks that neither indexes of several tenants nor one for merging get some.
    ///
    /// # Errors
    /// If it would.
    pub fn admit(&self, is_for_each: bool, mergeable: bool) -> Result<(), Failure> {
        let why = match (is_for_each, mergeable) {
            _ if self.vectors.is_none() => return Ok(()),
            (true, _) => {
                "chunks of several tenants may have one id; build the index of each by itself"
            }
            (_, true) => {
                "an index that is merged has none; build one of all documents without --mergeable"
            }
            _ => return Ok(()),
        };
        Err(Failure::usage(format!("--vectors: {why}")))
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

impl Brought<'_> {
    /// The index with the vectors that are of its texts, as far as their file has these. It keeps
    /// what it can of an index before.
    ///
    /// # Errors
    /// If there are none, or if they are of chunks that the index does not have.
    pub fn add_to(&self, index: &[u8], before: Option<&Index>) -> Result<WithVectors, Failure> {
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
        Ok(WithVectors { bytes, skipped })
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
