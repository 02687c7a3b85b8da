//! The choices of whoever runs a server.

use crate::about::About;
use crate::text::whole_line;
use crate::words::bounds;
use serde_json::{Value, json};

/// What a server says of itself, and how much an answer may take.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name of the server, for programs.
    pub name: String,
    /// The documentation that it has; people and language models see it.
    pub title: Option<String>,
    /// The subject of the documentation, in a sentence for language models.
    pub description: Option<String>,
    /// When the index was built, in words, where that is known.
    pub built: Option<String>,
    /// The version of the server.
    pub version: String,
    /// Words to a language model about the server as a whole, in the place of those about its tools.
    pub instructions: Option<String>,
    /// About how many tokens the result of a tool may have.
    pub max_tokens: usize,
    /// Bytes of texts that may be read to find phrases, for a message or several that come as one.
    pub phrase_bytes: usize,
    /// Whether queries may have vectors, which language models are told.
    pub embeds: bool,
    /// Whether results are given as data too, for programs. Most clients then hand a model the data
    /// in the place of the words.
    pub structured: bool,
    /// The names of the indexes, where there are several.
    pub docs: Vec<String>,
    /// Whether language models can say whether an answer helped.
    pub takes_feedback: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            name: "kindex".into(),
            title: None,
            description: None,
            built: None,
            version: env!("CARGO_PKG_VERSION").into(),
            instructions: None,
            max_tokens: bounds::RESULT_TOKENS,
            phrase_bytes: bounds::PHRASE_BYTES,
            embeds: false,
            structured: false,
            docs: Vec::new(),
            takes_feedback: false,
        }
    }
}

/// Results of fewer tokens would not hold a passage.
pub const LEAST_RESULT_TOKENS: usize = bounds::LEAST_RESULT_TOKENS;

impl Settings {
    /// The subject of the server.
    pub(crate) fn about(&self) -> About {
        About::new(self.title(), self.description())
    }

    /// The title, unless it says nothing.
    pub(crate) fn title(&self) -> Option<&str> {
        self.title.as_deref().filter(says)
    }

    /// The description, unless it says nothing.
    pub(crate) fn description(&self) -> Option<&str> {
        self.description.as_deref().filter(says)
    }

    /// The names of the server, for programs and for people.
    pub(crate) fn info(&self) -> Value {
        match self.title() {
            Some(title) => json!({ "name": self.name, "title": title, "version": self.version }),
            None => json!({ "name": self.name, "version": self.version }),
        }
    }
}

/// Whether a text has more than blanks and what is not seen.
fn says(text: &&str) -> bool {
    !whole_line(text).is_empty()
}
