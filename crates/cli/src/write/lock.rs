//! Lets one process at a time write to a folder.
//!
//! The folder itself is locked, by its own handle: nothing lies beside what is published, and
//! the system undoes the lock where the process ends, whatever ends it. `flock` locks a
//! folder on Linux, macOS and the BSDs. Windows does not, nor do some file systems of
//! networks: there the work goes on without.

use crate::terminal::output;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// A lock on a folder, until it is dropped.
#[derive(Debug)]
pub struct FolderLock {
    /// None where folders cannot be locked.
    _folder: Option<File>,
}

impl FolderLock {
    /// Waits until no other process has the lock, and says so. Gives nothing where the folder was
    /// removed or replaced meanwhile.
    pub fn take(folder: &Path) -> Option<Self> {
        let open = match File::open(folder) {
            Ok(open) => open,
            Err(error) if error.kind() == ErrorKind::NotFound && !folder.is_symlink() => {
                return None;
            }
            Err(_) => return Some(FolderLock { _folder: None }),
        };
        Self::lock(folder, open)
    }

    /// Locks a folder that was opened by a path.
    fn lock(folder: &Path, open: File) -> Option<Self> {
        let is_locked = match open.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => {
                // Also where nothing else is to be printed: it may look like a program that hangs.
                let folder = folder.display();
                output::warning(&format!("waiting for another kindex that writes to {folder}"));
                open.lock().is_ok()
            }
            Err(TryLockError::Error(_)) => false,
        };
        if is_locked && !leads_to(folder, &open) {
            return None;
        }
        Some(FolderLock { _folder: is_locked.then_some(open) })
    }
}

/// Whether a path still leads to a folder that was opened by it.
#[cfg(unix)]
fn leads_to(path: &Path, open: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    match (fs::metadata(path), open.metadata()) {
        (Ok(there), Ok(locked)) => place(there) == place(locked),
        _ => false,
    }
}

#[cfg(not(unix))]
fn leads_to(path: &Path, _: &File) -> bool {
    path.is_dir()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn the_second_waits_for_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::take(folder.path()).unwrap();
        assert!(first._folder.is_some());
        let (sender, taken) = channel();
        thread::scope(|scope| {
            scope.spawn(|| sender.send(FolderLock::take(folder.path()).is_some()).unwrap());
            assert!(taken.recv_timeout(Duration::from_millis(100)).is_err());
            drop(first);
            assert!(taken.recv().unwrap());
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_took_its_place_is_not_locked() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("search");
        assert!(FolderLock::take(&folder).is_none());
        fs::create_dir(&folder).unwrap();
        let open = File::open(&folder).unwrap();
        fs::rename(&folder, above.path().join("old")).unwrap();
        assert!(FolderLock::lock(&folder, open.try_clone().unwrap()).is_none());
        fs::create_dir(&folder).unwrap();
        assert!(FolderLock::lock(&folder, open).is_none());
        assert!(FolderLock::take(&folder).is_some());
    }

    #[test]
    fn the_work_goes_on_where_nothing_can_be_locked() {
        // A link that leads nowhere stands for a folder that cannot be opened.
        let above = tempfile::tempdir().unwrap();
        let link = above.path().join("search");
        std::os::unix::fs::symlink("missing", &link).unwrap();
        assert!(FolderLock::take(&link).unwrap()._folder.is_none());
    }
}
