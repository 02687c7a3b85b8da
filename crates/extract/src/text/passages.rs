//! Parts the text of HTML where blocks begin, without parsing it, to
//! find what pages have in common.

use std::sync::Arc;

use kindex_text::{after, is_spaced, part};
use xxhash_rust::xxh64::xxh64;

use crate::text::elements::is_block_name;

/// Elements with no text for readers, whose content is no HTML either.
const OPAQUE: [&str; 4] = ["script", "style", "template", "textarea"];

/// With this many bytes of letters and digits a passage is found again by chance no more.
const LONG_PASSAGE_BYTES: usize = 40;

/// With more of them it is no note that stands on all pages.
const MAX_NOTE_BYTES: usize = 120;

/// A single word with this many bytes is a sentence, if its script has no spaces.
const SENTENCE_WORD_BYTES: usize = 15;

/// The length of a passage in the lowest bits.
const LENGTH_MASK: u64 = 0xff;

/// A passage by its letters and digits, and whether it is a label of what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Passage(u64);

impl Passage {
    /// A passage by its text. [`passages`] leaves entities out, so one with an entity that means a
    /// letter is not known again by its text.
    pub(crate) fn of(text: &str) -> Passage {
        let letters: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let length = letters.len().min(MAX_NOTE_BYTES + 1) as u64;
        let hash = xxh64(letters.as_bytes(), 0);
        let length = if is_label(text, &letters) { 0 } else { length };
        Passage(hash & !LENGTH_MASK | length)
    }

    fn length(self) -> usize {
        usize::try_from(self.0 & LENGTH_MASK).unwrap_or_default()
    }

    pub(crate) fn is_long(self) -> bool {
        self.length() >= LONG_PASSAGE_BYTES
    }

    /// Whether it may be a note that says the same on each page.
    pub(crate) fn is_note(self) -> bool {
        (1..=MAX_NOTE_BYTES).contains(&self.length())
    }
}

fn is_label(text: &str, letters: &str) -> bool {
    let is_sentence = || letters.len() >= SENTENCE_WORD_BYTES && !letters.chars().all(is_spaced);
    let is_word = || text.split_whitespace().nth(1).is_none() && !is_sentence();
    text.trim_end().ends_with([':', '：']) || is_word()
}

/// Those of some notes, in order, that stand once in a page. The time
/// is that of reading through it.
pub(crate) fn alone(html: &str, notes: &Arc<[Passage]>) -> Arc<[Passage]> {
    if notes.is_empty() {
        return Arc::default();
    }
    let mut all = passages(html);
    all.sort_unstable();
    let single = all.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).flatten();
    single.filter(|it| notes.binary_search(it).is_ok()).copied().collect()
}

/// The passages of a page's body, in order. The time is that of reading through it once.
pub(crate) fn passages(html: &str) -> Vec<Passage> {
    let mut reader = Reader { rest: body(html), text: String::new(), found: Vec::new() };
    while reader.step() {}
    reader.end();
    reader.found
}

fn is_tag(first: char) -> bool {
    first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?')
}

/// A page from where its body begins.
fn body(html: &str) -> &str {
    let begins = html.find("<body").or_else(|| html.find("<BODY"));
    after(html, begins.unwrap_or_default())
}

struct Reader<'a> {
    rest: &'a str,
    /// The passage that is open.
    text: String,
    found: Vec<Passage>,
}

impl Reader<'_> {
    /// Reads to the end of the next tag or comment; false at the end.
    fn step(&mut self) -> bool {
        let Some(at) = self.rest.find('<') else {
            self.read_text(self.rest.len());
            return false;
        };
        self.read_text(at);
        if self.rest.starts_with("<!--") {
            self.skip_past("-->");
        } else if self.rest.get(1..).is_some_and(|rest| rest.starts_with(is_tag)) {
            self.tag();
        } else {
            self.skip_past("<");
        }
        true
    }

    fn read_text(&mut self, end: usize) {
        let text = part(self.rest, 0..end);
        push_resolved(&mut self.text, text);
        self.rest = after(self.rest, end);
    }

    fn tag(&mut self) {
        let inner = after(self.rest, 1);
        let is_end = inner.starts_with('/');
        let inner = inner.trim_start_matches('/');
        let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let name = part(inner, 0..end.unwrap_or(inner.len())).to_ascii_lowercase();
        if is_block_name(&name) {
            self.end();
        }
        self.skip_past(">");
        if !is_end && OPAQUE.contains(&name.as_str()) {
            self.skip_to_end_of(&name);
            self.skip_past(">");
        }
    }

    fn skip_to_end_of(&mut self, name: &str) {
        let is_end = |rest: &str| {
            rest.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        };
        while !self.rest.is_empty() {
            self.skip_past("</");
            if is_end(self.rest) {
                return;
            }
        }
    }

    fn skip_past(&mut self, mark: &str) {
        let end = self.rest.find(mark).map_or(self.rest.len(), |at| at + mark.len());
        self.rest = after(self.rest, end);
    }

    fn end(&mut self) {
        if self.text.contains(char::is_alphanumeric) {
            self.found.push(Passage::of(&self.text));
        }
        self.text.clear();
    }
}

/// Adds a text without its entities, most of which are signs.
fn push_resolved(out: &mut String, text: &str) {
    let mut parts = text.split('&');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let rest = part.split_once(';').filter(|(name, _)| name.len() < 10);
        out.push_str(rest.map_or(part, |(_, rest)| rest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Vec<Passage> {
        texts.iter().map(|text| Passage::of(text)).collect()
    }

    #[test]
    fn blocks_part_passages_and_words_in_a_line_do_not() {
        let page = "<head><title>no</title></head><body class='x'><P>One <b>two</b>, three</P>\
                    <!-- <p>no --><SCRIPT>if (a < b) '</b>' no</Script>four < five &amp; six<br>seven";
        let expected = of(&["One two, three", "four five six", "seven"]);
        assert_eq!(passages(page), expected);
    }

    #[test]
    fn lengths_and_labels() {
        assert!(Passage::of("Version: 1.31").is_note());
        for label in ["Parameters: ", "See also:", "Example"] {
            assert!(!Passage::of(label).is_note() && !Passage::of(label).is_long());
        }
        let long = "word ".repeat(10);
        assert!(Passage::of(&long).is_long() && Passage::of(&long).is_note());
        assert!(!Passage::of(&"word ".repeat(40)).is_note());
        assert_ne!(Passage::of("Version: 1.31"), Passage::of("Version: 1.32"));
        assert!(!Passage::of("参数：").is_note() && !Passage::of("示例").is_note());
        assert!(Passage::of("本页介绍如何安装。").is_note());
        assert!(Passage::of("本页介绍如何在各种操作系统上安装并配置软件。").is_long());
        assert!(!Passage::of("std::collections::hash_map::Entry").is_note());
    }

    #[test]
    fn what_a_page_says_several_times_is_not_alone() {
        let notes: Arc<[Passage]> = {
            let mut notes = of(&["Stability: low", "Version: 1.31"]);
            notes.sort();
            notes.into()
        };
        let page = "<body><p>Stability: low<p>Version: 1.31<p>Stability: low<p>More: of it";
        assert_eq!(*alone(page, &notes), of(&["Version: 1.31"]));
        assert!(alone("<body>", &notes).is_empty());
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for page in ["", "<", "<!--", "</", "<script", "<script>", "&", "a&b", "<p", "<body>&#x20;"]
        {
            assert!(passages(page).len() <= 1, "{page}");
        }
    }
}
