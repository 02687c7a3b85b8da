//! From the chunks that rank best to results that show why.

use crate::analyze::terms_with;
use crate::blob::documents::Record;
use crate::blob::headings::Heading;
use crate::error::{Damage, Error};
use crate::index::{Index, Sections};
use crate::search::{self, Query, Ranked, Scored, SearchOptions};
use crate::snippet::snippet;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// How many words looked up are remembered, so that the order costs little to keep.
const MAX_KNOWN: usize = 4096;

/// What a search gives.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Results {
    /// The query as given.
    pub query: String,
    /// How many chunks match, of which `hits` has the best.
    pub total: usize,
    /// Best first.
    pub hits: Vec<Hit>,
}

/// A parent that matches. All offsets are UTF-8 bytes within `text`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Hit {
    /// The document's id, `#`, the level, `.`, and the chunk's position among those of its level
    /// in the document, from 0.
    pub id: String,
    /// The document's id.
    pub document: String,
    /// The document's address.
    pub url: String,
    /// The fragment that links to the heading above the best match; empty where there is none.
    pub anchor: String,
    /// The document's title.
    pub title: String,
    /// The headings above the best match, strongest first.
    pub headings: Vec<String>,
    /// Higher is better; comparable within one search only.
    pub score: f64,
    /// The level of the chunk, 0 being the children.
    pub level: usize,
    /// The whole text of the chunk.
    pub text: String,
    /// The part of the text, at most 200 characters, in which the query shows best.
    pub snippet: String,
    /// Where the snippet begins.
    pub snippet_start: usize,
    /// Where words of the query stand: start and end of each place, in order.
    pub highlights: Vec<(usize, usize)>,
    /// The children that match: the best one, then the others in the order of the text.
    pub children: Vec<ChildHit>,
    /// What is known of the document besides: keys, in order, and values.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub meta: Vec<(String, String)>,
}

/// A child that matches.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChildHit {
    /// Made like the id of the parent.
    pub id: String,
    /// The child's own BM25F score.
    pub score: f64,
    /// Byte offset of its start in the parent's text.
    pub start: usize,
    /// Byte offset of its end in the parent's text.
    pub end: usize,
}

impl<B: AsRef<[u8]>> Index<B> {
    /// The best parents for a query, best first, with the children that matched.
    ///
    /// Any text is a query; one that has no words gives no results.
    ///
    /// # Errors
    /// [`Error::Config`] for options that cannot be used, [`Error::Corrupt`] where the index turns
    /// out to be damaged.
    pub fn search(&self, query: &str, options: &SearchOptions) -> Result<Results, Error> {
        let sections = self.sections()?;
        options.check(&sections)?;
        let (parsed, ranked) = search::run(&sections, query, options)?;
        Ok(results(&sections, query, &parsed, ranked)?)
    }
}

/// Makes the results. Linear in the length of the texts returned.
fn results(
    sections: &Sections<'_>,
    text: &str,
    query: &Query,
    ranked: Ranked,
) -> Result<Results, Damage> {
    let mut expander = Expander { sections, query, known: Vec::new() };
    let hits = ranked.best.into_iter().map(|scored| expander.hit(ranked.level, scored));
    Ok(Results {
        query: text.to_owned(),
        total: ranked.total,
        hits: hits.collect::<Result<_, _>>()?,
    })
}

struct Expander<'a> {
    sections: &'a Sections<'a>,
    query: &'a Query,
    /// Words already looked up, in order, and whether they are of the query.
    known: Vec<(String, bool)>,
}

