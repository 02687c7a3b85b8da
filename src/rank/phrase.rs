//! Finds phrases in texts, word for word as written.
//!
//! An index may have the pairs of words that follow each other, which say where a phrase stands.
//! Otherwise the lists say where its words stand near each other, and these texts are read, of one
//! document at a time, as far as a query may.

use super::chain;
use crate::analyze::parts::parts_with;
use crate::analyze::written_terms_with;
use crate::error::ReadError;
use crate::format::letters::IndexChars;
use crate::format::postings::{Posting, Postings};
use crate::index::IndexReader;
use crate::query::{FieldScope, Phrase, QueryTerm};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The phrases of a query, one document at a time. A text is read once for all of them.
pub(super) struct Phrases<'a> {
    index: &'a IndexReader<'a>,
    all: Vec<Sought<'a>>,
    /// The bytes of text that may be read still.
    left: usize,
    /// The bytes that were read.
    pub read: usize,
}

/// A phrase, and what is known of it: where the lists say that it may stand, and of one document
/// where that is not read yet, and where it does stand.
pub(super) struct Sought<'a> {
    phrase: &'a Phrase,
    near: Near,
    /// Whether it does stand there, so that nothing is to be read.
    is_known: bool,
    /// Whether it may stand in the title.
    title: bool,
    /// The headings in which it may stand, by the children under them, counted from the document's
    /// first, as those below are.
    headings: Vec<Range<usize>>,
    /// The children in whose bodies it may begin.
    bodies: Vec<bool>,
    /// The children that have it.
    met: Vec<bool>,
    /// Whether there was more to read in any document than may be.
    unchecked: bool,
}

/// The places where all words of a phrase stand near each other.
#[derive(Default)]
struct Near {
    /// The documents that have them in the title: some for each list of the rarest word, in order.
    titles: Vec<Vec<Range<u32>>>,
    /// The headings that have them, by the children under them, in the same way.
    headings: Vec<Vec<Range<u32>>>,
    /// For each child, whether they all are in its body or in the next one.
    bodies: Vec<bool>,
}

impl<'a> Phrases<'a> {
    /// None yet, where `left` bytes of text may be read.
    pub fn new(index: &'a IndexReader<'a>, left: usize) -> Self {
        Phrases { index, all: Vec::new(), left, read: 0 }
    }

    /// Adds a phrase; its number. Linear in the lengths of the lists of its rarest words.
    pub fn add(&mut self, phrase: &'a Phrase) -> Result<usize, ReadError> {
        let known = Near::of_pairs(self.index, phrase)?;
        let is_known = known.is_some();
        let near = match known {
            Some(known) => known,
            None => Near::new(self.index, phrase)?,
        };
        self.all.push(Sought {
            phrase,
            near,
            is_known,
            title: false,
            headings: Vec::new(),
            bodies: Vec::new(),
            met: Vec::new(),
            unchecked: false,
        });
        Ok(self.all.len() - 1)
    }

    /// Whether texts are to be read.
    pub fn read_texts(&self) -> bool {
        self.all.iter().any(|sought| !sought.is_known)
    }

