//! The vector of a query.

use crate::failure::Failure;
use crate::whole;
use kindex::QueryVector;
use kindex_extract::without_file_text;
use std::path::Path;

/// The flags for the vector of a query.
#[derive(clap::Args)]
#[command(next_help_heading = "Vectors")]
pub struct VectorFlags {
    /// The vector of the query, by the embedder of the index: an array of numbers as JSON, or a
    /// file with one. Results are ranked by words and by it, or without QUERY by it alone
    #[arg(long, value_name = "FILE|JSON", allow_hyphen_values = true)]
    vector: Option<String>,
    /// The weight of the vector, 0 to 1; it is less for one or two words, and 0 where the query is
    /// the title of a page [default: 0.5]
    #[arg(long, value_name = "X", requires = "vector")]
    alpha: Option<f64>,
    /// Put N results by words, and N whose vectors are nearest, into one order [default:
    /// 100]
    #[arg(long, value_name = "N", requires = "vector")]
    candidates: Option<usize>,
    /// The name of its embedder: an index with vectors of another is refused
    #[arg(long, value_name = "NAME", requires = "vector")]
    embedder: Option<String>,
}

impl VectorFlags {
    /// The vector and how it counts, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_query(&self) -> Result<Option<QueryVector>, Failure> {
        let Some(given) = &self.vector else { return Ok(None) };
        let usual = QueryVector::new(values(given)?);
        Ok(Some(QueryVector {
            alpha: self.alpha.unwrap_or(usual.alpha),
            candidates: self.candidates.unwrap_or(usual.candidates),
            embedder: self.embedder.clone(),
            ..usual
        }))
    }
}

/// The numbers that JSON or a file has.
///
/// # Errors
/// If they cannot be read.
pub fn values(given: &str) -> Result<Vec<f32>, Failure> {
    let accepted = "accepted is an array of numbers, such as [0.1, -0.2]";
    if given.trim_start().starts_with('[') {
        let parsed = serde_json::from_str(given);
        return parsed.map_err(|error| Failure::usage(format!("--vector: {error}; {accepted}")));
    }
    let path = Path::new(given);
    let json = whole::bytes_of(path)?;
    serde_json::from_slice(&json)
        .map_err(|error| without_file_text(&error.to_string()))
        .map_err(|fault| Failure::new(format!("cannot use {given}: {fault}; {accepted}")))
}
