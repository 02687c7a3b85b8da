//! The vectors that an index gets.

use crate::failure::Failure;
use crate::vectors::{self, GivenVectors};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kindex::{Error, VectorLevel, VectorSettings, Vectors};
use std::path::{Path, PathBuf};

/// The flags for vectors.
#[derive(clap::Args)]
#[command(next_help_heading = "Vectors")]
pub struct VectorFlags {
    /// Vectors that an embedder made of what kindex chunks writes, for searches with a vector. JSON
    /// Lines, {"id": "guide.md#0.0", "vector": [0.1, -0.2]}, or an array of NumPy: site.npy, where
    /// site.jsonl beside it has the id of each row. Both may be compressed (.gz)
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Keep so many numbers of a vector, rounded up to a multiple of 8, by principal components; 0
    /// keeps all [default: 128]
    #[arg(long, value_name = "N", requires = "vectors")]
    vector_dimensions: Option<usize>,
    /// The bits of a number that is kept: 1, 4, 8, or 32 for all of it [default: 4]
    #[arg(long, value_name = "BITS", requires = "vectors", value_parser = bits(), hide_possible_values = true)]
    vector_bits: Option<u8>,
    /// The chunks that have vectors: parents, each the mean of its children's where it has none of its
    /// own, or children [default: parents]
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
    PossibleValuesParser::new(["1", "4", "8", "32"]).try_map(|bits| bits.parse::<u8>())
}

/// Vectors, read and ready for an index.
pub struct Brought<'a> {
    file: &'a Path,
    vectors: Vectors,
    settings: VectorSettings,
}

impl VectorFlags {
    /// The files with them, which are no documents.
    pub fn files(&self) -> Vec<PathBuf> {
        self.vectors.as_deref().map(vectors::files).unwrap_or_default()
    }

    /// Reads the vectors, if there are to be any.
    ///
    /// # Errors
    /// If they cannot be read or used.
    pub fn read(&self) -> Result<Option<Brought<'_>>, Failure> {
        let Some(file) = self.vectors.as_deref() else { return Ok(None) };
        let given = GivenVectors::read(file)?;
        let vectors = self.checked(&given).map_err(|error| unusable(file, &error))?;
        Ok(Some(Brought { file, vectors, settings: self.settings() }))
    }

    /// Checks that an index of tenants or for merging gets none.
    ///
    /// # Errors
    /// If it would.
    pub fn admit(&self, has_tenants: bool, mergeable: bool) -> Result<(), Failure> {
        let message = match (&self.vectors, has_tenants, mergeable) {
            (Some(_), true, _) => {
                "--vectors: an index of several tenants has none; build one for each, without naming tenants"
            }
            (Some(_), _, true) => {
                "--vectors: an index that is merged has none; build one of all documents without --mergeable"
            }
            _ => return Ok(()),
        };
        Err(Failure::usage(message))
    }

    fn checked(&self, given: &GivenVectors) -> Result<Vectors, Error> {
        let name = self.embedder.clone().unwrap_or_default();
        let mut vectors = Vectors::new(name, given.dimensions)?;
        for (id, vector) in given.iter() {
            vectors.add(id, vector)?;
        }
        Ok(vectors)
    }

    fn settings(&self) -> VectorSettings {
        let usual = VectorSettings::default();
        let of = self.vectors_of.map(|of| match of {
            Of::Parents => VectorLevel::Parents,
            Of::Children => VectorLevel::Children,
        });
        VectorSettings {
            of: of.unwrap_or(usual.of),
            dimensions: self.vector_dimensions.unwrap_or(usual.dimensions),
            bits: self.vector_bits.unwrap_or(usual.bits),
        }
    }
}

impl Brought<'_> {
    /// The index with these vectors.
    ///
    /// # Errors
    /// If they are of chunks that it does not have.
    pub fn add_to(&self, index: &[u8]) -> Result<Vec<u8>, Failure> {
        let added = kindex::add_vectors(index, &self.vectors, &self.settings);
        added.map_err(|error| unusable(self.file, &error))
    }
}

fn unusable(file: &Path, error: &Error) -> Failure {
    match error {
        Error::Config { name: "vectors", message } => {
            Failure::new(format!("cannot use {}: {message}", file.display()))
        }
        error => Failure::library(error),
    }
}
