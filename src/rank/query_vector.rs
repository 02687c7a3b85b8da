//! The vector of a query, and the way in which it counts.

use alloc::string::String;
use alloc::vec::Vec;

/// The vector that the embedder of an index gives a query. The best results by words and the chunks
/// with the nearest vectors are put in order by both. Where the query is the title of a page, the
/// vector counts nothing, and for one or two words it counts less. A query without words has
/// results too.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryVector {
    /// As many numbers as the embedder gives.
    pub values: Vec<f32>,
    /// The weight of the vector, 0 to 1. Default 0.5.
    pub alpha: f64,
    /// How many of the best results by words are put in order by both, and how many of those whose
    /// vectors are nearest, if all vectors are loaded. Others follow, in the order of their scores
    /// by words. Default 100.
    pub candidates: usize,
    /// The name of the embedder, if it is to be compared with that of the index, where that has
    /// one. Default: none.
    pub embedder: Option<String>,
}

impl QueryVector {
    /// A vector with the default settings.
    pub fn new(values: Vec<f32>) -> Self {
        QueryVector { values, alpha: 0.5, candidates: 100, embedder: None }
    }
}
