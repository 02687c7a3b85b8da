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

#[cfg(test)]
mod tests {
    use super::super::tests::text;

    #[test]
    fn frames_without_elements_go() {
        let body = "<table><tr><td><a href=a>Home</a><td><a href=b>Help</a></table><h1>T</h1><p>x</p>\
                    <div class=footer>(c) Somebody</div>";
        assert_eq!(text(body), "# T\n\nx\n");
        for body in [
            "<h1>T</h1><table><tr><td><a href=a>kept</a></table>",
            "<table><tr><td><a href=a>A</a><td>what it is, which is kept and not a link</table><p>x",
            "<div id=footer><h2>kept</h2><p>x</p></div>",
            "<main><div class=footer>kept</div></main>",
        ] {
            assert!(text(body).contains("kept"), "{body}");
        }
    }

    #[test]
    fn a_title_is_said_once() {
        let bar = "<div><h1 id=a>4\u{a0} Ropes</h1></div><div><h1>4\u{a0}Ropes</h1></div><p>x</p>";
        assert_eq!(text(bar), "# 4\u{a0} Ropes\n\nx\n");
        let parts = "<h2>Note</h2><p>x</p><h2>Note</h2><h3>Note</h3><p>y</p>";
        assert_eq!(text(parts), "## Note\n\nx\n\n## Note\n\n### Note\n\ny\n");
    }
}
