//! The place for an index, and the number of its files.

use crate::failure::Failure;
use crate::field::{files, inline};
use crate::index_file::sharded::{Folder, Place, Stored};
use crate::write::atomic_file::AtomicFile;
use crate::write::gzip;
use kindex::{Error, Layout, Sharded};
use kindex_extract::Format;
use std::ffi::OsStr;
use std::path::{Path, PathBuf, is_separator};

/// The place where the user wants an index.
#[derive(clap::Args)]
pub struct Output {
    /// Path of the index: a folder, such as public/search/, where it ends in /. Else a file, such
    /// as site.kdx, which is compressed with gzip where it ends in .gz. One that ends in .js is a
    /// script with the search field and the engine in it, for pages that are opened as files
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub path: PathBuf,
    #[command(flatten)]
    shape: Shape,
    /// Keep the shards of the build before in the folder for a day, so that pages which opened that
    /// index go on: those in the output, or in a FOLDER with what is published, or at the address
    /// at which that is published. A later build with this removes them
    #[arg(long, value_name = "FOLDER", require_equals = true)]
    keep_previous: Option<Option<PathBuf>>,
}

/// The files that an index is to be in.
#[derive(Clone, Copy, clap::Args)]
pub struct Shape {
    /// In how many files the index is: single, in one, of which a page loads all; sharded, in
    /// several in a folder, of which a page loads what its queries need; auto, in one where that is
    /// small [default: auto in a folder]
    #[arg(long, value_name = "LAYOUT")]
    layout: Option<Layout>,
    /// Leave the pairs of words out of several files, which are half of the folder: phrases then
    /// load the texts in which they may be. One file has no pairs
    #[arg(long)]
    no_pairs: bool,
}

impl Output {
    /// A path, which ends in a slash where it is a folder.
    pub fn at(path: PathBuf, shape: Shape) -> Self {
        Output { path, shape, keep_previous: None }
    }

    /// Looks at a path where an index will be, before any work is done for it.
    ///
    /// # Errors
    /// Where it cannot be written there.
    pub fn destination(&self, path: &Path) -> Result<Destination, Failure> {
        if is_named_as_folder(path) || self.shape.layout == Some(Layout::Sharded) {
            let (folder, layout) = (Folder::new(path)?, self.shape.layout.unwrap_or_default());
            let (pairs, keep) = (!self.shape.no_pairs, self.keep(path)?);
            return Ok(Destination::Folder { folder, layout, pairs, keep });
        }
        if self.keep_previous.is_some() {
            return Err(Failure::usage(
                "--keep-previous: only an index in a folder has shards; end the output in /",
            ));
        }
        let form = match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Form::Compressed,
            Some("js") => Form::Script,
            _ => Form::Plain,
        };
        if form == Form::Script {
            // A program without the field says so before it does any work.
            files::inline()?;
        } else if Format::of_path(&path.to_string_lossy()).is_some() {
            return Err(Failure::usage(format!(
                "cannot write {}: by its extension it is a document; name it like site.kdx",
                path.display()
            )));
        }
        if path.is_dir() {
            return Err(Failure::new(format!(
                "cannot write {}: it is a folder; for an index in it, end the path in /, or name a file, such as {}",
                path.display(),
                path.join("site.kdx").display()
            )));
        }
        Ok(Destination::File { target: AtomicFile::new(path)?, form })
    }

    /// Checks what can be known where each tenant has an index of its own.
    ///
    /// # Errors
    /// [`Failure`] where all of them were to keep the shards of one folder, which are those of another tenant,
    /// or the output is a name in which no tenant can be written.
    pub fn admit_tenants(&self) -> Result<(), Failure> {
        if self.path.to_str().is_none() {
            let message = "--output: with {tenant} in it, it must be Unicode; name another path";
            return Err(Failure::usage(message));
        }
        match &self.keep_previous {
            Some(Some(_)) => Err(Failure::usage(
                "--keep-previous: with {tenant} in the output each index keeps the shards of its own folder; leave the value out",
            )),
            _ => Ok(()),
        }
    }

    /// Keeps from now on the shards of the output, in which those of another place then are.
    pub fn keep_own(&mut self) {
        self.keep_previous = self.keep_previous.take().map(|_| None);
    }

    /// The place of the build before whose shards are to stay beside those of an index.
    fn keep(&self, output: &Path) -> Result<Option<Place>, Failure> {
        let Some(named) = &self.keep_previous else { return Ok(None) };
        Place::of(named.as_deref().unwrap_or(output)).map(Some)
    }
}

