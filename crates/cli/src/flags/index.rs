//! The flags for turning documents into an index.

use crate::failure::Failure;
use crate::flags::chunks::Chunks;
use crate::whole;
use kindex::{Config, Error, Language, Pin, Synonyms};
use std::path::{Path, PathBuf};

/// The flags by which an index is made of documents.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub struct IndexFlags {
    /// The language of documents that name none, as a tag such as en or pt-BR; with none no words
    /// are stemmed [default: en]
    #[arg(long, value_name = "TAG", value_parser = language_tag, help_heading = "Pages")]
    language: Option<String>,
    /// Words by which others are found too: a text file with a rule on each line, js, javascript
    /// (each finds the other) or k8s => kubernetes (the first finds the second); # begins a comment
    #[arg(long, value_name = "FILE", help_heading = "Pages")]
    pub synonyms: Option<PathBuf>,
    /// Pages that are shown first for a query: a YAML file, -
    /// { query: install, pages: [install.md] } for each, by id or URL; with match: prefix the
    /// beginning of the query is enough
    #[arg(long, value_name = "FILE", help_heading = "Pages")]
    pub pins: Option<PathBuf>,
    #[command(flatten)]
    pub chunks: Chunks,
}

fn language_tag(tag: &str) -> Result<String, String> {
    Language::from_tag(tag).map(|_| tag.to_owned()).map_err(|error| error.to_string())
}

impl IndexFlags {
    /// The configuration of the library.
    ///
    /// # Errors
    /// If levels, synonyms or pins cannot be used.
    pub fn config(&self) -> Result<Config, Failure> {
        let language = Language::from_tag(self.language());
        let language = language.map_err(|error| Failure::library(&error))?;
        let synonyms = self.synonyms.as_deref().map(read_synonyms).transpose()?.unwrap_or_default();
        let pins = self.pins.as_deref().map(read_pins).transpose()?.unwrap_or_default();
        Ok(Config { levels: self.chunks.levels()?, language, synonyms, pins })
    }

    /// The tag of the language of documents that name none.
    pub fn language(&self) -> &str {
        self.language.as_deref().unwrap_or("en")
    }
}

fn read_synonyms(path: &Path) -> Result<Synonyms, Failure> {
    let source = whole::text_of(path)?;
    Synonyms::parse(&source).map_err(|error| {
        let what = match error {
            Error::Config { message, .. } => message,
            other => other.message(),
        };
        Failure::new(format!("cannot use {}: {what}", path.display()))
    })
}

fn read_pins(path: &Path) -> Result<Vec<Pin>, Failure> {
    let source = whole::text_of(path)?;
    kindex_extract::pins(&source)
        .map_err(|error| Failure::new(format!("cannot use {}: {error}", path.display())))
}
