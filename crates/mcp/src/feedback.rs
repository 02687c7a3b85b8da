//! The tool `give_feedback`: whoever runs the server finds in its log what was said.

use crate::addresses;
use crate::arguments::Arguments;
use crate::sites::Sites;
use crate::text::{address, shown_id};
use crate::tool_error::{Answer, ToolError};
use crate::words::texts;
use serde_json::{Value, json};

/// The name of the tool.
pub const NAME: &str = "give_feedback";

/// The answer to whoever said something, with the pages that it is about, as far as they are there.
/// What was said is of use without them.
pub fn run(sites: &Sites<'_>, args: &Arguments, without_index: bool) -> Result<Answer, ToolError> {
    let mut passages: Vec<Value> = Vec::new();
    for id in args.list("ids") {
        match addresses::place(sites, id) {
            Ok(place) => {
                let url = shown_id(&place.of.address(&place.page.url));
                passages.push(json!({ "id": id, "url": address(&url) }));
            }
            Err(ToolError::Argument(_)) => {}
            Err(ToolError::Index(_)) if without_index => {}
            Err(error) => return Err(error),
        }
    }
    Ok((texts::NOTED.to_owned(), json!({ "passages": passages })))
}
