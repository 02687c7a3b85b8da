//! Why a command ends early.

use std::io;
use std::path::Path;

/// Why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// What went wrong, where, and what to do, for one line.
    Message(String),
    /// Whoever read the output went away, as `head` does: nothing to complain about.
    Closed,
}

impl Failure {
    /// A failure that has something to say.
    pub fn new(message: impl Into<String>) -> Self {
        Failure::Message(message.into())
    }

    /// A failure to do something (`read`, `write`) with a file.
    pub fn file(action: &str, path: &Path, error: &io::Error) -> Self {
        Failure::new(format!("cannot {action} {}: {}", path.display(), reason(error)))
    }

    /// A failure to write to standard output.
    pub fn output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        Failure::new(format!("cannot write to standard output: {}", reason(error)))
    }
}

/// What an error of the system says, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}
