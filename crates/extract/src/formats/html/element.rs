//! The meaning of each element for the text.

use scraper::node::Element;

use super::dom::{Node, elements, parents};
pub(super) use crate::text::elements::Kind;
use crate::text::elements::kind_of;

pub(super) fn kind(element: &Element) -> Kind {
    match attr(element, "role") {
        Some("heading") => Kind::Heading(said_level(element)),
        _ => kind_of(element.name()),
    }
}

/// The level that an element with the role of a heading says; browsers take 2 for none.
fn said_level(element: &Element) -> u8 {
    let level = attr(element, "aria-level").and_then(|level| level.trim().parse().ok());
    level.filter(|level| (1..=6).contains(level)).unwrap_or(2)
}

/// Whether an element is code where it stands within a line.
pub(super) fn is_code(element: &Element) -> bool {
    matches!(element.name(), "code" | "tt")
}

/// Elements whose content is no text of the page, or no text at all. Of `button` and
/// `template` some are (`chrome.rs`).
pub(crate) const SILENT: [&str; 24] = [
    "annotation",
    "annotation-xml",
    "area",
    "audio",
    "button",
    "canvas",
    "datalist",
    "embed",
    "head",
    "iframe",
    "nav",
    "noframes",
    "noscript",
    "object",
    "progress",
    "rp",
    "script",
    "select",
    "source",
    "style",
    "svg",
    "template",
    "textarea",
    "video",
];

/// Classes of the numbers of lines, where they stand in code or in a table of it: of Hugo, Rouge,
/// Doxygen and highlight.js.
const LINE_NUMBERS: [&str; 7] =
    ["gutter", "hljs-ln-numbers", "line-number", "lineno", "linenodiv", "ln", "lnt"];

/// Classes of tables that have the numbers of lines on the left and the code on the right: of
/// Pygments, Hugo, Rouge and highlight.js.
const CODE_TABLES: [&str; 4] = ["highlighttable", "hljs-ln", "lntable", "rouge-table"];

/// Whether an element numbers lines of the code that it stands in.
pub(super) fn is_line_number(element: &Element) -> bool {
    element.classes().any(|class| LINE_NUMBERS.contains(&class))
}

/// Whether a table only puts numbers beside lines of code.
pub(super) fn is_code_table(element: &Element) -> bool {
    element.classes().any(|class| CODE_TABLES.contains(&class))
}

/// The value of an attribute. [`Element::attr`] makes a name of the text first, which takes longer
/// than to look through the few that an element has.
pub(super) fn attr<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    let mut attributes = element.attrs.iter();
    let found = attributes.find(|(own, _)| own.ns.is_empty() && *own.local == *name);
    found.map(|(_, value)| &**value)
}

/// At most this many classes of an element are looked at for a language:
/// all that stands in it may ask.
pub(super) const MAX_CLASSES: usize = 64;

/// The language that an element's classes name.
pub(super) fn language(element: &Element) -> Option<&str> {
    const PREFIXES: [&str; 4] = ["language-", "lang-", "highlight-source-", "highlight-"];
    let named = element
        .classes()
        .take(MAX_CLASSES)
        .find_map(|class| PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)));
    // rustdoc names it without a prefix.
    let rust = element.classes().take(MAX_CLASSES).any(|class| class == "rust");
    named.or((rust && element.name() == "pre").then_some("rust"))
}

/// Whether an element is a footer of the page or a part of it, rather than of a quote, a figure or
/// of notes.
pub(super) fn is_footer(node: Node<'_>, element: &Element) -> bool {
    let is_note = |value: &str| value.contains("footnote") || value.contains("endnote");
    element.name() == "footer"
        && !["class", "role"].iter().any(|name| attr(element, name).is_some_and(is_note))
        && !parents(node).any(|above| matches!(above.name(), "blockquote" | "figure"))
}

/// Whether an element has the class of what Haddock declares.
pub(super) fn is_of_declaration(element: &Element) -> bool {
    element.classes().take(MAX_CLASSES).any(|class| class == "src")
}

