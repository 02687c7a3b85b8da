//! Builds the index of one tenant.

use super::builder::Config;
use super::pins::PinnedPages;
use super::prepared::{Bodies, Content, Prepared};
use super::words::NewDictionary;
use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::emoji_in;
use crate::analyze::key::{Key, squeezed};
use crate::analyze::language::{Language, primary_tag};
use crate::chunk::{Chunk, MAX_LEVELS, Tree};
use crate::document::{Document, Section};
use crate::error::Error;
use crate::format::documents::DocumentsWriter;
use crate::format::header;
use crate::format::headings::HeadingsWriter;
use crate::format::meta::Meta;
use crate::format::names::{Name, Named, NamesWriter};
use crate::format::postings::Posting;
use crate::format::sources::{SOURCES, Settings, SourcesWriter};
use crate::format::tree::{self, TreeWriter};
use crate::format::{SectionId, forms, lengths, letters};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashSet;

const _: () = assert!(MAX_LEVELS == tree::MAX_LEVELS, "what is written can be read");

/// Takes the documents of one tenant.
pub(super) struct IndexBuilder {
    ids: HashSet<String>,
    /// The keys of metadata and filters.
    keys: BTreeSet<String>,
    /// The languages of the documents, by tag.
    languages: BTreeMap<String, Language>,
    words: NewDictionary,
    tree: TreeWriter,
    body_lengths: Vec<u32>,
    title_lengths: Vec<u8>,
    boosts: Vec<f32>,
    documents: DocumentsWriter,
    headings: HeadingsWriter,
    names: NamesWriter,
    pub pinned: PinnedPages,
    /// Only for an index that is to be merged with others.
    sources: Option<SourcesWriter>,
    text: Vec<u8>,
    body_terms: u64,
    title_terms: u64,
    /// The stems of the current document, each with a parent in which it occurs. Kept for its
    /// memory.
    seen: Vec<u64>,
    /// The stems of the words of its bodies, kept likewise.
    stems: Vec<u32>,
}

impl IndexBuilder {
    /// One without documents.
    pub fn new(config: &Config, mergeable: bool) -> Self {
        IndexBuilder {
            ids: HashSet::new(),
            keys: BTreeSet::new(),
            languages: BTreeMap::new(),
            words: NewDictionary::default(),
            tree: TreeWriter::new(config.levels.count()),
            body_lengths: Vec::new(),
            title_lengths: Vec::new(),
            boosts: Vec::new(),
            documents: DocumentsWriter::default(),
            headings: HeadingsWriter::default(),
            names: NamesWriter::default(),
            pinned: PinnedPages::default(),
            sources: mergeable.then(SourcesWriter::default),
            text: Vec::new(),
            body_terms: 0,
            title_terms: 0,
            seen: Vec::new(),
            stems: Vec::new(),
        }
    }

    /// Adds a document.
    ///
    /// # Errors
    /// As for [`super::builder::Builder::add`], but for tenants.
    pub fn add(&mut self, config: &Config, prepared: Prepared) -> Result<(), Error> {
        let Prepared { document, content, .. } = prepared;
        self.check(&document)?;
        let Content { tree, bodies } = content?;
        let first_child = self.tree.count(0);
        self.tree.push(&tree, self.text.len() as u32);
        self.seen.clear();
        let language = self.language_of(&document, config);
        self.add_bodies(&document, &bodies, &tree, first_child, &language);
        // Before the sections, as the runs must rise.
        self.add_names(&document, &tree, first_child, &language);
        self.add_sections(&document, &tree, first_child, &language);
        self.add_title(&document.title, &tree, &language);
        self.count_parents();
        let lang = document.lang.iter().filter(|lang| !lang.is_empty()).map(|_| "lang");
        self.keys.extend(lang.map(String::from));
        let keys = document.meta.keys().chain(document.filters.keys());
        // A query cannot name other keys, as a key ends at a blank there.
        self.keys.extend(keys.filter(|key| !key.contains(char::is_whitespace)).cloned());
        self.pinned.add(&config.pins, &document, self.boosts.len() as u32);
        self.boosts.push(document.boost as f32);
        self.documents.push(&document);
        self.headings.push(&document.sections);
        self.sources.iter_mut().for_each(|sources| sources.push(&document));
        self.text.extend_from_slice(document.text.as_bytes());
        self.ids.insert(document.id);
        Ok(())
    }

