//! What a walk met, before it is decided about.

use std::path::PathBuf;

use crate::format::Format;
use crate::site::Site;

/// A file that a walk met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileEntry {
    /// Its path in the file system.
    pub file: PathBuf,
    /// The number of the root that it was found under, from 0.
    pub root: usize,
    /// Its path below that folder, with forward slashes. The name of a file that is a root itself.
    pub path: String,
    /// Whether it is a root itself, rather than found in a folder. It is read whatever its kind.
    pub named: bool,
    /// Its path once all links are followed. One of the entries of a root with the same place is
    /// read. None if no other path leads to the file.
    pub place: Option<PathBuf>,
    /// Whether a link is on the way to it.
    pub linked: bool,
    /// Whether it says something about documents, as synonyms do, and is none of them.
    pub aside: bool,
}

/// A file or a folder that is to be indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Root {
    /// The name of a folder; None for a file, and for a folder that has no name.
    pub name: Option<String>,
    /// The generator that publishes it.
    pub site: Site,
}

/// A file that is to be read, with its format by extension.
pub(super) struct Candidate {
    pub(super) entry: FileEntry,
    pub(super) format: Format,
}
