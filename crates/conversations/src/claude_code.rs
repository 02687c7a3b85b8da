//! Sessions of Claude Code.

mod typed;

use std::collections::BTreeSet;

use serde_json::Value;

use super::claude_ai::block_words;
use super::conversation::{Conversation, Reading};
use super::exchange::{Role, Turn, by_role};
use super::export::{Object, Problems, content_words, object, text};
use super::notes::Notes;
use super::records::records;
use super::time::Time;
use typed::Typed;

/// Kinds of records about the program and its files.
const BOOKKEEPING: [&str; 33] = [
    "agent-color",
    "agent-name",
    "agent-setting",
    "agent_metadata",
    "ai-title",
    "atis-latch",
    "attribution-snapshot",
    "bridge-session",
    "content-replacement",
    "control_request",
    "control_response",
    "cost-state",
    "custom-title",
    "file-history-delta",
    "file-history-snapshot",
    "last-prompt",
    "marble-origami-commit",
    "marble-origami-snapshot",
    "mode",
    "permission-mode",
    "pr-link",
    "progress",
    "rate_limit_event",
    "result",
    "saved_hook_context",
    "speculation-accept",
    "started",
    "stream_event",
    "summary",
    "tag",
    "task-summary",
    "tool_use_result",
    "worktree-state",
];

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let records = records(bytes, &mut reading);
    // A file of a subagent has nothing else.
    let only_sidechain = records.iter().filter(|it| says(it)).all(|it| is(it, "isSidechain"));
    let mut session = Session { only_sidechain, ..Session::default() };
    for record in &records {
        session.record(record);
    }
    let turns = session.without_commands();
    session.problems.report("the session", &mut reading);
    reading.conversations.push(Conversation {
        title: title(&records).map(str::to_owned),
        exchanges: by_role(turns),
        notes: session.notes,
        ..Conversation::default()
    });
    reading
}

/// Whether a record is a message.
fn says(record: &Object) -> bool {
    matches!(text(record, "type"), Some("user" | "assistant"))
}

fn is(record: &Object, key: &str) -> bool {
    record.get(key) == Some(&Value::Bool(true))
}

/// The name that the user gave the session, else the last summary of it.
fn title(records: &[Object]) -> Option<&str> {
    let last = |kind: &str, key: &str| {
        let mut of_kind = records.iter().rev().filter(|it| text(it, "type") == Some(kind));
        of_kind.find_map(|record| text(record, key))
    };
    last("custom-title", "customTitle")
        .or_else(|| last("ai-title", "aiTitle"))
        .or_else(|| last("summary", "summary"))
}

/// Whether the program says that somebody else than the user wrote a message.
fn is_inserted(record: &Object) -> bool {
    let origin = object(record, "origin").and_then(|origin| text(origin, "kind"));
    origin.is_some_and(|kind| kind != "human")
        || ["isMeta", "isCompactSummary", "isSynthetic", "isVisibleInTranscriptOnly"]
            .iter()
            .any(|key| is(record, key))
}

/// Whether the program wrote a message in the assistant's name, such as an error.
fn is_synthetic(record: &Object) -> bool {
    let model = object(record, "message").and_then(|message| text(message, "model"));
    is(record, "isApiErrorMessage") || model == Some("<synthetic>")
}

/// Words of the session. They are taken out again where they turn out to stand elsewhere too.
struct Entry {
    turn: Option<Turn>,
    is_command: bool,
}

/// A prompt that was typed while the assistant worked, and the number of its entry.
struct Queued {
    words: String,
    entry: usize,
}

#[derive(Default)]
struct Session {
    only_sidechain: bool,
    /// What tells entries that come twice.
    seen: BTreeSet<String>,
    entries: Vec<Entry>,
    queue: Vec<Queued>,
    notes: Notes,
    problems: Problems,
}

