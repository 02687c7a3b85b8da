//! The words, the code and the links in a part of a page.

use ego_tree::NodeId;
use kindex_text::collapse;
use scraper::node::Element;

use super::annotations::is_reference;
use super::button::is_tab;
use super::chrome::is_chrome;
use super::dom::{Node, Visitor, elements, parents, walk};
use super::element::{Kind, MAX_CLASSES, attr, has, is_code, is_line_number, kind};
use super::linker::Linker;
use crate::formats::own_attributes::LINK;
use crate::text::elements::is_block_name;
use crate::text::escape;
use crate::text::inline_code::{self, InlineCode};

/// Collects the words below a node on one line.
struct Words<'l> {
    out: String,
    /// A node that is read whatever it is.
    read: Option<NodeId>,
    /// Whether code is marked as such.
    with_code: bool,
    /// The end of the code that was written last.
    code_end: usize,
    /// Makes them Markdown with links, where that is asked for.
    linker: Option<&'l Linker>,
}

impl<'a> Visitor<'a> for Words<'_> {
    fn open(&mut self, node: Node<'a>) -> bool {
        match node.value() {
            scraper::Node::Text(text) => {
                // A backtick right after the row that ends code would lengthen it.
                let touches_code = self.code_end > 0 && self.code_end == self.out.len();
                self.out.push_str(if touches_code && text.starts_with('`') { " " } else { "" });
                self.text(text);
            }
            scraper::Node::Element(element) => return self.element(node, element),
            _ => {}
        }
        true
    }

    fn close(&mut self, node: Node<'a>) {
        match node.value().as_element() {
            Some(element) if is_block(element) => self.out.push(' '),
            Some(element) if is_reference(node, element) => self.out.push(']'),
            _ => {}
        }
    }
}

impl Words<'_> {
    fn text(&mut self, text: &str) {
        match self.linker {
            Some(_) => self.out.push_str(&escape::words(text, false)),
            None => self.out.push_str(text),
        }
    }

    fn element(&mut self, node: Node<'_>, element: &Element) -> bool {
        if self.read != Some(node.id()) && is_chrome(node, element) {
            return false;
        }
        let is_read = self.read == Some(node.id());
        let link = self.linker.filter(|_| !is_read).and_then(|it| link(node, element, it));
        if let Some(InlineCode { words, space_before, space_after }) = link {
            self.out.push_str(if space_before { " " } else { "" });
            self.out.push_str(&words);
            self.out.push_str(if space_after { " " } else { "" });
            return false;
        }
        if let (true, Some(code)) = (self.with_code, code_in_line(node, element)) {
            self.code(&code);
            return false;
        }
        if is_block(element) {
            self.out.push(' ');
        } else if is_reference(node, element) {
            self.out.push('[');
        } else if let Some(sign) = drawn_before(node, element) {
            self.out.push_str(sign);
        } else if kind(element) == Kind::Image {
            self.text(element.attr("alt").unwrap_or(""));
        }
        true
    }

    fn code(&mut self, code: &InlineCode) {
        self.out.push_str(if code.space_before { " " } else { "" });
        if !code.words.is_empty() {
            let touches_code = self.code_end == self.out.len();
            inline_code::push(&mut self.out, &code.words, touches_code);
            self.code_end = self.out.len();
        }
        self.out.push_str(if code.space_after { " " } else { "" });
    }
}

