//! Sessions of Codex, in the records of today and in the bare ones of its first versions.

use serde_json::Value;

use super::exchange::{Turn, by_role};
use super::export::{Object, Problems, content_words, object, text, tool_call};
use super::records::records;
use super::time::Time;
use super::{Conversation, LeftOut, Reading};

/// Messages that the program writes in the user's name begin with one of these.
const INSERTED: [&str; 6] = [
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<turn_aborted>",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions",
];

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let mut session = Session::default();
    let mut turns = Vec::new();
    for record in records(bytes, &mut reading) {
        turns.extend(session.turn(&record));
    }
    session.problems.report("the session", &mut reading);
    let conversation = Conversation {
        exchanges: by_role(turns),
        left_out: session.left_out,
        ..Conversation::default()
    };
    reading.conversations.push(conversation);
    reading
}

#[derive(Default)]
struct Session {
    left_out: LeftOut,
    problems: Problems,
}

impl Session {
    fn turn(&mut self, record: &Object) -> Option<Turn> {
        let item = match text(record, "type") {
            Some("response_item") => object(record, "payload"),
            _ => Some(record),
        };
        let Some(item) = item else {
            self.problems.add("a response_item", "it has no \"payload\"");
            return None;
        };
        let time = text(record, "timestamp").and_then(Time::from_iso);
        match text(item, "type").unwrap_or_default() {
            "message" => self.message(item, time),
            "reasoning" => self.omit("thought"),
            "local_shell_call" => {
                let input = item.get("action").unwrap_or(&Value::Null);
                Some(Turn::of_assistant(tool_call("shell", input), time))
            }
            "function_call" | "custom_tool_call" => Some(Turn::of_assistant(call(item), time)),
            kind if kind.ends_with("_output") => self.omit("tool result"),
            // Events repeat what the items say; the rest is about the program.
            _ => None,
        }
    }

    fn omit(&mut self, thing: &'static str) -> Option<Turn> {
        self.left_out.count(thing);
        None
    }

    fn message(&mut self, item: &Object, time: Option<Time>) -> Option<Turn> {
        let role = text(item, "role").unwrap_or_default();
        let Some(said) = content_words(item.get("content"), block) else {
            let what = "it has no \"content\" that is text or a list";
            self.problems.add(text(item, "id").unwrap_or("a message"), what);
            return None;
        };
        let inserted = INSERTED.iter().any(|mark| said.trim_start().starts_with(mark));
        match role {
            _ if said.trim().is_empty() => None,
            "user" if inserted => self.omit("hidden message"),
            "user" => Some(Turn::of_user(asked(&said).to_owned(), time)),
            "assistant" => Some(Turn::of_assistant(said, time)),
            _ => self.omit("system message"),
        }
    }
}

/// The user's question, without the open files that an editor puts before it.
fn asked(said: &str) -> &str {
    let rest = said.strip_prefix("# Context from my IDE setup:");
    let request = rest.and_then(|rest| rest.split_once("## My request for Codex:"));
    request.map_or(said, |(_, request)| request.trim_start())
}

fn block(block: &Object) -> Option<String> {
    match text(block, "type").unwrap_or("text") {
        "input_image" => Some("[image]".to_owned()),
        _ => text(block, "text").map(str::to_owned),
    }
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
        assert_eq!(conversation.left_out.summary().as_deref(), Some("1 tool result"));
    }
}
