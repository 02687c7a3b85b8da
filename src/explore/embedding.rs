//! Texts of chunks for those who make vectors of them, and the vectors that an index keeps.

use super::navigate::document_of;
use crate::answer::chunk_id::{self, ChunkAt};
use crate::error::{Error, ReadError};
use crate::format::vectors::normalize;
use crate::index::{Index, IndexReader, VectorStats};
use crate::rank::{QueryVector, SearchOptions};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// A chunk as a model of embeddings reads it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChunkText {
    /// The chunk's id, as in [`crate::Hit::id`].
    pub id: String,
    /// The document's title; may be empty.
    pub title: String,
    /// The headings above its start, strongest first.
    pub headings: Vec<String>,
    /// Its text alone, without the header of a table or the fences of code that it is cut from:
    /// that would make pieces of one table alike.
    pub text: String,
}

impl ChunkText {
    /// The one text of which a vector is made: title and headings, parted by ` > `, and below these
    /// the text. What is empty is left out, and so is a title that the first heading repeats.
    pub fn to_embed(&self) -> String {
        let title = self.title.trim();
        let repeated = self.headings.first().is_some_and(|first| first.trim() == title);
        let title = (!repeated).then_some(title);
        let headings = self.headings.iter().map(|heading| heading.trim());
        let trail: Vec<&str> = title.into_iter().chain(headings).filter(not_empty).collect();
        let trail = trail.join(" > ");
        let lines: Vec<&str> =
            [trail.as_str(), self.text.trim()].into_iter().filter(not_empty).collect();
        lines.join("\n")
    }
}

fn not_empty(text: &&str) -> bool {
    !text.is_empty()
}

impl<B: AsRef<[u8]>> Index<B> {
    /// The chunks of a level of a document, in the order of the text. `id` is that of the document
    /// or of one of its chunks.
    ///
    /// # Errors
    /// [`Error::UnknownId`] for an id that names nothing in the index, [`Error::Config`] for a
    /// level that is not there, [`Error::Corrupt`] where the index turns out to be damaged.
    pub fn chunk_texts(&self, id: &str, level: usize) -> Result<Vec<ChunkText>, Error> {
        let chunks = self.chunks(id, level)?;
        let index = self.reader()?;
        let title = index.documents.get(document_of(&index, id)?)?.title;
        let text = |chunk: super::ChunkView| ChunkText {
            text: chunk.own_text().to_owned(),
            id: chunk.id,
            title: title.to_owned(),
            headings: chunk.headings,
        };
        Ok(chunks.into_iter().map(text).collect())
    }

    /// All vectors of the index, if it has any.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged; [`Error::Missing`] where a part
    /// is in a shard that is not loaded.
    pub fn kept_vectors(&self) -> Result<Option<KeptVectors>, Error> {
        let Some(stats) = self.vectors()? else { return Ok(None) };
        let mut kept = KeptVectors { stats, ids: Vec::new(), values: Vec::new() };
        kept.read(&self.reader()?)?;
        Ok(Some(kept))
    }

    /// The vector of a query as those of [`Index::kept_vectors`] are: projected, and of length 1.
    /// The sum of its products with one of them is their cosine, as near as these are kept.
    ///
    /// # Errors
    /// [`Error::Config`] where the index has no vectors of this kind, [`Error::Corrupt`] where it
    /// turns out to be damaged, [`Error::Missing`] where a part is in a shard that is not loaded.
    pub fn kept_query(&self, vector: &QueryVector) -> Result<Vec<f32>, Error> {
        let index = self.reader()?;
        vector.check(&index, &SearchOptions::default())?;
        let Some(vectors) = index.vectors()? else { return Ok(Vec::new()) };
        let mut values = vector.values.clone();
        normalize(&mut values);
        Ok(vectors.reduced(&values)?)
    }
}

/// The vectors of an index: as they are kept, so projected and rounded as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptVectors {
    /// What they are.
    pub stats: VectorStats,
    /// The ids of the chunks that have one, in the order of the index.
    pub ids: Vec<String>,
    /// The vector of each, of [`VectorStats::kept`] numbers.
    pub values: Vec<Vec<f32>>,
}

impl KeptVectors {
    fn read(&mut self, index: &IndexReader<'_>) -> Result<(), ReadError> {
        let Some(vectors) = index.vectors()? else { return Ok(()) };
        let level = vectors.level;
        for document in 0..index.meta.documents as usize {
            let id = index.documents.get(document)?.id;
            for number in index.tree.descend(index.document_level(), document, level)? {
                if let Some(row) = vectors.row(number)? {
                    let at = ChunkAt { document, level, number };
                    self.ids.push(chunk_id::write(index, id, at)?);
                    self.values.push(row);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_embed(title: &str, headings: &[&str], text: &str) -> String {
        let headings = headings.iter().map(|&heading| heading.into()).collect();
        let (id, title, text) = (String::new(), title.into(), text.into());
        ChunkText { id, title, headings, text }.to_embed()
    }

    #[test]
    fn title_and_headings_stand_above_the_text() {
        assert_eq!(to_embed("Guide", &["Use", "Open"], "Text.\n\n"), "Guide > Use > Open\nText.");
        assert_eq!(to_embed("Guide", &[], "One.\n\nTwo."), "Guide\nOne.\n\nTwo.");
    }

    #[test]
    fn a_title_is_not_repeated() {
        assert_eq!(to_embed("Guide", &["Guide", "Use"], "Text."), "Guide > Use\nText.");
        assert_eq!(to_embed("Guide ", &["Guide"], "Text."), "Guide\nText.");
        // Another heading of the page may be called like it.
        assert_eq!(to_embed("Guide", &["Use", "Guide"], "Text."), "Guide > Use > Guide\nText.");
    }

    #[test]
    fn what_is_empty_is_left_out() {
        assert_eq!(to_embed("", &[" ", "Use", ""], "Text."), "Use\nText.");
        assert_eq!(to_embed("", &[], "Text."), "Text.");
        assert_eq!(to_embed("Guide", &[], " \n"), "Guide");
        assert_eq!(to_embed("", &[""], ""), "");
    }

    #[cfg(feature = "build")]
    #[test]
    fn chunks_of_every_level_have_the_ids_and_texts_of_the_index() {
        use crate::{Builder, Config, Document};

        let mut builder = Builder::new(Config::default());
        let text = "Run the installer.\n".repeat(60);
        let of = |id: &str, title: &str| Document {
            id: id.into(),
            title: title.into(),
            text: text.clone(),
            ..Document::default()
        };
        builder.add(of("a.md", "Install")).unwrap();
        builder.add(of("b#1.md", "")).unwrap();
        let index = Index::open(builder.finish().unwrap()).unwrap();
        for (id, title) in [("a.md", "Install"), ("b#1.md", "")] {
            for level in 0..=index.stats().levels.len() {
                let texts = index.chunk_texts(id, level).unwrap();
                let chunks = index.chunks(id, level).unwrap();
                assert_eq!(texts.len(), chunks.len());
                for (text, chunk) in texts.iter().zip(&chunks) {
                    assert_eq!((&text.id, &text.text), (&chunk.id, &chunk.text));
                    assert_eq!((text.title.as_str(), &text.headings), (title, &chunk.headings));
                }
            }
        }
        assert_eq!(
            index.chunk_texts("a.md#0.1", 0).unwrap(),
            index.chunk_texts("a.md", 0).unwrap()
        );
        assert!(matches!(index.chunk_texts("c.md", 0), Err(Error::UnknownId { .. })));
        assert!(matches!(index.chunk_texts("a.md", 9), Err(Error::Config { name: "level", .. })));
    }
}
