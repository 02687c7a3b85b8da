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

/// Reads and opens an index, or that of one tenant in a file that keeps several.
///
/// # Errors
/// Where the file cannot be read or is no index, or does not keep tenants as it is asked to.
pub fn open(path: &Path, tenant: Option<&str>) -> Result<Index, Failure> {
    let fail = |error: Error| fault(path, &error);
    let mut bytes = read(path)?;
    if let Some(name) = tenant {
        let range = kindex::tenant_range(&bytes, name).map_err(fail)?;
        bytes.truncate(range.end);
        bytes.drain(..range.start);
    }
    Index::open(bytes).map_err(fail)
}

/// What is wrong with the index in a file.
pub fn fault(path: &Path, error: &Error) -> Failure {
    let advice = match error {
        Error::Config { .. } => return Failure::library(error),
        Error::NotAnIndex => "; make one with kindex build",
        Error::Truncated { .. } | Error::Corrupt { .. } => "; build it again",
        Error::UnknownFlags { .. } | Error::UnknownAnalyzer { .. } => {
            "; use a newer kindex or build it again"
        }
        _ => "",
    };
    Failure::new(format!("{}: {error}{advice}", path.display()))
}
