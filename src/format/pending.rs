//! Going on where bytes are not there yet, so that all that is wanted is noted and not one at a
//! time. In an index in one file nothing is missing, and the first failure is the end.

use crate::error::{NotLoaded, ReadError};

/// Whether anything was missing so far.
#[derive(Default)]
pub(crate) struct Pending(Option<NotLoaded>);

impl Pending {
    /// What came of something; none where bytes are missing.
    pub fn absorb<T>(&mut self, result: Result<T, ReadError>) -> Result<Option<T>, ReadError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(ReadError::NotLoaded(missing)) => {
                self.0 = Some(missing);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Fails where anything was missing.
    pub fn finish(&self) -> Result<(), ReadError> {
        match self.0 {
            Some(missing) => Err(ReadError::NotLoaded(missing)),
            None => Ok(()),
        }
    }
}

/// What may not be there yet.
pub(crate) struct Deferred<T>(Result<T, NotLoaded>);

impl<T> Deferred<T> {
    /// What came of reading it. Fails where anything but bytes is missing.
    pub fn new(result: Result<T, ReadError>) -> Result<Self, ReadError> {
        match result {
            Ok(value) => Ok(Deferred(Ok(value))),
            Err(ReadError::NotLoaded(missing)) => Ok(Deferred(Err(missing))),
            Err(error) => Err(error),
        }
    }

    /// Fails where it is not there.
    pub fn get(&self) -> Result<&T, ReadError> {
        self.0.as_ref().map_err(|&missing| ReadError::NotLoaded(missing))
    }
}

/// Does something for each until it fails, or for all where bytes are missing.
pub(crate) fn try_each<T>(
    items: impl IntoIterator<Item = T>,
    mut act: impl FnMut(T) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut pending = Pending::default();
    for item in items {
        pending.absorb(act(item))?;
    }
    pending.finish()
}
