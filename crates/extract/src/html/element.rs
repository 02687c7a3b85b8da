//! What each element means for the text.

use scraper::node::Element;

use super::dom::{Node, parents};

/// What an element is to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Part of the running text, as is every element that is not known.
    Inline,
    /// A block of its own.
    Block,
    /// A heading of a level.
    Heading(u8),
    Code,
    Table,
    List,
    Item,
    Quote,
    Term,
    Description,
    LineBreak,
    Image,
    Input,
}

pub(super) fn kind(element: &Element) -> Kind {
    match element.name() {
        "h1" => Kind::Heading(1),
        "h2" => Kind::Heading(2),
        "h3" => Kind::Heading(3),
        "h4" => Kind::Heading(4),
        "h5" => Kind::Heading(5),
        "h6" => Kind::Heading(6),
        "pre" | "listing" | "xmp" => Kind::Code,
        "table" => Kind::Table,
        "ul" | "ol" | "menu" => Kind::List,
        "li" => Kind::Item,
        "blockquote" => Kind::Quote,
        "dt" => Kind::Term,
        "dd" => Kind::Description,
        "br" => Kind::LineBreak,
        "img" => Kind::Image,
        "input" => Kind::Input,
        "p" | "div" | "section" | "article" | "main" | "body" | "header" | "footer" | "aside"
        | "figure" | "figcaption" | "details" | "summary" | "dl" | "hr" | "address" | "center"
        | "fieldset" | "legend" | "form" | "hgroup" | "caption" | "thead" | "tbody" | "tfoot"
        | "tr" | "td" | "th" | "dialog" | "search" | "html" => Kind::Block,
        _ => Kind::Inline,
    }
}

/// Elements whose content is no text of the page, or no text at all.
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

/// Classes that generators give to what they add around the author's words: permalinks (Sphinx,
/// Docusaurus, VitePress), rustdoc's toggles, tooltips and source links, and text for screen
/// readers only.
const CHROME_CLASSES: [&str; 11] = [
    "hash-link",
    "header-anchor",
    "headerlink",
    "hideme",
    "rightside",
    "rustdoc-breadcrumbs",
    "sr-only",
    "sub-heading",
    "theme-edit-this-page",
    "tooltip",
    "visually-hidden",
];

/// The value of an attribute. [`Element::attr`] makes a name of the text first, which takes longer
/// than to look through the few that an element has.
fn attr<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    let mut attributes = element.attrs.iter();
    let found = attributes.find(|(own, _)| own.ns.is_empty() && *own.local == *name);
    found.map(|(_, value)| &**value)
}

/// Whether an element and all inside it is left out.
pub(super) fn is_chrome(node: Node<'_>, element: &Element) -> bool {
    SILENT.contains(&element.name())
        || is_hidden(element)
        || attr(element, "data-kindex-ignore").is_some()
        || matches!(attr(element, "role"), Some("navigation" | "search"))
        || element.classes().any(|class| CHROME_CLASSES.contains(&class))
        || is_permalink(node, element)
        || is_code_label(node, element)
}

fn is_hidden(element: &Element) -> bool {
    attr(element, "hidden").is_some()
        || attr(element, "aria-hidden") == Some("true")
        || (element.name() == "dialog" && attr(element, "open").is_none())
}

/// A link to a place on the page that shows only a sign such as `#`, `§` or `¶`.
fn is_permalink(node: Node<'_>, element: &Element) -> bool {
    if element.name() != "a" || !attr(element, "href").is_some_and(|href| href.starts_with('#')) {
        return false;
    }
    let mut shown = node.descendants().filter_map(|node| match node.value() {
        scraper::Node::Text(text) => Some(&**text),
        scraper::Node::Element(element) => element.attr("alt"),
        _ => None,
    });
    let mut any = false;
    let wordless = shown.all(|text| {
        any |= !text.trim().is_empty();
        !text.contains(char::is_alphanumeric)
    });
    wordless && any
}

/// The language that VitePress writes beside code.
fn is_code_label(node: Node<'_>, element: &Element) -> bool {
    element.classes().any(|class| class == "lang")
        && parents(node).next().is_some_and(|parent| language(parent).is_some())
}

/// The language that an element's classes name.
pub(super) fn language(element: &Element) -> Option<&str> {
    const PREFIXES: [&str; 4] = ["language-", "lang-", "highlight-source-", "highlight-"];
    let named = element
        .classes()
        .find_map(|class| PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)));
    // rustdoc names it without a prefix.
    let rust = element.classes().any(|class| class == "rust");
    named.or((rust && element.name() == "pre").then_some("rust"))
}

/// Parts of a page that are not its content, unless they stand in its body.
pub(super) fn is_page_frame(element: &Element) -> bool {
    matches!(element.name(), "header" | "footer" | "aside")
        || matches!(attr(element, "role"), Some("banner" | "contentinfo" | "complementary"))
}
