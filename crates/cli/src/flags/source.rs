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

    /// The name that the user gave.
    pub fn name(&self) -> &Path {
        &self.index
    }
}

/// Further indexes, as a flag.
#[derive(clap::Args)]
pub struct AlsoFlag {
    /// Search another index too, as if both were one; repeatable. Results name it by NAME, or by
    /// INDEX
    #[arg(long, value_name = "[NAME=]INDEX")]
    also: Vec<String>,
}

impl AlsoFlag {
    /// Each index with its name, after that of an argument.
    ///
    /// # Errors
    /// As for [`IndexArg::source`].
    pub fn with(&self, index: &IndexArg) -> Result<Vec<(String, Source)>, Failure> {
        let first = index.name().display().to_string();
        let mut all = vec![(first, index.source()?)];
        for named in &self.also {
            let (name, place) = parted(named).unwrap_or((named, named));
            all.push((name.to_owned(), index.cache.source(Path::new(place))?));
        }
        Ok(all)
    }
}

/// The name and the index of `NAME=INDEX`. Paths and addresses may have such a sign too.
fn parted(named: &str) -> Option<(&str, &str)> {
    let (name, place) = named.split_once('=')?;
    let is_name = !name.is_empty() && !name.contains(['/', '\\', ':']);
    (is_name && !place.is_empty() && !Path::new(named).exists()).then_some((name, place))
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
