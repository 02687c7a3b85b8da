//! What can go wrong, as values.

use alloc::string::String;
use core::fmt;

/// Everything that can go wrong in building, opening and searching an index.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes do not begin like an index.
    NotAnIndex,
    /// The index was written in a format that this version does not read.
    UnsupportedVersion {
        /// The version that the index names.
        found: u16,
    },
    /// The index needs a feature that this version does not have.
    UnknownFlags {
        /// The flags as they stand in the header.
        flags: u16,
    },
    /// The index was analyzed in a way that this version does not know.
    UnknownAnalyzer {
        /// The analyzer's number in the index.
        found: u16,
    },
    /// There are fewer bytes than the index says it has.
    Truncated {
        /// Length in bytes that the header gives.
        expected: u64,
        /// Length in bytes of what was given.
        found: u64,
    },
    /// Bytes of the index were altered: a checksum does not match or a value cannot be.
    Corrupt {
        /// The section of the index.
        section: &'static str,
        /// What is wrong there.
        what: &'static str,
    },
    /// The index would need more bytes, documents or chunks than the format can number.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
    /// A setting cannot be used.
    Config {
        /// The setting.
        name: &'static str,
        /// What is wrong and what is accepted.
        message: String,
    },
    /// A document cannot be indexed.
    Document {
        /// The document's id.
        id: String,
        /// What is wrong and what to do.
        message: String,
    },
}

impl Error {
    /// A short stable name of the kind of error, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Error::NotAnIndex => "not_an_index",
            Error::UnsupportedVersion { .. } => "unsupported_version",
            Error::UnknownFlags { .. } => "unknown_flags",
            Error::UnknownAnalyzer { .. } => "unknown_analyzer",
            Error::Truncated { .. } => "truncated",
            Error::Corrupt { .. } => "corrupt",
            Error::TooLarge { .. } => "too_large",
            Error::Config { .. } => "invalid_option",
            Error::Document { .. } => "invalid_document",
        }
    }

    pub(crate) fn config(name: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Error::Config { name, message }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotAnIndex => f.write_str("not a Kindex index: it does not begin like one"),
            Error::UnsupportedVersion { found } => write!(
                f,
                "the index has format version {found}, this version reads {}: build the index again",
                crate::blob::VERSION
            ),
            Error::UnknownFlags { flags } => write!(
                f,
                "the index uses features that this version does not know (flags {flags:#06x})"
            ),
            Error::UnknownAnalyzer { found } => write!(
                f,
                "the index was made with analyzer {found}, which this version does not know"
            ),
            Error::Truncated { expected, found } => {
                write!(f, "the index is cut off: it should have {expected} bytes and has {found}")
            }
            Error::Corrupt { section, what } => {
                write!(f, "the index is damaged in its section {section}: {what}")
            }
            Error::TooLarge { what } => write!(f, "too large for one index: {what}"),
            Error::Config { name, message } => write!(f, "{name}: {message}"),
            Error::Document { id, message } => write!(f, "document {id}: {message}"),
        }
    }
}

impl core::error::Error for Error {}
