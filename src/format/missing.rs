//! Going on where bytes are not there yet, so that all that is wanted is noted and not one at a
//! time. In an index in one file nothing is missing, and the first failure is the end.

use crate::error::Damage;

/// Whether anything was missing so far.
#[derive(Default)]
pub(crate) struct Missing {
    #[cfg(feature = "shards")]
    any: bool,
}

impl Missing {
    /// What came of something; none where bytes are missing.
    #[cfg(feature = "shards")]
    pub fn note<T>(&mut self, result: Result<T, Damage>) -> Result<Option<T>, Damage> {
        match result {
            Err(damage) if damage.is_missing() => {
                self.any = true;
                Ok(None)
            }
            result => result.map(Some),
        }
    }

    /// What came of something; none where bytes are missing.
    #[cfg(not(feature = "shards"))]
    pub fn note<T>(&mut self, result: Result<T, Damage>) -> Result<Option<T>, Damage> {
        result.map(Some)
    }

    /// Fails where anything was missing.
    pub fn end(self) -> Result<(), Damage> {
        #[cfg(feature = "shards")]
        if self.any {
            return Err(Damage::MISSING);
        }
        Ok(())
    }
}

/// What may not be there yet.
pub(crate) struct Soon<T> {
    #[cfg(feature = "shards")]
    held: Option<T>,
    #[cfg(not(feature = "shards"))]
    held: T,
}

impl<T> Soon<T> {
    /// What came of reading it. Fails where anything but bytes is missing.
    pub fn new(result: Result<T, Damage>) -> Result<Self, Damage> {
        #[cfg(feature = "shards")]
        let result = Missing::default().note(result);
        Ok(Soon { held: result? })
    }

    /// Fails where it is not there.
    #[cfg(feature = "shards")]
    pub fn get(&self) -> Result<&T, Damage> {
        self.held.as_ref().ok_or(Damage::MISSING)
    }

    /// Fails where it is not there.
    #[cfg(not(feature = "shards"))]
    pub fn get(&self) -> Result<&T, Damage> {
        Ok(&self.held)
    }
}

/// Does something for each until it fails, or for all where bytes are missing.
pub(crate) fn try_each<T>(
    items: impl IntoIterator<Item = T>,
    mut act: impl FnMut(T) -> Result<(), Damage>,
) -> Result<(), Damage> {
    let mut missing = Missing::default();
    for item in items {
        missing.note(act(item))?;
    }
    missing.end()
}
