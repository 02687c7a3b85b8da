//! Builds one index.

use super::builder::Config;
use super::links::LinkCounts;
use super::pins::{Pin, PinnedPages};
use super::prepared::Prepared;
use super::share::Share;
use super::vocabulary::Vocabulary;
use super::words::NewDictionary;
use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::key::Key;
use crate::analyze::language::Language;
use crate::chunk::{Levels, MAX_LEVELS};
use crate::document::Document;
use crate::error::Error;
use crate::format::documents::DocumentsWriter;
use crate::format::header;
use crate::format::headings::HeadingsWriter;
use crate::format::meta::Meta;
use crate::format::names::NamesWriter;
use crate::format::sources::{SOURCES_SECTION, Settings, SourcesWriter};
use crate::format::tree::{self, TreeWriter};
use crate::format::{SectionId, forms, lengths, letters};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hashbrown::HashSet;

const _: () = assert!(MAX_LEVELS == tree::MAX_LEVELS, "what is written can be read");

/// Takes the documents of one index.
pub(super) struct IndexBuilder {
    ids: HashSet<String>,
    vocabulary: Vocabulary,
    index: NewIndex,
}

impl IndexBuilder {
    /// One without documents.
    pub fn new(config: &Config, mergeable: bool) -> Self {
        let index = NewIndex::new(config, mergeable);
        IndexBuilder { ids: HashSet::new(), vocabulary: Vocabulary::default(), index }
    }

    /// Adds a document.
    ///
    /// # Errors
    /// As for [`super::builder::Builder::add`], but for tenants.
    pub fn add(&mut self, config: &Config, prepared: Prepared) -> Result<(), Error> {
        check(prepared.document())?;
        let id = &prepared.document().id;
        if self.ids.contains(id) {
            return Err(same_id(id));
        }
        self.index.check_room(prepared.document())?;
        let share = Share::of(prepared, config, &mut self.vocabulary)?;
        self.index.add(&share, config, &self.vocabulary);
        self.ids.insert(share.document.id);
        Ok(())
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is a document with this id or address that pins name.
    pub fn has_pinned(&self, page: &str) -> bool {
        self.index.has_pinned(page)
    }

    /// Writes the index.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where it would have 4 GiB or more.
    pub fn finish(mut self, config: &Config) -> Result<Vec<u8>, Error> {
        self.index.finish(config, &mut self.vocabulary)
    }
}

/// Checks what can be known of a document by itself, before it is cut.
pub(super) fn check(document: &Document) -> Result<(), Error> {
    let fail = |message: &str| {
        Err(Error::Document { id: document.id.clone(), message: message.to_string() })
    };
    if document.id.is_empty() {
        return fail("it has no id");
    }
    let boost = f64::from(document.boost as f32);
    if !(boost > 0.0 && boost <= lengths::MAX_BOOST) {
        return fail("its boost is not above 0 and at most 100");
    }
    Ok(())
}

/// The error of an index without documents that can get none.
pub(super) fn no_documents() -> Error {
    Error::config("documents", "there are none to index")
}

pub(super) fn same_id(id: &str) -> Error {
    let message = "another document has the same id; make ids unique".to_string();
    Error::Document { id: id.to_string(), message }
}

/// The parts of an index that is being made, but for the ids of its documents.
pub(super) struct NewIndex {
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
    links: LinkCounts,
    pinned: PinnedPages,
    /// Only for an index that is to be merged with others.
    sources: Option<SourcesWriter>,
    text: Vec<u8>,
    body_terms: u64,
    title_terms: u64,
}

impl NewIndex {
    /// One without documents.
    pub fn new(config: &Config, mergeable: bool) -> Self {
        NewIndex {
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
            links: LinkCounts::default(),
            pinned: PinnedPages::default(),
            sources: mergeable.then(SourcesWriter::default),
            text: Vec::new(),
            body_terms: 0,
            title_terms: 0,
        }
    }

    /// Checks that the text of a document has room in the index.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the texts would come to 4 GiB.
    pub fn check_room(&self, document: &Document) -> Result<(), Error> {
        match u32::try_from(self.text.len() + document.text.len()) {
            Ok(_) => Ok(()),
            Err(_) => Err(Error::TooLarge { what: "the texts come to 4 GiB" }),
        }
    }

