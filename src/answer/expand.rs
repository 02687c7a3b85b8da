//! One result: its text, its snippet and the words found in it.

use super::chunk_id::{self, ChunkAt};
use super::highlight::highlights;
use super::results::{ChildHit, Hit};
use super::snippet::snippet;
use super::trail::trail;
use crate::error::ReadError;
use crate::format::documents::Record;
use crate::format::headings::Heading;
use crate::index::IndexReader;
use crate::query::Query;
#[cfg(feature = "explore")]
use crate::rank::Explainer;
use crate::rank::{Explanation, Preference, Scored, SearchOptions};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Makes the results of a search, one by one.
pub(crate) struct Expander<'a> {
    index: &'a IndexReader<'a>,
    query: &'a Query,
    /// The level matched.
    level: usize,
    preference: Preference<'a>,
    #[cfg(feature = "explore")]
    explainer: Option<Explainer<'a>>,
    /// The words to highlight.
    words: Vec<Vec<u8>>,
}

impl<'a> Expander<'a> {
    pub fn new(
        index: &'a IndexReader<'a>,
        query: &'a Query,
        words: Vec<Vec<u8>>,
        options: &'a SearchOptions,
    ) -> Result<Self, ReadError> {
        Ok(Expander {
            index,
            query,
            level: options.match_level,
            preference: Preference::new(&options.prefer, index.meta),
            #[cfg(feature = "explore")]
            explainer: match options.explain {
                true => Some(Explainer::new(index, query, options)?),
                false => None,
            },
            words,
        })
    }

    /// A result with the others of its document.
    pub fn group(&mut self, scored: &Scored) -> Result<Hit, ReadError> {
        let mut hit = self.hit(scored)?;
        for scored in &scored.more {
            hit.more.push(self.hit(scored)?);
        }
        Ok(hit)
    }

    /// One result by itself.
    pub fn hit(&mut self, scored: &Scored) -> Result<Hit, ReadError> {
        let Scored { document, level, .. } = *scored;
        let record = self.index.documents.get(document)?;
        let place = self.place(scored)?;
        let text = self.index.text(place.result.clone())?;
        let children = self.children(scored, &record, &place.result)?;
        let best = children.first().map_or(0..text.len(), |child| child.start..child.end);
        let headings = self.index.headings.get(document)?;
        let highlights = highlights(text, &self.words, &self.index.letters);
        let snippet = snippet(text, best.clone(), &highlights, &place.heading_lines(&headings));
        let at = match self.exact_heading(&mut headings.iter(), &place, &best)? {
            Some(start) => start,
            None => {
                let marked = place.first_marked(&highlights, &snippet);
                let mut above = trail(&headings, marked).into_iter();
                self.exact_heading(&mut above, &place, &(0..text.len()))?.unwrap_or(marked)
            }
        };
        let trail = trail(&headings, at);
        let words = trail.iter().map(|heading| self.words_of(heading, place.document.start));
        Ok(Hit {
            id: self.chunk_id(&record, document, level, scored.chunk)?,
            document: record.id.to_owned(),
            url: record.url.to_owned(),
            anchor: trail.last().map(|heading| heading.anchor.to_owned()).unwrap_or_default(),
            title: record.title.to_owned(),
            headings: words.map(|words| words.map(ToOwned::to_owned)).collect::<Result<_, _>>()?,
            score: scored.score,
            level,
            matched_level: self.level,
            returned_level: level,
            tokens: counted(text),
            snippet: text.get(snippet.clone()).unwrap_or_default().to_owned(),
            snippet_start: snippet.start,
            text: text.to_owned(),
            highlights,
            children,
            meta: record.owned_meta(),
            differs: self.preference.differs(&record),
            more: Vec::new(),
            explanation: self.explanation(scored)?,
        })
    }

    #[cfg(feature = "explore")]
    fn explanation(&mut self, scored: &Scored) -> Result<Option<Explanation>, ReadError> {
        self.explainer.as_mut().map(|explainer| explainer.explain(scored)).transpose()
    }

    #[cfg(not(feature = "explore"))]
    fn explanation(&mut self, _: &Scored) -> Result<Option<Explanation>, ReadError> {
        Ok(None)
    }

    fn place(&self, scored: &Scored) -> Result<Place, ReadError> {
        let document = self.index.tree.span(self.index.document_level(), scored.document)?;
        Ok(Place { document, result: self.span(scored)? })
    }

