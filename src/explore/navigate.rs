//! Moves through the chunks of an index by their ids.

use crate::analyze::tokens::tokens;
use crate::answer::chunk_id::{self, ChunkAt};
use crate::answer::piece::Piece;
use crate::answer::trail::trail;
use crate::error::{Error, ReadError};
use crate::format::documents::{Block, Record};
use crate::format::headings::Heading;
use crate::index::{Index, IndexReader};
use crate::order::partition_point;
use crate::value::MetaValue;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A chunk and its place in the document.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChunkView {
    /// The chunk's id, as in [`crate::Hit::id`].
    pub id: String,
    /// The document's id.
    pub document: String,
    /// The level: 0 for children, and the number of levels for whole documents.
    pub level: usize,
    /// Position among the chunks of its level in the document, from 0.
    pub position: usize,
    /// Byte offset of its start in the document's text.
    pub start: usize,
    /// Byte offset of its end in the document's text.
    pub end: usize,
    /// The number of its tokens, about.
    pub tokens: usize,
    /// The fragment that links to the heading at its start; empty where there is none.
    pub anchor: String,
    /// The headings above its start, strongest first.
    pub headings: Vec<String>,
    /// Its text, which can be read alone: it begins with the header of the table that the chunk
    /// begins within, and code that the chunk begins or ends within has its fences.
    pub text: String,
    /// Byte offset in `text` of what begins at `start` in the document.
    #[cfg_attr(feature = "serde", serde(rename = "textStart"))]
    pub text_start: usize,
}

impl ChunkView {
    /// What the document has from `start` to `end`.
    pub fn own_text(&self) -> &str {
        let end = self.text_start + (self.end - self.start);
        self.text.get(self.text_start..end).unwrap_or_default()
    }
}

/// A document without its text.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DocumentView {
    /// The document's id.
    pub id: String,
    /// Its address; may be empty.
    pub url: String,
    /// Its title; may be empty.
    pub title: String,
    /// Its language as a BCP 47 tag; may be empty.
    pub lang: String,
    /// Keys and values, in the order of the keys.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::value::typed::map"))]
    pub meta: Vec<(String, MetaValue)>,
    /// Keys to which a search can be narrowed, with the values of each.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::answer::results::maps::pairs"))]
    pub filters: Vec<(String, Vec<String>)>,
    /// The number of chunks of each level, children first.
    pub chunks: Vec<usize>,
    /// The length of its text in bytes.
    pub bytes: usize,
}

/// A chunk with its neighbours in the tree.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hierarchy {
    /// The chunks around it, from its parent to the document.
    pub ancestors: Vec<ChunkView>,
    /// The chunk itself.
    pub chunk: ChunkView,
    /// The chunks of the level below that lie in it, in order.
    pub children: Vec<ChunkView>,
    /// The other chunks of its level under the same parent, in order.
    pub siblings: Vec<ChunkView>,
}

/// Every call takes ids as results carry them. Chunks are returned in the order of the text and
/// belong to the document of the id. Costs grow with the texts returned.
///
/// # Errors
/// [`Error::UnknownId`] for an id that names nothing in the index, [`Error::Config`] for a level
/// that is not there, [`Error::Corrupt`] where the index turns out to be damaged.
impl<B: AsRef<[u8]>> Index<B> {
    /// The chunk itself.
    pub fn chunk(&self, id: &str) -> Result<ChunkView, Error> {
        self.with(id, |walk| Ok(walk.view(walk.at)?))
    }

    /// The chunk of the next level above in which it lies. The last one is the document, which has
    /// none above.
    pub fn parent(&self, id: &str) -> Result<Option<ChunkView>, Error> {
        self.with(id, |walk| Ok(walk.views(walk.above(walk.at.level + 1)?)?.pop()))
    }

    /// The chunks of the level below that lie in it. A child has none.
    pub fn children(&self, id: &str) -> Result<Vec<ChunkView>, Error> {
        self.with(id, |walk| Ok(walk.views(walk.below()?)?))
    }

    /// The chunks around it, from its parent to the document.
    pub fn ancestors(&self, id: &str) -> Result<Vec<ChunkView>, Error> {
        self.with(id, |walk| Ok(walk.ancestors()?))
    }

    /// The chunk of a level above in which it lies.
    pub fn ancestor(&self, id: &str, level: usize) -> Result<ChunkView, Error> {
        self.with(id, |walk| {
            let found =
                if level > walk.at.level { walk.views(walk.above(level)?)? } else { Vec::new() };
            found.into_iter().next().ok_or_else(|| {
                Error::config("level", "accepted are the levels above the chunk's own")
            })
        })
    }

    /// At most `before` chunks of its level before it and `after` after it, in the same document.
    pub fn siblings(&self, id: &str, before: usize, after: usize) -> Result<Vec<ChunkView>, Error> {
        self.with(id, |walk| {
            let all = walk.level(walk.at.level)?;
            let at = walk.at.number;
            let first = at.saturating_sub(before).max(all.start);
            let last = at.saturating_add(after).saturating_add(1).min(all.end);
            Ok(walk
                .views((walk.at.level, first..at))?
                .into_iter()
                .chain(walk.views((walk.at.level, at + 1..last))?)
                .collect())
        })
    }

