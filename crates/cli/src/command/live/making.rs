//! An index that is being made: the next one of a collection, or one of documents that are all new.

use crate::failure::Failure;
use crate::read::pages::Ready;
use kindex::{Builder, Error, Revision};

/// Why a collection cannot go on. The index is made anew then.
pub const TENANTS: &str = "documents name tenants";

/// An index that is being made.
pub enum Making<'c> {
    Revision(Box<Revision<'c>>),
    Whole(Box<Builder>),
}

impl Making<'_> {
    /// Takes a document, or gives why it is refused.
    ///
    /// # Errors
    /// [`TENANTS`] where a collection does not take any such document.
    pub fn add(&mut self, ready: Ready) -> Result<Result<(), Error>, Failure> {
        match self {
            Making::Revision(revision) => {
                if ready.document().is_some_and(|document| document.tenant.is_some()) {
                    return Err(Failure::new(TENANTS));
                }
                Ok(ready.revise(revision))
            }
            Making::Whole(builder) => Ok(ready.add_to(builder)),
        }
    }

    /// Whether there are no documents yet.
    pub fn is_empty(&self) -> bool {
        match self {
            Making::Revision(revision) => revision.is_empty(),
            Making::Whole(builder) => builder.is_empty(),
        }
    }

    /// The pages that pins name and no document is, each with the query.
    pub fn unknown_pins(&self) -> Vec<(&str, &str)> {
        match self {
            Making::Revision(revision) => revision.unknown_pins(),
            Making::Whole(builder) => builder.unknown_pins(),
        }
    }

    /// Writes the index.
    ///
    /// # Errors
    /// As for [`Builder::finish`].
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        match self {
            Making::Revision(revision) => revision.finish(),
            Making::Whole(builder) => builder.finish(),
        }
    }
}
