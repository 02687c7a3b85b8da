//! Reads golden sets for JavaScript, which searches by itself: see [`kindex_ir_metrics::golden`].

use crate::answers::{text, written};
use crate::error::CodedError;
use crate::json::Json;
use alloc::string::{String, ToString};
use kindex_ir_metrics::golden::{Expectation, from_json_lines, from_yaml};
use wasm_bindgen::prelude::*;

/// The entries of a golden set as JSON, in JSON Lines or else in YAML: of each its line, the query,
/// the pages as they are named, and among how many results they should be, where that is said.
#[wasm_bindgen]
pub fn golden(source: &str, is_json_lines: bool) -> Result<String, CodedError> {
    let read = if is_json_lines { from_json_lines } else { from_yaml };
    let entries = read(source.as_bytes())
        .map_err(|error| CodedError::new("invalid_argument", error.to_string()))?;
    Ok(written(|json| json.array(&entries, entry)))
}

fn entry(json: &mut Json, entry: &Expectation) {
    json.object(|json| {
        json.key("line").count(entry.line);
        json.key("query").text(&entry.query);
        json.key("pages").array(&entry.pages, text);
        if let Some(within) = entry.within {
            json.key("within").count(within);
        }
    });
}