    pub fn get(&self, number: usize) -> Option<&Sought<'a>> {
        self.all.get(number)
    }

    /// Whether there was more to read than may be.
    pub fn is_spent(&self) -> bool {
        self.all.iter().any(|sought| sought.unchecked)
    }

    /// The phrases that were not looked for everywhere, as the query has them.
    pub fn unchecked(&self) -> impl Iterator<Item = String> {
        let unchecked = self.all.iter().filter(|sought| sought.unchecked);
        unchecked.map(|sought| sought.phrase.text.clone())
    }

    /// Takes up a document of which nothing is read. Linear in the number of its children.
    pub fn load(&mut self, document: usize, children: &Range<usize>) {
        self.all.iter_mut().for_each(|sought| sought.load(document, children));
    }

    /// Reads where phrases may stand in the document. Linear in the length of these texts.
    pub fn read(&mut self, document: usize, children: &Range<usize>) -> Result<(), ReadError> {
        self.read_title(document)?;
        self.read_headings(document, children)?;
        self.read_bodies(document, children)?;
        for sought in &mut self.all {
            sought.unchecked |= sought.is_open();
        }
        Ok(())
    }

    /// Whether these bytes may be read. If they may not, nothing may be after them, so that texts
    /// are read in one order.
    fn take(&mut self, bytes: usize) -> bool {
        let enough = bytes <= self.left;
        self.spend(if enough { bytes } else { 0 }, enough);
        enough
    }

    /// Notes that bytes are read, and whether that is all there is to read here.
    fn spend(&mut self, bytes: usize, all: bool) {
        self.left = if all { self.left.saturating_sub(bytes) } else { 0 };
        self.read = self.read.saturating_add(bytes);
    }

    fn read_title(&mut self, document: usize) -> Result<(), ReadError> {
        if !self.all.iter().any(|sought| sought.title) {
            return Ok(());
        }
        let title = self.index.documents.get(document)?.title;
        if self.take(title.len()) {
            for (number, _) in self.found(title) {
                self.mark_matching(number, |sought| sought.title, 0..usize::MAX);
            }
            self.all.iter_mut().for_each(|sought| sought.title = false);
        }
        Ok(())
    }

    /// Reads all headings in which a phrase may stand, or none of them.
    fn read_headings(&mut self, document: usize, children: &Range<usize>) -> Result<(), ReadError> {
        if self.all.iter().all(|sought| sought.headings.is_empty()) {
            return Ok(());
        }
        let IndexReader { tree, headings, .. } = self.index;
        let text = tree.span(self.index.document_level(), document)?.start;
        let mut wanted = Vec::new();
        for heading in headings.get(document)? {
            let at = |offset: usize| text.saturating_add(offset);
            let child = tree.child_at(children, at(heading.start))?.saturating_sub(children.start);
            let runs = self.all.iter().flat_map(|sought| &sought.headings);
            if runs.into_iter().any(|run| run.start == child) {
                let words = at(heading.words.start)..at(heading.words.end);
                wanted.push((child, self.index.text(words)?));
            }
        }
        if self.take(wanted.iter().map(|(_, words)| words.len()).sum()) {
            for (child, words) in wanted {
                for (number, _) in self.found(words) {
                    self.meet_headings(number, child);
                }
            }
            self.all.iter_mut().for_each(|sought| sought.headings.clear());
        }
        Ok(())
    }

    /// Reads the bodies in which a phrase may begin that its children
    /// do not have for other reasons.
    fn read_bodies(&mut self, document: usize, children: &Range<usize>) -> Result<(), ReadError> {
        let mut wanted = Vec::new();
        wanted.resize(children.len(), false);
        for sought in &mut self.all {
            for ((body, met), wanted) in sought.bodies.iter_mut().zip(&sought.met).zip(&mut wanted)
            {
                *body &= !met;
                *wanted |= *body;
            }
        }
        let mut at = 0;
        for run in wanted.chunk_by(|a, b| a == b) {
            let end = at + run.len();
            if run.first() == Some(&true) {
                self.read_run(document, at..end, children)?;
            }
            at = end;
        }
        Ok(())
    }

    /// Reads the bodies of children that follow each other, as far as may be. A phrase ends in the
    /// child in which it begins or in the next one.
    fn read_run(
        &mut self,
        document: usize,
        run: Range<usize>,
        children: &Range<usize>,
    ) -> Result<(), ReadError> {
        let mut spans = Vec::new();
        for child in run.start..children.len().min(run.end + 1) {
            spans.push(self.index.tree.span(0, children.start + child)?);
        }
        let start = spans.first().map_or(0, |span| span.start);
        let (mut count, mut end) = (0, start);
        let last = spans.last().cloned();
        for next in spans.iter().skip(1).chain(&last).take(run.len()) {
            if next.end.saturating_sub(start) > self.left {
                break;
            }
            (count, end) = (count + 1, next.end);
        }
        self.spend(end.saturating_sub(start), count == run.len());
        let text = self.index.text(start..end)?;
        let found = self.found(text);
        let headings =
            if found.is_empty() { Vec::new() } else { self.words_of_headings(document)? };
        for (number, at) in found {
            let (at, end) = (start + at.start, start + at.end);
            let first = spans.partition_point(|span| span.end <= at);
            let is_far = spans.get(first + 1).is_some_and(|next| next.end < end);
            if is_far || headings.iter().any(|words| words.start < end && at < words.end) {
                continue;
            }
            let here = spans.iter().take(count).skip(first).take_while(|span| span.start <= at);
            let from = run.start + first;
            let to = from + here.count();
            for child in from..to {
                self.mark_matching(
                    number,
                    |sought| sought.bodies.get(child) == Some(&true),
                    child..child + 1,
                );
            }
        }
        for sought in &mut self.all {
            let read = sought.bodies.get_mut(run.start..run.start + count);
            read.unwrap_or_default().fill(false);
        }
        Ok(())
    }

    /// The places of the words of a document's headings, which are no part of bodies.
    fn words_of_headings(&self, document: usize) -> Result<Vec<Range<usize>>, ReadError> {
        let IndexReader { tree, headings, .. } = self.index;
        let text = tree.span(self.index.document_level(), document)?.start;
        let mut places = Vec::new();
        for heading in headings.get(document)? {
            let Range { start, end } = heading.words;
            places.push(text.saturating_add(start)..text.saturating_add(end));
        }
        Ok(places)
    }

    /// Notes that children have a phrase, if it may stand there.
    fn mark_matching(
        &mut self,
        number: usize,
        may: impl Fn(&Sought<'a>) -> bool,
        children: Range<usize>,
    ) {
        if let Some(sought) = self.all.get_mut(number).filter(|sought| may(sought)) {
            fill(&mut sought.met, &children);
        }
    }

    /// Notes that a heading in a child has a phrase.
    fn meet_headings(&mut self, number: usize, child: usize) {
        if let Some(Sought { headings, met, .. }) = self.all.get_mut(number) {
            headings.iter().filter(|run| run.start == child).for_each(|run| fill(met, run));
        }
    }

    /// The phrases in a text, by number, and where they are. A blank line ends a phrase: there a
    /// heading or a paragraph does.
    fn found(&self, text: &str) -> Vec<(usize, Range<usize>)> {
        let mut found = Vec::new();
        for (number, Sought { phrase, .. }) in self.all.iter().enumerate() {
            // Texts of which none has a term of the phrase are not read for it.
            let Some(rarest) = phrase.rarest.first() else { continue };
            let add = &mut |at| found.push((number, at));
            parts_with(text, &rarest.text, phrase.terms.len().saturating_sub(1), &mut |part| {
                find(&self.index.letters, phrase, text, part, add);
            });
        }
        found
    }
}

