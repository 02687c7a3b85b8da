//! Thresholds that figures must reach.

use super::show::figure;
use crate::failure::Failure;
use kindex_ir_metrics::{Measure, Measures, Report};
use std::str::FromStr;

/// The least that a measure may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    pub measure: Measure,
    least: f64,
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write one such as success@3=0.9".to_owned();
        let (measure, least) = text.split_once('=').ok_or_else(wrong)?;
        let least = least.parse().ok().filter(|least| (0.0..=1.0).contains(least));
        Ok(Threshold { measure: measure.parse()?, least: least.ok_or_else(wrong)? })
    }
}

/// Compares the means over all queries with what they must be.
///
/// # Errors
/// Where one is below; with all that are.
pub fn check(thresholds: &[Threshold], report: &Report) -> Result<(), Failure> {
    let means = report.total().means;
    let below = thresholds.iter().filter_map(|threshold| {
        let wanted = Measures::new(&[threshold.measure]);
        let measures = report.measures().iter().zip(&means);
        let (measure, &mean) =
            measures.into_iter().find(|(measure, _)| wanted.as_slice().contains(measure))?;
        let least = threshold.least;
        (mean < least).then(|| format!("{measure} is {}, below {least}", figure(mean)))
    });
    let below: Vec<String> = below.collect();
    if below.is_empty() { Ok(()) } else { Err(Failure::new(below.join("; "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_read() {
        let threshold: Threshold = "success@3=0.9".parse().unwrap();
        assert_eq!((threshold.measure.to_string().as_str(), threshold.least), ("success@3", 0.9));
        for wrong in ["success@3", "success@3=", "success@3=2", "success@3=NaN", "sucess@3=1"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
