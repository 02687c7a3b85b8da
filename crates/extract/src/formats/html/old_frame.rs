//! The frame of pages that were made before there were elements for it.

use scraper::node::Element;

use super::chrome::{has_heading, is_mostly_links};
use super::dom::{Node, parents};
use super::element::is_called_footer;

/// Whether an element is called a footer and has no heading, or is a table of links on top, before
/// all text.
pub(super) fn is_part(node: Node<'_>, element: &Element, is_first: bool) -> bool {
    let is_outermost = || parents(node).next().is_some_and(|parent| parent.name() == "body");
    let is_banner =
        || element.name() == "table" && is_first && is_outermost() && is_mostly_links(node);
    (is_called_footer(element) && !has_heading(node)) || is_banner()
}

/// The heading that was met last. A bar on top may say the title that comes next.
#[derive(Default)]
pub(super) struct Titles {
    level: u8,
    letters: String,
    /// The end of the text when it was written.
    end: usize,
}

impl Titles {
    /// Whether a heading repeats the one right before it. Signs and spaces between words may differ.
    pub(super) fn repeats(&mut self, level: u8, words: &str, end: usize) -> bool {
        let letters: String = words.chars().filter(|c| c.is_alphanumeric()).collect();
        if !letters.is_empty() && (self.level, &self.letters, self.end) == (level, &letters, end) {
            return true;
        }
        (self.level, self.letters) = (level, letters);
        false
    }

    /// Notes where the text ends with the heading that was asked about last.
    pub(super) fn wrote(&mut self, end: usize) {
        self.end = end;
    }
}