    /// The start of the first heading that is the query, of those in a part of the result. In the best
    /// child the words of such a heading may stand in the section before it, too; above that child,
    /// they name what the passage is a part of.
    fn exact_heading<'h>(
        &self,
        headings: &mut dyn Iterator<Item = &'h Heading<'h>>,
        place: &Place,
        part: &Range<usize>,
    ) -> Result<Option<usize>, ReadError> {
        for heading in headings {
            let line = place.document.start.saturating_add(heading.start);
            if part.contains(&line.wrapping_sub(place.result.start)) {
                let words = self.words_of(heading, place.document.start)?;
                if self.query.is_spelled(words, &self.index.letters) {
                    return Ok(Some(heading.start));
                }
            }
        }
        Ok(None)
    }

    /// The words of a heading of the document whose text begins at `document`.
    fn words_of(&self, heading: &Heading<'_>, document: usize) -> Result<&'a str, ReadError> {
        let at = |offset: usize| document.saturating_add(offset);
        self.index.text(at(heading.words.start)..at(heading.words.end))
    }

    /// The best child of a result as a result of its own.
    #[cfg(feature = "explore")]
    pub fn best_child(&mut self, scored: &Scored) -> Result<Option<Hit>, ReadError> {
        let (level, document) = (self.level, scored.document);
        let best = scored.matched.iter().copied();
        let best = best.reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some(matched @ (chunk, _, own)) = best else {
            return Ok(None);
        };
        let window = self.index.tree.children(level, chunk)?;
        let Scored { page, boost, .. } = *scored;
        let (score, matched, more) = (boost * (own + page), [matched].into(), Vec::new());
        let child = Scored { score, page, boost, level, chunk, document, window, matched, more };
        self.hit(&child).map(Some)
    }

    fn chunk_id(
        &self,
        record: &Record<'_>,
        document: usize,
        level: usize,
        chunk: usize,
    ) -> Result<String, ReadError> {
        let at = ChunkAt { document, level, number: chunk };
        chunk_id::write(self.index, record.id, at)
    }

    /// The place of a result's text: the chunk alone, or with its siblings. It begins with what
    /// the first of these has of the chunk before. Where a window has chunks of two levels, it may
    /// begin inside of one of the result's.
    fn span(&self, scored: &Scored) -> Result<Range<usize>, ReadError> {
        let tree = &self.index.tree;
        let mut first = scored.chunk;
        while first > 0 && tree.children(scored.level, first)?.start > scored.window.start {
            first -= 1;
        }
        let last = tree.span(0, scored.window.end.saturating_sub(1))?;
        #[cfg(feature = "explore")]
        if tree.children(scored.level, first)?.start < scored.window.start {
            return Ok(tree.span(0, scored.window.start)?.start..last.end);
        }
        Ok(tree.span(scored.level, first)?.start..last.end)
    }

    fn children(
        &self,
        scored: &Scored,
        record: &Record<'_>,
        parent: &Range<usize>,
    ) -> Result<Vec<ChildHit>, ReadError> {
        let mut children = Vec::new();
        for &(number, score, _) in &scored.matched {
            let span = self.index.tree.span(self.level, number)?;
            let text = self.index.text(span.clone())?;
            children.push(ChildHit {
                id: self.chunk_id(record, scored.document, self.level, number)?,
                score,
                tokens: counted(text),
                text: text.to_owned(),
                start: span.start.saturating_sub(parent.start),
                end: span.end.saturating_sub(parent.start),
            });
        }
        let best = (0..children.len()).rev().max_by(|&a, &b| {
            let score = |at: usize| children.get(at).map_or(0.0, |child| child.score);
            score(a).total_cmp(&score(b))
        });
        if let Some(best) = best {
            let best = children.remove(best);
            children.insert(0, best);
        }
        Ok(children)
    }
}

/// The places of a result's text and of its document's, in bytes of the section `text`. Headings and
/// trails count from the document's beginning, snippets and highlights from the result's.
struct Place {
    document: Range<usize>,
    result: Range<usize>,
}

impl Place {
    /// The lines of headings in the text of the result, as far as they lie in it.
    fn heading_lines(&self, headings: &[Heading<'_>]) -> Vec<Range<usize>> {
        let in_result = |at: usize| {
            let at = self.document.start.saturating_add(at);
            at.clamp(self.result.start, self.result.end) - self.result.start
        };
        let line = |heading: &Heading<'_>| in_result(heading.start)..in_result(heading.words.end);
        headings.iter().map(line).filter(|line| !line.is_empty()).collect()
    }

    /// The first marked word of the snippet, failing that the snippet, in the document.
    fn first_marked(&self, highlights: &[(usize, usize)], snippet: &Range<usize>) -> usize {
        let mut marked = highlights.iter().map(|&(start, _)| start);
        let first = marked.find(|at| snippet.contains(at)).unwrap_or(snippet.start);
        (self.result.start + first).saturating_sub(self.document.start)
    }
}

#[cfg(feature = "explore")]
fn counted(text: &str) -> usize {
    crate::analyze::tokens::tokens(text)
}

/// A search box has no use for it.
#[cfg(not(feature = "explore"))]
fn counted(_: &str) -> usize {
    0
}
