//! Measures how well judged queries are answered.

use crate::errors::{Answer, Fault};
use crate::index::{self, Bytes};
use crate::options::search_options;
use crate::results::{Object, object};
use crate::values::mapping;
use kindex::{Index, QueryVector, SearchOptions};
use kindex_ir_metrics::{Counted, Measure, Measures, Pairs, Qrels, QueryFigures, Report, Run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::thread;

/// The measures where none are named: those of `kindex eval`.
const USUAL: [&str; 7] = ["ndcg", "mrr", "mrr@3", "map", "recall", "recall@100", "success@1"];

/// This many results are looked at, or as many as a measure asks for.
const LOOKED_AT_RESULTS: usize = 100;

/// A query that was judged.
struct Query {
    id: String,
    text: String,
    vector: Option<QueryVector>,
}

/// Ranks the documents of an index for all queries that were judged, and measures that.
#[pyfunction]
#[pyo3(signature = (index, queries, qrels, /, *, measures = None, **options))]
pub fn evaluate<'py>(
    index: &Bound<'py, index::Index>,
    queries: &Bound<'py, PyAny>,
    qrels: &Bound<'py, PyAny>,
    measures: Option<Vec<String>>,
    options: Option<&Bound<'py, PyDict>>,
) -> Object<'py> {
    let py = index.py();
    let (options, vector) = search_options(options)?;
    let measures = read_measures(measures)?;
    let qrels = read_qrels(qrels)?;
    let judged = read_queries(queries)?.into_iter().filter(|(id, _)| qrels.has(id));
    let (ids, texts): (Vec<_>, Vec<_>) = judged.unzip();
    let index = index.get();
    let vectors = index.vectors_of(py, &texts, &vector)?;
    let queries = ids.into_iter().zip(texts).zip(vectors);
    let queries = queries.map(|((id, text), vector)| Query { id, text, vector });
    let queries: Vec<Query> = queries.collect();
    let report = py.detach(|| -> Answer<Report> {
        let run = ranked(&index.inner, &queries, depth(&measures), &options)?;
        let ids = queries.iter().map(|query| (query.id.as_str(), None));
        Ok(Report::new(ids, &qrels, &run, &measures))
    })?;
    let total = figures(py, report.measures(), &report.total().means)?;
    let per_query = PyDict::new(py);
    for QueryFigures { id, figures: of_query, .. } in report.queries() {
        per_query.set_item(id, figures(py, report.measures(), of_query)?)?;
    }
    object!(py, "Evaluation", report.queries().len(), total, per_query)
}

fn read_measures(named: Option<Vec<String>>) -> Answer<Measures> {
    let named = named.unwrap_or_else(|| USUAL.map(str::to_owned).into());
    let read = named.iter().map(|name| name.parse::<Measure>());
    let read: Result<Vec<Measure>, String> = read.collect();
    Ok(Measures::new(&read.map_err(|error| Fault::option("measures", &error))?))
}

/// A mapping as a dict.
fn dict_of<'py>(name: &str, given: &Bound<'py, PyAny>) -> Answer<Bound<'py, PyDict>> {
    mapping(given).ok_or_else(|| invalid(name, "accepted is a dict"))
}

/// Texts of queries by their ids.
fn read_queries(given: &Bound<'_, PyAny>) -> Answer<Vec<(String, String)>> {
    let mut queries = Vec::new();
    for (id, text) in dict_of("queries", given)?.iter() {
        let id = id_of("queries", &id)?;
        let text = text.extract();
        let text = text.map_err(|_| invalid(&format!("queries.{id}"), "accepted is a str"))?;
        queries.push((id, text));
    }
    Ok(queries)
}

/// Grades by document, by query; documents without grades have 1.
fn read_qrels(given: &Bound<'_, PyAny>) -> PyResult<Qrels> {
    let mut qrels = Qrels::default();
    for (query, documents) in dict_of("qrels", given)?.iter() {
        let query = id_of("qrels", &query)?;
        let name = format!("qrels.{query}");
        if let Some(grades) = mapping(&documents) {
            for (document, grade) in grades.iter() {
                let document = id_of(&name, &document)?;
                let message = format!("the grade of {document} is no whole number of 64 bits");
                let grade = grade.extract().map_err(|_| invalid(&name, &message))?;
                qrels.insert(&query, &document, grade);
            }
            continue;
        }
        // A string is no list of its letters.
        let is_one = documents.is_instance_of::<PyString>();
        let items = documents.try_iter().ok().filter(|_| !is_one);
        let message = "accepted are dicts of grades by document, and lists of documents";
        for document in items.ok_or_else(|| invalid(&name, message))? {
            qrels.insert(&query, &id_of(&name, &document?)?, 1);
        }
    }
    Ok(qrels)
}

fn id_of(name: &str, given: &Bound<'_, PyAny>) -> Answer<String> {
    given.extract().map_err(|_| invalid(name, &format!("{given:?} is no id; accepted are strings")))
}

fn invalid(name: &str, message: &str) -> Fault {
    Fault::new("invalid_argument", format!("{name}: {message}"))
}

fn depth(measures: &Measures) -> usize {
    let cuts = measures.as_slice().iter().filter_map(Measure::cut).max();
    cuts.unwrap_or_default().max(LOOKED_AT_RESULTS)
}

/// The best documents for each query. The number of threads makes no difference.
fn ranked(
    index: &Index<Bytes>,
    queries: &[Query],
    depth: usize,
    options: &SearchOptions,
) -> Answer<Run> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let counted = &Counted { exclude: Pairs::default(), depth };
    let parts = thread::scope(|scope| {
        let part = |first| {
            let own = queries.iter().skip(first).step_by(threads);
            scope.spawn(move || {
                own.map(|query| Ok((query, ranking(index, query, counted, options)?)))
                    .collect::<Result<Vec<_>, kindex::Error>>()
            })
        };
        let started: Vec<_> = (0..threads).map(part).collect();
        started.into_iter().map(|part| part.join()).collect::<Vec<_>>()
    });
    let mut run = Run::default();
    for part in parts {
        let part =
            part.map_err(|_| Fault::new("search_failed", "a search failed; please report it"))?;
        for (query, ranking) in part? {
            run.insert(&query.id, ranking);
        }
    }
    Ok(run)
}

/// Looks as deep as it takes to have enough documents.
fn ranking(
    index: &Index<Bytes>,
    Query { id, text, vector }: &Query,
    counted: &Counted,
    options: &SearchOptions,
) -> Result<Vec<String>, kindex::Error> {
    let mut limit = counted.depth;
    loop {
        let options = SearchOptions { limit, vector: vector.clone(), ..options.clone() };
        let found = index.rank(text, &options)?;
        let count = found.len();
        let documents = found.into_iter().map(|chunk| chunk.document).collect();
        let ranking = counted.ranking(id, documents);
        if ranking.len() >= counted.depth || count < limit {
            return Ok(ranking);
        }
        limit = limit.saturating_mul(2);
    }
}

fn figures<'py>(
    py: Python<'py>,
    measures: &[Measure],
    figures: &[f64],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (measure, figure) in measures.iter().zip(figures) {
        dict.set_item(measure.to_string(), figure)?;
    }
    Ok(dict)
}
