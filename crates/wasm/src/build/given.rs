//! Reads objects of options.

use crate::error::CodedError;
use alloc::string::ToString;
use serde::de::DeserializeOwned;
use serde_path_to_error::Path;
use wasm_bindgen::prelude::*;

/// Some of the options in an object without values that are undefined.
pub(crate) fn read<T: DeserializeOwned>(given: &JsValue) -> Result<T, CodedError> {
    let given = serde_wasm_bindgen::Deserializer::from(given.clone());
    serde_path_to_error::deserialize(given).map_err(|error| wrong_type(error.path()))
}

/// Says what is accepted: what the deserializer says is about types of Rust.
fn wrong_type(path: &Path) -> CodedError {
    let path = path.to_string();
    let accepted = match path.split('[').next() {
        Some("levels") => "are arrays of whole numbers",
        Some("overlap") => "are numbers and arrays of numbers",
        Some(topics) if topics.starts_with("topics") => "are objects of arrays of strings",
        Some("rootSelectors" | "excludeSelectors") => "are arrays of strings",
        Some("memories" | "textBesidePages" | "mergeable") => "are true and false",
        Some("sectionDepth") => "are heading levels from 1 to 6",
        _ => "is a string",
    };
    CodedError::new("invalid_option", [&path, ": accepted ", accepted].concat())
}
