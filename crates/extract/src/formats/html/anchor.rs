//! The ids by which links lead to a heading.

use percent_encoding::percent_decode_str;
use scraper::node::Element;

use super::chrome::is_permalink;
use super::dom::{self, Node};

/// The id of a heading that the page says: its own, one inside it, the one that it links to, that
/// of the link to itself that it stands in.
pub(super) fn own(node: Node<'_>, element: &Element) -> Option<String> {
    let found = filled(element.attr("id")).or_else(|| inside(node)).or_else(|| permalink(node));
    found.or_else(|| {
        let around = dom::parents(node).next().filter(|parent| parent.name() == "a")?;
        let id = around.attr("id").or(around.attr("name"))?;
        (around.attr("href")?.strip_prefix('#')? == id).then(|| filled(Some(id)))?
    })
}

pub(super) fn filled(attribute: Option<&str>) -> Option<String> {
    attribute.filter(|id| !id.is_empty()).map(str::to_owned)
}

/// The id or name that something inside a heading has. The id of a button is the button's, and a
/// link to another page may have the name of what it leads to.
pub(super) fn inside(node: Node<'_>) -> Option<String> {
    let inner = dom::elements(node).skip(1).filter(|(_, element)| element.name() != "button");
    inner.map(|(_, element)| element).find_map(|element| {
        let leads_away = element.attr("href").is_some_and(|href| !href.starts_with('#'));
        let name = element.attr("name").filter(|_| element.name() == "a" && !leads_away);
        filled(element.attr("id").or(name))
    })
}

/// At most this many nodes before a heading are looked at for its anchor.
const MAX_NODES_BEFORE: usize = 8;

/// The id or name of an element without words just before a heading, which old pages have for links
/// to it.
pub(super) fn before(heading: Node<'_>) -> Option<String> {
    let before = heading.prev_siblings().take(MAX_NODES_BEFORE);
    let empty = before.take_while(|node| {
        dom::elements(*node).take(MAX_NODES_BEFORE).all(|(_, element)| is_anchor(element))
            && !node
                .descendants()
                .any(|inner| inner.value().as_text().is_some_and(|text| !text.trim().is_empty()))
    });
    let mut anchors = empty.flat_map(dom::elements).map(|(_, element)| element);
    anchors.find_map(|element| filled(element.attr("id").or(element.attr("name"))))
}

/// Whether an element may be there for nothing but its id.
fn is_anchor(element: &Element) -> bool {
    matches!(element.name(), "a" | "span" | "p" | "div")
}

/// The id that the permalink of a heading leads to. In Doxygen's pages the element with that id
/// stands before the heading.
fn permalink(node: Node<'_>) -> Option<String> {
    dom::elements(node).find_map(|(inner, element)| {
        let id = element.attr("href").filter(|_| element.name() == "a")?.strip_prefix('#')?;
        let decoded = percent_decode_str(id).decode_utf8();
        is_permalink(inner, element).then(|| filled(Some(decoded.as_deref().unwrap_or(id))))?
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::page;

    #[test]
    fn anchors_are_those_of_the_page_itself() {
        for (heading, want) in [
            ("<h2><button id=copy>Copy</button>One</h2>", ""),
            ("<h2><a name=else href='b.html'>One</a></h2>", ""),
            ("<h2><a name=one href='#one'>One</a></h2>", "one"),
            ("<a href='#g:1' id='g:1'><h2>One</h2></a>", "g:1"),
            // A link that does not end holds all that comes after it.
            ("<a id=old />Text.<h2>One</h2>", ""),
            ("<a href='b.html' id=old><h2>One</h2></a>", ""),
        ] {
            let sections = page(&format!("<title>T</title><main>{heading}</main>")).sections;
            assert_eq!(sections[0].anchor, want, "{heading}");
        }
    }
}
