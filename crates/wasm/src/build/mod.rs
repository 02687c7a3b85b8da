//! What the build that makes indexes has besides.

mod builder;
mod charset;
pub(crate) mod collection;
mod golden;
mod plan;
mod vectors;
