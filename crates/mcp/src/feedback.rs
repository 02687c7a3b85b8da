//! The tool `give_feedback`: whoever runs the server finds in its log what was said.

use crate::tool_error::Answer;
use crate::words::texts;
use serde_json::json;

/// The name of the tool.
pub const NAME: &str = "give_feedback";

/// The answer to whoever said something.
pub fn noted() -> Answer {
    (texts::NOTED.to_owned(), json!({ "noted": true }))
}
