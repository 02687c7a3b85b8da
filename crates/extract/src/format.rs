//! The formats of files, and the names that tell them.

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

/// Every extension of a programming language that is known, in lower case, and the language.
pub(crate) const CODE_EXTENSIONS: [(&str, &str); 23] = [
    ("rs", "rust"),
    ("py", "python"),
    ("js", "javascript"),
    ("mjs", "javascript"),
    ("cjs", "javascript"),
    ("jsx", "javascript"),
    ("ts", "typescript"),
    ("mts", "typescript"),
    ("tsx", "typescript"),
    ("go", "go"),
    ("java", "java"),
    ("c", "c"),
    ("h", "c"),
    ("cc", "cpp"),
    ("cpp", "cpp"),
    ("hpp", "cpp"),
    ("rb", "ruby"),
    ("cs", "csharp"),
    ("sh", "bash"),
    ("bash", "bash"),
    ("php", "php"),
    ("swift", "swift"),
    ("kt", "kotlin"),
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
        let code = CODE_EXTENSIONS.into_iter().map(|(extension, _)| extension);
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
        let code = || CODE_EXTENSIONS.iter().any(|(known, _)| is_it(known));
        known.or_else(|| code().then_some(Format::Code))
    }

    /// The format that the extension of a file says which is to be read whatever its kind.
    ///
    /// # Errors
    /// [`UnknownFormat`] where the extension says none.
    pub fn of_named(path: &str) -> Result<Format, UnknownFormat> {
        Format::of_path(path).ok_or(UnknownFormat)
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
        assert_eq!(Format::extensions().count(), EXTENSIONS.len() + CODE_EXTENSIONS.len());
        for extension in Format::extensions() {
            assert!(Format::of_path(&format!("a.{extension}")).is_some(), "{extension}");
            assert!(Format::of_path(&format!("a.{}", extension.to_uppercase())).is_some());
        }
    }
}
