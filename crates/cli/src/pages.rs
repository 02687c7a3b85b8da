//! Reads files, extracts their documents and prepares these on all cores, and hands them on in
//! order.

use crate::cache::Cache;
use crate::failure::{Failure, reason};
use crate::size::MostMegabytes;
use kindex::{Prepared, Preparer};
use kindex_extract::{Extracted, Format, Options, SourceFile, extract};
use std::panic::catch_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// How many files each thread may be ahead: enough to even out long and short ones, few enough to
/// bound the memory.
const AHEAD: usize = 16;

/// How many documents of a file are prepared: of very many, that would take more memory than their
/// texts. The others are prepared when they are added.
const PREPARED: usize = 256;

/// Pages nest deeply at times, and a parser may recurse.
const STACK: usize = 16 << 20;

/// Said of a file that was named itself: most folders have other JSON.
const UNKNOWN: &str = "no export of conversations was recognised in it, and other JSON is not read";

/// What a file gave, or why it gave nothing.
pub type Page = Result<Extracted, String>;

/// How files are read.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// Those of each root.
    pub options: &'a [Options],
    /// How large a file may be.
    pub most: MostMegabytes,
    /// What need not be extracted again.
    pub cache: Option<&'a Cache>,
    /// What prepares documents, where they are to be indexed as they are.
    pub preparer: Option<&'a Preparer>,
}

/// What a file gave, with what was prepared of each document; nothing where that failed, as adding
/// the document will.
pub struct Read {
    pub page: Page,
    pub prepared: Vec<Option<Prepared>>,
}

/// Calls `each` with what every source gave, in the order of the sources.
///
/// # Errors
/// What `each` gives; then no more files are read.
pub fn each_in_order(
    sources: &[SourceFile],
    reader: Reader<'_>,
    mut each: impl FnMut(&SourceFile, Read) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        // Each thread takes every n-th file and has a channel of its own, so taking turns between
        // the channels gives the files in order.
        let mut channels = Vec::new();
        for first in 0..threads {
            let (sender, receiver) = sync_channel(AHEAD);
            let own = sources.iter().skip(first).step_by(threads);
            let work = move || send_all(own, reader, &sender);
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            started.map_err(|error| cannot_start(&error))?;
            channels.push(receiver);
        }
        for (source, channel) in sources.iter().zip(channels.iter().cycle()) {
            each(source, channel.recv().unwrap_or_else(|_| Read::lost()))?;
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
    sender: &SyncSender<Read>,
) {
    let mut preparer = reader.preparer.cloned();
    for source in sources {
        let page = reader.read(source);
        let prepared = preparer.as_mut().map(|preparer| prepared(preparer, &page));
        let prepared = prepared.unwrap_or_default();
        // Nobody receives any more once the build has failed.
        if sender.send(Read { page, prepared }).is_err() {
            return;
        }
    }
}

fn prepared(preparer: &mut Preparer, page: &Page) -> Vec<Option<Prepared>> {
    let documents = page.iter().flat_map(|extracted| &extracted.documents);
    documents.take(PREPARED).map(|document| preparer.prepare(document).ok()).collect()
}

impl Read {
    fn lost() -> Self {
        Read { page: Err("its thread ended early".into()), prepared: Vec::new() }
    }
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
