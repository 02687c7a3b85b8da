//! The small work on text that the readers of Kindex share: lines and words, Markdown's fences and
//! headings with their ids, records of JSON, rules in TOML, days.
//!
//! `kindex-extract` and `kindex-conversations` are made of it. It reads no files.

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

pub mod date;
mod fences;
mod headings;
pub mod json;
pub mod rules;
mod slug;
mod strings;

pub use fences::{Fence, Fences, list_marker, longest_run};
pub use headings::{heading, headings};
pub use slug::{HeadingIds, Slugger};
pub use strings::{
    after, collapse, end_with_newline, file_stem, is_html_space, is_spaced, normalise, part,
};
