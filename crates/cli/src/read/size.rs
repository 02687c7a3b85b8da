//! The size up to which files are read.

use crate::failure::reason;
use crate::terminal::output::counted;
use crate::whole;
use std::fs::Metadata;
use std::io::{self, Read};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

/// Bytes of a megabyte.
const MEGABYTE_BYTES: u64 = 1_000_000;

/// The megabytes that a file may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MostMegabytes(pub u64);

/// Nearly all file systems keep times of changes in steps of at most this.
const CLOCK_STEP: Duration = Duration::from_millis(20);

/// The number of times that a changing file is read.
const MAX_READS: usize = 20;

const UNSTEADY: &str = "it changes while it is read; run this again when nothing writes to it";

impl MostMegabytes {
    /// As many as a file has.
    pub const ALL: Self = MostMegabytes(u64::MAX);

    /// Reads a file, unless it is larger. A file that is written to meanwhile is read again, as the
    /// bytes may be partly those before.
    ///
    /// # Errors
    /// Why it is not read, and what to do.
    pub fn read(self, path: &Path) -> Result<Vec<u8>, String> {
        steady(|| self.read_once(path))
    }

    /// The bytes of a file. None where it was written to just before, or meanwhile.
    fn read_once(self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        let unread = |error: io::Error| format!("cannot be read: {}", reason(&error));
        let most = self.0.saturating_mul(MEGABYTE_BYTES);
        let mut file = whole::open(path).map_err(unread)?;
        let asked = SystemTime::now();
        let before = file.metadata().map_err(unread)?;
        // The next change could have the same time. A time that lies ahead is of another clock.
        let is_new = |time| (asked - CLOCK_STEP..=SystemTime::now()).contains(&time);
        let is_new = before.modified().is_ok_and(is_new);
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

    /// The reason not to read a file of this length, where there is one.
    pub fn refuse(self, length: u64) -> Option<String> {
        (length > self.0.saturating_mul(MEGABYTE_BYTES)).then(|| self.too_large(length))
    }

    fn too_large(self, length: u64) -> String {
        let (size, needed) = (counted(length, "byte"), length.div_ceil(MEGABYTE_BYTES));
        format!("it has {size}, more than {} MB; to read it, give --max-file-size {needed}", self.0)
    }
}

/// Reads again and again, with pauses, until that gives something.
fn steady(read: impl Fn() -> Result<Option<Vec<u8>>, String>) -> Result<Vec<u8>, String> {
    for attempt in 0..MAX_READS {
        if attempt > 0 {
            thread::sleep(CLOCK_STEP);
        }
        if let Some(bytes) = read()? {
            return Ok(bytes);
        }
    }
    Err(UNSTEADY.into())
}

/// The length and the time of a file. One of them is another where it was written to.
fn state(file: &Metadata) -> (u64, Option<SystemTime>) {
    (file.len(), file.modified().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::fs;

    #[test]
    fn a_file_that_never_rests_is_not_read() {
        let times = Cell::new(0);
        let read_after = |rest| {
            times.set(0);
            steady(|| {
                times.set(times.get() + 1);
                Ok((times.get() > rest).then(|| b"text".to_vec()))
            })
        };
        assert_eq!(read_after(3).unwrap(), b"text");
        assert_eq!(times.get(), 4);
        assert_eq!(read_after(usize::MAX), Err(UNSTEADY.into()));
        assert_eq!(times.get(), MAX_READS);
    }

    #[test]
    fn a_file_that_was_written_just_now_is_not_read_yet() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, "text").unwrap();
        let read_at = |time: SystemTime| {
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
            MostMegabytes(64).read_once(&path).unwrap()
        };
        let day = Duration::from_secs(24 * 60 * 60);
        for time in [SystemTime::now() - day, SystemTime::now() + day] {
            assert_eq!(read_at(time).unwrap(), b"text");
        }
        // A machine that stops for a while between the two lines may read it.
        assert!((0..100).any(|_| read_at(SystemTime::now()).is_none()));
    }
}
