//! Claude.ai's export: a list of messages for each conversation.

mod artifact;

use std::collections::BTreeSet;

use serde_json::Value;

use super::conversation::Conversation;
use super::elements::{without, without_outer};
use super::exchange::Turn;
use super::export::{Object, Problems, address, content_words, objects, text, tool_call};
use super::notes::Notes;
use super::time::Time;
use super::tree::{self, Node};

/// Reads one conversation, with all its branches where the export has them.
pub(super) fn conversation(given: &Object, problems: &mut Problems) -> Conversation {
    let id = text(given, "uuid");
    let mut notes = Notes::default();
    let mut seen = BTreeSet::new();
    let mut nodes = Vec::new();
    let messages = given.get("chat_messages").and_then(Value::as_array);
    if messages.is_none() {
        problems.add("\"chat_messages\"", "it is not a list");
    }
    for (index, message) in messages.into_iter().flatten().enumerate() {
        let number = index + 1;
        let Value::Object(message) = message else {
            problems.add(format_args!("message {number}"), "it is not an object");
            continue;
        };
        notes.kinds.entry();
        let id = text(message, "uuid").unwrap_or_default();
        if !id.is_empty() && !seen.insert(id) {
            notes.omit("repeated message");
            continue;
        }
        let turn = turn(message, &mut notes).unwrap_or_else(|what| {
            problems.add(format_args!("message {number}"), what);
            None
        });
        nodes.push(Node { id, parent: text(message, "parent_message_uuid"), turn });
    }
    let last = nodes.last().map(|node| node.id);
    let shown = text(given, "current_leaf_message_uuid").or(last);
    Conversation {
        id: id.map(str::to_owned),
        url: address("https://claude.ai/chat/", id),
        title: text(given, "name").map(str::to_owned),
        exchanges: tree::exchanges(nodes, shown),
        notes,
    }
}

/// The text of a message; nothing if there is none.
fn turn(message: &Object, notes: &mut Notes) -> Result<Option<Turn>, &'static str> {
    let sender = text(message, "sender").ok_or("it does not say whose message it is")?;
    let is_user = sender != "assistant";
    let blocks = content_words(message.get("content"), |block| words(block, is_user, notes));
    let plain = message.get("text").and_then(Value::as_str);
    if blocks.is_none() && plain.is_none() {
        return Err("it has neither \"text\" nor \"content\" that can be read");
    }
    let has_words = |words: &String| !words.trim().is_empty();
    let plain = plain.map(|plain| said(plain, is_user));
    let mut said: Vec<String> = blocks.filter(has_words).or(plain).into_iter().collect();
    said.retain(has_words);
    said.extend(objects(message, "attachments").filter_map(attachment));
    said.extend(objects(message, "files").filter_map(attachment));
    let words = said.join("\n\n");
    if words.is_empty() {
        return Ok(None);
    }
    let time = text(message, "created_at").and_then(Time::from_iso);
    Ok(Some(if is_user { Turn::of_user(words, time) } else { Turn::of_assistant(words, time) }))
}

/// A block of a message in words, with what it made.
fn words(block: &Object, is_user: bool, notes: &mut Notes) -> Option<String> {
    let made = match text(block, "type") {
        Some("text") => return text(block, "text").map(|text| said(text, is_user)),
        Some("tool_use") => artifact::of_call(block),
        _ => None,
    };
    made.or_else(|| block_words(block, notes))
}

/// A text without what the service put into it.
fn said(text: &str, is_user: bool) -> String {
    if is_user {
        return without_outer(&without(text, &INSERTED), &OUTER).to_owned();
    }
    artifact::shown(&text.replace(PLACEHOLDER, ""))
}

/// Elements that the service adds to what the user typed.
const INSERTED: [&str; 2] = ["long_conversation_reminder", "system-reminder"];

/// Those that it puts before or behind the words. Others may quote them.
const OUTER: [&str; 2] = ["userExamples", "userStyle"];

/// Exports have it in place of blocks that they cannot show.
const PLACEHOLDER: &str = "```\nThis block is not supported on your current device yet.\n```";

