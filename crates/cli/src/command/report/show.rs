//! A report for people.

use super::files::Proposed;
use super::proposals::Report;
use crate::terminal::output::{BOLD, DIM, counted, plain};
use serde_json::json;
use std::path::PathBuf;

/// This many of each are shown.
const MAX_SHOWN: usize = 20;

/// What was asked, what found nothing, and what was asked again.
pub fn summary(report: &Report) -> String {
    let questions = counted(report.questions as u64, "question");
    let sessions = counted(report.sessions as u64, "session");
    let mut text = format!("{questions} in {sessions}\n");
    let nothing = report.nothing.iter().map(|one| (one.sessions, quoted(&one.query)));
    text += &list("Found nothing", nothing.collect());
    let again = report.again.iter().map(|one| {
        let page = one.page.as_deref().map(|page| format!(", {}", plain(page)));
        let line = format!("{} then {}", quoted(&one.query), quoted(&one.then));
        (one.sessions, line + &page.unwrap_or_default())
    });
    text += &list("Asked again", again.collect());
    let feedback = report.feedback.iter().map(|one| (1, plain(&json!(one).to_string())));
    text + &list("Feedback", feedback.collect())
}

fn quoted(query: &str) -> String {
    json!(plain(query)).to_string()
}

/// The lines of one kind, each with how many sessions it is of.
fn list(title: &str, lines: Vec<(usize, String)>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{BOLD}{title}{BOLD:#} ({})\n", lines.len());
    for (sessions, line) in lines.iter().take(MAX_SHOWN) {
        text += &format!("{sessions:>4}  {line}\n");
    }
    match lines.len().saturating_sub(MAX_SHOWN) {
        0 => text,
        more => text + &format!("{DIM}      {more} more{DIM:#}\n"),
    }
}

/// A file that is proposed and not written.
pub fn file(file: &Proposed) -> String {
    format!("\n{BOLD}{}{BOLD:#}\n{}", file.name, file.text)
}

/// The files that were written.
pub fn written(files: &[(PathBuf, usize)]) -> String {
    if files.is_empty() {
        return "\nNothing is proposed.\n".to_owned();
    }
    let line = |(path, entries): &(PathBuf, usize)| {
        format!("{}: {entries} proposed\n", plain(&path.display().to_string()))
    };
    format!("\n{}", files.iter().map(line).collect::<String>())
}
