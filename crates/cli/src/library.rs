//! What programs take of the command that are written with it: reading and writing of files. They
//! give flags as the command line has them, and nothing is printed.

use crate::command::build::destination::Output;
use crate::failure::Failure;
use crate::flags::extract::ExtractFlags;
use crate::flags::fault;
use crate::flags::index::IndexFlags;
use crate::index_file::{self, error::IndexError};
use crate::read::documents::{Documents, Speech};
use crate::read::sources::{NotRead, Wanted};
use crate::terminal::progress::Progress;
use clap::Parser;
use kindex::{Builder, Error};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What went wrong.
#[derive(Debug)]
pub struct Fault {
    /// The kind, for programs: as [`Error::code`], or `read_failed`, `write_failed`.
    pub code: &'static str,
    /// A sentence without a full stop. Flags in it have their names on the command line.
    pub message: String,
}

/// The documents of files.
#[derive(Debug, Default)]
pub struct Taken {
    /// The number of documents that were added.
    pub documents: usize,
    /// The files and records that were passed over, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// The number of pages that were left out, as no reader looks for them.
    pub left_out: usize,
}

/// Flags of `kindex build` that say what is read, and paths.
#[derive(Parser)]
struct Sources {
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    extract_flags: ExtractFlags,
    #[command(flatten)]
    index_flags: IndexFlags,
    #[arg(long)]
    exclude: Vec<String>,
}

/// Flags of `kindex build` that say where an index goes.
#[derive(Parser)]
struct Target {
    #[command(flatten)]
    output: Output,
}

/// The index in a file or a folder, as `kindex search` opens it.
///
/// # Errors
/// Where there is none that can be read.
pub fn read_index(path: &Path) -> Result<Vec<u8>, Fault> {
    index_file::read(path).map_err(|error| {
        let code = match &error {
            IndexError::Unread(_) => "read_failed",
            IndexError::Invalid(file) => file.code,
        };
        fault(code, error.into())
    })
}

/// Writes an index as `kindex build` does: `-o`, `--layout` and the like say where.
///
/// # Errors
/// Where flags cannot be used or nothing can be written; what was there before is then whole.
pub fn write_index(index: Vec<u8>, flags: Vec<OsString>) -> Result<(), Fault> {
    let Target { output } = parsed(flags)?;
    let written = output.destination(&output.path).and_then(|target| target.write(index));
    written.map(drop).map_err(|failure| fault("write_failed", failure))
}

/// Adds the documents of files and folders as `kindex build` does, by its flags for pages.
///
/// # Errors
/// Where flags cannot be used, a path cannot be read, or no document may be added. Some may have
/// been added before.
pub fn add_files(builder: &mut Builder, flags: Vec<OsString>) -> Result<Taken, Fault> {
    let sources: Sources = parsed(flags)?;
    let before = builder.len();
    let tally = sources.add_to(builder).map_err(|failure| fault("read_failed", failure))?;
    let skipped = tally.skipped.into_iter().map(|skipped| (skipped.path, skipped.reason));
    Ok(Taken {
        documents: builder.len() - before,
        skipped: skipped.collect(),
        left_out: tally.left_out.pages.values().sum(),
    })
}

impl Sources {
    fn add_to(&self, builder: &mut Builder) -> Result<crate::read::documents::Tally, Failure> {
        let Sources { paths, extract_flags, index_flags, exclude } = self;
        let wanted = Wanted { paths, extract_flags, index_flags, inside: false };
        let (found, mut reader) = wanted.find(&NotRead { globs: exclude, ..NotRead::default() })?;
        reader.preparer = (!reader.boost_flags.waits()).then(|| builder.preparer());
        let progress = Progress::new(found.files.len(), "files", true);
        let mut documents = Documents::of(found, reader, &progress, Speech::Silent)?;
        while let Some(document) = documents.next() {
            let added = document?.add_to(builder);
            documents.took(added)?;
        }
        Ok(documents.end())
    }
}

/// Flags without the name of a program before them.
fn parsed<T: Parser>(flags: Vec<OsString>) -> Result<T, Fault> {
    let line = [OsString::from("kindex")].into_iter().chain(flags);
    T::try_parse_from(line).map_err(|error| {
        let told = fault::of_value(&error).unwrap_or_else(|| first_line(&error.to_string()));
        Fault { code: INVALID_OPTION, message: told }
    })
}

const INVALID_OPTION: &str = "invalid_option";

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

fn fault(code: &'static str, failure: Failure) -> Fault {
    match failure {
        Failure::Message(message) => Fault { code, message },
        Failure::Usage(message) => Fault { code: INVALID_OPTION, message },
        Failure::Line(error) => {
            Fault { code: INVALID_OPTION, message: first_line(&error.to_string()) }
        }
        Failure::Closed => Fault { code, message: "the output was closed".to_owned() },
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Fault { code: error.code(), message: error.message() }
    }
}