/// Whether a path says by its end that it is of a folder.
fn is_named_as_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(is_separator)
}

/// The form of an index in one file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    Plain,
    /// With gzip.
    Compressed,
    /// A script that has the search field and the engine, too.
    Script,
}

impl Form {
    fn of(self, index: Vec<u8>) -> Result<Vec<u8>, Failure> {
        match self {
            Form::Plain => Ok(index),
            Form::Compressed => {
                gzip::compress(&index).map_err(|error| Failure::new(error.to_string()))
            }
            Form::Script => inline::script(&index),
        }
    }
}

/// The files that will be written.
#[derive(Debug)]
pub enum Destination {
    /// A file.
    File { target: AtomicFile, form: Form },
    /// A folder, whether several files in it get pairs of words, and the place of the build before
    /// whose shards are to stay.
    Folder { folder: Folder, layout: Layout, pairs: bool, keep: Option<Place> },
}

/// The files that were written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Written {
    /// A file, with its bytes.
    File(u64),
    /// The files of a folder.
    Folder(Stored),
}

impl Written {
    /// The number of bytes that are stored.
    pub fn bytes(&self) -> u64 {
        match self {
            Written::File(bytes) => *bytes,
            Written::Folder(stored) => stored.bytes,
        }
    }

    /// The same with those of another index in another place.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Written::Folder(one), Written::Folder(other)) => Written::Folder(Stored {
                files: one.files + other.files,
                bytes: one.bytes + other.bytes,
                head: one.head.max(other.head),
                largest: one.largest.max(other.largest),
                kept: one.kept.map(|kept| kept + other.kept.unwrap_or_default()),
            }),
            (one, other) => Written::File(one.bytes() + other.bytes()),
        }
    }
}

impl Destination {
    /// Checks that the index may have the section for merging.
    ///
    /// # Errors
    /// With `--mergeable`, where the index is to be in several files.
    pub fn admit_mergeable(&self, mergeable: bool) -> Result<(), Error> {
        match self {
            Destination::Folder { .. } if mergeable => Err(Error::Config {
                name: "mergeable",
                message: "pages would load what merging takes along with an index in a folder; name a file for each of the parts, and a folder where they are merged".into(),
            }),
            _ => Ok(()),
        }
    }

    /// Writes an index that soon gives way to another: in a folder in one file that is not
    /// compressed, unless a layout is asked for.
    ///
    /// # Errors
    /// As for [`Destination::write`].
    pub fn write_for_now(&self, index: Vec<u8>) -> Result<Written, Failure> {
        match self {
            Destination::Folder { folder, layout: Layout::Auto, keep: None, .. } => {
                folder.write_plain(&index).map(Written::Folder)
            }
            _ => self.write(index),
        }
    }

    /// Writes an index.
    ///
    /// # Errors
    /// Where it cannot be written; the old one is then whole.
    pub fn write(&self, index: Vec<u8>) -> Result<Written, Failure> {
        match self {
            Destination::Folder { folder, layout, pairs, keep } => {
                let files = Sharded::laid_out(index, *layout, *pairs);
                let files = files.map_err(|error| Failure::library(&error))?;
                folder.write(&files, keep.as_ref()).map(Written::Folder)
            }
            Destination::File { target, form } => {
                let bytes = form.of(index)?;
                target.write(&bytes)?;
                Ok(Written::File(bytes.len() as u64))
            }
        }
    }
}
