//! The frame of pages that were made before there were elements for it.

use std::iter;

use scraper::Node as Value;
use scraper::node::Element;

use super::chrome::{has_heading, is_only_links};
use super::dom::{Node, elements, parents};
use super::element::is_called_footer;

/// Whether an element is called a footer, ends the page and has no heading, or is a table of one row
/// of links on top, before all text.
pub(super) fn is_part(node: Node<'_>, element: &Element, is_first: bool) -> bool {
    let is_outermost = || parents(node).next().is_some_and(|parent| parent.name() == "body");
    let is_banner = || element.name() == "table" && is_first && is_outermost() && is_bar(node);
    (is_called_footer(element) && ends_page(node) && !has_heading(node)) || is_banner()
}

/// Whether nothing but scripts comes after an element, and wrappers alone are around it.
fn ends_page(node: Node<'_>) -> bool {
    let is_nothing = |node: Node<'_>| match node.value() {
        Value::Text(text) => text.trim().is_empty(),
        Value::Element(element) => matches!(element.name(), "script" | "style"),
        _ => true,
    };
    let around = iter::successors(Some(node), |node| node.parent());
    let mut wrappers = around.take_while(|node| is_called(*node, "div"));
    wrappers.all(|node| {
        let is_wrapped =
            node.parent().is_some_and(|it| is_called(it, "div") || is_called(it, "body"));
        is_wrapped && node.next_siblings().all(is_nothing)
    })
}

fn is_called(node: Node<'_>, name: &str) -> bool {
    node.value().as_element().is_some_and(|element| element.name() == name)
}

/// Whether a table has one row, and that links alone.
fn is_bar(table: Node<'_>) -> bool {
    let rows = elements(table).filter(|(_, element)| element.name() == "tr");
    is_only_links(table) && !has_heading(table) && rows.take(2).count() == 1
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
    /// Whether a heading repeats the title right before it. Spaces between words may differ.
    pub(super) fn repeats(&mut self, level: u8, words: &str, end: usize) -> bool {
        let is_title = level == 1;
        let letters: String = words.chars().filter(|c| is_title && !c.is_whitespace()).collect();
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
            "<div><article><div class=footer>kept</div></article></div>",
            "<div class=card><p>x</p><div class=footer>kept</div></div><div class=card><p>y</p></div>",
            "<div><div><blockquote><p>x</p><div class=footer>kept</div></blockquote></div></div>",
            "<table><tr><td><h1><a href=a>kept</a></h1></table><p>x",
            "<table><tr><td><a href=a>a module</a><tr><td><a href=b>kept</a></table><p>x",
            "<h1>C</h1><h1>C++ kept</h1><h2>operator+</h2><h2>operator- kept</h2>",
        ] {
            assert!(text(body).contains("kept"), "{body}");
        }
    }

    #[test]
    fn a_table_of_which_only_the_beginning_is_looked_at_stays() {
        let links = "<a href=a>link</a>".repeat(300);
        let body = format!("<table><tr><td>{links}<td>and all the words of the page</table><p>x");
        assert!(text(&body).contains("all the words"));
    }

    #[test]
    fn a_title_is_said_once() {
        let bar = "<div><h1 id=a>4\u{a0} Ropes</h1></div><div><h1>4\u{a0}Ropes</h1></div><p>x</p>";
        assert_eq!(text(bar), "# 4\u{a0} Ropes\n\nx\n");
        assert_eq!(text("<h2>Note</h2><h2>Note</h2><p>x"), "## Note\n\n## Note\n\nx\n");
        let parts = "<h2>Note</h2><p>x</p><h2>Note</h2><h3>Note</h3><p>y</p>";
        assert_eq!(text(parts), "## Note\n\nx\n\n## Note\n\n### Note\n\ny\n");
    }
}
