//! ChatGPT's export: a tree of messages for each conversation.

use std::collections::BTreeMap;

use serde_json::Value;

use super::exchange::Turn;
use super::export::{Object, Problems, address, content_words, object, objects, text, tool_call};
use super::time::Time;
use super::tree::{self, Node};
use super::{Conversation, LeftOut};

/// Reads one conversation, with all its branches.
pub(super) fn conversation(given: &Object, problems: &mut Problems) -> Conversation {
    let id = text(given, "conversation_id").or_else(|| text(given, "id"));
    let mut left_out = LeftOut::default();
    let mapping = object(given, "mapping");
    if mapping.is_none() {
        problems.add("\"mapping\"", "it is not an object");
    }
    let named = mapping.map(parents_by_child).unwrap_or_default();
    let mut nodes = Vec::new();
    for (id, node) in mapping.into_iter().flatten() {
        let Value::Object(node) = node else {
            problems.add(id, "it is not an object");
            continue;
        };
        let turn = object(node, "message").map(|message| turn(message, &mut left_out));
        let turn = match turn {
            None => None,
            Some(Ok(turn)) => turn,
            Some(Err(what)) => {
                problems.add(id, what);
                None
            }
        };
        let parent = text(node, "parent").or_else(|| named.get(id.as_str()).copied());
        nodes.push(Node { id, parent, turn });
    }
    Conversation {
        id: id.map(str::to_owned),
        url: address("https://chatgpt.com/c/", id),
        title: text(given, "title").map(str::to_owned),
        exchanges: tree::exchanges(nodes, text(given, "current_node")),
        left_out,
    }
}

/// The parents of nodes as far as their parents name them: some exporters give only that.
fn parents_by_child(mapping: &Object) -> BTreeMap<&str, &str> {
    let mut parents = BTreeMap::new();
    for (id, node) in mapping {
        let children = node.get("children").and_then(Value::as_array).into_iter().flatten();
        parents.extend(children.filter_map(|child| Some((child.as_str()?, id.as_str()))));
    }
    parents
}

/// The text of a message. It is nothing if the message is empty, or left out, as `left_out` then
/// notes.
fn turn(message: &Object, left_out: &mut LeftOut) -> Result<Option<Turn>, &'static str> {
    let role = object(message, "author").and_then(|author| text(author, "role"));
    let role = role.ok_or("it does not say whose message it is")?;
    let content = object(message, "content").ok_or("it has no \"content\"")?;
    if let Some(thing) = unwanted(message, role, content) {
        left_out.count(thing);
        return Ok(None);
    }
    let words =
        words(message, content).ok_or("it has neither \"parts\" nor \"text\" that can be read")?;
    if words.trim().is_empty() {
        return Ok(None);
    }
    let time = message.get("create_time").and_then(Value::as_f64).and_then(Time::from_epoch);
    let is_user = role == "user";
    Ok(Some(if is_user { Turn::of_user(words, time) } else { Turn::of_assistant(words, time) }))
}

/// The kind of a message, if it is one that the service does not show as such.
fn unwanted(message: &Object, role: &str, content: &Object) -> Option<&'static str> {
    let kind = text(content, "content_type").unwrap_or_default();
    let metadata = object(message, "metadata");
    let hidden = metadata
        .and_then(|metadata| metadata.get("is_visually_hidden_from_conversation"))
        .is_some_and(|hidden| *hidden == Value::Bool(true));
    let weightless = message.get("weight").and_then(Value::as_f64) == Some(0.0);
    match (role, kind) {
        ("system", _) => Some("system message"),
        ("tool", _) => Some("tool result"),
        (_, "thoughts" | "reasoning_recap") => Some("thought"),
        (_, "user_editable_context" | "model_editable_context") => Some("hidden message"),
        _ if hidden || weightless => Some("hidden message"),
        _ => None,
    }
}

/// The text of a message; none if nothing of it can be read.
fn words(message: &Object, content: &Object) -> Option<String> {
    let parts = content_words(content.get("parts"), part);
    let plain = content.get("text").and_then(Value::as_str).map(str::to_owned);
    let said = parts.filter(|parts| plain.is_none() || !parts.is_empty()).or(plain)?;
    if let Some(recipient) = text(message, "recipient").filter(|name| *name != "all") {
        return Some(tool_call(recipient, &Value::String(said)));
    }
    let mut said = without_citations(&said);
    let files = object(message, "metadata").into_iter().flat_map(|it| objects(it, "attachments"));
    for name in files.filter_map(|file| text(file, "name")) {
        said.push_str(&format!("\n\n[{name}]"));
    }
    Some(said)
}

