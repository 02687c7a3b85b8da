//! The settings and facts with which files are read.

use crate::code;
use crate::conversation;
use crate::html::Selection;
use crate::links::IgnoredLinks;
use crate::site::Site;
use crate::survey::Habits;
use kindex::Chunker;
use kindex_conversations::{SlackThreads, SlackUsers, Topic};
use kindex_text::HeadingIds;
use std::fmt;

/// The format of a file, by which its bytes are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Markdown: CommonMark with tables, footnotes, task lists, definition lists, alerts.
    Markdown,
    /// Markdown with JSX.
    Mdx,
    /// A web page.
    Html,
    /// Text without markup.
    Text,
    /// One JSON record a line.
    JsonLines,
    /// Conversations: an export of ChatGPT, Claude.ai, Slack or WhatsApp, a session of Claude Code
    /// or Codex, or a transcript.
    Conversation,
    /// Comma-separated or tab-separated values.
    Table,
    /// The source of a program.
    Code,
}

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
}

/// The name of a chunker that the core does not have: it is about what files are.
const CONVERSATIONS: &str = "conversations";

/// Every extension that is known and not one of a programming language, in lower case.
const EXTENSIONS: [(&str, Format); 12] = [
    ("md", Format::Markdown),
    ("markdown", Format::Markdown),
    ("mdx", Format::Mdx),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("xhtml", Format::Html),
    ("txt", Format::Text),
    ("jsonl", Format::JsonLines),
    ("ndjson", Format::JsonLines),
    ("json", Format::Conversation),
    ("csv", Format::Table),
    ("tsv", Format::Table),
];

impl Format {
    /// The extensions that [`Format::of_path`] knows, without their dot, in lower case.
    ///
    /// ```
    /// use kindex_extract::Format;
    /// let known: Vec<&str> = Format::extensions().collect();
    /// assert_eq!(known[..7], ["md", "markdown", "mdx", "html", "htm", "xhtml", "txt"]);
    /// ```
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        let code = code::EXTENSIONS.into_iter().map(|(extension, _)| extension);
        EXTENSIONS.into_iter().map(|(extension, _)| extension).chain(code)
    }

    /// The format that the extension of a file name says, in either case.
    ///
    /// ```
    /// use kindex_extract::Format;
    /// assert_eq!(Format::of_path("guide/a.md"), Some(Format::Markdown));
    /// assert_eq!(Format::of_path("logo.png"), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &str) -> Option<Format> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let (_, extension) = name.rsplit_once('.')?;
        let is_it = |known: &str| known.eq_ignore_ascii_case(extension);
        let known = EXTENSIONS.iter().find(|(known, _)| is_it(known)).map(|(_, format)| *format);
        let code = || code::EXTENSIONS.iter().any(|(known, _)| is_it(known));
        known.or_else(|| code().then_some(Format::Code))
    }

    /// The format that the extension of a file says which is to be read whatever its kind.
    ///
    /// # Errors
    /// [`UnknownFormat`] where the extension says none.
    pub fn of_named(path: &str) -> Result<Format, UnknownFormat> {
        Format::of_path(path).ok_or(UnknownFormat)
    }

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
        let format = Format::of_path(path)?;
        let is_text = matches!(format, Format::Text | Format::Markdown);
        let is_conversation = match options.conversations {
            Detect::Never => false,
            Detect::Always if is_text => true,
            _ => conversation::is_conversation(path, bytes),
        };
        match format {
            _ if is_conversation => Some(Format::Conversation),
            Format::Conversation => None,
            format => Some(format),
        }
    }
}

/// The extension of a file says no [`Format`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Format::extensions().collect();
        let known = known.join(", .");
        write!(f, "not a kind of file that is known by its extension; known are .{known}")
    }
}

impl std::error::Error for UnknownFormat {}

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
    /// The links that do not count.
    pub ignored_links: IgnoredLinks,
}

/// The facts about one file that its path and the files beside it tell, not its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileContext {
    /// The language of the file where it does not say its own, as a BCP 47 tag.
    pub lang: Option<String>,
    /// The version of what the file is about, where it does not say its own: the metadata `version`.
    pub version: Option<String>,
    /// The path of the page that shows the file, where it has none of its own, as in a bundle of
    /// Hugo: that is where the document's URL leads. Counts for Markdown and for HTML with front
    /// matter.
    pub page: Option<String>,
    /// The names of the people of a Slack workspace, where messages do not tell them.
    pub slack_users: SlackUsers,
    /// How threads of a Slack channel begin of which the file has only replies.
    pub slack_threads: SlackThreads,
}

impl Options {
    pub(crate) fn ids(&self) -> HeadingIds {
        self.heading_ids.unwrap_or(self.site.heading_ids())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_come_from_extensions() {
        assert_eq!(Format::of_path("a/B.MARKDOWN"), Some(Format::Markdown));
        assert_eq!(Format::of_path("a.mdx"), Some(Format::Mdx));
        assert_eq!(Format::of_path("a.htm"), Some(Format::Html));
        assert_eq!(Format::of_path("notes.txt"), Some(Format::Text));
        assert_eq!(Format::of_path("x.ndjson"), Some(Format::JsonLines));
        assert_eq!(Format::of_path("x.TSV"), Some(Format::Table));
        assert_eq!(Format::of_path("src/x.Rs"), Some(Format::Code));
        assert_eq!(Format::of_path("a.md/LICENSE"), None);
        assert_eq!(Format::of_path(""), None);
    }

    #[test]
    fn an_unknown_extension_lists_the_known_ones() {
        assert_eq!(Format::of_named("a.md"), Ok(Format::Markdown));
        let message = Format::of_named("logo.png").unwrap_err().to_string();
        let listed =
            "not a kind of file that is known by its extension; known are .md, .markdown, ";
        assert!(message.starts_with(listed), "{message}");
    }

    #[test]
    fn the_extensions_listed_are_known() {
        assert_eq!(Format::extensions().count(), EXTENSIONS.len() + code::EXTENSIONS.len());
        for extension in Format::extensions() {
            assert!(Format::of_path(&format!("a.{extension}")).is_some(), "{extension}");
            assert!(Format::of_path(&format!("a.{}", extension.to_uppercase())).is_some());
        }
    }
}