/// A block of a message in words. The APIs of Claude, and so Claude Code, have the same.
pub(super) fn block_words(block: &Object, notes: &mut Notes) -> Option<String> {
    let kind = text(block, "type").unwrap_or("text");
    match kind {
        "text" | "connector_text" | "voice_note"
            if block.get("text").is_some_and(Value::is_string) =>
        {
            return text(block, "text").map(str::to_owned);
        }
        "tool_use" | "server_tool_use" | "mcp_tool_use" => {
            let input = block.get("input").unwrap_or(&Value::Null);
            return Some(tool_call(text(block, "name").unwrap_or("tool"), input));
        }
        "image" | "document" | "audio" => return Some(format!("[{kind}]")),
        "thinking" | "redacted_thinking" => notes.omit("thought"),
        "token_budget" | "flag" | "container_upload" | "tool_reference" | "compaction"
        | "fallback" => notes.omit("other block"),
        kind if kind.ends_with("tool_result") => notes.omit("tool result"),
        kind => {
            notes.omit("other block");
            notes.kinds.unknown(kind);
        }
    }
    None
}

/// A file's name and, where the export has it, its text.
fn attachment(file: &Object) -> Option<String> {
    let name = text(file, "file_name").or_else(|| text(file, "name"));
    match (name, text(file, "extracted_content")) {
        (Some(name), Some(body)) => Some(format!("[{name}]\n\n{body}")),
        (None, Some(body)) => Some(body.to_owned()),
        (Some(name), None) => Some(format!("[{name}]")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn texts(message: Value) -> Option<String> {
        let turn = turn(message.as_object().unwrap(), &mut Notes::default());
        turn.unwrap().map(|turn| turn.text)
    }

    #[test]
    fn blocks_come_before_the_text_that_sums_them_up() {
        let message = json!({"sender": "assistant", "text": "summed up", "content": [
            {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "name": "web_search", "input": {"query": "rust lifetimes"}},
            {"type": "tool_result", "content": []}, {"type": "text", "text": "Here."}]});
        let want = "Let me look.\n\n[web_search: rust lifetimes]\n\nHere.";
        assert_eq!(texts(message).as_deref(), Some(want));
        let old = json!({"sender": "human", "text": "plain", "content": []});
        assert_eq!(texts(old).as_deref(), Some("plain"));
    }

    #[test]
    fn attachments_are_part_of_the_question() {
        let message = json!({"sender": "human", "text": "Sum it up", "attachments": [
            {"file_name": "notes.txt", "extracted_content": "one\ntwo"}],
            "files": [{"file_name": "photo.png"}]});
        let want = "Sum it up\n\n[notes.txt]\n\none\ntwo\n\n[photo.png]";
        assert_eq!(texts(message).as_deref(), Some(want));
    }

    #[test]
    fn what_the_service_adds_is_not_said() {
        let message = json!({"sender": "human", "content": [{"type": "text",
            "text": "Hi<userStyle>be brief</userStyle>"}]});
        assert_eq!(texts(message).as_deref(), Some("Hi"));
        let quoted = "Is <userStyle>brief</userStyle> right?";
        let message = json!({"sender": "human", "content": [{"type": "text", "text": quoted}]});
        assert_eq!(texts(message).as_deref(), Some(quoted));
        let message = json!({"sender": "assistant", "text": format!("Here.\n\n{PLACEHOLDER}")});
        assert_eq!(texts(message).as_deref(), Some("Here.\n\n"));
    }

    #[test]
    fn what_was_made_is_part_of_the_answer() {
        let message = json!({"sender": "assistant", "content": [
            {"type": "tool_use", "name": "create_file",
                "input": {"path": "a.md", "file_text": "newt"}},
            {"type": "text", "text": "Done."}]});
        assert_eq!(texts(message).as_deref(), Some("[a.md]\n\nnewt\n\nDone."));
    }

    #[test]
    fn messages_come_once() {
        let message = json!({"uuid": "a", "sender": "human", "text": "Once?"});
        let given = json!({"chat_messages": [message, message,
            {"uuid": "b", "sender": "assistant", "content": [{"type": "hologram"}]}]});
        let found = conversation(given.as_object().unwrap(), &mut Problems::default());
        assert_eq!(found.exchanges[0].turns.len(), 1);
        let left_out = found.notes.left_out.summary();
        assert_eq!(left_out.as_deref(), Some("1 other block, 1 repeated message"));
    }
}