/// A part of a message that is not text, in words.
fn part(asset: &Object) -> Option<String> {
    Some(match text(asset, "content_type").unwrap_or("attachment") {
        "audio_transcription" => text(asset, "text").unwrap_or_default().to_owned(),
        kind if kind.contains("image") => "[image]".to_owned(),
        kind if kind.contains("video") => "[video]".to_owned(),
        kind if kind.contains("audio") => "[audio]".to_owned(),
        kind => format!("[{kind}]"),
    })
}

/// `text` without the references to sources that stand between two private characters.
fn without_citations(text: &str) -> String {
    const OPEN: char = '\u{E200}';
    const CLOSE: char = '\u{E201}';
    let mut pieces = text.split(OPEN);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str(piece.split_once(CLOSE).map_or(piece, |(_, rest)| rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn turn_of(message: Value) -> (Result<Option<String>, &'static str>, Option<String>) {
        let mut left_out = LeftOut::default();
        let turn = turn(message.as_object().unwrap(), &mut left_out);
        (turn.map(|turn| turn.map(|turn| turn.text)), left_out.summary())
    }

    #[test]
    fn parts_that_are_no_text_are_named() {
        let message = json!({"author": {"role": "user"}, "content": {"content_type":
            "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}, "What is it?",
            {"content_type": "audio_transcription", "text": "spoken"}]},
            "metadata": {"attachments": [{"name": "plan.pdf"}]}});
        let want = "[image]\n\nWhat is it?\n\nspoken\n\n[plan.pdf]";
        assert_eq!(turn_of(message).0, Ok(Some(want.to_owned())));
    }

    #[test]
    fn what_is_not_shown_is_counted() {
        let of = |role: &str, kind: &str, weight: f64| {
            turn_of(json!({"author": {"role": role}, "weight": weight,
                "content": {"content_type": kind, "parts": ["x"]}}))
        };
        assert_eq!(of("system", "text", 1.0), (Ok(None), Some("1 system message".into())));
        assert_eq!(of("tool", "text", 1.0).1.as_deref(), Some("1 tool result"));
        assert_eq!(of("assistant", "thoughts", 1.0).1.as_deref(), Some("1 thought"));
        assert_eq!(of("assistant", "text", 0.0).1.as_deref(), Some("1 hidden message"));
        assert_eq!(of("user", "text", 1.0), (Ok(Some("x".into())), None));
    }

    #[test]
    fn calls_and_citations_are_shortened() {
        let call = json!({"author": {"role": "assistant"}, "recipient": "python",
            "content": {"content_type": "code", "text": "import math\nmath.pi"}});
        assert_eq!(turn_of(call).0, Ok(Some("[python: import math]".to_owned())));
        let said = "So\u{E200}cite\u{E202}turn0\u{E201} it is. \u{E200}open";
        assert_eq!(without_citations(said), "So it is. open");
    }

    #[test]
    fn children_tell_what_parents_do_not() {
        let node = |role: &str, text: &str, children: Value| {
            let content = json!({"parts": [text]});
            json!({"message": {"author": {"role": role}, "content": content}, "children": children})
        };
        let given = json!({"current_node": "c", "mapping": {
            "b": node("assistant", "Paris.", json!([])), "c": node("assistant", "Lyon.", json!([])),
            "a": node("user", "Where to?", json!(["b", "c"]))}});
        let mut problems = Problems::default();
        let exchanges = conversation(given.as_object().unwrap(), &mut problems).exchanges;
        let texts: Vec<&str> = exchanges[0].turns.iter().map(|turn| turn.text.as_str()).collect();
        assert_eq!((exchanges.len(), texts), (1, vec!["Where to?", "Lyon.", "Paris."]));
    }

    #[test]
    fn messages_without_content_are_problems() {
        assert!(turn_of(json!({"author": {"role": "user"}})).0.is_err());
        assert!(turn_of(json!({"content": {"parts": ["x"]}})).0.is_err());
        for content in [json!({}), json!({"parts": 1}), json!({"text": []}), json!(1)] {
            assert!(turn_of(json!({"author": {"role": "user"}, "content": content})).0.is_err());
        }
        let bare = json!({"author": {"role": "user"}, "content": {"parts": ["x", 5, null]}});
        assert_eq!(turn_of(bare).0, Ok(Some("x\n\n5".to_owned())));
    }
}