    fn check(&self, document: &Document) -> Result<(), Error> {
        let fail = |message: &str| {
            let id = document.id.clone();
            let message = message.to_string();
            Err(Error::Document { id, message })
        };
        if document.id.is_empty() {
            return fail("it has no id");
        }
        if self.ids.contains(&document.id) {
            return fail("another document has the same id; make ids unique");
        }
        let boost = f64::from(document.boost as f32);
        if !(boost > 0.0 && boost <= lengths::MAX_BOOST) {
            return fail("its boost is not above 0 and at most 100");
        }
        if u32::try_from(self.text.len() + document.text.len()).is_err() {
            let what = "the texts come to 4 GiB";
            return Err(Error::TooLarge { what });
        }
        Ok(())
    }

    fn language_of(&mut self, document: &Document, config: &Config) -> Language {
        let tag = match &document.lang {
            Some(tag) if !config.language.is_none() => primary_tag(tag),
            _ => config.language.tag().to_string(),
        };
        // Making one takes as long as adding a small document.
        let known = self.languages.entry(tag);
        known.or_insert_with_key(|tag| Language::of_document(tag)).clone()
    }

    fn add_bodies(
        &mut self,
        document: &Document,
        bodies: &Bodies,
        tree: &Tree,
        first_child: u32,
        language: &Language,
    ) {
        let mut stems = core::mem::take(&mut self.stems);
        stems.clear();
        self.words.stems_of_words(&document.text, &bodies.words, language, &mut stems);
        let children = (first_child..).zip(bodies.children());
        for ((number, counts), parent) in children.zip(parents_of_children(tree)) {
            for count in counts {
                let Some(&stem) = stems.get(count.word as usize) else { continue };
                self.words.change(stem, |list| {
                    if list.add_body(number, count.times) {
                        self.seen.push(occurrence(stem, parent));
                    }
                });
            }
        }
        self.stems = stems;
        let (terms, children) = (bodies.terms(), tree.level(0).len());
        self.body_terms += terms;
        self.body_lengths.push(((terms as usize + children / 2) / children.max(1)) as u32);
    }

    /// Adds headings and their extra words, over the children that lie below them.
    fn add_sections(
        &mut self,
        document: &Document,
        tree: &Tree,
        first_child: u32,
        language: &Language,
    ) {
        let parents = parents_of_children(tree);
        let children = Children { first: first_child, tiles: tree.level(0), parents: &parents };
        let all = 0..children.tiles.len();
        self.add_words(&document.extra, all, Above::Extra, &children, language);
        let ends = section_ends(&document.sections, document.text.len());
        for (section, end) in document.sections.iter().zip(ends) {
            let last_byte = end.max(section.start + 1) - 1;
            let run = children.at(section.start)..children.at(last_byte) + 1;
            let words = document.text.get(section.heading.clone()).unwrap_or_default();
            if let Some(key) = Key::of(words, &UnicodeChars::default()) {
                let number = first_child as usize + run.start;
                self.names.push(key, Named { number, what: Name::Heading });
            }
            self.add_words(words, run.clone(), Above::Heading, &children, language);
            self.add_words(&section.extra, run, Above::Extra, &children, language);
        }
    }

    /// Adds words that stand above a run of children.
    fn add_words(
        &mut self,
        words: &str,
        run: Range<usize>,
        above: Above,
        children: &Children<'_>,
        language: &Language,
    ) {
        let mut stems = Vec::new();
        self.words.stems_of(words, language, &mut stems);
        for_each_count(&mut stems, |stem, frequency| {
            let at = children.first + run.start as u32..children.first + run.end as u32;
            self.words.change(stem, |list| {
                let postings = match above {
                    Above::Heading => &mut list.headings,
                    Above::Extra => &mut list.extras,
                };
                postings.push(Posting { at, frequency });
            });
            let parents = children.parents.get(run.clone()).unwrap_or_default();
            let parents = parents.chunk_by(|a, b| a == b).filter_map(|group| group.first());
            self.seen.extend(parents.map(|&parent| occurrence(stem, parent)));
        });
    }

