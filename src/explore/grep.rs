//! Lines of documents that have a pattern.

use super::addresses::Page;
use super::navigate::Walk;
use super::pattern::{Machine, Meant, Pattern};
use crate::answer::chunk_id::{self, ChunkAt};
use crate::answer::trail::trail;
use crate::error::{Error, ReadError};
use crate::format::pending::Pending;
use crate::index::{Index, IndexReader};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// What a pattern may take in one call of looking at lines, and at the addresses of documents:
/// see [`Machine::work`].
const MOST_WORK: Work = Work { lines: 200_000_000, addresses: 100_000_000 };

/// The bytes of texts that are read in one call of an index in several files.
const MOST_BYTES_OF_SHARDS: usize = 4 << 20;

/// The children whose texts are asked for together. How long texts are says only what is loaded with
/// them.
const CHILDREN_AT_ONCE: usize = 512;

/// The characters of a line that are given, and how many of them may stand before a match.
const LINE_CHARACTERS: usize = 300;
const CHARACTERS_BEFORE: usize = 100;

#[derive(Clone, Copy)]
struct Work {
    lines: usize,
    addresses: usize,
}

/// What to look for, and where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GrepOptions {
    /// Whether the pattern is a regular expression, and no text as it stands. It is looked for in
    /// each line by itself, in a time linear in the texts: it has no look-around and refers to
    /// nothing that it found.
    pub regex: bool,
    /// Whether capitals and small letters differ, and letters with and without accents.
    pub case: bool,
    /// Whether no letter, digit or `_` may stand before and after.
    pub word: bool,
    /// What the addresses or ids of the documents begin with, or what follows a slash in them, with
    /// `*` for anything. Empty for all documents.
    pub page: String,
    /// The number of the document to begin with, and of its line, counted from 1, as in
    /// [`Grepped::next`].
    pub from: (usize, usize),
    /// The number of lines at most.
    pub limit: usize,
}

/// The lines that were found.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Grepped {
    /// The number of lines that have it, as far as was looked.
    pub lines: usize,
    /// The number of documents that they are of.
    pub documents: usize,
    /// Whether there may be more, as not all was looked at.
    pub is_lower_bound: bool,
    /// The sections of the lines that are given, in the order of the index.
    pub sections: Vec<GrepSection>,
    /// Where to go on.
    pub next: Option<(usize, usize)>,
}

/// Lines of a section.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GrepSection {
    /// The number of the document, as in [`Grepped::next`].
    pub document: usize,
    /// The document.
    pub page: Page,
    /// The id of the chunk around the first line.
    pub id: String,
    /// The fragment that links to the heading above.
    pub anchor: String,
    /// The headings above, strongest first.
    pub headings: Vec<String>,
    /// The lines with their numbers in the document, counted from 1. A long one is cut.
    pub lines: Vec<(usize, String)>,
}

impl<B: AsRef<[u8]>> Index<B> {
    /// The lines of documents that have a pattern. Reads texts from the first document on, so what it
    /// costs grows with them, up to a bound: then [`Grepped::next`] says where to go on.
    ///
    /// # Errors
    /// [`Error::Config`] for a pattern that cannot be used, [`Error::Corrupt`] where the index turns
    /// out to be damaged, [`Error::Missing`] where shards are not loaded.
    pub fn grep(&self, pattern: &str, options: &GrepOptions) -> Result<Grepped, Error> {
        self.grep_within(pattern, options, MOST_WORK)
    }

    fn grep_within(
        &self,
        pattern: &str,
        options: &GrepOptions,
        most: Work,
    ) -> Result<Grepped, Error> {
        let index = self.reader()?;
        let GrepOptions { regex, case, word, .. } = *options;
        let pattern = Pattern::new(pattern, Meant { regex, case, word }, &index.letters)?;
        let addresses = Pattern::of_addresses(&options.page, &index.letters)?;
        let mut search = Search {
            index: &index,
            pattern,
            machine: Machine::default(),
            most,
            limit: options.limit,
            given: 0,
            found: Grepped::default(),
        };
        Ok(search.run(self.pages("", 0, usize::MAX)?.pages, &addresses, options.from)?)
    }
}

