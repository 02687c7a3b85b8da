//! Errors in a file.

use std::fmt;

/// An error in a file: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1; none where the whole file is meant.
    pub line: Option<usize>,
    /// A text that says what is wrong and what to do, without a full stop.
    pub message: String,
}

impl Error {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Error { line: Some(line), message: message.into() }
    }

    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Error { line: None, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