    /// Adds a document, whose terms are of this vocabulary.
    pub fn add(&mut self, share: &Share, config: &Config, vocabulary: &Vocabulary) {
        let (document, tree) = (&share.document, &share.tree);
        let (number, first_child) = (self.boosts.len(), self.tree.count(0));
        self.tree.push(tree, self.text.len() as u32);
        share.add_to(&mut self.words, vocabulary, number as u32, first_child);
        let names = share.names(number, first_child);
        names.for_each(|(key, named)| self.names.push(key, named));
        self.links.add(&document.links);
        let language = &share.language;
        if !self.languages.contains_key(language.tag()) {
            self.languages.insert(language.tag().to_string(), language.clone());
        }
        self.body_terms += share.body_terms();
        self.body_lengths.push(share.body_length());
        self.title_terms += share.title_length as u64;
        self.title_lengths.push(u8::try_from(share.title_length).unwrap_or(u8::MAX));
        self.add_keys(document);
        self.pinned.add(&config.pins, document, number as u32);
        self.boosts.push(document.boost as f32);
        self.documents.push(document, tree.cut_blocks());
        self.headings.push(&document.sections);
        self.sources.iter_mut().for_each(|sources| sources.push(document));
        self.text.extend_from_slice(document.text.as_bytes());
    }

    fn add_keys(&mut self, document: &Document) {
        let lang = document.lang.iter().filter(|lang| !lang.is_empty()).map(|_| "lang");
        self.keys.extend(lang.map(String::from));
        let keys = document.meta.keys().chain(document.filters.keys());
        // A query cannot name other keys, as a key ends at a blank there.
        self.keys.extend(keys.filter(|key| !key.contains(char::is_whitespace)).cloned());
    }

    /// Writes the index.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where it would have 4 GiB or more.
    pub fn finish(
        mut self,
        config: &Config,
        vocabulary: &mut Vocabulary,
    ) -> Result<Vec<u8>, Error> {
        let Config { levels, language, synonyms, pins } = config;
        let languages: Vec<_> = [language].into_iter().chain(self.languages.values()).collect();
        let of_documents: Vec<_> = self.languages.values().collect();
        self.words.add_bare_words(&of_documents, vocabulary);
        self.words.add_spellings(&of_documents, vocabulary);
        self.words.add_synonyms(synonyms, &languages, vocabulary);
        for language in languages {
            self.words.add_stop_words(language, vocabulary);
        }
        let pins = self.pinned.write(pins, &mut self.words.letters);
        let letters = UnicodeChars::default();
        let titles = self.names.titles();
        let is_title =
            |word: &str| Key::of(word, &letters).is_some_and(|key| titles.contains(&key));
        let (meta, overlap) = (self.meta(config), overlaps(levels).any(|overlap| overlap > 0));
        let new_letters = core::mem::take(&mut self.words.letters);
        let ((words, word_blocks), postings) = self.words.write(vocabulary, &is_title);
        let meta = Meta { word_blocks, ..meta };
        let (bodies, titles) = (&self.body_lengths, &self.title_lengths);
        let lengths = lengths::write(bodies, titles, &self.boosts);
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
            (SectionId::Names, self.names.finish(&self.links.levels())),
            (SectionId::Letters, letters::write::write(new_letters)),
        ]
        .map(|(id, bytes)| (id as u16, bytes))
        .to_vec();
        let forms = rules(language, &self.languages);
        let sources = self.sources.map(|sources| sources.finish(&settings(config)));
        let some = [(SectionId::Pins as u16, pins), (SectionId::Forms as u16, forms)];
        let some = some.into_iter().chain(sources.map(|bytes| (SOURCES_SECTION, bytes)));
        // Not as the last, which is `letters` in every index.
        let last = sections.len() - 1;
        for section in some.filter(|(_, bytes)| !bytes.is_empty()) {
            sections.insert(last, section);
        }
        header::write(&sections)
    }

    /// Whether there is a document with this id or address that pins name.
    pub fn has_pinned(&self, page: &str) -> bool {
        self.pinned.has(page)
    }

    /// The number of words in texts.
    pub fn words(&self) -> usize {
        self.words.entries()
    }

    fn meta(&self, Config { levels, language, .. }: &Config) -> Meta {
        let each = |values: &mut dyn Iterator<Item = u32>| {
            values.chain(core::iter::repeat(0)).take(levels.count()).collect()
        };
        Meta {
            language: tags(language, &self.languages),
            chunking: levels.as_numbers(),
            sizes: each(&mut levels.sizes().iter().copied()),
            overlaps: each(&mut overlaps(levels)),
            chunks: (0..levels.count()).map(|level| self.tree.count(level)).collect(),
            documents: self.boosts.len() as u32,
            headings: self.headings.count,
            words: self.words.entries() as u32,
            // They are known once the words are written.
            word_blocks: 0,
            stems: self.words.stems() as u32,
            body_terms: self.body_terms,
            title_terms: self.title_terms,
            keys: self.keys.iter().cloned().collect(),
        }
    }
}

/// The settings, as merging and changing need them.
fn settings(config: &Config) -> Settings<'_> {
    Settings {
        language: config.language.tag(),
        levels: config.levels.clone(),
        synonyms: config.synonyms.written(),
        pins: config.pins.iter().map(Pin::given).collect(),
    }
}

/// Thousandths of a chunk, by level.
fn overlaps(levels: &Levels) -> impl Iterator<Item = u32> {
    levels.overlaps().iter().map(|overlap| libm::round(overlap * 1000.0) as u32)
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