struct Search<'a> {
    index: &'a IndexReader<'a>,
    pattern: Pattern<'a>,
    machine: Machine,
    most: Work,
    limit: usize,
    /// The number of lines that are given so far.
    given: usize,
    found: Grepped,
}

impl Search<'_> {
    fn run(
        &mut self,
        pages: Vec<Page>,
        addresses: &Pattern<'_>,
        from: (usize, usize),
    ) -> Result<Grepped, ReadError> {
        let mut machine = Machine::default();
        // Any section knows.
        let in_shards = self.index.pins.shards().is_some();
        let top = self.index.document_level();
        let mut pending = Pending::default();
        let (mut read, mut missing) = (0, 0);
        for (document, page) in pages.into_iter().enumerate().skip(from.0) {
            let first = if document == from.0 { from.1 } else { 1 };
            if self.machine.work > self.most.lines || machine.work > self.most.addresses {
                self.stop((document, first));
                break;
            }
            let mut fits = |text: &str| machine.find(addresses, text, usize::MAX).is_some();
            if !(fits(&page.url) || fits(&page.id)) {
                continue;
            }
            if in_shards && read > MOST_BYTES_OF_SHARDS {
                self.stop((document, first));
                break;
            }
            let looked = self.index.tree.span(top, document).and_then(|whole| {
                read += whole.len();
                self.document(document, page, whole, first)
            });
            match pending.absorb(looked)? {
                Some(true) => {}
                Some(false) => break,
                None => missing += self.index.tree.descend(top, document, 0)?.len(),
            }
            if missing > CHILDREN_AT_ONCE {
                break;
            }
        }
        pending.finish()?;
        Ok(core::mem::take(&mut self.found))
    }

    /// Notes that not all was looked at.
    fn stop(&mut self, next: (usize, usize)) {
        self.found.is_lower_bound = true;
        self.found.next.get_or_insert(next);
    }

    /// Looks at a document from a line on. Gives whether to go on after it.
    fn document(
        &mut self,
        document: usize,
        page: Page,
        whole: Range<usize>,
        from: usize,
    ) -> Result<bool, ReadError> {
        let text = self.index.text(whole.clone())?;
        let before = self.found.lines;
        let mut lines = Vec::new();
        let mut start = whole.start;
        let mut goes_on = true;
        for (number, line) in (1..).zip(text.split('\n')) {
            if number >= from {
                let work = self.machine.work;
                let at = self.machine.find(&self.pattern, line, self.most.lines);
                if let Some(at) = at {
                    self.found.lines += 1;
                    if self.given + lines.len() < self.limit {
                        lines.push((number, start + at, cut(line, at)));
                    } else {
                        self.found.next.get_or_insert((document, number));
                    }
                }
                let work = self.machine.work - work;
                if self.machine.work > self.most.lines {
                    // A line that is too much for any call is passed over.
                    let is_done = at.is_some() || work > self.most.lines;
                    self.stop((document, number + usize::from(is_done)));
                    goes_on = false;
                    break;
                }
            }
            start += line.len() + 1;
        }
        self.given += lines.len();
        self.found.documents += usize::from(self.found.lines > before);
        if !lines.is_empty() {
            self.sections(document, &page, whole.start, lines)?;
        }
        Ok(goes_on)
    }

    /// Gives lines of a document, each with its place in the texts, by their sections.
    fn sections(
        &mut self,
        document: usize,
        page: &Page,
        begin: usize,
        lines: Vec<(usize, usize, String)>,
    ) -> Result<(), ReadError> {
        let index = self.index;
        let top = index.document_level();
        let children = index.tree.descend(top, document, 0)?;
        let headings = index.headings.get(document)?;
        let mut last = None;
        for (number, at, line) in lines {
            let trail = trail(&headings, at.saturating_sub(begin));
            let heading = trail.last().map(|heading| heading.start);
            if last == Some(heading)
                && let Some(section) = self.found.sections.last_mut()
            {
                section.lines.push((number, line));
                continue;
            }
            last = Some(heading);
            let child = ChunkAt { document, level: 0, number: index.tree.child_at(&children, at)? };
            let (level, parents) = Walk { index, at: child }.above(usize::from(top > 1))?;
            let parent = ChunkAt { document, level, number: parents.start };
            let mut above = Vec::new();
            for heading in trail.iter().filter(|heading| !heading.words.is_empty()) {
                let words = begin.saturating_add(heading.words.start)
                    ..begin.saturating_add(heading.words.end);
                above.push(index.text(words)?.to_owned());
            }
            self.found.sections.push(GrepSection {
                document,
                page: page.clone(),
                id: chunk_id::write(index, &page.id, parent)?,
                anchor: trail.last().map(|heading| heading.anchor.to_owned()).unwrap_or_default(),
                headings: above,
                lines: [(number, line)].into(),
            });
        }
        Ok(())
    }
}

