//! What whoever calls a tool can mend, and what nobody can.

use kindex::Error;

/// Why a tool has no answer.
#[derive(Debug)]
pub enum Fault {
    /// The caller can mend it: the message says how.
    Mistake(String),
    /// The index cannot be used.
    Index(Error),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Fault::Index(error)
    }
}

/// A mistake of the caller.
pub fn mistake<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Mistake(message.into()))
}

/// What the index has by an id; nothing where it does not know it.
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
