//! One result: its text, its snippet and the words found in it.

use super::chunk_id::{self, ChunkAt};
use super::highlight::highlights;
use super::piece::Piece;
use super::results::{ChildHit, Hit};
use super::snippet::snippet;
use super::trail::trail;
use crate::analyze::tokens::tokens;
use crate::error::ReadError;
use crate::format::SectionId;
use crate::format::documents::Record;
use crate::format::headings::Heading;
use crate::index::{ForEach, IndexReader, Readers};
use crate::query::Query;
#[cfg(feature = "explore")]
use crate::rank::Explainer;
use crate::rank::{Preference, Ranked, Scored, SearchOptions};
use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Makes the results of a search, one by one.
pub(crate) struct Expander<'a> {
    index: &'a IndexReader<'a>,
    /// That of the index, where there are several.
    number: Option<usize>,
    query: &'a Query,
    /// The level matched.
    level: usize,
    preference: Preference<'a>,
    #[cfg(feature = "explore")]
    explainer: Option<Explainer<'a>>,
    /// The words to highlight.
    words: Rc<Vec<Vec<u8>>>,
    /// Whether results have their texts.
    texts: bool,
}

/// Makes the results from several indexes.
pub(crate) struct Expanders<'a>(ForEach<Expander<'a>>);

impl<'a> Expanders<'a> {
    /// For the results of a query. Asks for all that is shown of them.
    pub fn new(
        indexes: &'a Readers<'a>,
        query: &'a Query,
        ranked: &Ranked,
        options: &'a SearchOptions,
    ) -> Result<Self, ReadError> {
        let words = query.words(indexes).map(Rc::new);
        #[cfg_attr(not(feature = "explore"), expect(unused_mut, reason = "it explains nothing"))]
        let mut all = indexes.try_map(|index| {
            let own = ranked.best.iter().filter(|scored| scored.index == index.number);
            index.prefetch_documents(own.map(|scored| scored.document))?;
            Ok(Expander {
                index,
                number: indexes.are_several().then_some(index.number),
                query,
                level: options.match_level,
                preference: Preference::new(&options.prefer, indexes.meta()),
                #[cfg(feature = "explore")]
                explainer: None,
                words: words.clone()?,
                texts: options.texts,
            })
        })?;
        #[cfg(feature = "explore")]
        if options.explain {
            let explainers = Explainer::of_all(indexes, query, options)?;
            for (expander, explainer) in all.iter_mut().zip(explainers) {
                expander.explainer = Some(explainer);
            }
        }
        Ok(Expanders(all))
    }

    /// The one for the index of a result.
    pub fn of(&mut self, scored: &Scored) -> Result<&mut Expander<'a>, ReadError> {
        let missing = || SectionId::Meta.corrupt(&"there is no such index");
        self.0.get_mut(scored.index).ok_or_else(missing)
    }
}

impl<'a> Expander<'a> {
    /// A result with the others of its document.
    pub fn group(&mut self, scored: &Scored) -> Result<Hit, ReadError> {
        let mut hit = self.hit(scored)?;
        for scored in &scored.more {
            hit.more.push(self.hit(scored)?);
        }
        Ok(hit)
    }

