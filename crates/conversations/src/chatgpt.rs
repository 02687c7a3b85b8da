//! ChatGPT's export: a tree of messages for each conversation.

mod canvas;
mod markers;

use std::collections::BTreeMap;

use serde_json::Value;

use super::conversation::Conversation;
use super::exchange::Turn;
use super::export::{
    Object, Problems, address, content_words, items, object, objects, text, tool_call,
};
use super::notes::Notes;
use super::time::Time;
use super::tree::{self, Node};

/// The title of a conversation that has none yet.
const UNTITLED: &str = "New chat";

/// The kinds of contents that are known.
const CONTENT_TYPES: [&str; 20] = [
    "app_pairing_content",
    "browser_window",
    "citable_code_output",
    "code",
    "computer_output",
    "execution_output",
    "model_editable_context",
    "multimodal_text",
    "reasoning_recap",
    "sonic_webpage",
    "stderr",
    "super_widget",
    "system_error",
    "system_message",
    "tether_browsing_code",
    "tether_browsing_display",
    "tether_quote",
    "text",
    "thoughts",
    "user_editable_context",
];

/// Reads one conversation, with all its branches.
pub(super) fn conversation(given: &Object, problems: &mut Problems) -> Conversation {
    let id = text(given, "conversation_id").or_else(|| text(given, "id"));
    let mut notes = Notes::default();
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
        let turn = object(node, "message").map(|message| turn(message, &mut notes));
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
        title: text(given, "title").filter(|title| *title != UNTITLED).map(str::to_owned),
        exchanges: tree::exchanges(nodes, text(given, "current_node")),
        notes,
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

/// The text of a message. It is nothing if the message is empty, or left out, as `notes` then say.
fn turn(message: &Object, notes: &mut Notes) -> Result<Option<Turn>, &'static str> {
    notes.kinds.entry();
    let role = object(message, "author").and_then(|author| text(author, "role"));
    let role = role.ok_or("it does not say whose message it is")?;
    let content = object(message, "content").ok_or("it has no \"content\"")?;
    let kind = text(content, "content_type").unwrap_or("text");
    if !CONTENT_TYPES.contains(&kind) {
        notes.kinds.unknown(kind);
    }
    let time = message.get("create_time").and_then(Value::as_f64).and_then(Time::from_epoch);
    if let Some(report) = report(message) {
        return Ok(Some(Turn::of_assistant(markers::shown(&report), time)));
    }
    if let Some(thing) = unwanted(message, role, kind) {
        notes.omit(thing);
        return Ok(None);
    }
    let is_user = role == "user";
    let words = words(message, content, is_user, notes)
        .ok_or("it has neither \"parts\" nor \"text\" that can be read")?;
    if words.trim().is_empty() {
        return Ok(None);
    }
    Ok(Some(if is_user { Turn::of_user(words, time) } else { Turn::of_assistant(words, time) }))
}

/// The report of a research, which stands in what a tool gave.
fn report(message: &Object) -> Option<String> {
    let tool = object(object(message, "metadata")?, "chatgpt_sdk")?;
    let state: Value = serde_json::from_str(text(tool, "widget_state")?).ok()?;
    let content = object(object(state.as_object()?, "report_message")?, "content")?;
    let report = items(content, "parts").first()?.as_str()?;
    (!report.trim().is_empty()).then(|| report.to_owned())
}

/// The kind of a message, if it is one that the service does not show as such.
fn unwanted(message: &Object, role: &str, kind: &str) -> Option<&'static str> {
    let metadata = object(message, "metadata");
    let is = |key: &str| metadata.and_then(|it| it.get(key)) == Some(&Value::Bool(true));
    let hidden = is("is_visually_hidden_from_conversation") || is("is_user_system_message");
    let weightless = message.get("weight").and_then(Value::as_f64) == Some(0.0);
    match (role, kind) {
        ("system" | "developer", _) => Some("system message"),
        ("tool", _) => Some("tool result"),
        (_, "thoughts" | "reasoning_recap") => Some("thought"),
        (_, "user_editable_context" | "model_editable_context") => Some("hidden message"),
        _ if hidden || weightless => Some("hidden message"),
        _ => None,
    }
}

