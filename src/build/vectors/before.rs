//! The space and the vectors of words of an index before. An index that keeps them has the same bytes
//! for what did not change.

use crate::error::ReadError;
use crate::format::dictionary;
use crate::format::vectors::Space;
use crate::index::IndexReader;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// They are kept as long as no more than one in so many vectors of chunks came or went, and no more
/// than one in so many stems is new. After that they would fit other texts than those that are there.
const FEW: usize = 4;

/// What an index before has.
#[derive(Clone, Debug)]
pub(super) struct Before {
    space: Space,
    /// For each word the place of the vector of its stem.
    places: BTreeMap<Vec<u8>, usize>,
    /// The bytes of the vectors of stems.
    rows: Vec<Vec<u8>>,
}

impl Before {
    /// None where the index has no vectors. Linear in its words.
    pub fn of(index: &IndexReader<'_>) -> Result<Option<Self>, ReadError> {
        let Some(vectors) = index.vectors()? else { return Ok(None) };
        let space = vectors.space()?;
        let (mut places, mut rows) = (BTreeMap::new(), Vec::new());
        if let Some(of_words) = index.word_vectors()? {
            dictionary::each_list(&index.words, |stem, _| {
                let Some(row) = of_words.row(stem, space.kept)? else { return Ok(()) };
                for word in words_of(index, stem)? {
                    places.entry(word).or_insert(rows.len());
                }
                rows.push(row.to_vec());
                Ok(())
            })?;
        }
        Ok(Some(Before { space, places, rows }))
    }

    /// Takes over the steps of the space and the way to it, if it has as many numbers of the same
    /// embedder, of as many bits, and about as many vectors of the same level.
    pub fn give_space(&self, space: &mut Space) -> bool {
        let Space { embedder, level, bits, given, kept, count, .. } = &self.space;
        let is_same = (embedder, level, bits, given, kept)
            == (&space.embedder, &space.level, &space.bits, &space.given, &space.kept);
        let (few, many) = (space.count.min(*count), space.count.max(*count));
        let keeps = is_same && (many - few).saturating_mul(FEW) <= many;
        if keeps {
            let count = space.count;
            space.clone_from(&self.space);
            space.count = count;
        }
        keeps
    }

    /// For each of these stems, given by the numbers of their first words, the bytes of its vector.
    /// None for all where too many are new.
    pub fn rows(
        &self,
        index: &IndexReader<'_>,
        stems: &[usize],
    ) -> Result<Vec<Option<&[u8]>>, ReadError> {
        let mut rows = Vec::with_capacity(stems.len());
        for &stem in stems {
            let words = words_of(index, stem)?;
            let place = words.iter().find_map(|word| self.places.get(word));
            rows.push(place.and_then(|&place| self.rows.get(place)).map(Vec::as_slice));
        }
        let new = rows.iter().filter(|row| row.is_none()).count();
        if new.saturating_mul(FEW) > stems.len() {
            rows.fill(None);
        }
        Ok(rows)
    }
}

/// The words of a stem, as the dictionary has them.
fn words_of(index: &IndexReader<'_>, stem: usize) -> Result<Vec<Vec<u8>>, ReadError> {
    let mut words = Vec::new();
    index.words.words_of(stem, &mut words)?;
    Ok(words)
}
