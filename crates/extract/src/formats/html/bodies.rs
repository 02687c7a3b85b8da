//! Finds the parts that a page is about.

use scraper::Html;
use scraper::node::Element;

use super::dom::{Node, elements, parents};
use super::element::has;

pub(super) const PAGEFIND_BODY: &str = "data-pagefind-body";

/// The elements marked `data-kindex-body`, without any those marked `data-pagefind-body`: what the
/// page says that it is about.
pub(super) fn marked_bodies(html: &Html) -> Vec<Node<'_>> {
    let bodies = marked_with(html, "data-kindex-body");
    if bodies.is_empty() { marked_with(html, PAGEFIND_BODY) } else { bodies }
}

fn marked_with<'a>(html: &'a Html, mark: &str) -> Vec<Node<'a>> {
    elements(html.tree.root())
        .filter(|(node, element)| {
            has(element, mark) && !parents(*node).any(|above| has(above, mark))
        })
        .map(|(node, _)| node)
        .collect()
}

/// The elements that a page without such marks may be about, the best guess first: its `main`, its
/// only `article`, its `body`. A page may have an empty `main` that only a script would fill.
pub(super) fn likely_bodies(html: &Html) -> Vec<Node<'_>> {
    let root = html.tree.root();
    let is_main =
        |element: &Element| element.name() == "main" || element.attr("role") == Some("main");
    let main = elements(root).find(|(_, element)| is_main(element)).map(|(main, _)| main);
    let body = elements(root).find(|(_, element)| element.name() == "body");
    let body = body.map_or(root, |(body, _)| body);
    let regions = main.into_iter().chain([body]);
    regions.flat_map(|region| article_of(region).into_iter().chain([region])).collect()
}

/// The only article below `root`, if no first-level heading stands outside it.
fn article_of(root: Node<'_>) -> Option<Node<'_>> {
    let mut articles = elements(root).filter(|(_, element)| element.name() == "article");
    let (article, _) = articles.next()?;
    if articles.next().is_some() {
        return None;
    }
    let titles = |root| elements(root).filter(|(_, element)| element.name() == "h1").count();
    (titles(root) == titles(article)).then_some(article)
}
