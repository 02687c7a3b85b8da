//! Lets readers go on where bytes are not loaded yet, so that all are asked for at once. In an index
//! in one file all bytes are there, and the first error ends the work.

use crate::error::{NotLoaded, ReadError};

/// The sign that bytes were not loaded, if any were missing so far.
#[derive(Default)]
pub(crate) struct Pending(Option<NotLoaded>);

impl Pending {
    /// The value of a result; none where its bytes are not loaded.
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

    /// Fails where any bytes were not loaded.
    pub fn finish(&self) -> Result<(), ReadError> {
        match self.0 {
            Some(missing) => Err(ReadError::NotLoaded(missing)),
            None => Ok(()),
        }
    }
}

/// A value that may not be loaded yet.
pub(crate) struct Deferred<T>(Result<T, NotLoaded>);

impl<T> Deferred<T> {
    /// Keeps a result whose bytes may not be loaded. Fails for any other error.
    pub fn new(result: Result<T, ReadError>) -> Result<Self, ReadError> {
        match result {
            Ok(value) => Ok(Deferred(Ok(value))),
            Err(ReadError::NotLoaded(missing)) => Ok(Deferred(Err(missing))),
            Err(error) => Err(error),
        }
    }

    /// Fails where the value is not loaded.
    pub fn get(&self) -> Result<&T, ReadError> {
        self.0.as_ref().map_err(|&missing| ReadError::NotLoaded(missing))
    }
}

/// Calls `act` for each item until it fails. Bytes that are not loaded fail only at the end.
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
