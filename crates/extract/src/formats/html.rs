//! Web pages.

mod anchor;
mod annotations;
mod attributes;
mod bodies;
mod button;
mod chrome;
mod dashed_terms;
mod depth;
mod dom;
mod element;
mod entry;
mod head;
mod hidden;
mod late_parts;
mod linker;
mod listing;
mod marks;
pub(crate) mod navigation;
mod not_content;
mod old_frame;
mod place;
mod render;
mod rules;
mod table;
mod web_page;
mod words;
mod written_links;

use std::sync::Arc;

use kindex::Document;
use scraper::Html;

use crate::context::FileContext;
use crate::error::{Reason, Warning, WarningKind};
use crate::format::Format;
use crate::formats::source;
use crate::links;
use crate::options::Options;
use crate::outcome::Extracted;
use crate::page::{Page, front_matter, url};
use crate::text::passages::{self, Passage};
use dom::Node;
pub(crate) use element::SILENT;
use head::Head;
pub(crate) use head::forbids_indexing;
use linker::Linker;
use marks::Marks;
use render::Written;
pub(crate) use render::render_fragment;
pub(crate) use rules::Rules;
pub use web_page::WebPage;

/// Reads a page. A page that robots are told not to index (`noindex`) gives no document (mdBook
/// marks its `print.html` and `toc.html` so), nor does one that no reader looks for.
pub(crate) fn extract(
    path: &str,
    source: &str,
    context: &FileContext,
    options: &Options,
) -> Extracted {
    web_page(path, source, context, options, None).extracted
}

/// Reads a page; where `site` is given, also as Markdown with links, whole by that address of the
/// site.
pub(crate) fn web_page(
    path: &str,
    source: &str,
    context: &FileContext,
    options: &Options,
    site: Option<&str>,
) -> WebPage {
    let split = front_matter::split(source);
    if let Some(reason) = split.matter.skip_reason(path, options.site) {
        return Extracted::left_out(Reason::Asked, reason).into();
    }
    let body = source::rewrite_html(split.body, options.site);
    let mut html = Html::parse_document(&depth::limit(&attributes::limit(&body)));
    let head = Head::of(&html);
    options.selection.prune(&mut html);
    hidden::reveal(&mut html);
    let reason = head.reason.or_else(|| not_content::reason(&html, path, &head));
    if let Some(reason) = reason.or_else(|| unmarked(&html, options)) {
        return Extracted::left_out(reason, said(reason)).into();
    }
    let common = passages::alone(&body, options.habits.common());
    let (Body { written, targets, boost, warning }, parts) = read(&html, options, &common);
    let Written { text, sections, stressed } = written;
    let heading = sections.first().and_then(|section| text.get(section.heading.clone()));
    let heading = heading.unwrap_or_default();
    if let Some(reason) = not_content::reason_by_text(&html, path, &text, heading) {
        return Extracted::left_out(reason, said(reason)).into();
    }
    if let Some(left_out) = left_out_by_site(path, options) {
        return left_out.into();
    }
    let markdown = site.map(|site| {
        let linker = Linker::of(&html, &url::whole(path, site));
        render::render(&parts, Rules::of_markdown_page(&common, linker)).text
    });
    let (full_title, canonical) = (head.title.clone(), head.canonical.clone());
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
    document.links = links::of_page(&document, &targets);
    let warnings = split.warning.into_iter().chain(warning).collect();
    let extracted = Extracted { documents: vec![document], warnings };
    WebPage { extracted, markdown: markdown.unwrap_or_default(), full_title, canonical }
}

/// A page that its site does not lead readers to.
fn left_out_by_site(path: &str, options: &Options) -> Option<Extracted> {
    if options.habits.is_collection(path) {
        return Some(Extracted::left_out(Reason::Collection, said(Reason::Collection)));
    }
    if options.habits.is_copy(path) {
        return Some(Extracted::left_out(Reason::Copy, said(Reason::Copy)));
    }
    let message = "the search of the site leaves the page out";
    options.habits.hides(path).then(|| Extracted::left_out(Reason::Asked, message))
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
    let is_unmarked = options.habits.needs_mark() && bodies::marked_bodies(html).is_empty();
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
    dom::elements(html.tree.root()).any(|(_, element)| element::has(element, bodies::PAGEFIND_BODY))
}

/// The title in the head of a page, on one line.
pub(crate) fn title_of(source: &str) -> Option<String> {
    Head::of(&Html::parse_document(source)).title
}

/// The part that the page is about.
#[derive(Default)]
struct Body {
    written: Written,
    /// Those of its links.
    targets: Vec<String>,
    /// The factor that it says for its scores.
    boost: Option<f64>,
    warning: Option<Warning>,
}

impl Body {
    fn of(parts: &[Node<'_>], common: &Arc<[Passage]>) -> Body {
        Body {
            written: render::render(parts, Rules::of_page(common)),
            targets: parts.iter().flat_map(|part| words::targets(*part)).collect(),
            boost: marks::boost(parts),
            warning: None,
        }
    }
}

/// Reads the part that the page is about, and gives the nodes that it is. Where the page or the caller names that, no other part
/// takes its place: what the author left out stays out.
fn read<'h>(html: &'h Html, options: &Options, common: &Arc<[Passage]>) -> (Body, Vec<Node<'h>>) {
    let roots = options.selection.roots(html);
    if !roots.is_empty() {
        return (Body::of(&roots, common), roots);
    }
    let marked = bodies::marked_bodies(html);
    if !marked.is_empty() {
        let body = Body::of(&marked, common);
        let warning = body.written.text.is_empty().then(|| {
            let message = "there is no text in the parts marked data-kindex-body or \
                           data-pagefind-body; move the mark to the element that holds the text";
            Warning::new(WarningKind::NoText, None, message)
        });
        return (Body { warning, ..body }, marked);
    }
    let likely = bodies::likely_bodies(html).into_iter();
    let mut bodies = likely.map(|part| (Body::of(&[part], common), vec![part]));
    bodies.find(|(body, _)| !body.written.text.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
