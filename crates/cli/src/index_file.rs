//! Opens the index in a file or in several, compressed or not, or at an address.

pub mod error;
mod local;
mod opened;
mod published;
mod several;
pub mod sharded;
mod source;

use crate::failure::Failure;
use kindex::Index;
pub use local::{failure, indexes_in, is_file_of, is_folder, read, read_path};
pub use opened::{Loaded, Opened};
pub use several::Several;
pub use source::Source;

/// Opens an index, and reads all of it.
///
/// # Errors
/// Where the index cannot be read or is none.
pub fn open(source: &Source) -> Result<Index, Failure> {
    Opened::open(source)?.whole()
}

/// Checks that an index has a level. The last one stands for whole documents.
///
/// # Errors
/// Where it has not.
pub fn check_level(index: &Index, level: usize) -> Result<(), Failure> {
    let most = index.stats().levels.len();
    if level <= most {
        return Ok(());
    }
    let message = format!("--level: there is no level {level}; accepted are 0 to {most}");
    Err(Failure::usage(message))
}
