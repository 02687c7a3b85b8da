//! The reasons that a command ends early.

use kindex::Error;
use std::fmt;
use std::io;
use std::path::Path;

/// The reason that a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// A line that says what went wrong, where, and what to do.
    Message(String),
    /// A line that says which flag cannot be used as it was given, and what is accepted.
    Usage(String),
    /// A command line that clap answers itself: with help, or with what is wrong with it.
    Line(Box<clap::Error>),
    /// Whoever read the output went away, as `head` does: nothing to complain about.
    Closed,
}

impl Failure {
    /// A failure that has something to say.
    pub fn new(message: impl Into<String>) -> Self {
        Failure::Message(message.into())
    }

    /// A command line that cannot be used, whether or not that needed a look at the index.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::Usage(message.into())
    }

    /// An error of the library, with settings by the names of their flags.
    pub fn library(error: &Error) -> Self {
        match error {
            Error::Config { name, message } => Failure::usage(format!("{}: {message}", flag(name))),
            error => Failure::new(error.to_string()),
        }
    }

    /// A failure to do something (`read`, `write`) with a file.
    pub fn file(action: &str, path: &Path, error: &io::Error) -> Self {
        Failure::new(format!("cannot {action} {}: {}", path.display(), reason(error)))
    }

    /// A failure to start a thread.
    pub fn thread(error: &io::Error) -> Self {
        Failure::new(format!("cannot start a thread: {}", reason(error)))
    }

    /// A failure to write to standard output.
    pub fn output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        Failure::new(format!("cannot write to standard output: {}", reason(error)))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Message(message) | Failure::Usage(message) => formatter.write_str(message),
            Failure::Line(error) => error.fmt(formatter),
            Failure::Closed => formatter.write_str("the output was closed"),
        }
    }
}

/// The flag of a setting: `--section-depth` of `sectionDepth`.
fn flag(setting: &str) -> String {
    let setting = match setting.strip_prefix("weights.") {
        // The command has other flags of these names.
        Some(weight @ ("title" | "heading")) => return format!("--{weight}-weight"),
        weight => weight.unwrap_or(setting),
    };
    // A flag that may be repeated is named for one value.
    let setting = match setting {
        "filters" | "facets" => setting.trim_end_matches('s'),
        _ => setting,
    };
    let mut flag = "--".to_string();
    for char in setting.chars() {
        if char.is_ascii_uppercase() {
            flag.push('-');
        }
        flag.push(char.to_ascii_lowercase());
    }
    flag
}

/// The text of an error of the system, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_flags() {
        assert_eq!(flag("levels"), "--levels");
        assert_eq!(flag("sectionDepth"), "--section-depth");
        assert_eq!(flag("weights.k1"), "--k1");
        assert_eq!(flag("weights.title"), "--title-weight");
        assert_eq!(flag("filters"), "--filter");
    }
}
