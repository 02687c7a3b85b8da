//! Web pages.

mod anchor;
mod annotations;
mod attributes;
mod button;
mod chrome;
mod dashed_terms;
mod depth;
mod dom;
mod element;
mod entry;
mod hidden;
mod late_parts;
mod listing;
mod marks;
mod not_content;
mod place;
mod render;
mod rules;
mod selection;
mod table;

use std::sync::Arc;

use kindex::Document;
use scraper::Html;

use crate::Extracted;
use crate::error::{Reason, Warning, WarningKind};
use crate::front_matter;
use crate::links::{self, Link};
use crate::options::{FileContext, Format, Options};
use crate::page::{self, Page};
use crate::passages::{self, Passage};
use crate::source;
use crate::url;
use dom::Node;
pub(crate) use element::{SILENT, is_block_name};
use kindex_text::collapse;
use marks::Marks;
use render::Written;
pub(crate) use render::{LINK, MARKER, SLUG_SOURCE, render_fragment};
pub(crate) use rules::Rules;
pub use selection::{ParseSelectorError, Selection};

/// Reads a page. A page that robots are told not to index (`noindex`) gives no document (mdBook
/// marks its `print.html` and `toc.html` so), nor does one that no reader looks for.
pub(crate) fn extract(
    path: &str,
    source: &str,
    context: &FileContext,
    options: &Options,
) -> Extracted {
    let split = front_matter::split(source);
    if let Some(reason) = split.matter.skip_reason(path, options.site) {
        return page::skipped(reason);
    }
    let body = source::rewrite_html(split.body, options.site);
    let mut html = Html::parse_document(&depth::limit(&attributes::limit(&body)));
    let head = Head::of(&html);
    options.selection.prune(&mut html);
    hidden::reveal(&mut html);
    let reason = head.reason.or_else(|| not_content::reason(&html, path, &head));
    if let Some(reason) = reason.or_else(|| unmarked(&html, options)) {
        return page::left_out(reason, said(reason));
    }
    let common = passages::alone(&body, options.habits.common());
    let Body { written, links, boost, warning } = read(&html, options, &common);
    let Written { text, sections, stressed } = written;
    let heading = sections.first().and_then(|section| text.get(section.heading.clone()));
    let heading = heading.unwrap_or_default();
    if let Some(reason) = not_content::reason_by_text(&html, path, &text, heading) {
        return page::left_out(reason, said(reason));
    }
    if let Some(left_out) = left_out_by_site(path, options) {
        return left_out;
    }
    let mut marks = Marks::of(&html);
    let page = Page {
        path,
        format: Format::Html,
        matter: split.matter.or_title(marks.take_title()),
        title: head.title,
        default_title: marks.take_default_title(),
        lang: head.lang,
        text,
        sections,
    };
    let has_place = page.matter.place().url.is_some() || page.matter.place().slug.is_some();
    let mut document = page.into_document(context, options);
    if let Some(description) = head.description {
        let meta = &mut document.meta;
        meta.entry("description".to_owned()).or_insert_with(|| description.into());
    }
    marks.apply(&mut document);
    weigh(&mut document, boost, &stressed);
    // The canonical link is the page's own word, but the caller's base is the site in hand,
    // which may be a preview or a mirror.
    if let (None, false, Some(canonical)) = (&options.base_url, has_place, head.canonical) {
        document.url = url::join(None, &canonical);
    }
    document.links = links::of_page(&document, &links, &options.ignored_links);
    let warnings = split.warning.into_iter().chain(warning).collect();
    Extracted { documents: vec![document], warnings }
}

/// A page that its site does not lead readers to.
fn left_out_by_site(path: &str, options: &Options) -> Option<Extracted> {
    if options.habits.is_collection(path) {
        return Some(page::left_out(Reason::Collection, said(Reason::Collection)));
    }
    if options.habits.is_copy(path) {
        return Some(page::left_out(Reason::Copy, said(Reason::Copy)));
    }
    let message = "the search of the site leaves the page out";
    options.habits.hides(path).then(|| page::skipped(message))
}

