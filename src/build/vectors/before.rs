//! The space and the vectors of words of an index before. An index that keeps them has the same bytes
//! for what did not change.

use super::pca;
use crate::error::ReadError;
use crate::format::dictionary;
use crate::format::vectors::Space;
use crate::index::IndexReader;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The old components are kept as long as they keep so much of what new ones would keep of the way in
/// which vectors differ.
const LEAST_VARIANCE: f64 = 0.95;

/// And as long as the mean of the vectors is no farther from the old one, beside how much they differ.
const MOST_OFFSET: f64 = 0.1;

/// The parts of an index before that the next one may keep.
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
    /// embedder, of as many bits and of the same level, and is nearly as good for these vectors as the
    /// space that was fitted to them.
    pub fn give_space(&self, space: &mut Space, vectors: &[&[f32]]) -> Result<bool, ReadError> {
        let Space { embedder, level, bits, given, kept, .. } = &self.space;
        let is_same = (embedder, level, bits, given, kept)
            == (&space.embedder, &space.level, &space.bits, &space.given, &space.kept);
        if !is_same {
            return Ok(false);
        }
        let (variance, offset) = spread(&self.space, vectors)?;
        let (most, _) = spread(space, vectors)?;
        let keeps = variance >= LEAST_VARIANCE * most && offset <= MOST_OFFSET * variance;
        if keeps {
            let count = space.count;
            space.clone_from(&self.space);
            space.count = count;
        }
        Ok(keeps)
    }

    /// For each of these stems, given by the numbers of their first words, the bytes of its vector.
    pub fn rows(
        &self,
        index: &IndexReader<'_>,
        stems: &[usize],
    ) -> Result<Vec<Option<&[u8]>>, ReadError> {
        let row = |&stem: &usize| {
            let words = words_of(index, stem)?;
            let place = words.iter().find_map(|word| self.places.get(word));
            Ok(place.and_then(|&place| self.rows.get(place)).map(Vec::as_slice))
        };
        stems.iter().map(row).collect()
    }
}

/// The variance of some of the vectors in a space, and the distance of their mean from the one to which
/// the space was fitted: squares of lengths.
fn spread(space: &Space, vectors: &[&[f32]]) -> Result<(f64, f64), ReadError> {
    let mut sums = alloc::vec![0.0; space.kept];
    let (mut squares, mut count) = (0.0, 0.0);
    for vector in vectors.iter().step_by(vectors.len().div_ceil(pca::SAMPLE).max(1)) {
        for (sum, number) in sums.iter_mut().zip(space.reduce(vector)?) {
            *sum += f64::from(number);
            squares += f64::from(number) * f64::from(number);
        }
        count += 1.0;
    }
    let offset = sums.iter().map(|sum| sum / count * (sum / count)).sum::<f64>();
    Ok((squares / count - offset, offset))
}

/// The words of a stem, as the dictionary has them.
fn words_of(index: &IndexReader<'_>, stem: usize) -> Result<Vec<Vec<u8>>, ReadError> {
    let mut words = Vec::new();
    index.words.words_of(stem, &mut words)?;
    Ok(words)
}
