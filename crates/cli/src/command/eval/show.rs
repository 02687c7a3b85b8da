//! Figures for people and for programs.

use super::table::Table;
use indicatif::HumanCount;
use kindex_ir_metrics::{Measure, QueryFigures, Report, Summary};
use serde_json::{Map, Value, json};

/// The figures as one object.
pub fn json(report: &Report, per_query: bool) -> Map<String, Value> {
    let measures = report.measures();
    let mut object = summary(measures, &report.total());
    let subsets = report.subsets();
    let subsets = subsets.iter().map(|(name, it)| ((*name).to_owned(), summary(measures, it)));
    object.insert("subsets".into(), subsets.collect());
    if per_query {
        let query = |query: &QueryFigures| {
            let figures = by_name(measures, &query.figures);
            (query.id.clone(), json!({ "subset": query.subset, "measures": figures }))
        };
        object.insert("perQuery".into(), report.queries().iter().map(query).collect());
    }
    object
}

fn summary(measures: &[Measure], summary: &Summary) -> Map<String, Value> {
    let means = by_name(measures, &summary.means);
    Map::from_iter([
        ("queries".to_owned(), summary.queries.into()),
        ("measures".to_owned(), means.into()),
    ])
}

fn by_name(measures: &[Measure], figures: &[f64]) -> Map<String, Value> {
    measures.iter().zip(figures).map(|(name, &figure)| (name.to_string(), figure.into())).collect()
}

/// The figures as a table: a row for each subset and one for all.
pub fn text(report: &Report, per_query: bool) -> String {
    let head = ["".into(), "queries".into()].into_iter();
    let mut table = Table::new(head.chain(report.measures().iter().map(ToString::to_string)));
    let mut row = |name: &str, queries: usize, figures: &[f64]| {
        let head = [name.to_owned(), HumanCount(queries as u64).to_string()];
        table.row(head.into_iter().chain(figures.iter().map(|&it| figure(it))));
    };
    if per_query {
        report.queries().iter().for_each(|query| row(&query.id, 1, &query.figures));
    }
    for (name, summary) in report.subsets() {
        row(name, summary.queries, &summary.means);
    }
    let total = report.total();
    row("all", total.queries, &total.means);
    table.text()
}

/// A figure as trec_eval writes it.
pub fn figure(figure: f64) -> String {
    format!("{figure:.4}")
}