    /// One result by itself. To show it without its text, no more than its best child is read.
    pub fn hit(&mut self, scored: &Scored) -> Result<Hit, ReadError> {
        let Scored { document, level, .. } = *scored;
        let record = self.index.documents.get(document)?;
        let start = self.index.tree.span(self.index.document_level(), document)?.start;
        let whole = self.span(scored)?;
        let best = best_of(scored);
        let best_span = match best {
            Some((number, ..)) => self.index.tree.span(self.level, number)?,
            None => whole.clone(),
        };
        let shown = if self.texts { &whole } else { &best_span };
        let piece = match self.texts {
            true => Piece::of(self.index, &record.blocks()?, start, shown)?,
            false => Piece { text: self.index.text(shown.clone())?.to_owned(), start: 0 },
        };
        let text = piece.text.as_str();
        // As if what stands before it in the piece did so in the document, where as many bytes do.
        let shown = shown.start.saturating_sub(piece.start)..shown.end;
        let place = Place { document: start, shown };
        let headings = self.index.headings.get(document)?;
        let highlights = self.marks(text);
        let lead = self.lead(scored, best, &headings, &best_span)?;
        let snippet = match lead {
            Some(Lead { at, .. }) => {
                let begin = start.saturating_add(at).max(best_span.start);
                let passage = place.within(&(begin..best_span.end));
                snippet(text, passage, &[], &place.lines(&headings))
            }
            None => {
                let passage = place.within(&best_span);
                snippet(text, passage, &highlights, &place.lines(&headings))
            }
        };
        let marked = place.first_marked(&highlights, &snippet);
        let trail = self.trail(lead, &headings, (start, &whole), marked)?;
        let steps = trail.iter().filter(|heading| !heading.words.is_empty());
        let mut words = Vec::new();
        for heading in steps {
            words.push(self.words_of(heading, start)?.to_owned());
        }
        let mut hit = Hit {
            index: self.number,
            id: self.chunk_id(&record, document, level, scored.chunk)?,
            document: record.id.to_owned(),
            url: record.url.to_owned(),
            anchor: trail.last().map(|heading| heading.anchor.to_owned()).unwrap_or_default(),
            title: record.title.to_owned(),
            headings: words,
            score: scored.score,
            level,
            matched_level: self.level,
            returned_level: level,
            tokens: if self.texts { counted(text) } else { 0 },
            chunks: 0,
            snippet: text.get(snippet.clone()).unwrap_or_default().to_owned(),
            snippet_start: snippet.start,
            highlights,
            children: self.children(scored, best, &record, &place.shown)?,
            text: piece.text,
            meta: record.owned_meta(),
            differs: self.preference.differs(&record),
            pinned: scored.is_pinned(),
            more: Vec::new(),
            #[cfg(feature = "explore")]
            same: Vec::new(),
            explanation: None,
        };
        #[cfg(feature = "explore")]
        {
            let top = self.index.document_level();
            hit.chunks = self.index.tree.descend(top, document, level)?.len();
        }
        #[cfg(feature = "explore")]
        if let Some(explainer) = &mut self.explainer {
            hit.explanation = Some(explainer.explain(scored)?);
        }
        if !self.texts {
            self.shorten(&mut hit);
        }
        Ok(hit)
    }

    /// Leaves of a result what a list shows: names, each on a line, and the snippet.
    fn shorten(&self, hit: &mut Hit) {
        let mut text = hit.title.clone();
        for line in &hit.headings {
            text = [&text, "\n", line].concat();
        }
        text.push('\n');
        let snippet = hit.snippet_start..hit.snippet_start + hit.snippet.len();
        let mut marks = self.marks(&text);
        let of_snippet = hit.highlights.iter();
        let of_snippet = of_snippet.filter(|at| at.0 >= snippet.start && at.1 <= snippet.end);
        let moved = |at: usize| at - snippet.start + text.len();
        marks.extend(of_snippet.map(|&(start, end)| (moved(start), moved(end))));
        (hit.highlights, hit.snippet_start) = (marks, text.len());
        hit.text = text + &hit.snippet;
    }

    /// The places of words of the query in a text.
    fn marks(&self, text: &str) -> Vec<(usize, usize)> {
        highlights(text, &self.words, &*self.index.letters)
    }