    fn add_title(&mut self, title: &str, tree: &Tree, language: &Language) {
        let mut stems = Vec::new();
        self.words.stems_of(title, language, &mut stems);
        let at = self.title_lengths.len() as u32;
        // Emoji adorn a title, which is about nothing more.
        let length = stems.len().saturating_sub(emoji_in(title));
        self.title_lengths.push(saturated(length));
        self.title_terms += length as u64;
        let parents = tree.level(parent_level(tree)).len() as u32;
        for_each_count(&mut stems, |stem, frequency| {
            let posting = Posting { at: at..at + 1, frequency };
            self.words.change(stem, |list| list.titles.push(posting));
            self.seen.extend((0..parents).map(|parent| occurrence(stem, parent)));
        });
    }

    /// Lists the names of the document. The words that its other names have besides the title go to
    /// the extra words. So does each name as one word, for queries that write it so.
    fn add_names(
        &mut self,
        document: &Document,
        tree: &Tree,
        first_child: u32,
        language: &Language,
    ) {
        let number = self.boosts.len();
        let letters = UnicodeChars::default();
        let mut title = Vec::new();
        self.words.stems_of(&document.title, language, &mut title);
        let mut words = Vec::new();
        let names = document.names.iter().map(|name| (name.as_str(), Name::Other));
        for (name, what) in [(document.title.as_str(), Name::Title)].into_iter().chain(names) {
            let Some(key) = Key::of(name, &letters) else {
                continue;
            };
            self.names.push(key, Named { number, what });
            self.words.stems_of(name, language, &mut words);
            self.words.stems_of_joined(&squeezed(name, &letters), language, &mut words);
        }
        words.sort_unstable();
        words.dedup();
        let children = first_child..first_child + tree.level(0).len() as u32;
        let parents = tree.level(parent_level(tree)).len() as u32;
        for stem in words.into_iter().filter(|stem| !title.contains(stem)) {
            let run = Posting { at: children.clone(), frequency: 1 };
            self.words.change(stem, |list| list.extras.push(run));
            self.seen.extend((0..parents).map(|parent| occurrence(stem, parent)));
        }
    }

    fn count_parents(&mut self) {
        self.seen.sort_unstable();
        self.seen.dedup();
        for of_stem in self.seen.chunk_by(|a, b| a >> 32 == b >> 32) {
            let stem = of_stem.first().map_or(0, |first| first >> 32);
            self.words.change(stem as u32, |list| list.parents += of_stem.len() as u32);
        }
    }

