//! Results as objects of Python: those of the classes in `kindex_docs/results.py`.

use crate::points;
use kindex::{
    ChildHit, ChildScore, ChunkText, Explanation, Facet, FusedScore, Hit, LeftOut, MetaValue,
    Results, Stats,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What stands for an object of Python.
pub type Object<'py> = PyResult<Bound<'py, PyAny>>;

/// Makes an object of a class in `kindex_docs.results` of the values of its fields, in order.
macro_rules! object {
    ($py:expr, $class:literal, $($value:expr),+ $(,)?) => {{
        use pyo3::prelude::*;
        use pyo3::{IntoPyObjectExt, sync::PyOnceLock, types::PyTuple};
        static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = $py;
        let class = CLASS.get_or_try_init(py, || {
            Ok::<_, PyErr>(py.import("kindex_docs.results")?.getattr($class)?.unbind())
        })?;
        class.bind(py).call1(PyTuple::new(py, [$($value.into_bound_py_any(py)?),+])?)
    }};
}
pub(crate) use object;

/// Makes a list of what `make` makes of each item.
pub fn list<'py, T>(
    py: Python<'py>,
    items: &[T],
    make: impl Fn(Python<'py>, &T) -> Object<'py>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    items.iter().map(|item| make(py, item)).collect()
}

/// For each of several indexes its position among the sources, and its label. One alone has neither.
type Names<'n> = [(usize, Option<&'n str>)];

/// The position and the label of the index that a hit is from. Where one of several answers, the core
/// gives no number.
fn origin<'n>(names: &Names<'n>, number: Option<usize>) -> (Option<usize>, Option<&'n str>) {
    names.get(number.unwrap_or(0)).map_or((None, None), |(at, label)| (Some(*at), *label))
}

/// The results of a search, with offsets in characters.
pub fn results<'py>(
    py: Python<'py>,
    mut results: Results,
    texts: bool,
    names: &Names<'_>,
    unavailable: Vec<Bound<'py, PyAny>>,
) -> Object<'py> {
    results.hits.iter_mut().for_each(points::convert);
    let facets = PyDict::new(py);
    for Facet { key, values } in &results.facets {
        let counts = PyDict::new(py);
        for (value, count) in values {
            counts.set_item(value, count)?;
        }
        facets.set_item(key, counts)?;
    }
    let hits = list(py, &results.hits, |py, hit| self::hit(py, hit, texts, names))?;
    let left_out = list(py, &results.left_out, |py, one| self::left_out(py, one, names))?;
    object!(
        py,
        "Results",
        results.query,
        hits,
        results.total,
        results.total_is_lower_bound,
        results.did_you_mean,
        results.completions,
        results.unchecked_phrases,
        facets,
        left_out,
        unavailable,
    )
}

fn hit<'py>(py: Python<'py>, hit: &Hit, texts: bool, names: &Names<'_>) -> Object<'py> {
    let (index, label) = origin(names, hit.index);
    let marks = if texts { None } else { Some(marks(py, hit)?) };
    let differs = PyDict::new(py);
    for (key, value) in &hit.differs {
        differs.set_item(key, value)?;
    }
    let more = list(py, &hit.more, |py, more| self::hit(py, more, texts, names))?;
    // Copies have no text in which words are marked.
    let same = list(py, &hit.same, |py, copy| self::hit(py, copy, true, names))?;
    let children = list(py, &hit.children, |py, child| self::child(py, child))?;
    let explanation = hit.explanation.as_ref().map(|it| explanation(py, it)).transpose()?;
    object!(
        py,
        "Hit",
        hit.id.as_str(),
        hit.document.as_str(),
        hit.url.as_str(),
        hit.anchor.as_str(),
        hit.title.as_str(),
        hit.headings.as_slice(),
        hit.score,
        hit.level,
        hit.matched_level,
        hit.tokens,
        if texts { hit.text.as_str() } else { "" },
        hit.snippet.as_str(),
        if texts { hit.snippet_start } else { 0 },
        if texts { hit.highlights.as_slice() } else { &[] },
        children,
        meta(py, &hit.meta)?,
        differs,
        hit.pinned,
        more,
        same,
        explanation,
        marks,
        index,
        label,
    )
}

