//! Our figures against those of `trec_eval`, which trec/write.py has made.

use kindex_ir_metrics::{Measures, Qrels, Report, Run};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

fn read(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trec").join(name)).unwrap()
}

/// Compares every figure of every query.
fn compare(name: &str, queries: usize) {
    let wanted: Map<String, Value> =
        serde_json::from_slice(&read(&format!("{name}.json"))).unwrap();
    let qrels = Qrels::parse(&read(&format!("{name}.qrels"))).unwrap();
    let run = Run::parse(&read(&format!("{name}.run"))).unwrap();
    let named = wanted.values().next().and_then(Value::as_object).unwrap().keys();
    let named: Vec<_> = named.map(|name| name.parse().unwrap()).collect();
    let measures = Measures::new(&named);
    let report = Report::new(qrels.queries().map(|id| (id, None)), &qrels, &run, &measures);
    assert_eq!((report.queries().len(), wanted.len()), (queries, queries));
    for query in report.queries() {
        for (measure, made) in report.measures().iter().zip(&query.figures) {
            let wanted = wanted[&query.id][measure.to_string()].as_f64().unwrap();
            assert!(
                (made - wanted).abs() <= f64::EPSILON,
                "{}: {measure} {made} {wanted}",
                query.id
            );
        }
    }
}

#[test]
fn a_ranking_of_the_index() {
    compare("corpus", 12);
}

#[test]
fn random_rankings_with_ties_and_grades() {
    compare("random", 55);
}