impl Session {
    fn record(&mut self, record: &Object) {
        self.notes.kinds.entry();
        match text(record, "type").unwrap_or("without a type") {
            "user" | "assistant" => self.message(record),
            "attachment" => self.attachment(record),
            "queue-operation" => self.queue_operation(record),
            "system" => self.notes.omit("system message"),
            kind if BOOKKEEPING.contains(&kind) => {}
            kind => self.notes.kinds.unknown(kind),
        }
    }

    fn message(&mut self, record: &Object) {
        if self.is_repeated(record) {
            return self.notes.omit("repeated message");
        }
        if is(record, "isSidechain") && !self.only_sidechain {
            return self.notes.omit("subagent message");
        }
        if is_synthetic(record) {
            return self.notes.omit("notice");
        }
        if is_inserted(record) {
            return self.notes.omit("hidden message");
        }
        let content = object(record, "message").and_then(|message| message.get("content"));
        let time = time_of(record);
        let is_user = text(record, "type") == Some("user");
        let words = if is_user { self.user_words(content) } else { self.words(content) };
        let Some((words, is_command)) = words else {
            let place = text(record, "uuid").unwrap_or("a message");
            return self.problems.add(place, "it has no \"content\" that is text or a list");
        };
        if is_user {
            let answers = answers(record).into_iter();
            let said: Vec<String> = [words].into_iter().chain(answers).collect();
            let said = said.join("\n\n").trim_matches('\n').to_owned();
            self.arrive(&said);
            self.push(Turn::of_user(said, time), is_command);
        } else {
            self.push(Turn::of_assistant(words, time), false);
        }
    }

    /// Resumed sessions write entries again, under their old ids. The ids of an assistant's
    /// messages are those of its provider.
    fn is_repeated(&mut self, record: &Object) -> bool {
        let message = object(record, "message");
        let own = text(record, "uuid").map(str::to_owned);
        let content = message.and_then(|message| message.get("content"));
        let given = message.and_then(|message| text(message, "id"));
        let given = given.map(|id| format!("{id} {}", content.unwrap_or(&Value::Null)));
        let keys: Vec<String> = own.into_iter().chain(given).collect();
        let repeated = keys.iter().any(|key| self.seen.contains(key));
        self.seen.extend(keys);
        repeated
    }

    fn words(&mut self, content: Option<&Value>) -> Option<(String, bool)> {
        let notes = &mut self.notes;
        content_words(content, |block| block_words(block, notes)).map(|words| (words, false))
    }

    /// The words that the user typed, and whether they are a command.
    fn user_words(&mut self, content: Option<&Value>) -> Option<(String, bool)> {
        let notes = &mut self.notes;
        let mut is_command = false;
        let mut typed = |said: &str, notes: &mut Notes| match Typed::of(said) {
            Typed::Words(words) => Some(words),
            Typed::Command(words) => {
                is_command = true;
                Some(words)
            }
            Typed::Omitted(thing) => {
                notes.omit(thing);
                None
            }
        };
        let words = match content {
            Some(Value::String(said)) => Some(typed(said, notes).unwrap_or_default()),
            _ => content_words(content, |block| match text(block, "type") {
                Some("text") => typed(text(block, "text")?, notes),
                Some("tool_result") => {
                    notes.omit("tool result");
                    said_to_tool(block)
                }
                _ => block_words(block, notes),
            }),
        };
        Some((words?, is_command))
    }

    fn push(&mut self, turn: Turn, is_command: bool) {
        if !turn.text.trim().is_empty() {
            self.entries.push(Entry { turn: Some(turn), is_command });
        }
    }

    fn attachment(&mut self, record: &Object) {
        let Some(attachment) = object(record, "attachment") else {
            return;
        };
        if text(attachment, "type") != Some("queued_command") {
            return self.notes.omit("attachment");
        }
        if self.is_repeated(record) {
            return self.notes.omit("repeated message");
        }
        let is_sidechain = is(record, "isSidechain") && !self.only_sidechain;
        let mode = text(attachment, "commandMode").unwrap_or("prompt");
        if is_sidechain || mode != "prompt" || is_inserted(record) || is_inserted(attachment) {
            return self.notes.omit(if mode == "bash" { "command" } else { "hidden message" });
        }
        if let Some((words, is_command)) = self.user_words(attachment.get("prompt")) {
            self.arrive(&words);
            self.push(Turn::of_user(words, time_of(record)), is_command);
        }
    }

