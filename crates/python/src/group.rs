//! Several indexes that are searched as one.

use crate::errors::{Answer, Fault};
use crate::index::{Bytes, Index, Source, query_of};
use crate::options::search_options;
use crate::results::{self, Object, object};
use crate::values::{float, mapping, string};
use kindex::Group;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySequence};
use std::iter;

/// As high as a boost may be.
const MAX_WEIGHT: f64 = 100.0;

const ACCEPTED: &str = "accepted are paths and bytes, and lists of these";

const BY_WORDS: &str = "several indexes are ranked by words alone; leave it out";

/// What is said of one of several sources.
struct Settings {
    source: Source,
    label: Option<String>,
    weight: f64,
}

impl Settings {
    fn of(given: &Bound<'_, PyAny>) -> Answer<Self> {
        let Some(given) = mapping(given) else {
            return Ok(Settings { source: Source::of(given)?, label: None, weight: 1.0 });
        };
        let (mut source, mut label, mut weight) = (None, None, 1.0);
        for (name, value) in given.iter().filter(|(_, value)| !value.is_none()) {
            match name.to_string().as_str() {
                "src" => source = Some(Source::of(&value).map_err(|fault| fault.at("src"))?),
                "label" => label = Some(string("label", &value)?),
                "weight" => weight = weight_of(&value)?,
                name => {
                    let message = "there is none; accepted are src, label, weight";
                    return Err(Fault::option(name, message));
                }
            }
        }
        let source = source.ok_or_else(|| Fault::new("invalid_argument", "it has no src"))?;
        Ok(Settings { source, label, weight })
    }
}

fn weight_of(given: &Bound<'_, PyAny>) -> Answer<f64> {
    let weight = float("weight", given)?;
    if weight > 0.0 && weight <= MAX_WEIGHT {
        return Ok(weight);
    }
    Err(Fault::option("weight", &format!("accepted are numbers above 0, up to {MAX_WEIGHT}")))
}

/// One of several indexes, or why it is not open.
struct Member {
    label: Option<String>,
    weight: f64,
    opened: Answer<Py<Index>>,
}

/// Several open indexes.
#[pyclass(frozen, module = "kindex_docs")]
pub struct IndexGroup {
    members: Vec<Member>,
}

impl IndexGroup {
    /// Opens those that can be opened.
    pub fn open(sources: &Bound<'_, PySequence>, embed: Option<&Py<PyAny>>) -> PyResult<Self> {
        if embed.is_some() {
            return Err(Fault::option("embed", BY_WORDS).into());
        }
        let mut all = Vec::new();
        for (at, given) in sources.try_iter()?.enumerate() {
            let settings = Settings::of(&given?);
            all.push(settings.map_err(|fault| fault.at(&format!("source {}", at + 1)))?);
        }
        let mut group = IndexGroup { members: Vec::new() };
        for settings in all {
            group.add(sources.py(), settings)?;
        }
        if group.answering().next().is_none() {
            let fault = group.members.into_iter().find_map(|member| member.opened.err());
            let none = || Fault::new("invalid_argument", "source: there is none in the list");
            return Err(fault.unwrap_or_else(none).into());
        }
        Ok(group)
    }

    fn add(&mut self, py: Python<'_>, settings: Settings) -> PyResult<()> {
        let Settings { source, label, weight } = settings;
        let opened = match source.open(py, None).and_then(|index| self.cut_alike(index)) {
            Ok(index) => Ok(Py::new(py, index)?),
            Err(fault) => Err(fault),
        };
        self.members.push(Member { label, weight, opened });
        Ok(())
    }

    /// An index with the chunks of the first. The error of another one has its number.
    fn cut_alike(&self, index: Index) -> Answer<Index> {
        if let Some((.., first)) = self.answering().next() {
            let before = iter::repeat_n(&first.inner, self.members.len());
            Group::new(before.chain([&index.inner]).map(|index| (index, 1.0)))?;
        }
        Ok(index)
    }

    /// The indexes that are open, with their positions.
    fn answering(&self) -> impl Iterator<Item = (usize, &Member, &Index)> {
        let all = self.members.iter().enumerate();
        all.filter_map(|(at, member)| Some((at, member, member.opened.as_ref().ok()?.get())))
    }

    /// Those that are not open.
    fn unavailable<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let all = self.members.iter().enumerate();
        let faults =
            all.filter_map(|(at, member)| Some((at, member, member.opened.as_ref().err()?)));
        let made = faults.map(|(at, member, fault)| {
            object!(py, "Unavailable", at, member.label.as_deref(), fault.code, &fault.message)
        });
        made.collect()
    }
}

#[pymethods]
impl IndexGroup {
    #[pyo3(signature = (query, /, **options))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        query: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> Object<'py> {
        let query = query_of(query)?;
        let (options, vector) = search_options(options)?;
        if vector.alone()?.is_some() {
            return Err(Fault::option("vector", BY_WORDS).into());
        }
        let indexes: Vec<(&kindex::Index<Bytes>, f64)> =
            self.answering().map(|(_, member, index)| (&index.inner, member.weight)).collect();
        let found = py.detach(|| Group::new(indexes)?.search(&query, &options));
        let names: Vec<_> =
            self.answering().map(|(at, member, _)| (at, member.label.as_deref())).collect();
        let unavailable = self.unavailable(py)?;
        results::results(py, found.map_err(Fault::from)?, options.texts, &names, unavailable)
    }

    /// The indexes in the order of the sources, None for one that cannot be opened.
    #[getter]
    fn indexes(&self, py: Python<'_>) -> Vec<Option<Py<Index>>> {
        let open = |member: &Member| member.opened.as_ref().ok().map(|index| index.clone_ref(py));
        self.members.iter().map(open).collect()
    }

    fn __repr__(&self) -> String {
        let (open, all) = (self.answering().count(), self.members.len());
        format!("<kindex_docs.IndexGroup: {open} of {all} indexes>")
    }
}

/// Opens an index, or a list of several.
#[pyfunction]
#[pyo3(signature = (source, /, *, embed = None))]
pub fn open<'py>(source: &Bound<'py, PyAny>, embed: Option<Py<PyAny>>) -> Object<'py> {
    let py = source.py();
    match (Source::of(source), source.cast::<PySequence>()) {
        (Ok(one), _) => one.open(py, embed)?.into_bound_py_any(py),
        (_, Ok(list)) => IndexGroup::open(list, embed.as_ref())?.into_bound_py_any(py),
        _ => Err(Fault::new("invalid_argument", format!("source: {ACCEPTED}")).into()),
    }
}
