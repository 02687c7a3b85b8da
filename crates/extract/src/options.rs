//! The settings with which files are read: the sum of all others.

use kindex_conversations::Topic;
use kindex_text::HeadingIds;

use crate::detect::Detect;
use crate::format::Format;
use crate::habits::Habits;
use crate::selection::Selection;
use crate::site::Site;

/// The options by which files become documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The beginning of the URLs of documents, such as `https://example.org/docs`. Without it they
    /// are relative, or an HTML page's canonical link.
    pub base_url: Option<String>,
    /// The generator that publishes the files: decides URLs, heading ids and template syntax.
    pub site: Site,
    /// The generator that makes heading ids, where the site is configured differently from its
    /// default.
    pub heading_ids: Option<HeadingIds>,
    /// The habits that the pages of the site share, as a [`Survey`](crate::Survey) of them found.
    pub habits: Habits,
    /// The parts of HTML pages that are indexed.
    pub selection: Selection,
    /// The files that [`Format::detect`] takes for conversations.
    pub conversations: Detect,
    /// The topics that conversations may have: values of their filter `topic`.
    pub topics: Vec<Topic>,
    /// Gives what conversations state that is worth remembering documents of its own, with the
    /// filter `memory`: see [`Memory`](kindex_conversations::Memory).
    pub memories: bool,
}

impl Format {
    /// The format of a file by its extension. Where files of that extension may hold conversations,
    /// the contents decide. None for an extension that is not known, and for JSON that holds no
    /// conversations.
    ///
    /// ```
    /// use kindex_extract::{Format, Options};
    /// let of = |path, bytes| Format::detect(path, bytes, &Options::default());
    /// assert_eq!(of("notes.txt", b"A note."), Some(Format::Text));
    /// let chat = b"> One?\nYes.\n> Two?\nNo.\n> Three?\nMaybe.\n";
    /// assert_eq!(of("notes.txt", chat), Some(Format::Conversation));
    /// assert_eq!(of("conversations.json", b"[{\"chat_messages\": []}]"), Some(Format::Conversation));
    /// assert_eq!(of("package.json", b"{\"name\": \"x\"}"), None);
    /// ```
    #[must_use]
    pub fn detect(path: &str, bytes: &[u8], options: &Options) -> Option<Format> {
        options.conversations.format_of(path, bytes)
    }
}

impl Options {
    pub(crate) fn ids(&self) -> HeadingIds {
        self.heading_ids.unwrap_or(self.site.heading_ids())
    }
}
