//! The index that a command reads.

use crate::failure::Failure;
use crate::index_file::Source;
use std::path::{Path, PathBuf};

/// The index, as an argument.
#[derive(clap::Args)]
pub struct IndexArg {
    /// The index: a file or a folder, or the address at which it is published
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    #[command(flatten)]
    cache: CacheFlag,
}

/// The folder for what is fetched, as a flag.
#[derive(clap::Args)]
pub struct CacheFlag {
    /// The folder in which files of an index at an address are kept, about 256 MB in all; off
    /// keeps none [default: kindex in your folder for caches]
    #[arg(long, value_name = "DIR|off")]
    cache: Option<PathBuf>,
}

impl IndexArg {
    /// Where the index is.
    ///
    /// # Errors
    /// Where it is an address at which nothing can be fetched.
    pub fn source(&self) -> Result<Source, Failure> {
        self.cache.source(&self.index)
    }

    /// As it was named.
    pub fn name(&self) -> &Path {
        &self.index
    }
}

impl CacheFlag {
    /// Where an index is that was named.
    ///
    /// # Errors
    /// As for [`IndexArg::source`].
    pub fn source(&self, named: &Path) -> Result<Source, Failure> {
        Source::new(named, self.cache.as_deref())
    }
}
