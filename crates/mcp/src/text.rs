//! Texts of an index as a language model is given them, and the tokens that they take of its
//! context.

use crate::address::{address_of, encoded};
pub use crate::sanitize::cut;
use crate::sanitize::{plain, steps, with_encoded};
use crate::words::{bounds, filled, texts};
use kindex::Page;
use serde_json::{Value, json};

/// A text as it may stand in a line, cut where it is too long for one.
pub fn line(text: &str) -> String {
    cut(&whole_line(text), bounds::LINE_CHARACTERS)
}

/// The same, however long.
pub fn whole_line(text: &str) -> String {
    plain(text).trim_matches(' ').to_owned()
}

/// A passage in words: its name, where it stands, and its text, between fences that nothing in it
/// can end and nothing before it can begin.
pub fn passage_text(name: &str, url: &str, id: &str, text: &str) -> String {
    let head = filled(texts::PASSAGE, &[name, &whole_line(url), &whole_line(id)]);
    let fence = "`".repeat(fence_cost(&[&head, text]));
    format!("{head}\n{fence}\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// The length of a fence around texts, which is longer than any run of backticks in them.
pub fn fence_cost(texts: &[&str]) -> usize {
    let runs = texts.iter().flat_map(|text| text.split(|char| char != '`')).map(str::len);
    runs.max().unwrap_or_default().max(2) + 1
}

/// The signs that a text takes in JSON besides itself: one before each that JSON escapes.
pub fn escape_cost(text: &str) -> usize {
    text.matches(['"', '\\', '\n', '\t']).count()
}

/// Estimates the tokens of JSON, as it is and as Markdown: rather too many.
pub fn cost(json: &str) -> usize {
    json.len().div_ceil(3)
}

/// Whether an id or an address is longer than any argument of a tool.
fn is_long(text: &str) -> bool {
    text.chars().nth(bounds::ID_CHARACTERS).is_some()
}

/// An id as it is shown and can be asked for: what is not to be seen in it is encoded.
pub fn shown_id(id: &str) -> String {
    let visible = with_encoded(id, encoded);
    let mut shown = String::with_capacity(visible.len());
    for char in visible.chars() {
        if char.is_whitespace() && char != ' ' {
            shown += &encoded(char.encode_utf8(&mut [0; 4]));
        } else {
            shown.push(char);
        }
    }
    shown
}

/// An address; none in the place of one that is too long, so that the id stands for it.
pub fn address(url: &str) -> &str {
    if is_long(url) { "" } else { url }
}

/// The description of a page: nothing in it is longer than can be asked for, or not to be seen.
pub fn shown(page: &Page) -> Page {
    let [id, url] = [&page.id, &page.url].map(|text| shown_id(text));
    let id = if is_long(&id) { line(&id) } else { id };
    Page { id, url: address(&url).to_owned(), title: line(&page.title) }
}

/// The same as JSON.
pub fn described(page: &Page) -> Value {
    json!({ "id": page.id, "url": page.url, "title": page.title })
}

/// The address at which a reader finds a passage: without the anchor where that makes it too long.
pub fn citation(url: &str, anchor: &str) -> String {
    let page = shown_id(url);
    let whole = address_of(&page, anchor);
    address(if is_long(&whole) { &page } else { &whole }).to_owned()
}

/// The title and the headings on the way to a passage.
pub fn trail(title: &str, headings: &[String], otherwise: &str) -> String {
    let trail = steps(title, headings).join(" › ");
    if trail.is_empty() { line(otherwise) } else { trail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_addresses_have_nothing_unseen() {
        assert_eq!(citation("/a\u{e0041}\u{61c}", "é"), "/a%F3%A0%81%81%D8%9C#%C3%A9");
        assert_eq!(line(" \u{200b} a\u{e0041}"), "a�");
        assert_eq!(line(" a\n\u{2028} b\u{85}"), "a b");
        assert_eq!(line(&"é".repeat(301)).chars().count(), 301);
    }

    #[test]
    fn fences_are_longer_than_those_within_and_before() {
        let head = "title: a\nurl: /a\nid: a";
        let passage = |title: &str, text: &str| passage_text(title, "/a", "a", text);
        assert_eq!(passage("title: a", "a\n\n"), format!("{head}\n```\na\n```"));
        let fence = "``````";
        let text = "```sh\n`````";
        assert_eq!(passage("title: a", text), format!("{head}\n{fence}\n{text}\n{fence}"));
        assert!(passage("title: `````", "a").ends_with("\n``````\na\n``````"));
    }
}
