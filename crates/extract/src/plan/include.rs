//! The kinds of files that are read in folders.

use std::fmt;
use std::str::FromStr;

use crate::format::Format;

/// A kind of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Include {
    /// Markdown, MDX, HTML, text, JSON Lines, conversations.
    Docs,
    /// The files of [`Include::Docs`] that are not HTML, also beside finished pages.
    Text,
    /// CSV and TSV.
    Tables,
    /// Programs.
    Code,
    /// Everything that can be read.
    All,
}

const NAMES: [(&str, Include); 5] = [
    ("docs", Include::Docs),
    ("text", Include::Text),
    ("tables", Include::Tables),
    ("code", Include::Code),
    ("all", Include::All),
];

impl Include {
    /// Whether text is read also where it lies beside finished pages.
    #[must_use]
    pub fn covers_text_beside_pages(self) -> bool {
        matches!(self, Include::Text | Include::All)
    }

    /// Whether files of a format are of this kind.
    #[must_use]
    pub fn covers(self, format: Format) -> bool {
        match self {
            Include::All => true,
            Include::Tables => format == Format::Table,
            Include::Code => format == Format::Code,
            Include::Docs => !matches!(format, Format::Table | Format::Code),
            Include::Text => !matches!(format, Format::Table | Format::Code | Format::Html),
        }
    }
}

/// A name that no [`Include`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseIncludeError {
    given: String,
}

impl fmt::Display for ParseIncludeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        write!(f, "{}: accepted are {}", self.given, names.join(", "))
    }
}

impl std::error::Error for ParseIncludeError {}

impl FromStr for Include {
    type Err = ParseIncludeError;

    fn from_str(given: &str) -> Result<Include, ParseIncludeError> {
        let found = NAMES.iter().find(|(name, _)| *name == given);
        found
            .map(|(_, include)| *include)
            .ok_or_else(|| ParseIncludeError { given: given.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_which_formats_are_read() {
        let covers = |name: &str, path| {
            let include: Include = name.parse().unwrap();
            include.covers(Format::of_path(path).unwrap())
        };
        for (name, covered) in [
            ("docs", ["a.md", "a.html", "a.txt", "a.json"].as_slice()),
            ("text", &["a.md", "a.txt", "a.json"]),
            ("tables", &["a.csv"]),
            ("code", &["a.rs"]),
            ("all", &["a.md", "a.html", "a.txt", "a.json", "a.csv", "a.rs"]),
        ] {
            let all = ["a.md", "a.html", "a.txt", "a.json", "a.csv", "a.rs"];
            let found: Vec<&str> = all.into_iter().filter(|path| covers(name, path)).collect();
            assert_eq!(found, covered, "{name}");
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let message = "sounds".parse::<Include>().unwrap_err().to_string();
        assert_eq!(message, "sounds: accepted are docs, text, tables, code, all");
    }
}
