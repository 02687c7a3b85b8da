//! Answers language models from an index, by the Model Context Protocol.
//!
//! It neither reads nor writes. A [`Call`] is a message on its way to an answer: it says when it
//! needs shards of the index (as a search does, by [`kindex::Error::Missing`]), and when it has a
//! query that the host may give a vector. So the command owns no more than the way on which
//! messages come; of HTTP, [`http`] has what is about messages. `js/mcp` is its twin, which decides
//! by the same `interface.json`; what this one alone has, feedback, is in `native.json`.

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

mod about;
pub mod address;
mod addresses;
mod arguments;
mod call;
pub mod card;
mod catalog;
mod docs;
mod exclusion;
mod feedback;
mod filters;
mod folders;
mod grep;
mod halt;
pub mod http;
mod interface;
mod json;
mod list;
mod page;
mod page_address;
mod pages;
mod passages;
mod query;
mod resources;
mod rpc;
pub mod sanitize;
mod search;
mod settings;
pub mod sites;
pub mod skill;
mod span;
mod text;
#[cfg(test)]
mod texts;
mod tool_error;
mod tools;
mod version;
mod versions;
mod words;

pub use call::{Call, Step};
pub use catalog::{Catalog, Site};
pub use query::Prepared;
pub use settings::{LEAST_RESULT_TOKENS, Settings};
pub use span::page_of;
