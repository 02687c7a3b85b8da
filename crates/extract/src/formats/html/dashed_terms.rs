//! Definition lists as MDN writes them: `- term`, and below it `- : description`.

use scraper::node::Element;

use super::dom::Node;
use super::element::{Kind, kind};

/// The text that an item begins with.
pub(super) fn first_text(item: Node<'_>) -> Option<Node<'_>> {
    let mut node = item.first_child()?;
    loop {
        match node.value() {
            scraper::Node::Text(text) if !text.trim().is_empty() => return Some(node),
            scraper::Node::Element(element) if element.name() == "p" => {
                node = node.first_child()?
            }
            scraper::Node::Text(_) => node = node.next_sibling()?,
            _ => return None,
        }
    }
}

/// Whether a text begins an item with MDN's `: `.
pub(super) fn opens_description(node: Node<'_>) -> bool {
    let text = node.value().as_text();
    if !text.is_some_and(|text| text.trim_start().starts_with(": ")) {
        return false;
    }
    let mut at = node;
    loop {
        if at.prev_siblings().any(|sibling| !is_blank(sibling)) {
            return false;
        }
        let Some(parent) = at.parent() else {
            return false;
        };
        match parent.value().as_element().map(Element::name) {
            Some("li") => return true,
            Some("p") => at = parent,
            _ => return false,
        }
    }
}

fn is_blank(node: Node<'_>) -> bool {
    node.value().as_text().is_some_and(|text| text.trim().is_empty())
}

/// The list below an item that describes it, in MDN's way.
pub(super) fn description_list(item: Node<'_>) -> Option<Node<'_>> {
    let list = item.children().rfind(|child| {
        let element = child.value().as_element();
        element.is_some_and(|element| kind(element) == Kind::List)
    })?;
    let first = list.children().find(|child| child.value().is_element())?;
    first_text(first).is_some_and(opens_description).then_some(list)
}
