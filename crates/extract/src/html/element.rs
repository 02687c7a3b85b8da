//! The meaning of each element for the text.

use scraper::node::Element;

use super::dom::{Node, parents};

/// The part that an element plays in the text.
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
    kind_of(element.name())
}

/// Whether an element with this name, in lower case, begins a line of its own.
pub(crate) fn is_block_name(name: &str) -> bool {
    !matches!(kind_of(name), Kind::Inline | Kind::Image | Kind::Input)
}

fn kind_of(name: &str) -> Kind {
    match name {
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

/// Whether an element is code where it stands within a line.
pub(super) fn is_code(element: &Element) -> bool {
    matches!(element.name(), "code" | "tt")
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

/// Classes of the elements that generators add around the author's words: permalinks (Sphinx,
/// Docusaurus, VitePress), rustdoc's toggles, tooltips and source links, text for screen readers
/// only, columns of line numbers, and what stands below a page: who edited it, when, and what comes
/// next. In order.
const CHROME_CLASSES: [&str; 41] = [
    "VPDocFooter",
    "VPLastUpdated",
    "book-footer",
    "edit-this-page",
    "hash-link",
    "header-anchor",
    "headerlink",
    "hideme",
    "last-updated",
    "line-numbers-wrapper",
    "linenodiv",
    "linenos",
    "links-nextprev",
    "md-content__button",
    "md-source-date",
    "md-source-file",
    "page__share",
    "pager",
    "pagination",
    "pagination-links",
    "pagination-nav",
    "post-nav",
    "prev-next",
    "prev-next-area",
    "prev-next-footer",
    "related-pages",
    "rightside",
    "rst-footer-buttons",
    "rustdoc-breadcrumbs",
    "sr-only",
    "src-line-numbers",
    "sub-heading",
    "td-page-meta",
    "td-page-meta__lastmod",
    "theme-doc-footer",
    "theme-edit-this-page",
    "theme-last-updated",
    "tooltip",
    "tsd-navigation",
    "viewcode-link",
    "visually-hidden",
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

/// Whether an element and all inside it is left out.
pub(super) fn is_chrome(node: Node<'_>, element: &Element) -> bool {
    SILENT.contains(&element.name())
        || says_so(element)
        || element.classes().any(|class| CHROME_CLASSES.binary_search(&class).is_ok())
        || (element.name() == "td" && is_line_number(element))
        || (element.name() == "a" && is_chrome_link(node, element))
        || is_code_label(node, element)
}

/// Whether its attributes leave an element out. Elements that Material is told to keep from its
/// search are left out too, but for headings, which stand for their sections there.
fn says_so(element: &Element) -> bool {
    let is_said = element.attrs.iter().any(|(name, value)| match &*name.local {
        "hidden" | "data-kindex-ignore" | "data-pagefind-ignore" => true,
        "data-search-exclude" => !matches!(kind(element), Kind::Heading(_)),
        "aria-hidden" => &**value == "true",
        "role" => matches!(&**value, "navigation" | "search"),
        _ => false,
    });
    is_said || (element.name() == "dialog" && attr(element, "open").is_none())
}

/// A link that says nothing of the page: to itself, to its neighbours, or to where it is edited.
fn is_chrome_link(node: Node<'_>, element: &Element) -> bool {
    let is_rel = |rel: &str| matches!(rel, "prev" | "next" | "edit");
    attr(element, "rel").is_some_and(|rel| rel.split_whitespace().any(is_rel))
        || (attr(element, "href").is_some_and(is_edited_at) && !is_in_sentence(node))
        || is_permalink(node, element)
}

/// So many nodes before and after a link are looked at for the sentence that it stands in: a page
/// may be nothing but links, and each would look at all others.
const BESIDE: usize = 16;

/// Whether a text stands beside a node.
fn is_in_sentence(node: Node<'_>) -> bool {
    let mut beside = node.prev_siblings().take(BESIDE).chain(node.next_siblings().take(BESIDE));
    beside.any(|node| node.value().as_text().is_some_and(|text| !text.trim().is_empty()))
}

/// Whether an address is where a page is edited, on one of the usual hosts.
fn is_edited_at(href: &str) -> bool {
    const HOSTS: [&str; 5] = ["github", "gitlab", "bitbucket", "codeberg", "gitea"];
    let Some((_, rest)) = href.split_once("://") else {
        return false;
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    (path.contains("/edit/") || path.contains("/_edit/"))
        && HOSTS.iter().any(|known| host.contains(known))
}

/// A link to a place on the page that shows only a sign such as `#`, `§` or `¶`.
pub(super) fn is_permalink(node: Node<'_>, element: &Element) -> bool {
    if !attr(element, "href").is_some_and(|href| href.starts_with('#')) {
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

/// So many classes of an element are looked at for a language: all that stands in it may ask.
pub(super) const CLASSES: usize = 64;

/// The language that an element's classes name.
pub(super) fn language(element: &Element) -> Option<&str> {
    const PREFIXES: [&str; 4] = ["language-", "lang-", "highlight-source-", "highlight-"];
    let named = element
        .classes()
        .take(CLASSES)
        .find_map(|class| PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)));
    // rustdoc names it without a prefix.
    let rust = element.classes().take(CLASSES).any(|class| class == "rust");
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

/// Parts of a page that are not its content, unless they stand in its body.
pub(super) fn is_page_frame(element: &Element) -> bool {
    matches!(element.name(), "header" | "footer" | "aside")
        || matches!(attr(element, "role"), Some("banner" | "contentinfo" | "complementary"))
}

#[cfg(test)]
mod tests {
    use super::CHROME_CLASSES;

    #[test]
    fn classes_are_in_the_order_in_which_they_are_looked_up() {
        assert!(CHROME_CLASSES.is_sorted());
    }
}