impl Expander<'_> {
    fn hit(&mut self, level: usize, scored: Scored) -> Result<Hit, Damage> {
        let tree = &self.sections.tree;
        let document_level = self.sections.document_level();
        let record = self.sections.documents.get(scored.document)?;
        let whole = tree.span(document_level, scored.document)?;
        let span = tree.span(level, scored.chunk)?;
        let text = self.sections.text(span.clone())?;
        let children = self.children(&scored, &record, &span)?;
        let highlights = self.highlights(text)?;
        let best = children.first().map_or(0..text.len(), |child| child.start..child.end);
        let snippet =
            snippet(text, best, &highlights, &self.heading_lines(&scored, &whole, &span)?);
        let first = highlights.iter().map(|&(start, _)| start);
        let match_at = first.into_iter().find(|at| snippet.contains(at));
        let match_at = match_at.unwrap_or(snippet.start);
        let at = (span.start + match_at).saturating_sub(whole.start);
        let headings = self.sections.headings.get(scored.document)?;
        let trail = trail(&headings, at);
        let words = |heading: &&Heading<'_>| {
            let range = &heading.words;
            let words =
                whole.start.saturating_add(range.start)..whole.start.saturating_add(range.end);
            self.sections.text(words).map(ToOwned::to_owned)
        };
        Ok(Hit {
            id: self.chunk_id(&record, scored.document, level, scored.chunk)?,
            document: record.id.to_owned(),
            url: record.url.to_owned(),
            anchor: trail.last().map(|heading| heading.anchor.to_owned()).unwrap_or_default(),
            title: record.title.to_owned(),
            headings: trail.iter().map(words).collect::<Result<_, _>>()?,
            score: scored.score,
            level,
            snippet: text.get(snippet.clone()).unwrap_or_default().to_owned(),
            snippet_start: snippet.start,
            text: text.to_owned(),
            highlights,
            children,
            meta: owned(&record.meta),
        })
    }

    fn chunk_id(
        &self,
        record: &Record<'_>,
        document: usize,
        level: usize,
        chunk: usize,
    ) -> Result<String, Damage> {
        let document_level = self.sections.document_level();
        let first = self.sections.tree.descend(document_level, document, level)?.start;
        let position = chunk.saturating_sub(first).to_string();
        Ok([record.id, "#", &level.to_string(), ".", &position].concat())
    }

    fn children(
        &self,
        scored: &Scored,
        record: &Record<'_>,
        parent: &Range<usize>,
    ) -> Result<Vec<ChildHit>, Damage> {
        let mut children = Vec::new();
        for &(number, score) in &scored.children {
            let span = self.sections.tree.span(0, number)?;
            children.push(ChildHit {
                id: self.chunk_id(record, scored.document, 0, number)?,
                score,
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

    /// Where the words of the query stand in `text`.
    fn highlights(&mut self, text: &str) -> Result<Vec<(usize, usize)>, Damage> {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        let mut failed = None;
        let letters = &self.sections.letters;
        terms_with(letters, text, &mut |term, span| match self.is_wanted(term) {
            Ok(true) => spans.push((span.start, span.end)),
            Ok(false) => {}
            Err(error) => failed = Some(error),
        });
        if let Some(error) = failed {
            return Err(error);
        }
        // A compound comes before its parts: what lies in a span before it adds nothing.
        spans.dedup_by(|next, kept| next.1 <= kept.1);
        Ok(spans)
    }

    fn is_wanted(&mut self, term: &str) -> Result<bool, Damage> {
        let at = self.known.partition_point(|(known, _)| known.as_str() < term);
        if let Some((known, wanted)) = self.known.get(at)
            && known == term
        {
            return Ok(*wanted);
        }
        let found = self.sections.words.get(term)?;
        let wanted = found.is_some_and(|found| self.query.has_stem(found.stem));
        if self.known.len() < MAX_KNOWN {
            self.known.insert(at, (term.to_owned(), wanted));
        }
        Ok(wanted)
    }

    /// The byte ranges of heading lines in the text of a chunk, as far as they lie in it.
    fn heading_lines(
        &self,
        scored: &Scored,
        whole: &Range<usize>,
        span: &Range<usize>,
    ) -> Result<Vec<Range<usize>>, Damage> {
        let within = |at: usize| {
            let at = whole.start.saturating_add(at);
            at.clamp(span.start, span.end) - span.start
        };
        let headings = self.sections.headings.get(scored.document)?;
        let lines = headings.iter().map(|heading| within(heading.start)..within(heading.words.end));
        Ok(lines.filter(|line| !line.is_empty()).collect())
    }
}

/// The headings whose sections hold the byte `at` of a document, strongest first.
fn trail<'h, 'a>(headings: &'h [Heading<'a>], at: usize) -> Vec<&'h Heading<'a>> {
    let mut trail: Vec<&Heading<'_>> = Vec::new();
    for heading in headings.iter().take_while(|heading| heading.start <= at) {
        while trail.last().is_some_and(|last| last.level >= heading.level) {
            trail.pop();
        }
        trail.push(heading);
    }
    trail
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
}

#[cfg(feature = "serde")]
fn as_map<S: serde::Serializer>(pairs: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trail_is_that_of_the_deepest_heading() {
        let heading = |level, start, anchor| Heading { level, start, words: start..start, anchor };
        let headings =
            [heading(1, 0, "a"), heading(2, 10, "b"), heading(3, 20, "c"), heading(2, 30, "d")];
        let anchors = |at| trail(&headings, at).iter().map(|h| h.anchor).collect::<Vec<_>>();
        assert_eq!(anchors(25), ["a", "b", "c"]);
        assert_eq!(anchors(30), ["a", "d"]);
    }
}
