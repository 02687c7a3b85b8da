//! Tells what a file is, by its name and what it holds.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::Source;
use super::export::{Object, not_json, object, text};
use super::records::lines;
use super::{transcript, whatsapp};
use crate::json_lines::record;
use crate::options::Format;
use crate::text::decode;

/// As many records are looked at to tell what a session is.
const HEAD: usize = 200;

/// Whether a file holds conversations.
pub(crate) fn is_conversation(path: &str, bytes: &[u8]) -> bool {
    look(path, bytes).is_some()
}

/// Whether a file holds data rather than text.
pub(super) fn is_data(path: &str) -> bool {
    matches!(Format::of_path(path), Some(Format::Conversation | Format::JsonLines))
}

/// What a file was exported from; none if it is no conversation, and what is wrong where it is one
/// that cannot be read.
pub(super) fn look(path: &str, bytes: &[u8]) -> Option<Result<Source, String>> {
    match Format::of_path(path)? {
        Format::Conversation => json(bytes),
        Format::JsonLines => session(bytes).map(Ok),
        Format::Text => {
            let source = decode(bytes).ok()?;
            let is_chat = whatsapp::is_chat(&source);
            let transcript = || transcript::is_transcript(&source).then_some(Source::Transcript);
            is_chat.then_some(Source::WhatsApp).or_else(transcript).map(Ok)
        }
        Format::Markdown => {
            let source = decode(bytes).ok()?;
            transcript::is_transcript(&source).then_some(Ok(Source::Transcript))
        }
        _ => None,
    }
}

/// The keys that tell what a JSON object is. Their values are not kept.
#[derive(Deserialize)]
struct Probe {
    mapping: Option<IgnoredAny>,
    current_node: Option<IgnoredAny>,
    create_time: Option<IgnoredAny>,
    chat_messages: Option<IgnoredAny>,
    r#type: Option<Value>,
    ts: Option<Value>,
    conversations: Option<Vec<Probe>>,
}

impl Probe {
    fn source(&self, in_list: bool) -> Option<Source> {
        let is_message = self.r#type.as_ref().and_then(Value::as_str) == Some("message");
        let has_time = self.ts.as_ref().and_then(Value::as_str).is_some_and(is_slack_time);
        if self.chat_messages.is_some() {
            Some(Source::Claude)
        } else if self.mapping.is_some()
            && (self.current_node.is_some() || self.create_time.is_some())
        {
            Some(Source::ChatGpt)
        } else if in_list && is_message && has_time {
            Some(Source::Slack)
        } else {
            let inner = self.conversations.iter().flatten();
            let source = inner.filter_map(|probe| probe.source(false)).next();
            source.filter(|source| *source != Source::Slack)
        }
    }
}

/// `1704450000.000200`.
fn is_slack_time(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once('.').is_some_and(|(seconds, count)| is_number(seconds) && is_number(count))
}

fn json(bytes: &[u8]) -> Option<Result<Source, String>> {
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let source = match body.trim_ascii_start().first()? {
        b'[' => serde_json::from_slice(body).map(|list: Vec<Option<Probe>>| {
            list.iter().flatten().find_map(|probe| probe.source(true))
        }),
        b'{' => serde_json::from_slice(body).map(|probe: Probe| probe.source(false)),
        _ => return None,
    };
    match source {
        Ok(source) => source.map(Ok),
        Err(error) if error.is_data() || !has_marks(body) => None,
        Err(error) => Some(Err(not_json(&error))),
    }
}

/// Whether broken JSON looks like an export that was cut off.
fn has_marks(bytes: &[u8]) -> bool {
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    has(b"\"chat_messages\"") || has(b"\"mapping\"") && has(b"\"author\"")
}

/// What a file of JSON Lines records; none for documents.
fn session(bytes: &[u8]) -> Option<Source> {
    let records = lines(bytes).take(HEAD).filter_map(|(_, line)| record(line).ok());
    let mut kinds = records.filter_map(|record| match () {
        () if is_document(&record) => Some(None),
        () if is_claude_code(&record) => Some(Some(Source::ClaudeCode)),
        () if is_codex(&record) => Some(Some(Source::Codex)),
        () => None,
    });
    kinds.next()?
}

fn is_document(record: &Object) -> bool {
    record.contains_key("id") && text(record, "text").is_some()
}

fn is_claude_code(record: &Object) -> bool {
    let says = matches!(text(record, "type"), Some("user" | "assistant"));
    let session = text(record, "sessionId").or_else(|| text(record, "uuid")).is_some();
    says && session && object(record, "message").is_some()
}

fn is_codex(record: &Object) -> bool {
    match text(record, "type") {
        Some("session_meta" | "response_item") => object(record, "payload").is_some(),
        Some("message") => {
            record.get("content").is_some_and(Value::is_array) && text(record, "role").is_some()
        }
        _ => false,
    }
}
