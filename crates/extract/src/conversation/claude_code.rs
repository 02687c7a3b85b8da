//! Sessions of Claude Code.

use serde_json::Value;

use super::claude_ai::block_words;
use super::exchange::{Role, Turn, by_role};
use super::export::{Object, Problems, content_words, object, text};
use super::records::records;
use super::time::Time;
use super::{Conversation, LeftOut, Reading};

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let records = records(bytes, &mut reading);
    // A file of a subagent has nothing else.
    let only_sidechain = records.iter().filter(|it| says(it)).all(|it| is(it, "isSidechain"));
    let mut session = Session { only_sidechain, ..Session::default() };
    let turns = records.iter().filter_map(|it| Some((is_command(it), session.turn(it)?)));
    let turns: Vec<(bool, Turn)> = turns.collect();
    let turns = session.without_commands(turns);
    session.problems.report("the session", &mut reading);
    reading.conversations.push(Conversation {
        title: title(&records).map(str::to_owned),
        exchanges: by_role(turns),
        left_out: session.left_out,
        ..Conversation::default()
    });
    reading
}

/// Whether a record is a message.
fn says(record: &Object) -> bool {
    matches!(text(record, "type"), Some("user" | "assistant"))
}

/// Whether a record is a command such as `/clear`.
fn is_command(record: &Object) -> bool {
    let said = object(record, "message").and_then(|message| text(message, "content"));
    said.is_some_and(|said| said.contains("<command-name>"))
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

#[derive(Default)]
struct Session {
    only_sidechain: bool,
    left_out: LeftOut,
    problems: Problems,
}

impl Session {
    fn turn(&mut self, record: &Object) -> Option<Turn> {
        if !says(record) {
            if text(record, "type") == Some("system") {
                self.left_out.count("system message");
            }
            return None;
        }
        if is(record, "isSidechain") && !self.only_sidechain {
            self.left_out.count("subagent message");
            return None;
        }
        if is(record, "isMeta") || is(record, "isCompactSummary") {
            self.left_out.count("hidden message");
            return None;
        }
        let words = self.words(record)?;
        let time = text(record, "timestamp").and_then(Time::from_iso);
        let is_user = text(record, "type") == Some("user");
        Some(if is_user { Turn::of_user(words, time) } else { Turn::of_assistant(words, time) })
    }

    /// The text of a message; nothing if there is none, or none that can be read.
    fn words(&mut self, record: &Object) -> Option<String> {
        let content = object(record, "message").and_then(|message| message.get("content"));
        let left_out = &mut self.left_out;
        let Some(said) = content_words(content, |block| block_words(block, left_out)) else {
            let place = text(record, "uuid").unwrap_or("a message");
            self.problems.add(place, "it has no \"content\" that is text or a list");
            return None;
        };
        let said = if text(record, "type") == Some("user") { self.typed(&said) } else { said };
        Some(said).filter(|said| !said.trim().is_empty())
    }

    /// The turns without the commands that are answered by the program alone.
    fn without_commands(&mut self, turns: Vec<(bool, Turn)>) -> Vec<Turn> {
        let mut kept = Vec::new();
        let mut turns = turns.into_iter().peekable();
        while let Some((is_command, turn)) = turns.next() {
            let answered = turns.peek().is_some_and(|(_, next)| next.role == Role::Answer);
            if is_command && !answered {
                self.left_out.count("command");
            } else {
                kept.push(turn);
            }
        }
        kept
    }

    /// The words that the user typed, without what the program put in its tags around them.
    fn typed(&mut self, said: &str) -> String {
        if let Some(name) = tagged(said, "command-name") {
            let words = tagged(said, "command-args").unwrap_or_default();
            return format!("{} {}", name.trim(), words.trim()).trim_end().to_owned();
        }
        let thing = match said.trim_start() {
            start if start.starts_with("<local-command-") => Some("tool result"),
            start if start.starts_with("[Request interrupted by user") => Some("notice"),
            _ => None,
        };
        if let Some(thing) = thing {
            self.left_out.count(thing);
            return String::new();
        }
        without_tag(said, "system-reminder")
    }
}

/// The text in the first element with this name.
fn tagged<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    rest.split_once(&format!("</{name}>")).map(|(inner, _)| inner)
}

/// `text` without all elements with this name.
fn without_tag(text: &str, name: &str) -> String {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut pieces = text.split(open.as_str());
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once(close.as_str()) {
            Some((_, rest)) => out.push_str(rest),
            None => out.extend([open.as_str(), piece]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_a_subagent_is_read() {
        let line = r#"{"type":"user","uuid":"a","isSidechain":true,"message":{"content":"Look"}}"#;
        let conversation = read(line.as_bytes()).conversations.remove(0);
        assert_eq!(conversation.exchanges[0].turns[0].text, "Look");
        assert_eq!(conversation.left_out.summary(), None);
    }

    #[test]
    fn tags_of_the_program_are_taken_off() {
        let mut session = Session::default();
        let command = "<command-message>review</command-message>\n<command-name>/review\
                       </command-name>\n<command-args> 12 </command-args>";
        assert_eq!(session.typed(command), "/review 12");
        assert_eq!(session.typed("<local-command-stdout>x</local-command-stdout>"), "");
        let reminded = "Go on<system-reminder>no\nno</system-reminder>.";
        assert_eq!(session.typed(reminded), "Go on.");
        assert_eq!(session.typed("a <system-reminder> b"), "a <system-reminder> b");
        assert_eq!(session.typed("[Request interrupted by user]"), "");
        assert_eq!(session.left_out.summary().as_deref(), Some("1 notice, 1 tool result"));
    }
}
