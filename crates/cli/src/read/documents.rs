//! The documents of files on their way to an index, with a report of the files and
//! documents that are not taken.

use crate::failure::Failure;
use crate::read::pages::{self, PageFile, Pages, Read, Reader, Ready};
use crate::read::sources::Sources;
use crate::read::unread::Unread;
use crate::read::walk::Skipped;
use crate::terminal::output::{self, plain};
use crate::terminal::progress::Progress;
use kindex::Error;
use kindex_extract::{Format, Reason, Warning, WarningKind};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// The files and documents that were not taken.
#[derive(Default)]
pub struct Tally {
    pub skipped: Vec<Skipped>,
    pub left_out: LeftOut,
    /// Files that nothing reads.
    pub unread: Unread,
    /// The numbers of the paths given that hold documents.
    pub roots: BTreeSet<usize>,
    /// What became of each file, where somebody asks for it.
    pub outcomes: Vec<Outcome>,
}

impl Tally {
    /// Takes in those of another build.
    pub fn add(&mut self, other: Tally) {
        self.skipped.extend(other.skipped);
        for (reason, count) in other.left_out.pages {
            *self.left_out.pages.entry(reason).or_default() += count;
        }
        self.left_out.links += other.left_out.links;
        self.unread.add(other.unread);
    }
}

/// Files that could be read and were left out.
#[derive(Default)]
pub struct LeftOut {
    /// The number of pages for each reason.
    pub pages: BTreeMap<Reason, usize>,
    /// The number of links to files that are read by another path.
    pub links: usize,
}

impl LeftOut {
    /// The number of all pages.
    pub fn count(&self) -> usize {
        self.pages.values().sum()
    }
}

/// The first faults of a file are named one by one, and the others counted: a file of another kind
/// has as many faults as lines.
const MAX_NAMED_FAULTS: usize = 5;

/// The talk about files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Speech {
    /// Nothing at all: what is skipped is in the [`Tally`].
    Silent,
    /// Nothing but what is skipped.
    Quiet,
    /// Warnings too.
    Warnings,
    /// Also what became of each file.
    EachFile,
    /// Warnings, and what became of each file is kept for whoever asks.
    Kept,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub file: String,
    /// That of its document, where it has one of its own name.
    pub id: String,
    pub outcome: String,
}

/// The documents of all files, in their order, as the caller takes them. Threads read ahead.
pub struct Documents<'a> {
    reader: Arc<Reader>,
    pages: Pages,
    /// Documents that were read, each with its file.
    ready: VecDeque<(Rc<str>, Ready)>,
    /// Whether these wait for all others, as their boosts depend on them.
    waits: bool,
    /// The file of the document that was given last.
    file: Rc<str>,
    /// The files that name the people of others.
    users: Vec<PathBuf>,
    tally: Tally,
    progress: &'a Progress,
    speech: Speech,
}

/// Says that paths hold no document.
pub fn nothing_in(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    format!(
        "no documents in {}: there must be a file of Markdown, HTML, text, JSON Lines or conversations that is not hidden, excluded or named by a .gitignore in it; tables and programs are read with --include all",
        paths.join(", ")
    )
}

impl Iterator for Documents<'_> {
    type Item = Result<Ready, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if !self.waits
                && let Some((file, ready)) = self.ready.pop_front()
            {
                self.file = file;
                return Some(Ok(ready));
            }
            match self.pages.next() {
                Some(file) => {
                    if let Err(failure) = file.and_then(|file| self.page(file)) {
                        return Some(Err(failure));
                    }
                }
                None if self.waits => self.weigh(),
                None => return None,
            }
        }
    }
}

