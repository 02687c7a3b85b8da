//! Documents that change, and their index after each change.

use super::builder::Config;
use super::indexer::{NewIndex, check, same_id};
use super::merge;
use super::prepared::Preparer;
use super::share::Share;
use super::vocabulary::Vocabulary;
use crate::document::Document;
use crate::error::Error;
use crate::index::Index;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};

/// Documents that are added, replaced and removed. After each change it writes their index, which
/// is, byte for byte, what a [`Builder`](crate::Builder) writes that is
/// [`mergeable`](crate::Builder::mergeable) and is given the same documents in the same order.
///
/// Only documents that are new are cut into chunks and words. Those that stay are not read again,
/// which makes a change several times as fast as a build. For that it keeps about as much in memory
/// as the index has.
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Collection, Config, Document, Index, SearchOptions};
///
/// let note = |id: &str, text: &str| {
///     Document { id: id.into(), text: text.into(), ..Document::default() }
/// };
/// let mut notes = Collection::new(Config::default());
/// notes.change(vec![note("a", "Buy bread.\n"), note("b", "Water the plants.\n")], &[])?;
/// let index = Index::open(notes.change(vec![note("a", "Buy milk.\n")], &["b"])?)?;
/// let found = |query| Ok::<_, kindex::Error>(index.search(query, &SearchOptions::default())?.total);
/// assert_eq!((found("milk")?, found("bread")?, found("plants")?), (1, 0, 0));
/// # Ok(())
/// # }
/// ```
pub struct Collection {
    config: Config,
    preparer: Preparer,
    vocabulary: Vocabulary,
    shares: Vec<Arc<Share>>,
}

impl Collection {
    /// One without documents.
    pub fn new(config: Config) -> Self {
        let preparer = Preparer::new(&config.levels);
        Collection { config, preparer, vocabulary: Vocabulary::default(), shares: Vec::new() }
    }

    /// The documents of an index that was built to be merged, with its settings. Takes as long as
    /// building it.
    ///
    /// # Errors
    /// [`Error::Config`] where it was not built so; [`Error::Corrupt`] where it is damaged.
    pub fn of<B: AsRef<[u8]>>(index: &Index<B>) -> Result<Self, Error> {
        let mut collection = Collection::new(merge::config(index)?);
        merge::each_document(index, |document| {
            let share = collection.share(document)?;
            collection.shares.push(share);
            Ok(())
        })?;
        Ok(collection)
    }

    /// Removes the documents with these ids, adds others, and writes the index. A document that is
    /// added takes the place of the one with its id; where there is none, it is the last. If it
    /// fails, the collection is as it was.
    ///
    /// Linear in the texts that are added and in the size of the index.
    ///
    /// # Errors
    /// [`Error::Document`] where an id to remove is unknown, where two documents to add have the
    /// same id, where one names a tenant, and as for [`Builder::add`](crate::Builder::add);
    /// [`Error::TooLarge`] where the texts or the index would have 4 GiB.
    pub fn change(&mut self, added: Vec<Document>, removed: &[&str]) -> Result<Vec<u8>, Error> {
        let shares = self.changed(added, removed)?;
        let mut index = NewIndex::new(&self.config, true);
        for share in &shares {
            index.check_room(&share.document)?;
            index.add(share, &self.config, &self.vocabulary);
        }
        let bytes = index.finish(&self.config, &mut self.vocabulary)?;
        self.shares = shares;
        Ok(bytes)
    }

    /// The documents after a change.
    fn changed(
        &mut self,
        added: Vec<Document>,
        removed: &[&str],
    ) -> Result<Vec<Arc<Share>>, Error> {
        let gone = self.known(removed)?;
        let mut shares = self.shares.clone();
        shares.retain(|share| !gone.contains(share.document.id.as_str()));
        let ids =
            shares.iter().zip(0..).map(|(share, at)| (share.document.id.clone(), (at, false)));
        let mut places: HashMap<_, (usize, bool)> = ids.collect();
        for document in added {
            let share = self.share(document)?;
            let id = &share.document.id;
            let (at, is_new) = places.entry(id.clone()).or_insert((shares.len(), false));
            if core::mem::replace(is_new, true) {
                return Err(same_id(id));
            }
            match shares.get_mut(*at) {
                Some(before) => *before = share,
                None => shares.push(share),
            }
        }
        Ok(shares)
    }

    /// The ids as a set.
    fn known<'i>(&self, ids: &[&'i str]) -> Result<HashSet<&'i str>, Error> {
        let known: HashSet<&str> = self.shares.iter().map(|share| &*share.document.id).collect();
        match ids.iter().find(|id| !known.contains(*id)) {
            Some(id) => {
                let message = "it cannot be removed, as no document has this id".to_string();
                Err(Error::Document { id: id.to_string(), message })
            }
            None => Ok(ids.iter().copied().collect()),
        }
    }

    fn share(&mut self, document: Document) -> Result<Arc<Share>, Error> {
        check(&document)?;
        if document.tenant.is_some() {
            let message = "its tenant: give each tenant a collection of its own".to_string();
            return Err(Error::Document { id: document.id, message });
        }
        let prepared = self.preparer.prepare(document);
        Share::of(prepared, &self.config, &mut self.vocabulary).map(Arc::new)
    }
}
