//! Reads the navigation of a page: which pages a site has, in its order, and under which titles.

use std::collections::{BTreeMap, BTreeSet};

use ego_tree::NodeId;
use scraper::Html;
use scraper::node::Element;

use super::dom::{Node, Visitor, walk};
use super::element::{attr, has};
use super::words::contents;
use super::{attributes, depth};

/// A link of a navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NavigationLink {
    /// The address as written.
    pub href: String,
    /// The title of the group that it is in, where it is in one.
    pub group: Option<String>,
}

/// A longer text is no title of a group.
const MAX_TITLE_CHARACTERS: usize = 80;

/// At most this many elements before a list are looked at for its title.
const MAX_ELEMENTS_BEFORE: usize = 256;

/// A page with more links than these has no navigation.
const MAX_LINKS: usize = 20_000;

/// Words in the ids and classes of navigations that are no `nav`.
const NAMES: [&str; 4] = ["sidebar", "toctree", "menu", "navigation"];

/// Words in the names of navigations that do not lead through the site.
const OTHERS: [&str; 6] =
    ["breadcrumb", "nav-wide-wrapper", "nav-wrapper", "on-this-page", "pager", "pagination"];

/// The navigations of a page, the one with most links first.
pub(crate) fn of_page(source: &str) -> Vec<Vec<NavigationLink>> {
    let html = Html::parse_document(&depth::limit(&attributes::limit(source)));
    let mut regions = Regions::default();
    walk(html.tree.root(), &mut regions);
    if regions.found.is_empty() {
        // A page that is shown in a frame of others may be nothing but that.
        regions.found.push(html.tree.root());
    }
    let mut links: Vec<_> = regions.found.iter().map(|region| links_of(*region)).collect();
    links.retain(|links| !links.is_empty());
    links.sort_by_key(|links| std::cmp::Reverse(links.len()));
    links
}

/// Collects the outermost elements that are navigations.
#[derive(Default)]
struct Regions<'a> {
    found: Vec<Node<'a>>,
}

impl<'a> Visitor<'a> for Regions<'a> {
    fn open(&mut self, node: Node<'a>) -> bool {
        let Some(element) = node.value().as_element() else {
            return true;
        };
        let is_one = is_navigation(element);
        if is_one && !is_other(element) {
            self.found.push(node);
        }
        !is_one && element.name() != "footer"
    }

    fn close(&mut self, _: Node<'a>) {}
}

fn is_navigation(element: &Element) -> bool {
    // Most of what is called so around a whole page is its layout.
    matches!(element.name(), "nav" | "aside")
        || attr(element, "role") == Some("navigation")
        || (!matches!(element.name(), "html" | "body" | "main" | "script")
            && is_named(element, &NAMES))
}

fn is_other(element: &Element) -> bool {
    is_named(element, &OTHERS)
}

fn is_named(element: &Element, names: &[&str]) -> bool {
    let said = ["id", "class", "aria-label"].into_iter().filter_map(|name| attr(element, name));
    said.map(str::to_lowercase).any(|said| names.iter().any(|name| said.contains(name)))
}

/// A title of a group, and the element that says it.
type Title = (NodeId, String);

/// The links of a navigation with their groups: the outermost that parts its links.
fn links_of(region: Node<'_>) -> Vec<NavigationLink> {
    let links = region.descendants().filter(|node| {
        let element = node.value().as_element();
        element.is_some_and(|element| {
            let is_next = attr(element, "rel").is_some_and(|rel| {
                rel.split_whitespace().any(|rel| matches!(rel, "prev" | "next"))
            });
            element.name() == "a" && has(element, "href") && !is_next
        })
    });
    let links: Vec<Node<'_>> = links.take(MAX_LINKS).collect();
    let mut known = BTreeMap::new();
    let mut trails: Vec<Vec<Title>> =
        links.iter().map(|link| trail(*link, region, &mut known)).collect();
    while drop_common(&mut trails) {}
    let titles: BTreeMap<NodeId, String> =
        trails.iter().filter_map(|trail| trail.first().cloned()).collect();
    let group = |link: Node<'_>, trail: &[Title]| {
        let first = trail.first().map(|(_, title)| title.clone());
        // A link may be the title of what stands below it.
        first.or_else(|| link.ancestors().find_map(|above| titles.get(&above.id()).cloned()))
    };
    let links = links
        .iter()
        .zip(&trails)
        .map(|(link, trail)| NavigationLink { href: href(*link), group: group(*link, trail) });
    links.collect()
}