/// Calls `add` with the places of a phrase in a part of a text.
fn find(
    letters: &IndexChars<'_>,
    phrase: &Phrase,
    text: &str,
    part: Range<usize>,
    add: &mut dyn FnMut(Range<usize>),
) {
    let mut last = part.start;
    // Where it may have begun, and how many of its terms were met.
    let mut open: Vec<(usize, usize)> = Vec::new();
    written_terms_with(letters, text.get(part.clone()).unwrap_or_default(), &mut |term, span| {
        let (start, end) = (part.start + span.start, part.start + span.end);
        let between = text.get(last..start).unwrap_or_default().bytes();
        if between.filter(|&byte| byte == b'\n').nth(1).is_some() {
            open.clear();
        }
        last = end;
        open.push((start, 0));
        open.retain_mut(|(start, met)| {
            let goes_on = phrase.terms.get(*met).is_some_and(|wanted| wanted == term);
            *met += 1;
            if goes_on && *met == phrase.terms.len() {
                add(*start..end);
            }
            goes_on
        });
    });
}

impl Near {
    /// The places where the phrase stands, if pairs of words say that.
    fn of_pairs(index: &IndexReader<'_>, phrase: &Phrase) -> Result<Option<Self>, ReadError> {
        let Some(pairs) = index.pairs.as_ref().filter(|_| phrase.terms.len() > 1) else {
            return Ok(None);
        };
        let [titles, headings, in_bodies] = chain::places(pairs, phrase, index.meta)?;
        let mut near = Near::default();
        if phrase.scope != FieldScope::Heading {
            near.titles.push(titles);
        }
        if phrase.scope != FieldScope::Title {
            near.headings.push(headings);
        }
        near.bodies.resize(index.tree.count(0), false);
        if phrase.scope == FieldScope::Any {
            in_bodies
                .iter()
                .for_each(|at| fill(&mut near.bodies, &(at.start as usize..at.end as usize)));
        }
        Ok(Some(near))
    }

