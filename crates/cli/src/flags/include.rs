//! The kinds of files that a walk reads, as the command line names and explains them.

use clap::ValueEnum;

/// A kind of files: see [`kindex_extract::Include`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Include {
    /// Markdown, MDX, HTML, text, JSON Lines, conversations; beside finished pages of
    /// HTML no Markdown and no text
    Docs,
    /// Documents that are not HTML, also beside finished pages
    Text,
    /// CSV, TSV
    Tables,
    /// Programs
    Code,
    /// Everything that can be read
    All,
}

impl From<Include> for kindex_extract::Include {
    fn from(include: Include) -> Self {
        match include {
            Include::Docs => Self::Docs,
            Include::Text => Self::Text,
            Include::Tables => Self::Tables,
            Include::Code => Self::Code,
            Include::All => Self::All,
        }
    }
}
