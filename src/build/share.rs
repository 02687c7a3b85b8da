//! The part of an index that comes of one document. Numbers of children and parents are
//! counted from the document's first.

use super::builder::Config;
use super::prepared::{Bodies, Content, Prepared};
use super::vocabulary::{Term, Vocabulary};
use super::words::NewDictionary;
use crate::analyze::alphabet::{Shown, UnicodeChars, emoji_in};
use crate::analyze::key::{Key, squeezed};
use crate::analyze::language::Language;
use crate::chunk::{Chunk, Tree};
use crate::document::{Document, Section};
use crate::error::Error;
use crate::format::names::{Name, Named};
use crate::format::postings::Posting;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A document, its tree and its terms, by the numbers of a [`Vocabulary`].
pub(super) struct Share {
    pub document: Document,
    pub tree: Tree,
    pub language: Language,
    /// The number of words in the title.
    pub title_length: usize,
    bodies: Bodies,
    /// Those of the words of the bodies.
    terms: Vec<Term>,
    others: Others,
    /// Stems, each with the number of parents in which it occurs.
    parents: Vec<(u32, u32)>,
    shown: Shown,
}

/// The terms outside of bodies.
#[derive(Default)]
struct Others {
    /// One for each occurrence, and whether it is a name that is written as several words.
    terms: Vec<(Term, bool)>,
    postings: Vec<(Field, u32, Posting)>,
    names: Vec<(Key, Named)>,
}

/// A field whose postings are not those of bodies.
#[derive(Clone, Copy)]
enum Field {
    Title,
    Heading,
    Extra,
}

impl Share {
    /// # Errors
    /// [`Error::Document`] where sections or parts do not fit the text; [`Error::Config`] where
    /// this build is without the language.
    pub fn of(
        prepared: Prepared,
        config: &Config,
        vocabulary: &mut Vocabulary,
    ) -> Result<Self, Error> {
        let Prepared { document, content, .. } = prepared;
        let Content { tree, bodies } = content?;
        let language = vocabulary.language_of(&document, config)?;
        let terms = vocabulary.terms_of_words(&document.text, &bodies.words, &language);
        let parents = parents_of_children(&tree);
        let children = Children { tiles: tree.level(0), parents: &parents };
        let seen = occurrences(&bodies, &terms, &parents);
        let mut reading =
            Reading { vocabulary, language: &language, children, others: Others::default(), seen };
        // Before the sections, as the runs must rise.
        reading.names(&document);
        reading.sections(&document);
        let title_length = reading.title(&document.title);
        let Reading { others, seen, .. } = reading;
        let (parents, shown) = (counts_of_parents(seen), vocabulary.letters.take_shown());
        Ok(Share { document, tree, language, title_length, bodies, terms, others, parents, shown })
    }

    /// The number of words in bodies.
    pub fn body_terms(&self) -> u64 {
        self.bodies.terms()
    }

    /// The mean number of words in a body, rounded.
    pub fn body_length(&self) -> u32 {
        let children = self.tree.level(0).len();
        ((self.body_terms() as usize + children / 2) / children.max(1)) as u32
    }

    /// Its names, of an index in which it has this number and its first child that one.
    pub fn names(&self, document: usize, first_child: u32) -> impl Iterator<Item = (Key, Named)> {
        self.others.names.iter().map(move |&(key, Named { number, what, level })| {
            let first = if what.is_of_child() { first_child as usize } else { document };
            (key, Named { number: first + number, what, level })
        })
    }

