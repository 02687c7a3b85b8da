//! Finds the parents that answer a query best.

mod bound;
mod collapse;
#[cfg(feature = "explore")]
mod explain;
mod explanation;
mod facet;
mod filter;
mod forms;
mod guard;
mod lookup;
mod matches;
mod namesakes;
mod nearest;
mod options;
mod phrase;
pub(crate) mod query;
mod score;
mod shape;
mod sort;
mod syntax;
mod top;

use crate::error::Damage;
use crate::index::Sections;
#[cfg(feature = "explore")]
pub(crate) use explain::Explainer;
pub use explanation::{ChildScore, Explanation, TermScore, TitleScore};
pub use facet::Facet;
pub use filter::{Condition, Filter};
pub use options::{Collapse, SearchOptions};
pub(crate) use query::Query;
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
