//! Errors, as values.

use alloc::string::String;
use core::fmt;

/// The errors of building, opening and searching an index.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes do not begin like an index.
    NotAnIndex,
    /// The index was written in a format that this version does not read.
    UnsupportedVersion {
        /// The version that the index names.
        found: u16,
        /// The version that is read.
        expected: u16,
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
    /// There are fewer bytes than the header says.
    Truncated {
        /// Length in bytes that the header gives.
        expected: u64,
        /// Length in bytes of the input.
        found: u64,
    },
    /// Bytes of the index were altered: a checksum does not match or a value cannot be.
    Corrupt {
        /// The section of the index.
        section: &'static str,
        /// The fault there.
        what: &'static str,
    },
    /// The answer needs shards of the index that are not loaded: see `Index::wanted`.
    Missing,
    /// The index would need more bytes, documents or chunks than the format can number.
    TooLarge {
        /// The things of which there are too many.
        what: &'static str,
    },
    /// A setting cannot be used.
    Config {
        /// The setting.
        name: &'static str,
        /// The fault, and the values that are accepted.
        message: String,
    },
    /// Nothing in the index has this id.
    UnknownId {
        /// The id as given.
        id: String,
    },
    /// A document cannot be indexed.
    Document {
        /// The document's id.
        id: String,
        /// The fault, and a way to mend it.
        message: String,
    },
}

/// The reason that bytes of an index cannot be read. Almost every read may fail, so this is as
/// small as possible: in the smallest build it does not name the fault. Where it leaves the crate,
/// it becomes an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ReadError {
    /// No index can have such bytes.
    Corrupt {
        section: Text,
        #[cfg(feature = "explore")]
        what: Text,
    },
    /// The bytes are in a shard that is not loaded yet.
    NotLoaded,
}

/// A text behind a pointer of one word rather than two.
pub(crate) type Text = &'static &'static str;

impl ReadError {
    #[cfg(feature = "explore")]
    pub fn corrupt(section: Text, what: Text) -> Self {
        ReadError::Corrupt { section, what }
    }

    #[cfg(not(feature = "explore"))]
    pub fn corrupt(section: Text, _: Text) -> Self {
        ReadError::Corrupt { section }
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        match error {
            #[cfg(feature = "explore")]
            ReadError::Corrupt { section, what } => Error::Corrupt { section, what },
            #[cfg(not(feature = "explore"))]
            ReadError::Corrupt { section } => Error::Corrupt { section, what: "altered bytes" },
            ReadError::NotLoaded => Error::Missing,
        }
    }
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
            Error::Missing => "missing_shards",
            Error::TooLarge { .. } => "too_large",
            Error::Config { .. } => "invalid_option",
            Error::UnknownId { .. } => "unknown_id",
            Error::Document { .. } => "invalid_document",
        }
    }

    pub(crate) fn config(name: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Error::Config { name, message }
    }
}

/// The advice about an index that a later version made.
const USE_A_NEWER: &str = "; use a newer kindex or build it again";

impl Error {
    /// The message, as a sentence without a full stop. It is made without the formatting machinery,
    /// which is a tenth of the size of the WebAssembly that searches.
    pub fn message(&self) -> String {
        match self {
            Error::NotAnIndex => "not a Kindex index: it does not begin like one".into(),
            Error::UnsupportedVersion { found, expected } => [
                "the index has format version ",
                &decimal(*found),
                ", this version reads ",
                &decimal(*expected),
                USE_A_NEWER,
            ]
            .concat(),
            Error::UnknownFlags { flags } => [
                "the index uses features that this version does not know: flags ",
                &decimal(*flags),
                USE_A_NEWER,
            ]
            .concat(),
            Error::UnknownAnalyzer { found } => [
                "the index was made with an analyzer that this version does not know: number ",
                &decimal(*found),
                USE_A_NEWER,
            ]
            .concat(),
            Error::Truncated { expected, found } => [
                "the index is cut off: it should have ",
                &decimal(*expected),
                " bytes and has ",
                &decimal(*found),
            ]
            .concat(),
            Error::Corrupt { section, what } => {
                ["the index is damaged in its section ", section, ": ", what].concat()
            }
            Error::Missing => "shards of the index are not loaded that the answer needs".into(),
            Error::TooLarge { what } => ["too large for one index: ", what].concat(),
            Error::Config { name, message } => [name, ": ", message].concat(),
            Error::UnknownId { id } => ["nothing in the index has the id ", id].concat(),
            Error::Document { id, message } => ["document ", id, ": ", message].concat(),
        }
    }
}

/// A number in decimal notation, without the formatting machinery.
pub(crate) fn decimal(number: impl Into<u64>) -> String {
    digits(number.into())
}

fn digits(number: u64) -> String {
    let digit = char::from(b'0' + (number % 10) as u8);
    let mut text = match number / 10 {
        0 => String::new(),
        rest => digits(rest),
    };
    text.push(digit);
    text
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl core::error::Error for Error {}
