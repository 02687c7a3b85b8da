//! Documents that change, and their index after each change.

use super::builder::Config;
use super::indexer::{NewIndex, check, no_documents, same_id};
use super::merge;
use super::pins::Pin;
use super::prepared::{Prepared, Preparer};
use super::share::Share;
use super::vocabulary::Vocabulary;
use crate::document::Document;
use crate::error::Error;
use crate::index::Index;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};

/// The vocabulary is made anew once it has more than twice the words of
/// the documents and this many.
const SPARE_WORDS: usize = 10_000;

/// Documents that are added, replaced and removed. After each change it writes their index, which
/// is, byte for byte, what a [`Builder`](crate::Builder) writes that is
/// [`mergeable`](crate::Builder::mergeable) and is given the same documents in the same order.
///
/// Only documents that are new are cut into chunks and words. Those that stay are not read again,
/// which makes a change several times as fast as a build. For that it keeps about six times as much
/// in memory as the index has.
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
/// assert_eq!(notes.documents().ids().collect::<Vec<_>>(), ["a"]);
/// # Ok(())
/// # }
/// ```
pub struct Collection {
    config: Config,
    preparer: Preparer,
    vocabulary: Vocabulary,
    documents: Documents,
    mergeable: bool,
}

/// The documents of a [`Collection`] at one time, to go back to. Cheap to clone.
#[derive(Clone, Default)]
pub struct Documents {
    shares: Vec<Arc<Share>>,
    /// The number of their words.
    words: usize,
    /// The same one for all whose terms have the numbers of one vocabulary.
    numbers: Arc<()>,
}

impl Documents {
    /// Whether the terms of both have the numbers of one vocabulary.
    fn same_numbers(&self, others: &Documents) -> bool {
        Arc::ptr_eq(&self.numbers, &others.numbers)
    }

    /// Their ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.shares.iter().map(|share| share.document.id.as_str())
    }
}

impl Collection {
    /// One without documents.
    pub fn new(config: Config) -> Self {
        Collection {
            preparer: Preparer::new(&config.levels),
            config,
            vocabulary: Vocabulary::default(),
            documents: Documents::default(),
            mergeable: true,
        }
    }

    /// One without documents, whose indexes are those of a [`Builder`](crate::Builder) that is not
    /// mergeable: nothing can change them any more but this collection.
    pub fn of_final_indexes(config: Config) -> Self {
        Collection { mergeable: false, ..Collection::new(config) }
    }

    /// A preparer for its documents, for another thread.
    pub fn preparer(&self) -> Preparer {
        self.preparer.clone()
    }