/// What styles draw before an element and no text says: a space before the label of a tab, a mark of
/// a member by Doxygen, a step of a path, and one of several names below each other, as cppreference
/// has them; before the kind of a parameter in docutils' lists a colon.
pub(super) fn drawn_before(node: Node<'_>, element: &Element) -> Option<&'static str> {
    if is_tab(element) {
        return Some(" ");
    }
    if element.name() != "span" {
        return None;
    }
    let is = |element: &Element, name: &str| {
        element.classes().take(MAX_CLASSES).any(|class| class == name)
    };
    let is_first = || node.prev_siblings().next().is_none();
    if is(element, "classifier") && !is_first() && !follows_space(node) {
        return Some(" : ");
    }
    let is_parted = is(element, "mlabel")
        || (is(element, "sep") && node.children().next().is_none())
        || parents(node).next().is_some_and(|parent| is(parent, "t-lines"));
    is_parted.then_some(" ")
}

/// Whether the text before an element ends with a space or a colon, which parts them.
fn follows_space(node: Node<'_>) -> bool {
    let before = node.prev_sibling();
    let text = before.and_then(|before| before.value().as_text());
    text.is_some_and(|text| text.ends_with(|c: char| c.is_whitespace() || c == ':'))
}

fn is_block(element: &Element) -> bool {
    is_block_name(element.name())
}

/// Whether no block stands in a node.
pub(super) fn is_innermost(node: Node<'_>) -> bool {
    !elements(node).skip(1).any(|(_, element)| is_block(element))
}

/// The words below a node, on one line.
pub(super) fn words(root: Node<'_>) -> String {
    words_with(root, None)
}

/// The words of a part of a line, with the space that it may end with.
pub(super) fn words_with_space(node: Node<'_>) -> String {
    match node.value() {
        scraper::Node::Text(text) => text.to_string(),
        _ => words(node),
    }
}

/// The words in a node, also where it is no text of the page itself.
pub(super) fn contents(root: Node<'_>) -> String {
    words_with(root, Some(root.id()))
}

/// The words below a node on one line, with code between backticks; as Markdown with links, where
/// these have whole addresses.
pub(super) fn in_cell(root: Node<'_>, linker: Option<&Linker>) -> String {
    collected(root, Words { out: String::new(), read: None, with_code: true, code_end: 0, linker })
}

/// A link in Markdown, if an element is one that leads somewhere and has words.
pub(super) fn link(node: Node<'_>, element: &Element, linker: &Linker) -> Option<InlineCode> {
    let href = attr(element, "href").filter(|_| element.name() == "a")?;
    let target = linker.target(href)?;
    let (out, read, with_code) = (String::new(), Some(node.id()), true);
    let words = Words { out, read, with_code, code_end: 0, linker: Some(linker) };
    let words = collected(node, words);
    let InlineCode { space_before, space_after, .. } = InlineCode::of(&raw_text(node));
    let link = format!("[{words}]({target})");
    (!words.is_empty()).then_some(InlineCode { words: link, space_before, space_after })
}

fn words_with(root: Node<'_>, read: Option<NodeId>) -> String {
    let (out, with_code) = (String::new(), false);
    collected(root, Words { out, read, with_code, code_end: 0, linker: None })
}

fn collected(root: Node<'_>, mut words: Words<'_>) -> String {
    walk(root, &mut words);
    // The space between words and a permalink may be one that does not collapse.
    let is_blank = |c: char| c.is_whitespace() || c == '\u{200B}';
    collapse(words.out.trim_matches(is_blank))
}

/// The code that an element is, if nothing breaks its line.
pub(super) fn code_in_line(node: Node<'_>, element: &Element) -> Option<InlineCode> {
    let is_code = is_code(element) && elements(node).all(|(_, e)| kind(e) == Kind::Inline);
    is_code.then(|| InlineCode::of(&raw_text(node)))
}

/// Collects the links that a reader sees.
struct Shown<'a> {
    root: Node<'a>,
    links: Vec<Node<'a>>,
}

impl<'a> Visitor<'a> for Shown<'a> {
    fn open(&mut self, node: Node<'a>) -> bool {
        let Some(element) = node.value().as_element() else {
            return true;
        };
        let is_link = is_link(element);
        if is_link {
            self.links.push(node);
        }
        // In a link is no other that counts.
        !is_link && (node == self.root || !is_chrome(node, element))
    }

    fn close(&mut self, _: Node<'a>) {}
}

/// Whether an element is a link, be it one whose target is not known.
pub(super) fn is_link(element: &Element) -> bool {
    (element.name() == "a" && has(element, "href")) || has(element, LINK)
}

/// The links below a node that a reader sees.
pub(super) fn links(root: Node<'_>) -> Vec<Node<'_>> {
    let mut shown = Shown { root, links: Vec::new() };
    walk(root, &mut shown);
    shown.links
}

/// The targets of the links below a node that a reader sees, as written.
pub(super) fn targets(root: Node<'_>) -> Vec<String> {
    let elements = links(root).into_iter().filter_map(|link| link.value().as_element());
    elements.map(|link| attr(link, "href").unwrap_or_default().to_owned()).collect()
}

/// Collects text and line ends exactly. A block begins and ends a line: highlighters write each
/// line of code as one, without a line end.
struct Raw {
    out: String,
    /// Whether a block began or ended since the last text.
    at_block: bool,
}

impl Raw {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.at_block && !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.at_block = false;
        self.out.push_str(text);
    }
}

/// Whether an element is a line of its own in code. The cells of a row are none.
fn is_line(node: Node<'_>) -> bool {
    let element = node.value().as_element();
    element
        .is_some_and(|element| is_block(element) && !matches!(element.name(), "td" | "th" | "br"))
}

impl<'a> Visitor<'a> for Raw {
    fn open(&mut self, node: Node<'a>) -> bool {
        match node.value() {
            scraper::Node::Text(text) => self.text(text),
            scraper::Node::Element(element) if element.name() == "br" => self.text("\n"),
            scraper::Node::Element(element) => {
                if is_chrome(node, element) || is_line_number(element) {
                    return false;
                }
                self.at_block |= is_line(node);
            }
            _ => {}
        }
        true
    }

    fn close(&mut self, node: Node<'a>) {
        self.at_block |= is_line(node);
    }
}

/// The text below a node as it is, for code.
pub(super) fn raw_text(root: Node<'_>) -> String {
    let mut raw = Raw { out: String::new(), at_block: false };
    walk(root, &mut raw);
    raw.out
}