    fn new(index: &IndexReader<'_>, phrase: &Phrase) -> Result<Self, ReadError> {
        let scope = phrase.scope;
        let mut near = Near::default();
        let mut counts = vec![0u8; index.tree.count(0)];
        for (before, term) in phrase.rarest.iter().enumerate() {
            let lists = lists(index, term)?;
            if scope != FieldScope::Heading {
                keep_common(&mut near.titles, before, &lists, |list| &list.titles);
            }
            if scope != FieldScope::Title {
                keep_common(&mut near.headings, before, &lists, |list| &list.headings);
            }
            if scope == FieldScope::Any {
                let bodies = lists.iter().flat_map(|list| &list.bodies);
                bodies.for_each(|found| count_near(&mut counts, before as u8, found.at.start));
            }
        }
        let all = phrase.rarest.len().max(1) as u8;
        near.bodies = counts.iter().map(|count| *count == all).collect();
        Ok(near)
    }
}

fn lists(index: &IndexReader<'_>, term: &QueryTerm) -> Result<Vec<Postings>, ReadError> {
    let mut lists = Vec::new();
    for list in term.lists.iter().filter(|list| list.at.0 == index.number) {
        lists.push(index.postings(list.list.clone(), 1)?);
    }
    Ok(lists)
}

/// Keeps the places that a further word has too; all that the first one has.
fn keep_common(
    kept: &mut Vec<Vec<Range<u32>>>,
    before: usize,
    word: &[Postings],
    field: fn(&Postings) -> &[Posting],
) {
    if before == 0 {
        for list in word {
            kept.push(field(list).iter().map(|found| found.at.clone()).collect());
        }
    }
    for places in kept {
        places.retain(|at| word.iter().any(|list| holds(field(list), at)));
    }
}

/// Whether there is a posting in this very place. They are in the order in which they begin.
fn holds(postings: &[Posting], at: &Range<u32>) -> bool {
    let from = postings.partition_point(|found| found.at.start < at.start);
    let here = postings.iter().skip(from).take_while(|found| found.at.start == at.start);
    here.into_iter().any(|found| found.at == *at)
}

/// Counts a word, after those `before`, for the child where it stands and the one before it.
fn count_near(counts: &mut [u8], before: u8, child: u32) {
    let child = child as usize;
    for count in counts.get_mut(child.saturating_sub(1)..=child).unwrap_or_default() {
        *count += u8::from(*count == before);
    }
}

/// The places that begin in a range.
fn between(lists: &[Vec<Range<u32>>], range: &Range<usize>) -> Vec<Range<u32>> {
    let mut found = Vec::new();
    for places in lists {
        let place = |before: usize| places.partition_point(|at| (at.start as usize) < before);
        let inside = places.get(place(range.start)..place(range.end));
        found.extend_from_slice(inside.unwrap_or_default());
    }
    found
}

impl Sought<'_> {
    fn load(&mut self, document: usize, children: &Range<usize>) {
        self.title = !between(&self.near.titles, &(document..document + 1)).is_empty();
        let from_first = |at: u32| (at as usize).saturating_sub(children.start);
        self.headings.clear();
        for at in between(&self.near.headings, children) {
            self.headings.push(from_first(at.start)..from_first(at.end));
        }
        self.bodies.clear();
        let bodies = self.near.bodies.get(children.clone());
        self.bodies.extend_from_slice(bodies.unwrap_or_default());
        self.met.clear();
        self.met.resize(children.len(), false);
        if self.is_known {
            self.meet_all();
        }
    }

    /// Takes the places where the phrase may stand for those where it does.
    fn meet_all(&mut self) {
        let all = if self.title { 0..self.met.len() } else { 0..0 };
        self.headings.drain(..).chain([all]).for_each(|run| fill(&mut self.met, &run));
        join(&mut self.met, &self.bodies);
        self.bodies.fill(false);
        self.title = false;
    }

    /// Whether there is anything to read.
    pub fn is_open(&self) -> bool {
        self.title || !self.headings.is_empty() || self.bodies.contains(&true)
    }

    /// Marks the children that have the phrase, and where it is `open` those of which it is
    /// not read whether they have it.
    pub fn mark(&self, marks: &mut [bool], open: bool) {
        join(marks, &self.met);
        if open {
            let all = if self.title { 0..marks.len() } else { 0..0 };
            self.headings.iter().chain([&all]).for_each(|run| fill(marks, run));
            join(marks, &self.bodies);
        }
    }
}

fn join(marks: &mut [bool], others: &[bool]) {
    marks.iter_mut().zip(others).for_each(|(mark, other)| *mark |= other);
}

/// Marks those in a range, as far as there are such.
fn fill(marks: &mut [bool], range: &Range<usize>) {
    let end = range.end.min(marks.len());
    marks.get_mut(range.start..end).unwrap_or_default().fill(true);
}
