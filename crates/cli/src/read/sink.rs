//! Takes the documents of files in, and reports the files and documents that are not taken.

use crate::failure::Failure;
use crate::flags::boost::BoostFlags;
use crate::flags::extract::ExtractFlags;
use crate::read::enrich::Enrichment;
use crate::read::pages::{self, Read, Reader, Ready};
use crate::read::sources::Sources;
use crate::read::unread::Unread;
use crate::read::walk::Skipped;
use crate::terminal::output::{self, plain};
use crate::terminal::progress::Progress;
use kindex::{Document, Error};
use kindex_extract::{Format, Reason, SourceFile, WarningKind};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The files and documents that were not taken.
#[derive(Default)]
pub struct Tally {
    pub skipped: Vec<Skipped>,
    pub left_out: LeftOut,
    /// Files that nothing reads.
    pub unread: Unread,
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
    /// Nothing but what is skipped.
    Quiet,
    /// Warnings too.
    Warnings,
    /// Also what became of each file.
    EachFile,
}

/// Takes documents on their way from files to an index.
pub struct DocumentSink<'a, A> {
    enrichment: Enrichment,
    boost_flags: &'a BoostFlags,
    /// The documents that wait for all others, each with its file: their boosts depend on those.
    waiting: Vec<(String, Document)>,
    /// The files that name the people of others.
    users: Vec<PathBuf>,
    tally: Tally,
    progress: &'a Progress,
    speech: Speech,
    add: A,
}

/// The failure to find any document.
pub fn nothing_in(paths: &[PathBuf]) -> Failure {
    let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    Failure::new(format!(
        "no documents in {}: there must be a file of Markdown, HTML, text, JSON Lines or conversations that is not hidden, excluded or named by a .gitignore in it; tables and programs are read with --include all",
        paths.join(", ")
    ))
}

impl<'a, A: FnMut(Ready) -> Result<(), Error>> DocumentSink<'a, A> {
    /// `add` takes each document, or says what is wrong with it.
    ///
    /// # Errors
    /// If a file that says something about documents cannot be read or used.
    pub fn new(
        flags: &'a ExtractFlags,
        progress: &'a Progress,
        speech: Speech,
        add: A,
    ) -> Result<Self, Failure> {
        let enrichment = Enrichment::read(flags.rooms.as_deref(), &flags.extra)?;
        let boost_flags = &flags.boost_flags;
        let (tally, waiting, users) = (Tally::default(), Vec::new(), Vec::new());
        Ok(DocumentSink { enrichment, boost_flags, waiting, users, tally, progress, speech, add })
    }

    /// Reads all files.
    ///
    /// # Errors
    /// If a document is refused for a reason that all would be.
    pub fn read(&mut self, found: Sources, reader: Reader<'_>) -> Result<(), Failure> {
        self.tally.left_out.links += found.linked;
        self.tally.unread.add(found.unread);
        self.users = found.users;
        for skipped in found.skipped {
            self.skip(skipped.path, skipped.reason);
        }
        let (enrichment, boost_flags) = (std::mem::take(&mut self.enrichment), self.boost_flags);
        let finish = |source: &SourceFile, document: &mut Document| {
            enrichment.apply(&source.id, document);
            boost_flags.boost(&source.id, document);
        };
        let each = |source: &SourceFile, read| self.page(source, read);
        pages::each_in_order(&found.files, reader, &finish, each)?;
        self.enrichment = enrichment;
        Ok(())
    }

    fn page(&mut self, source: &SourceFile, read: Result<Read, String>) -> Result<(), Failure> {
        let file = source.file.display().to_string();
        match read {
            Ok(Read { documents, warnings, outcome }) => {
                self.explain(&file, &outcome)?;
                let is_json = source.format == Format::Conversation;
                let is_used = || self.users.contains(&source.file);
                if is_json && documents.is_empty() && warnings.is_empty() && !is_used() {
                    self.tally.unread.count(&source.file);
                }
                for warning in warnings {
                    self.warn(&file, &warning);
                }
                for ready in documents {
                    match ready {
                        Ready::Document(document) if self.boost_flags.waits() => {
                            self.waiting.push((file.clone(), document));
                        }
                        ready => self.document(&file, ready)?,
                    }
                }
            }
            Err(reason) => self.skip(file, reason),
        }
        self.progress.step();
        Ok(())
    }

    fn document(&mut self, file: &str, ready: Ready) -> Result<(), Failure> {
        match (self.add)(ready) {
            Ok(()) => {}
            Err(Error::Document { id, message }) => {
                self.skip(file.to_owned(), format!("document {id:?}: {message}"));
            }
            Err(error) => return Err(Failure::library(&error)),
        }
        Ok(())
    }

    /// Adds the documents that had to wait. Gives all that was not taken, also the words for
    /// documents that do not exist.
    ///
    /// # Errors
    /// As for [`DocumentSink::read`].
    pub fn end(mut self) -> Result<Tally, Failure> {
        let mut waiting = std::mem::take(&mut self.waiting);
        self.boost_flags.weigh(&mut waiting);
        for (file, document) in waiting {
            self.document(&file, Ready::Document(document))?;
        }
        for Skipped { path, reason } in std::mem::take(&mut self.enrichment).into_unused() {
            self.skip(path, reason);
        }
        self.say_how_many_more();
        Ok(self.tally)
    }

    fn warn(&mut self, file: &str, warning: &kindex_extract::Warning) {
        match warning.kind {
            WarningKind::Skipped(reason) => {
                *self.tally.left_out.pages.entry(reason).or_default() += 1;
            }
            WarningKind::BadLine | WarningKind::BadRecord => {
                self.skip(file.to_owned(), warning.to_string())
            }
            _ if self.speech == Speech::Quiet => {}
            _ => self.progress.aside(|| output::warning(&format!("{file}: {warning}"))),
        }
    }

    fn explain(&self, file: &str, outcome: &str) -> Result<(), Failure> {
        if self.speech != Speech::EachFile {
            return Ok(());
        }
        let mut printed = Ok(());
        let line = format!("{}: {}\n", plain(file), plain(outcome));
        self.progress.aside(|| printed = output::print(&line));
        printed
    }

    fn skip(&mut self, path: String, reason: String) {
        let before = self.tally.skipped.iter().rev().take(MAX_NAMED_FAULTS);
        if before.filter(|skipped| skipped.path == path).count() < MAX_NAMED_FAULTS {
            self.progress.aside(|| output::warning(&format!("skipped {path}: {reason}")));
        }
        self.tally.skipped.push(Skipped { path, reason });
    }

    /// Says how many faults of each file were not named.
    fn say_how_many_more(&self) {
        for faults in self.tally.skipped.chunk_by(|one, next| one.path == next.path) {
            if let [.., Skipped { path, .. }] = faults
                && faults.len() > MAX_NAMED_FAULTS
            {
                let more = faults.len() - MAX_NAMED_FAULTS;
                let message = format!("skipped {path}: and {more} more");
                self.progress.aside(|| output::warning(&message));
            }
        }
    }
}
