//! Makes the index of documents.

use super::indexer::{IndexBuilder, no_documents};
use super::pins::Pin;
use super::prepared::{Prepared, Preparer};
use super::synonyms::Synonyms;
use crate::analyze::language::Language;
use crate::chunk::Levels;
use crate::document::Document;
use crate::error::Error;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The settings of a build.
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Language, Levels};
///
/// let levels = Levels::new(&[400, 1600], &[0.0])?;
/// let config = Config { levels, language: Language::from_tag("de")?, ..Config::default() };
/// assert!(Builder::new(config).is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Config {
    /// The levels of chunks.
    pub levels: Levels,
    /// The language of documents that do not name theirs. Where it is `none`, the words of all
    /// documents stay as they are.
    pub language: Language,
    /// Words that also find other words.
    pub synonyms: Synonyms,
    /// Pages that are shown first for a query, where the index has them.
    pub pins: Vec<Pin>,
}

impl Default for Config {
    /// Children of 500 and parents of 2,000 characters, English, no synonyms and no pins.
    fn default() -> Self {
        let (levels, language) = (Levels::default(), Language::english());
        Config { levels, language, synonyms: Synonyms::default(), pins: Vec::new() }
    }
}

/// Takes documents one after another and writes the index of all. The same documents in the same
/// order give the same bytes on every platform.
///
/// An index is of one tenant at most. Where documents name several, [`Builder::by_tenant`] gives a
/// builder for each.
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index};
///
/// let mut builder = Builder::new(Config::default());
/// let text = "Run the installer, then restart the shell.\n";
/// builder.add(Document { id: "install.md".into(), text: text.into(), ..Document::default() })?;
/// let bytes = builder.finish()?;
/// assert_eq!(Index::open(bytes)?.stats().documents, 1);
/// # Ok(())
/// # }
/// ```
pub struct Builder {
    pub(super) config: Config,
    preparer: Preparer,
    /// By the name of the tenant. Documents without a tenant have no others beside them.
    indexes: BTreeMap<Option<String>, IndexBuilder>,
    mergeable: bool,
}

impl Builder {
    /// A builder without documents.
    pub fn new(config: Config) -> Self {
        let preparer = Preparer::new(&config.levels);
        Builder { config, preparer, indexes: BTreeMap::new(), mergeable: false }
    }

    /// The same builder, for an index that [`Builder::add_index`] can add to others, and that a
    /// [`Collection`](super::Collection) can change. Call it before documents are added. It refuses
    /// tenants.
    #[must_use]
    pub fn mergeable(self) -> Self {
        Builder { mergeable: true, ..self }
    }

    /// The number of documents so far.
    pub fn len(&self) -> usize {
        self.indexes.values().map(IndexBuilder::len).sum()
    }

    /// Whether there are no documents yet.
    pub fn is_empty(&self) -> bool {
        self.indexes.is_empty()
    }

    /// Adds a document. Linear in the length of its text.
    ///
    /// # Errors
    /// [`Error::Document`] where the id is empty or was added before for the same tenant, where
    /// sections or parts do not fit the text, or where the boost cannot be used. [`Error::Config`]
    /// where it names a tenant and others do not, or the other way round, or where it names one and
    /// the index is to be merged. [`Error::TooLarge`] where the texts come to 4 GiB. The builder is
    /// then as it was before.
    pub fn add(&mut self, document: Document) -> Result<(), Error> {
        let prepared = self.preparer.prepare(document);
        self.add_prepared(prepared)
    }

    /// A preparer for the documents of this builder, for another thread.
    pub fn preparer(&self) -> Preparer {
        Preparer::new(&self.config.levels)
    }

    /// Like [`Builder::add`], for a document that was prepared.
    ///
    /// # Errors
    /// As for [`Builder::add`]; also [`Error::Document`] where it was prepared for other levels.
    pub fn add_prepared(&mut self, prepared: Prepared) -> Result<(), Error> {
        let tenant = self.tenant_of(&prepared)?;
        match self.indexes.get_mut(&tenant) {
            Some(index) => index.add(&self.config, prepared)?,
            None => {
                let mut index = IndexBuilder::new(&self.config, self.mergeable);
                index.add(&self.config, prepared)?;
                self.indexes.insert(tenant, index);
            }
        }
        Ok(())
    }

    /// The tenant of a document, if this builder takes it.
    fn tenant_of(&self, prepared: &Prepared) -> Result<Option<String>, Error> {
        let document = prepared.document();
        let fail = |message: &str| {
            Err(Error::Document { id: document.id.clone(), message: message.to_string() })
        };
        if prepared.levels != self.config.levels {
            return fail("it was prepared for other levels; prepare it again");
        }
        if self
            .indexes
            .keys()
            .next()
            .is_some_and(|other| other.is_none() != document.tenant.is_none())
        {
            let (one, others) = match document.tenant {
                None => ("none", "name one"),
                Some(_) => ("one", "name none"),
            };
            let id = &document.id;
            let message = format!(
                "the document {id:?} names {one}, and those before it {others}; name one in all of \
                 them or in none"
            );
            return Err(Error::config("tenant", message));
        }
        if document.tenant.as_deref() == Some("") {
            return fail("its tenant has no name; leave it out or name it");
        }
        if document.tenant.is_some() && self.mergeable {
            let message = "an index that can be merged does not know whose it is; give each tenant \
                an index of its own, and leave its name out";
            return Err(Error::config("tenant", message));
        }
        Ok(document.tenant.clone())
    }

