//! The documents that one file gave, as a cache holds them.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use kindex_extract::{Extracted, Options, SourceFile};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::io::{Read, Write};
use xxhash_rust::xxh64::{Xxh64, xxh64};

/// Two checksums of all that the documents of a file depend on.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Key {
    bytes: u64,
    options: u64,
}

impl Key {
    /// That of a file with these bytes; `options` are those it is read with.
    pub fn of(source: &SourceFile, options: &Options, bytes: &[u8]) -> Self {
        let mut hasher = Xxh64::new(0);
        (source.named, &source.context, options).hash(&mut hasher);
        Key { bytes: xxh64(bytes, 0), options: hasher.finish() }
    }

    /// Whether the bytes are the same and the options are not.
    pub fn differs_in_options(&self, other: &Key) -> bool {
        self.bytes == other.bytes && self.options != other.options
    }
}

/// The documents that one file gave.
#[derive(Debug, Deserialize, Serialize)]
pub struct CacheEntry {
    pub key: Key,
    /// An [`Extracted`], compressed by itself, so that those of unchanged files need no work.
    extracted: Vec<u8>,
}

impl CacheEntry {
    /// None where it cannot be written down.
    pub fn new(key: Key, extracted: &Extracted) -> Option<Self> {
        let bytes = postcard::to_stdvec(extracted).ok()?;
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&bytes).ok()?;
        Some(CacheEntry { key, extracted: encoder.finish().ok()? })
    }

    /// None where it cannot be read again.
    pub fn extracted(&self) -> Option<Extracted> {
        let mut bytes = Vec::new();
        DeflateDecoder::new(self.extracted.as_slice()).read_to_end(&mut bytes).ok()?;
        postcard::from_bytes(&bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kindex_extract::{FileContext, Format, SlackChannel, SlackUsers, Topic, extract};

    fn source() -> SourceFile {
        SourceFile {
            file: "docs/a.md".into(),
            id: "a.md".into(),
            format: Format::Markdown,
            named: false,
            root: 0,
            context: FileContext::default(),
        }
    }

    fn key(options: &Options, bytes: &[u8]) -> Key {
        Key::of(&source(), options, bytes)
    }

    #[test]
    fn whatever_decides_is_part_of_the_key() {
        let plain = Options::default();
        let base = key(&plain, b"text");
        assert_eq!(key(&plain, b"text"), base);
        let named = Key::of(&SourceFile { named: true, ..source() }, &plain, b"text");
        let others = [
            Options { base_url: Some("/".into()), ..plain.clone() },
            Options { topics: vec![Topic::new("a", ["b"])], ..plain.clone() },
            Options { memories: true, ..plain.clone() },
        ];
        let others = others.map(|options| key(&options, b"text"));
        let slack = br#"[{"id": "U1", "name": "ana"}]"#;
        let mut channel = SlackChannel::default();
        let reply = br#"[{"type": "message", "ts": "9.1", "thread_ts": "1.1"}]"#;
        let continued = channel.add(reply, &SlackUsers::default());
        channel.add(br#"[{"type": "message", "ts": "1.1", "text": "a"}]"#, &SlackUsers::default());
        let nothing = FileContext::default();
        let contexts = [
            FileContext { lang: Some("de".into()), ..nothing.clone() },
            FileContext { version: Some("2".into()), ..nothing.clone() },
            FileContext { page: Some("index.md".into()), ..nothing.clone() },
            FileContext { slack_threads: channel.threads(&continued), ..nothing.clone() },
            FileContext { slack_users: SlackUsers::parse(slack).unwrap(), ..nothing },
        ];
        let in_context = |context| Key::of(&SourceFile { context, ..source() }, &plain, b"text");
        let contexts = contexts.map(in_context);
        for other in others.iter().chain(&contexts).chain([&named]) {
            assert!(other.differs_in_options(&base), "{other:?}");
        }
        let changed = key(&plain, b"texts");
        assert!(changed != base && !changed.differs_in_options(&base));
    }

    #[test]
    fn what_was_extracted_comes_back() {
        let page = "---\ntitle: A\ntags: [x]\nsearch: {boost: 0.3}\n---\n# A\n\n[b](b.md) text\n\n## C\n\n---\ntitle: [\n";
        let rows = "name,age\nana,7\n";
        let bad = "{\"id\":\"a\",\"text\":\"t\",\"x\":1}\noops\n";
        for (path, text, format) in [
            ("a.md", page, Format::Markdown),
            ("a.csv", rows, Format::Table),
            ("a.jsonl", bad, Format::JsonLines),
            ("a.rs", "fn a() {}\n\nfn b() {}\n", Format::Code),
        ] {
            let options = Options::default();
            let extracted =
                extract(path, text.as_bytes(), format, &source().context, &options).unwrap();
            assert!(!extracted.documents.is_empty(), "{path}");
            let entry = CacheEntry::new(key(&options, text.as_bytes()), &extracted).unwrap();
            assert_eq!(entry.extracted().unwrap(), extracted, "{path}");
        }
    }
}
