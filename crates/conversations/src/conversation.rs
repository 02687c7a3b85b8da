//! A conversation as a reader finds it, before it becomes a document.

use crate::exchange::Exchange;
use crate::extracted::{Warning, WarningKind};
use crate::notes::{Kinds, Notes};

/// The program that a conversation was exported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
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
    pub(crate) fn name(self) -> &'static str {
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
    pub(crate) fn is_among_people(self) -> bool {
        matches!(self, Source::Slack | Source::WhatsApp)
    }
}

/// A conversation, whatever it was exported from.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    /// The export's own id, where a file holds several conversations.
    pub(crate) id: Option<String>,
    /// The address where the service shows it.
    pub(crate) url: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) exchanges: Vec<Exchange>,
    pub(crate) notes: Notes,
}

/// The conversations that a reader found in a file.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) conversations: Vec<Conversation>,
    pub(crate) warnings: Vec<Warning>,
}

impl Reading {
    pub(crate) fn of(conversation: Conversation) -> Reading {
        Reading { conversations: vec![conversation], warnings: Vec::new() }
    }

    pub(crate) fn warn(&mut self, message: impl Into<String>) {
        self.warnings.push(Warning::new(WarningKind::BadRecord, None, message));
    }

    /// Says where many entries of the file are of unknown kinds.
    pub(crate) fn report_kinds(&mut self) {
        let mut kinds = Kinds::default();
        for conversation in &mut self.conversations {
            kinds.add(std::mem::take(&mut conversation.notes.kinds));
        }
        self.warnings.extend(kinds.report());
    }
}
