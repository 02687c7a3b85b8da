//! The vectors that were given, by the numbers of chunks.

use super::{Vectors, of_chunk};
use crate::error::{Error, decimal};
use crate::format::vectors::normalize;
use crate::index::IndexReader;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// For each chunk of a level its vector, if it has one.
type OfChunks<'v> = Vec<Option<&'v [f32]>>;

/// The vectors of children, and those that chunks of a level above have of their own.
pub(super) struct Given<'v> {
    children: OfChunks<'v>,
    above: Option<OfChunks<'v>>,
}

impl<'v> Given<'v> {
    /// Finds the chunks of all vectors: children, and the chunks of another level.
    ///
    /// # Errors
    /// [`Error::Config`] where there is a vector of a chunk that is not there.
    pub fn find(
        index: &IndexReader<'_>,
        vectors: &'v Vectors,
        level: usize,
    ) -> Result<Self, Error> {
        let mut used = BTreeSet::new();
        let children = of_level(index, vectors, 0, &mut used)?;
        let above = match level {
            0 => None,
            _ => Some(of_level(index, vectors, level, &mut used)?),
        };
        match vectors.values.keys().find(|id| !used.contains(id.as_str())) {
            Some(id) if level == 0 => Err(of_chunk(id, "the index has no such child")),
            Some(id) => Err(of_chunk(id, "the index has no such child or parent")),
            None => Ok(Given { children, above }),
        }
    }

    /// The vectors of the level: its chunks' own, or the means of their children's.
    pub fn of_level(
        &self,
        index: &IndexReader<'_>,
        level: usize,
    ) -> Result<Vec<Option<Vec<f32>>>, Error> {
        let Some(above) = &self.above else {
            let own = self.children.iter().map(|vector| vector.map(<[f32]>::to_vec));
            return Ok(own.collect());
        };
        let mut all = Vec::with_capacity(above.len());
        for (chunk, own) in above.iter().enumerate() {
            let children = index.tree.children(level, chunk)?;
            let children = self.children.get(children).unwrap_or_default();
            all.push(own.map(<[f32]>::to_vec).or_else(|| mean(children)));
        }
        Ok(all)
    }
}

fn of_level<'v>(
    index: &IndexReader<'_>,
    vectors: &'v Vectors,
    level: usize,
    used: &mut BTreeSet<&'v str>,
) -> Result<OfChunks<'v>, Error> {
    let mut all = Vec::with_capacity(index.tree.count(level));
    for document in 0..index.meta.documents as usize {
        let id = index.documents.get(document)?.id;
        let chunks = index.tree.descend(index.document_level(), document, level)?;
        for position in 0..chunks.len() {
            let [level, position] = [level, position].map(|number| decimal(number as u64));
            let name = [id, "#", &level, ".", &position].concat();
            let found = vectors.values.get_key_value(&name);
            used.extend(found.map(|(name, _)| name.as_str()));
            all.push(found.map(|(_, vector)| vector.as_slice()));
        }
    }
    Ok(all)
}

/// The mean of those vectors that are there, with length 1.
fn mean(vectors: &[Option<&[f32]>]) -> Option<Vec<f32>> {
    let mut there = vectors.iter().flatten();
    let mut sum = there.next()?.to_vec();
    for other in there {
        sum.iter_mut().zip(*other).for_each(|(sum, number)| *sum += number);
    }
    normalize(&mut sum);
    sum.iter().any(|&number| number != 0.0).then_some(sum)
}
