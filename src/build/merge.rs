//! Makes one index of several. It restores the documents of each and indexes them again, so the
//! result is the same as that of one build of all.

use super::builder::{Builder, Config};
use super::pins::Pin;
use super::synonyms::Synonyms;
use crate::analyze::language::Language;
use crate::chunk::Levels;
use crate::document::{Document, Section};
use crate::error::{Error, ReadError};
use crate::format::sources::{Settings, Sources};
use crate::index::{Index, IndexReader};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Builder {
    /// A builder with the settings of an index that was built to be merged.
    ///
    /// # Errors
    /// [`Error::Config`] where it was not built so; [`Error::Corrupt`] where it is damaged.
    pub fn with_settings_of<B: AsRef<[u8]>>(index: &Index<B>) -> Result<Self, Error> {
        config_of(&sources(index)?.settings).map(Builder::new)
    }

    /// Adds the documents of an index that was built to be merged, in their order. The result is
    /// that of [`Builder::add`] for each of its documents. If it fails, some documents may have
    /// been added.
    ///
    /// # Errors
    /// [`Error::Config`] where the index was not built to be merged, or with other settings than
    /// this builder has; [`Error::Corrupt`] where it is damaged; and what [`Builder::add`] gives.
    pub fn add_index<B: AsRef<[u8]>>(&mut self, index: &Index<B>) -> Result<(), Error> {
        index.verify()?;
        let theirs = config_of(&sources(index)?.settings)?;
        same(&self.config, &theirs)?;
        for pin in theirs.pins {
            if !self.config.pins.contains(&pin) {
                self.config.pins.push(pin);
            }
        }
        each_document(index, |document| self.add(document))
    }
}

/// The settings of an index that was built to be merged, with its pins. It is checked as a whole.
pub(super) fn config<B: AsRef<[u8]>>(index: &Index<B>) -> Result<Config, Error> {
    index.verify()?;
    config_of(&sources(index)?.settings)
}

/// Reads the documents of an index that was built to be merged.
pub(super) fn each_document<B: AsRef<[u8]>>(
    index: &Index<B>,
    mut each: impl FnMut(Document) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut sources = sources(index)?;
    let reader = index.reader()?;
    for number in 0..reader.meta.documents as usize {
        let mut document = document(&reader, number)?;
        sources.complete(&mut document)?;
        each(document)?;
    }
    Ok(sources.end()?)
}

fn sources<B: AsRef<[u8]>>(index: &Index<B>) -> Result<Sources<'_>, Error> {
    let unmade = "the index does not keep what merging and changing need; build it again as \
        mergeable, in one file";
    index.sources()?.ok_or_else(|| Error::config("mergeable", unmade))
}

fn config_of(settings: &Settings<'_>) -> Result<Config, Error> {
    let language = Language::from_tag(settings.language)?;
    let synonyms = Synonyms::of_written(&settings.synonyms)?;
    let pins = settings.pins.iter().map(Pin::of_given).collect::<Result<_, _>>()?;
    Ok(Config { levels: settings.levels.clone(), language, synonyms, pins })
}

/// Checks that two indexes were built alike.
fn same(ours: &Config, theirs: &Config) -> Result<(), Error> {
    let differ = |name, ours: &str, theirs: &str| {
        let message = format!(
            "the index was built with {theirs} and those before it with {ours}; build all with the same"
        );
        Err(Error::config(name, message))
    };
    let (one, other) = (settings_of(&ours.levels), settings_of(&theirs.levels));
    for ((name, ours), (_, theirs)) in one.iter().zip(&other) {
        if ours != theirs {
            return differ(name, ours, theirs);
        }
    }
    if ours.language.tag() != theirs.language.tag() {
        return differ("language", ours.language.tag(), theirs.language.tag());
    }
    if ours.synonyms != theirs.synonyms {
        return differ("synonyms", "other rules", "some rules");
    }
    Ok(())
}

/// The settings of levels, by their names, as texts to compare and to show.
fn settings_of(levels: &Levels) -> [(&'static str, String); 6] {
    [
        ("levels", format!("{:?}", levels.sizes())),
        ("overlap", format!("{:?}", levels.overlaps())),
        ("unit", format!("{:?}", levels.unit())),
        ("chunker", format!("{:?}", levels.chunker())),
        ("parents", format!("{:?}", levels.parents())),
        ("sectionDepth", levels.depth().to_string()),
    ]
}

/// A document with all that the sections of every index tell of it.
fn document(reader: &IndexReader<'_>, number: usize) -> Result<Document, ReadError> {
    let record = reader.documents.get(number)?;
    let text = reader.text(reader.tree.span(reader.document_level(), number)?)?;
    let headings = reader.headings.get(number)?.into_iter().map(|heading| Section {
        level: heading.level,
        start: heading.start,
        heading: heading.words,
        anchor: heading.anchor.to_string(),
        is_link_list: heading.is_link_list,
        extra: String::new(),
    });
    let owned = |values: Vec<&str>| values.into_iter().map(String::from).collect();
    let meta = record.owned_meta();
    let filters = record.filters.into_iter().map(|(key, values)| (key.to_string(), owned(values)));
    Ok(Document {
        id: record.id.to_string(),
        url: record.url.to_string(),
        title: record.title.to_string(),
        lang: Some(record.lang.to_string()),
        meta: meta.into_iter().collect(),
        filters: filters.collect(),
        boost: reader.lengths()?.boost(number)?,
        text: text.to_string(),
        sections: headings.collect(),
        ..Document::default()
    })
}
