//! Adds to documents what other files say about them: words to find them by, and rooms.

use crate::failure::Failure;
use crate::read::walk::Skipped;
use crate::whole;
use kindex_extract::{Document, Rooms, without_file_text};
use serde::Deserialize;
use serde_json::Number;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The words and rooms to add to documents. Several threads may apply them.
#[derive(Default)]
pub struct Enrichment {
    rooms: Option<Rooms>,
    /// By the id of the document.
    extra: BTreeMap<String, Vec<Words>>,
    /// Lines that could not be used, and why.
    unused: Mutex<Vec<(LineNumber, String)>>,
}

/// Words for a document or a section.
struct Words {
    /// Empty for the document.
    anchor: String,
    text: String,
    place: LineNumber,
    /// Whether there is a document for them.
    used: AtomicBool,
}

/// A line of a file, from 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct LineNumber {
    file: String,
    line: usize,
}

/// One line of a file of words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Id,
    anchor: Option<String>,
    text: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(Number),
}

impl Enrichment {
    /// Reads the files that say it.
    ///
    /// # Errors
    /// If a file cannot be read, or rooms cannot be used.
    pub fn read(rooms: Option<&Path>, extra: &[PathBuf]) -> Result<Self, Failure> {
        let mut read = Enrichment { rooms: rooms.map(read_rooms).transpose()?, ..Self::default() };
        for path in extra {
            let bytes = whole::bytes_of(path)?;
            read.add(&path.display().to_string(), &bytes);
        }
        Ok(read)
    }

    fn add(&mut self, file: &str, bytes: &[u8]) {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let line = line.trim_ascii();
            let place = LineNumber { file: file.to_owned(), line: index + 1 };
            if line.is_empty() {
                continue;
            }
            match serde_json::from_slice(line) {
                Ok(Line { id, anchor, text }) => {
                    let anchor = anchor.unwrap_or_default();
                    let words = Words { anchor, text, place, used: AtomicBool::new(false) };
                    self.extra.entry(id.into_string()).or_default().push(words);
                }
                Err(error) => {
                    let fault = without_file_text(&error.to_string());
                    let reason = format!(
                        "{fault}; write one such as {{\"id\": \"a.md\", \"anchor\": \"b\", \"text\": \"words\"}}, where the anchor may be left out"
                    );
                    self.not_used(place, reason);
                }
            }
        }
    }

    /// Adds the facts of other files about a document. It is from the file with the path `path`
    /// below the folder that is indexed.
    pub fn apply(&self, path: &str, document: &mut Document) {
        // Documents of several tenants may have this id.
        for words in self.extra.get(&document.id).into_iter().flatten() {
            let sections = &mut document.sections;
            let section = sections.iter_mut().find(|section| section.anchor == words.anchor);
            match section {
                _ if words.anchor.is_empty() => append(&mut document.extra, &words.text),
                Some(section) => append(&mut section.extra, &words.text),
                None => {
                    let (id, anchor) = (&document.id, &words.anchor);
                    let reason = format!("the document {id:?} has no section {anchor:?}");
                    self.not_used(words.place.clone(), reason);
                }
            }
            words.used.store(true, Ordering::Relaxed);
        }
        if let Some(rooms) = &self.rooms {
            rooms.classify_from(path, document);
        }
    }

    fn not_used(&self, place: LineNumber, reason: String) {
        self.unused.lock().unwrap_or_else(PoisonError::into_inner).push((place, reason));
    }

    /// The lines that were of no use, once all documents are there.
    pub fn unused(&self) -> Vec<Skipped> {
        let mut unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (id, lines) in &self.extra {
            let reason = format!("no document has the id {id:?}");
            let lines = lines.iter().filter(|words| !words.used.load(Ordering::Relaxed));
            unused.extend(lines.map(|words| (words.place.clone(), reason.clone())));
        }
        unused.sort();
        let skipped = |(place, reason): (LineNumber, String)| Skipped {
            path: place.file,
            reason: format!("line {}: {reason}", place.line),
        };
        unused.into_iter().map(skipped).collect()
    }
}

impl Id {
    fn into_string(self) -> String {
        match self {
            Id::Text(text) => text,
            Id::Number(number) => number.to_string(),
        }
    }
}

fn append(extra: &mut String, text: &str) {
    if !extra.is_empty() {
        extra.push('\n');
    }
    extra.push_str(text);
}

fn read_rooms(path: &Path) -> Result<Rooms, Failure> {
    let source = whole::text_of(path)?;
    let parsed = Rooms::parse(&source);
    parsed.map_err(|error| Failure::new(format!("cannot use {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kindex_extract::Section;

    fn document() -> Document {
        let section = Section { anchor: "use".into(), extra: "old".into(), ..Section::default() };
        Document { id: "a.md".into(), sections: vec![section], ..Document::default() }
    }

    #[test]
    fn words_add_up() {
        let mut enrichment = Enrichment::default();
        let lines = "\u{feff}{\"id\":\"a.md\",\"text\":\"one\"}\n\n\
                     {\"id\":\"a.md\",\"anchor\":\"use\",\"text\":\"two\"}\r\n\
                     {\"id\":\"a.md\",\"anchor\":null,\"text\":\"three\"}\n\
                     {\"id\":7,\"text\":\"four\"}\n";
        enrichment.add("x.jsonl", lines.as_bytes());
        let mut page = document();
        enrichment.apply("a.md", &mut page);
        assert_eq!(
            (page.extra.as_str(), page.sections[0].extra.as_str()),
            ("one\nthree", "old\ntwo")
        );
        let mut record = Document { id: "7".into(), ..Document::default() };
        enrichment.apply("records.jsonl", &mut record);
        assert_eq!(record.extra, "four");
        assert!(enrichment.unused().is_empty());
    }

    #[test]
    fn lines_of_no_use_are_named() {
        let mut enrichment = Enrichment::default();
        let lines = b"{\"id\":\"a.md\",\"anchor\":\"nope\",\"text\":\"x\"}\n{\"id\":\"b.md\",\"text\":\"x\"}\n\
                      {\"id\":\"a.md\"}\n{\"id\":\"a.md\",\"text\":\"x\",\"txt\":1}\n\xff\n";
        enrichment.add("x.jsonl", lines);
        enrichment.apply("a.md", &mut document());
        let unused = enrichment.unused();
        let reasons: Vec<&str> = unused.iter().map(|skipped| skipped.reason.as_str()).collect();
        assert!(unused.iter().all(|skipped| skipped.path == "x.jsonl"));
        assert_eq!(reasons[0], "line 1: the document \"a.md\" has no section \"nope\"");
        assert_eq!(reasons[1], "line 2: no document has the id \"b.md\"");
        assert!(reasons[2].starts_with("line 3: missing field `text`"), "{reasons:?}");
        assert!(reasons[3].starts_with("line 4: unknown field, expected"), "{reasons:?}");
        assert!(reasons[4].starts_with("line 5: "), "{reasons:?}");
    }
}
