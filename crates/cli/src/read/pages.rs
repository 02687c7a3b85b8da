//! Reads files, extracts their documents and prepares these on all cores, and gives them in order.

use crate::failure::Failure;
use crate::flags::boost::BoostFlags;
use crate::read::addresses::{self, Told};
use crate::read::cache::{Cache, Page};
use crate::read::enrich::Enrichment;
use crate::read::kept::{Keeping, KeptPage};
use crate::read::size::MostMegabytes;
use kindex::{Builder, Document, Error, Prepared, Preparer, Revision};
use kindex_extract::{Extracted, Format, Options, SourceFile, Warning, extract};
use std::collections::VecDeque;
use std::mem;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// Each thread may be this many files ahead: enough to even out long and short ones, few enough to
/// bound the memory.
const MAX_FILES_AHEAD: usize = 16;

/// This many documents of a file are prepared: very many would take more memory than their texts.
/// The others are prepared when they are added.
const MAX_PREPARED_DOCUMENTS: usize = 256;

/// Pages nest deeply at times, and a parser may recurse.
const STACK_BYTES: usize = 16 << 20;

/// The reason why a file that was named itself is skipped. In folders other JSON is passed over
/// without a word, as most have some.
const UNKNOWN: &str = "no export of conversations was recognised in it, and other JSON is not read";

/// Reads files, in several threads at once.
pub struct Reader {
    /// The options of each root.
    pub options: Vec<Options>,
    /// The size that a file may have.
    pub most: MostMegabytes,
    /// The documents that need not be extracted again.
    pub cache: Option<Arc<Cache>>,
    /// The pages that need not be read again.
    pub keeping: Option<Arc<Keeping>>,
    /// What the site's generator tells of sources.
    pub told: Told,
    /// The tenant of documents that name none.
    pub tenant: Option<String>,
    /// Prepares documents, unless these change before they are indexed.
    pub preparer: Option<Preparer>,
    /// Whether URLs of finished pages are without `.html`.
    pub clean_urls: bool,
    pub enrichment: Enrichment,
    pub boost_flags: BoostFlags,
}

/// How the URL of a finished page ends. That of an index is its folder's anyway.
const PAGE: &str = ".html";

/// A file, and what it gives or why it gives nothing.
pub type PageFile = (SourceFile, Result<Read, String>);

/// All files.
pub type Pages = Box<dyn Iterator<Item = Result<PageFile, Failure>>>;

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
    /// The id of one that did not change, which whoever keeps pages has.
    Kept(String),
}

impl Ready {
    /// The document, if it is here.
    pub fn document(&self) -> Option<&Document> {
        match self {
            Ready::Document(document) => Some(document),
            Ready::Prepared(prepared) => Some(prepared.document()),
            Ready::Kept(_) => None,
        }
    }

    /// The document alone, if it is here.
    pub fn into_document(self) -> Option<Document> {
        match self {
            Ready::Document(document) => Some(document),
            Ready::Prepared(prepared) => Some(prepared.into_document()),
            Ready::Kept(_) => None,
        }
    }

    /// Indexes it, unless it is kept.
    ///
    /// # Errors
    /// As for [`Builder::add`].
    pub fn add_to(self, builder: &mut Builder) -> Result<(), Error> {
        match self {
            Ready::Document(document) => builder.add(document),
            Ready::Prepared(prepared) => builder.add_prepared(prepared),
            Ready::Kept(_) => Ok(()),
        }
    }

    /// Takes it into the next index of a collection.
    ///
    /// # Errors
    /// As for [`Revision::add`] and [`Revision::keep`].
    pub fn revise(self, revision: &mut Revision<'_>) -> Result<(), Error> {
        match self {
            Ready::Document(document) => revision.add(document),
            Ready::Prepared(prepared) => revision.add_prepared(prepared),
            Ready::Kept(id) => revision.keep(&id),
        }
    }
}

/// Begins to read: gives what each file holds, in their order. Threads read ahead as
/// long as somebody may ask for it. What is kept of files that did not change is at hand: it would
/// take longer to pass it between threads.
///
/// # Errors
/// If a thread cannot be started.
pub fn read(files: &[SourceFile], reader: &Arc<Reader>) -> Result<Pages, Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let is_kept = |source: &SourceFile| reader.keeping.iter().any(|it| it.knows(source));
    let files: Vec<_> = files.iter().map(|source| (source.clone(), is_kept(source))).collect();
    let new = files.iter().filter(|(_, is_kept)| !is_kept).map(|(source, _)| source);
    // Each thread takes every n-th file and has a channel of its own, so taking turns between the
    // channels gives the files in order.
    let mut channels = VecDeque::new();
    for first in 0..threads {
        let share: Vec<_> = new.clone().skip(first).step_by(threads).cloned().collect();
        let (sender, receiver) = sync_channel(MAX_FILES_AHEAD);
        let reader = Arc::clone(reader);
        let work = move || reader.send_all(share, &sender);
        let started = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
        started.map_err(|error| Failure::thread(&error))?;
        channels.push_back(receiver);
    }
    let reader = Arc::clone(reader);
    Ok(Box::new(files.into_iter().map_while(move |(source, is_kept)| {
        if is_kept {
            let read = reader.read(&source, None);
            return Some(Ok((source, read)));
        }
        let file = channels.front()?.recv();
        channels.rotate_left(1);
        Some(file.map_err(|_| Failure::new("a page cannot be prepared; please report it")))
    })))
}

impl Reader {
    fn send_all(&self, files: Vec<SourceFile>, sender: &SyncSender<PageFile>) {
        let mut preparer = self.preparer.clone();
        for source in files {
            let read = self.read(&source, preparer.as_mut());
            // Nobody receives any more once the build has failed.
            if sender.send((source, read)).is_err() {
                return;
            }
        }
    }

    fn read(&self, source: &SourceFile, preparer: Option<&mut Preparer>) -> Result<Read, String> {
        if let Some(page) = self.keeping.as_ref().and_then(|keeping| keeping.known(source)) {
            let KeptPage { ids, warnings, outcome, .. } = page;
            let documents = ids.into_iter().map(Ready::Kept).collect();
            return Ok(Read { documents, warnings, outcome });
        }
        let extracted = self.page(source)?;
        let outcome = extracted.outcome();
        let Extracted { mut documents, warnings, .. } = extracted;
        for document in &mut documents {
            if document.tenant.is_none() {
                document.tenant.clone_from(&self.tenant);
            }
            if self.clean_urls && source.id.ends_with(PAGE) {
                let clean = document.url.strip_suffix(PAGE).map(str::to_owned);
                document.url = clean.unwrap_or(mem::take(&mut document.url));
            }
            self.enrichment.apply(&source.id, document);
            self.boost_flags.boost(&source.id, document);
        }
        if let Some(keeping) = &self.keeping {
            let ids = documents.iter().map(|document| document.id.clone()).collect();
            keeping.keep(source, ids, &warnings, &outcome);
        }
        Ok(Read { documents: ready(documents, preparer), warnings, outcome })
    }

    fn page(&self, source: &SourceFile) -> Page {
        let bytes = self.most.read(&source.file)?;
        let bytes = match self.told.get(&source.id) {
            Some(Some(facts)) => addresses::with_facts(bytes, facts),
            Some(None) => return Ok(Extracted::default()),
            None => bytes,
        };
        let options = self.options.get(source.root).ok_or("it belongs to no folder")?;
        let Some(cache) = &self.cache else { return extracted(source, options, &bytes) };
        let known = cache.known(source, options, &bytes);
        known.or_else(|key| cache.keep(source, key, extracted(source, options, &bytes)))
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
