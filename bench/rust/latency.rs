//! Times opening and searching: `cargo bench --bench latency -- INDEX QUERIES [BYTES]`, where
//! QUERIES has one query a line, and BYTES are what one may read of texts to find phrases. Prints
//! one line of JSON; bench/speed/kindex.mjs calls it.

use kindex::{Index, SearchOptions};
use serde_json::json;
use std::hint::black_box;
use std::time::Instant;

fn milliseconds(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64() * 1e3
}

/// The time that `share` of the measurements did not exceed.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (Some(index), Some(queries)) = (arguments.next(), arguments.next()) else {
        println!("nothing to measure: bench/speed/kindex.mjs calls this with an index and queries");
        return;
    };
    let bytes = std::fs::read(&index).expect("an index");
    let queries = std::fs::read_to_string(&queries).expect("queries");
    let mut opening: Vec<f64> = (0..100)
        .map(|_| milliseconds(|| drop(black_box(Index::open(&bytes).expect("a good index")))))
        .collect();
    opening.sort_by(f64::total_cmp);

    let index = Index::open(&bytes).expect("a good index");
    let phrase_bytes = arguments.next().map(|bytes| bytes.parse().expect("a number"));
    let options = SearchOptions { phrase_bytes, ..SearchOptions::default() };
    let search = |query: &str| {
        milliseconds(|| drop(black_box(index.search(query, &options).expect("results"))))
    };
    let first = queries.lines().next().map(search);
    let _warm: Vec<f64> = queries.lines().map(search).collect();
    let mut times: Vec<f64> = queries.lines().map(search).collect();
    times.sort_by(f64::total_cmp);
    let report = json!({
        "open": percentile(&opening, 0.5),
        "first": first,
        "p50": percentile(&times, 0.5),
        "p95": percentile(&times, 0.95),
        "most": percentile(&times, 1.0),
        "queries": times.len(),
    });
    println!("{report}");
}
