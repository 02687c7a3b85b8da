//! Two configurations side by side.

use super::show::{self, figure};
use super::table::Table;
use kindex_ir_metrics::{Comparison, Measure, Report};
use serde_json::{Map, Value, json};

/// The name of the figure of chance, for people and programs.
const TEST: &str = "two-sided paired randomization test, 10,000 draws";

/// Two reports over the same queries.
pub struct Compared<'a> {
    pub first: &'a Report,
    pub second: &'a Report,
    /// The name of the second.
    pub name: &'a str,
}

impl Compared<'_> {
    fn each(&self) -> impl Iterator<Item = (&Measure, Comparison)> {
        self.first.measures().iter().enumerate().map(|(at, measure)| {
            let [first, second] = [self.first, self.second].map(|report| {
                let figures = report.queries().iter().filter_map(|query| query.figures.get(at));
                figures.copied().collect::<Vec<f64>>()
            });
            (measure, Comparison::new(&first, &second))
        })
    }

    /// A row for each measure.
    pub fn text(&self) -> String {
        let names = ["", "given", self.name, "difference", "better", "worse", "p"];
        let mut table = Table::new(names.map(str::to_owned));
        let (first, second) = (self.first.total().means, self.second.total().means);
        for ((measure, it), (first, second)) in self.each().zip(first.iter().zip(&second)) {
            table.row([
                measure.to_string(),
                figure(*first),
                figure(*second),
                format!("{:+.4}", it.difference),
                it.better.to_string(),
                it.worse.to_string(),
                figure(it.p),
            ]);
        }
        let queries = self.first.queries().len();
        table.text() + &format!("{queries} queries; p by a {TEST}\n")
    }

    /// The first report's object with `against`, the second's, and differences in that.
    pub fn json(&self, per_query: bool) -> Map<String, Value> {
        let mut object = show::json(self.first, per_query);
        let mut against = show::json(self.second, per_query);
        let differences = self.each().map(|(measure, it)| {
            let Comparison { difference, better, worse, p } = it;
            let it = json!({ "difference": difference, "better": better, "worse": worse, "p": p });
            (measure.to_string(), it)
        });
        against.insert("differences".into(), differences.collect());
        against.insert("settings".into(), self.name.into());
        against.insert("test".into(), TEST.into());
        object.insert("against".into(), against.into());
        object
    }
}
