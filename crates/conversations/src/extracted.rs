//! What a reader gives.

use kindex::Document;

/// The documents of one file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Extracted {
    /// A document for each conversation, with those of its memories after it.
    pub documents: Vec<Document>,
    /// The parts that were left out or looked wrong, in the order of the file.
    pub warnings: Vec<Warning>,
}

/// Something that was left out or looked wrong. The rest of the file is used.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The subject of a [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// A line of a session could not be read; its record is missing.
    BadLine,
    /// An export, or some of its messages, could not be read; the rest is used.
    BadRecord,
    /// Many entries of an export are of kinds that are not known; text may be missing.
    UnknownKinds,
    /// A conversation has no text; it is missing.
    NoText,
}
