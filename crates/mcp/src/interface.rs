//! The words of a server about itself and its tools.

use crate::settings::Settings;
use crate::sites::sentence;
use crate::words::{INTERFACE, NATIVE, filled, texts};
use serde_json::Value;
use std::sync::LazyLock;

fn part(name: &str) -> &'static Value {
    static READ: LazyLock<[Value; 2]> = LazyLock::new(|| {
        [INTERFACE, NATIVE].map(|json| serde_json::from_str(json).unwrap_or_default())
    });
    READ.iter().find_map(|all| all.get(name)).unwrap_or(&Value::Null)
}

/// What a language model is told of a server as a whole.
pub fn instructions(settings: &Settings) -> String {
    let usual = || {
        let usual = part("instructions").as_str().unwrap_or_default();
        settings.about().before(&format!("{usual}{}", several(settings)))
    };
    settings.instructions.clone().unwrap_or_else(usual)
}

/// A sentence to follow another one, where there are several indexes: how their names are used.
pub fn several(settings: &Settings) -> String {
    let said = settings.docs.first().map(|name| {
        let names = named(settings);
        format!(" {}", filled(texts::SEVERAL_DOCS, &[&names, name, name]))
    });
    said.unwrap_or_default()
}

/// The names of the indexes, where there are several.
pub fn named(settings: &Settings) -> String {
    sentence(&settings.docs.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The kinds of resources.
pub fn resource_templates(settings: &Settings) -> Value {
    completed(part("resourceTemplates").clone(), settings)
}

/// The definitions of all tools, which name the documentation.
pub fn tools(settings: &Settings) -> Value {
    let tools = all_tools(settings).map(|tool| limited(tool.clone(), settings));
    completed(Value::Array(tools.collect()), settings)
}

/// The schema of the arguments of a tool.
pub fn input_schema(tool: &str, settings: &Settings) -> Option<Value> {
    let tool =
        all_tools(settings).find(|one| one.get("name").and_then(Value::as_str) == Some(tool))?;
    limited(tool.clone(), settings).get("inputSchema").cloned()
}

fn all_tools(settings: &Settings) -> impl Iterator<Item = &'static Value> {
    let feedback = settings.takes_feedback.then(|| part("feedback"));
    part("tools").as_array().into_iter().flatten().chain(feedback)
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
    if !settings.docs.is_empty() {
        extend(&mut tool, settings);
    }
    if !settings.structured
        && let Some(tool) = tool.as_object_mut()
    {
        tool.shift_remove("outputSchema");
    }
    let schema = member(&mut tool, "inputSchema").and_then(|schema| member(schema, "properties"));
    let tokens = schema.and_then(|schema| member(schema, "max_tokens"));
    let Some(tokens) = tokens.and_then(Value::as_object_mut) else { return tool };
    tokens.insert("maximum".into(), settings.max_tokens.into());
    let default = tokens.get("default").and_then(Value::as_u64).unwrap_or_default();
    tokens.insert("default".into(), default.min(settings.max_tokens as u64).into());
    let searches = tool.get("name").and_then(Value::as_str) == Some("search_docs");
    if settings.embeds
        && searches
        && let Some(Value::String(description)) = member(&mut tool, "description")
    {
        *description = format!("{description} {}", texts::BY_MEANING);
    }
    tool
}

/// Adds to a tool what it has of several indexes.
fn extend(tool: &mut Value, settings: &Settings) {
    let name = tool.get("name").and_then(Value::as_str).unwrap_or_default();
    let Some(more) = part("several").get("tools").and_then(|tools| tools.get(name)) else { return };
    add_all(tool, more);
    let schema = member(tool, "inputSchema").and_then(|schema| member(schema, "properties"));
    let docs = schema.and_then(|schema| member(schema, "docs"));
    if let Some(Value::String(description)) = docs.and_then(|docs| member(docs, "description")) {
        *description = filled(description, &[&named(settings)]);
    }
}

/// Adds the members of an object, and of those within it, to another one.
fn add_all(to: &mut Value, more: &Value) {
    let (Some(to), Some(more)) = (to.as_object_mut(), more.as_object()) else { return };
    for (name, value) in more {
        match to.get_mut(name) {
            Some(there) => add_all(there, value),
            None => drop(to.insert(name.clone(), value.clone())),
        }
    }
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
