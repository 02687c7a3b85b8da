//! Opens the index in a file or in several, compressed or not.

use crate::failure::Failure;
use crate::{gzip, sharded};
use kindex::{Error, Index};
use std::fs;
use std::path::{Path, PathBuf};

/// Why there is no index to open.
#[derive(Debug)]
pub enum Unusable {
    /// There is nothing to read.
    Unread(Failure),
    /// What was read is no sound index.
    Damaged(Damaged),
}

/// A file that is not what it should be.
#[derive(Debug)]
pub struct Damaged {
    pub file: PathBuf,
    /// The kind of damage, for programs: as [`Error::code`].
    pub code: &'static str,
    pub message: String,
    /// What to do.
    advice: &'static str,
}

impl Damaged {
    /// A file whose bytes are not the ones that were written.
    pub fn new(file: &Path, code: &'static str, message: &str) -> Self {
        let advice = "; build the index again";
        Damaged { file: file.to_owned(), code, message: message.to_owned(), advice }
    }

    /// A file whose index the library refuses.
    pub fn index(file: &Path, error: &Error) -> Self {
        let advice = match error {
            Error::NotAnIndex => "; make one with kindex build",
            Error::Truncated { .. } | Error::Corrupt { .. } => "; build it again",
            Error::UnknownFlags { .. } | Error::UnknownAnalyzer { .. } => {
                "; use a newer kindex or build it again"
            }
            _ => "",
        };
        Damaged { file: file.to_owned(), code: error.code(), message: error.to_string(), advice }
    }
}

impl From<Damaged> for Failure {
    fn from(damaged: Damaged) -> Self {
        let Damaged { file, message, advice, .. } = damaged;
        Failure::new(format!("{}: {message}{advice}", file.display()))
    }
}

impl From<Unusable> for Failure {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::Unread(failure) => failure,
            Unusable::Damaged(damaged) => damaged.into(),
        }
    }
}

/// Reads the whole index: a file, compressed or not, or a folder with an index in several files or
/// the first of these.
///
/// # Errors
/// Where a file cannot be read, is damaged or missing, or is no index.
pub fn read(path: &Path) -> Result<Vec<u8>, Unusable> {
    let file = file_of(path).map_err(Unusable::Unread)?;
    let damaged = |damaged| Err(Unusable::Damaged(damaged));
    let mut bytes =
        fs::read(&file).map_err(|error| Unusable::Unread(Failure::file("read", &file, &error)))?;
    if gzip::is_compressed(&bytes) {
        match gzip::inflated_index(&bytes) {
            Ok(inflated) => bytes = inflated,
            Err(what) => return damaged(Damaged::new(&file, "corrupt", what)),
        }
    }
    let shards = match Index::open(bytes.as_slice()) {
        Ok(head) => head.shard_names().len(),
        // It keeps tenants.
        Err(Error::Config { .. }) => 0,
        Err(error) => return damaged(Damaged::index(&file, &error)),
    };
    if shards == 0 { Ok(bytes) } else { sharded::assembled(&bytes, &file) }
}

/// Whether a folder is an index in several files.
pub fn is_folder(path: &Path) -> bool {
    path.join(sharded::HEAD).is_file()
}

/// The file to begin with.
fn file_of(path: &Path) -> Result<PathBuf, Failure> {
    if is_folder(path) {
        return Ok(path.join(sharded::HEAD));
    }
    if path.is_dir() {
        let (path, head) = (path.display(), sharded::HEAD);
        return Err(Failure::new(format!(
            "cannot read {path}: it is a folder without {head}; make one with kindex build --layout sharded"
        )));
    }
    Ok(path.to_owned())
}

/// Reads and opens an index, or that of one tenant in a file that keeps several.
///
/// # Errors
/// Where the index cannot be read or is none, or does not keep tenants as it is asked to.
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
    match error {
        Error::Config { .. } => Failure::library(error),
        error => Damaged::index(path, error).into(),
    }
}