    /// The chunk with its neighbours in the tree.
    pub fn hierarchy(&self, id: &str) -> Result<Hierarchy, Error> {
        self.with(id, |walk| {
            Ok(Hierarchy {
                ancestors: walk.ancestors()?,
                chunk: walk.view(walk.at)?,
                children: walk.views(walk.below()?)?,
                siblings: walk.siblings()?,
            })
        })
    }

    /// The document that has this id, or whose chunk has it.
    pub fn document(&self, id: &str) -> Result<DocumentView, Error> {
        let index = self.reader()?;
        let document = document_of(&index, id)?;
        let record = index.documents.get(document)?;
        let top = index.document_level();
        let mut chunks = Vec::new();
        for level in 0..top {
            chunks.push(index.tree.descend(top, document, level)?.len());
        }
        let filters = record.filters.iter().map(|(key, values)| {
            let values = values.iter().map(|&value| value.to_owned());
            ((*key).to_owned(), values.collect())
        });
        Ok(DocumentView {
            id: record.id.to_owned(),
            url: record.url.to_owned(),
            title: record.title.to_owned(),
            lang: record.lang.to_owned(),
            meta: record.owned_meta(),
            filters: filters.collect(),
            chunks,
            bytes: index.tree.span(top, document)?.len(),
        })
    }

    /// The chunks of a level of a document. `id` is that of the document or of one of its chunks.
    pub fn chunks(&self, id: &str, level: usize) -> Result<Vec<ChunkView>, Error> {
        let index = self.reader()?;
        let top = index.document_level();
        check_level(level, top)?;
        let document = document_of(&index, id)?;
        let walk = Walk { index: &index, at: ChunkAt { document, level: top, number: document } };
        Ok(walk.views((level, walk.level(level)?))?)
    }

    /// The number of chunks of a level of a document. `id` is that of the document or of one of its
    /// chunks. No text is read.
    pub fn count(&self, id: &str, level: usize) -> Result<usize, Error> {
        let index = self.reader()?;
        let top = index.document_level();
        check_level(level, top)?;
        let document = document_of(&index, id)?;
        Ok(index.tree.descend(top, document, level)?.len())
    }

    /// The lines of a section, counted from 1, of which the last one is not of it any more. `place`
    /// is the id of the document, `#`, and the fragment that links to the heading.
    pub fn section(&self, place: &str) -> Result<Option<Range<usize>>, Error> {
        let index = self.reader()?;
        let (id, anchor) = place.rsplit_once('#').unwrap_or((place, ""));
        let document = document_of(&index, id)?;
        let headings = index.headings.get(document)?;
        let mut rest = headings.iter().skip_while(|heading| heading.anchor != anchor);
        let Some(first) = rest.next().filter(|_| !anchor.is_empty()) else { return Ok(None) };
        let span = index.tree.span(index.document_level(), document)?;
        let end = rest.find(|heading| heading.level <= first.level);
        let line = |start: usize| {
            let text = index.text_bytes(span.start..span.start.saturating_add(start))?;
            Ok::<_, ReadError>(1 + text.iter().filter(|&&byte| byte == b'\n').count())
        };
        let end = end.map_or(span.len(), |heading| heading.start);
        // The last line of a text may have no end.
        Ok(Some(line(first.start)?..line(end)? + usize::from(end == span.len())))
    }

    fn with<T>(
        &self,
        id: &str,
        look: impl FnOnce(&Walk<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let index = self.reader()?;
        let at = find(&index, id)?;
        look(&Walk { index: &index, at })
    }
}

fn check_level(level: usize, top: usize) -> Result<(), Error> {
    if level > top { Err(Error::config("level", "the index has no such level")) } else { Ok(()) }
}

pub(super) fn document_of(index: &IndexReader<'_>, id: &str) -> Result<usize, Error> {
    match index.documents.find(id)? {
        Some(document) => Ok(document),
        None => Ok(find(index, id)?.document),
    }
}

/// A chunk, and the index in which to go on from it.
pub(super) struct Walk<'a> {
    pub index: &'a IndexReader<'a>,
    pub at: ChunkAt,
}

/// Chunks of one level by their numbers.
pub(super) type Chunks = (usize, Range<usize>);

