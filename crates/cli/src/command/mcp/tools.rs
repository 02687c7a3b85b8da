//! The tools, and the answers to calls of them.

use super::about::About;
use super::arguments::checked;
use super::catalog::Site;
use super::text::cut;
use super::tool_error::{ToolError, bad_argument};
use super::{chunk, keys, list, page, search};
use kindex::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Tokens for the parts that are not counted one by one: the first line, hints, braces and names.
const FRAME_TOKENS: usize = 60;

/// The value where the caller of `search_docs` does not say.
const DEFAULT_TOKENS: usize = 4000;

/// The definitions for a server of this documentation. Its results have at most `max_tokens`.
pub fn define(tools: &mut Value, about: &About, max_tokens: usize) {
    for tool in tools.as_array_mut().into_iter().flatten() {
        about.complete(tool);
        if let Some(schema) = tool.pointer_mut("/inputSchema/properties/max_tokens")
            && let Some(schema) = schema.as_object_mut()
        {
            schema.insert("maximum".into(), json!(max_tokens));
            schema.insert("default".into(), json!(DEFAULT_TOKENS.min(max_tokens)));
        }
    }
}

/// The limits of the result of a call.
#[derive(Clone, Copy)]
pub struct Limits {
    /// About how many tokens it may have.
    pub tokens: usize,
    /// The bytes of texts that may be read to find phrases.
    pub phrase_bytes: usize,
}

/// The name of a tool.
pub fn name(tool: &Value) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}

/// The result of a call. A fault that the caller can mend is a result too, so that a model sees it.
///
/// # Errors
/// Where the index cannot be used.
pub fn call(
    site: &Site,
    tool: &Value,
    given: &Map<String, Value>,
    limits: Limits,
) -> Result<Value, Error> {
    match answer(site, tool, given, limits) {
        Ok((text, structured)) => {
            Ok(json!({ "content": content(&text), "structuredContent": structured }))
        }
        Err(ToolError::Argument(message)) => {
            // No character takes more than a token.
            let message = cut(&message, limits.tokens.saturating_sub(FRAME_TOKENS));
            Ok(json!({ "content": content(&message), "isError": true }))
        }
        Err(ToolError::Index(error)) => Err(error),
    }
}

fn content(text: &str) -> Value {
    json!([{ "type": "text", "text": text }])
}

/// A result in words and as data.
type Answer = (String, Value);

fn answer(
    site: &Site,
    tool: &Value,
    given: &Map<String, Value>,
    limits: Limits,
) -> Result<Answer, ToolError> {
    let args = checked(tool.get("inputSchema").unwrap_or(&Value::Null), given)?;
    let budget = limits.tokens.saturating_sub(FRAME_TOKENS);
    match name(tool) {
        "search_docs" => said(
            search::run(&site.index, &read(args)?, FRAME_TOKENS, limits.phrase_bytes)?,
            search::text,
        ),
        "read_chunk" => said(chunk::run(&site.index, &read(args)?, budget)?, chunk::text),
        "read_page" => said(page::run(site, &read(args)?, budget)?, page::text),
        "list_filters" => said(keys::run(&site.index, &read(args)?, budget)?, keys::text),
        _ => said(list::run(site, &read(args)?, budget)?, list::text),
    }
}

fn read<T: DeserializeOwned>(args: Map<String, Value>) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(args)).or_else(|error| bad_argument(error.to_string()))
}

fn said<T: Serialize>(result: T, text: impl FnOnce(&T) -> String) -> Result<Answer, ToolError> {
    let structured = serde_json::to_value(&result);
    let structured = structured.or_else(|error| bad_argument(error.to_string()))?;
    Ok((text(&result), structured))
}