fn href(link: Node<'_>) -> String {
    let element = link.value().as_element();
    element.and_then(|element| attr(element, "href")).unwrap_or_default().trim().to_owned()
}

/// Drops the outermost title where all links that have any share it: it is that of the site.
fn drop_common(trails: &mut [Vec<Title>]) -> bool {
    let first: BTreeSet<NodeId> =
        trails.iter().filter_map(|it| it.first()).map(|it| it.0).collect();
    let has_all = trails.iter().filter(|trail| trail.is_empty()).count() * 2 < trails.len();
    let is_common = first.len() == 1 && has_all && trails.iter().any(|trail| trail.len() > 1);
    for trail in trails.iter_mut().filter(|trail| is_common && !trail.is_empty()) {
        trail.remove(0);
    }
    is_common
}

/// The titles of the groups that a link is in, the outermost first.
fn trail(
    link: Node<'_>,
    region: Node<'_>,
    known: &mut BTreeMap<NodeId, Option<Title>>,
) -> Vec<Title> {
    let above = link.ancestors().take_while(|node| *node != region);
    let mut titles: Vec<Title> = Vec::new();
    for node in above {
        let title = known.entry(node.id()).or_insert_with(|| title_of(node)).clone();
        titles.extend(title.filter(|title| titles.last() != Some(title)));
    }
    titles.reverse();
    titles
}

/// The title of an element that holds links: what stands before it and is a link at most, for a
/// list; else what stands before it or before its neighbours and is no link.
fn title_of(node: Node<'_>) -> Option<Title> {
    let element = node.value().as_element()?;
    if matches!(element.name(), "a" | "summary" | "label" | "button") {
        return None;
    }
    let before =
        || node.prev_siblings().take(MAX_ELEMENTS_BEFORE).filter(|it| it.value().is_element());
    if is_list(node, element) {
        let nearest = before().find(|it| !contents(*it).is_empty())?;
        return (links_in(nearest) <= 1).then(|| titled(nearest)).flatten();
    }
    let is_item = matches!(element.name(), "li" | "div" | "section" | "nav");
    let mut before = before().filter(|_| is_item).filter(|it| links_in(*it) == 0);
    before.find_map(titled)
}

/// Whether an element is a list, or holds nothing before one.
fn is_list(node: Node<'_>, element: &Element) -> bool {
    let is_list = |element: &Element| matches!(element.name(), "ul" | "ol" | "menu" | "nav");
    let first = node.children().find_map(|child| child.value().as_element());
    let is_items = element.classes().any(|class| class == "items");
    is_list(element) || is_items || first.is_some_and(|first| matches!(first.name(), "ul" | "ol"))
}

fn links_in(node: Node<'_>) -> usize {
    let elements = node.descendants().filter_map(|node| node.value().as_element());
    elements.filter(|element| element.name() == "a" && has(element, "href")).take(2).count()
}

