//! Opens the index in a file.

use crate::failure::Failure;
use kindex::{Error, Index};
use std::fs;
use std::path::Path;

/// Reads the whole file.
///
/// # Errors
/// Where it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::file("read", path, &error))
}

/// Reads and opens an index.
///
/// # Errors
/// Where the file cannot be read or is no index.
pub fn open(path: &Path) -> Result<Index, Failure> {
    Index::open(read(path)?).map_err(|error| fault(path, &error))
}

/// What is wrong with the index in a file.
pub fn fault(path: &Path, error: &Error) -> Failure {
    let advice = match error {
        Error::NotAnIndex => "; make one with kindex build",
        Error::Truncated { .. } | Error::Corrupt { .. } => "; build it again",
        Error::UnknownFlags { .. } | Error::UnknownAnalyzer { .. } => {
            "; use a newer kindex or build it again"
        }
        _ => "",
    };
    Failure::new(format!("{}: {error}{advice}", path.display()))
}
