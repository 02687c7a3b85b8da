//! Tells pages that only list others: those of tags, categories, authors and archives. A page of
//! that name which says something itself is none.

use scraper::Html;
use scraper::node::Element;

use super::bodies::{likely_bodies, marked_bodies};
use super::chrome::is_chrome;
use super::dom::{Node, Visitor, walk};
use super::element::is_page_frame;
use super::head::Head;
use super::place::Place;

/// This many bytes of text outside of links and entries say something.
const MIN_PROSE_BYTES: usize = 200;

/// Parts of the classes of elements that stand for another page.
const ENTRIES: [&str; 9] = [
    "archive__item",
    "card",
    "entry",
    "excerpt",
    "post-item",
    "post-list",
    "postlist",
    "preview",
    "teaser",
];

/// Whether the page at a place is a list of others.
pub(super) fn is_list(html: &Html, place: &Place<'_>, head: &Head) -> bool {
    if !place.may_be_list() {
        return false;
    }
    let marked = marked_bodies(html);
    let body = marked.into_iter().chain(likely_bodies(html)).next();
    body.is_some_and(|body| {
        let mut shares = Shares::of(body, head.canonical.as_deref().and_then(host));
        walk(body, &mut shares);
        shares.is_list()
    })
}

/// The bytes of a page, by their kind.
struct Shares<'a> {
    root: Node<'a>,
    /// Links that lead to pages of the site.
    links: usize,
    linked: usize,
    /// Paragraphs and code outside of links and entries.
    prose: usize,
    all: usize,
    entries: usize,
    /// The number of these that are open.
    open_links: usize,
    open_entries: usize,
    open_blocks: usize,
    /// Times, too.
    open_headings: usize,
    /// Whether there are several articles, so that each is about another page.
    many: bool,
    /// That of the site, as far as the page names it.
    host: Option<&'a str>,
}

impl<'a> Shares<'a> {
    fn of(root: Node<'a>, host: Option<&'a str>) -> Shares<'a> {
        let articles =
            super::dom::elements(root).filter(|(_, element)| element.name() == "article");
        Shares {
            root,
            links: 0,
            linked: 0,
            prose: 0,
            all: 0,
            entries: 0,
            open_links: 0,
            open_entries: 0,
            open_blocks: 0,
            open_headings: 0,
            many: articles.count() > 1,
            host,
        }
    }

    fn is_list(&self) -> bool {
        let mostly = self.linked * 2 >= self.all;
        let is_empty = self.all == 0;
        self.prose < MIN_PROSE_BYTES
            && (is_empty || (self.links > 0 && (self.entries > 0 || mostly)))
    }

    /// Counts what begins or ends with an element.
    fn count(&mut self, element: &Element, by: impl Fn(&mut usize)) {
        match element.name() {
            "a" if self.leads_to_page(element) => by(&mut self.open_links),
            "p" | "pre" | "td" | "dd" | "blockquote" => by(&mut self.open_blocks),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "time" => by(&mut self.open_headings),
            _ => {}
        }
        if self.is_entry(element) {
            by(&mut self.open_entries);
        }
    }

    /// Whether a link leads to another page of the site.
    fn leads_to_page(&self, element: &Element) -> bool {
        let href = element.attr("href").unwrap_or_default();
        let is_whole = href.contains("://") || href.starts_with("//");
        let is_mail = href.starts_with("mailto:");
        let is_here = href.is_empty() || href.starts_with('#');
        if is_whole { self.host.is_some() && host(href) == self.host } else { !is_mail && !is_here }
    }

    fn is_entry(&self, element: &Element) -> bool {
        match element.name() {
            "article" if self.many => true,
            "article" | "li" | "div" | "section" => {
                element.classes().any(|class| ENTRIES.iter().any(|entry| class.contains(entry)))
            }
            _ => false,
        }
    }
}

impl<'a> Visitor<'a> for Shares<'a> {
    fn open(&mut self, node: Node<'a>) -> bool {
        match node.value() {
            scraper::Node::Element(element) => {
                if is_chrome(node, element) || (node != self.root && is_page_frame(element)) {
                    return false;
                }
                self.count(element, |open| *open += 1);
                self.links += usize::from(element.name() == "a" && self.leads_to_page(element));
                self.entries += usize::from(self.is_entry(element));
            }
            scraper::Node::Text(text) => {
                let bytes = text.trim().len();
                if self.open_links > 0 {
                    self.linked += bytes;
                } else if self.open_entries == 0 && self.open_blocks > 0 {
                    self.prose += bytes;
                }
                if self.open_headings == 0 || self.open_links > 0 {
                    self.all += bytes;
                }
            }
            _ => {}
        }
        true
    }

    fn close(&mut self, node: Node<'a>) {
        if let Some(element) = node.value().as_element() {
            self.count(element, |open| *open = open.saturating_sub(1));
        }
    }
}

/// The host in a whole address.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("//")?;
    rest.split('/').next()
}
