//! The words of a server about itself and its tools.

use crate::settings::Settings;
use crate::words::{INTERFACE, bounds, texts};
use serde_json::Value;
use std::sync::LazyLock;

fn part(name: &str) -> &'static Value {
    static INTERFACE_READ: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(INTERFACE).unwrap_or_default());
    INTERFACE_READ.get(name).unwrap_or(&Value::Null)
}

/// What a language model is told of a server as a whole.
pub fn instructions(settings: &Settings) -> String {
    let usual = || settings.about().before(part("instructions").as_str().unwrap_or_default());
    settings.instructions.clone().unwrap_or_else(usual)
}

/// The kinds of resources.
pub fn resource_templates(settings: &Settings) -> Value {
    completed(part("resourceTemplates").clone(), settings)
}

/// The definitions of all tools, which name the documentation.
pub fn tools(settings: &Settings) -> Value {
    let tools = all_tools().map(|tool| limited(tool.clone(), settings));
    completed(Value::Array(tools.collect()), settings)
}

/// The schema of the arguments of a tool.
pub fn input_schema(tool: &str, settings: &Settings) -> Option<Value> {
    let tool = all_tools().find(|one| one.get("name").and_then(Value::as_str) == Some(tool))?;
    limited(tool.clone(), settings).get("inputSchema").cloned()
}

fn all_tools() -> impl Iterator<Item = &'static Value> {
    part("tools").as_array().into_iter().flatten()
}

fn completed(mut all: Value, settings: &Settings) -> Value {
    if let Value::Array(all) = &mut all {
        let about = settings.about();
        all.iter_mut().for_each(|one| about.complete(one));
    }
    all
}

/// A tool with the limits of a server, where it has some, and the ways of one that searches. It has
/// the schema of its data where it gives data.
fn limited(mut tool: Value, settings: &Settings) -> Value {
    if !settings.structured
        && let Some(tool) = tool.as_object_mut()
    {
        tool.shift_remove("outputSchema");
    }
    let schema = member(&mut tool, "inputSchema").and_then(|schema| member(schema, "properties"));
    let tokens = schema.and_then(|schema| member(schema, "max_tokens"));
    let Some(tokens) = tokens.and_then(Value::as_object_mut) else { return tool };
    tokens.insert("maximum".into(), settings.max_tokens.into());
    tokens.insert("default".into(), bounds::SEARCH_TOKENS.min(settings.max_tokens).into());
    let searches = tool.get("name").and_then(Value::as_str) == Some("search_docs");
    if settings.embeds
        && searches
        && let Some(Value::String(description)) = member(&mut tool, "description")
    {
        *description = format!("{description} {}", texts::BY_MEANING);
    }
    tool
}

fn member<'v>(value: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    value.as_object_mut()?.get_mut(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interface_can_be_read() {
        let settings = Settings { max_tokens: 500, embeds: true, ..Settings::default() };
        let schema = input_schema("search_docs", &settings).unwrap();
        let tokens = schema.get("properties").and_then(|all| all.get("max_tokens")).unwrap();
        assert_eq!(tokens.get("default").and_then(Value::as_u64), Some(500));
        assert_eq!(tools(&settings).as_array().unwrap().len(), 5);
        assert_eq!(resource_templates(&settings).as_array().unwrap().len(), 1);
        assert!(instructions(&settings).starts_with("This server"));
    }
}
