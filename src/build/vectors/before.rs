//! The space of the vectors of an index before. An index that keeps it has the same
//! bytes for what did not change.

use super::pca;
use crate::error::ReadError;
use crate::format::vectors::Space;

/// The old components are kept as long as they keep this share of what new ones would keep of the
/// way in which vectors differ.
const MIN_VARIANCE_SHARE: f64 = 0.95;

/// And as long as the mean of the vectors is no farther from the old one,
/// beside how much they differ.
const MAX_MEAN_OFFSET: f64 = 0.1;

/// Gives a space the steps of one before and the way to it, if that has as many numbers of the same
/// embedder, of as many bits and of the same level, and is nearly as good for these vectors as the
/// space that was fitted to them.
pub(super) fn keep(before: &Space, space: &mut Space, vectors: &[&[f32]]) -> Result<(), ReadError> {
    let Space { embedder, level, bits, given, kept, .. } = before;
    let is_same = (embedder, level, bits, given, kept)
        == (&space.embedder, &space.level, &space.bits, &space.given, &space.kept);
    if !is_same {
        return Ok(());
    }
    let (variance, offset) = spread(before, vectors)?;
    let (most, _) = spread(space, vectors)?;
    if variance >= MIN_VARIANCE_SHARE * most && offset <= MAX_MEAN_OFFSET * variance {
        *space = Space { count: space.count, ..before.clone() };
    }
    Ok(())
}

/// The variance of some of the vectors in a space, and the distance of their mean from the one to
/// which the space was fitted: squares of lengths.
fn spread(space: &Space, vectors: &[&[f32]]) -> Result<(f64, f64), ReadError> {
    let mut sums = alloc::vec![0.0; space.kept];
    let (mut squares, mut count) = (0.0, 0.0);
    for vector in vectors.iter().step_by(vectors.len().div_ceil(pca::SAMPLE_VECTORS).max(1)) {
        for (sum, number) in sums.iter_mut().zip(space.reduce(vector)?) {
            *sum += f64::from(number);
            squares += f64::from(number) * f64::from(number);
        }
        count += 1.0;
    }
    let offset = sums.iter().map(|sum| sum / count * (sum / count)).sum::<f64>();
    Ok((squares / count - offset, offset))
}
