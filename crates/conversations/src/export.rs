//! Files of JSON, and what every reader of them needs.

use std::collections::HashSet;
use std::fmt::Display;

use serde_json::{Map, Value};

use super::conversation::{Conversation, Reading};

pub(super) type Object = Map<String, Value>;

/// The faults in the messages of one conversation.
#[derive(Debug, Default)]
pub(super) struct Problems {
    count: usize,
    first: String,
}

impl Problems {
    pub(super) fn add(&mut self, place: impl Display, what: impl Display) {
        if self.count == 0 {
            self.first = format!("{place}: {what}");
        }
        self.count += 1;
    }

    /// Says of `conversation` how many messages are missing and why the first one is.
    pub(super) fn report(self, conversation: impl Display, reading: &mut Reading) {
        let messages = match self.count {
            0 => return,
            1 => "1 message".to_owned(),
            count => format!("{count} messages"),
        };
        reading.warn(format!("{messages} of {conversation} could not be read: {}", self.first));
    }
}

/// The value that a file holds.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    serde_json::from_slice(bytes).map_err(|error| not_json(&error))
}

pub(super) fn not_json(error: &serde_json::Error) -> String {
    if error.is_eof() {
        format!("the JSON ends too early, in line {}; export the file again", error.line())
    } else {
        format!("the file is not JSON: {error}")
    }
}

/// The conversations of a file that holds one, a list of them, or a list under `conversations`, and
/// whether it may hold several.
fn conversations(bytes: &[u8]) -> Result<(Vec<Value>, bool), String> {
    Ok(match parse(bytes)? {
        Value::Array(list) => (list, true),
        Value::Object(mut object) => match object.remove("conversations") {
            Some(Value::Array(list)) => (list, true),
            _ => (vec![Value::Object(object)], false),
        },
        _ => (Vec::new(), false),
    })
}

/// Reads each conversation of a file.
pub(super) fn read(
    bytes: &[u8],
    conversation: fn(&Object, &mut Problems) -> Conversation,
) -> Reading {
    let mut reading = Reading::default();
    let (whole, several) = conversations(bytes).unwrap_or_else(|message| {
        reading.warn(message);
        (Vec::new(), false)
    });
    let mut seen = HashSet::new();
    for (index, value) in whole.iter().enumerate() {
        let Value::Object(object) = value else {
            reading.warn(format!("conversation {} is not an object; it was left out", index + 1));
            continue;
        };
        if !seen.insert(value) {
            reading.warn(format!("conversation {} is there twice; it was left out", index + 1));
            continue;
        }
        let mut problems = Problems::default();
        let mut found = conversation(object, &mut problems);
        let title = found.title.as_deref().unwrap_or_default();
        problems.report(format_args!("conversation {} ({title:?})", index + 1), &mut reading);
        if several && found.id.is_none() {
            found.id = Some((index + 1).to_string());
        }
        found.id = found.id.filter(|_| several);
        reading.conversations.push(found);
    }
    reading
}

/// The string under `key`, if it has words.
pub(super) fn text<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    object.get(key)?.as_str().filter(|text| !text.trim().is_empty())
}

/// The object under `key`.
pub(super) fn object<'a>(object: &'a Object, key: &str) -> Option<&'a Object> {
    object.get(key)?.as_object()
}

/// The elements of the list under `key`; none if there is no list.
pub(super) fn items<'a>(object: &'a Object, key: &str) -> &'a [Value] {
    object.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The objects of the list under `key`.
pub(super) fn objects<'a>(object: &'a Object, key: &str) -> impl Iterator<Item = &'a Object> {
    items(object, key).iter().filter_map(Value::as_object)
}

/// The words of a `content` that is text, or a list of text and of blocks, which `block` puts into
/// words. None where it is neither.
pub(super) fn content_words(
    content: Option<&Value>,
    mut block: impl FnMut(&Object) -> Option<String>,
) -> Option<String> {
    let blocks = match content? {
        Value::String(words) => return Some(words.clone()),
        Value::Array(blocks) => blocks,
        _ => return None,
    };
    let words = blocks.iter().filter_map(|item| match item {
        Value::Object(object) => block(object),
        Value::String(words) => Some(words.clone()),
        Value::Null => None,
        other => Some(other.to_string()),
    });
    let words: Vec<String> = words.filter(|words| !words.trim().is_empty()).collect();
    Some(words.join("\n\n"))
}

/// The address where a service shows the conversation with this id.
pub(super) fn address(base: &str, id: Option<&str>) -> Option<String> {
    let plain = |id: &&str| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    id.filter(plain).map(|id| format!("{base}{id}"))
}

/// Keys under which tools are told what to do, the most telling first.
const HINTS: [&str; 11] = [
    "command",
    "cmd",
    "file_path",
    "path",
    "pattern",
    "query",
    "url",
    "description",
    "prompt",
    "code",
    "input",
];

/// The most characters of the input of a tool.
const MAX_HINT_CHARACTERS: usize = 80;

/// A call of a tool as one short line: `[Bash: cargo test]`.
pub(super) fn tool_call(name: &str, input: &Value) -> String {
    let hint = match input {
        Value::String(text) => Some(text.clone()),
        Value::Object(object) => HINTS.iter().find_map(|key| hint(object.get(*key)?)),
        _ => None,
    };
    let hint = hint.unwrap_or_default();
    let line = hint.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let mut short: String = line.chars().take(MAX_HINT_CHARACTERS).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    let name = name.trim();
    if short.is_empty() { format!("[{name}]") } else { format!("[{name}: {short}]") }
}

fn hint(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(words) => {
            let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
            words.map(|words| words.join(" "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tool_calls_are_one_short_line() {
        let call = |input: Value| tool_call("Bash", &input);
        assert_eq!(call(json!({"command": "\n cargo test\nls"})), "[Bash: cargo test]");
        assert_eq!(call(json!({"command": ["ls", "-l"]})), "[Bash: ls -l]");
        assert_eq!(call(json!("x".repeat(90))), format!("[Bash: {}…]", "x".repeat(80)));
        assert_eq!(call(json!({"other": 1})), "[Bash]");
        assert_eq!(call(json!(null)), "[Bash]");
    }
}
