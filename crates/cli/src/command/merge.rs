//! `kindex merge`: indexes to one.

use super::build::destination::Output;
use super::build::no_page;
use super::build::summary::{Held, Summary};
use crate::failure::Failure;
use crate::flags::source::CacheFlag;
use crate::index_file;
use crate::read::documents::Tally;
use crate::terminal::output;
use crate::terminal::progress::Progress;
use kindex::{Builder, Error};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Merge indexes that were built with --mergeable into one.
///
/// The result is, byte for byte, what kindex build gives for the paths of all of them, in this
/// order. The indexes must have been built with the same settings, and no two may have a document
/// with the same id. Their pages are cut and their words collected anew, but no files are read.
/// Pinned pages that none has are named, unless the result is to be merged again.
///
/// Altered indexes are refused. The result replaces an older index only when it is whole.
#[derive(clap::Args)]
pub struct Args {
    /// Indexes, which may be at addresses, in the order in which their documents are to be
    #[arg(required = true, value_name = "INDEX")]
    indexes: Vec<PathBuf>,
    #[command(flatten)]
    cache: CacheFlag,
    #[command(flatten)]
    output: Output,
    /// Make the result mergeable too
    #[arg(long)]
    mergeable: bool,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Print nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the command.
///
/// # Errors
/// Where an index cannot be read or merged, or the result cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let begun = Instant::now();
    let destination = args.output.destination(&args.output.path)?;
    destination.admit_mergeable(args.mergeable).map_err(|error| Failure::library(&error))?;
    let progress = Progress::new(args.indexes.len(), "indexes", args.quiet || args.json);
    let builder = args.merged(&progress)?;
    args.check(&builder, &progress)?;
    progress.say("writing");
    let bytes = builder.finish().map_err(|error| Failure::library(&error))?;
    let mut held = Held::default();
    held.read(&bytes).map_err(|error| Failure::library(&error))?;
    let written = destination.write(bytes)?;
    drop(progress);
    let took = begun.elapsed();
    let summary =
        Summary { held, written, tally: Tally::default(), read: None, took, changed: None };
    summary.print(&args.output.path, args.json, args.quiet)
}

impl Args {
    /// The documents of all indexes.
    fn merged(&self, progress: &Progress) -> Result<Builder, Failure> {
        let mut merged = None;
        for path in &self.indexes {
            let index = index_file::open(&self.cache.source(path)?)?;
            let builder = match merged {
                None => Builder::with_settings_of(&index).map(|new| self.new_builder(new)),
                Some(builder) => Ok(builder),
            };
            let added = builder.and_then(|mut builder| {
                builder.add_index(&index)?;
                Ok(builder)
            });
            merged = Some(added.map_err(|error| failure(path, &error))?);
            progress.step();
        }
        merged.ok_or_else(|| Failure::new("there are no indexes to merge"))
    }

    /// Looks at what is known of all documents alone. A mergeable result may be one of several, of
    /// which others have what it lacks.
    fn check(&self, builder: &Builder, progress: &Progress) -> Result<(), Failure> {
        if self.mergeable {
            return Ok(());
        }
        if builder.is_empty() {
            return Err(Failure::new("there are no documents in the indexes, so none is written"));
        }
        for (query, page) in builder.unknown_pins().into_iter().filter(|_| !self.quiet) {
            progress.aside(|| output::warning(&no_page(query, page)));
        }
        Ok(())
    }

    fn new_builder(&self, builder: Builder) -> Builder {
        if self.mergeable { builder.mergeable() } else { builder }
    }
}

/// A failure of the library over one of the indexes, with settings by their names in the library.
fn failure(path: &Path, error: &Error) -> Failure {
    let named = |message: &str| format!("{}: {message}", path.display());
    match (error, Failure::library(error)) {
        (Error::Document { id, message }, _) => {
            Failure::new(named(&format!("document {id:?}: {message}")))
        }
        (_, Failure::Usage(message)) => Failure::new(named(&message)),
        _ => index_file::failure(path, error),
    }
}
