//! Web pages.

mod attributes;
mod depth;
mod dom;
mod element;
mod render;
mod table;

use kindex::Section;
use scraper::Html;

use crate::Extracted;
use crate::error::{Warning, WarningKind};
use crate::front_matter;
use crate::links::Link;
use crate::options::{Format, Options};
use crate::page::{self, Page};
use crate::source;
use crate::text::collapse;
use crate::url;
use dom::Node;
pub(crate) use element::SILENT;
pub(crate) use render::{MARKER, Rules, SLUG_SOURCE, render_fragment};

/// Reads a page. A page that robots are told not to index (`noindex`), or that only sends the
/// reader elsewhere, gives no document: mdBook marks its `print.html` and `toc.html` so.
pub(crate) fn extract(path: &str, source: &str, options: &Options) -> Extracted {
    let split = front_matter::split(source);
    if let Some(reason) = split.matter.skip_reason(path, options.site) {
        return page::skipped(reason);
    }
    let body = source::rewrite_html(split.body, options.site);
    let html = Html::parse_document(&depth::limit(&attributes::limit(&body)));
    let head = Head::of(&html);
    if let Some(reason) = head.skip_reason {
        return page::skipped(reason);
    }
    let (text, sections, links, warning) = read(&html, options);
    let page = Page {
        path,
        format: Format::Html,
        matter: split.matter,
        title: head.title,
        lang: head.lang,
        text,
        sections,
    };
    let has_place = page.matter.place().url.is_some() || page.matter.place().slug.is_some();
    let mut document = page.into_document(options);
    if let Some(description) = head.description {
        let meta = &mut document.meta;
        meta.entry("description".to_owned()).or_insert(description);
    }
    // The canonical link is the page's own word, but the caller's base is the site in hand,
    // which may be a preview or a mirror.
    if let (None, false, Some(canonical)) = (&options.base_url, has_place, head.canonical) {
        document.url = url::join(None, &canonical);
    }
    let warnings = split.warning.into_iter().chain(warning).collect();
    Extracted { documents: vec![document], links, warnings }
}

/// The text, headings and links of what the page is about, and what is wrong.
type Body = (String, Vec<Section>, Vec<Link>, Option<Warning>);

/// Reads what the page is about. Where the page names that, no other part takes its place: what
/// the author left out stays out.
fn read(html: &Html, options: &Options) -> Body {
    let render = |bodies: &[Node<'_>]| {
        let (text, sections) = render::render(bodies, Rules::of_page(options));
        let links = bodies.iter().flat_map(|body| dom::links(*body)).collect();
        (text, sections, links)
    };
    let marked = dom::marked_bodies(html);
    if !marked.is_empty() {
        let (text, sections, links) = render(&marked);
        let warning = text.is_empty().then(|| {
            let message = "there is no text in the parts marked data-kindex-body; \
                           move the mark to the element that holds the text";
            Warning::new(WarningKind::NoText, None, message)
        });
        return (text, sections, links, warning);
    }
    let mut rendered = dom::likely_bodies(html).into_iter().map(|body| render(&[body]));
    let (text, sections, links) = rendered.find(|(text, ..)| !text.is_empty()).unwrap_or_default();
    (text, sections, links, None)
}

/// What stands in `<head>`.
#[derive(Default)]
struct Head {
    title: Option<String>,
    lang: Option<String>,
    description: Option<String>,
    canonical: Option<String>,
    skip_reason: Option<&'static str>,
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
        } else if is("name", "robots") && content.to_ascii_lowercase().contains("noindex") {
            self.skip_reason = Some("the page's robots meta says noindex");
        } else if is("http-equiv", "refresh") && content.to_ascii_lowercase().contains("url=") {
            self.skip_reason = Some("the page only redirects");
        }
    }
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
