//! Finds the parents that answer a query best.

pub(crate) mod bm25;
mod bound;
mod collapse;
#[cfg(feature = "explore")]
mod explain;
mod explanation;
mod facet;
mod filter;
mod guard;
mod matches;
mod options;
mod phrase;
mod score;
mod shape;
mod sort;
mod top;

use crate::error::Damage;
use crate::index::Sections;
use crate::query::parse::Query;
#[cfg(feature = "explore")]
pub(crate) use explain::Explainer;
pub use explanation::{ChildScore, Explanation, TermScore, TitleScore};
pub use facet::Facet;
pub use filter::{Condition, Filter};
pub use options::{Collapse, SearchOptions};
pub(crate) use score::{Ranked, Scored};
pub use sort::Sort;

/// Parses and ranks.
pub(crate) fn run(
    sections: &Sections<'_>,
    query: &str,
    options: &SearchOptions,
) -> Result<(Query, Ranked), Damage> {
    let query = Query::parse(query, options.prefix, sections)?;
    #[cfg(feature = "shards")]
    query.expect(sections)?;
    let ranked = score::rank(sections, &query, options)?;
    Ok((query, ranked))
}
