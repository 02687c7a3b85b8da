//! The vector of a query.

use crate::embedder::{self, Embedder};
use crate::failure::Failure;
use crate::index_file;
use clap::{ArgGroup, ValueEnum};
use kindex::{Fusion, Index, QueryVector};
use std::fs;
use std::path::Path;

/// The flags of which one at least gives a query a vector.
const SOURCE: &str = "vector_source";

/// The flags for the vector of a query.
#[derive(clap::Args)]
#[command(next_help_heading = "Vectors")]
#[command(group(ArgGroup::new(SOURCE).multiple(true).args(["vector", "embedder"])))]
pub struct VectorFlags {
    /// The vector of the query, by the embedder of the index: an array of numbers as JSON, or a file
    /// with one. Results are ranked by words and by it, or without QUERY by it alone
    #[arg(long, value_name = "FILE|JSON", allow_hyphen_values = true)]
    vector: Option<String>,
    /// The weight of the vector, 0 to 1; it is less for one or two words, and 0 where the query is the
    /// title of a page [default: 0.5]
    #[arg(long, value_name = "X", requires = SOURCE)]
    alpha: Option<f64>,
    /// Put so many results by words, and so many whose vectors are nearest, into one order [default:
    /// 100]
    #[arg(long, value_name = "N", requires = SOURCE)]
    candidates: Option<usize>,
    /// The way in which both make one score: convex (scores count) or rrf (places count) [default:
    /// convex]
    #[arg(long, value_name = "NAME", requires = SOURCE, hide_possible_values = true)]
    fusion: Option<FusionName>,
    /// With --vector its embedder: an index with vectors of another is refused. Or onnx:FOLDER, without
    /// --vector: the model in that folder embeds the query
    #[arg(long, value_name = "NAME|onnx:FOLDER")]
    embedder: Option<Embedder>,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum FusionName {
    /// Each score as a share of the best, times its weight
    Convex,
    /// Reciprocal rank fusion
    Rrf,
}

impl VectorFlags {
    /// The vector and how it counts, if there is one.
    ///
    /// # Errors
    /// If it cannot be read or made.
    pub fn of_query(
        &self,
        query: &str,
        index: &Index,
        path: &Path,
    ) -> Result<Option<QueryVector>, Failure> {
        match (&self.vector, &self.embedder) {
            (Some(_), Some(Embedder::Onnx(_))) => Err(Failure::usage(
                "--vector: with --embedder onnx:FOLDER that model embeds the query; leave one of them out",
            )),
            (None, Some(Embedder::Named(_))) => Err(Failure::usage(
                "--embedder: a name is that of the model of --vector <FILE|JSON>; a model to run is named by onnx:FOLDER",
            )),
            (Some(given), named) => {
                let name = named.as_ref().and_then(Embedder::name).map(str::to_owned);
                Ok(Some(self.counted(values(given)?, name)))
            }
            (None, Some(Embedder::Onnx(folder))) => {
                let known = index.vectors().map_err(|error| index_file::failure(path, &error))?;
                if known.is_none() && cfg!(feature = "onnx") {
                    let message = "--embedder: the index has no vectors; build it with this flag, or leave it out";
                    return Err(Failure::usage(message));
                }
                let known = known.map(|known| known.embedder).unwrap_or_default();
                let (values, name) = embedder::of_query(folder, query, &known)?;
                Ok(Some(self.counted(values, Some(name))))
            }
            (None, None) => Ok(None),
        }
    }

    /// A vector, as flags say that it counts.
    fn counted(&self, values: Vec<f32>, embedder: Option<String>) -> QueryVector {
        let usual = QueryVector::new(values);
        let fusion = self.fusion.map(|name| match name {
            FusionName::Convex => Fusion::Convex,
            FusionName::Rrf => Fusion::Rrf,
        });
        QueryVector {
            alpha: self.alpha.unwrap_or(usual.alpha),
            candidates: self.candidates.unwrap_or(usual.candidates),
            fusion: fusion.unwrap_or(usual.fusion),
            embedder,
            ..usual
        }
    }
}

/// The numbers that JSON or a file has.
fn values(given: &str) -> Result<Vec<f32>, Failure> {
    let accepted = "accepted is an array of numbers, such as [0.1, -0.2]";
    if given.trim_start().starts_with('[') {
        let parsed = serde_json::from_str(given);
        return parsed.map_err(|error| Failure::usage(format!("--vector: {error}; {accepted}")));
    }
    let path = Path::new(given);
    let json = fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    serde_json::from_slice(&json)
        .map_err(|error| Failure::new(format!("cannot use {given}: {error}; {accepted}")))
}
