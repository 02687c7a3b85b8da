//! Indexes in several files: a folder with a head and shards, each compressed.
//!
//! Hosts do not know these files and so do not compress them. They are compressed as they lie.

mod folder;
mod kept;
mod place;

use crate::index_file::error::IndexError;
use crate::whole;
use crate::write::gzip;
use kindex::{Error, Index, Shard};
use std::io::ErrorKind;
use std::path::Path;

pub use folder::{Folder, Stored};
pub use kept::{Kept, most_bytes};
pub use place::Place;

/// The file that is read first.
pub const HEAD: &str = "index.kdx";

/// The fault of a shard that is another, or was altered.
const OTHER_BYTES: &str = "its bytes are not those that its name says";

/// The file of a shard.
pub fn file_name(shard: &str) -> String {
    format!("{shard}.kds")
}

/// Whether a file is called like one of a shard.
pub fn is_shard(file_name: &str) -> bool {
    let digits = file_name.strip_suffix(".kds").unwrap_or_default();
    digits.len() == 12 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The index as one file, of the bytes of its head and the shards beside that.
///
/// # Errors
/// Where a shard cannot be read, is damaged or missing.
pub fn assembled(head: &[u8], file: &Path) -> Result<Vec<u8>, IndexError> {
    let refused = |error: Error| IndexError::refused(file, &error);
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut index = Index::open(head).map_err(refused)?;
    // Each number of 4 bytes may take 5.
    let mut left = gzip::MAX_INFLATED_BYTES.min(2 * index.stats().bytes as u64);
    for (number, name) in index.shard_names().iter().enumerate() {
        let file = folder.join(file_name(name));
        let bytes = read_shard(&file, left)?;
        left -= bytes.len() as u64;
        let loaded = index.load(number, bytes);
        loaded.map_err(|_| IndexError::corrupt(&file, OTHER_BYTES))?;
    }
    index.assembled().map_err(refused)
}

fn read_shard(file: &Path, most: u64) -> Result<Vec<u8>, IndexError> {
    inflated_shard(file, &stored_shard(file)?, most)
}

/// The bytes of the file of a shard.
fn stored_shard(file: &Path) -> Result<Vec<u8>, IndexError> {
    whole::bytes(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => IndexError::missing_shard(file),
        _ => IndexError::unread(file, &error),
    })
}

fn inflated_shard(file: &Path, stored: &[u8], most: u64) -> Result<Vec<u8>, IndexError> {
    gzip::inflated(stored, most).map_err(|what| IndexError::corrupt(file, what))
}

/// The file of a shard in a folder, compressed, whose bytes are those that its name stands for.
fn whole_shard(name: &str, folder: &Path, most: u64) -> Result<Vec<u8>, IndexError> {
    let file = folder.join(file_name(name));
    let stored = stored_shard(&file)?;
    check_shard(name, &file, &stored, most).map(|()| stored)
}

/// Checks that a shard has the bytes that its name stands for.
fn check_shard(name: &str, file: &Path, stored: &[u8], most: u64) -> Result<(), IndexError> {
    let bytes = inflated_shard(file, stored, most)?;
    match (Shard { name: name.to_owned(), bytes }).is_whole() {
        true => Ok(()),
        false => Err(IndexError::corrupt(file, OTHER_BYTES)),
    }
}

/// Whether a file is called like one of an index in a folder.
pub fn is_file_name(name: &str) -> bool {
    name == HEAD || is_shard(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_known_by_their_names() {
        assert!(is_shard(&file_name("0123456789ab")));
        let others = ["index.kdx", ".kds", "0123456789a.kds", "0123456789AB.kds"];
        for name in others.iter().chain(&["0123456789ab", "0123456789ab.kds.bak"]) {
            assert!(!is_shard(name), "{name}");
        }
    }
}