/// A line, or what is around the match in a long one.
fn cut(line: &str, at: usize) -> String {
    let line = line.trim_end_matches('\r');
    let before = line.char_indices().take_while(|&(start, _)| start < at).count();
    let skipped = match line.chars().count() > LINE_CHARACTERS {
        true => before.saturating_sub(CHARACTERS_BEFORE),
        false => 0,
    };
    let mut rest = line.chars().skip(skipped);
    let mut cut = String::from(if skipped > 0 { "…" } else { "" });
    cut.extend(rest.by_ref().take(LINE_CHARACTERS));
    if rest.next().is_some() {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Builder, Config};
    use crate::document::Document;
    use crate::error::decimal;
    use alloc::vec;

    fn index_of(texts: &[&str]) -> Index {
        let mut builder = Builder::new(Config::default());
        for (at, &text) in texts.iter().enumerate() {
            let id = decimal(at as u64);
            let (url, text) = (["/page/", &id].concat(), text.into());
            builder.add(Document { id, url, text, ..Document::default() }).unwrap();
        }
        Index::open(builder.finish().unwrap()).unwrap()
    }

    /// The places of all lines that calls with little work find, and how many calls it took.
    fn all(index: &Index, mut options: GrepOptions, most: Work) -> (Vec<(usize, usize)>, usize) {
        let mut places = Vec::new();
        for calls in 1.. {
            let found = index.grep_within("x+y", &options, most).unwrap();
            assert_eq!(found.is_lower_bound, found.next.is_some());
            for section in found.sections {
                places.extend(section.lines.iter().map(|&(line, _)| (section.document, line)));
            }
            let Some(next) = found.next else { return (places, calls) };
            assert!(next > options.from, "{next:?}");
            options.from = next;
        }
        unreachable!()
    }

    #[test]
    fn what_takes_too_much_work_goes_on_in_other_calls() {
        let long = [&"x".repeat(200), "\nxy\n", &"x".repeat(40), "y\n"].concat();
        let index = index_of(&["a\nxy\nb\nxxy\n", &long, "xy"]);
        let regex = GrepOptions { regex: true, from: (0, 1), limit: 99, ..GrepOptions::default() };
        let places = vec![(0, 2), (0, 4), (1, 2), (1, 3), (2, 1)];
        assert_eq!(all(&index, regex.clone(), MOST_WORK), (places.clone(), 1));
        // Enough for a line of forty letters, and too little for one of two hundred.
        for lines in 300..400 {
            let (found, calls) = all(&index, regex.clone(), Work { lines, ..MOST_WORK });
            assert_eq!(found, places, "{lines}");
            assert!(calls > 1);
        }
    }

    #[test]
    fn addresses_are_looked_at_in_several_calls_too() {
        let texts = vec!["xy"; 30];
        let index = index_of(&texts);
        let page = "*a*e/29".into();
        let options =
            GrepOptions { regex: true, page, from: (0, 1), limit: 9, ..GrepOptions::default() };
        let most = Work { addresses: 100, lines: 50 };
        let (found, calls) = all(&index, options, most);
        assert_eq!(found, [(29, 1)]);
        assert!(calls > 3, "{calls}");
    }
}
