//! The options of a search, as Python gives them: by keyword.

use crate::errors::{Answer, Fault};
use crate::values::{boolean, dict, float, mapping, string, strings, whole, whole_32_bits};
use crate::vectors;
use kindex::{Collapse, Condition, Filter, Prefix, QueryVector, SearchOptions, Sort};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};

/// What a value has to be.
#[derive(Clone, Copy)]
enum Kind {
    Whole,
    Boolean,
    /// True, false or "all", which is 2.
    Prefixes,
    /// A number, or true for the usual one.
    Shares,
}

/// An option that is a number or becomes one.
type Number = (&'static str, Kind, fn(&mut SearchOptions, f64));

const NUMBERS: &[Number] = &[
    // options: setters
    ("limit", Kind::Whole, |options, number| options.limit = number as usize),
    ("offset", Kind::Whole, |options, number| options.offset = number as usize),
    ("prefix", Kind::Prefixes, |options, number| options.prefix = prefix(number)),
    ("fuzzy", Kind::Boolean, |options, number| options.fuzzy = number > 0.0),
    ("texts", Kind::Boolean, |options, number| options.texts = number > 0.0),
    ("completions", Kind::Whole, |options, number| options.completions = number as usize),
    ("match_level", Kind::Whole, |options, number| options.match_level = number as usize),
    ("return_level", Kind::Whole, |options, number| options.return_level = Some(number as usize)),
    ("per_document", Kind::Whole, |options, number| options.per_document = Some(number as usize)),
    ("group", Kind::Boolean, |options, number| options.group = number > 0.0),
    ("phrase_bytes", Kind::Whole, |options, number| options.phrase_bytes = Some(number as usize)),
    ("fold", Kind::Boolean, |options, number| options.fold = number > 0.0),
    ("auto_merge", Kind::Shares, |options, number| options.auto_merge = Some(number)),
    ("siblings", Kind::Whole, |options, number| options.siblings = number as usize),
    ("explain", Kind::Boolean, |options, number| options.explain = number > 0.0),
    ("max_tokens", Kind::Whole, |options, number| options.max_tokens = Some(number as usize)),
    // options end
];

/// The options that are set by hand.
const OTHERS: &[&str] = &[
    "alpha",
    "candidates",
    "collapse",
    "embedder",
    "expand",
    "facets",
    "filters",
    "prefer",
    "sort",
    "vector",
    "weights",
];

/// The share for which `auto_merge=True` stands.
const DEFAULT_AUTO_MERGE: f64 = 0.5;

/// The results that a budget of tokens is filled with, where no limit is given.
const BUDGET_RESULTS: usize = 100;

/// Reads options, and apart from them the vector. One that is None is not given.
pub fn search_options(given: Option<&Bound<'_, PyDict>>) -> Answer<(SearchOptions, OfVector)> {
    let mut options = SearchOptions::default();
    let mut expand = true;
    let mut has_limit = false;
    let mut vector = OfVector::default();
    for (name, value) in given.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        let name = name.to_string();
        has_limit |= name == "limit";
        if let Some((_, kind, set)) = NUMBERS.iter().find(|(known, ..)| *known == name) {
            if let Some(number) = number(&name, *kind, &value)? {
                set(&mut options, number);
            }
        } else if name == "expand" {
            expand = boolean(&name, &value)?;
        } else if !vector.set(&name, &value)? {
            set_other(&mut options, &name, &value)?;
        }
    }
    if options.max_tokens.is_some() && !has_limit {
        options.limit = BUDGET_RESULTS;
    }
    if !expand {
        options.return_level = Some(level_matched(&options)?);
    }
    Ok((options, vector))
}

fn level_matched(options: &SearchOptions) -> Answer<usize> {
    match options.return_level {
        Some(level) if level != options.match_level => Err(Fault::option(
            "expand",
            "it is false, but return_level is not the level that is matched",
        )),
        _ => Ok(options.match_level),
    }
}

/// The vector of the query, and what says how it counts.
#[derive(Default)]
pub struct OfVector {
    values: Option<Vec<f32>>,
    alpha: Option<f64>,
    candidates: Option<usize>,
    embedder: Option<String>,
}

