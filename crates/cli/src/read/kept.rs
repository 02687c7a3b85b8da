//! Pages that were read before, while files are watched: one that did not change is not read again,
//! as a collection has its documents.

use crate::stamp::{Stamp, Stamps};
use kindex_extract::{Options, SourceFile, Warning};
use std::collections::{BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xxhash_rust::xxh64::Xxh64;

/// Pages by the ids of their sources.
#[derive(Debug, Default)]
pub struct Pages(HashMap<String, KeptPage>);

/// What a file gave, without its documents.
#[derive(Clone, Debug)]
pub struct KeptPage {
    key: Key,
    /// The ids of its documents.
    pub ids: Vec<String>,
    pub warnings: Vec<Warning>,
    pub outcome: String,
}

/// What the documents of a file depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    stamp: Stamp,
    context: u64,
    options: u64,
}

/// The pages of the build before, and those of this one.
#[derive(Debug)]
pub struct Keeping {
    before: Arc<Pages>,
    stamps: Stamps,
    /// The checksums of the options of each root.
    options: Vec<u64>,
    now: Mutex<Now>,
}

/// The state that changes while files are read.
#[derive(Debug, Default)]
struct Now {
    pages: HashMap<String, KeptPage>,
    /// The sources that were read in this build.
    read: BTreeSet<String>,
}

impl Keeping {
    /// For a build of files with these stamps, whose roots have these options.
    pub fn new(before: Arc<Pages>, stamps: Stamps, options: &[Options]) -> Self {
        let options = options.iter().map(sum).collect();
        Keeping { before, stamps, options, now: Mutex::default() }
    }

    /// What a file gave before, if it is to be taken over.
    pub fn known(&self, source: &SourceFile) -> Option<KeptPage> {
        let key = self.key(source)?;
        let known = self.before.0.get(&source.id).filter(|page| page.key == key)?;
        self.now().pages.insert(source.id.clone(), known.clone());
        Some(known.clone())
    }

    /// Whether a file is to be taken over.
    pub fn knows(&self, source: &SourceFile) -> bool {
        let known = self.before.0.get(&source.id);
        known.is_some_and(|page| self.key(source) == Some(page.key))
    }

    /// Keeps what a file gave, for the next build.
    pub fn keep(&self, source: &SourceFile, ids: Vec<String>, warnings: &[Warning], outcome: &str) {
        let mut now = self.now();
        now.read.insert(source.id.clone());
        let Some(key) = self.key(source) else { return };
        let (warnings, outcome) = (warnings.to_vec(), outcome.to_owned());
        now.pages.insert(source.id.clone(), KeptPage { key, ids, warnings, outcome });
    }

    /// Forgets the files of a document that was refused, so that they are read again.
    pub fn forget(&self, document: &str) {
        self.now().pages.retain(|_, page| page.ids.iter().all(|id| id != document));
    }

    /// The number of files that were read, and of those that were taken over.
    pub fn counts(&self) -> (usize, usize) {
        let now = self.now();
        let taken = now.pages.keys().filter(|id| !now.read.contains(*id));
        (now.read.len(), taken.count())
    }

    /// The pages for the next build, and the ids of the sources that are not as they were.
    pub fn end(&self) -> (Pages, Vec<String>) {
        let Now { pages, mut read } = std::mem::take(&mut *self.now());
        let gone = self.before.0.keys().filter(|id| !pages.contains_key(*id));
        read.extend(gone.cloned());
        (Pages(pages), read.into_iter().collect())
    }

    fn key(&self, source: &SourceFile) -> Option<Key> {
        let stamp = *self.stamps.get(&source.id)?;
        let options = *self.options.get(source.root)?;
        Some(Key { stamp, context: sum(&(source.named, &source.context)), options })
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        // Each change is whole in itself, so nothing is half done where a thread ended.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sum(of: &impl Hash) -> u64 {
    let mut hasher = Xxh64::new(0);
    of.hash(&mut hasher);
    hasher.finish()
}
