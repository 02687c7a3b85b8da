//! Sessions of Codex, in the records of today and in the bare ones of its first versions.

use std::collections::BTreeSet;

use serde_json::Value;

use super::conversation::{Conversation, Reading};
use super::elements::without;
use super::exchange::{Turn, by_role};
use super::export::{Object, Problems, content_words, object, text, tool_call};
use super::notes::Notes;
use super::records::records;
use super::time::Time;

/// Parts of messages that the program writes in the user's name begin with one of these.
const INSERTED: [&str; 33] = [
    "# AGENTS.md instructions",
    "<INSTRUCTIONS>",
    "<additional_context",
    "<apps_instructions>",
    "<codex_delegation",
    "<codex_internal_context",
    "<collaboration_mode",
    "<context_window",
    "<environment_context>",
    "<environments_instructions>",
    "<git_attribution",
    "<heartbeat",
    "<hook_prompt",
    "<internal_model_context",
    "<model_switch",
    "<multi_agent_mode",
    "<permissions instructions>",
    "<personality_spec",
    "<plugins_instructions>",
    "<realtime_conversation",
    "<recommended_plugins",
    "<rollout_budget",
    "<skill>",
    "<skills_instructions>",
    "<subagent_notification",
    "<subagents>",
    "<token_budget",
    "<turn_aborted>",
    "<user_action>",
    "<user_instructions>",
    "<user_shell_command>",
    "Another language model started to solve this problem",
    "Warning: The maximum number of unified exec processes",
];

/// Kinds of records and items about the program.
const BOOKKEEPING: [&str; 17] = [
    "additional_tools",
    "compacted",
    "compaction",
    "compaction_summary",
    "compaction_trigger",
    "context_compaction",
    "ghost_snapshot",
    "inter_agent_communication",
    "inter_agent_communication_metadata",
    "item_reference",
    "mcp_approval_request",
    "mcp_list_tools",
    "other",
    "session_meta",
    "state",
    "turn_context",
    "world_state",
];

/// The kinds of the parts of messages.
const BLOCKS: [&str; 8] = [
    "encrypted_content",
    "input_audio",
    "input_file",
    "input_image",
    "input_text",
    "output_text",
    "refusal",
    "text",
];

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let mut session = Session::default();
    let mut turns = Vec::new();
    for record in records(bytes, &mut reading) {
        turns.extend(session.turn(&record));
    }
    if !session.has_messages {
        turns = session.events;
    }
    session.problems.report("the session", &mut reading);
    let conversation =
        Conversation { exchanges: by_role(turns), notes: session.notes, ..Conversation::default() };
    reading.conversations.push(conversation);
    reading
}

#[derive(Default)]
struct Session {
    /// Records with a time, which stand for themselves.
    seen: BTreeSet<String>,
    has_messages: bool,
    /// What events say. They repeat what messages do, and count in a session without these.
    events: Vec<Turn>,
    notes: Notes,
    problems: Problems,
}

impl Session {
    fn turn(&mut self, record: &Object) -> Option<Turn> {
        self.notes.kinds.entry();
        let time = text(record, "timestamp").and_then(Time::from_iso);
        let kind = text(record, "type");
        let is_item = kind == Some("response_item");
        if time.is_some() && !self.seen.insert(Value::Object(record.clone()).to_string()) {
            return if is_item { self.omit("repeated message") } else { None };
        }
        let payload = object(record, "payload");
        if kind == Some("event_msg") {
            self.events.extend(payload.and_then(|event| event_turn(event, time)));
            return None;
        }
        match if is_item { payload } else { Some(record) } {
            Some(item) => self.item(item, time),
            None => {
                self.problems.add("a response_item", "it has no \"payload\"");
                None
            }
        }
    }

    fn item(&mut self, item: &Object, time: Option<Time>) -> Option<Turn> {
        match text(item, "type").unwrap_or("state") {
            "message" => self.message(item, time),
            "agent_message" => self.omit("hidden message"),
            "reasoning" => self.omit("thought"),
            "local_shell_call" => Some(Turn::of_assistant(action("shell", item), time)),
            "web_search_call" => Some(Turn::of_assistant(action("web_search", item), time)),
            "image_generation_call" => Some(Turn::of_assistant("[image]".to_owned(), time)),
            kind if kind.ends_with("_call") => Some(Turn::of_assistant(call(item), time)),
            kind if kind.ends_with("_output") => self.omit("tool result"),
            kind => {
                if !BOOKKEEPING.contains(&kind) {
                    self.notes.kinds.unknown(kind);
                }
                None
            }
        }
    }

