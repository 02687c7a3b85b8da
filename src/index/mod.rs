//! Opens an index and answers from it.

mod loading;

use crate::error::{Error, ReadError};
use crate::format::bits::BitSet;
use crate::format::chunk_of_child::ChunkOfChild;
use crate::format::dictionary::{self, Dictionary};
use crate::format::documents::Documents;
use crate::format::forms::Forms;
use crate::format::headings::Headings;
use crate::format::lengths::Lengths;
use crate::format::letters::IndexChars;
use crate::format::meta::Meta;
use crate::format::names::Names;
use crate::format::pairs::Pairs;
use crate::format::pending::Deferred;
use crate::format::pins;
use crate::format::postings::Postings;
use crate::format::shards::Shards;
#[cfg(feature = "build")]
use crate::format::sources::Sources;
use crate::format::tree::Tree;
#[cfg(any(feature = "explore", feature = "build"))]
use crate::format::vectors::Vectors;
use crate::format::{Blob, Header, SectionBytes, SectionId};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use once_cell::race::OnceBox;

/// An index over bytes that it borrows or owns.
///
/// The bytes are read in place. A program that maps a file into memory gives them as `&[u8]`.
///
/// ```
/// # #[cfg(feature = "build")]
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, SearchOptions};
/// # let mut builder = Builder::new(Config::default());
/// # for (id, version, text) in [("a.md", "1", "Old pears.\n"), ("b.md", "2", "New pears.\n")] {
/// #     let filters = [("version".into(), vec![version.into()])].into();
/// #     builder.add(Document { id: id.into(), text: text.into(), filters, ..Document::default() })?;
/// # }
/// # let index = Index::open(builder.finish()?)?;
/// let results = index.search("pear", &SearchOptions::default())?;
/// assert_eq!(results.total, 2);
/// assert_eq!(index.stats().documents, 2);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "build"))]
/// # fn main() {}
/// ```
#[derive(Debug)]
pub struct Index<B = Vec<u8>> {
    bytes: B,
    header: Header,
    checked: BitSet,
    meta: Meta,
    /// For all levels and the documents, once they were asked for.
    ranks: OnceBox<Vec<ChunkOfChild>>,
    pub(crate) shards: Option<Shards>,
}

/// The contents of an index.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Stats {
    /// Size of the whole index in bytes.
    pub bytes: usize,
    /// The languages in which words were stemmed, with commas between them. The first is that of
    /// documents which name none.
    pub language: String,
    /// Number of documents.
    pub documents: u32,
    /// Number of headings.
    pub headings: u32,
    /// Number of entries of the dictionary: a word as written has one for each of its stems, synonyms and
    /// other spellings.
    pub words: u32,
    /// Number of distinct stems.
    pub stems: u32,
    /// The number of terms in the bodies of all children.
    pub terms: u64,
    /// The unit of the sizes of chunks: `characters` or `tokens`.
    pub unit: &'static str,
    /// The levels, children first.
    pub levels: Vec<LevelStats>,
    /// Name and size in bytes of each section.
    pub sections: Vec<SectionStats>,
}

/// One level of chunks.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelStats {
    /// The size of the largest chunk, in the unit; 0 where there is no limit.
    pub size: u32,
    /// The share of its size by which a chunk reaches back into the one before it.
    pub overlap: f64,
    /// Number of chunks.
    pub chunks: u32,
}

/// One section of the index.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SectionStats {
    /// Its name in FORMAT.md.
    pub name: &'static str,
    /// Its size in bytes.
    pub bytes: usize,
}

/// The vectors of an index.
#[cfg(any(feature = "explore", feature = "build"))]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct VectorStats {
    /// The name of the embedder, as it was given.
    pub embedder: String,
    /// The numbers of a vector as the embedder gives it.
    pub dimensions: usize,
    /// The numbers that are kept of it.
    pub kept: usize,
    /// The bits of each.
    pub bits: u8,
    /// The level of the chunks that have vectors.
    pub level: usize,
    /// The number of these chunks.
    pub chunks: usize,
    /// The number of chunks of the level.
    pub all: usize,
}

/// The sections of an index, opened.
pub(crate) struct IndexReader<'a> {
    pub meta: &'a Meta,
    pub letters: IndexChars<'a>,
    pub words: Dictionary<'a>,
    pub tree: Tree<'a>,
    pub documents: Documents<'a>,
    pub headings: Headings<'a>,
    pub names: Names<'a>,
    pub pairs: Option<Pairs<'a>>,
    pub forms: Forms<'a>,
    pub pins: SectionBytes<'a>,
    lengths: Deferred<Lengths<'a>>,
    postings: SectionBytes<'a>,
    text: SectionBytes<'a>,
    #[cfg(any(feature = "explore", feature = "build"))]
    vectors: SectionBytes<'a>,
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
    /// their lists are prefetched too, as most lie where their words lead to expect, and the rules for
    /// words that are not there, once for all queries.
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
}