/// The text of a message; none if nothing of it can be read. What users type has no markers.
fn words(message: &Object, content: &Object, is_user: bool, notes: &mut Notes) -> Option<String> {
    let parts = content_words(content.get("parts"), |asset| Some(part(asset, notes)));
    let plain = content.get("text").and_then(Value::as_str).map(str::to_owned);
    let said = parts.filter(|parts| plain.is_none() || !parts.is_empty()).or(plain)?;
    if let Some(recipient) = text(message, "recipient").filter(|name| *name != "all") {
        let written = canvas::of_call(recipient, &said);
        return Some(written.unwrap_or_else(|| tool_call(recipient, &Value::String(said))));
    }
    let mut said = if is_user { said } else { markers::shown(&said) };
    let files = object(message, "metadata").into_iter().flat_map(|it| objects(it, "attachments"));
    for name in files.filter_map(|file| text(file, "name")) {
        said.push_str(&format!("\n\n[{name}]"));
    }
    Some(said)
}

/// A part of a message that is not text, in words.
fn part(asset: &Object, notes: &mut Notes) -> String {
    match text(asset, "content_type").unwrap_or("attachment") {
        "audio_transcription" => text(asset, "text").unwrap_or_default().to_owned(),
        kind if kind.contains("image") => "[image]".to_owned(),
        kind if kind.contains("video") => "[video]".to_owned(),
        kind if kind.contains("audio") => "[audio]".to_owned(),
        kind => {
            notes.kinds.unknown(kind);
            let said = text(asset, "text").map(|said| format!("\n\n{said}"));
            format!("[{kind}]{}", said.unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn turn_of(message: Value) -> (Result<Option<String>, &'static str>, Option<String>) {
        let mut notes = Notes::default();
        let turn = turn(message.as_object().unwrap(), &mut notes);
        (turn.map(|turn| turn.map(|turn| turn.text)), notes.left_out.summary())
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
    fn markers_of_users_stay() {
        let of = |role: &str| {
            turn_of(json!({"author": {"role": role}, "content": {"content_type": "text",
                "parts": [":::writing{}\nDear you\n:::"]}}))
        };
        assert_eq!(of("user").0, Ok(Some(":::writing{}\nDear you\n:::".to_owned())));
        assert_eq!(of("assistant").0, Ok(Some("Dear you\n".to_owned())));
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
    fn calls_are_shortened_unless_they_write_into_a_canvas() {
        let call = json!({"author": {"role": "assistant"}, "recipient": "python",
            "content": {"content_type": "code", "text": "import math\nmath.pi"}});
        assert_eq!(turn_of(call).0, Ok(Some("[python: import math]".to_owned())));
        let call = json!({"author": {"role": "assistant"}, "recipient": "canmore.create_textdoc",
            "content": {"parts": ["{\"name\": \"A\", \"content\": \"ibex\"}"]}});
        assert_eq!(turn_of(call).0, Ok(Some("[A]\n\nibex".to_owned())));
    }

    #[test]
    fn reports_that_tools_give_are_answers() {
        let state = json!({"report_message": {"content": {"parts": ["# Report"]}}}).to_string();
        let message = json!({"author": {"role": "tool"}, "content": {"parts": ["x"]},
            "metadata": {"chatgpt_sdk": {"widget_state": state}}});
        assert_eq!(turn_of(message), (Ok(Some("# Report".to_owned())), None));
    }

    #[test]
    fn contents_of_unknown_kinds_are_read_and_noted() {
        let message = json!({"author": {"role": "assistant"},
            "content": {"content_type": "hologram", "parts": ["x"]}});
        let mut notes = Notes::default();
        let turn = turn(message.as_object().unwrap(), &mut notes).unwrap().unwrap();
        assert_eq!(turn.text, "x");
        let warning = notes.kinds.report().unwrap();
        assert!(warning.message.contains("\"hologram\" (1)"));
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