    /// Begins the next index, of documents one after another: new ones, and ones that it has. Until
    /// [`Revision::finish`] the collection is as it was.
    ///
    /// # Errors
    /// As for [`Collection::change`].
    pub fn revise(&mut self) -> Result<Revision<'_>, Error> {
        self.forget_words()?;
        let shares = self.documents.shares.iter();
        let before = shares.map(|share| (share.document.id.clone(), Arc::clone(share))).collect();
        let index = NewIndex::new(&self.config, self.mergeable);
        Ok(Revision { index, before, ids: HashSet::new(), shares: Vec::new(), collection: self })
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
            collection.documents.shares.push(share);
            Ok(())
        })?;
        collection.documents.words = collection.vocabulary.len();
        Ok(collection)
    }

    /// The documents as they are now.
    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Goes back to documents that it had, so that the next change is one of these. Those of
    /// another collection are read again.
    ///
    /// # Errors
    /// As for [`Collection::change`].
    pub fn go_back(&mut self, documents: &Documents) -> Result<(), Error> {
        self.documents = if documents.same_numbers(&self.documents) {
            documents.clone()
        } else {
            self.read_again(documents)?
        };
        Ok(())
    }

    /// Removes the documents with these ids, adds others, and writes the index. A document that is
    /// added takes the place of the one with its id; where there is none, or it was removed, it is
    /// the last. If it fails, the collection is as it was.
    ///
    /// Linear in the texts that are added and in the size of the index.
    ///
    /// # Errors
    /// [`Error::Document`] where an id to remove is unknown, where two documents to add have the
    /// same id, where one names a tenant, and as for [`Builder::add`](crate::Builder::add);
    /// [`Error::TooLarge`] where the texts or the index would have 4 GiB.
    pub fn change(&mut self, added: Vec<Document>, removed: &[&str]) -> Result<Vec<u8>, Error> {
        self.forget_words()?;
        let shares = self.changed(added, removed)?;
        let mut index = NewIndex::new(&self.config, self.mergeable);
        for share in &shares {
            index.check_room(&share.document)?;
            index.add(share, &self.config, &self.vocabulary);
        }
        self.finish(index, shares)
    }

    /// Writes the index of documents, which are those of the collection from then on.
    fn finish(&mut self, index: NewIndex, shares: Vec<Arc<Share>>) -> Result<Vec<u8>, Error> {
        let words = index.words();
        let bytes = index.finish(&self.config, &mut self.vocabulary)?;
        (self.documents.shares, self.documents.words) = (shares, words);
        Ok(bytes)
    }

    /// Begins the vocabulary anew where most of its words are those of documents that are gone.
    fn forget_words(&mut self) -> Result<(), Error> {
        if self.vocabulary.len() <= 2 * self.documents.words + SPARE_WORDS {
            return Ok(());
        }
        let before = core::mem::take(&mut self.vocabulary);
        let again = self.read_again(&self.documents.clone());
        if again.is_err() {
            self.vocabulary = before;
        }
        self.documents = Documents { numbers: Arc::default(), ..again? };
        Ok(())
    }

    /// The same documents, with terms by the numbers of today's vocabulary.
    fn read_again(&mut self, documents: &Documents) -> Result<Documents, Error> {
        let again = documents.shares.iter().map(|share| share.document.clone());
        let shares = again.map(|document| self.share(document)).collect::<Result<_, _>>()?;
        let numbers = self.documents.numbers.clone();
        Ok(Documents { shares, words: documents.words, numbers })
    }

    /// The documents after a change.
    fn changed(
        &mut self,
        added: Vec<Document>,
        removed: &[&str],
    ) -> Result<Vec<Arc<Share>>, Error> {
        let mut shares = self.remaining(removed)?;
        let ids = shares.iter().map(|share| share.document.id.clone());
        let mut places: HashMap<String, usize> = ids.zip(0..).collect();
        let mut new = HashSet::new();
        for document in added {
            let share = self.share(document)?;
            let id = &share.document.id;
            if !new.insert(id.clone()) {
                return Err(same_id(id));
            }
            let at = *places.entry(id.clone()).or_insert(shares.len());
            match shares.get_mut(at) {
                Some(before) => *before = share,
                None => shares.push(share),
            }
        }
        Ok(shares)
    }

    /// The documents without those that are removed.
    fn remaining(&self, removed: &[&str]) -> Result<Vec<Arc<Share>>, Error> {
        let gone: HashSet<&str> = removed.iter().copied().collect();
        let known: HashSet<&str> = self.documents.ids().filter(|id| gone.contains(id)).collect();
        if let Some(id) = removed.iter().find(|id| !known.contains(*id)) {
            let message = "it cannot be removed, as no document has this id".to_string();
            return Err(Error::Document { id: id.to_string(), message });
        }
        let shares = self.documents.shares.iter();
        Ok(shares.filter(|share| !gone.contains(share.document.id.as_str())).cloned().collect())
    }

    fn share(&mut self, document: Document) -> Result<Arc<Share>, Error> {
        let prepared = self.preparer.prepare(document);
        self.share_of(prepared)
    }

    fn share_of(&mut self, prepared: Prepared) -> Result<Arc<Share>, Error> {
        let document = prepared.document();
        check(document)?;
        if document.tenant.is_some() {
            let message = "an index that changes does not know whose it is; give each tenant an index \
                of its own, and leave its name out";
            return Err(Error::Document { id: document.id.clone(), message: message.to_string() });
        }
        Share::of(prepared, &self.config, &mut self.vocabulary).map(Arc::new)
    }
}

/// The next index of a [`Collection`], as its documents come one after another.
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Collection, Config, Document, Index};
///
/// let note = |id: &str, text: &str| {
///     Document { id: id.into(), text: text.into(), ..Document::default() }
/// };
/// let mut notes = Collection::of_final_indexes(Config::default());
/// let mut first = notes.revise()?;
/// first.add(note("a", "Buy bread.\n"))?;
/// first.finish()?;
/// let mut second = notes.revise()?;
/// second.add(note("b", "Water the plants.\n"))?;
/// second.keep("a")?;
/// let index = Index::open(second.finish()?)?;
/// assert_eq!(index.stats().documents, 2);
/// # Ok(())
/// # }
/// ```
pub struct Revision<'c> {
    collection: &'c mut Collection,
    /// The documents that the collection has.
    before: HashMap<String, Arc<Share>>,
    index: NewIndex,
    ids: HashSet<String>,
    shares: Vec<Arc<Share>>,
}