/// Adds the weights that a page says.
fn weigh(document: &mut Document, boost: Option<f64>, stressed: &str) {
    if let Some(boost) = boost {
        document.boost = (document.boost * boost).clamp(0.01, 100.0);
    }
    if !stressed.is_empty() {
        let extra = [document.extra.as_str(), stressed];
        document.extra = extra.join("\n").trim_start().to_owned();
    }
}

/// The reason to leave out a page without a mark where other pages have one.
fn unmarked(html: &Html, options: &Options) -> Option<Reason> {
    let has_part = || !options.selection.roots(html).is_empty();
    let is_unmarked = options.habits.needs_mark() && dom::marked_bodies(html).is_empty();
    let is_unmarked = is_unmarked && !has_part();
    is_unmarked.then_some(Reason::Unmarked)
}

/// The message about a page that is left out.
fn said(reason: Reason) -> &'static str {
    match reason {
        Reason::Asked => "the page's robots meta says noindex",
        Reason::ErrorPage => "the page is for addresses that lead nowhere",
        Reason::List => "the page only lists others",
        Reason::Redirect => "the page only redirects",
        Reason::SourceView => "the page shows the source of a program",
        Reason::Tool => "the page is an index or a tool of the site",
        Reason::Unmarked => "the page lacks data-pagefind-body, which others have",
        Reason::BesidePages => "the page lies beside finished ones",
        Reason::Collection => "its text stands on other pages",
        Reason::Copy => "the index.html beside it is the same page",
    }
}

/// Whether a page says with `data-pagefind-body` what is to be found.
pub(crate) fn is_marked_for_pagefind(source: &str) -> bool {
    let html = Html::parse_document(&depth::limit(source));
    dom::elements(html.tree.root()).any(|(_, element)| dom::has(element, dom::PAGEFIND_BODY))
}

/// The title in the head of a page, on one line.
pub(crate) fn title_of(source: &str) -> Option<String> {
    Head::of(&Html::parse_document(source)).title
}

/// The part that the page is about.
#[derive(Default)]
struct Body {
    written: Written,
    links: Vec<Link>,
    /// The factor that it says for its scores.
    boost: Option<f64>,
    warning: Option<Warning>,
}

impl Body {
    fn of(parts: &[Node<'_>], common: &Arc<[Passage]>) -> Body {
        Body {
            written: render::render(parts, Rules::of_page(common)),
            links: parts.iter().flat_map(|part| dom::links(*part)).collect(),
            boost: marks::boost(parts),
            warning: None,
        }
    }
}

/// Reads the part that the page is about. Where the page or the caller names that, no other part takes
/// its place: what the author left out stays out.
fn read(html: &Html, options: &Options, common: &Arc<[Passage]>) -> Body {
    let body_of = |parts: &[Node<'_>]| Body::of(parts, common);
    let roots = options.selection.roots(html);
    if !roots.is_empty() {
        return body_of(&roots);
    }
    let marked = dom::marked_bodies(html);
    if !marked.is_empty() {
        let body = body_of(&marked);
        let warning = body.written.text.is_empty().then(|| {
            let message = "there is no text in the parts marked data-kindex-body or \
                           data-pagefind-body; move the mark to the element that holds the text";
            Warning::new(WarningKind::NoText, None, message)
        });
        return Body { warning, ..body };
    }
    let mut bodies = dom::likely_bodies(html).into_iter().map(|part| body_of(&[part]));
    bodies.find(|body| !body.written.text.is_empty()).unwrap_or_default()
}

/// The contents of `<head>`.
#[derive(Default)]
struct Head {
    title: Option<String>,
    lang: Option<String>,
    description: Option<String>,
    canonical: Option<String>,
    /// The program that made the page, as the page says.
    generator: Option<String>,
    reason: Option<Reason>,
}

impl Head {
    fn of(html: &Html) -> Head {
        let mut head = Head::default();
        for node in html.tree.root().descendants() {
            let Some(element) = node.value().as_element() else {
                continue;
            };
            match element.name() {
                "html" => head.lang = filled(element.attr("lang")),
                "title" if head.title.is_none() && !in_svg(node) => {
                    head.title = filled(Some(&dom::raw_text(node)));
                }
                "meta" => head.read_meta(element),
                "link" if element.attr("rel") == Some("canonical") => {
                    head.canonical = filled(element.attr("href"));
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

#[cfg(test)]
mod tests;
