//! Queries on their way to results.

use kindex::{QueryVector, Search};
use serde_json::Value;

/// A query as it is searched for.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The text to look up.
    pub text: String,
    /// What its meaning is near to.
    pub vector: Option<QueryVector>,
}

/// How far the search of a message is.
#[derive(Default)]
pub(crate) struct State {
    pub prepared: Option<Prepared>,
    pub search: Option<Search>,
    /// The result of a tool as data.
    pub data: Option<Value>,
    /// Whether the index cannot be used, and an answer is wanted all the same.
    pub without_index: bool,
}