fn titled(node: Node<'_>) -> Option<Title> {
    let words = contents(node);
    let is_title =
        words.chars().any(char::is_alphanumeric) && words.chars().count() <= MAX_TITLE_CHARACTERS;
    is_title.then(|| (node.id(), words))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The links of the largest navigation, each with its group.
    fn read(body: &str) -> Vec<(String, String)> {
        let links = of_page(&format!("<body>{body}<main><a href=x>y</a></main>")).remove(0);
        links.into_iter().map(|it| (it.href, it.group.unwrap_or_default())).collect()
    }

    fn owned(links: &[(&str, &str)]) -> Vec<(String, String)> {
        links.iter().map(|(href, group)| ((*href).to_owned(), (*group).to_owned())).collect()
    }

    #[test]
    fn groups_of_generators_are_known() {
        let want = owned(&[("a", ""), ("b", "Guide"), ("c", "Guide"), ("d", "Reference")]);
        for (generator, nav) in [
            (
                "mdBook",
                "<nav id=sidebar><ol><li><a href=a>Intro</a></li><li class=part-title>Guide</li>\
                 <li><a href=b>B</a></li><li><a href=c>C</a></li><li class=part-title>Reference</li>\
                 <li><a href=d>D</a></li></ol></nav>",
            ),
            (
                "Material",
                "<nav><label>The Site</label><ul><li><a href=a>A</a></li><li><label>Guide</label>\
                 <nav><label>Guide</label><ul><li><a href=b>B</a></li><li><a href=c>C</a></li></ul></nav></li>\
                 <li><label>Reference</label><nav><ul><li><a href=d>D</a></li></ul></nav></li></ul></nav>",
            ),
            (
                "Starlight",
                "<nav><ul><li><a href=a>A</a></li><li><details><summary>Guide</summary><ul>\
                 <li><a href=b>B</a></li><li><a href=c>C</a></li></ul></details></li><li><details>\
                 <summary>Reference</summary><ul><li><a href=d>D</a></li></ul></details></li></ul></nav>",
            ),
            (
                "VitePress",
                "<aside><nav><div class=group><section><a href=a>A</a></section></div><div class=group>\
                 <section><div class=item><h2>Guide</h2></div><div class=items><div><a href=b>B</a></div>\
                 <div><a href=c>C</a></div></div></section></div><div class=group><section><div class=item>\
                 <h2>Reference</h2></div><div class=items><div><a href=d>D</a></div></div></section></div>\
                 </nav></aside>",
            ),
            (
                "Sphinx",
                "<div class=sphinxsidebar><ul><li><a href=a>A</a></li></ul><p class=caption>Guide</p>\
                 <ul><li><a href=b>B</a></li><li><a href=c>C</a></li></ul><p class=caption>Reference</p>\
                 <ul><li><a href=d>D</a></li></ul></div>",
            ),
        ] {
            assert_eq!(read(nav), want, "{generator}");
        }
    }

    #[test]
    fn a_link_is_the_title_of_what_stands_below_it() {
        let want = owned(&[("a", ""), ("b", "B"), ("c", "B"), ("d", "B"), ("e", "")]);
        let docusaurus = "<nav class=menu><ul><li><a href=a>A</a></li><li><div><a href=b>B</a></div><ul>\
            <li><a href=c>C</a></li><li><a href=d>D</a></li></ul></li><li><a href=e>E</a></li></ul></nav>";
        let mdbook = "<nav><ol><li><a href=a>A</a></li><li><a href=b>B</a></li><li><ol>\
            <li><a href=c>C</a></li><li><a href=d>D</a></li></ol></li><li><a href=e>E</a></li></ol></nav>";
        for nav in [docusaurus, mdbook] {
            assert_eq!(read(nav), want);
        }
    }

    #[test]
    fn the_largest_comes_first_and_others_count_less() {
        let pages = of_page(
            "<nav aria-label=breadcrumbs><a href=z>Z</a></nav><header><nav><a href=a>A</a></nav></header>\
             <nav><a href=b>B</a><a href=c>C</a></nav><footer><nav><a href=d>D</a></nav></footer>",
        );
        let hrefs: Vec<Vec<_>> =
            pages.iter().map(|links| links.iter().map(|it| it.href.as_str()).collect()).collect();
        assert_eq!(hrefs, [vec!["b", "c"], vec!["a"]]);
    }
}
