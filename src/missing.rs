//! Doing something for each of many, where what it needs may lie in files that are not loaded.

use crate::error::Damage;

/// Does something for each until it fails.
#[cfg(not(feature = "shards"))]
pub(crate) fn try_each<T>(
    items: impl IntoIterator<Item = T>,
    act: impl FnMut(T) -> Result<(), Damage>,
) -> Result<(), Damage> {
    items.into_iter().try_for_each(act)
}

/// Does something for each until it fails; goes on where bytes are not there yet, so that all that
/// is wanted is noted at once.
#[cfg(feature = "shards")]
pub(crate) fn try_each<T>(
    items: impl IntoIterator<Item = T>,
    mut act: impl FnMut(T) -> Result<(), Damage>,
) -> Result<(), Damage> {
    let mut missing = Ok(());
    for item in items {
        match act(item) {
            Err(damage) if damage.is_missing() => missing = Err(damage),
            done => done?,
        }
    }
    missing
}
