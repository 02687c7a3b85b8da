//! WhatsApp's export of a chat as text: a line with date, time and name for each message, and its
//! further lines below. Each language and system writes dates in its own way.

mod halves;
mod marks;
mod stamp;
mod words;

use std::collections::BTreeSet;

use kindex_text::file_stem;

use super::chat;
use super::conversation::{Conversation, Reading};
use super::exchange::{Role, Turn};
use super::notes::Notes;
use marks::is_mark;
use stamp::{Order, Stamp};
use words::{has_address, is_deleted, media, without_edit_mark};

/// A name is not longer than this, in characters.
const MAX_NAME_CHARACTERS: usize = 60;

/// A file with fewer messages is not taken for a chat.
const MIN_MESSAGES: usize = 3;

/// The number of lines that are looked at to tell the kind of a file.
const MAX_LINES: usize = 200;

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
    for source in source.lines().take(MAX_LINES) {
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
    let order = Order::of(&stamps.collect::<Vec<_>>());
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
    messages.retain(|message| {
        let is_deleted = is_deleted(&message.text);
        if is_deleted {
            notes.omit("deleted message");
        }
        !is_deleted
    });
    for message in &mut messages {
        message.text = said(&message.text);
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
    let name = name.trim_matches(is_mark).trim_start_matches('~').trim_matches(is_mark);
    // iOS marks what nobody typed.
    let inserted = text.starts_with('\u{200E}');
    let says =
        || is_deleted(text) || is_poll(text) || has_address(text) || media(text, true).is_some();
    if !is_name(name) || inserted && !says() {
        return Line::Notice;
    }
    Line::Message { stamp, name, text }
}

/// Whether the question and the answers of a poll follow: `POLL:`.
fn is_poll(text: &str) -> bool {
    text.trim_matches(is_mark).ends_with(':')
}

/// Whether it may be somebody's name. A notice may quote words with a colon: it then has the
/// beginning of a quotation and not its end.
fn is_name(name: &str) -> bool {
    let count = |c: char| name.matches(c).count();
    let is_whole = count('"') % 2 == 0 && count('“') == count('”') && count('«') == count('»');
    (1..=MAX_NAME_CHARACTERS).contains(&name.chars().count()) && is_whole
}

/// The words of a message, without what the service writes about it.
fn said(text: &str) -> String {
    let inserted = text.starts_with('\u{200E}');
    let said = without_edit_mark(text);
    let said = media(said, inserted).unwrap_or_else(|| said.trim_end().to_owned());
    // They stand around names that are mentioned, and before what the service writes.
    said.replace(['\u{2068}', '\u{2069}', '\u{200E}'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> (Vec<String>, String) {
        let conversation = read("a.txt", source).conversations.remove(0);
        let turns = conversation.exchanges.into_iter().flat_map(|exchange| exchange.turns);
        let texts = turns.map(|turn| format!("{}: {}", turn.speaker, turn.text));
        (texts.collect(), conversation.notes.left_out.summary().unwrap_or_default())
    }

    #[test]
    fn what_the_service_writes_goes() {
        let source = "03/06/2026, 18:12 - Ana: At nine <This message was edited>\n\
             03/06/2026, 18:13 - Ben: You deleted this message\n\
             03/06/2026, 18:13 - Ana changed the subject from “Trip: Rome” to “Trip: Paris”\n\
             03/06/2026, 18:14 - Claire\u{A0}: @\u{2068}Ana\u{2069} ok\nsee you <Se editó este \
             mensaje.>\n\
             03/06/2026, 18:15 - Ben: <Medien ausgeschlossen>\nthe plan\n";
        assert!(is_chat(source));
        let (texts, left_out) = texts(source);
        let want = ["Ana: At nine", "Claire: @Ana ok\nsee you", "Ben: [Media]\nthe plan"];
        assert_eq!(texts, want);
        assert_eq!(left_out, "1 deleted message, 1 notice");
    }

    #[test]
    fn phones_mark_what_nobody_typed() {
        let source = "[3.06.2026 18:12:05] Gezi: \u{200E}Mesajlar uçtan uca şifrelidir.\n\
             [3.06.2026 18:12:06] Ana: \u{200E}görüntü dahil edilmedi\n\
             [3.06.2026 18:12:07] Ben: \u{200E}Bu mesaj silindi.\n\
             [3.06.2026 18:12:08] Ben: tamam\n\
             [3.06.2026 18:12:09] Ana: \u{200E}ANKET:\nNereye?\n\u{200E}SEÇENEK: Roma\n";
        let (texts, left_out) = texts(source);
        let poll = "Ana: ANKET:\nNereye?\nSEÇENEK: Roma";
        assert_eq!(texts, ["Ana: [görüntü]", "Ben: tamam", poll]);
        assert_eq!(left_out, "1 deleted message, 1 notice");
    }

    #[test]
    fn places_and_captions_are_messages() {
        let source = "[03/06/26, 18:12:05] Ana: hello\n\
             [03/06/26, 18:12:07] Ben: \u{200E}Location: https://maps.google.com/?q=1,2\n\
             [03/06/26, 18:12:08] Ben: \u{200E}<attached: 13-PHOTO.jpg> the caption with gnu\n\
             [03/06/26, 18:12:09] Ana: two lines\nof quagga \u{200E}image omitted\n\
             [03/06/26, 18:12:10] Ana: \u{200E}Ana changed the group name\n";
        let (texts, left_out) = texts(source);
        let want = [
            "Ana: hello",
            "Ben: Location: https://maps.google.com/?q=1,2",
            "Ben: [13-PHOTO.jpg] the caption with gnu",
            "Ana: two lines\nof quagga [image]",
        ];
        assert_eq!(texts, want);
        assert_eq!(left_out, "1 notice");
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
