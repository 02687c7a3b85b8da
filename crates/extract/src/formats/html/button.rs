//! Tells buttons whose words are the page's from those that only do something.

use scraper::node::Element;

use super::dom::{Node, elements, parents};
use super::element::{Kind, attr, is_heading, is_in_sentence, kind};
use super::words::contents;

/// Words of buttons that do something to the page, in lower case and in order.
const TOOLS: [&str; 12] = [
    "close",
    "copied",
    "copied!",
    "copy",
    "copy code",
    "copy link",
    "copy page",
    "edit",
    "permalink",
    "play",
    "run",
    "share",
];

/// Parts of the classes and attributes of buttons that copy, or lead to their own place.
const TOOL_MARKS: [&str; 4] = ["clipboard", "copy", "hash-link", "permalink"];

/// At most this many nodes of a heading are looked at.
const MAX_NODES_BELOW: usize = 256;
/// At most this many nodes beside a button are looked at.
const MAX_NODES_BESIDE: usize = 16;

/// At most this many elements around a button may mark it within its line.
const MAX_MARKUP_ELEMENTS: usize = 4;

/// Whether the words of a button are text: of a heading, of a sentence, the label of a tab, or what
/// opens the text below it.
pub(super) fn is_text(node: Node<'_>, element: &Element) -> bool {
    let is_code = || parents(node).any(|above| kind(above) == Kind::Code);
    let is_text = (is_tab(element) && !filters(node, element))
        || elements(node).skip(1).any(|(inner, _)| is_heading(inner))
        || is_heading_text(node).unwrap_or_else(|| is_part_of_sentence(node))
        || opens_text(node, element);
    is_text && !is_tool(node, element) && !is_code()
}

/// Whether an element is the label of a tab.
pub(super) fn is_tab(element: &Element) -> bool {
    attr(element, "role") == Some("tab")
}

/// Whether a tab shows parts of the panel that the one beside it shows too, as those of javadoc do.
fn filters(node: Node<'_>, element: &Element) -> bool {
    let panel = attr(element, "aria-controls");
    let beside = node
        .prev_siblings()
        .take(MAX_NODES_BESIDE)
        .chain(node.next_siblings().take(MAX_NODES_BESIDE));
    let mut tabs = beside.filter_map(|node| node.value().as_element()).filter(|tab| is_tab(tab));
    panel.is_some() && tabs.any(|tab| attr(tab, "aria-controls") == panel)
}

/// Whether a button copies something, or does the like. A word of a
/// sentence that goes on is no tool.
fn is_tool(node: Node<'_>, element: &Element) -> bool {
    let is_marked = |text: &str| {
        let text = text.to_ascii_lowercase();
        TOOL_MARKS.iter().any(|mark| text.contains(mark))
    };
    let attributes = element.attrs.iter().any(|(name, value)| match &*name.local {
        "class" => is_marked(value),
        name => name.starts_with("data-") && is_marked(name),
    });
    let has_words = |node: Node<'_>| {
        node.value().as_text().is_some_and(|text| text.contains(char::is_alphanumeric))
    };
    let goes_on = || node.next_siblings().take(MAX_NODES_BESIDE).any(has_words);
    let is_named = || TOOLS.binary_search(&contents(node).to_lowercase().as_str()).is_ok();
    attributes || (is_named() && !goes_on() && is_heading_text(node) != Some(true))
}

/// Whether it has all words of the heading that it stands in, or some in the midst of them. What
/// stands after the words of a heading is a tool.
fn is_heading_text(node: Node<'_>) -> Option<bool> {
    let heading = node.ancestors().find(|node| is_heading(*node))?;
    let mut before = false;
    let mut is_inside = false;
    for inner in heading.descendants().take(MAX_NODES_BELOW) {
        let Some(text) = inner.value().as_text() else { continue };
        if !text.contains(char::is_alphanumeric) {
            continue;
        }
        let is_own = inner.ancestors().any(|above| above == node);
        if is_inside && !is_own {
            return Some(true);
        }
        is_inside |= is_own;
        before |= !is_own && !is_inside && !is_in_button(inner);
    }
    Some(!before)
}