    /// Writes the index.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where it would have 4 GiB or more.
    pub fn finish(mut self, config: &Config) -> Result<Vec<u8>, Error> {
        let Config { levels, language, synonyms, pins } = config;
        let languages: Vec<_> = [language].into_iter().chain(self.languages.values()).collect();
        self.words.add_synonyms(synonyms, &languages);
        for language in languages {
            self.words.add_stop_words(language);
        }
        let pins = self.pinned.write(pins, &mut self.words.letters);
        let letters = UnicodeChars::default();
        let titles = self.names.titles();
        let is_title =
            |word: &str| Key::of(word, &letters).is_some_and(|key| titles.contains(&key));
        let (words, postings) = self.words.write(&is_title);
        let overlaps = levels.overlaps().iter();
        let overlaps = overlaps.map(|overlap| libm::round(overlap * 1000.0) as u32);
        let unlimited = core::iter::repeat(0);
        let overlaps: Vec<u32> = overlaps.chain(unlimited.clone()).take(levels.count()).collect();
        let sizes = levels.sizes().iter().copied().chain(unlimited);
        let overlap = overlaps.iter().any(|&overlap| overlap > 0);
        let meta = Meta {
            language: tags(language, &self.languages),
            chunking: levels.as_numbers(),
            sizes: sizes.take(levels.count()).collect(),
            overlaps,
            chunks: (0..levels.count()).map(|level| self.tree.count(level)).collect(),
            documents: self.title_lengths.len() as u32,
            headings: self.headings.count,
            words: self.words.entries() as u32,
            stems: self.words.stems() as u32,
            body_terms: self.body_terms,
            title_terms: self.title_terms,
            keys: self.keys.into_iter().collect(),
        };
        let (bodies, titles) = (&self.body_lengths, &self.title_lengths);
        let lengths = lengths::write(bodies, titles, &self.boosts, &meta);
        let text_len = self.text.len() as u32;
        let mut sections = [
            (SectionId::Meta, meta.write()),
            (SectionId::Words, words),
            (SectionId::Postings, postings),
            (SectionId::Tree, self.tree.finish(text_len, overlap)),
            (SectionId::Lengths, lengths),
            (SectionId::Documents, self.documents.finish()),
            (SectionId::Headings, self.headings.finish()),
            (SectionId::Text, self.text),
            (SectionId::Names, self.names.finish()),
            (SectionId::Letters, letters::write(self.words.letters)),
        ]
        .map(|(id, bytes)| (id as u16, bytes))
        .to_vec();
        // Like the next ones not as the last, which is `letters` in every index.
        let last = sections.len() - 1;
        if !pins.is_empty() {
            sections.insert(last, (SectionId::Pins as u16, pins));
        }
        let forms = rules(language, &self.languages);
        if !forms.is_empty() {
            sections.insert(last, (SectionId::Forms as u16, forms));
        }
        if let Some(sources) = self.sources {
            // A section between others goes to the head of several files.
            let (levels, synonyms) = (levels.clone(), synonyms.written());
            let settings = Settings { language: language.tag(), levels, synonyms };
            sections.insert(last, (SOURCES, sources.finish(&settings)));
        }
        header::write(&sections)
    }
}

/// The rules for forms of the documents' languages, those of the default first.
fn rules(default: &Language, all: &BTreeMap<String, Language>) -> Vec<u8> {
    let (first, others): (Vec<_>, Vec<_>) =
        all.values().partition(|language| language.tag() == default.tag());
    forms::write(first.into_iter().chain(others).filter_map(Language::forms))
}

/// The tags of an index's languages with commas between them, the default first.
fn tags(default: &Language, languages: &BTreeMap<String, Language>) -> String {
    let others = languages.keys().filter(|tag| *tag != default.tag());
    others.fold(default.tag().to_string(), |tags, tag| tags + "," + tag)
}

/// The level whose chunks are the parents: the one above the children, where there is one.
fn parent_level(tree: &Tree) -> usize {
    usize::from(tree.levels().len() > 1)
}

/// The children of a document.
struct Children<'t> {
    /// The number of the first one in the index.
    first: u32,
    tiles: &'t [Chunk],
    /// The number of each one's parent, counted from the document's first.
    parents: &'t [u32],
}

impl Children<'_> {
    /// The child whose tile has a byte of the document's text, counted from the first.
    fn at(&self, byte: usize) -> usize {
        self.tiles.partition_point(|chunk| chunk.tile.start <= byte).saturating_sub(1)
    }
}

/// The field of words that stand above children.
#[derive(Clone, Copy)]
enum Above {
    Heading,
    Extra,
}

/// For each child the number of its parent. Both are counted within the document.
fn parents_of_children(tree: &Tree) -> Vec<u32> {
    let count = tree.level(0).len() as u32;
    if parent_level(tree) == 0 {
        return (0..count).collect();
    }
    let mut parents = Vec::new();
    let firsts = tree.level(1).iter().skip(1).map(|parent| parent.first_child);
    for (parent, end) in (0..).zip(firsts.chain([count as usize])) {
        parents.resize(end, parent);
    }
    parents
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

fn for_each_count(stems: &mut [u32], mut each: impl FnMut(u32, u32)) {
    stems.sort_unstable();
    for run in stems.chunk_by(|a, b| a == b) {
        if let Some(&stem) = run.first() {
            each(stem, run.len() as u32);
        }
    }
}

fn saturated(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(u8::MAX)
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
