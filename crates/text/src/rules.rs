//! Files in which a user says how documents are classed.

use std::fmt;
use std::ops::Range;

use globset::{Glob, GlobBuilder};
use serde::de::DeserializeOwned;

use crate::strings::part;

/// Reads TOML.
///
/// # Errors
/// Where the text is not TOML of this shape.
pub fn rules<T: DeserializeOwned>(source: &str) -> Result<T, ParseRulesError> {
    toml::from_str(source).map_err(|error| {
        let line = error.span().map(|span| line_of(source, &span));
        let message = error.message().trim().replace('\n', ", ");
        ParseRulesError { line, message: without_file_text(&message) }
    })
}

/// The message of an error of serde without what it repeats of a file. That may be another file
/// than was meant, and secret: "invalid type, expected a map" of "invalid type: string \"x\",
/// expected a map".
pub fn without_file_text(message: &str) -> String {
    let Some((said, expected)) = message.rsplit_once(", expected ") else {
        return message.to_owned();
    };
    let kind = said.split([':', '`', '"']).next().unwrap_or_default();
    format!("{}, expected {expected}", kind.trim_end())
}

/// A glob for paths: letters match in either case, `*` stays within a folder, and a path that ends
/// with a slash means all that is in the folder.
///
/// # Errors
/// Where the pattern is no glob.
pub fn glob(pattern: &str) -> Result<Glob, globset::Error> {
    let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
    let whole = if pattern.ends_with('/') { "**" } else { "" };
    let pattern = [pattern, whole].concat();
    GlobBuilder::new(&pattern).literal_separator(true).case_insensitive(true).build()
}

/// The reason that rules, such as those of topics, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseRulesError {
    /// The line, from 1, where there is one.
    pub line: Option<usize>,
    /// The fault, for people.
    pub message: String,
}

impl ParseRulesError {
    /// A fault in a line, where there is one.
    pub fn at(line: Option<usize>, message: String) -> ParseRulesError {
        ParseRulesError { line, message }
    }

    /// The fault of what stands at `span` in `source`.
    pub fn new(source: &str, span: &Range<usize>, message: String) -> ParseRulesError {
        ParseRulesError { line: Some(line_of(source, span)), message }
    }
}

fn line_of(source: &str, span: &Range<usize>) -> usize {
    part(source, 0..span.start).matches('\n').count() + 1
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ParseRulesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        #[allow(dead_code)]
        number: u8,
    }

    #[test]
    fn faults_do_not_repeat_the_file() {
        let fault = |source: &str| rules::<Wanted>(source).unwrap_err().to_string();
        assert_eq!(fault("secret = 1"), "line 1: unknown field, expected `number`");
        let text = fault("number = \"secret, expected `b`\"");
        assert_eq!(text, "line 1: invalid type, expected u8");
        assert_eq!(fault("\nnumber = 999999"), "line 2: invalid value, expected u8");
        assert_eq!(fault(""), "line 1: missing field `number`");
    }
}