    /// Adds its words and postings to an index, in which it has this number and its first child
    /// that one.
    pub fn add_to(
        &self,
        dictionary: &mut NewDictionary,
        vocabulary: &Vocabulary,
        document: u32,
        first_child: u32,
    ) {
        dictionary.letters.see_again(&self.shown, &vocabulary.letters);
        for (term, word) in self.terms.iter().zip(&self.bodies.words) {
            dictionary.count(*term, word.times.into(), false);
        }
        self.others.terms.iter().for_each(|&(term, joined)| dictionary.count(term, 1, joined));
        for (child, counts) in (first_child..).zip(self.bodies.children()) {
            for (stem, times) in counts
                .iter()
                .filter_map(|count| Some((self.terms.get(count.word as usize)?.stem, count.times)))
            {
                dictionary.change(stem, |list| list.add_body(child, times));
            }
        }
        for (field, stem, Posting { at, frequency }) in &self.others.postings {
            let first = if matches!(field, Field::Title) { document } else { first_child };
            let posting = Posting { at: first + at.start..first + at.end, frequency: *frequency };
            dictionary.change(*stem, |list| match field {
                Field::Title => list.titles.push(posting),
                Field::Heading => list.headings.push(posting),
                Field::Extra => list.extras.push(posting),
            });
        }
        for &(stem, parents) in &self.parents {
            dictionary.change(stem, |list| list.parents += parents);
        }
    }
}

/// A document outside of its bodies, as far as it was read.
struct Reading<'r> {
    vocabulary: &'r mut Vocabulary,
    language: &'r Language,
    children: Children<'r>,
    others: Others,
    seen: Vec<u64>,
}

impl Reading<'_> {
    /// Lists the names of the document. The words that its other names have besides the title go to
    /// the extra words. So does each name as one word, for queries that write it so.
    fn names(&mut self, document: &Document) {
        let letters = UnicodeChars::default();
        let title = self.stems_of(&document.title, false);
        let mut stems = Vec::new();
        let names = document.names.iter().map(|name| (name.as_str(), Name::Other));
        for (name, what) in [(document.title.as_str(), Name::Title)].into_iter().chain(names) {
            let Some(key) = Key::of(name, &letters) else {
                continue;
            };
            self.others.names.push((key, Named { number: 0, what, level: 0 }));
            stems.extend(self.stems_of(name, false));
            stems.extend(self.stems_of(&squeezed(name, &letters), true));
        }
        stems.sort_unstable();
        stems.dedup();
        for stem in stems.into_iter().filter(|stem| !title.contains(stem)) {
            self.push(Field::Extra, stem, self.children.all(), 1);
        }
    }

    /// Reads headings and their extra words, over the children that lie below them.
    fn sections(&mut self, document: &Document) {
        self.words(&document.extra, self.children.all(), Field::Extra);
        let ends = section_ends(&document.sections, document.text.len());
        for (section, end) in document.sections.iter().zip(ends) {
            let last_byte = end.max(section.start + 1) - 1;
            let run = self.children.at(section.start)..self.children.at(last_byte) + 1;
            let words = document.text.get(section.heading.clone()).unwrap_or_default();
            let key = |name: &str| Key::of(name, &UnicodeChars::default());
            let (key, what) = match words {
                // An anchor may lack signs of the term: that of C++ is often `c`.
                "" => (
                    key(&section.anchor)
                        .filter(|own| key(line_of(document, section)) == Some(*own)),
                    Name::Term,
                ),
                words => (key(words), Name::Heading),
            };
            if let Some(key) = key {
                self.others.names.push((key, Named { number: run.start, what, level: 0 }));
            }
            self.words(words, run.clone(), Field::Heading);
            self.words(&section.extra, run, Field::Extra);
        }
    }

    /// Reads words that stand above a run of children.
    fn words(&mut self, words: &str, run: Range<usize>, field: Field) {
        let mut stems = self.stems_of(words, false);
        for_each_count(&mut stems, |stem, frequency| {
            self.push(field, stem, run.clone(), frequency)
        });
    }

    /// Gives the number of words.
    fn title(&mut self, title: &str) -> usize {
        let mut stems = self.stems_of(title, false);
        // Emoji adorn a title, which is about nothing more.
        let length = stems.len().saturating_sub(emoji_in(title));
        for_each_count(&mut stems, |stem, frequency| {
            let posting = Posting { at: 0..1, frequency };
            self.others.postings.push((Field::Title, stem, posting));
            self.see(stem, self.children.all());
        });
        length
    }

    fn stems_of(&mut self, text: &str, joined: bool) -> Vec<u32> {
        let mut terms = Vec::new();
        self.vocabulary.terms_of(text, self.language, &mut terms);
        self.others.terms.extend(terms.iter().map(|&term| (term, joined)));
        terms.into_iter().map(|term| term.stem).collect()
    }

    fn push(&mut self, field: Field, stem: u32, run: Range<usize>, frequency: u32) {
        let at = run.start as u32..run.end as u32;
        self.others.postings.push((field, stem, Posting { at, frequency }));
        self.see(stem, run);
    }

    /// Notes the parents of a run of children as those in which a stem occurs.
    fn see(&mut self, stem: u32, run: Range<usize>) {
        let parents = self.children.parents.get(run).unwrap_or_default();
        let parents = parents.chunk_by(|a, b| a == b).filter_map(|group| group.first());
        self.seen.extend(parents.map(|&parent| occurrence(stem, parent)));
    }
}

