//! Tests whether two rankings differ by more than chance.

use fastrand::Rng;

/// Signs are drawn this many times.
const SIGN_DRAWS: u32 = 10_000;

/// The same comparison gives the same figures.
const SEED: u64 = 1;

/// Figures of the same queries, compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The mean of the differences: above 0 where the second is better.
    pub difference: f64,
    /// For how many queries the second is better.
    pub better: usize,
    /// For how many it is worse.
    pub worse: usize,
    /// The probability of a mean as far from 0 or farther where the two do not differ, by a
    /// two-sided paired randomization test: the signs of the differences are drawn 10,000 times.
    pub p: f64,
}

impl Comparison {
    /// Compares two lists of figures, one for each query in the same order.
    pub fn new(first: &[f64], second: &[f64]) -> Self {
        let differences = first.iter().zip(second).map(|(first, second)| second - first);
        let differences: Vec<f64> = differences.filter(|difference| *difference != 0.0).collect();
        // Not a sum: that of nothing is -0.
        let sum = differences.iter().fold(0.0, |sum, difference| sum + difference);
        let better = differences.iter().filter(|difference| **difference > 0.0).count();
        Comparison {
            difference: sum / first.len().max(1) as f64,
            better,
            worse: differences.len() - better,
            p: chance(&differences, sum.abs()),
        }
    }
}

/// The share of draws whose sum is as far from 0. The sum that was observed is one of them.
fn chance(differences: &[f64], sum: f64) -> f64 {
    let mut rng = Rng::with_seed(SEED);
    // Sums in another order may be smaller by their rounding.
    let sum = sum - 1e-9 * sum;
    let as_far = (0..SIGN_DRAWS).filter(|_| drawn(differences, &mut rng).abs() >= sum).count();
    (as_far as f64 + 1.0) / (f64::from(SIGN_DRAWS) + 1.0)
}

fn drawn(differences: &[f64], rng: &mut Rng) -> f64 {
    let mut sum = 0.0;
    for some in differences.chunks(64) {
        let signs = rng.u64(..);
        for (bit, difference) in some.iter().enumerate() {
            sum += if signs >> bit & 1 == 1 { *difference } else { -difference };
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_that_of_all_signs() {
        // Of the eight ways to draw three signs two give a sum as far from 0 as 6.
        let found = Comparison::new(&[0.0, 0.0, 0.0, 5.0], &[1.0, 2.0, 3.0, 5.0]);
        assert_eq!((found.difference, found.better, found.worse), (1.5, 3, 0));
        assert!((found.p - 0.25).abs() < 0.02, "{}", found.p);
        // And four as far as 4.
        let found = Comparison::new(&[1.0, 0.0, 0.0], &[0.0, 2.0, 3.0]);
        assert_eq!((found.better, found.worse), (2, 1));
        assert!((found.p - 0.5).abs() < 0.02, "{}", found.p);
    }

    #[test]
    fn no_difference_is_chance_and_a_steady_one_is_not() {
        let same = Comparison::new(&[0.5; 9], &[0.5; 9]);
        assert_eq!((same.p, same.difference.to_bits()), (1.0, 0.0f64.to_bits()));
        assert_eq!(Comparison::new(&[], &[]).p, 1.0);
        let found = Comparison::new(&[0.5; 100], &[0.4; 100]);
        assert!(found.p < 0.001 && found.worse == 100 && (found.difference + 0.1).abs() < 1e-12);
    }
}
