//! Section `meta`: the settings of the build, and the numbers of things in the index.

use crate::analyze::ANALYZER_VERSION;
use crate::error::Error;
use crate::format::{SectionBytes, SectionId};
use alloc::string::String;
use alloc::vec::Vec;

/// The contents of the section.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Meta {
    /// The languages of the documents, with commas between them.
    pub language: String,
    /// The unit of sizes, the chunker, the kind of the coarsest chunks, and the weakest headings
    /// that begin a parent, as numbers: see FORMAT.md.
    pub chunking: [u32; 4],
    /// Largest chunk of each level, children first; 0 where there is no limit.
    pub sizes: Vec<u32>,
    /// Overlap of the chunks of each level in thousandths of their size.
    pub overlaps: Vec<u32>,
    /// Number of chunks of each level, children first.
    pub chunks: Vec<u32>,
    pub documents: u32,
    pub headings: u32,
    pub words: u32,
    /// Number of blocks of these.
    pub word_blocks: u32,
    /// Number of distinct stems, which is the number of posting lists.
    pub stems: u32,
    /// The number of terms in the bodies of all children.
    pub body_terms: u64,
    /// The number of terms in the titles of all documents.
    pub title_terms: u64,
    /// The keys of metadata and filters that any document has, in order, without those with blanks.
    pub keys: Vec<String>,
}

impl Meta {
    /// The number of parents, over which document frequencies are counted.
    pub fn parents(&self) -> u32 {
        self.chunks.get(1).or(self.chunks.first()).copied().unwrap_or_default()
    }

    /// The inverse document frequency of a stem in a number of parents. Never negative (the "+ 1"
    /// inside the logarithm, as in Lucene).
    pub fn idf(&self, parents: u32) -> f64 {
        let count = self.parents();
        let (count, parents) = (f64::from(count), f64::from(parents.min(count)));
        libm::log(1.0 + (count - parents + 0.5) / (parents + 0.5))
    }

    /// Whether both were built with the same settings of chunks.
    #[cfg(feature = "group")]
    pub fn is_cut_like(&self, other: &Self) -> bool {
        let has_chunking = self.chunking == other.chunking;
        has_chunking && self.sizes == other.sizes && self.overlaps == other.overlaps
    }

    /// Adds what ranking and queries take from another index, which is cut alike.
    #[cfg(feature = "group")]
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.chunks.iter_mut().zip(&other.chunks) {
            *count = count.saturating_add(*more);
        }
        self.documents = self.documents.saturating_add(other.documents);
        self.body_terms = self.body_terms.saturating_add(other.body_terms);
        self.title_terms = self.title_terms.saturating_add(other.title_terms);
        for key in &other.keys {
            let at = self.keys.partition_point(|known| known < key);
            if self.keys.get(at) != Some(key) {
                self.keys.insert(at, key.clone());
            }
        }
        self.language.push(',');
        self.language.push_str(&other.language);
    }

    /// Whether a document may have this key.
    pub fn may_have(&self, key: &str) -> bool {
        key.contains(char::is_whitespace) || self.keys.iter().any(|known| known == key)
    }

    pub fn read(section: SectionBytes<'_>) -> Result<Self, Error> {
        let mut reader = section.reader(0..section.len())?;
        let analyzer = reader.u16()?;
        if analyzer != ANALYZER_VERSION {
            return Err(Error::UnknownAnalyzer { found: analyzer });
        }
        let language = String::from(reader.str()?);
        let mut meta = Meta { language, ..Meta::default() };
        for setting in &mut meta.chunking {
            *setting = reader.varint()?;
        }
        let levels = reader.varint()?;
        for _ in 0..levels {
            for list in [&mut meta.sizes, &mut meta.overlaps, &mut meta.chunks] {
                list.push(reader.varint()?);
            }
        }
        let Meta { documents, headings, words, word_blocks, stems, .. } = &mut meta;
        for count in [documents, headings, words, word_blocks, stems] {
            *count = reader.varint()?;
        }
        for terms in [&mut meta.body_terms, &mut meta.title_terms] {
            *terms = reader.varint64()?;
        }
        for _ in 0..reader.varint()? {
            meta.keys.push(reader.str()?.into());
        }
        if levels == 0 || !reader.is_empty() {
            return Err(SectionId::Meta
                .corrupt(&"it does not have the fields of this version")
                .into());
        }
        Ok(meta)
    }

    pub fn write(&self) -> Vec<u8> {
        use crate::format::wire::write;

        let mut out = Vec::new();
        write::u16(&mut out, ANALYZER_VERSION);
        write::str(&mut out, &self.language);
        for setting in self.chunking {
            write::varint(&mut out, setting.into());
        }
        write::varint(&mut out, self.sizes.len() as u64);
        for ((&size, &overlap), &chunks) in self.sizes.iter().zip(&self.overlaps).zip(&self.chunks)
        {
            for number in [size, overlap, chunks] {
                write::varint(&mut out, number.into());
            }
        }
        for number in [self.documents, self.headings, self.words, self.word_blocks, self.stems] {
            write::varint(&mut out, number.into());
        }
        write::varint(&mut out, self.body_terms);
        write::varint(&mut out, self.title_terms);
        write::varint(&mut out, self.keys.len() as u64);
        for key in &self.keys {
            write::str(&mut out, key);
        }
        out
    }
}