    /// Puts a queued prompt where it was typed. Most come again as messages or attachments.
    fn queue_operation(&mut self, record: &Object) {
        // These have no id of their own, but a time.
        if record.contains_key("timestamp") && !self.seen.insert(to_key(record)) {
            return self.notes.omit("repeated message");
        }
        match text(record, "operation") {
            Some("enqueue") => {
                let said = text(record, "content").map(Typed::of);
                if let Some(Typed::Words(words) | Typed::Command(words)) = said {
                    self.queue.push(Queued { words: words.clone(), entry: self.entries.len() });
                    self.push(Turn::of_user(words, time_of(record)), false);
                }
            }
            // The user took all of them back, to change them.
            Some("popAll") => self.unqueue(|_| true),
            _ => {}
        }
    }

    /// Takes what the user said out of the queue, as it has arrived.
    fn arrive(&mut self, said: &str) {
        self.unqueue(|queued| has_lines(said, queued.trim()));
    }

    fn unqueue(&mut self, is_gone: impl Fn(&str) -> bool) {
        let (gone, left) =
            std::mem::take(&mut self.queue).into_iter().partition(|it| is_gone(&it.words));
        self.queue = left;
        let gone: Vec<Queued> = gone;
        for queued in gone {
            if let Some(entry) = self.entries.get_mut(queued.entry) {
                entry.turn = None;
            }
        }
    }

    /// The turns without the commands that are answered by the program alone.
    fn without_commands(&mut self) -> Vec<Turn> {
        let mut kept = Vec::new();
        let entries = std::mem::take(&mut self.entries).into_iter();
        let entries = entries.filter_map(|entry| Some((entry.is_command, entry.turn?)));
        let mut entries = entries.peekable();
        while let Some((is_command, turn)) = entries.next() {
            let answered = entries.peek().is_some_and(|(_, next)| next.role == Role::Answer);
            if is_command && !answered {
                self.notes.omit("command");
            } else {
                kept.push(turn);
            }
        }
        kept
    }
}

fn to_key(record: &Object) -> String {
    Value::Object(record.clone()).to_string()
}

fn time_of(record: &Object) -> Option<Time> {
    text(record, "timestamp").and_then(Time::from_iso)
}

/// Whether `text` has `lines` as whole lines.
fn has_lines(text: &str, lines: &str) -> bool {
    let is_edge = |at: Option<char>| at.is_none_or(|c| c == '\n');
    text.match_indices(lines).any(|(at, found)| {
        let (before, after) = (text.get(..at), text.get(at + found.len()..));
        is_edge(before.and_then(|it| it.chars().next_back()))
            && is_edge(after.and_then(|it| it.trim_start_matches(' ').chars().next()))
    })
}

/// What the user typed when refusing a call of a tool.
fn said_to_tool(block: &Object) -> Option<String> {
    let said = content_words(block.get("content"), |inner| text(inner, "text").map(str::to_owned));
    let said = said.filter(|_| is(block, "is_error"))?;
    said.split_once("the user said:\n").map(|(_, words)| words.trim().to_owned())
}

/// The questions that the assistant asked through a tool, each with the user's answer.
fn answers(record: &Object) -> Vec<String> {
    let result = object(record, "toolUseResult");
    let answers = result.and_then(|result| object(result, "answers")).into_iter().flatten();
    let answers = answers.filter_map(|(question, answer)| Some((question, answer.as_str()?)));
    answers.map(|(question, answer)| format!("{question}\n{answer}")).collect()
}

#[cfg(test)]
mod tests;
