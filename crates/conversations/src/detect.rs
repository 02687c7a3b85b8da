//! Tells the kind of a file by its name and contents.

use std::borrow::Cow;
use std::fmt;

use kindex_text::json::record;
use kindex_text::normalise;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::conversation::Source;
use super::export::{Object, not_json, object, text};
use super::records::lines;
use super::{transcript, whatsapp};

/// The number of records that are looked at to tell the program of a session.
const MAX_RECORDS: usize = 200;

/// The kinds of files that conversations come in, by the extension of their names.
#[derive(Clone, Copy)]
pub(super) enum File {
    Json,
    JsonLines,
    Text,
    Markdown,
}

impl File {
    /// None for a name that says none.
    pub(super) fn of_name(name: &str) -> Option<File> {
        let name = name.rsplit('/').next().unwrap_or(name);
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(File::Json),
            "jsonl" | "ndjson" => Some(File::JsonLines),
            "txt" => Some(File::Text),
            "md" | "markdown" => Some(File::Markdown),
            _ => None,
        }
    }

    /// Whether it holds data rather than text.
    pub(super) fn is_data(self) -> bool {
        matches!(self, File::Json | File::JsonLines)
    }
}

/// Whether a file holds conversations, by its name and contents. As for
/// [`extract`](crate::extract), text is taken as UTF-8.
#[must_use]
pub fn is_conversation(name: &str, bytes: &[u8]) -> bool {
    look(name, bytes).is_some()
}

/// The program that a file was exported from. It is none if the file is no conversation; where it
/// is one that cannot be read, the fault is given.
pub(super) fn look(name: &str, bytes: &[u8]) -> Option<Result<Source, String>> {
    match File::of_name(name)? {
        File::Json => json(bytes),
        File::JsonLines => session(bytes).map(Ok),
        File::Text => {
            let source = text_of(bytes);
            let is_chat = whatsapp::is_chat(&source);
            let transcript = || transcript::is_transcript(&source).then_some(Source::Transcript);
            is_chat.then_some(Source::WhatsApp).or_else(transcript).map(Ok)
        }
        File::Markdown => {
            transcript::is_transcript(&text_of(bytes)).then_some(Ok(Source::Transcript))
        }
    }
}

/// The text of a file, with `\n` as line end.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => normalise(text),
        Cow::Owned(text) => Cow::Owned(normalise(&text).into_owned()),
    }
}

/// The kind of a JSON value. Nothing of an export, which may be large, is kept to tell that.
#[derive(Clone, Copy, Default)]
struct Probe {
    source: Option<Source>,
    /// Whether it is a message of Slack.
    is_message: bool,
}

impl<'de> Deserialize<'de> for Probe {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Probe, D::Error> {
        deserializer.deserialize_any(ProbeVisitor)
    }
}

struct ProbeVisitor;

impl<'de> Visitor<'de> for ProbeVisitor {
    type Value = Probe;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Probe, A::Error> {
        let (mut claude, mut mapping, mut dated) = (false, false, false);
        let (mut typed, mut timed) = (false, false);
        let mut inner = Probe::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "type" => typed = map.next_value::<Value>()? == "message",
                "ts" => timed = map.next_value::<Value>()?.as_str().is_some_and(is_slack_time),
                "conversations" => inner = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
            claude |= key == "chat_messages";
            mapping |= key == "mapping";
            dated |= matches!(key.as_str(), "current_node" | "create_time");
        }
        let inner = inner.source.filter(|source| *source != Source::Slack);
        let own = (mapping && dated).then_some(Source::ChatGpt);
        let source = claude.then_some(Source::Claude).or(own).or(inner);
        Ok(Probe { source, is_message: typed && timed })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Probe, A::Error> {
        let mut probe = Probe::default();
        while let Some(element) = seq.next_element::<Probe>()? {
            let slack = element.is_message.then_some(Source::Slack);
            probe.source = probe.source.or(element.source).or(slack);
        }
        Ok(probe)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Probe, E> {
        Ok(Probe::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Probe, E> {
        Ok(Probe::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Probe, E> {
        Ok(Probe::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Probe, E> {
        Ok(Probe::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Probe, E> {
        Ok(Probe::default())
    }

    fn visit_unit<E>(self) -> Result<Probe, E> {
        Ok(Probe::default())
    }
}

/// `1704450000.000200`.
fn is_slack_time(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once('.').is_some_and(|(seconds, count)| is_number(seconds) && is_number(count))
}

fn json(bytes: &[u8]) -> Option<Result<Source, String>> {
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match serde_json::from_slice::<Probe>(body) {
        Ok(probe) => probe.source.map(Ok),
        Err(error) => has_marks(body).then(|| Err(not_json(&error))),
    }
}

/// Whether broken JSON looks like an export that was cut off.
fn has_marks(bytes: &[u8]) -> bool {
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    has(b"\"chat_messages\"") || has(b"\"mapping\"") && has(b"\"author\"")
}

/// The program whose conversations a file of JSON Lines records; none for documents.
fn session(bytes: &[u8]) -> Option<Source> {
    let records = lines(bytes).take(MAX_RECORDS).filter_map(|(_, line)| record(line).ok());
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
