//! The size up to which files are read.

use crate::failure::reason;
use crate::output::counted;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of a megabyte.
const MB: u64 = 1_000_000;

/// So many megabytes a file may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MostMegabytes(pub u64);

impl MostMegabytes {
    /// Reads a file, unless it is larger.
    ///
    /// # Errors
    /// Why it is not read, and what to do.
    pub fn read(self, path: &Path) -> Result<Vec<u8>, String> {
        let unread = |error: std::io::Error| format!("cannot be read: {}", reason(&error));
        let most = self.0.saturating_mul(MB);
        let file = File::open(path).map_err(unread)?;
        let length = file.metadata().map_err(unread)?.len();
        if length > most {
            return Err(self.too_large(length));
        }
        // It may grow meanwhile, or not know its length.
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default() + 1);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() as u64 > most {
            return Err(self.too_large(bytes.len() as u64));
        }
        Ok(bytes)
    }

    fn too_large(self, length: u64) -> String {
        let (size, needed) = (counted(length, "byte"), length.div_ceil(MB));
        format!("it has {size}, more than {} MB; to read it, give --max-file-size {needed}", self.0)
    }
}
