//! Conversations among other files: what the options, the site and front matter say of them.

use kindex_extract::{Detect, Document, FileContext, Format, Options, Site, extract};
use std::fs;
use std::path::Path;

fn options(conversations: Detect) -> Options {
    Options { conversations, ..Options::default() }
}

fn read(path: &str, source: &[u8], options: &Options) -> Document {
    assert_eq!(Format::detect(path, source, options), Some(Format::Conversation));
    let context = FileContext { lang: Some("de".into()), ..FileContext::default() };
    let mut extracted = extract(path, source, Format::Conversation, &context, options).unwrap();
    assert_eq!(extracted.warnings, []);
    extracted.documents.remove(0)
}

#[test]
fn a_mixed_folder_is_told_apart_file_by_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conversations/tests/exports");
    let of = |name: &str, conversations: Detect| {
        Format::detect(name, &fs::read(folder.join(name)).unwrap(), &options(conversations))
    };
    let cases = [
        ("chatgpt.json", Some(Format::Conversation), None),
        ("claude.json", Some(Format::Conversation), None),
        ("general/2024-01-05.json", Some(Format::Conversation), None),
        ("other.json", None, None),
        ("claude-code.jsonl", Some(Format::Conversation), Some(Format::JsonLines)),
        ("codex.jsonl", Some(Format::Conversation), Some(Format::JsonLines)),
        ("records.jsonl", Some(Format::JsonLines), Some(Format::JsonLines)),
        ("android.txt", Some(Format::Conversation), Some(Format::Text)),
        ("ios.txt", Some(Format::Conversation), Some(Format::Text)),
        ("transcript.md", Some(Format::Conversation), Some(Format::Markdown)),
        ("quoted.md", Some(Format::Markdown), Some(Format::Markdown)),
    ];
    for (name, auto, never) in cases {
        assert_eq!(of(name, Detect::Auto), auto, "{name}");
        assert_eq!(of(name, Detect::Never), never, "{name}");
    }
    assert_eq!(of("quoted.md", Detect::Always), Some(Format::Conversation));
    assert_eq!(of("other.json", Detect::Always), None);
}

#[test]
fn front_matter_of_a_transcript_counts() {
    let always = options(Detect::Always);
    let page = "---\nurl: /custom/\ntitle: Call\nwith: Kim\ntags: [ops]\nsearch: { extra: hidden }\n\
                ---\n> Why?\n\nBecause.\n";
    let document = read("a.md", page.as_bytes(), &always);
    assert_eq!((document.url.as_str(), document.extra.as_str()), ("/custom/", "hidden"));
    assert_eq!((document.title.as_str(), document.meta["with"].as_str()), ("Call", "Kim"));
    assert_eq!(document.filters["tags"], ["ops"]);
    assert_eq!(document.text, "> Why?\n\nBecause.\n");
    let page = "---\nlang: fr\n---\n> Why?\n\nBecause.\n";
    let other = read("a.md", page.as_bytes(), &always);
    assert_eq!((document.lang.as_deref(), other.lang.as_deref()), (Some("de"), Some("fr")));
    let draft = "---\ndraft: true\n---\n> Why?\n\nBecause.\n".as_bytes();
    let extracted = extract("a.md", draft, Format::Conversation, &FileContext::default(), &always);
    let extracted = extracted.unwrap();
    assert!(extracted.documents.is_empty());
    assert_eq!(extracted.outcome(), "left out: the page is a draft (`draft: true`)");
}

#[test]
fn a_conversation_without_an_address_of_its_own_has_that_of_its_file() {
    let base_url = Some("https://example.org".to_owned());
    let site = Site::Hugo;
    let options = Options { base_url, site, conversations: Detect::Always, ..Options::default() };
    let chat = "\u{FEFF}> Why?\r\n\r\nBecause.\r\n";
    for (path, url) in
        [("A/b.txt", "https://example.org/A/b.txt"), ("A/b.md", "https://example.org/A/b.md")]
    {
        let document = read(path, chat.as_bytes(), &options);
        assert_eq!((document.url.as_str(), document.title.as_str()), (url, "Why?"));
        assert_eq!(document.text, "> Why?\n\nBecause.\n");
    }
    let utf16: Vec<u8> = chat.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read("a.txt", &utf16, &options).text, "> Why?\n\nBecause.\n");
}

#[test]
fn an_export_without_text_is_left_out() {
    let chat = br#"{"name": "Never begun", "chat_messages": []}"#;
    let (context, options) = (FileContext::default(), Options::default());
    let extracted = extract("a.json", chat, Format::Conversation, &context, &options).unwrap();
    let message = "left out: the conversation \"Never begun\" has no text";
    assert_eq!((extracted.outcome().as_str(), extracted.warnings.len()), (message, 1));
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    let bytes = b"\x00\xFF\x00";
    let read = |path| {
        let (context, options) = (FileContext::default(), options(Detect::Always));
        extract(path, bytes, Format::Conversation, &context, &options)
    };
    assert!(read("a.txt").is_err() && read("a.md").is_err() && read("a").is_err());
    assert!(read("a.json").is_ok() && read("a.jsonl").is_ok());
}