impl Revision<'_> {
    /// Takes over the document with this id that the collection has, as it is there.
    ///
    /// # Errors
    /// [`Error::Document`] where there is none, or one with this id was taken already.
    pub fn keep(&mut self, id: &str) -> Result<(), Error> {
        let Some(share) = self.before.get(id).cloned() else {
            let message = "it cannot be kept, as no document has this id".to_string();
            return Err(Error::Document { id: id.to_string(), message });
        };
        self.push(share)
    }

    /// Adds a document that is new or has changed.
    ///
    /// # Errors
    /// As for [`Builder::add`](crate::Builder::add), and where it names a tenant.
    pub fn add(&mut self, document: Document) -> Result<(), Error> {
        let prepared = self.collection.preparer.prepare(document);
        self.add_prepared(prepared)
    }

    /// As [`Revision::add`], for a document that was prepared.
    ///
    /// # Errors
    /// As for [`Revision::add`].
    pub fn add_prepared(&mut self, prepared: Prepared) -> Result<(), Error> {
        if self.ids.contains(&prepared.document().id) {
            return Err(same_id(&prepared.document().id));
        }
        let share = self.collection.share_of(prepared)?;
        self.push(share)
    }

    fn push(&mut self, share: Arc<Share>) -> Result<(), Error> {
        let id = &share.document.id;
        if self.ids.contains(id) {
            return Err(same_id(id));
        }
        self.index.check_room(&share.document)?;
        self.index.add(&share, &self.collection.config, &self.collection.vocabulary);
        self.ids.insert(id.clone());
        self.shares.push(share);
        Ok(())
    }

    /// Whether there are no documents yet.
    pub fn is_empty(&self) -> bool {
        self.shares.is_empty()
    }

    /// The pages that pins name and no document so far is, by id or address, each with the query.
    pub fn unknown_pins(&self) -> Vec<(&str, &str)> {
        let pages = self.collection.config.pins.iter().flat_map(Pin::pages);
        pages.filter(|&(_, page)| !self.index.has_pinned(page)).collect()
    }

    /// Writes the index. From then on the collection has these documents.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where it would have 4 GiB or more, and [`Error::Config`] where it is
    /// final and has no documents; the collection is then as it was.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        let Revision { collection, index, shares, .. } = self;
        if shares.is_empty() && !collection.mergeable {
            return Err(no_documents());
        }
        collection.finish(index, shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Builder;

    fn document(id: &str, text: &str) -> Document {
        Document { id: id.into(), text: text.into(), ..Document::default() }
    }

    #[test]
    fn words_of_documents_that_are_gone_are_forgotten() {
        let mut collection = Collection::new(Config::default());
        for number in 0..8 {
            let words: String = (0..3000).map(|word| alloc::format!("w{number}x{word} ")).collect();
            collection.change([document("draft", &words)].into(), &[]).unwrap();
        }
        let kept = collection.vocabulary.len();
        assert!(kept < SPARE_WORDS + 4 * 3000, "{kept} words");
    }

    #[test]
    fn documents_with_many_words_are_read_once() {
        let words: String = (0..12_000).map(|word| alloc::format!("w{word} ")).collect();
        let mut builder = Builder::new(Config::default()).mergeable();
        builder.add(document("large", &words)).unwrap();
        let index = Index::open(builder.finish().unwrap()).unwrap();
        let mut collection = Collection::of(&index).unwrap();
        let first = collection.documents().clone();
        collection.change([document("a", "Text.\n")].into(), &[]).unwrap();
        assert!(first.same_numbers(collection.documents()));
        collection.change(Vec::new(), &["large"]).unwrap();
        collection.go_back(&first).unwrap();
        collection.change([document("b", "Text.\n")].into(), &[]).unwrap();
        assert!(first.same_numbers(collection.documents()));
    }

    #[test]
    fn revisions_write_what_a_builder_does() {
        let built = |documents: &[(&str, &str)]| {
            let mut builder = Builder::new(Config::default());
            for (id, text) in documents {
                builder.add(document(id, text)).unwrap();
            }
            builder.finish().unwrap()
        };
        let mut notes = Collection::of_final_indexes(Config::default());
        let mut first = notes.revise().unwrap();
        for (id, text) in [("a", "Buy bread.\n"), ("b", "Buying milk.\n"), ("c", "Plants.\n")] {
            first.add(document(id, text)).unwrap();
        }
        first.finish().unwrap();
        let mut second = notes.revise().unwrap();
        second.add(document("new", "Bread for the birds.\n")).unwrap();
        second.keep("c").unwrap();
        second.add(document("a", "Sell bread.\n")).unwrap();
        for taken in ["a", "c", "gone"] {
            assert!(matches!(second.keep(taken), Err(Error::Document { .. })), "{taken}");
        }
        assert!(second.add(document("c", "Another.\n")).is_err());
        let now = [("new", "Bread for the birds.\n"), ("c", "Plants.\n"), ("a", "Sell bread.\n")];
        assert!(second.finish().unwrap() == built(&now));
        assert_eq!(notes.documents().ids().collect::<Vec<_>>(), ["new", "c", "a"]);
    }

    #[test]
    fn a_revision_that_fails_changes_nothing() {
        let mut notes = Collection::of_final_indexes(Config::default());
        let mut first = notes.revise().unwrap();
        first.add(document("a", "Buy bread.\n")).unwrap();
        first.finish().unwrap();
        assert!(notes.revise().unwrap().finish().is_err());
        assert_eq!(notes.documents().ids().collect::<Vec<_>>(), ["a"]);
    }
}
