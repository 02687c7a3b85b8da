//! Documents that were extracted from files, kept beside an index for the next build of it.
//!
//! The documents of a file depend on its bytes, its path, its options and the program, and on
//! nothing else. Documents also take something from each other and from files about them: age,
//! rooms, extra words. That is added after extraction and is not kept. So documents taken over are
//! those that would be extracted again.

mod entry;
mod stored;

use crate::failure::Failure;
use crate::write::atomic_file::{AtomicFile, resolve};
use entry::{CacheEntry, Key};
use kindex_extract::{Extracted, Format, Options, SourceFile};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
pub use stored::set_code_file;
use stored::{Entries, Stored};

/// The documents of a file, or the reason why it has none.
pub type Page = Result<Extracted, String>;

/// A cache, open for one build.
pub struct Cache {
    file: PathBuf,
    target: AtomicFile,
    /// The checksum of the file that was read, if it was sound.
    sum: Option<u64>,
    state: Mutex<State>,
}

/// The state that changes while files are read.
#[derive(Default)]
struct State {
    /// The entries of the build before that were not asked for yet.
    known: Entries,
    kept: Entries,
    counts: Counts,
}

/// Numbers of files by the way in which they were read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Extracted in this build.
    pub reread: u64,
    /// Of these, those that changed in nothing but their options.
    pub other_options: u64,
    /// Taken over.
    pub reused: u64,
}

impl Cache {
    /// Reads the cache in a file, by default the one beside the output. With it comes what to say
    /// where all files have to be read anew.
    ///
    /// # Errors
    /// Where a cache cannot be written there.
    pub fn open(file: Option<&Path>, output: &Path) -> Result<(Self, Option<String>), Failure> {
        let file = match file {
            Some(file) => suitable(file, output)?.to_owned(),
            None => beside(output)?,
        };
        let target = AtomicFile::new(&file)?;
        let (stored, why) = match Stored::read(&file) {
            Ok(stored) => (stored, None),
            Err(why) => {
                let why = format!("all files are read anew: {} {why}", file.display());
                (Stored::default(), Some(why))
            }
        };
        let state = Mutex::new(State { known: stored.entries, ..State::default() });
        Ok((Cache { file, target, sum: stored.sum, state }, why))
    }

    /// Looks up what a file with these bytes gave in the build before, if nothing changed.
    ///
    /// # Errors
    /// The key by which [`Cache::keep`] takes what it gives now.
    pub fn known(
        &self,
        source: &SourceFile,
        options: &Options,
        bytes: &[u8],
    ) -> Result<Extracted, Key> {
        let key = Key::of(source, options, bytes);
        let known = self.state().known.remove(&source.id);
        let other_options = known.as_ref().is_some_and(|entry| entry.key.differs_in_options(&key));
        let known = known.filter(|entry| entry.key == key);
        let known = known.and_then(|entry| Some((entry.extracted()?, entry)));
        let mut state = self.state();
        let Some((extracted, entry)) = known else {
            state.counts.reread += 1;
            state.counts.other_options += u64::from(other_options);
            return Err(key);
        };
        state.counts.reused += 1;
        state.kept.insert(source.id.clone(), entry);
        Ok(extracted)
    }

    /// Keeps what a file gives, for the next build. A file that gave nothing is tried again.
    pub fn keep(&self, source: &SourceFile, key: Key, page: Page) -> Page {
        let entry = page.as_ref().ok().and_then(|extracted| CacheEntry::new(key, extracted));
        self.state().kept.extend(entry.map(|entry| (source.id.clone(), entry)));
        page
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is whole in itself, so nothing is half done where a thread ended.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file, to be named.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The numbers of files so far.
    pub fn counts(&self) -> Counts {
        self.state().counts
    }

    /// Writes the entries that were extracted and taken over, unless they are those that were read.
    /// Files that were not asked for are dropped.
    ///
    /// # Errors
    /// Where it cannot be written; the old one is then whole.
    pub fn write(&self) -> Result<(), Failure> {
        let (bytes, sum) = stored::write(&self.state().kept);
        if self.sum == Some(sum) { Ok(()) } else { self.target.write(&bytes) }
    }
}

/// The cache of an output: `site.kdx.cache` of `site.kdx`, `search.cache` of `search/`.
///
/// # Errors
/// Where the folder is missing.
pub fn beside(output: &Path) -> Result<PathBuf, Failure> {
    let (path, _) = resolve(output)?;
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    name.push(".cache");
    Ok(path.with_file_name(name))
}

/// A file that `--cache` named, if it is neither a document nor the output.
fn suitable<'a>(file: &'a Path, output: &Path) -> Result<&'a Path, Failure> {
    let refuse = |why: &str| {
        let file = file.display();
        Failure::usage(format!("--cache {file}: {why}; name it like site.cache"))
    };
    if Format::of_path(&file.to_string_lossy()).is_some() {
        return Err(refuse("by its extension it is a document"));
    }
    if resolve(file)? == resolve(output)? {
        return Err(refuse("it is the output"));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_lie_beside_what_they_are_of() {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir(root.join("search")).unwrap();
        for (output, cache) in [
            ("site.kdx.gz", "site.kdx.gz.cache"),
            ("search", "search.cache"),
            ("search/", "search.cache"),
        ] {
            assert_eq!(beside(&root.join(output)).unwrap(), root.join(cache), "{output}");
        }
        assert!(beside(&root.join("missing/site.kdx")).is_err());
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("site.kdx");
        assert!(suitable(&folder.path().join("a.md"), &output).is_err());
        assert!(suitable(&output, &output).is_err());
        assert!(suitable(&folder.path().join("site.cache"), &output).is_ok());
    }
}
