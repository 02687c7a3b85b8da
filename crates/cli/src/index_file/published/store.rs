//! The files of indexes at addresses, as they are kept on disk.
//!
//! Each address has a folder of its own, so that no host can give a shard that another one's index
//! takes for its own. All that is read is checked again, so no file has to be whole on disk.

use crate::failure::reason;
use crate::index_file::sharded::is_shard;
use crate::terminal::output;
use crate::whole;
use crate::write::atomic_file::{clear, put_unsynced};
use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use uuid::Uuid;

/// The bytes that are kept of all addresses together, about.
const MAX_KEPT_BYTES: u64 = 256 << 20;

/// A file that was read counts as new again after this time. To say so more often is not worth it.
const TOUCHED_AFTER: Duration = Duration::from_secs(60 * 60);

/// The file that is read first, with what the host said of it.
pub const ENTRY: &str = "entry";

/// The files of one address.
#[derive(Debug)]
pub struct Store {
    /// The folder of all addresses.
    root: PathBuf,
    /// That of this one.
    folder: PathBuf,
    most: u64,
    /// The bytes of all addresses, once they were counted.
    held: Mutex<Option<u64>>,
    complained: AtomicBool,
}

/// A file that is kept.
struct Kept {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Store {
    /// The files of an address in a folder, which need not be there.
    pub fn new(root: &Path, address: &str) -> Self {
        let folder = root.join(Uuid::new_v5(&Uuid::NAMESPACE_URL, address.as_bytes()).to_string());
        let complained = AtomicBool::new(false);
        let (root, held) = (root.to_owned(), Mutex::new(None));
        Store { root, folder, most: MAX_KEPT_BYTES, held, complained }
    }

    /// The bytes of a file, if it is there.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(name);
        let used = fs::metadata(&path).ok()?.modified().ok()?;
        let bytes = whole::bytes(&path).ok()?;
        if used.elapsed().is_ok_and(|age| age > TOUCHED_AFTER) {
            self.touch(name);
        }
        Some(bytes)
    }

    /// The time at which a file was last used or confirmed, if it is there.
    pub fn used(&self, name: &str) -> Option<SystemTime> {
        fs::metadata(self.folder.join(name)).ok()?.modified().ok()
    }

    /// Notes that a file was used, or confirmed.
    pub fn touch(&self, name: &str) {
        if let Ok(file) = File::options().append(true).open(self.folder.join(name)) {
            let _ = file.set_modified(SystemTime::now());
        }
    }

    /// Keeps a file. Where that fails, it is said once: what was fetched answers all the same.
    pub fn keep(&self, name: &str, bytes: &[u8]) {
        let kept = private(&self.root).and_then(|()| private(&self.folder));
        match kept.and_then(|()| put_unsynced(&self.folder, &self.folder.join(name), bytes)) {
            Ok(()) => self.count(bytes.len() as u64),
            Err(error) if !self.complained.swap(true, Ordering::Relaxed) => {
                let (folder, why) = (self.root.display(), reason(&error));
                output::warning(&format!(
                    "what is fetched cannot be kept in {folder}: {why}; name another --cache"
                ));
            }
            Err(_) => {}
        }
    }

    /// Forgets a file that is not what it should be.
    pub fn forget(&self, name: &str) {
        let _ = fs::remove_file(self.folder.join(name));
    }

