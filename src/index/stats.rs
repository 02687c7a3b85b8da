//! What an index contains, in figures.

use super::Index;
use crate::format::SectionId;
use alloc::string::String;
use alloc::vec::Vec;

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
    /// Number of entries of the dictionary: a word as written has one for each of its stems,
    /// synonyms and other spellings.
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

impl<B: AsRef<[u8]>> Index<B> {
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

    fn section_stats(&self) -> Vec<SectionStats> {
        let stats =
            |id: SectionId| SectionStats { name: id.name(), bytes: self.header.extent(id).len };
        self.sections().map(stats).collect()
    }
}
