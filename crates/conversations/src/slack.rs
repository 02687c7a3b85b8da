//! Slack's export: a file for each day of a channel.

mod blocks;
mod markup;
mod messages;
mod names;
mod threads;
mod users;

use std::collections::{BTreeMap, BTreeSet};

use kindex_text::file_stem;
use serde_json::Value;

use super::chat;
use super::conversation::{Conversation, Reading};
use super::exchange::{Exchange, Role, Turn};
use super::export::{Object, Problems, object, parse, text};
use super::notes::Notes;
use super::time::Time;
use messages::{changed, is_change, is_notice, speaker, words};
use names::{Names, names};
pub use threads::{SlackChannel, SlackThreads};
pub use users::SlackUsers;

/// The subtypes of messages that somebody, or a program of theirs, says.
const SAID: [&str; 16] = [
    "",
    "assistant_app_thread",
    "bot_message",
    "document_mention",
    "file_comment",
    "file_mention",
    "file_share",
    "me_message",
    "message_changed",
    "message_replied",
    "reminder",
    "reply_broadcast",
    "sh_room_created",
    "sh_room_shared",
    "slackbot_response",
    "thread_broadcast",
];

pub(super) fn read(name: &str, bytes: &[u8], users: &SlackUsers, opened: &SlackThreads) -> Reading {
    let mut reading = Reading::default();
    let messages = match parse(bytes) {
        Ok(Value::Array(messages)) => messages,
        Ok(_) => {
            reading.warn("the day of the channel is not a list of messages");
            return reading;
        }
        Err(message) => {
            reading.warn(message);
            return reading;
        }
    };
    let names = names(&messages, users);
    let (replied, changed) = (replied(&messages), changed(&messages));
    let mut day = Day { names, replied, changed, ..Day::default() };
    for (index, message) in messages.iter().enumerate() {
        if let Err(what) = day.message(message) {
            day.problems.add(format_args!("message {}", index + 1), what);
        }
    }
    let Day { mut threads, loose, notes, problems, .. } = day;
    for (id, turns) in &mut threads {
        turns.extend(opened.opening(id));
    }
    problems.report("the channel", &mut reading);
    let exchanges = exchanges(threads, loose);
    let title = Some(title(name));
    reading.conversations.push(Conversation { title, exchanges, notes, ..Conversation::default() });
    reading
}

/// The ids of the messages that others reply to.
fn replied(messages: &[Value]) -> BTreeSet<&str> {
    let objects = messages.iter().filter_map(Value::as_object);
    objects.filter_map(|message| text(message, "thread_ts")).collect()
}

/// `general, 2024-01-05` for `export/general/2024-01-05.json`.
fn title(path: &str) -> String {
    let day = file_stem(path);
    let folder = path.rsplit('/').nth(1).filter(|folder| !folder.is_empty());
    folder.map_or_else(|| day.to_owned(), |channel| format!("{channel}, {day}"))
}

/// Threads, and the messages outside of them, in the order of their first messages.
fn exchanges(threads: BTreeMap<String, Vec<Turn>>, mut loose: Vec<Turn>) -> Vec<Exchange> {
    loose.sort_by_key(|turn| turn.time);
    let mut exchanges = chat::exchanges(loose);
    for mut turns in threads.into_values() {
        turns.sort_by_key(|turn| turn.time);
        let mut exchange = Exchange { turns };
        chat::tell_question(&mut exchange);
        exchanges.push(exchange);
    }
    // A message of another day has no time.
    exchanges.sort_by_key(|exchange| exchange.turns.iter().find_map(|turn| turn.time));
    exchanges
}

#[derive(Default)]
struct Day<'a> {
    names: Names<'a>,
    replied: BTreeSet<&'a str>,
    /// By the id of the thread's first message.
    threads: BTreeMap<String, Vec<Turn>>,
    loose: Vec<Turn>,
    /// What messages became, by their ids.
    changed: BTreeMap<&'a str, &'a Object>,
    /// The ids of messages, as far as they were read.
    seen: BTreeSet<String>,
    notes: Notes,
    problems: Problems,
}

