//! The reasons that an index cannot be read.

use crate::failure::Failure;
use kindex::Error;
use std::io;
use std::path::{Path, PathBuf};

/// The reason that an index cannot be read.
#[derive(Debug)]
pub enum IndexError {
    /// A file cannot be read.
    Unread(Failure),
    /// A file was read, and is not what it should be.
    Invalid(InvalidFile),
}

/// A file that is not what it should be.
#[derive(Debug)]
pub struct InvalidFile {
    pub file: PathBuf,
    /// The kind of damage, for programs: as [`Error::code`].
    pub code: &'static str,
    pub message: String,
    /// The advice that ends the message.
    advice: &'static str,
}

impl IndexError {
    /// A file that cannot be read.
    pub fn unread(file: &Path, error: &io::Error) -> Self {
        IndexError::Unread(Failure::file("read", file, error))
    }

    /// A file whose bytes are not the ones that were written.
    pub fn corrupt(file: &Path, message: &str) -> Self {
        IndexError::rebuild(file, "corrupt", message)
    }

    /// A shard that belongs to an index and is not there.
    pub fn missing_shard(file: &Path) -> Self {
        IndexError::rebuild(file, Error::Missing.code(), "a shard of the index is missing")
    }

    fn rebuild(file: &Path, code: &'static str, message: &str) -> Self {
        let (file, message) = (file.to_owned(), message.to_owned());
        IndexError::Invalid(InvalidFile { file, code, message, advice: "; build the index again" })
    }

    /// A file whose index the library refuses.
    pub fn refused(file: &Path, error: &Error) -> Self {
        let advice = match error {
            Error::NotAnIndex => "; make one with kindex build",
            Error::Truncated { .. } | Error::Corrupt { .. } => "; build it again",
            _ => "",
        };
        let (file, message) = (file.to_owned(), error.to_string());
        IndexError::Invalid(InvalidFile { file, code: error.code(), message, advice })
    }
}

impl From<InvalidFile> for Failure {
    fn from(invalid: InvalidFile) -> Self {
        let InvalidFile { file, message, advice, .. } = invalid;
        Failure::new(format!("{}: {message}{advice}", file.display()))
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Unread(failure) => failure,
            IndexError::Invalid(invalid) => invalid.into(),
        }
    }
}
