//! Checks every byte of an index.

use super::{Index, IndexReader};
use crate::error::{Error, ReadError};
use crate::format::pairs::Pairs;
use crate::format::{SectionId, dictionary, pins};

/// Checks every byte of an index.
///
/// # Errors
/// The first fault that is found.
pub fn verify(bytes: &[u8]) -> Result<(), Error> {
    Index::open(bytes)?.verify()
}

impl<B: AsRef<[u8]>> Index<B> {
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
        verify_documents(&reader)?;
        Ok(())
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

fn verify_documents(reader: &IndexReader<'_>) -> Result<(), ReadError> {
    let lengths = reader.lengths()?;
    for document in 0..reader.meta.documents as usize {
        lengths.boost(document)?;
        let text = reader.tree.span(reader.document_level(), document)?;
        let text = reader.text(text)?;
        reader.documents.get(document)?.verify_blocks(text)?;
        for heading in reader.headings.get(document)? {
            if text.get(heading.words).is_none() {
                return Err(SectionId::Headings.corrupt(&"a heading lies outside of its text"));
            }
        }
    }
    Ok(())
}
