//! What tools end with: an answer, or an error that the caller can mend, or one that nobody can.

use kindex::Error;
use serde_json::Value;

/// A result in words and as JSON.
pub type Answer = (String, Value);

/// The reason that a tool has no answer.
#[derive(Debug)]
pub enum ToolError {
    /// The caller can mend it: the message says how.
    Argument(String),
    /// The index cannot be used, or shards of it are needed first.
    Index(Error),
    /// The host is to say with which vector a query is searched for.
    Query(String),
}

impl From<Error> for ToolError {
    fn from(error: Error) -> Self {
        ToolError::Index(error)
    }
}

/// An argument that cannot be used.
pub fn bad_argument<T>(message: impl Into<String>) -> Result<T, ToolError> {
    Err(ToolError::Argument(message.into()))
}

/// Turns an id that the index does not know into nothing.
///
/// # Errors
/// All others of the index.
pub fn known<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Error::UnknownId { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
