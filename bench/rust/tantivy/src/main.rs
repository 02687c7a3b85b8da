//! Times searches in Kindex and in tantivy over the same children:
//! `kindex-bench-tantivy INDEX QUERIES`, where QUERIES has one query a line. The two take turns,
//! query by query. Prints one line of JSON: p50 and p95 in milliseconds over the queries, of each
//! the median of the rounds.

mod rival;

use kindex::{Index, SearchOptions};
use rival::Rival;
use serde_json::{Value, json};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// Each query is timed so often, after one round that is not.
const ROUNDS: usize = 5;

/// A way to search; gives how many results there are.
type Search<'a> = Box<dyn Fn(&str) -> Result<usize, Box<dyn Error>> + 'a>;

/// For each query the times of the rounds, in milliseconds.
type Times = Vec<Vec<f64>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(index), Some(queries)) = (arguments.next(), arguments.next()) else {
        return Err("bench/speed/native.mjs calls this with an index and queries".into());
    };
    let index = Index::open(std::fs::read(&index)?)?;
    let queries = std::fs::read_to_string(&queries)?;
    let queries: Vec<&str> = queries.lines().collect();
    let begun = Instant::now();
    let rival = Rival::of(children(&index)?.into_iter())?;
    let (segments, documents) = rival.size();
    let mut report = json!({
        "queries": queries.len(),
        "documents": documents,
        "segments": segments,
        "seconds": begun.elapsed().as_secs_f64(),
    });
    for (name, times) in measure(&searches(&index, &rival), &queries)? {
        report[name] = summary(times);
    }
    println!("{report}");
    Ok(())
}

/// All children of an index with the titles of their pages.
fn children(index: &Index<Vec<u8>>) -> Result<Vec<(String, kindex::ChunkView)>, kindex::Error> {
    let mut found = Vec::new();
    for id in index.documents()? {
        let title = index.document(&id)?.title;
        found.extend(index.chunks(&id, 0)?.into_iter().map(|child| (title.clone(), child)));
    }
    Ok(found)
}

/// The searches that are compared: the order alone, which in Kindex counts all results too, and
/// results with all that they show.
fn searches<'a>(index: &'a Index<Vec<u8>>, rival: &'a Rival) -> [(&'static str, Search<'a>); 5] {
    let options = SearchOptions::default();
    let ranking = options.clone();
    [
        ("kindexRank", Box::new(move |query| Ok(index.rank(query, &ranking)?.len()))),
        ("tantivyRank", Box::new(|query| Ok(rival.rank(query)?.len()))),
        ("tantivyCount", Box::new(|query| Ok(rival.count(query)?.1))),
        ("kindexSearch", Box::new(move |query| Ok(index.search(query, &options)?.hits.len()))),
        ("tantivySearch", Box::new(|query| Ok(rival.search(query)?.len()))),
    ]
}

/// The times of each way to search.
fn measure<'n>(
    searches: &[(&'n str, Search<'_>)],
    queries: &[&str],
) -> Result<Vec<(&'n str, Times)>, Box<dyn Error>> {
    let mut times: Vec<_> =
        searches.iter().map(|&(name, _)| (name, vec![Vec::new(); queries.len()])).collect();
    for round in 0..=ROUNDS {
        for (at, query) in queries.iter().enumerate() {
            for ((_, search), (_, times)) in searches.iter().zip(&mut times) {
                let begun = Instant::now();
                black_box(search(black_box(query))?);
                if round > 0 {
                    times[at].push(begun.elapsed().as_secs_f64() * 1e3);
                }
            }
        }
    }
    Ok(times)
}

fn summary(times: Times) -> Value {
    let medians: Vec<f64> = times.into_iter().map(|rounds| percentile(rounds, 0.5)).collect();
    json!({ "p50": percentile(medians.clone(), 0.5), "p95": percentile(medians, 0.95) })
}

/// The time that `share` of the measurements did not exceed.
fn percentile(mut times: Vec<f64>, share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1);
    times.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
}
