//! Going on where bytes are not there yet, so that all that is wanted is noted and not one at a
//! time. In an index in one file nothing is missing, and the first failure is the end.

use crate::error::ReadError;

/// Whether anything was missing so far.
#[derive(Default)]
pub(crate) struct Pending {
    #[cfg(feature = "shards")]
    any: bool,
}

impl Pending {
    /// What came of something; none where bytes are missing.
    #[cfg(feature = "shards")]
    pub fn absorb<T>(&mut self, result: Result<T, ReadError>) -> Result<Option<T>, ReadError> {
        match result {
            Err(ReadError::NotLoaded) => {
                self.any = true;
                Ok(None)
            }
            result => result.map(Some),
        }
    }

    /// What came of something; none where bytes are missing.
    #[cfg(not(feature = "shards"))]
    pub fn absorb<T>(&mut self, result: Result<T, ReadError>) -> Result<Option<T>, ReadError> {
        result.map(Some)
    }

    /// Fails where anything was missing.
    pub fn finish(&self) -> Result<(), ReadError> {
        #[cfg(feature = "shards")]
        if self.any {
            return Err(ReadError::NotLoaded);
        }
        Ok(())
    }
}

/// What may not be there yet.
pub(crate) struct Deferred<T> {
    #[cfg(feature = "shards")]
    held: Option<T>,
    #[cfg(not(feature = "shards"))]
    held: T,
}

impl<T> Deferred<T> {
    /// What came of reading it. Fails where anything but bytes is missing.
    pub fn new(result: Result<T, ReadError>) -> Result<Self, ReadError> {
        #[cfg(feature = "shards")]
        let result = Pending::default().absorb(result);
        Ok(Deferred { held: result? })
    }

    /// Fails where it is not there.
    #[cfg(feature = "shards")]
    pub fn get(&self) -> Result<&T, ReadError> {
        self.held.as_ref().ok_or(ReadError::NotLoaded)
    }

    /// Fails where it is not there.
    #[cfg(not(feature = "shards"))]
    pub fn get(&self) -> Result<&T, ReadError> {
        Ok(&self.held)
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
