//! The target that asks anything, with any options.

use crate::bases::{INDEXES, SHARDED};
use crate::build::of_files;
use kindex::{Collapse, Filter, Hit, Index, Prefix, QueryVector, Ranking, SearchOptions, Weights};

/// The bytes of the input that are options; the rest is the query.
const OPTIONS: usize = 6;

/// Asks the index in one file and in several. Results point into their texts, and without a
/// vector both answers are the same.
pub fn ask(input: &[u8]) {
    let Some((given, query)) = input.split_first_chunk::<OPTIONS>() else { return };
    let query = String::from_utf8_lossy(query);
    let options = options(given);
    let index = Index::open(&INDEXES[1]).expect("an index");
    let found = index.search(&query, &options);
    if let Ok(found) = &found {
        assert!(options.group || options.max_tokens.is_some() || found.hits.len() <= options.limit);
        found.hits.iter().for_each(points_into_its_text);
    }
    let of_files = of_files(&SHARDED, &query, options.clone());
    // Only in one file the chunks are found whose vectors are nearest.
    assert!(options.vector.is_some() || found == of_files, "{query:?} {options:?}");
    let _ = index.rank(&query, &options);
}

/// Some of the options, all values of which occur.
fn options(given: &[u8; OPTIONS]) -> SearchOptions {
    let [forms, ways, size, level, weights, more] = *given;
    let has = |bits: u8, nth: u8| bits >> nth & 1 == 1;
    SearchOptions {
        prefix: [Prefix::Off, Prefix::Last, Prefix::All][usize::from(forms % 3)],
        fuzzy: !has(forms, 2),
        completions: usize::from(forms >> 4),
        texts: !has(forms, 3),
        collapse: [Collapse::Max, Collapse::Mean][usize::from(ways % 2)],
        group: has(ways, 2),
        fold: has(more, 7),
        explain: has(ways, 3),
        auto_merge: has(ways, 4).then(|| f64::from(weights) / 200.0),
        siblings: usize::from(ways >> 6),
        limit: usize::from(size % 16),
        offset: usize::from(size >> 6),
        max_tokens: has(size, 4).then(|| usize::from(weights)),
        per_document: has(size, 5).then(|| usize::from(level >> 5)),
        match_level: usize::from(level % 4),
        return_level: has(level, 2).then(|| usize::from(level >> 3 & 3)),
        weights: Weights {
            title: f64::from(weights),
            b: f64::from(weights) / 200.0,
            ..Weights::default()
        },
        ranking: [Ranking::Kindex, Ranking::Textbook][usize::from(has(more, 6))],
        filters: has(more, 0).then(|| Filter::any("kind", ["guide"])).into_iter().collect(),
        prefer: has(more, 1).then(|| Filter::any("kind", ["tour"])).into_iter().collect(),
        sort: has(more, 2).then(|| "-version".parse().expect("an order")),
        facets: has(more, 3).then(|| "kind".into()).into_iter().collect(),
        phrase_bytes: has(more, 4).then(|| usize::from(weights)),
        vector: has(more, 5).then(|| QueryVector::new(vec![f32::from(weights) - 9.0; 12])),
    }
}

fn points_into_its_text(hit: &Hit) {
    assert!(hit.score.is_finite(), "{hit:?}");
    if !hit.text.is_empty() {
        let snippet = hit.text.get(hit.snippet_start..hit.snippet_start + hit.snippet.len());
        assert_eq!(snippet, Some(hit.snippet.as_str()));
        for &(start, end) in &hit.highlights {
            assert!(start < end && hit.text.get(start..end).is_some(), "{hit:?}");
        }
        for child in &hit.children {
            assert!(hit.text.get(child.start..child.end).is_some(), "{hit:?}");
        }
    }
    hit.same.iter().for_each(points_into_its_text);
    hit.more.iter().for_each(points_into_its_text);
}
