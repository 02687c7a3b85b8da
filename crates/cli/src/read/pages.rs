//! Reads files, extracts their documents and prepares these on all cores, and hands them on in
//! order.

use crate::failure::{Failure, reason};
use crate::read::cache::{Cache, Page};
use crate::read::size::MostMegabytes;
use kindex::{Document, Prepared, Preparer};
use kindex_extract::{Extracted, Format, Options, SourceFile, Warning, extract};
use std::panic::catch_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// Each thread may be this many files ahead: enough to even out long and short ones, few enough to
/// bound the memory.
const MAX_FILES_AHEAD: usize = 16;

/// This many documents of a file are prepared: very many would take more memory than their texts. The
/// others are prepared when they are added.
const MAX_PREPARED_DOCUMENTS: usize = 256;

/// Pages nest deeply at times, and a parser may recurse.
const STACK_BYTES: usize = 16 << 20;

/// The reason why a file that was named itself is skipped. In folders other JSON is passed over
/// without a word, as most have some.
const UNKNOWN: &str = "no export of conversations was recognised in it, and other JSON is not read";

/// The settings with which files are read.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The options of each root.
    pub options: &'a [Options],
    /// The size that a file may have.
    pub most: MostMegabytes,
    /// The documents that need not be extracted again.
    pub cache: Option<&'a Cache>,
    /// The tenant of documents that name none.
    pub tenant: Option<&'a str>,
    /// Prepares documents, unless these change before they are indexed.
    pub preparer: Option<&'a Preparer>,
}

/// Adds the facts that other files tell of a document.
pub type Finish<'a> = &'a (dyn Fn(&SourceFile, &mut Document) + Sync);

/// The documents and warnings of a file.
pub struct Read {
    pub documents: Vec<Ready>,
    pub warnings: Vec<Warning>,
    /// The outcome for the file, for people.
    pub outcome: String,
}

/// A document that can be indexed.
pub enum Ready {
    Document(Document),
    Prepared(Prepared),
}

impl Ready {
    /// The document alone.
    pub fn into_document(self) -> Document {
        match self {
            Ready::Document(document) => document,
            Ready::Prepared(prepared) => prepared.into_document(),
        }
    }
}

/// Reads all sources and calls `each` for every one, in their order. `finish` has the documents
/// before they are prepared.
///
/// # Errors
/// The first error of `each`; then no more files are read.
pub fn each_in_order(
    sources: &[SourceFile],
    reader: Reader<'_>,
    finish: Finish<'_>,
    mut each: impl FnMut(&SourceFile, Result<Read, String>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        // Each thread takes every n-th file and has a channel of its own, so taking turns between
        // the channels gives the files in order.
        let mut channels = Vec::new();
        for first in 0..threads {
            let (sender, receiver) = sync_channel(MAX_FILES_AHEAD);
            let own = sources.iter().skip(first).step_by(threads);
            let work = move || send_all(own, reader, finish, &sender);
            let started = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            started.map_err(|error| cannot_start(&error))?;
            channels.push(receiver);
        }
        for (source, channel) in sources.iter().zip(channels.iter().cycle()) {
            let read = channel.recv().unwrap_or_else(|_| Err("its thread ended early".into()));
            each(source, read)?;
        }
        Ok(())
    })
}

fn cannot_start(error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot start a thread: {}", reason(error)))
}

fn send_all<'a>(
    sources: impl Iterator<Item = &'a SourceFile>,
    reader: Reader<'_>,
    finish: Finish<'_>,
    sender: &SyncSender<Result<Read, String>>,
) {
    let mut preparer = reader.preparer.cloned();
    for source in sources {
        let read = reader.read(source).map(|extracted| {
            let outcome = extracted.outcome();
            let Extracted { mut documents, warnings, .. } = extracted;
            for document in &mut documents {
                if document.tenant.is_none() {
                    document.tenant = reader.tenant.map(str::to_owned);
                }
                finish(source, document);
            }
            Read { documents: ready(documents, preparer.as_mut()), warnings, outcome }
        });
        // Nobody receives any more once the build has failed.
        if sender.send(read).is_err() {
            return;
        }
    }
}

fn ready(documents: Vec<Document>, mut preparer: Option<&mut Preparer>) -> Vec<Ready> {
    let documents = documents.into_iter().enumerate();
    let ready = documents.map(|(number, document)| match &mut preparer {
        Some(preparer) if number < MAX_PREPARED_DOCUMENTS => {
            Ready::Prepared(preparer.prepare(document))
        }
        _ => Ready::Document(document),
    });
    ready.collect()
}

impl Reader<'_> {
    fn read(&self, source: &SourceFile) -> Page {
        let bytes = self.most.read(&source.file)?;
        let options = self.options.get(source.root).ok_or("it belongs to no folder")?;
        let extract = || extracted(source, options, &bytes);
        match self.cache {
            Some(cache) => cache.page(source, options, &bytes, extract),
            None => extract(),
        }
    }
}

fn extracted(source: &SourceFile, options: &Options, bytes: &[u8]) -> Page {
    // One page that a parser was not ready for must not cost the whole site.
    let extracted = catch_unwind(|| {
        let format = Format::detect(&source.id, bytes, options)?;
        Some(extract(&source.id, bytes, format, &source.context, options))
    });
    match extracted.map_err(|_| "it cannot be extracted; please report it")? {
        Some(extracted) => extracted.map_err(|error| error.to_string()),
        None if source.named => Err(UNKNOWN.into()),
        None => Ok(Extracted::default()),
    }
}