    /// Counts bytes that were written, and makes room where there are too many.
    fn count(&self, written: u64) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = held.map_or_else(|| sum(&self.all()), |held| held + written);
        *held = Some(if sum > self.most { self.make_room() } else { sum });
    }

    /// Removes the files that were not used for longest, so that there is room for some time.
    /// Returns the bytes that are left.
    fn make_room(&self) -> u64 {
        let mut all = self.all();
        all.sort_by_key(|kept| kept.used);
        let mut left = sum(&all);
        for kept in all {
            if left <= self.most / 8 * 7 {
                break;
            }
            if fs::remove_file(&kept.path).is_ok() {
                left -= kept.bytes;
            }
            // An address of which nothing is kept any more has no folder.
            let _ = kept.path.parent().map(fs::remove_dir);
        }
        left
    }

    /// The files that are kept of all addresses. Others in the folder are left alone. An entry
    /// counts as used when any file of its address was: without it the others are of no use.
    fn all(&self) -> Vec<Kept> {
        let mut all = Vec::new();
        for folder in entries(&self.root) {
            let name = folder.file_name();
            if name.to_str().is_none_or(|name| Uuid::try_parse(name).is_err()) {
                continue;
            }
            clear(&folder.path());
            let mut files: Vec<Kept> = entries(&folder.path()).filter_map(kept).collect();
            let newest = files.iter().map(|kept| kept.used).max();
            for kept in files.iter_mut().filter(|kept| kept.path.ends_with(ENTRY)) {
                kept.used = newest.unwrap_or(kept.used);
            }
            all.extend(files);
        }
        all
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    fs::read_dir(folder).into_iter().flatten().flatten()
}

fn kept(entry: fs::DirEntry) -> Option<Kept> {
    let name = entry.file_name();
    name.to_str().filter(|name| *name == ENTRY || is_shard(name))?;
    let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
    Some(Kept { path: entry.path(), bytes: found.len(), used: found.modified().ok()? })
}

fn sum(all: &[Kept]) -> u64 {
    all.iter().map(|kept| kept.bytes).sum()
}

/// Makes a folder that nobody else reads, as an index need not be published for all.
fn private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(root: &Path, address: &str, most: u64) -> Store {
        Store { most, ..Store::new(root, address) }
    }

    /// Lets a file be one that was last used before.
    fn age(store: &Store, name: &str, hours: u32) {
        let file = File::options().append(true).open(store.folder.join(name)).unwrap();
        file.set_modified(SystemTime::now() - hours * TOUCHED_AFTER).unwrap();
    }

    #[test]
    fn what_was_not_used_for_longest_makes_room() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("notes"), vec![0; 5000]).unwrap();
        let names: Vec<String> = (0..12).map(|number| format!("{number:012x}.kds")).collect();
        let (old, new) = (store(root.path(), "a", 1000), store(root.path(), "b", 1000));
        old.keep(ENTRY, &[0; 100]);
        age(&old, ENTRY, 9);
        for (at, name) in names.iter().take(8).enumerate() {
            old.keep(name, &[0; 100]);
            age(&old, name, 8 - at as u32);
        }
        // That counts as new again, and with it the entry.
        assert!(old.read(&names[0]).is_some());
        for name in &names[8..] {
            new.keep(name, &[0; 100]);
        }
        let there = |store: &Store, name: &str| store.folder.join(name).is_file();
        assert!(there(&old, ENTRY) && there(&old, &names[0]) && !there(&old, &names[1]));
        assert!(names[8..].iter().all(|name| there(&new, name)));
        assert!(sum(&new.all()) <= 1000);
        assert_eq!(fs::metadata(root.path().join("notes")).unwrap().len(), 5000);
    }

    #[test]
    fn addresses_share_nothing() {
        let root = tempfile::tempdir().unwrap();
        let name = "0123456789ab.kds";
        Store::new(root.path(), "https://a.dev/").keep(name, b"a");
        assert_eq!(Store::new(root.path(), "https://a.dev/").read(name).unwrap(), b"a");
        assert_eq!(Store::new(root.path(), "https://b.dev/").read(name), None);
    }

    #[test]
    fn a_file_that_no_use_is_left_for_takes_its_folder_along() {
        let root = tempfile::tempdir().unwrap();
        let (old, new) = (store(root.path(), "a", 100), store(root.path(), "b", 100));
        old.keep(ENTRY, &[0; 80]);
        age(&old, ENTRY, 2);
        new.keep(ENTRY, &[0; 80]);
        assert!(!old.folder.exists() && new.read(ENTRY).is_some());
    }
}
