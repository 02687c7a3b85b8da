//! Which kinds of files a walk reads.

use clap::ValueEnum;
use kindex_extract::Format;

/// A kind of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Include {
    /// Markdown, MDX, HTML, text, JSON Lines, conversations; beside finished pages of HTML no Markdown and no text
    Docs,
    /// What of docs is not HTML, also beside finished pages
    Text,
    /// CSV, TSV
    Tables,
    /// Programs
    Code,
    /// Everything that can be read
    All,
}

impl Include {
    /// Whether text is read also where it lies beside finished pages.
    pub fn covers_text_beside_pages(self) -> bool {
        matches!(self, Include::Text | Include::All)
    }

    /// Whether files of a format are of this kind.
    pub fn covers(self, format: Format) -> bool {
        match self {
            Include::All => true,
            Include::Tables => format == Format::Table,
            Include::Code => format == Format::Code,
            Include::Docs => !matches!(format, Format::Table | Format::Code),
            Include::Text => !matches!(format, Format::Table | Format::Code | Format::Html),
        }
    }
}