    fn omit(&mut self, thing: &'static str) -> Option<Turn> {
        self.notes.omit(thing);
        None
    }

    fn message(&mut self, item: &Object, time: Option<Time>) -> Option<Turn> {
        self.has_messages = true;
        let role = text(item, "role").unwrap_or_default();
        let is_user = role == "user";
        let mut has_inserted = false;
        let kinds = &mut self.notes.kinds;
        let said = content_words(item.get("content"), |part| {
            let kind = text(part, "type").unwrap_or("text");
            if !BLOCKS.contains(&kind) {
                kinds.unknown(kind);
            }
            let words = block(part)?;
            let is_inserted = is_user && is_inserted(&words);
            has_inserted |= is_inserted;
            (!is_inserted).then_some(words)
        });
        let Some(said) = said else {
            let what = "it has no \"content\" that is text or a list";
            self.problems.add(text(item, "id").unwrap_or("a message"), what);
            return None;
        };
        match role {
            _ if said.trim().is_empty() && !has_inserted => None,
            "user" if said.trim().is_empty() || is_inserted(&said) => self.omit("hidden message"),
            "user" => Some(Turn::of_user(asked(&said), time)),
            "assistant" => Some(Turn::of_assistant(said, time)),
            _ => self.omit("system message"),
        }
    }
}

fn is_inserted(said: &str) -> bool {
    let said = said.trim();
    INSERTED
        .iter()
        .any(|mark| said.starts_with(mark) && (!mark.starts_with('<') || is_closed(said)))
}

/// Whether a text ends with the end of an inserted element. Several may stand in one text.
fn is_closed(said: &str) -> bool {
    let end = said.strip_suffix('>').and_then(|it| it.rsplit_once("</"));
    end.is_some_and(|(_, name)| {
        let elements = INSERTED.iter().filter_map(|mark| mark.strip_prefix('<'));
        elements.map(|mark| mark.trim_end_matches('>')).any(|element| name.starts_with(element))
    })
}

/// What an event repeats of the conversation.
fn event_turn(event: &Object, time: Option<Time>) -> Option<Turn> {
    let said = text(event, "message")?;
    match text(event, "type")? {
        "user_message" if !is_inserted(said) => Some(Turn::of_user(asked(said), time)),
        "agent_message" => Some(Turn::of_assistant(said.to_owned(), time)),
        _ => None,
    }
}

/// The user's question, without the open files and the like that an editor puts before it.
fn asked(said: &str) -> String {
    let is_from_editor = said.starts_with("# ");
    let request = said.split_once("## My request for Codex:").filter(|_| is_from_editor);
    let request = request.map_or(said, |(_, request)| request.trim_start());
    without(request, &["system-reminder", "in-app-browser-context"])
}

fn block(block: &Object) -> Option<String> {
    match text(block, "type").unwrap_or("text") {
        "input_image" => Some("[image]".to_owned()),
        "input_audio" => Some("[audio]".to_owned()),
        "input_file" => Some(format!("[{}]", text(block, "filename").unwrap_or("file"))),
        // The program writes tags around each picture.
        _ => text(block, "text").filter(|it| !is_image_tag(it)).map(str::to_owned),
    }
}

fn is_image_tag(text: &str) -> bool {
    let text = text.trim();
    let is_open = |attributes: &str| matches!(attributes.split_once('>'), Some((_, "")));
    text == "</image>" || text.strip_prefix("<image").is_some_and(is_open)
}

/// A call that says what it does under `action`.
fn action(name: &str, item: &Object) -> String {
    tool_call(name, item.get("action").unwrap_or(&Value::Null))
}

