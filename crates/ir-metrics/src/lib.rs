//! Measures how well a ranking answers queries for which people have judged documents.
//!
//! Pure: files come in as bytes, and rankings from anywhere. The figures are those of `trec_eval`:
//! gains are the grades, discounts logarithms to the base 2, and means are over all judged queries,
//! so that a query without results counts 0 (`trec_eval -c`).

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod counted;
mod error;
pub mod golden;
mod lines;
mod measure;
mod pairs;
mod qrels;
mod queries;
mod report;
mod run;
mod significance;

pub use counted::Counted;
pub use error::Error;
pub use measure::{Measure, Measures, USUAL_CUT_RESULTS};
pub use pairs::Pairs;
pub use qrels::Qrels;
pub use queries::{Queries, Query};
pub use report::{QueryFigures, Report, Summary};
pub use run::Run;
pub use significance::Comparison;