impl IndexReader<'_> {
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

    /// The vectors of chunks, if the index has any.
    #[cfg(any(feature = "explore", feature = "build"))]
    pub fn vectors(&self) -> Result<Option<Vectors<'a>>, ReadError> {
        Vectors::open(self.vectors)
    }

    /// The level of the documents, which is the one after the last.
    pub fn document_level(&self) -> usize {
        self.tree.levels()
    }
}

/// Checks every byte of an index.
///
/// # Errors
/// The first fault that is found.
pub fn verify(bytes: &[u8]) -> Result<(), Error> {
    Index::open(bytes)?.verify()
}

impl<B: AsRef<[u8]>> Index<B> {
    /// Opens an index. Reads only its head. For an index in one file that takes microseconds,
    /// whatever its size. For one in several files the time grows with the head, as its checksum,
    /// table and arrays are read. All other bytes are checked before they are first used.
    ///
    /// # Errors
    /// The errors of [`Error`] for bytes that are no index, or one that is cut off, altered, or of
    /// another version.
    pub fn open(bytes: B) -> Result<Self, Error> {
        let head = bytes.as_ref();
        let shards = Shards::read(head)?;
        let header = match &shards {
            Some(shards) => {
                Header::parse(shards.head(), shards.len(), &|section| shards.padding(section))?
            }
            None => Header::read(head)?,
        };
        let checked = BitSet::new(header.pages());
        let blob =
            Blob { bytes: bytes.as_ref(), header: &header, checked: &checked, shards: &shards };
        let meta = Meta::read(blob.section(SectionId::Meta))?;
        Ok(Index { ranks: OnceBox::new(), header, checked, meta, shards, bytes })
    }

    /// The contents of the index. Reads only the head.
    pub fn stats(&self) -> Stats {
        let meta = &self.meta;
        let levels = meta.sizes.iter().zip(&meta.overlaps).zip(&meta.chunks);
        let level = |((&size, &overlap), &chunks)| {
            let overlap = f64::from(overlap) / 1000.0;
            LevelStats { size, overlap, chunks }
        };
        Stats {
            bytes: self.header.len(),
            language: meta.language.clone(),
            documents: meta.documents,
            headings: meta.headings,
            words: meta.words,
            stems: meta.stems,
            terms: meta.body_terms,
            unit: if meta.chunking[0] == 0 { "characters" } else { "tokens" },
            levels: levels.map(level).collect(),
            sections: self.section_stats(),
        }
    }

    /// Whether a section is there, or has to be.
    fn has(&self, id: SectionId) -> bool {
        id.is_needed() || self.header.extent(id).len > 0
    }

    fn section_stats(&self) -> Vec<SectionStats> {
        let stats =
            |id: SectionId| SectionStats { name: id.name(), bytes: self.header.extent(id).len };
        let there = SectionId::ALL.into_iter().filter(|&id| self.has(id));
        there.map(stats).collect()
    }

    /// Reads everything: every checksum, word, list, chunk, heading and record. Linear in the size
    /// of the index. An index in several files is put together first.
    ///
    /// # Errors
    /// The first fault that is found; [`Error::Missing`] where a shard is not loaded.
    pub fn verify(&self) -> Result<(), Error> {
        if let Some(shards) = &self.shards {
            let whole = shards.assembled().ok_or(Error::Missing)?;
            if let Some(pairs) = Pairs::open(&self.shards) {
                pairs.verify(&self.meta)?;
            }
            return Index::open(whole)?.verify();
        }
        for id in SectionId::ALL {
            self.blob().section(id).all()?;
        }
        #[cfg(feature = "build")]
        self.sources()?;
        let reader = self.reader()?;
        verify_lists(&reader)?;
        verify_tree(&reader)?;
        let children = self.meta.chunks.first().copied().unwrap_or_default();
        reader.names.verify(self.meta.documents, children)?;
        reader.forms.verify()?;
        #[cfg(any(feature = "explore", feature = "build"))]
        if let Some(vectors) = reader.vectors()? {
            vectors.verify(reader.tree.count(vectors.level))?;
        }
        verify_pins(&reader)?;
        let lengths = reader.lengths()?;
        for document in 0..self.meta.documents as usize {
            lengths.boost(document)?;
            let text = reader.tree.span(reader.document_level(), document)?;
            let text = reader.text(text)?;
            reader.documents.get(document)?.verify_blocks(text)?;
            for heading in reader.headings.get(document)? {
                if text.get(heading.words).is_none() {
                    return Err(SectionId::Headings
                        .corrupt(&"a heading lies outside of its text")
                        .into());
                }
            }
        }
        Ok(())
    }

