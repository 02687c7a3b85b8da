//! The subject of a measurement: an index, or pages of which any number of indexes can be made.

use super::outline::Outline;
use super::settings::Settings;
use crate::failure::Failure;
use crate::flags::extract::ExtractFlags;
use crate::flags::index::IndexFlags;
use crate::index_file::{self, Source};
use crate::read::documents::{self, Documents, Speech};
use crate::read::pages::Ready;
use crate::read::sources::{NotRead, Wanted};
use crate::terminal::output;
use crate::terminal::progress::Progress;
use kindex::{Builder, Document, Error, Index};
use kindex_extract::Format;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// An index that is measured, or the documents of which it is made.
pub enum Subject {
    /// An index as it is.
    Index(Box<Index>),
    /// Documents, and how they were read.
    Pages { documents: Vec<Document>, index_flags: Box<IndexFlags> },
}

/// The path of a subject, and how it is read.
pub struct SubjectSource<'a> {
    pub source: &'a Source,
    pub extract_flags: &'a ExtractFlags,
    pub quiet: bool,
}

impl SubjectSource<'_> {
    /// Opens an index, or reads pages: those of a folder, or of a file that is known by its
    /// extension.
    ///
    /// # Errors
    /// Where there is neither.
    pub fn read(&self, settings: &Settings) -> Result<Subject, Failure> {
        let path = self.source.path();
        let is_dir = path.is_some_and(|path| path.is_dir() && !index_file::is_folder(path));
        let has_format = |path: &Path| Format::of_path(&path.to_string_lossy()).is_some();
        if !is_dir && !path.is_some_and(has_format) {
            if settings.made() != IndexFlags::default() {
                return Err(fixed());
            }
            let index = index_file::open(self.source)?;
            return Ok(Subject::Index(Box::new(index)));
        }
        let index_flags = settings.made();
        let documents = self.documents(&index_flags)?;
        Ok(Subject::Pages { documents, index_flags: Box::new(index_flags) })
    }

    fn documents(&self, index_flags: &IndexFlags) -> Result<Vec<Document>, Failure> {
        let paths = [self.source.name().to_owned()];
        let wanted =
            Wanted { paths: &paths, extract_flags: self.extract_flags, index_flags, inside: false };
        let (found, reader) = wanted.find(&NotRead::default())?;
        let progress = Progress::new(found.files.len(), "files", self.quiet);
        let mut read = Documents::of(found, reader, &progress, Speech::Quiet)?;
        let documents =
            read.by_ref().filter_map(|ready| ready.map(Ready::into_document).transpose());
        let documents = documents.collect::<Result<Vec<Document>, Failure>>()?;
        read.end();
        if documents.is_empty() {
            Err(Failure::new(documents::nothing_in(&paths)))
        } else {
            Ok(documents)
        }
    }
}

fn fixed() -> Failure {
    Failure::usage(
        "levels, language and synonyms of an index are fixed; to change them, or for preset=flat, give the folder of pages or the corpus.jsonl it was made of",
    )
}

impl Subject {
    /// The index that settings ask for, where it has to be made.
    ///
    /// # Errors
    /// Where settings cannot be used or ask for an index other than the one given.
    pub fn index(&self, settings: &Settings) -> Result<Made<'_>, Failure> {
        let index_flags = settings.made();
        match self {
            Subject::Index(index) if index_flags == IndexFlags::default() => Ok(Made::Given(index)),
            Subject::Index(_) => Err(fixed()),
            Subject::Pages { documents, index_flags: read } => {
                if index_flags.chunks.conversations() != read.chunks.conversations() {
                    return Err(Failure::usage(
                        "--chunker conversations reads pages in another way: give it as a flag, not among settings to compare",
                    ));
                }
                build(documents, settings).map(|index| Made::Built(Box::new(index)))
            }
        }
    }
}

impl Subject {
    /// The headings of these documents: of pages all, of an index those that it tells.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub fn outlines(
        &self,
        index: &Index,
        wanted: BTreeSet<&str>,
    ) -> Result<BTreeMap<String, Outline>, Error> {
        if let Subject::Pages { documents, .. } = self {
            let wanted = documents.iter().filter(|page| wanted.contains(page.id.as_str()));
            return Ok(wanted.map(|page| (page.id.clone(), Outline::of_page(page))).collect());
        }
        let outline = |id: &str| Ok((id.to_owned(), Outline::of_indexed(index, id)?));
        wanted.into_iter().map(outline).collect()
    }
}

/// An index, given or built.
pub enum Made<'a> {
    Given(&'a Index),
    Built(Box<Index>),
}

impl Made<'_> {
    /// The index.
    pub fn index(&self) -> &Index {
        match self {
            Made::Given(index) => index,
            Made::Built(index) => index,
        }
    }
}

fn build(documents: &[Document], settings: &Settings) -> Result<Index, Failure> {
    let mut builder = Builder::new(settings.config()?);
    for document in documents {
        match builder.add(document.clone()) {
            Err(Error::Document { id, message }) => {
                output::warning(&format!("skipped document {id:?}: {message}"));
            }
            added => added.map_err(|error| Failure::library(&error))?,
        }
    }
    if builder.is_empty() {
        return Err(Failure::new("none of the documents can be used, as named above"));
    }
    let bytes = builder.finish().map_err(|error| Failure::library(&error))?;
    Index::open(bytes).map_err(|error| Failure::library(&error))
}
