//! Conversations: chats with assistants, sessions of coding agents, chats between people.
//!
//! # What is recognised
//!
//! | Export | File |
//! | --- | --- |
//! | ChatGPT | `conversations.json`, or one conversation as JSON |
//! | Claude.ai | `conversations.json`, or one conversation as JSON |
//! | Claude Code | a session's `.jsonl` below `~/.claude/projects` |
//! | Codex | a session's `rollout-….jsonl` below `~/.codex/sessions` |
//! | Slack | a channel's day, such as `general/2024-01-05.json` |
//! | WhatsApp | a chat exported as `.txt` |
//! | Transcript | `.txt` or `.md`: questions in lines that begin with `>`, answers below them |
//!
//! [`Format::detect`](crate::Format::detect) tells such files from documentation by what they hold.
//!
//! # Exchanges
//!
//! An exchange is a question and its answers, up to the next question. With an assistant, whatever
//! the user says is a question. Between people a message opens an exchange if
//!
//! - it is the first, or an hour or more after the one before;
//! - it ends in a question mark and somebody has answered the exchange before it; or
//! - the exchange before it has 25 messages already.
//!
//! A thread of Slack is one exchange. In a transcript a line `---` ends an exchange too.
//!
//! The document's text has the exchanges in order: the question as `>` lines, then the answers.
//! Each exchange is one of the document's [`Parts`](kindex::Parts), so it becomes one parent
//! whatever its length. Its question is the heading of a section, so that it counts for all
//! children of a long answer. An exchange of fewer than 30 characters goes with the one before it.
//! A transcript with fewer than three questions falls into paragraphs instead, or, where it has
//! only one, into groups of 25 lines.
//!
//! # What is left out
//!
//! System messages, results of tools, an assistant's unspoken thoughts, what a program writes in the
//! user's name and entries that come twice are left out, and calls of tools become one line each.
//! The document's `left_out` metadata counts them. A conversation that cannot be read gives a
//! warning, and so does a file of whose entries more than a tenth are of unknown kinds.
//!
//! # Filters and metadata
//!
//! Filters: `kind` (`conversation`), `source`, `speaker`, `date` (each day, as `2024-01-05`),
//! `topic` ([`Topic`]) and, on the documents of memories, `memory` ([`Memory`]). Metadata:
//! `source`, `speakers`, `started` and `ended` (ISO 8601; in UTC and with `Z`, except where the
//! export gives local times without their zone).

mod chat;
mod chatgpt;
mod claude_ai;
mod claude_code;
mod codex;
mod detect;
mod document;
mod elements;
mod exchange;
mod export;
mod made;
mod memory;
mod notes;
mod paragraphs;
mod phrases;
mod records;
mod slack;
mod time;
mod topic;
mod transcript;
mod tree;
mod whatsapp;
mod writer;

use crate::Extracted;
use crate::error::{Error, Warning, WarningKind};
use crate::options::{FileContext, Options};
use crate::text;
pub(crate) use detect::is_conversation;
use document::Documents;
use exchange::Exchange;
pub use memory::Memory;
use notes::{Kinds, Notes};
pub use slack::{SlackChannel, SlackThreads, SlackUsers};
pub(crate) use time::Day;
pub use topic::Topic;

/// The program that a conversation was exported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    ChatGpt,
    Claude,
    ClaudeCode,
    Codex,
    Slack,
    WhatsApp,
    Transcript,
}

impl Source {
    /// As filters and metadata name it.
    fn name(self) -> &'static str {
        match self {
            Source::ChatGpt => "chatgpt",
            Source::Claude => "claude",
            Source::ClaudeCode => "claude-code",
            Source::Codex => "codex",
            Source::Slack => "slack",
            Source::WhatsApp => "whatsapp",
            Source::Transcript => "transcript",
        }
    }

    /// Whether people talk to each other: then the text names who says what.
    fn is_among_people(self) -> bool {
        matches!(self, Source::Slack | Source::WhatsApp)
    }
}

/// A conversation, whatever it was exported from.
#[derive(Debug, Default)]
struct Conversation {
    /// The export's own id, where a file holds several conversations.
    id: Option<String>,
    /// The address where the service shows it.
    url: Option<String>,
    title: Option<String>,
    exchanges: Vec<Exchange>,
    notes: Notes,
}

/// The conversations that a reader found in a file.
#[derive(Debug, Default)]
struct Reading {
    conversations: Vec<Conversation>,
    warnings: Vec<Warning>,
}

impl Reading {
    fn of(conversation: Conversation) -> Reading {
        Reading { conversations: vec![conversation], warnings: Vec::new() }
    }

    fn warn(&mut self, message: impl Into<String>) {
        self.warnings.push(Warning::new(WarningKind::BadRecord, None, message));
    }

    /// Says where many entries of the file are of unknown kinds.
    fn report_kinds(&mut self) {
        let mut kinds = Kinds::default();
        for conversation in &mut self.conversations {
            kinds.add(std::mem::take(&mut conversation.notes.kinds));
        }
        kinds.report(self);
    }
}

/// Reads a file as a conversation. A file that is no known export is read as a transcript, if it is
/// text.
pub(crate) fn extract(
    path: &str,
    bytes: &[u8],
    context: &FileContext,
    options: &Options,
) -> Result<Extracted, Error> {
    let source = match detect::look(path, bytes) {
        Some(Ok(source)) => source,
        Some(Err(message)) => return Ok(unread(message)),
        None if detect::is_data(path) => return Ok(unread(UNKNOWN.to_owned())),
        None => Source::Transcript,
    };
    let documents = Documents { path, source, context, options };
    let mut reading = match source {
        Source::ChatGpt => export::read(bytes, chatgpt::conversation),
        Source::Claude => export::read(bytes, claude_ai::conversation),
        Source::Slack => slack::read(path, bytes, context),
        Source::ClaudeCode => claude_code::read(bytes),
        Source::Codex => codex::read(bytes),
        Source::WhatsApp => whatsapp::read(path, &text::decode(bytes)?),
        Source::Transcript => return Ok(transcript::extract(&documents, &text::decode(bytes)?)),
    };
    reading.report_kinds();
    Ok(documents.of(reading))
}

const UNKNOWN: &str = "it was not recognised as an export of conversations; known are ChatGPT's \
    and Claude.ai's conversations.json, a day of a Slack channel, and sessions of Claude Code and \
    Codex as JSON Lines";

fn unread(message: String) -> Extracted {
    let warning = Warning::new(WarningKind::BadRecord, None, message);
    Extracted { warnings: vec![warning], ..Extracted::default() }
}
