//! What the head of a page says.

use kindex_text::collapse;
use scraper::Html;

use super::dom::Node;
use super::words;
use crate::error::Reason;

/// The contents of `<head>`.
#[derive(Default)]
pub(super) struct Head {
    pub(super) title: Option<String>,
    pub(super) lang: Option<String>,
    pub(super) description: Option<String>,
    pub(super) canonical: Option<String>,
    /// The program that made the page, as the page says.
    pub(super) generator: Option<String>,
    pub(super) reason: Option<Reason>,
}

impl Head {
    pub(super) fn of(html: &Html) -> Head {
        let mut head = Head::default();
        for node in html.tree.root().descendants() {
            let Some(element) = node.value().as_element() else {
                continue;
            };
            match element.name() {
                "html" => head.lang = filled(element.attr("lang")),
                "title" if head.title.is_none() && !in_svg(node) => {
                    head.title = filled(Some(&words::raw_text(node)));
                }
                "meta" => head.read_meta(element),
                "link" if element.attr("rel") == Some("canonical") => {
                    let is_published = |href: &&str| !href.starts_with("file:");
                    head.canonical = filled(element.attr("href").filter(is_published));
                }
                "body" => break,
                _ => {}
            }
        }
        head
    }

    fn read_meta(&mut self, element: &scraper::node::Element) {
        let content = element.attr("content").unwrap_or("");
        let is = |attribute: &str, value: &str| {
            element.attr(attribute).is_some_and(|given| given.eq_ignore_ascii_case(value))
        };
        if is("name", "description") {
            self.description = filled(Some(content));
        } else if is("name", "robots") && forbids_indexing(content) {
            self.reason = self.reason.or(Some(Reason::Asked));
        } else if is("name", "generator") && self.generator.is_none() {
            self.generator = filled(Some(content));
        } else if is("http-equiv", "refresh") && leads_elsewhere(content) {
            self.reason = Some(Reason::Redirect);
        }
    }
}

/// Whether what a page says to robots has `noindex`, or `none`, which is short for it.
pub(crate) fn forbids_indexing(robots: &str) -> bool {
    let mut rules = robots.split(',').map(str::trim);
    rules.any(|rule| ["noindex", "none"].iter().any(|known| rule.eq_ignore_ascii_case(known)))
}

/// Whether a page that refreshes itself so is another one then: `0; url=a.html` or `0;a.html`.
fn leads_elsewhere(refresh: &str) -> bool {
    let address = refresh.split_once([';', ',']).map(|(_, address)| address.trim());
    address.is_some_and(|address| !address.is_empty())
}

fn in_svg(node: Node<'_>) -> bool {
    node.parent()
        .and_then(|parent| parent.value().as_element())
        .is_some_and(|parent| parent.name() != "head")
}

fn filled(text: Option<&str>) -> Option<String> {
    let text = collapse(text?);
    (!text.is_empty()).then_some(text)
}
