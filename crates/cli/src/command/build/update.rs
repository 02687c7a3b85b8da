//! Builds that take over what did not change.

use crate::failure::Failure;
use crate::read::cache::{self, Cache, Counts};
use crate::terminal::output::{self, counted};
use std::path::{Path, PathBuf};

/// The flags for updating an index.
#[derive(Default, clap::Args)]
pub struct Update {
    /// Take over the documents of the build before, unless their files or the options that these
    /// are read with changed. The index is the one that a build without this gives, byte for byte;
    /// vectors are kept in the way of the one before as long as it fits, so that an edit changes
    /// few bytes. The documents are kept in OUTPUT.cache, which is not to be published
    #[arg(long)]
    update: bool,
    /// File that keeps the documents for --update, such as one in a folder that CI keeps [default:
    /// the name of the output with .cache after it]
    #[arg(long, value_name = "FILE", requires = "update")]
    cache: Option<PathBuf>,
}

impl Update {
    /// Whether documents are taken over.
    pub fn is_on(&self) -> bool {
        self.update
    }

    /// Checks that there is a place for the documents, where each tenant has an output.
    ///
    /// # Errors
    /// Where there is none.
    pub fn admit(&self, is_for_each: bool) -> Result<(), Failure> {
        if is_for_each && self.update && self.cache.is_none() {
            let message =
                "--update: it keeps the documents of all tenants in one file; name it with --cache";
            return Err(Failure::usage(message));
        }
        Ok(())
    }

    /// The files that keep the documents, of this build and of others without `--cache`.
    pub fn files(&self, output: &Path) -> Vec<PathBuf> {
        self.cache.clone().into_iter().chain(cache::beside(output).ok()).collect()
    }

    /// Opens the cache of the build before, where it is to be used. Says
    /// where there is nothing to use.
    ///
    /// # Errors
    /// As for [`Cache::open`].
    pub fn open(&self, output: &Path, quiet: bool) -> Result<Option<Cache>, Failure> {
        if !self.update {
            return Ok(None);
        }
        let (cache, why) = Cache::open(self.cache.as_deref(), output)?;
        if let Some(why) = why.filter(|_| !quiet) {
            output::warning(&why);
        }
        Ok(Some(cache))
    }
}

/// Keeps what the next build may take over, and tells how files were read in this one. As the index
/// is written and the next build does without a cache too, it is no failure where this fails.
pub fn close(cache: &Cache, quiet: bool) -> Counts {
    let counts = cache.counts();
    if counts.other_options > 0 && !quiet {
        let files = counted(counts.other_options, "file");
        let cache = cache.file().display();
        output::warning(&format!("{files} read anew: in {cache} they have other options"));
    }
    if let Err(Failure::Message(message) | Failure::Usage(message)) = cache.write() {
        output::warning(&format!("{message}; the next build with --update reads more files anew"));
    }
    counts
}