    /// The vectors of the index, if it has any. Reads only their head.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged; [`Error::Missing`] where the head is
    /// in a shard that is not loaded.
    #[cfg(any(feature = "explore", feature = "build"))]
    pub fn vectors(&self) -> Result<Option<VectorStats>, Error> {
        let reader = self.reader()?;
        let stats = |vectors: Vectors<'_>| VectorStats {
            embedder: vectors.embedder.into(),
            dimensions: vectors.given,
            kept: vectors.kept,
            bits: vectors.bits,
            level: vectors.level,
            chunks: vectors.count,
            all: reader.tree.count(vectors.level),
        };
        Ok(reader.vectors()?.map(stats))
    }

    /// The sections in the order of their places, with their ranges.
    #[cfg(feature = "build")]
    pub(crate) fn extents(&self) -> Vec<(SectionId, Range<usize>)> {
        let there = SectionId::ALL.into_iter().filter(|&id| self.has(id));
        let mut all: Vec<_> = there.map(|id| (id, self.header.extent(id).range)).collect();
        all.sort_by_key(|(_, range)| range.start);
        all
    }

    /// The range of the checksums of the pages.
    #[cfg(feature = "build")]
    pub(crate) fn sums(&self) -> Range<usize> {
        self.header.sums()
    }

    /// The settings and documents for merging, if the index was built to be merged. An index in
    /// several files must be put together first.
    #[cfg(feature = "build")]
    pub(crate) fn sources(&self) -> Result<Option<Sources<'_>>, Error> {
        if self.shards.is_some() {
            return Ok(None);
        }
        Sources::open(self.bytes.as_ref())
    }

    /// The bytes that were opened; of an index in several files, its head.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The same, with what holds them.
    pub fn into_bytes(self) -> B {
        self.bytes
    }

    fn blob(&self) -> Blob<'_> {
        Blob {
            bytes: self.bytes.as_ref(),
            header: &self.header,
            checked: &self.checked,
            shards: &self.shards,
        }
    }

    /// Opens the sections. Cost grows with the number of levels and of listed letters. Bytes of
    /// `tree` and `lengths` that are not loaded are asked for here, so that they come with the
    /// words of a query. They fail only where they are used.
    pub(crate) fn reader(&self) -> Result<IndexReader<'_>, ReadError> {
        let (blob, meta) = (self.blob(), &self.meta);
        Ok(IndexReader {
            meta,
            letters: IndexChars::read(blob.section(SectionId::Letters))?,
            words: Dictionary::open(blob.section(SectionId::Words), meta)?,
            tree: Tree::open(blob.section(SectionId::Tree), meta, &self.ranks)?,
            lengths: Deferred::new(Lengths::open(blob.section(SectionId::Lengths), meta))?,
            documents: Documents::open(blob.section(SectionId::Documents), meta)?,
            headings: Headings::open(blob.section(SectionId::Headings), meta)?,
            names: Names::open(blob.section(SectionId::Names))?,
            pairs: Pairs::open(&self.shards),
            forms: Forms::open(blob.section(SectionId::Forms)),
            pins: blob.section(SectionId::Pins),
            postings: blob.section(SectionId::Postings),
            text: blob.section(SectionId::Text),
            #[cfg(any(feature = "explore", feature = "build"))]
            vectors: blob.section(SectionId::Vectors),
        })
    }
}

/// Checks that pages which are pinned are there.
fn verify_pins(reader: &IndexReader<'_>) -> Result<(), ReadError> {
    let mut is_there = true;
    pins::each(reader.pins, |_, _, document| {
        is_there &= document < reader.meta.documents as usize;
    })?;
    if is_there { Ok(()) } else { Err(SectionId::Pins.corrupt(&"a page is not there")) }
}

fn verify_lists(reader: &IndexReader<'_>) -> Result<(), ReadError> {
    let mut lists = 0;
    let mut end = 0;
    dictionary::each_list(&reader.words, |list| {
        if list.start != end {
            return Err(SectionId::Words.corrupt(&"the lists do not follow each other"));
        }
        end = list.end;
        lists += 1;
        reader.postings(list, 1).map(drop)
    })?;
    if lists != reader.meta.stems || end != reader.postings.len() {
        return Err(SectionId::Words.corrupt(&"the lists do not fill the section postings"));
    }
    Ok(())
}

fn verify_tree(reader: &IndexReader<'_>) -> Result<(), ReadError> {
    let counts = reader.meta.chunks.iter().copied();
    for (level, count) in counts.chain([reader.meta.documents]).enumerate() {
        let mut next = 0;
        for chunk in 0..count as usize {
            let below = reader.tree.descend(level, chunk, level.saturating_sub(1))?;
            if level > 0 && (below.start != next || below.is_empty()) {
                return Err(
                    SectionId::Tree.corrupt(&"a chunk has no children or some are left out")
                );
            }
            next = below.end;
            reader.text(reader.tree.span(level, chunk)?)?;
        }
    }
    Ok(())
}
