//! Slack's export: a file for each day of a channel.

mod markup;
mod users;

use std::collections::BTreeMap;

use serde_json::Value;

use super::chat;
use super::exchange::{Exchange, Role, Turn};
use super::export::{Object, Problems, object, objects, parse, text};
use super::time::Time;
use super::{Conversation, Notes, Reading};
use crate::text::file_stem;
use markup::plain;
pub use users::SlackUsers;
use users::name_of;

/// The subtypes of messages that the service itself writes in a channel.
const NOTICES: [&str; 15] = [
    "bot_add",
    "bot_remove",
    "channel_archive",
    "channel_join",
    "channel_leave",
    "channel_name",
    "channel_purpose",
    "channel_topic",
    "channel_unarchive",
    "group_join",
    "group_leave",
    "group_name",
    "pinned_item",
    "reminder_add",
    "tombstone",
];

/// People by their ids: as the messages of the day call them, else as the workspace does.
#[derive(Default)]
pub(super) struct Names<'a> {
    day: BTreeMap<&'a str, &'a str>,
    users: SlackUsers,
}

impl Names<'_> {
    fn get(&self, id: &str) -> Option<&str> {
        self.day.get(id).copied().or_else(|| self.users.name(id))
    }
}

pub(super) fn read(path: &str, bytes: &[u8], users: &SlackUsers) -> Reading {
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
    let mut day = Day { names: names(&messages, users), ..Day::default() };
    for (index, message) in messages.iter().enumerate() {
        if let Err(what) = day.message(message) {
            day.problems.add(format_args!("message {}", index + 1), what);
        }
    }
    let Day { threads, loose, notes, problems, .. } = day;
    problems.report("the channel", &mut reading);
    let exchanges = exchanges(threads, loose);
    let title = Some(title(path));
    reading.conversations.push(Conversation { title, exchanges, notes, ..Conversation::default() });
    reading
}

/// `general, 2024-01-05` for `export/general/2024-01-05.json`.
fn title(path: &str) -> String {
    let day = file_stem(path);
    let folder = path.rsplit('/').nth(1).filter(|folder| !folder.is_empty());
    folder.map_or_else(|| day.to_owned(), |channel| format!("{channel}, {day}"))
}

fn names<'a>(messages: &'a [Value], users: &SlackUsers) -> Names<'a> {
    let objects = messages.iter().filter_map(Value::as_object);
    let name = |message| Some((text(message, "user")?, name_of(object(message, "user_profile")?)?));
    Names { day: objects.filter_map(name).collect(), users: users.clone() }
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
    exchanges.sort_by_key(|exchange| exchange.turns.first().and_then(|turn| turn.time));
    exchanges
}

#[derive(Default)]
struct Day<'a> {
    names: Names<'a>,
    /// By the id of the thread's first message.
    threads: BTreeMap<String, Vec<Turn>>,
    loose: Vec<Turn>,
    notes: Notes,
    problems: Problems,
}

impl Day<'_> {
    fn message(&mut self, message: &Value) -> Result<(), &'static str> {
        let message = message.as_object().ok_or("it is not an object")?;
        let subtype = text(message, "subtype").unwrap_or_default();
        if text(message, "type") != Some("message") || NOTICES.contains(&subtype) {
            self.notes.omit("notice");
            return Ok(());
        }
        let time = text(message, "ts").and_then(|ts| ts.parse().ok()).and_then(Time::from_epoch);
        let time = time.ok_or("it has no \"ts\" that is a time")?;
        let Some(words) = words(message, &self.names) else {
            self.notes.omit("message without text");
            return Ok(());
        };
        let speaker = speaker(message, &self.names).to_owned();
        let role = Role::Answer;
        let turn = Turn { role, speaker, time: Some(time), text: words, branch: 1 };
        match text(message, "thread_ts") {
            Some(thread) => self.threads.entry(thread.to_owned()).or_default().push(turn),
            None => self.loose.push(turn),
        }
        Ok(())
    }
}

fn speaker<'a>(message: &'a Object, names: &'a Names<'_>) -> &'a str {
    let user = text(message, "user");
    let bot = object(message, "bot_profile").and_then(|profile| text(profile, "name"));
    let profile = object(message, "user_profile").and_then(name_of);
    let known = profile.or_else(|| user.and_then(|id| names.get(id)));
    known.or_else(|| text(message, "username")).or(bot).or(user).unwrap_or("unknown")
}

/// The text, else that of attachments, and the names of files.
fn words(message: &Object, names: &Names<'_>) -> Option<String> {
    let own = text(message, "text").map(|text| plain(text, names));
    let attached = objects(message, "attachments").filter_map(|attached| {
        let said = ["text", "fallback", "title"].iter().find_map(|key| text(attached, key))?;
        Some(plain(said, names))
    });
    let mut words: Vec<String> = own.into_iter().collect();
    if words.is_empty() {
        words.extend(attached);
    }
    let files = objects(message, "files").filter_map(|file| text(file, "name"));
    words.extend(files.map(|name| format!("[{name}]")));
    (!words.is_empty()).then(|| words.join("\n\n"))
}
