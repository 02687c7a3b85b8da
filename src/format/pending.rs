//! Lets readers go on where bytes are not loaded yet, so that all are asked for at once. In an
//! index in one file all bytes are there, and the first error ends the work.

use crate::error::ReadError;

/// Whether any bytes were not loaded so far.
#[derive(Default)]
pub(crate) struct Pending(bool);

impl Pending {
    /// The value of a result; none where its bytes are not loaded.
    pub fn absorb<T>(&mut self, result: Result<T, ReadError>) -> Result<Option<T>, ReadError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(ReadError::NotLoaded) => {
                self.0 = true;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Fails where any bytes were not loaded.
    pub fn finish(&self) -> Result<(), ReadError> {
        if self.0 { Err(ReadError::NotLoaded) } else { Ok(()) }
    }
}

/// A value that may not be loaded yet.
pub(crate) struct Deferred<T>(Option<T>);

impl<T> Deferred<T> {
    /// Keeps a result whose bytes may not be loaded. Fails for any other error.
    pub fn new(result: Result<T, ReadError>) -> Result<Self, ReadError> {
        match result {
            Ok(value) => Ok(Deferred(Some(value))),
            Err(ReadError::NotLoaded) => Ok(Deferred(None)),
            Err(error) => Err(error),
        }
    }

    /// Fails where the value is not loaded.
    pub fn get(&self) -> Result<&T, ReadError> {
        self.0.as_ref().ok_or(ReadError::NotLoaded)
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
