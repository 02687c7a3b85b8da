//! Faults of files, and warnings.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The reason that a file gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes of the file are no text.
    NotText,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotText => f.write_str("the file is no text; leave it out with --exclude"),
        }
    }
}

impl std::error::Error for Error {}

/// Something that was left out or looked wrong. The rest of the file is used.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Warning {
    /// The subject of the warning.
    pub kind: WarningKind,
    /// The line of the file, from 1, where there is one.
    pub line: Option<usize>,
    /// The fault and what to do about it, as a sentence.
    pub message: String,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, line: Option<usize>, message: impl Into<String>) -> Self {
        Warning { kind, line, message: message.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The reason that a file is left out, though it could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[non_exhaustive]
pub enum Reason {
    /// It says so, as drafts do.
    Asked,
    /// It is what readers see whose address leads nowhere.
    ErrorPage,
    /// It only lists other pages, as those of a tag or an archive do.
    List,
    /// It only sends readers elsewhere.
    Redirect,
    /// It shows the source of a program.
    SourceView,
    /// It is an index of names, a search or its settings, made by the generator.
    Tool,
    /// It lacks `data-pagefind-body`, which other pages of the site have.
    Unmarked,
    /// It lies beside finished pages, and no address is known to lead to it.
    BesidePages,
    /// It is made of other pages, as a whole manual on one page is.
    Collection,
    /// It is the same page as the `index.html` beside it.
    Copy,
}

impl Reason {
    /// Its name in data, such as `errorPage`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Reason::Asked => "asked",
            Reason::ErrorPage => "errorPage",
            Reason::List => "list",
            Reason::Redirect => "redirect",
            Reason::SourceView => "sourceView",
            Reason::Tool => "tool",
            Reason::Unmarked => "unmarked",
            Reason::BesidePages => "besidePages",
            Reason::Collection => "collection",
            Reason::Copy => "copy",
        }
    }
}

/// For people, after the number of files that were left out.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Asked => "as asked",
            Reason::ErrorPage => "as error pages",
            Reason::List => "as lists of pages",
            Reason::Redirect => "as redirects",
            Reason::SourceView => "as views of source",
            Reason::Tool => "as indexes and tools",
            Reason::Unmarked => "without data-pagefind-body",
            Reason::BesidePages => "as text beside finished pages (--include text reads it)",
            Reason::Collection => "as collections of other pages",
            Reason::Copy => "as copies of an index.html",
        })
    }
}

/// The subject of a [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub enum WarningKind {
    /// The front matter could not be read; the page is used without it.
    FrontMatter,
    /// A byte could not be read; U+FFFD stands for it. Said once for each file.
    BadByte,
    /// A line of JSON Lines could not be read; its record is missing.
    BadLine,
    /// An export of conversations, or some of its messages, could not be read; the rest is used.
    BadRecord,
    /// Many entries of an export are of kinds that are not known; text may be missing.
    UnknownKinds,
    /// A record has a key that means nothing here. Said once for each key of a file.
    UnknownKey,
    /// The page is no page to be found, or asks not to be; it is missing, as intended.
    Skipped(Reason),
    /// The part that the page marks as its body has no text; the page is used without any.
    NoText,
    /// Rows of a table have more or fewer cells than its first row; nothing is missing.
    Ragged,
}
