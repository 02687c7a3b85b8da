//! WhatsApp's export of a chat as text: a line with date, time and name for each message, and its
//! further lines below. Each language and system writes dates in its own way.

mod stamp;

use std::collections::BTreeSet;

use super::chat;
use super::exchange::{Role, Turn};
use super::{Conversation, Notes, Reading};
use crate::text::file_stem;
use stamp::{Order, Stamp};

/// A name is not longer than this, in characters.
const MAX_NAME: usize = 60;

/// A file with fewer messages is not taken for a chat.
const MIN_MESSAGES: usize = 3;

/// The number of lines that are looked at to tell the kind of a file.
const HEAD: usize = 200;

/// Words that programs write after a time in their logs; no person has such a name.
const LOG_LEVELS: [&str; 10] =
    ["trace", "debug", "info", "notice", "warn", "warning", "error", "fatal", "critical", "severe"];

/// One line of an export.
enum Line<'a> {
    Message {
        stamp: Stamp,
        name: &'a str,
        text: &'a str,
    },
    /// The notices of the service itself.
    Notice,
    /// More of the message above.
    More(&'a str),
}

/// Whether a text is an export: it begins with a message or a notice, and at least two people
/// say at least three things near its beginning.
pub(super) fn is_chat(source: &str) -> bool {
    let begins = source.lines().find(|line| !line.trim().is_empty()).map(line);
    if matches!(begins, None | Some(Line::More(_))) {
        return false;
    }
    let mut names = BTreeSet::new();
    let mut messages = 0;
    for source in source.lines().take(HEAD) {
        if let Line::Message { name, .. } = line(source) {
            names.insert(name.to_lowercase());
            messages += 1;
        }
    }
    let is_log = names.iter().any(|name| LOG_LEVELS.contains(&name.as_str()));
    messages >= MIN_MESSAGES && names.len() >= 2 && !is_log
}

pub(super) fn read(path: &str, source: &str) -> Reading {
    let lines: Vec<Line<'_>> = source.lines().map(line).collect();
    let stamps = lines.iter().filter_map(|line| match line {
        Line::Message { stamp, .. } => Some(*stamp),
        _ => None,
    });
    let order = Order::of(stamps);
    let mut notes = Notes::default();
    let mut messages: Vec<Turn> = Vec::new();
    let mut in_notice = false;
    for line in lines {
        match line {
            Line::Message { stamp, name, text } => {
                let (speaker, time) = (name.to_owned(), stamp.time(order));
                let text = text.to_owned();
                messages.push(Turn { role: Role::Answer, speaker, time, text, branch: 1 });
            }
            Line::Notice => notes.omit("notice"),
            Line::More(_) if in_notice => continue,
            Line::More(text) => more(&mut messages, text),
        }
        in_notice = matches!(line, Line::Notice);
    }
    for message in &mut messages {
        message.text = media(&message.text).unwrap_or_else(|| message.text.trim_end().to_owned());
    }
    messages.retain(|message| !message.text.is_empty());
    let title = Some(title(path).to_owned());
    let exchanges = chat::exchanges(messages);
    Reading::of(Conversation { title, exchanges, notes, ..Conversation::default() })
}

/// iOS names every chat's file `_chat.txt`, in a folder named like the chat.
fn title(path: &str) -> &str {
    match file_stem(path) {
        "_chat" => path.rsplit('/').nth(1).unwrap_or("_chat"),
        stem => stem,
    }
}

/// Adds a line to the last message. Lines before all messages are nobody's.
fn more(messages: &mut Vec<Turn>, text: &str) {
    match messages.last_mut() {
        Some(last) => last.text.extend(["\n", text]),
        None if text.trim().is_empty() => {}
        None => messages.push(Turn {
            role: Role::Answer,
            speaker: String::new(),
            time: None,
            text: text.to_owned(),
            branch: 1,
        }),
    }
}

fn line(source: &str) -> Line<'_> {
    let Some((stamp, rest)) = stamp::split(source.trim_start_matches(is_mark)) else {
        return Line::More(source);
    };
    let said = rest.split_once(": ").or_else(|| Some((rest.strip_suffix(':')?, "")));
    let Some((name, text)) = said else {
        return Line::Notice;
    };
    let name = name.trim_matches(is_mark).trim_start_matches('~').trim();
    // iOS marks what nobody typed.
    let inserted = text.starts_with('\u{200E}');
    let text = text.trim_start_matches(is_mark);
    let is_name = (1..=MAX_NAME).contains(&name.chars().count());
    if !is_name || inserted && media(text).is_none() {
        return Line::Notice;
    }
    Line::Message { stamp, name, text }
}

/// Marks of writing direction and the like, and white space.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{FEFF}')
}

/// The text for a file that was sent: `[image]`, `[IMG-1.jpg]`.
fn media(text: &str) -> Option<String> {
    let text = text.trim_matches(is_mark);
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_matches(is_mark);
    let inner = first.strip_prefix('<').and_then(|inner| inner.strip_suffix('>'));
    let name = match inner {
        Some(inner) => inner
            .strip_prefix("attached: ")
            .or_else(|| inner.strip_suffix(" omitted"))
            .map(str::to_owned),
        None => first
            .strip_suffix(" (file attached)")
            .or_else(|| first.strip_suffix(" omitted").filter(|kind| !kind.contains(' ')))
            .map(str::to_owned),
    }?;
    let name = name.trim_matches(is_mark);
    let caption = if rest.is_empty() { String::new() } else { format!("\n{rest}") };
    Some(format!("[{name}]{caption}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_are_named() {
        let cases = [
            ("<Media omitted>", Some("[Media]")),
            ("\u{200E}image omitted", Some("[image]")),
            ("<attached: 1-PHOTO.jpg>", Some("[1-PHOTO.jpg]")),
            ("IMG-1.jpg (file attached)\nlook", Some("[IMG-1.jpg]\nlook")),
            ("nothing was omitted", None),
            ("<b>", None),
        ];
        for (text, want) in cases {
            assert_eq!(media(text).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn logs_and_prose_are_no_chats() {
        let chat = "31/12/2023, 21:41 - Ana: hi\n31/12/2023, 21:42 - Ben: hello\nmore\n\
                    31/12/2023, 21:43 - Ana: bye\n";
        assert!(is_chat(chat));
        assert!(!is_chat(&format!("A log:\n{chat}")));
        assert!(!is_chat(&chat.replace("Ben", "INFO")));
        assert!(!is_chat(&chat.replace("Ben", "Ana")));
        assert!(!is_chat(""));
    }
}