/// The places of words in title, headings and snippet: the lines that the text of a hit is without
/// texts.
fn marks<'py>(py: Python<'py>, hit: &Hit) -> Object<'py> {
    let mut start = 0;
    let mut of_line = |line: &str| -> Vec<(usize, usize)> {
        let (first, end) = (start, start + line.chars().count());
        start = end + 1;
        let inside = hit.highlights.iter().filter(|(at, _)| (first..end).contains(at));
        inside.map(|(at, to)| (at - first, to - first)).collect()
    };
    let title = of_line(&hit.title);
    let headings: Vec<_> = hit.headings.iter().map(|heading| of_line(heading)).collect();
    object!(py, "Marks", title, headings, of_line(&hit.snippet))
}

fn child<'py>(py: Python<'py>, child: &ChildHit) -> Object<'py> {
    let ChildHit { id, score, start, end, tokens, text } = child;
    object!(py, "Child", id, *score, *start, *end, *tokens, text)
}

fn left_out<'py>(py: Python<'py>, left_out: &LeftOut, names: &Names<'_>) -> Object<'py> {
    let LeftOut { index, id, tokens, child } = left_out;
    let (index, label) = origin(names, *index);
    object!(py, "LeftOut", id, *tokens, child.as_deref(), index, label)
}

/// The values of metadata by key, with their types.
fn meta<'py>(py: Python<'py>, meta: &[(String, MetaValue)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in meta {
        dict.set_item(key, typed(py, value)?)?;
    }
    Ok(dict)
}

/// A writer may have said of a text that it is JSON.
fn typed<'py>(py: Python<'py>, value: &MetaValue) -> Object<'py> {
    let text = value.as_str();
    if value.is_json()
        && let Ok(read) = py.import("json")?.call_method1("loads", (text,))
    {
        return Ok(read);
    }
    text.into_bound_py_any(py)
}

fn explanation<'py>(py: Python<'py>, explanation: &Explanation) -> Object<'py> {
    let Explanation { children, title, part_title, exact_title, boost, fusion } = explanation;
    let children = list(py, children, child_score)?;
    let title = list(py, title, |py, part| object!(py, "TitleScore", &part.term, part.score))?;
    let fusion = fusion.as_ref().map(|fusion| fused(py, fusion)).transpose()?;
    object!(py, "Explanation", children, title, *part_title, *exact_title, *boost, fusion)
}

fn child_score<'py>(py: Python<'py>, child: &ChildScore) -> Object<'py> {
    let terms = list(py, &child.terms, |py, part| {
        object!(
            py,
            "TermScore",
            &part.term,
            part.level,
            part.title,
            part.heading,
            part.extra,
            part.body,
            part.idf,
            part.weight,
            part.score,
        )
    })?;
    let ChildScore { position, share, score, exact_heading, .. } = child;
    object!(py, "ChildScore", *position, *share, *score, *exact_heading, terms)
}

fn fused<'py>(py: Python<'py>, fusion: &FusedScore) -> Object<'py> {
    let FusedScore { words, meaning, cosine, weight } = *fusion;
    object!(py, "FusedScore", words, meaning, cosine, weight)
}

/// A chunk as a model of embeddings reads it.
pub fn chunk<'py>(py: Python<'py>, chunk: &ChunkText) -> Object<'py> {
    let embed = chunk.to_embed();
    object!(py, "Chunk", &chunk.id, &chunk.title, chunk.headings.as_slice(), &chunk.text, embed)
}

/// The numbers of what an index holds.
pub fn stats<'py>(py: Python<'py>, stats: &Stats) -> Object<'py> {
    let levels = list(py, &stats.levels, |py, level| {
        object!(py, "Level", level.size, level.overlap, level.chunks)
    })?;
    object!(
        py,
        "Stats",
        stats.bytes,
        &stats.language,
        stats.documents,
        stats.headings,
        stats.words,
        stats.stems,
        stats.terms,
        stats.unit,
        levels,
    )
}
