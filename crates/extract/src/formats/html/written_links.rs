//! Where links lead, in texts that are Markdown with links.

use scraper::node::Element;

use super::annotations::is_reference;
use super::dom::Node;
use super::linker::Linker;
use super::words;
use crate::text::escape;
use crate::text::inline_code::InlineCode;

/// The link that an element is, if nothing breaks its line.
pub(super) fn in_line(node: Node<'_>, element: &Element, linker: &Linker) -> Option<InlineCode> {
    let is_one = !is_reference(node, element) && words::is_innermost(node);
    is_one.then(|| words::link(node, element, linker)).flatten()
}

/// What stands below the blocks that a link has in it.
pub(super) fn below(node: Node<'_>, element: &Element, linker: &Linker) -> Option<String> {
    let target = linker.target(element.attr("href").filter(|_| element.name() == "a")?)?;
    let is_shown = target.contains("://") && !words::contents(node).is_empty();
    is_shown.then(|| format!("<{target}>"))
}

/// An image that is described in words.
pub(super) fn image(element: &Element, linker: &Linker) -> Option<String> {
    let words = kindex_text::collapse(element.attr("alt")?);
    let target = linker.target(element.attr("src")?)?;
    (!words.is_empty()).then(|| format!("![{}]({target})", escape::words(&words, true)))
}
