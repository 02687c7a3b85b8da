//! The script that pages load, with the settings of the site.

use super::files::Entry;
use serde::Serialize;
use serde_json::{Map, Value};

/// Its name in its folder.
pub const SCRIPT: &str = "search.js";

/// Its first line, by which the folder is known to be of this command.
pub const SIGN: &str = "// Written by kindex inject, which removes this folder with --remove.";

/// The folder with the index, beside the script.
pub const INDEX: &str = "index/";

/// What the script says of the field.
#[derive(Serialize)]
pub struct Settings {
    pub src: &'static str,
    /// The folder of the pages, from the script.
    pub root: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    pub attributes: Map<String, Value>,
}

/// The element by which the field finds its place.
#[derive(Clone, Serialize)]
pub struct Spot {
    pub at: String,
    pub how: How,
}

/// What becomes of that element.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    Into,
    Replace,
}

/// The script of some settings.
///
/// # Errors
/// Where they are none of JSON.
pub fn script(settings: &Settings) -> serde_json::Result<String> {
    let (settings, code) = (serde_json::to_string_pretty(settings)?, Entry::Injected.script());
    Ok(format!(
        "{SIGN}\nimport {{ inject }} from \"./{code}\";\n\ninject({settings}, import.meta.url);\n"
    ))
}
