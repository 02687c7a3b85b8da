//! What tells a file from the one that it was, without reading it.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

/// The stamps of files by the ids of their sources. A file that cannot be looked at has none.
pub type Stamps = HashMap<String, Stamp>;

/// What tells a file from the one that it was. A file that took its place has another one, and so
/// has a file that was written to, unless its time was set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    /// Where it is, and when that was changed, which nobody can set back.
    place: [i128; 4],
}

impl Stamp {
    /// That of the file at a path, links followed; nothing where there is none.
    pub fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(Stamp::from)
    }
}

impl From<Metadata> for Stamp {
    fn from(found: Metadata) -> Self {
        Stamp { bytes: found.len(), modified: found.modified().ok(), place: place(&found) }
    }
}

#[cfg(unix)]
fn place(found: &Metadata) -> [i128; 4] {
    use std::os::unix::fs::MetadataExt;
    [found.dev().into(), found.ino().into(), found.ctime().into(), found.ctime_nsec().into()]
}

#[cfg(not(unix))]
fn place(_: &Metadata) -> [i128; 4] {
    [0; 4]
}
