//! The sections of an index, through which all above the bytes reads.

use crate::error::ReadError;
use crate::format::SectionBytes;
use crate::format::dictionary::Dictionary;
use crate::format::documents::Documents;
use crate::format::forms::Forms;
use crate::format::headings::Headings;
use crate::format::lengths::Lengths;
use crate::format::letters::IndexChars;
use crate::format::meta::Meta;
use crate::format::names::Names;
use crate::format::pairs::Pairs;
use crate::format::pending::Deferred;
use crate::format::postings::Postings;
use crate::format::tree::Tree;
use alloc::rc::Rc;
use core::ops::Range;

/// The sections of an index, opened.
pub(crate) struct IndexReader<'a> {
    /// Its number in its group.
    pub number: usize,
    /// The factor for all scores.
    pub weight: f64,
    pub meta: &'a Meta,
    /// Those of all indexes of the group.
    pub letters: Rc<IndexChars<'a>>,
    pub words: Dictionary<'a>,
    pub tree: Tree<'a>,
    pub documents: Documents<'a>,
    pub headings: Headings<'a>,
    pub names: Names<'a>,
    pub pairs: Option<Pairs<'a>>,
    pub forms: Forms<'a>,
    pub pins: SectionBytes<'a>,
    pub(super) lengths: Deferred<Lengths<'a>>,
    pub(super) postings: SectionBytes<'a>,
    pub(super) text: SectionBytes<'a>,
    #[cfg(any(feature = "explore", feature = "build"))]
    pub(super) vectors: SectionBytes<'a>,
}

impl IndexReader<'_> {
    /// Prefetches the lists that a query needs. Fails where anything prefetched is not loaded.
    pub fn prefetch_lists<'l>(
        &self,
        lists: impl Iterator<Item = &'l Range<usize>>,
    ) -> Result<(), ReadError> {
        if self.postings.shards().is_some() {
            lists.for_each(|list| _ = self.postings.prefetch(list.start));
        }
        self.postings.check_prefetched()
    }

    /// Prefetches a word, or with `prefix` all words that it begins. If the words are not loaded,
    /// their lists are prefetched too, as most lie where their words lead to expect, and the rules
    /// for words that are not there, once for all queries.
    pub fn prefetch_word(&self, word: &str, prefix: bool) {
        if self.words.prefetch(word, prefix)
            && let Some(shards) = self.postings.shards()
        {
            shards.prefetch_lists(word.as_bytes(), prefix);
            self.forms.prefetch();
        }
    }

    /// Prefetches what is shown of documents. Fails where anything prefetched is not loaded.
    pub fn prefetch_documents(
        &self,
        documents: impl Iterator<Item = usize>,
    ) -> Result<(), ReadError> {
        if self.postings.shards().is_some() {
            documents.for_each(|document| self.documents.prefetch(document));
        }
        self.postings.check_prefetched()
    }

    /// A list in which each occurrence counts `each` times.
    pub fn postings(&self, list: Range<usize>, each: u32) -> Result<Postings, ReadError> {
        Postings::read(self.postings.get(list)?, self.meta, each)
    }
}

impl<'a> IndexReader<'a> {
    /// The text at a byte range of the section `text`.
    pub fn text(&self, range: Range<usize>) -> Result<&'a str, ReadError> {
        self.text.str(range)
    }

    /// The bytes of that text, which may begin and end within a character.
    pub fn text_bytes(&self, range: Range<usize>) -> Result<&'a [u8], ReadError> {
        self.text.get(range)
    }

    /// The lengths of children and titles.
    pub fn lengths(&self) -> Result<&Lengths<'a>, ReadError> {
        self.lengths.get()
    }

    /// The factor for the scores of a document.
    pub fn boost(&self, document: usize) -> Result<f64, ReadError> {
        Ok(self.weight * self.lengths()?.boost(document)?)
    }

    /// The level of the documents, which is the one after the last.
    pub fn document_level(&self) -> usize {
        self.tree.levels()
    }
}