    /// The headings above what a result leads to: none for a page that the query names;
    /// those of the section that it names; failing that those of what is marked in the
    /// result, up to one that is the query.
    fn trail<'h>(
        &self,
        lead: Option<Lead>,
        headings: &'h [Heading<'h>],
        (document, whole): (usize, &Range<usize>),
        marked: usize,
    ) -> Result<Vec<&'h Heading<'h>>, ReadError> {
        let at = match lead {
            Some(Lead { is_page: true, .. }) => return Ok(Vec::new()),
            Some(Lead { at, .. }) => Some(at),
            None => {
                let mut above = trail(headings, marked).into_iter();
                self.exact_heading(&mut above, document, whole)?
            }
        };
        Ok(trail(headings, at.unwrap_or(marked)))
    }

    /// The beginning of what the query names, if the best child of a result has it:
    /// of the page, or of a section.
    fn lead(
        &self,
        scored: &Scored,
        best: Option<(usize, f64, f64)>,
        headings: &[Heading<'_>],
        span: &Range<usize>,
    ) -> Result<Option<Lead>, ReadError> {
        let (tree, document) = (&self.index.tree, scored.document);
        let first = tree.descend(self.index.document_level(), document, self.level)?.start;
        if scored.named && best.is_some_and(|(chunk, ..)| chunk == first) {
            return Ok(Some(Lead { at: 0, is_page: true }));
        }
        let start = tree.span(self.index.document_level(), document)?.start;
        let named = self.exact_heading(&mut headings.iter(), start, span)?;
        Ok(named.map(|at| Lead { at, is_page: false }))
    }

    /// The start of the first heading that is the query, of those in a part of the section
    /// `text`, in the document that begins at `document`. In the best child the words of
    /// such a heading may stand in the section before it, too; above that child, they name
    /// what the passage is a part of.
    fn exact_heading<'h>(
        &self,
        headings: &mut dyn Iterator<Item = &'h Heading<'h>>,
        document: usize,
        part: &Range<usize>,
    ) -> Result<Option<usize>, ReadError> {
        for heading in headings {
            if part.contains(&document.saturating_add(heading.start)) {
                let words = match self.words_of(heading, document)? {
                    "" => heading.anchor,
                    words => words,
                };
                if self.query.is_spelled(words, &*self.index.letters) {
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
        let Some(matched @ (chunk, _, own)) = best_of(scored) else {
            return Ok(None);
        };
        let window = self.index.tree.children(level, chunk)?;
        let Scored { index, page, boost, named, preferred, lowered, .. } = *scored;
        let (score, matched) = (boost * (own + page), [matched].into());
        let child = Scored {
            score,
            index,
            page,
            boost,
            level,
            chunk,
            document,
            named,
            preferred,
            lowered,
            window,
            matched,
            ..Scored::default()
        };
        let child = child.with_fusion_of(scored);
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

    /// The children that match, `best` being first.
    fn children(
        &self,
        scored: &Scored,
        best: Option<(usize, f64, f64)>,
        record: &Record<'_>,
        parent: &Range<usize>,
    ) -> Result<Vec<ChildHit>, ReadError> {
        let mut children = Vec::new();
        if !self.texts {
            return Ok(children);
        }
        for &(number, score, _) in &scored.matched {
            let span = self.index.tree.span(self.level, number)?;
            let text = self.index.text(span.clone())?;
            let child = ChildHit {
                id: self.chunk_id(record, scored.document, self.level, number)?,
                score,
                tokens: counted(text),
                text: text.to_owned(),
                start: span.start.saturating_sub(parent.start),
                end: span.end.saturating_sub(parent.start),
            };
            let is_best = best.is_some_and(|best| best.0 == number);
            children.insert(if is_best { 0 } else { children.len() }, child);
        }
        Ok(children)
    }
}

/// The best child of those that match, with what it lies in and what names it; the first of equals.
fn best_of(scored: &Scored) -> Option<(usize, f64, f64)> {
    let matched = scored.matched.iter().copied();
    matched.reduce(|best, next| if next.2 > best.2 { next } else { best })
}

/// The place in a document at which what the query names begins.
#[derive(Clone, Copy)]
struct Lead {
    at: usize,
    /// Whether that is the page, and not a section of it.
    is_page: bool,
}

/// The beginning of a document and the place of what is read to show a result, in bytes of the
/// section `text`. Headings and trails count from the document's beginning, snippets and
/// highlights from that of what is read.
struct Place {
    document: usize,
    shown: Range<usize>,
}

impl Place {
    /// A part of the section, from the beginning of what is read.
    fn within(&self, part: &Range<usize>) -> Range<usize> {
        let from = |at: usize| at.saturating_sub(self.shown.start);
        from(part.start)..from(part.end)
    }

    /// The lines of headings, as far as they lie in what is read.
    fn lines(&self, headings: &[Heading<'_>]) -> Vec<Range<usize>> {
        let inside = |at: usize| {
            let at = self.document.saturating_add(at);
            at.clamp(self.shown.start, self.shown.end) - self.shown.start
        };
        let mut lines = Vec::new();
        for heading in headings {
            let line = inside(heading.start)..inside(heading.words.end);
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// The first marked word of the snippet, failing that the snippet, in the document.
    fn first_marked(&self, highlights: &[(usize, usize)], snippet: &Range<usize>) -> usize {
        let mut marked = highlights.iter().map(|&(start, _)| start);
        let first = marked.find(|at| snippet.contains(at)).unwrap_or(snippet.start);
        (self.shown.start + first).saturating_sub(self.document)
    }
}

/// The tokens of a text. A search box has no use for them.
fn counted(text: &str) -> usize {
    if cfg!(feature = "explore") { tokens(text) } else { 0 }
}