    /// The pages that pins name and no document so far is, by id or address, each with the query.
    pub fn unknown_pins(&self) -> Vec<(&str, &str)> {
        let is_known = |page: &str| self.indexes.values().any(|index| index.has_pinned(page));
        let pages = self.config.pins.iter().flat_map(Pin::pages);
        pages.filter(|&(_, page)| !is_known(page)).collect()
    }

    /// A builder for each tenant, in the order of their names; this one where documents name none.
    pub fn by_tenant(self) -> Vec<(Option<String>, Builder)> {
        let Builder { config, preparer, indexes, mergeable } = self;
        if indexes.is_empty() {
            return Vec::from([(None, Builder { config, preparer, indexes, mergeable })]);
        }
        let of_one = |(tenant, index): (Option<String>, IndexBuilder)| {
            let builder = Builder {
                config: config.clone(),
                preparer: preparer.clone(),
                indexes: BTreeMap::from([(tenant.clone(), index)]),
                mergeable,
            };
            (tenant, builder)
        };
        indexes.into_iter().map(of_one).collect()
    }

    /// Writes the index of all documents added.
    ///
    /// # Errors
    /// [`Error::Config`] where there are none and it is not mergeable, or where they are of several
    /// tenants; [`Error::TooLarge`] where the index would have 4 GiB or more.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        let Builder { config, mut indexes, mergeable, .. } = self;
        let index = indexes.pop_first();
        if let (Some((Some(one), _)), Some(Some(other))) = (&index, indexes.keys().next()) {
            let message = format!(
                "an index is of one, and documents are of {one:?} and of {other:?}; make an index \
                 for each"
            );
            return Err(Error::config("tenant", message));
        }
        match index {
            Some((_, index)) => index.finish(&config),
            None if mergeable => IndexBuilder::new(&config, true).finish(&config),
            None => Err(no_documents()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Parts, Section};

    fn page(id: &str) -> Document {
        Document { id: id.into(), text: "Some text.\n".into(), ..Document::default() }
    }

    #[test]
    fn documents_are_checked() {
        let mut builder = Builder::new(Config::default());
        builder.add(page("a")).unwrap();
        assert!(builder.add(page("a")).unwrap_err().to_string().contains("unique"));
        assert!(builder.add(page("")).is_err());
        for boost in [0.0, -1.0, 100.1, f64::NAN, f64::INFINITY, 1e-300] {
            let error = builder.add(Document { boost, ..page("b") }).unwrap_err();
            assert!(error.to_string().contains("boost"), "{error}");
        }
        let tenant = Some("acme".into());
        let error = builder.add(Document { tenant, ..page("b") }).unwrap_err();
        let message = "tenant: the document \"b\" names one, and those before it name none; name one in \
                       all of them or in none";
        assert_eq!(error.to_string(), message);
        let tenant = Some(String::new());
        let mut unnamed = Builder::new(Config::default());
        assert!(unnamed.add(Document { tenant, ..page("b") }).is_err() && unnamed.is_empty());
        assert_eq!(builder.len(), 1);
    }

    #[test]
    fn prepared_documents_give_the_same_index() {
        let documents = ["Schön, schon.\n", "# Schon\n\nschön schon SCHÖN\n", ""].map(|text| {
            let heading = Section { level: 1, heading: 2..7, ..Section::default() };
            let sections = if text.starts_with('#') { alloc::vec![heading] } else { Vec::new() };
            Document { text: text.repeat(60), sections, lang: Some("de".into()), ..page(text) }
        });
        let mut one = Builder::new(Config::default());
        let mut other = Builder::new(Config::default());
        let mut preparer = other.preparer();
        for (number, document) in documents.into_iter().enumerate() {
            let document = Document { id: number.to_string(), ..document };
            one.add(document.clone()).unwrap();
            other.add_prepared(preparer.prepare(document)).unwrap();
        }
        assert_eq!(one.finish().unwrap(), other.finish().unwrap());
    }

    #[test]
    fn what_was_prepared_for_other_levels_is_refused() {
        let levels = Levels::new(&[100], &[]).unwrap();
        let mut other = Builder::new(Config { levels, ..Config::default() });
        let mut builder = Builder::new(Config::default());
        let mut preparer = builder.preparer();
        let error = other.add_prepared(preparer.prepare(page("a"))).unwrap_err().to_string();
        assert!(error.contains("for other levels; prepare it again"), "{error}");
        let prepared = preparer.prepare(page("a"));
        assert_eq!(prepared.document(), &page("a"));
        builder.add_prepared(prepared).unwrap();
        assert_eq!(preparer.prepare(page("b")).into_document(), page("b"));
    }

    #[test]
    fn what_is_wrong_with_a_prepared_document_is_told_when_it_is_added() {
        let mut builder = Builder::new(Config::default());
        let mut preparer = builder.preparer();
        let parts = Parts::Parents([99].into());
        for id in ["", "a"] {
            let wrong = Document { parts: parts.clone(), ..page(id) };
            let alone = builder.add(wrong.clone()).unwrap_err();
            let prepared = builder.add_prepared(preparer.prepare(wrong)).unwrap_err();
            assert_eq!(prepared.to_string(), alone.to_string());
            assert_eq!(alone.to_string().contains("it has no id"), id.is_empty());
        }
        assert!(builder.is_empty());
    }

    #[test]
    fn nothing_to_index_is_an_error() {
        assert!(Builder::new(Config::default()).finish().is_err());
    }
}