impl<'a> Documents<'a> {
    /// Begins to read all files.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn of(
        found: Sources,
        reader: Reader,
        progress: &'a Progress,
        speech: Speech,
    ) -> Result<Self, Failure> {
        let Sources { files, skipped, linked, unread, users, .. } = found;
        let reader = Arc::new(reader);
        let left_out = LeftOut { links: linked, ..LeftOut::default() };
        let tally = Tally { left_out, unread, ..Tally::default() };
        let (waits, ready, file) = (reader.boost_flags.waits(), VecDeque::new(), Rc::default());
        let pages = pages::read(&files, &reader)?;
        let mut documents =
            Documents { reader, pages, ready, waits, file, users, tally, progress, speech };
        for Skipped { path, reason } in skipped {
            documents.pass_over(path, reason);
        }
        Ok(documents)
    }

    fn page(&mut self, (source, read): PageFile) -> Result<(), Failure> {
        self.progress.step();
        let file = source.file.display().to_string();
        let Read { documents, warnings, outcome } = match read {
            Ok(read) => read,
            Err(reason) => {
                self.tally.roots.insert(source.root);
                self.pass_over(file, reason);
                return Ok(());
            }
        };
        self.explain(&file, &source.id, outcome)?;
        let is_empty = documents.is_empty() && warnings.is_empty();
        let is_json = source.format == Format::Conversation;
        if is_empty && is_json && !self.users.contains(&source.file) {
            self.tally.unread.count(&source.file);
        } else {
            self.tally.roots.insert(source.root);
        }
        for warning in warnings {
            self.warn(&file, &warning);
        }
        let file: Rc<str> = file.into();
        self.ready.extend(documents.into_iter().map(|ready| (Rc::clone(&file), ready)));
        Ok(())
    }

    /// Lowers the documents that waited, of which none is prepared.
    fn weigh(&mut self) {
        self.waits = false;
        let documents = self.ready.iter_mut().filter_map(|(_, ready)| match ready {
            Ready::Document(document) => Some(document),
            Ready::Prepared(_) | Ready::Kept(_) => None,
        });
        self.reader.boost_flags.weigh(documents);
    }

    /// Notes whether the document that was given last was taken.
    ///
    /// # Errors
    /// If it was refused for a reason that all would be.
    pub fn took(&mut self, added: Result<(), Error>) -> Result<(), Failure> {
        match added {
            Err(Error::Document { id, message }) => {
                self.reader.keeping.iter().for_each(|keeping| keeping.forget(&id));
                self.pass_over(self.file.to_string(), format!("document {id:?}: {message}"));
                Ok(())
            }
            added => added.map_err(|error| Failure::library(&error)),
        }
    }

    /// All that was not taken, also the words for documents that do not exist.
    pub fn end(mut self) -> Tally {
        for Skipped { path, reason } in self.reader.enrichment.unused() {
            self.pass_over(path, reason);
        }
        self.end_of_part()
    }

    /// All that was not taken of a part of the files, whose words may be for documents of others.
    pub fn end_of_part(self) -> Tally {
        self.say_how_many_more();
        self.tally
    }

    fn warn(&mut self, file: &str, warning: &Warning) {
        match warning.kind {
            WarningKind::Skipped(reason) => {
                *self.tally.left_out.pages.entry(reason).or_default() += 1;
            }
            WarningKind::BadLine | WarningKind::BadRecord => {
                self.pass_over(file.to_owned(), warning.to_string())
            }
            _ if matches!(self.speech, Speech::Silent | Speech::Quiet) => {}
            _ => self.progress.aside(|| output::warning(&format!("{file}: {warning}"))),
        }
    }

    fn explain(&mut self, file: &str, id: &str, outcome: String) -> Result<(), Failure> {
        match self.speech {
            Speech::EachFile => {}
            Speech::Kept => {
                let (file, id) = (file.to_owned(), id.to_owned());
                self.tally.outcomes.push(Outcome { file, id, outcome });
                return Ok(());
            }
            Speech::Silent | Speech::Quiet | Speech::Warnings => return Ok(()),
        }
        let mut printed = Ok(());
        let line = format!("{}: {}\n", plain(file), plain(&outcome));
        self.progress.aside(|| printed = output::print(&line));
        printed
    }

    fn pass_over(&mut self, path: String, reason: String) {
        let before = self.tally.skipped.iter().rev().take(MAX_NAMED_FAULTS);
        if before.filter(|skipped| skipped.path == path).count() < MAX_NAMED_FAULTS {
            self.say_skipped(&path, &reason);
        }
        self.tally.skipped.push(Skipped { path, reason });
    }

    fn say_skipped(&self, path: &str, reason: &str) {
        if self.speech != Speech::Silent {
            self.progress.aside(|| output::warning(&format!("skipped {path}: {reason}")));
        }
    }

    /// Says how many faults of each file were not named.
    fn say_how_many_more(&self) {
        for faults in self.tally.skipped.chunk_by(|one, next| one.path == next.path) {
            if let [.., Skipped { path, .. }] = faults
                && faults.len() > MAX_NAMED_FAULTS
            {
                let more = faults.len() - MAX_NAMED_FAULTS;
                self.say_skipped(path, &format!("and {more} more"));
            }
        }
    }
}