impl OfVector {
    /// Whether the option is one of these.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> Answer<bool> {
        match name {
            "vector" => self.values = Some(vectors::numbers(value, "vector")?),
            "alpha" => self.alpha = Some(float(name, value)?),
            "candidates" => self.candidates = Some(whole(name, value)?),
            "embedder" => self.embedder = Some(string(name, value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether the vector itself is given.
    pub fn has_values(&self) -> bool {
        self.values.is_some()
    }

    /// What is given, for a vector that an embedder made.
    pub fn with(&self, values: &[f32]) -> QueryVector {
        let usual = QueryVector::new(values.to_vec());
        QueryVector {
            alpha: self.alpha.unwrap_or(usual.alpha),
            candidates: self.candidates.unwrap_or(usual.candidates),
            embedder: self.embedder.clone(),
            ..usual
        }
    }

    /// What is given, where no embedder makes a vector.
    pub fn alone(&self) -> Answer<Option<QueryVector>> {
        if let Some(values) = &self.values {
            return Ok(Some(self.with(values)));
        }
        let given = [
            ("alpha", self.alpha.is_some()),
            ("candidates", self.candidates.is_some()),
            ("embedder", self.embedder.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => Err(Fault::option(name, "it needs vector")),
            None => Ok(None),
        }
    }
}

fn set_other(options: &mut SearchOptions, name: &str, value: &Bound<'_, PyAny>) -> Answer<()> {
    match name {
        "collapse" => options.collapse = collapse(value)?,
        "facets" => options.facets = strings(name, value)?,
        "filters" => options.filters = conditions(name, value)?,
        "prefer" => options.prefer = conditions(name, value)?,
        "sort" => options.sort = Some(string(name, value)?.parse::<Sort>()?),
        "weights" => set_weights(options, value)?,
        _ => return Err(unknown(name)),
    }
    Ok(())
}

fn unknown(name: &str) -> Fault {
    let mut known: Vec<&str> = NUMBERS.iter().map(|(name, ..)| *name).collect();
    known.extend(OTHERS);
    known.sort_unstable();
    let message = format!("there is no option {name}; accepted are {}", known.join(", "));
    Fault::new("invalid_option", message)
}

fn set_weights(options: &mut SearchOptions, value: &Bound<'_, PyAny>) -> Answer<()> {
    for (key, value) in dict("weights", value)?.iter() {
        let key = key.to_string();
        let name = format!("weights.{key}");
        let weight = match key.as_str() {
            "k1" => &mut options.weights.k1,
            "b" => &mut options.weights.b,
            "title" => &mut options.weights.title,
            "heading" => &mut options.weights.heading,
            _ => return Err(Fault::option(&name, "accepted are b, heading, k1, title")),
        };
        *weight = float(&name, &value)?;
    }
    Ok(())
}

fn collapse(value: &Bound<'_, PyAny>) -> Answer<Collapse> {
    match string("collapse", value)?.as_str() {
        "max" => Ok(Collapse::Max),
        "mean" => Ok(Collapse::Mean),
        _ => Err(Fault::option("collapse", "accepted are max, mean")),
    }
}

fn prefix(number: f64) -> Prefix {
    match number as usize {
        0 => Prefix::Off,
        1 => Prefix::Last,
        _ => Prefix::All,
    }
}

/// A value as the number that stands for it; nothing where that leaves the option as it is.
fn number(name: &str, kind: Kind, value: &Bound<'_, PyAny>) -> Answer<Option<f64>> {
    let is_boolean = value.is_instance_of::<PyBool>();
    Ok(Some(match kind {
        Kind::Whole => f64::from(whole_32_bits(name, value)?),
        Kind::Boolean => f64::from(u8::from(boolean(name, value)?)),
        Kind::Prefixes if is_boolean => f64::from(u8::from(boolean(name, value)?)),
        Kind::Prefixes => match value.extract::<String>().ok().as_deref() {
            Some("all") => 2.0,
            _ => return Err(Fault::option(name, "accepted are True, False and \"all\"")),
        },
        Kind::Shares if is_boolean => {
            return Ok(boolean(name, value)?.then_some(DEFAULT_AUTO_MERGE));
        }
        Kind::Shares => float(name, value)?,
    }))
}

/// A condition for each that is given for a key: `{"version": "2", "year": {"min": 2020}}`.
fn conditions(option: &str, given: &Bound<'_, PyAny>) -> Answer<Vec<Filter>> {
    let mut filters = Vec::new();
    for (key, wanted) in dict(option, given)?.iter().filter(|(_, wanted)| !wanted.is_none()) {
        let key = string(option, &key)?;
        let name = format!("{option}.{key}");
        let Some(conditions) = mapping(&wanted) else {
            filters.push(Filter { key, condition: Condition::Any(values(&name, &wanted)?) });
            continue;
        };
        if conditions.is_empty() {
            return Err(Fault::option(&name, "it has no condition"));
        }
        for (kind, wanted) in conditions.iter().filter(|(_, wanted)| !wanted.is_none()) {
            let condition = condition(&name, &kind.to_string(), &wanted)?;
            filters.push(Filter { key: key.clone(), condition });
        }
    }
    Ok(filters)
}

fn condition(name: &str, kind: &str, wanted: &Bound<'_, PyAny>) -> Answer<Condition> {
    Ok(match kind {
        "any" => Condition::Any(values(name, wanted)?),
        "all" => Condition::All(values(name, wanted)?),
        "not" => Condition::Not(values(name, wanted)?),
        "min" => Condition::Min(one(name, wanted)?),
        "max" => Condition::Max(one(name, wanted)?),
        _ => {
            let message =
                format!("there is no condition {kind}; accepted are any, all, not, min, max");
            return Err(Fault::option(name, &message));
        }
    })
}

/// A value or several.
fn values(name: &str, wanted: &Bound<'_, PyAny>) -> Answer<Vec<String>> {
    if is_value(wanted) {
        return Ok(vec![one(name, wanted)?]);
    }
    let items = wanted.try_iter().map_err(|_| not_a_value(name))?;
    items.map(|item| one(name, &item.map_err(|_| not_a_value(name))?)).collect()
}

fn is_value(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
}

/// The text by which a value is compared: numbers are compared as they are written, so they have to
/// be written in full, and 2.0 as 2.
fn one(name: &str, value: &Bound<'_, PyAny>) -> Answer<String> {
    if value.is_instance_of::<PyBool>() {
        return Ok(boolean(name, value)?.to_string());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned());
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(value.to_string());
    }
    let number: f64 = value.extract().map_err(|_| not_a_value(name))?;
    if number.is_finite() { Ok(number.to_string()) } else { Err(not_a_value(name)) }
}

fn not_a_value(name: &str) -> Fault {
    Fault::option(name, "accepted are strings, booleans, and finite numbers, or lists of these")
}
