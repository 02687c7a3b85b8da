//! Principal component analysis, by orthogonal iteration (Golub and Van Loan, "Matrix
//! Computations", section 8.2): the directions in which vectors differ most.

use alloc::vec;
use alloc::vec::Vec;

/// At most this many vectors are looked at.
pub(super) const SAMPLE_VECTORS: usize = 1 << 11;

/// More rounds change nothing that shows in results.
const ROUNDS: usize = 8;

/// The mean of vectors.
pub(super) fn mean(vectors: &[&[f32]]) -> Vec<f32> {
    let mut sum = vec![0.0f64; vectors.first().map_or(0, |first| first.len())];
    for vector in vectors {
        sum.iter_mut().zip(*vector).for_each(|(sum, &number)| *sum += f64::from(number));
    }
    sum.into_iter().map(|sum| (sum / vectors.len().max(1) as f64) as f32).collect()
}

/// Orthogonal rows of factors that take vectors to `kept` numbers: their principal components. None
/// where vectors stay as they are.
pub(super) fn rows(vectors: &[&[f32]], mean: &[f32], kept: usize) -> Option<Vec<f32>> {
    let given = mean.len();
    if kept >= given {
        return None;
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut rows: Vec<f32> = (0..kept * given).map(|_| random.next()).collect();
    orthogonalize(&mut rows, given);
    let covariance = covariance(vectors, mean);
    for _ in 0..ROUNDS {
        rows = times(&rows, &covariance, given);
        orthogonalize(&mut rows, given);
    }
    Some(rows)
}

/// The sum over a sample of the products of each two numbers of a vector.
fn covariance(vectors: &[&[f32]], mean: &[f32]) -> Vec<f32> {
    let given = mean.len();
    let mut sums = vec![0.0; given * given];
    let step = vectors.len().div_ceil(SAMPLE_VECTORS).max(1);
    for vector in vectors.iter().step_by(step) {
        let centred: Vec<f32> =
            vector.iter().zip(mean).map(|(number, mean)| number - mean).collect();
        for (at, (row, &factor)) in sums.chunks_mut(given).zip(&centred).enumerate() {
            let (_, row) = row.split_at_mut(at);
            add(row, factor, centred.get(at..).unwrap_or_default());
        }
    }
    mirror(&mut sums, given);
    sums
}

/// Copies what stands right of the diagonal of a square to its left.
fn mirror(square: &mut [f32], width: usize) {
    for row in 1..width {
        for column in 0..row {
            let value = square.get(column * width + row).copied().unwrap_or_default();
            if let Some(place) = square.get_mut(row * width + column) {
                *place = value;
            }
        }
    }
}

/// The product of a matrix and one whose rows have `width` numbers.
fn times(left: &[f32], right: &[f32], width: usize) -> Vec<f32> {
    let inner = right.len() / width.max(1);
    let mut product = Vec::with_capacity(left.len() / inner.max(1) * width);
    for factors in left.chunks(inner.max(1)) {
        let mut row = vec![0.0; width];
        for (&factor, other) in factors.iter().zip(right.chunks(width)) {
            add(&mut row, factor, other);
        }
        product.extend(row);
    }
    product
}

/// Adds a multiple of a row to another.
fn add(row: &mut [f32], factor: f32, other: &[f32]) {
    row.iter_mut().zip(other).for_each(|(sum, number)| *sum += factor * number);
}

/// Makes rows of `width` numbers orthogonal to each other, with length 1 (modified Gram-Schmidt). A
/// row that depends on those before it becomes zero.
fn orthogonalize(rows: &mut [f32], width: usize) {
    for end in (width..=rows.len()).step_by(width.max(1)) {
        let (before, row) = rows.split_at_mut(end - width);
        let Some(row) = row.get_mut(..width) else { return };
        let length = norm(row);
        for other in before.chunks(width) {
            let share = dot(row, other);
            add(row, -share, other);
        }
        let left = norm(row);
        // The rest is rounding.
        let is_left = left > length * 1e-4;
        row.iter_mut().for_each(|number| *number = if is_left { *number / left } else { 0.0 });
    }
}

fn norm(row: &[f32]) -> f32 {
    libm::sqrtf(dot(row, row))
}

/// The sum of products, in lanes as a processor has them.
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks(sums.len()).zip(other.chunks(sums.len())) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.into_iter().fold(0.0, |sum, lane| sum + lane)
}

/// Numbers from -1 to 1 that look random and are the same everywhere
/// (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors that lie in a plane of a space of 16 dimensions, up to little.
    fn plane() -> Vec<Vec<f32>> {
        let mut random = Random(7);
        let vectors = (0..200).map(|_| {
            let (along, across) = (random.next(), random.next());
            let of = |at: usize| match at {
                3 => 1.0 + along,
                9 => across * 0.5,
                _ => random.next() * 0.01,
            };
            (0..16).map(of).collect()
        });
        vectors.collect()
    }

    #[test]
    fn the_first_components_are_those_of_the_plane() {
        let vectors = plane();
        let vectors: Vec<&[f32]> = vectors.iter().map(Vec::as_slice).collect();
        let mean = mean(&vectors);
        assert!((mean[3] - 1.0).abs() < 0.1 && mean[5].abs() < 0.01);
        let rows = rows(&vectors, &mean, 8).unwrap();
        assert!(rows[3].abs() > 0.999, "{}", rows[3]);
        assert!(rows[16 + 9].abs() > 0.999, "{}", rows[16 + 9]);
    }

    #[test]
    fn rows_are_orthogonal() {
        let vectors = plane();
        let vectors: Vec<&[f32]> = vectors.iter().map(Vec::as_slice).collect();
        let mean = mean(&vectors);
        for kept in [1, 8, 15] {
            let rows = rows(&vectors, &mean, kept).unwrap();
            for (at, one) in rows.chunks(16).enumerate() {
                for (other_at, other) in rows.chunks(16).enumerate() {
                    let expected = f32::from(u8::from(at == other_at));
                    assert!((dot(one, other) - expected).abs() < 1e-4, "{kept}");
                }
            }
        }
        assert!(rows(&vectors, &mean, 16).is_none());
    }
}
