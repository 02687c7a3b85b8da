//! Tells conversations from other files.

use std::borrow::Cow;

use kindex::Chunker;
use kindex_conversations::is_conversation;

use crate::error::Error;
use crate::format::Format;
use crate::text::charset;

/// The files that are read as conversations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Detect {
    /// Those whose content says so.
    #[default]
    Auto,
    /// Those, and all Markdown and text.
    Always,
    /// None.
    Never,
}

impl Detect {
    /// The readings of files that a chunker asks for: `conversations`, which reads all texts as
    /// such, or one that the core knows.
    ///
    /// # Errors
    /// [`kindex::Error::Config`] with the names that are accepted.
    pub fn of_chunker(name: &str) -> Result<(Detect, Chunker), kindex::Error> {
        if name == CONVERSATIONS {
            return Ok((Detect::Always, Chunker::Sections));
        }
        let chunker = name.parse().map_err(|error| match error {
            kindex::Error::Config { name, message } => {
                kindex::Error::Config { name, message: format!("{message}, {CONVERSATIONS}") }
            }
            other => other,
        })?;
        Ok((Detect::Auto, chunker))
    }

    /// The format of a file by its name and contents: see [`Format::detect`].
    pub(crate) fn format_of(self, path: &str, bytes: &[u8]) -> Option<Format> {
        let format = Format::of_path(path)?;
        let is_text = matches!(format, Format::Text | Format::Markdown);
        let is_data = matches!(format, Format::Conversation | Format::JsonLines);
        let is_conversation = match self {
            Detect::Never => false,
            Detect::Always if is_text => true,
            // Other files are not read for this.
            _ if !is_text && !is_data => false,
            _ => contents(path, bytes).is_ok_and(|contents| is_conversation(path, &contents)),
        };
        match format {
            _ if is_conversation => Some(Format::Conversation),
            Format::Conversation => None,
            format => Some(format),
        }
    }
}

/// The name of a chunker that the core does not have: it is about what files are.
const CONVERSATIONS: &str = "conversations";

/// The bytes of data, which its readers decode line by line; else text as UTF-8.
pub(crate) fn contents<'a>(path: &str, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    if matches!(Format::of_path(path), Some(Format::Conversation | Format::JsonLines)) {
        return Ok(Cow::Borrowed(bytes));
    }
    Ok(match charset::decode_lines(bytes)? {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    })
}
