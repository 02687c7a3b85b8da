//! What is there, found without reading it.

use crate::read::sources::{Sources, Wanted};
use crate::stamp::{Stamp, Stamps};
use kindex_extract::Options;
use std::path::PathBuf;

/// The sources as they are at one time.
pub struct Look {
    pub found: Sources,
    pub options: Vec<Options>,
    pub stamps: Stamps,
    pub seen: Seen,
}

/// What tells one look from another.
#[derive(Debug, PartialEq)]
pub struct Seen {
    /// The files, each with the id of its source.
    files: Vec<(PathBuf, String, Option<Stamp>)>,
    /// What could not be looked at, and why.
    skipped: Vec<(String, String)>,
    /// The files that say something about documents.
    settings: Vec<(PathBuf, Option<Stamp>)>,
}

impl Look {
    /// Takes the stamps of what was found.
    pub fn of(found: Sources, options: Vec<Options>, wanted: Wanted<'_>) -> Self {
        let stamped = |file: PathBuf| {
            let stamp = Stamp::of(&file);
            (file, stamp)
        };
        let files: Vec<_> = found
            .files
            .iter()
            .map(|source| (source.file.clone(), source.id.clone(), Stamp::of(&source.file)))
            .collect();
        let stamps = files.iter().filter_map(|(_, id, stamp)| Some((id.clone(), (*stamp)?)));
        let skipped = found.skipped.iter().map(|one| (one.path.clone(), one.reason.clone()));
        let settings = wanted.settings().into_iter().map(stamped);
        let (stamps, skipped, settings) = (stamps.collect(), skipped.collect(), settings.collect());
        Look { found, options, stamps, seen: Seen { files, skipped, settings } }
    }

    /// The folders in which something may change: those with sources, and with files about them.
    pub fn folders(&self, paths: &[PathBuf]) -> Vec<PathBuf> {
        let files = self.seen.settings.iter().map(|(file, _)| file);
        let files = files.chain(paths.iter().filter(|path| !path.is_dir()));
        let above = files.map(|file| match file.parent() {
            Some(above) if !above.as_os_str().is_empty() => above.to_owned(),
            _ => PathBuf::from("."),
        });
        self.found.folders.iter().cloned().chain(above).collect()
    }
}

impl Look {
    /// The files that are no sources, as they are now.
    pub fn others(&self) -> Vec<(PathBuf, Option<Stamp>)> {
        let others = self.found.others.iter();
        others.map(|file| (file.clone(), Stamp::of(file))).collect()
    }
}

impl Seen {
    /// Whether what other files say about documents is the same.
    pub fn has_same_settings(&self, other: &Seen) -> bool {
        self.settings == other.settings
    }
}
