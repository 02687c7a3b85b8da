//! Grids of settings.

use super::settings::Settings;
use super::show::{self, figure};
use super::table::Table;
use crate::failure::Failure;
use kindex_ir_metrics::{Measure, Report};
use serde_json::{Map, Value};
use std::str::FromStr;

/// One setting with the values to try.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    name: String,
    values: Vec<String>,
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write one such as k1=0.9,1.2 or levels=2000/500,1500/500".to_owned();
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        if values.iter().any(String::is_empty) {
            return Err(wrong());
        }
        Ok(Axis { name: name.trim().to_owned(), values })
    }
}

/// Settings of the grid, with their names.
pub struct Point {
    pub name: String,
    pub settings: Settings,
}

/// All combinations of values, the first axis changing last; none without an axis.
///
/// # Errors
/// Where a setting is unknown or a value cannot be used.
pub fn grid(axes: &[Axis], given: &Settings) -> Result<Vec<Point>, Failure> {
    let mut names: Vec<String> = if axes.is_empty() { Vec::new() } else { vec![String::new()] };
    for Axis { name, values } in axes {
        let longer = |before: &String| {
            let between = if before.is_empty() { "" } else { "," };
            let longer = values.iter().map(|value| format!("{before}{between}{name}={value}"));
            longer.collect::<Vec<_>>()
        };
        names = names.iter().flat_map(longer).collect();
    }
    let point = |name: String| Ok(Point { settings: given.other(&name)?, name });
    names.into_iter().map(point).collect()
}

/// The figures of the grid, best first.
pub struct Swept {
    pub rows: Vec<(String, Report)>,
}

impl Swept {
    /// Sorts by a measure; where it is equal by the order of the grid.
    pub fn new(mut rows: Vec<(String, Report)>, by: &Measure) -> Self {
        let value = |report: &Report| {
            let at = report.measures().iter().position(|measure| measure == by);
            at.and_then(|at| report.total().means.get(at).copied()).unwrap_or_default()
        };
        rows.sort_by(|(_, one), (_, other)| value(other).total_cmp(&value(one)));
        Swept { rows }
    }

    /// A row for each combination.
    pub fn text(&self) -> String {
        let measures = self.rows.first().map(|(_, report)| report.measures()).unwrap_or_default();
        let head = measures.iter().map(ToString::to_string);
        let mut table = Table::new(["settings".to_owned()].into_iter().chain(head));
        for (name, report) in &self.rows {
            let means = report.total().means;
            table.row([name.clone()].into_iter().chain(means.into_iter().map(figure)));
        }
        table.text()
    }

    /// A list of objects, each as for one configuration, with its settings.
    pub fn json(&self, per_query: bool) -> Value {
        let row = |(name, report): &(String, Report)| {
            let mut object = Map::from_iter([("settings".to_owned(), name.as_str().into())]);
            object.extend(show::json(report, per_query));
            Value::Object(object)
        };
        self.rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_have_all_combinations() {
        let axes = ["k1=0.9,1.2", "levels=400/100,200"].map(|axis| axis.parse().unwrap());
        let points = grid(&axes, &Settings::default()).unwrap();
        let names: Vec<&str> = points.iter().map(|point| point.name.as_str()).collect();
        let [a, b, c, d] = names[..] else { panic!("{names:?}") };
        assert_eq!([a, b], ["k1=0.9,levels=400/100", "k1=0.9,levels=200"]);
        assert_eq!([c, d], ["k1=1.2,levels=400/100", "k1=1.2,levels=200"]);
        assert_eq!(points[3].settings.search().weights.k1, 1.2);
        for wrong in ["k1", "k1=", "k1=1,,2"] {
            assert!(wrong.parse::<Axis>().is_err(), "{wrong}");
        }
        assert!(grid(&["kk=1".parse().unwrap()], &Settings::default()).is_err());
    }
}
