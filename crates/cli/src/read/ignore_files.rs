//! The ignore files of folders that are walked. The walk reads them by itself, and would wait for
//! one that never ends, and leave out nothing by what follows a line that is not UTF-8.

use crate::whole;
use ignore::DirEntry;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

const NAME: &str = ".gitignore";

/// Why one cannot be used, and what to do.
pub const REASON: &str = "it cannot be read as text, so what it leaves out is not known, and its \
                          folder is not read; mend or remove it, or give --no-gitignore";

/// The ignore files that cannot be used, as a walk meets them.
#[derive(Clone, Default)]
pub struct Unusable {
    /// Whether ignore files are passed over.
    is_off: bool,
    met: Arc<Mutex<Vec<PathBuf>>>,
}

impl Unusable {
    /// Of a walk for which ignore files count, or not.
    pub fn new(gitignore: bool) -> Self {
        Unusable { is_off: !gitignore, ..Unusable::default() }
    }

    /// Whether a walk may enter a folder. One that it may not is noted.
    pub fn allows(&self, folder: &Path) -> bool {
        if self.is_off {
            return true;
        }
        let file = folder.join(NAME);
        let is_there = fs::metadata(&file).is_ok_and(|it| !it.is_dir());
        let is_unusable = is_there && whole::text(&file).is_err();
        if is_unusable {
            self.met.lock().unwrap_or_else(PoisonError::into_inner).push(file);
        }
        !is_unusable
    }

    /// The same of what a walk meets.
    pub fn allows_entry(&self, entry: &DirEntry) -> bool {
        !entry.file_type().is_some_and(|kind| kind.is_dir()) || self.allows(entry.path())
    }

    /// Those that were met.
    pub fn files(&self) -> Vec<PathBuf> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
