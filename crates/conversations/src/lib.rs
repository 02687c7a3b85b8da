//! Turns conversations into [`Document`](kindex::Document)s: chats with assistants, sessions of
//! coding agents, chats between people. Beside them are [`Rooms`], which sort any documents.
//!
//! A reader gets the name and the bytes of a file, and gives documents. It reads no files.
//!
//! ```
//! use kindex_conversations::{Settings, extract, is_conversation};
//!
//! let chat = b"> Is the disk full?\n\nYes.\n\n> Why?\n\nLogs.\n\n> And now?\n\nMove them.\n";
//! assert!(is_conversation("ops.txt", chat));
//! let document = extract("ops.txt", chat, &Settings::default()).documents.remove(0);
//! assert_eq!(document.title, "Is the disk full?");
//! assert_eq!(document.sections.len(), 3);
//! ```
//!
//! docs/conversations.md says what is recognised, what an exchange is, and what is left out. Each
//! exchange is one of the document's [`Parts`](kindex::Parts), so it becomes one parent whatever
//! its length. Its question is the heading of a section, so that it counts for all children of a
//! long answer. An exchange of fewer than 30 characters goes with the one before it. A transcript
//! with fewer than three questions falls into paragraphs instead, or, where it has only one, into
//! groups of 25 lines.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod chat;
mod chatgpt;
mod claude_ai;
mod claude_code;
mod codex;
mod conversation;
mod detect;
mod document;
mod elements;
mod exchange;
mod export;
mod extracted;
mod keywords;
mod made;
mod memory;
mod notes;
mod paragraphs;
mod phrases;
mod records;
mod rooms;
mod settings;
mod slack;
mod time;
mod topic;
mod transcript;
mod tree;
mod whatsapp;
mod writer;

use conversation::Source;
pub use detect::is_conversation;
use detect::{File, text_of};
use document::Documents;
pub use extracted::{Extracted, Warning, WarningKind};
pub use kindex_text::rules::ParseRulesError;
pub use memory::Memory;
pub use rooms::Rooms;
pub use settings::Settings;
pub use slack::{SlackChannel, SlackThreads, SlackUsers};
pub use topic::Topic;

/// Reads a file as a conversation, by its name and its bytes. A file that is no known export is
/// read as a transcript, if its name is not that of data.
///
/// Text is taken as UTF-8: a caller that knows the encoding of the file decodes it before. The
/// `name` may be a path with forward slashes; it becomes the id of the document.
#[must_use]
pub fn extract(name: &str, bytes: &[u8], settings: &Settings<'_>) -> Extracted {
    let source = match detect::look(name, bytes) {
        Some(Ok(source)) => source,
        Some(Err(message)) => return unread(message),
        None if File::of_name(name).is_some_and(File::is_data) => {
            return unread(UNKNOWN.to_owned());
        }
        None => Source::Transcript,
    };
    let documents = Documents { name, source, settings };
    let mut reading = match source {
        Source::ChatGpt => export::read(bytes, chatgpt::conversation),
        Source::Claude => export::read(bytes, claude_ai::conversation),
        Source::Slack => slack::read(name, bytes, &settings.slack_users, &settings.slack_threads),
        Source::ClaudeCode => claude_code::read(bytes),
        Source::Codex => codex::read(bytes),
        Source::WhatsApp => whatsapp::read(name, &text_of(bytes)),
        Source::Transcript => return transcript::extract(&documents, &text_of(bytes)),
    };
    reading.report_kinds();
    documents.of(reading)
}

const UNKNOWN: &str = "it was not recognised as an export of conversations; known are ChatGPT's \
    and Claude.ai's conversations.json, a day of a Slack channel, and sessions of Claude Code and \
    Codex as JSON Lines";

fn unread(message: String) -> Extracted {
    let warning = Warning::new(WarningKind::BadRecord, None, message);
    Extracted { warnings: vec![warning], ..Extracted::default() }
}
