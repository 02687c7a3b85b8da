//! Output to a terminal or a pipe.
//!
//! Texts of an index and names of files come from anywhere: [`plain`] takes out characters that a
//! terminal would obey.

use crate::failure::Failure;
use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;
use kindex_mcp::sanitize::is_unsafe;
pub use kindex_mcp::sanitize::plain;
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use textwrap::core::display_width;

/// Lines longer than this are hard to read, however wide the terminal.
const MAX_LINE_COLUMNS: usize = 100;

/// The style of what the eye should find.
pub const BOLD: Style = Style::new().bold();

/// The style of what the eye may pass over.
pub const DIM: Style = Style::new().dimmed();

/// The style of what went wrong.
pub const RED: Style = AnsiColor::Red.on_default().bold();

/// A number of things.
pub fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", HumanCount(count))
}

/// The beginning of a text that takes no more than `width` columns.
pub fn cut(text: &str, width: usize) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    for char in text.chars() {
        cut.push(char);
        if display_width(&cut) >= width {
            cut.pop();
            break;
        }
    }
    cut.truncate(cut.trim_end().len());
    cut + "…"
}

/// The width to fold to; none where the output is not a terminal, whose lines stay whole.
pub fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let size = terminal_size::terminal_size();
    let width = size.map_or(80, |(terminal_size::Width(width), _)| width.into());
    Some(width.clamp(20, MAX_LINE_COLUMNS))
}

/// Writes to standard output, with styles where it is a terminal that wants them.
///
/// # Errors
/// Where nothing can be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::output(&error))
}

/// Writes a value to standard output as one line of JSON.
///
/// # Errors
/// Where nothing can be written.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print_raw(&json(value)?)
}

/// Writes a value that is JSON already.
///
/// # Errors
/// Where nothing can be written.
pub fn print_written(json: &str) -> Result<(), Failure> {
    print_raw(&escaped(json))
}

fn print_raw(json: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = writeln!(stdout, "{json}").and_then(|()| stdout.flush());
    written.map_err(|error| Failure::output(&error))
}

/// A value as JSON in one line, which a terminal can show.
///
/// # Errors
/// Where the value is none of JSON.
pub fn json(value: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string(value).map_err(|error| Failure::new(error.to_string()))?;
    Ok(escaped(&json))
}

/// JSON in which every character that [`plain`] would replace wherever it stands is an escape.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for char in json.chars() {
        if !is_unsafe(char) {
            escaped.push(char);
            continue;
        }
        for unit in char.encode_utf16(&mut [0; 2]) {
            // A String takes whatever is written to it.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}

/// Says on standard error why the command failed.
pub fn error(message: &str) {
    to_stderr(&format!("kindex: {RED}error:{RED:#} {}", plain(message)));
}

thread_local! {
    /// The warnings of this thread, where they are not to be written at once.
    static HELD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Does something in whose course warnings of this thread are not written. Gives them.
pub fn with_warnings<T>(act: impl FnOnce() -> T) -> (T, Vec<String>) {
    let before = HELD.replace(Some(Vec::new()));
    let done = act();
    (done, HELD.replace(before).unwrap_or_default())
}

/// Writes a fault to standard error for which the command does not fail.
pub fn warning(message: &str) {
    let is_held = HELD.with_borrow_mut(|held| match held {
        Some(held) => {
            held.push(message.to_owned());
            true
        }
        None => false,
    });
    if is_held {
        return;
    }
    to_stderr(&format!("kindex: {}", plain(message)));
}

fn to_stderr(line: &str) {
    // If standard error is closed, there is nobody to tell.
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        let all: String = ('\0'..='\u{2fff}').collect();
        for made in [plain(&all), escaped(&serde_json::to_string(&all).unwrap())] {
            assert!(!made.chars().any(|char| char.is_control() || char == '\u{202e}'));
        }
    }

    #[test]
    fn texts_are_cut_to_columns() {
        assert_eq!(cut("shell", 5), "shell");
        assert_eq!(cut("the shell", 5), "the…");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
    }

    #[test]
    fn escaped_json_means_the_same() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}é\n";
        let json = escaped(&serde_json::to_string(text).unwrap());
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
