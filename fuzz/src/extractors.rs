//! Targets that read files: documents whose sections and parts hold, or an error.

use crate::promises::{SITES, check, check_parts};
use kindex_extract::{Detect, FileContext, Format, HeadingIds, Options, extract, pins};

fn read(path: &str, bytes: &[u8], format: Format, options: &Options) {
    let context = FileContext::default();
    let Ok(extracted) = extract(path, bytes, format, &context, options) else { return };
    match format {
        Format::Table | Format::Code => extracted.documents.iter().for_each(check_parts),
        _ => extracted.documents.iter().for_each(check),
    }
}

/// The first byte is the site, the rest a page.
fn page(bytes: &[u8], formats: [Format; 2]) {
    let Some((&given, page)) = bytes.split_first() else { return };
    let options = Options {
        site: SITES[usize::from(given) % SITES.len()],
        heading_ids: (given & 128 != 0).then_some(HeadingIds::Blackfriday),
        ..Options::default()
    };
    read("a/b.md", page, formats[usize::from(given >> 5 & 1)], &options);
}

/// Markdown and MDX.
pub fn markdown(bytes: &[u8]) {
    page(bytes, [Format::Markdown, Format::Mdx]);
}

/// Pages and plain text.
pub fn html(bytes: &[u8]) {
    page(bytes, [Format::Html, Format::Text]);
}

/// Front matter of both kinds, and a file of pins.
pub fn front_matter(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for fence in ["---", "+++"] {
        let page = format!("{fence}\n{text}\n{fence}\n# Heading\n\ntext\n");
        read("a/b.md", page.as_bytes(), Format::Markdown, &Options::default());
    }
    let _ = pins(&text);
}

/// Records.
pub fn json_lines(bytes: &[u8]) {
    read("a/b.jsonl", bytes, Format::JsonLines, &Options::default());
}

/// Exports of conversations and transcripts.
pub fn conversation(bytes: &[u8]) {
    let options = Options { conversations: Detect::Always, ..Options::default() };
    for path in ["a/conversations.json", "a/session.jsonl", "a/chat.txt"] {
        let context = FileContext::default();
        if let Ok(extracted) = extract(path, bytes, Format::Conversation, &context, &options) {
            for document in &extracted.documents {
                kindex::Tree::new(document, &kindex::Levels::default()).expect("a good document");
            }
        }
    }
}

/// Tables of both kinds.
pub fn table(bytes: &[u8]) {
    for path in ["a/b.csv", "a/b.tsv"] {
        read(path, bytes, Format::Table, &Options::default());
    }
}

/// Programs. A header says by its text of which language it is.
pub fn code(bytes: &[u8]) {
    read("a/b.h", bytes, Format::Code, &Options::default());
}