fn is_in_button(node: Node<'_>) -> bool {
    parents(node).any(|above| above.name() == "button")
}

/// Whether text stands beside it, or beside the markup that it stands in alone.
fn is_part_of_sentence(node: Node<'_>) -> bool {
    let mut around = Some(node);
    for _ in 0..MAX_MARKUP_ELEMENTS {
        let Some(node) = around else { return false };
        if is_in_sentence(node) {
            return true;
        }
        let is_inline = |it: &Node<'_>| it.value().as_element().map(kind) == Some(Kind::Inline);
        around = node.parent().filter(is_inline);
    }
    false
}

/// Whether it shows and hides the text that comes next.
fn opens_text(node: Node<'_>, element: &Element) -> bool {
    let is_next = |node: Node<'_>| {
        let mut next = node.next_siblings().filter_map(|node| node.value().as_element());
        next.next().is_some_and(|next| {
            kind(next) == Kind::Block && attr(next, "role").is_none_or(|role| role == "region")
        })
    };
    attr(element, "aria-expanded").is_some() && is_next(node)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{page, text};

    #[test]
    fn words_of_headings_and_sentences_are_text() {
        let body = "<h2 id=a><button type=button aria-expanded=true>How do I reset it?</button></h2>\
                    <p>Press <button>Confirm</button> twice, <b><button>Go</button></b>.</p>\
                    <button><h3>Inside</h3></button><summary><button>More</button></summary>";
        let want = "## How do I reset it?\n\nPress Confirm twice, Go.\n\n### Inside\n\nMore\n";
        assert_eq!(text(body), want);
        let document = page(&format!("<main><h1>T</h1>{body}</main>"));
        assert_eq!(document.sections[1].anchor, "a");
    }

    #[test]
    fn labels_of_tabs_and_what_opens_text_are_text() {
        let tabs = "<button role=tab>npm</button><button role=tab>yarn</button>";
        assert_eq!(text(&format!("<div role=tablist>{tabs}</div>")), "npm yarn\n");
        assert_eq!(text(&format!("<h2>{tabs}</h2>")), "## npm yarn\n");
        let filters = "<button role=tab aria-controls=t>All</button>\
                       <button role=tab aria-controls=t>Own</button>";
        assert_eq!(text(&format!("<div role=tablist>{filters}</div><p>x</p>")), "x\n");
        let opens =
            "<button class=accordion aria-expanded=false>Why?</button><div><p>So.</p></div>";
        assert_eq!(text(opens), "Why?\n\nSo.\n");
    }

    #[test]
    fn words_of_tools_may_be_those_of_the_page() {
        assert_eq!(text("<h3><button aria-expanded=false>Share</button></h3>"), "### Share\n");
        assert_eq!(text("<p>Press <button>Run</button> to start.</p>"), "Press Run to start.\n");
    }

    #[test]
    fn tools_are_none() {
        for tool in [
            "<h2>Install <button>Edit this</button></h2>",
            "<h2>Install <button aria-label='Copy link'>Copy link</button></h2>",
            "<h2>Install</h2><div><button>Run</button> <button>Reset</button></div>",
            "<h2>Install</h2><button aria-expanded=false>Menu</button><nav>x</nav>",
            "<h2>Install</h2><button>Feedback</button>",
        ] {
            assert_eq!(text(&format!("{tool}<p>x</p>")), "## Install\n\nx\n", "{tool}");
        }
        let code = "<p>Run <code>npm i</code> now <button class=copy-btn>here</button></p>\
                    <pre>npm i<button>Go</button></pre>";
        assert_eq!(text(code), "Run `npm i` now\n\n```\nnpm i\n```\n");
    }
}
