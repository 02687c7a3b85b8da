//! What can be wrong with a file, and what is only worth a word.

use std::fmt;

/// Why a file gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The file is not UTF-8.
    NotUtf8 {
        /// Byte offset of the first byte that is not UTF-8.
        offset: usize,
        /// Whether the file begins with a UTF-16 byte order mark.
        utf16: bool,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotUtf8 { utf16: true, .. } => {
                f.write_str("the file is UTF-16; save it as UTF-8")
            }
            Error::NotUtf8 { offset, .. } => {
                write!(f, "byte {offset} is not UTF-8; save the file as UTF-8")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Something that was left out or looked wrong. The rest of the file is used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Warning {
    /// What it is about.
    pub kind: WarningKind,
    /// The line of the file, from 1, where there is one.
    pub line: Option<usize>,
    /// What is wrong and what to do about it, as a sentence.
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

/// What a [`Warning`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub enum WarningKind {
    /// The front matter could not be read; the page is used without it.
    FrontMatter,
    /// A line of JSON Lines could not be read; its record is missing.
    BadLine,
    /// An export of conversations, or some of its messages, could not be read; the rest is used.
    BadRecord,
    /// A record has a key that means nothing here. Said once for each key of a file.
    UnknownKey,
    /// The page asks not to be indexed; it is missing, as intended.
    Skipped,
    /// What the page marks as its body has no text; the page is used without any.
    NoText,
    /// Rows of a table have more or fewer cells than its first row; nothing is missing.
    Ragged,
}
