//! The size up to which files are read.

use crate::failure::reason;
use crate::output::counted;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

/// Bytes of a megabyte.
const MB: u64 = 1_000_000;

/// So many megabytes a file may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MostMegabytes(pub u64);

/// Systems give times of changes in steps of at most so much, as nearly all file systems keep them.
const STEP: Duration = Duration::from_millis(20);

/// A file that changes is read so often.
const TRIES: usize = 20;

const UNSTEADY: &str = "it changes while it is read; build again when nothing writes to it";

impl MostMegabytes {
    /// Reads a file, unless it is larger. A file that is written to meanwhile is read again, as the
    /// bytes may be partly those before.
    ///
    /// # Errors
    /// Why it is not read, and what to do.
    pub fn read(self, path: &Path) -> Result<Vec<u8>, String> {
        for attempt in 0..TRIES {
            if attempt > 0 {
                thread::sleep(STEP);
            }
            if let Some(bytes) = self.read_once(path)? {
                return Ok(bytes);
            }
        }
        Err(UNSTEADY.into())
    }

    /// The bytes of a file, unless it was written to from just before they were read on.
    fn read_once(self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        let unread = |error: std::io::Error| format!("cannot be read: {}", reason(&error));
        let most = self.0.saturating_mul(MB);
        let mut file = File::open(path).map_err(unread)?;
        let before = file.metadata().map_err(unread)?;
        // The next change could have the same time.
        let is_new = age(&before).is_some_and(|age| age < STEP);
        if before.len() > most {
            return Err(self.too_large(before.len()));
        }
        // It may grow meanwhile, or not know its length.
        let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or_default() + 1);
        file.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unread)?;
        let after = file.metadata().map_err(unread)?;
        if is_new || state(&before) != state(&after) {
            return Ok(None);
        }
        if bytes.len() as u64 > most {
            return Err(self.too_large(bytes.len() as u64));
        }
        Ok(Some(bytes))
    }

    fn too_large(self, length: u64) -> String {
        let (size, needed) = (counted(length, "byte"), length.div_ceil(MB));
        format!("it has {size}, more than {} MB; to read it, give --max-file-size {needed}", self.0)
    }
}

/// The length and the time of a file. One of them is another where it was written to.
fn state(file: &Metadata) -> (u64, Option<SystemTime>) {
    (file.len(), file.modified().ok())
}

/// The time since a file was written to; none where that lies ahead.
fn age(file: &Metadata) -> Option<Duration> {
    file.modified().ok()?.elapsed().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_file_that_never_rests_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, "text").unwrap();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    fs::write(&path, "text").unwrap();
                }
            });
            // On a busy machine the other thread may rest.
            let unsteady = || MostMegabytes(64).read(&path) == Err(UNSTEADY.into());
            assert!((0..100).any(|_| unsteady()));
            is_over.store(true, Ordering::Relaxed);
        });
        assert_eq!(MostMegabytes(64).read(&path).unwrap(), b"text");
    }
}
