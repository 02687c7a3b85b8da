//! An index in memory that follows its sources: what did not change is neither read nor cut again.

pub mod ask;
mod look;
mod making;

pub use look::{Look, Seen};

use crate::failure::Failure;
use crate::read::documents::{Documents, Speech, Tally};
use crate::read::kept::{Keeping, Pages};
use crate::read::pages::Reader;
use crate::read::sources::{NotRead, Sources, Wanted};
use crate::read::survey::Surveys;
use crate::terminal::progress::Progress;
use ask::Ask;
use kindex::{Builder, Collection};
use making::Making;
use std::path::PathBuf;
use std::sync::Arc;

/// The sources of an index, and how they are read.
pub struct Followed<'a> {
    pub wanted: Wanted<'a>,
    /// Globs of files to leave out.
    pub exclude: &'a [String],
    /// Files that are no documents, as they are written.
    pub written: Vec<PathBuf>,
    pub speech: Speech,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// An index that follows its sources.
#[derive(Default)]
pub struct Live {
    /// None until there was an index, and where all documents are read again each time.
    collection: Option<Collection>,
    pages: Arc<Pages>,
    surveys: Surveys,
    /// What was there when the index was made.
    seen: Option<Seen>,
    /// Whether documents name tenants, whom a collection does not know.
    has_tenants: bool,
}

/// An index that was made.
pub struct Made {
    pub bytes: Vec<u8>,
    pub tally: Tally,
    /// The number of files that were read, and of those that were taken over.
    pub counts: (usize, usize),
    /// The ids of the sources that are not as they were; none where nothing was kept.
    pub changed: Option<Vec<String>>,
}

/// Judges documents before their index is written: those that are skipped besides, and whether
/// there are any.
pub type Judge<'j> = &'j dyn Fn(Vec<(&str, &str)>, &mut Tally, bool) -> Result<(), Failure>;

impl Live {
    /// Looks at what is there now.
    ///
    /// # Errors
    /// As for [`Wanted::look`].
    pub fn look(&self, followed: &Followed<'_>) -> Result<Look, Failure> {
        let Followed { wanted, exclude, written, .. } = followed;
        let (found, options) = wanted.look(&NotRead { globs: exclude, files: &[], written })?;
        Ok(Look::of(found, options, *wanted))
    }

    /// Whether all is as it was when the index was made.
    pub fn is_of(&self, look: &Look) -> bool {
        self.seen.as_ref() == Some(&look.seen)
    }

    /// Makes the index of what was found. If it fails, the next one is made as if this had not been
    /// tried.
    ///
    /// # Errors
    /// As for a build, and where the generator does not answer.
    pub fn make(
        &mut self,
        followed: &Followed<'_>,
        look: Look,
        judge: Judge<'_>,
        mut ask: Option<&mut (dyn Ask + '_)>,
    ) -> Result<Made, Failure> {
        let made = self.made(followed, look, judge, ask.as_deref_mut());
        if !matches!(&made, Err(Failure::Message(message)) if message == making::TENANTS) {
            return made;
        }
        *self = Live { has_tenants: true, ..Live::default() };
        let look = self.look(followed)?;
        self.made(followed, look, judge, ask)
    }

    fn made(
        &mut self,
        followed: &Followed<'_>,
        look: Look,
        judge: Judge<'_>,
        ask: Option<&mut (dyn Ask + '_)>,
    ) -> Result<Made, Failure> {
        let Followed { wanted, .. } = followed;
        let Look { found, mut options, stamps, seen } = look;
        if self.seen.as_ref().is_some_and(|before| !before.has_same_settings(&seen)) {
            *self = Live { has_tenants: self.has_tenants, ..Live::default() };
        }
        self.surveys.keep(stamps.clone());
        wanted.survey(&found, &mut options, &mut self.surveys)?;
        let keeping = Keeping::new(Arc::clone(&self.pages), stamps, &options);
        let mut reader = wanted.reader(options)?;
        if let Some(ask) = ask {
            reader.told = ask::told(ask, &found.files, *wanted, &keeping)?;
        }
        let made = if self.has_tenants || reader.boost_flags.waits() {
            let config = wanted.index_flags.config()?;
            made(followed, found, reader, Making::Whole(Box::new(Builder::new(config))), judge)?
        } else {
            self.revised(followed, found, reader, keeping, judge)?
        };
        self.seen = Some(seen);
        Ok(made)
    }

    /// The next index of the collection.
    fn revised(
        &mut self,
        followed: &Followed<'_>,
        found: Sources,
        mut reader: Reader,
        keeping: Keeping,
        judge: Judge<'_>,
    ) -> Result<Made, Failure> {
        let is_first = self.collection.is_none();
        let collection = match &mut self.collection {
            Some(collection) => collection,
            none => {
                let config = followed.wanted.index_flags.config()?;
                none.insert(Collection::of_final_indexes(config))
            }
        };
        let keeping = Arc::new(keeping);
        reader.keeping = Some(Arc::clone(&keeping));
        reader.preparer = Some(collection.preparer());
        let revision = collection.revise().map_err(|error| Failure::library(&error))?;
        let made = made(followed, found, reader, Making::Revision(Box::new(revision)), judge)?;
        let (read, taken) = keeping.counts();
        let (pages, changed) = keeping.end();
        self.pages = Arc::new(pages);
        let changed = Some(changed).filter(|_| !is_first);
        Ok(Made { counts: (read, taken), changed, ..made })
    }
}

/// Reads all documents into an index.
fn made(
    followed: &Followed<'_>,
    found: Sources,
    reader: Reader,
    mut making: Making<'_>,
    judge: Judge<'_>,
) -> Result<Made, Failure> {
    let count = found.files.len();
    let progress = Progress::new(count, "files", followed.quiet);
    let mut documents = Documents::of(found, reader, &progress, followed.speech)?;
    while let Some(document) = documents.next() {
        let added = making.add(document?)?;
        documents.took(added)?;
    }
    let mut tally = documents.end();
    judge(making.unknown_pins(), &mut tally, making.is_empty())?;
    progress.say("writing");
    let bytes = making.finish().map_err(|error| Failure::library(&error))?;
    Ok(Made { bytes, tally, counts: (count, 0), changed: None })
}
