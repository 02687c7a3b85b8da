//! Indexes of this machine, which are read whole.

use super::error::IndexError;
use super::sharded;
use crate::failure::Failure;
use crate::stamp::Stamp;
use crate::whole;
use crate::write::gzip;
use kindex::{Error, Index};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Reads the whole index: a file, compressed or not, or a folder with an index in several files or
/// the first of these.
///
/// # Errors
/// Where a file cannot be read, is damaged or missing, or is no index.
pub fn read(path: &Path) -> Result<Vec<u8>, IndexError> {
    let file = file_of(path).map_err(IndexError::Unread)?;
    let mut bytes = whole::bytes(&file).map_err(|error| IndexError::unread(&file, &error))?;
    if gzip::is_compressed(&bytes) {
        bytes = gzip::inflated_index(&bytes, gzip::MAX_INFLATED_BYTES)
            .map_err(|what| IndexError::corrupt(&file, what))?;
    }
    let shards = match Index::open(bytes.as_slice()) {
        Ok(head) => head.shard_names().len(),
        Err(error) => return Err(IndexError::refused(&file, &error)),
    };
    if shards == 0 { Ok(bytes) } else { sharded::assembled(&bytes, &file) }
}

/// Whether a folder is an index in several files.
pub fn is_folder(path: &Path) -> bool {
    path.join(sharded::HEAD).is_file()
}

/// The indexes in a folder that is none itself, in the order of their names: files, compressed or
/// not, and folders. The folder itself where it has none.
///
/// # Errors
/// Where the folder cannot be read.
pub fn indexes_in(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    if path.is_dir() && !is_folder(path) {
        let fail = |error| Failure::file("read", path, &error);
        for entry in fs::read_dir(path).map_err(fail)? {
            let own = entry.map_err(fail)?.path();
            if is_index(&own) {
                found.push(own);
            }
        }
    }
    // A compressed one beside a file is the same.
    let files: HashSet<PathBuf> = found.iter().cloned().collect();
    found.retain(|own| {
        own.extension().is_none_or(|end| end != "gz") || !files.contains(&own.with_extension(""))
    });
    found.sort();
    Ok(if found.is_empty() { vec![path.to_owned()] } else { found })
}

/// Whether what is in a folder is called as an index. Files that are being written are hidden.
fn is_index(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_file = [".kdx", ".kdx.gz"].iter().any(|ending| name.ends_with(ending)) && path.is_file();
    !name.starts_with('.') && (is_file || is_folder(path))
}

/// The file to begin with.
fn file_of(path: &Path) -> Result<PathBuf, Failure> {
    if is_folder(path) {
        return Ok(path.join(sharded::HEAD));
    }
    if path.is_dir() {
        let (path, head) = (path.display(), sharded::HEAD);
        return Err(Failure::new(format!(
            "cannot read {path}: it is a folder without {head}; make one with kindex build ... -o {path}/"
        )));
    }
    Ok(path.to_owned())
}

/// Whether a file is one of those that an index at a path is read from.
pub fn is_file_of(file: &Path, index: &Path) -> bool {
    let head = file_of(index).ok().and_then(|head| fs::canonicalize(head).ok());
    let (Some(head), Ok(file)) = (head, fs::canonicalize(file)) else { return false };
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    file == head || (sharded::is_shard(name) && file.parent() == head.parent())
}

/// Reads and opens the index in a file or a folder.
///
/// # Errors
/// As for [`read`].
pub fn read_path(path: &Path) -> Result<Index, Failure> {
    Index::open(read(path)?).map_err(|error| failure(path, &error))
}

/// The stamp of the first file of an index at a path; nothing where there is none at this time.
pub fn stamp(path: &Path) -> Option<Stamp> {
    Stamp::of(&file_of(path).ok()?)
}

/// When the first file of an index at a path was last written.
pub fn modified(path: &Path) -> Option<SystemTime> {
    file_of(path).ok()?.metadata().and_then(|found| found.modified()).ok()
}

/// A failure of the library over the index in a file.
pub fn failure(path: &Path, error: &Error) -> Failure {
    match error {
        Error::Config { .. } => Failure::library(error),
        error => IndexError::refused(path, error).into(),
    }
}