impl Day<'_> {
    fn message(&mut self, message: &Value) -> Result<(), &'static str> {
        self.notes.kinds.entry();
        let message = message.as_object().ok_or("it is not an object")?;
        let kind = text(message, "type").unwrap_or("without a type");
        let subtype = text(message, "subtype").unwrap_or_default();
        if kind != "message" {
            self.notes.kinds.unknown(kind);
        }
        if is_notice(message) {
            self.notes.omit("notice");
            return Ok(());
        }
        if !SAID.contains(&subtype) {
            self.notes.kinds.unknown(subtype);
        }
        let changed = object(message, "message").filter(|_| is_change(message));
        let is_known = |id| self.seen.contains(id);
        if changed.and_then(|changed| text(changed, "ts")).is_some_and(is_known) {
            return Ok(());
        }
        self.said(changed.unwrap_or(message))
    }

    fn said(&mut self, message: &Object) -> Result<(), &'static str> {
        let id = text(message, "ts").ok_or(NO_TIME)?;
        let time = id.parse().ok().and_then(Time::from_epoch).ok_or(NO_TIME)?;
        // A reply that is sent to the channel too comes twice.
        if !self.seen.insert(id.to_owned()) {
            self.notes.omit("repeated message");
            return Ok(());
        }
        let message = self.changed.get(id).copied().unwrap_or(message);
        let Some(words) = words(message, &self.names, &mut self.notes) else {
            self.notes.omit("message without text");
            return Ok(());
        };
        let speaker = speaker(message, &self.names).to_owned();
        let role = Role::Answer;
        let turn = Turn { role, speaker, time: Some(time), text: words, branch: 1 };
        match text(message, "thread_ts").or(self.replied.get(id).copied()) {
            Some(thread) => self.threads.entry(thread.to_owned()).or_default().push(turn),
            None => self.loose.push(turn),
        }
        Ok(())
    }
}

const NO_TIME: &str = "it has no \"ts\" that is a time";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn day(messages: &Value) -> (Vec<String>, String, Vec<String>) {
        let bytes = messages.to_string().into_bytes();
        let mut reading =
            read("a/2026-03-02.json", &bytes, &SlackUsers::default(), &SlackThreads::default());
        reading.report_kinds();
        let warnings = reading.warnings.into_iter().map(|warning| warning.message).collect();
        let conversation = reading.conversations.remove(0);
        let turns = conversation.exchanges.into_iter().flat_map(|exchange| exchange.turns);
        let left_out = conversation.notes.left_out.summary().unwrap_or_default();
        (turns.map(|turn| turn.text).collect(), left_out, warnings)
    }

    #[test]
    fn messages_come_once_and_with_their_threads() {
        let message = |ts: &str, text: &str, thread: Value| json!({"type": "message", "ts": ts, "text": text, "user": "U1", "thread_ts": thread});
        let mut broadcast = message("30.1", "reply", json!("10.1"));
        broadcast["subtype"] = json!("thread_broadcast");
        let (texts, left_out, warnings) = day(&json!([
            // The first message of a thread need not say that it is.
            message("10.1", "Who?", Value::Null),
            message("20.1", "between", Value::Null),
            message("30.1", "reply", json!("10.1")),
            broadcast,
            {"type": "message", "subtype": "message_changed", "ts": "50.1",
                "message": {"ts": "40.1", "text": "changed"}},
            {"type": "message", "subtype": "message_deleted", "ts": "60.1"},
        ]));
        assert_eq!(texts, ["Who?", "reply", "between", "changed"]);
        assert_eq!(left_out, "1 notice, 1 repeated message");
        assert_eq!(warnings, [""; 0]);
    }

    #[test]
    fn messages_say_what_they_became() {
        let change = |ts: &str, text: &str| {
            json!({"type": "message", "subtype": "message_changed",
            "ts": ts, "message": {"type": "message", "ts": "10.1", "text": text, "user": "U1"}})
        };
        let (texts, left_out, _) = day(&json!([
            {"type": "message", "ts": "10.1", "text": "old", "user": "U1"},
            change("20.1", "newer"),
            change("30.1", "newest"),
            {"type": "message", "ts": "40.1", "text": "next", "user": "U1"},
        ]));
        assert_eq!((texts, left_out.as_str()), (vec!["newest".into(), "next".into()], ""));
    }

    #[test]
    fn files_have_the_text_that_the_export_has() {
        let (texts, _, _) = day(&json!([{"type": "message", "ts": "9.1", "text": "See", "files": [
            {"name": "a.txt", "preview": "first lines"},
            {"title": "Clip", "transcription": {"preview": {"content": "spoken"}}}]}]));
        assert_eq!(texts, ["See\n\n[a.txt]\n\nfirst lines\n\n[Clip]\n\nspoken"]);
    }

    #[test]
    fn unknown_kinds_are_said() {
        let (texts, _, warnings) =
            day(&json!([{"type": "message", "subtype": "hologram", "ts": "9.1", "text": "See"}]));
        assert_eq!(texts, ["See"]);
        assert!(warnings[0].contains("\"hologram\" (1)"), "{warnings:?}");
    }
}