/// The children of a document.
struct Children<'t> {
    tiles: &'t [Chunk],
    /// The number of each one's parent.
    parents: &'t [u32],
}

impl Children<'_> {
    fn all(&self) -> Range<usize> {
        0..self.tiles.len()
    }

    /// The child whose tile has a byte of the document's text.
    fn at(&self, byte: usize) -> usize {
        self.tiles.partition_point(|chunk| chunk.tile.start <= byte).saturating_sub(1)
    }
}

/// For each child the number of its parent: a chunk of the level above, or itself where there is
/// none.
fn parents_of_children(tree: &Tree) -> Vec<u32> {
    let count = tree.level(0).len() as u32;
    if tree.levels().len() == 1 {
        return (0..count).collect();
    }
    let mut parents = Vec::new();
    let firsts = tree.level(1).iter().skip(1).map(|parent| parent.first_child);
    for (parent, end) in (0..).zip(firsts.chain([count as usize])) {
        parents.resize(end, parent);
    }
    parents
}

/// The rest of the line from where the heading of a section would stand.
fn line_of<'d>(document: &'d Document, section: &Section) -> &'d str {
    let rest = document.text.get(section.heading.start..).unwrap_or_default();
    rest.lines().next().unwrap_or_default()
}

/// The ends of the sections. A section ends at the next heading of its level or a stronger one.
fn section_ends(sections: &[Section], text_len: usize) -> Vec<usize> {
    let mut ends = vec![text_len; sections.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        while let Some(&(last, level)) = open.last()
            && level >= section.level
        {
            open.pop();
            if let Some(end) = ends.get_mut(last) {
                *end = section.start;
            }
        }
        open.push((number, section.level));
    }
    ends
}

/// A number for a stem that occurs in a parent. These numbers are in the order of the pairs.
fn occurrence(stem: u32, parent: u32) -> u64 {
    u64::from(stem) << 32 | u64::from(parent)
}

/// The stems of the bodies, each with the parents in which it occurs.
fn occurrences(bodies: &Bodies, terms: &[Term], parents: &[u32]) -> Vec<u64> {
    let mut seen = Vec::new();
    for (counts, &parent) in bodies.children().zip(parents) {
        let terms = counts.iter().filter_map(|count| terms.get(count.word as usize));
        seen.extend(terms.map(|term| occurrence(term.stem, parent)));
    }
    seen
}

/// Stems, each with the number of parents in which it occurs.
fn counts_of_parents(mut seen: Vec<u64>) -> Vec<(u32, u32)> {
    seen.sort_unstable();
    seen.dedup();
    let stems = seen.chunk_by(|a, b| a >> 32 == b >> 32);
    stems.filter_map(|of| Some(((of.first()? >> 32) as u32, of.len() as u32))).collect()
}

fn for_each_count(stems: &mut [u32], mut each: impl FnMut(u32, u32)) {
    stems.sort_unstable();
    for run in stems.chunk_by(|a, b| a == b) {
        if let Some(&stem) = run.first() {
            each(stem, run.len() as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_end_at_the_next_of_their_level() {
        let section =
            |level, start| Section { level, start, heading: start..start, ..Section::default() };
        let sections = [section(1, 0), section(2, 10), section(3, 20), section(2, 30)];
        assert_eq!(section_ends(&sections, 40), [40, 30, 30, 40]);
    }
}
