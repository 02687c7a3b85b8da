//! What a single message says.

use std::collections::BTreeMap;

use serde_json::Value;

use super::blocks::{add_new, of_attachment, of_blocks};
use super::markup::plain;
use super::names::Names;
use super::users::name_of;
use crate::export::{Object, object, objects, text};
use crate::notes::Notes;

/// The subtypes of messages that the service itself writes in a channel.
const NOTICES: [&str; 29] = [
    "bot_add",
    "bot_disable",
    "bot_enable",
    "bot_remove",
    "channel_archive",
    "channel_canvas_updated",
    "channel_convert_to_private",
    "channel_convert_to_public",
    "channel_join",
    "channel_leave",
    "channel_name",
    "channel_posting_permissions",
    "channel_purpose",
    "channel_topic",
    "channel_unarchive",
    "ekm_access_denied",
    "group_archive",
    "group_join",
    "group_leave",
    "group_name",
    "group_purpose",
    "group_topic",
    "group_unarchive",
    "huddle_thread",
    "message_deleted",
    "pinned_item",
    "reminder_add",
    "tombstone",
    "unpinned_item",
];

/// What messages became at last, by their ids. An export of all changes has messages about them.
pub(super) fn changed(messages: &[Value]) -> BTreeMap<&str, &Object> {
    let objects = messages.iter().filter_map(Value::as_object).filter(|it| is_change(it));
    let became = objects.filter_map(|change| object(change, "message"));
    became.filter_map(|message| Some((text(message, "ts")?, message))).collect()
}

pub(super) fn is_change(message: &Object) -> bool {
    text(message, "subtype") == Some("message_changed")
}

/// Whether the service itself says something.
pub(super) fn is_notice(message: &Object) -> bool {
    let subtype = text(message, "subtype").unwrap_or_default();
    text(message, "type") != Some("message") || NOTICES.contains(&subtype)
}

pub(super) fn speaker<'a>(message: &'a Object, names: &'a Names<'_>) -> &'a str {
    let user = text(message, "user");
    let bot = object(message, "bot_profile").and_then(|profile| text(profile, "name"));
    let profile = object(message, "user_profile").and_then(name_of);
    let known = profile.or_else(|| user.and_then(|id| names.get(id)));
    known.or_else(|| text(message, "username")).or(bot).or(user).unwrap_or("unknown")
}

/// The text with that of blocks and attachments, and the names of files.
pub(super) fn words(message: &Object, names: &Names<'_>, notes: &mut Notes) -> Option<String> {
    let own = text(message, "text").map(|text| plain(text, names));
    let mut words: Vec<String> = own.into_iter().collect();
    add_new(&mut words, of_blocks(message, names, notes));
    for attachment in objects(message, "attachments") {
        add_new(&mut words, of_attachment(attachment, names, notes));
    }
    for file in objects(message, "files") {
        let name = text(file, "name").or_else(|| text(file, "title"));
        words.extend(name.map(|name| format!("[{name}]")));
        add_new(&mut words, said_in(file).map(str::to_owned));
    }
    (!words.is_empty()).then(|| words.join("\n\n"))
}

/// What the export has of a file's text: of a snippet, an email, or a recording.
fn said_in(file: &Object) -> Option<&str> {
    let spoken = object(file, "transcription").and_then(|it| object(it, "preview"));
    let spoken = spoken.and_then(|preview| text(preview, "content"));
    spoken.or_else(|| text(file, "plain_text")).or_else(|| text(file, "preview"))
}