/// A call whose arguments are JSON in a string, or free text.
fn call(item: &Object) -> String {
    let name = text(item, "name").unwrap_or("tool");
    let given = text(item, "arguments").or_else(|| text(item, "input")).unwrap_or_default();
    let input = serde_json::from_str(given).unwrap_or_else(|_| Value::String(given.to_owned()));
    tool_call(name, &input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn requests_are_freed_of_what_an_editor_adds() {
        let said = "# Context from my IDE setup:\n\n## Open tabs:\n- a.rs\n\n## My request for \
                    Codex:\nRename it.";
        assert_eq!(asked(said), "Rename it.");
        assert_eq!(asked("# Context from my IDE setup: odd"), "# Context from my IDE setup: odd");
    }

    #[test]
    fn first_versions_wrote_bare_records() {
        let lines = r#"{"id":"s","timestamp":"2025-05-01T10:00:00Z","instructions":null}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"List the files"}]}
{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\",\"-a\"]}"}
{"type":"function_call_output","output":"x"}
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"There is one."}]}"#;
        let reading = read(lines.as_bytes());
        assert_eq!(reading.warnings, []);
        let conversation = &reading.conversations[0];
        let turns: Vec<&str> =
            conversation.exchanges[0].turns.iter().map(|turn| turn.text.as_str()).collect();
        assert_eq!(turns, ["List the files", "[shell: ls -a]", "There is one."]);
        assert_eq!(conversation.notes.left_out.summary().as_deref(), Some("1 tool result"));
    }

    fn session(records: &[Value]) -> (Vec<String>, String) {
        let lines: Vec<String> = records.iter().map(Value::to_string).collect();
        let mut reading = read(lines.join("\n").as_bytes());
        assert_eq!(reading.warnings, []);
        let conversation = reading.conversations.remove(0);
        let turns = conversation.exchanges.into_iter().flat_map(|exchange| exchange.turns);
        let left_out = conversation.notes.left_out.summary().unwrap_or_default();
        (turns.map(|turn| turn.text).collect(), left_out)
    }

    fn item(second: u8, payload: Value) -> Value {
        let timestamp = format!("2026-05-01T10:00:{second:02}Z");
        json!({"timestamp": timestamp, "type": "response_item", "payload": payload})
    }

    fn message(role: &str, texts: &[&str]) -> Value {
        let part = |text: &&str| json!({"type": "input_text", "text": text});
        let content: Vec<Value> = texts.iter().map(part).collect();
        json!({"type": "message", "role": role, "content": content})
    }

    #[test]
    fn what_nobody_typed_is_left_out() {
        let agents = "# AGENTS.md instructions for /a\n\n<INSTRUCTIONS>x</INSTRUCTIONS>";
        let context = "<environment_context>x</environment_context>";
        let records = [
            item(0, message("developer", &["rules"])),
            item(1, message("user", &[agents, context])),
            item(2, message("user", &[context, "Why?", "<image name=[Image #1]>", "</image>"])),
            item(3, message("user", &["<subagent_notification>{}</subagent_notification>"])),
            item(4, message("user", &["<user_shell_command>ls</user_shell_command>"])),
            item(5, json!({"type": "web_search_call", "action": {"query": "rust"}})),
            item(6, message("assistant", &["So."])),
        ];
        let (turns, left_out) = session(&records);
        assert_eq!(turns, ["Why?", "[web_search: rust]", "So."]);
        assert_eq!(left_out, "3 hidden messages, 1 system message");
    }

    #[test]
    fn what_is_typed_may_begin_like_what_is_inserted() {
        let typed = [
            "<skill> is which element?",
            "<INSTRUCTIONS>x</INSTRUCTIONS> is what?",
            "<image href=\"falcon.svg\"/> what is this tag: <b>",
        ];
        for said in typed {
            let (turns, left_out) = session(&[item(0, message("user", &[said]))]);
            assert_eq!((turns, left_out.as_str()), (vec![said.to_owned()], ""));
        }
        let inserted = [
            "<skill>\nx\n</skill>\n",
            "<subagents>x</subagents><skill>y</skill>",
            "<context_window_guidance>x</context_window_guidance>",
            "<hook_prompt id=\"1\">x</hook_prompt>",
        ];
        for said in inserted {
            assert_eq!(session(&[item(0, message("user", &[said]))]).1, "1 hidden message");
        }
    }

    #[test]
    fn records_come_once() {
        let event = json!({"timestamp": "2026-05-01T10:00:00Z", "type": "event_msg",
            "payload": {"type": "user_message", "message": "Why?"}});
        let why = item(0, message("user", &["Why?"]));
        let records =
            [event.clone(), why.clone(), why.clone(), item(1, message("user", &["Why?"]))];
        let (turns, left_out) = session(&records);
        assert_eq!((turns.len(), left_out.as_str()), (2, "1 repeated message"));
        // Events count where nothing else says anything.
        assert_eq!(session(&[event]).0, ["Why?"]);
    }
}