impl Walk<'_> {
    /// The document's chunks of a level.
    fn level(&self, level: usize) -> Result<Range<usize>, ReadError> {
        self.index.tree.descend(self.index.document_level(), self.at.document, level)
    }

    /// The chunk of a level above in which the chunk lies.
    pub fn above(&self, level: usize) -> Result<Chunks, ReadError> {
        if level > self.index.document_level() {
            return Ok((level, 0..0));
        }
        let tree = &self.index.tree;
        let all = self.level(level)?;
        let begins_before =
            |chunk| Ok(tree.descend(level, chunk, self.at.level)?.start <= self.at.number);
        let next = partition_point(all.start.saturating_add(1)..all.end, begins_before)?;
        Ok((level, next.saturating_sub(1)..next.min(all.end)))
    }

    fn below(&self) -> Result<Chunks, ReadError> {
        let Some(level) = self.at.level.checked_sub(1) else {
            return Ok((0, 0..0));
        };
        Ok((level, self.index.tree.descend(self.at.level, self.at.number, level)?))
    }

    fn ancestors(&self) -> Result<Vec<ChunkView>, ReadError> {
        let mut ancestors = Vec::new();
        for level in self.at.level + 1..=self.index.document_level() {
            ancestors.append(&mut self.views(self.above(level)?)?);
        }
        Ok(ancestors)
    }

    /// The other chunks of its level under the same parent.
    fn siblings(&self) -> Result<Vec<ChunkView>, ReadError> {
        let (level, parent) = self.above(self.at.level + 1)?;
        if parent.is_empty() {
            return Ok(Vec::new());
        }
        let all = self.index.tree.descend(level, parent.start, self.at.level)?;
        let mut siblings = self.views((self.at.level, all.start..self.at.number))?;
        siblings.append(&mut self.views((self.at.level, self.at.number + 1..all.end))?);
        Ok(siblings)
    }

    fn views(&self, (level, numbers): Chunks) -> Result<Vec<ChunkView>, ReadError> {
        let page = self.page()?;
        numbers.map(|number| page.view(ChunkAt { level, number, ..self.at })).collect()
    }

    fn view(&self, at: ChunkAt) -> Result<ChunkView, ReadError> {
        self.page()?.view(at)
    }

    fn page(&self) -> Result<Page<'_>, ReadError> {
        let (index, document) = (self.index, self.at.document);
        let record = index.documents.get(document)?;
        Ok(Page {
            index,
            blocks: record.blocks()?,
            record,
            headings: index.headings.get(document)?,
            whole: index.tree.span(index.document_level(), document)?,
        })
    }
}

/// A document that is read once for all of its chunks.
struct Page<'a> {
    index: &'a IndexReader<'a>,
    record: Record<'a>,
    blocks: Vec<Block<'a>>,
    headings: Vec<Heading<'a>>,
    whole: Range<usize>,
}

impl Page<'_> {
    fn view(&self, at: ChunkAt) -> Result<ChunkView, ReadError> {
        let ChunkAt { document, level, number } = at;
        let index = self.index;
        let top = index.document_level();
        let Page { record, blocks, headings, whole, .. } = self;
        let span = index.tree.span(level, number)?;
        let start = span.start.saturating_sub(whole.start);
        let Piece { text, start: text_start } = Piece::of(index, blocks, whole.start, &span)?;
        let trail = trail(headings, start);
        let words = |range: &Range<usize>| {
            index.text(
                whole.start.saturating_add(range.start)..whole.start.saturating_add(range.end),
            )
        };
        let mut above = Vec::new();
        for heading in trail.iter().filter(|heading| !heading.words.is_empty()) {
            above.push(words(&heading.words)?.to_owned());
        }
        Ok(ChunkView {
            id: chunk_id::write(index, record.id, at)?,
            document: record.id.to_owned(),
            level,
            position: number.saturating_sub(index.tree.descend(top, document, level)?.start),
            start,
            end: span.end.saturating_sub(whole.start),
            tokens: tokens(&text),
            anchor: trail.last().map(|heading| heading.anchor.to_owned()).unwrap_or_default(),
            headings: above,
            text,
            text_start,
        })
    }
}

/// Looks up an id that came from outside.
///
/// # Errors
/// [`Error::UnknownId`] where no chunk of the index has it.
fn find(index: &IndexReader<'_>, id: &str) -> Result<ChunkAt, Error> {
    let unknown = || Error::UnknownId { id: id.into() };
    // The document's id may itself have a `#` in it.
    let (document, chunk) = id.rsplit_once('#').ok_or_else(unknown)?;
    let (level, position) = chunk.split_once('.').ok_or_else(unknown)?;
    let level = whole_number(level).ok_or_else(unknown)?;
    let position = whole_number(position).ok_or_else(unknown)?;
    let document = index.documents.find(document)?.ok_or_else(unknown)?;
    if level > index.document_level() {
        return Err(unknown());
    }
    let mut numbers = index.tree.descend(index.document_level(), document, level)?;
    let number = numbers.nth(position).ok_or_else(unknown)?;
    Ok(ChunkAt { document, level, number })
}

/// Reads digits without a sign or leading zeros, as they are written.
fn whole_number(digits: &str) -> Option<usize> {
    let number = digits.bytes().try_fold(0usize, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| digit - b'0')?;
        number.checked_mul(10)?.checked_add(digit.into())
    })?;
    let canonical = !digits.is_empty() && (digits.len() == 1 || !digits.starts_with('0'));
    canonical.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(whole_number("0"), Some(0));
        assert_eq!(whole_number("120"), Some(120));
        for wrong in ["", "01", "+1", "-1", "1 ", "٣", "99999999999999999999999"] {
            assert_eq!(whole_number(wrong), None, "{wrong}");
        }
    }
}