/// This many nodes of a declaration are looked at, as each link in it asks whether it stands in one.
const MAX_DECLARATION_NODES: usize = 512;

/// The name in a declaration of a page by Haddock, if an element is one: a line in which a link or
/// a place is the name.
pub(super) fn declared_name(node: Node<'_>) -> Option<(Node<'_>, &Element)> {
    node.value().as_element().filter(|element| is_of_declaration(element))?;
    let inner = || {
        let children = node.children().take(MAX_DECLARATION_NODES);
        children.filter_map(|child| Some((child, child.value().as_element()?)))
    };
    let is_line = inner().all(|(_, element)| matches!(element.name(), "a" | "span"));
    let is_name = |element: &Element| element.classes().take(MAX_CLASSES).any(|it| it == "def");
    inner().find(|(_, element)| is_line && is_name(element))
}

/// Whether an element is called a footer: pages were written so before there was an element for it.
pub(super) fn is_called_footer(element: &Element) -> bool {
    element.name() == "div"
        && (attr(element, "id") == Some("footer")
            || element.classes().take(MAX_CLASSES).any(|class| class == "footer"))
}

/// Parts of a page that are not its content, unless they stand in its body.
pub(super) fn is_page_frame(element: &Element) -> bool {
    matches!(element.name(), "header" | "footer" | "aside")
        || matches!(attr(element, "role"), Some("banner" | "contentinfo" | "complementary"))
}

/// Whether a node has the words by which something is called.
pub(super) fn is_heading(node: Node<'_>) -> bool {
    node.value().as_element().is_some_and(|element| {
        matches!(kind(element), Kind::Heading(_) | Kind::Term)
            || matches!(element.name(), "summary" | "caption" | "figcaption" | "legend")
    })
}

/// At most this many nodes before and after a node are looked at for the sentence that it stands
/// in: a page may be nothing but links, and each would look at all others.
const MAX_NODES_BESIDE: usize = 16;

/// Whether a text with letters or digits stands beside a node.
pub(super) fn is_in_sentence(node: Node<'_>) -> bool {
    let mut beside = node
        .prev_siblings()
        .take(MAX_NODES_BESIDE)
        .chain(node.next_siblings().take(MAX_NODES_BESIDE));
    beside
        .any(|node| node.value().as_text().is_some_and(|text| text.contains(char::is_alphanumeric)))
}

/// Whether an element has an attribute.
pub(super) fn has(element: &Element, name: &str) -> bool {
    attr(element, name).is_some()
}

/// Whether an element belongs to the page's frame: not inside what it is about.
pub(super) fn is_frame_part(node: Node<'_>, element: &Element) -> bool {
    is_page_frame(element)
        && !parents(node).any(|parent| matches!(parent.name(), "article" | "main" | "section"))
}

/// The first word of the code's language.
pub(super) fn info_word(pre: Node<'_>) -> String {
    let inner = pre.children().filter_map(|child| child.value().as_element());
    let own = pre.value().as_element().into_iter();
    let outer = parents(pre).take(2);
    let named = inner.chain(own).chain(outer).find_map(language).unwrap_or("");
    let end = named.find(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | ':' | ';' | '`'));
    kindex_text::part(named, 0..end.unwrap_or(named.len())).to_owned()
}

/// Whether an element is a heading, or one may stand in it.
pub(super) fn may_have_heading(node: Node<'_>) -> bool {
    let element = node.value().as_element();
    element.is_some_and(|element| {
        matches!(kind(element), Kind::Heading(_))
            || elements(node).any(|(_, inner)| matches!(kind(inner), Kind::Heading(_)))
    })
}

/// Whether the first heading in an element may have its id.
pub(super) fn lends_its_id(element: &Element) -> bool {
    matches!(element.name(), "section" | "div" | "article" | "details")
}

/// The sign for a box that is to be checked.
pub(super) fn check_box(element: &Element) -> Option<&'static str> {
    let sign = if has(element, "checked") { "[x] " } else { "[ ] " };
    (attr(element, "type") == Some("checkbox")).then_some(sign)
}
