//! The tools, and the answers to calls of them.

use crate::arguments::checked;
use crate::json::{Object, add};
use crate::query::State;
use crate::settings::Settings;
use crate::sites::Sites;
use crate::text::cut;
use crate::tool_error::ToolError;
use crate::words::bounds;
use crate::{docs, feedback, grep, list, page, search};
use serde_json::{Value, json};

/// Tokens for the parts that are not counted one by one: the first line, hints, braces and names.
const FRAME_TOKENS: usize = bounds::FRAME_TOKENS;

/// The limits of the result of a call.
#[derive(Clone, Copy)]
pub struct Limits<'s> {
    /// About how many tokens it may have, and its form.
    pub settings: &'s Settings,
    /// The bytes of texts that may be read to find phrases.
    pub phrase_bytes: usize,
}

/// The result of a call of the tool with a name.
///
/// # Errors
/// Where an argument cannot be used, or something is needed first.
pub(crate) fn call(
    sites: &Sites<'_>,
    name: &str,
    schema: &Value,
    given: &Object,
    limits: Limits<'_>,
    state: &mut State,
) -> Result<Value, ToolError> {
    let args = checked(schema, given)?;
    let budget = limits.settings.max_tokens.saturating_sub(FRAME_TOKENS);
    let (text, structured) = match name {
        "search_docs" => search::run(sites, &args, FRAME_TOKENS, limits.phrase_bytes, state)?,
        "grep_docs" => grep::run(sites, &args, FRAME_TOKENS)?,
        "read_page" => page::run(sites, &args, FRAME_TOKENS)?,
        "list_docs" => docs::run(sites, &args, limits.settings, budget)?,
        feedback::NAME => feedback::run(sites, &args, state.without_index)?,
        _ => list::run(sites, &args, budget)?,
    };
    let mut result = json!({ "content": content(&text) });
    let given = limits.settings.structured.then(|| structured.clone());
    add(&mut result, "structuredContent", given);
    state.data = Some(structured);
    Ok(result)
}

/// A fault that the caller can mend is a result too, so that a model sees it.
pub(crate) fn error(message: &str, tokens: usize) -> Value {
    // No character takes more than a token.
    let text = cut(message, tokens.saturating_sub(FRAME_TOKENS));
    json!({ "content": content(&text), "isError": true })
}

fn content(text: &str) -> Value {
    json!([{ "type": "text", "text": text }])
}
