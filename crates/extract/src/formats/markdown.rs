//! Markdown and MDX, by way of HTML.

mod unclosed;

use std::ops::Range;

use kindex_text::part;
use pulldown_cmark::{CowStr, Event, Options as Cmark, Parser, Tag, TagEnd, html::push_html};

use crate::context::FileContext;
use crate::error::Reason;
use crate::format::Format;
use crate::formats::html::{Rules, render_fragment};
use crate::formats::own_attributes::{MARKER, SLUG_SOURCE};
use crate::formats::source::{self, Dialect};
use crate::links;
use crate::options::Options;
use crate::outcome::Extracted;
use crate::page::{Page, front_matter};
use unclosed::Unclosed;

pub(crate) fn extract(
    path: &str,
    source: &str,
    mdx: bool,
    context: &FileContext,
    options: &Options,
) -> Extracted {
    let split = front_matter::split(source);
    if let Some(reason) = split.matter.skip_reason(path, options.site) {
        return Extracted::left_out(Reason::Asked, reason);
    }
    let body = source::rewrite(split.body, Dialect::of(options.site, mdx));
    let html = to_html(&body, options.ids().reads_source());
    let (text, sections, targets) = render_fragment(&html, Rules::of_markdown(options));
    let page = Page {
        path,
        format: Format::Markdown,
        matter: split.matter,
        title: None,
        default_title: None,
        lang: None,
        text,
        sections,
    };
    let mut document = page.into_document(context, options);
    document.links = links::of_page(&document, &targets);
    Extracted { documents: vec![document], warnings: split.warning.into_iter().collect() }
}

fn to_html(source: &str, with_heading_source: bool) -> String {
    let syntax = Cmark::ENABLE_TABLES
        | Cmark::ENABLE_FOOTNOTES
        | Cmark::ENABLE_STRIKETHROUGH
        | Cmark::ENABLE_TASKLISTS
        | Cmark::ENABLE_HEADING_ATTRIBUTES
        | Cmark::ENABLE_DEFINITION_LIST
        | Cmark::ENABLE_GFM;
    let events: Vec<(Event<'_>, Range<usize>)> =
        Parser::new_ext(source, syntax).into_offset_iter().collect();
    let unclosed = Unclosed::of(source, &events);
    let events = events.into_iter().map(|(event, range)| match event {
        Event::Start(Tag::Heading { level, id: None, classes, mut attrs })
            if with_heading_source =>
        {
            let line = heading_line(part(source, range)).to_owned();
            attrs.push((CowStr::Borrowed(SLUG_SOURCE), Some(line.into())));
            Event::Start(Tag::Heading { level, id: None, classes, attrs })
        }
        Event::Html(html) => Event::Html(unclosed.escape(html, &range)),
        Event::InlineHtml(html) => Event::InlineHtml(unclosed.escape(html, &range)),
        other => footnote(other),
    });
    let (mut depth, mut in_image) = (Depth::default(), false);
    let events = events.filter(|event| {
        match event {
            Event::Start(Tag::Image { .. }) => in_image = true,
            Event::End(TagEnd::Image) => in_image = false,
            _ => {}
        }
        // An alternative text is no HTML, and would show the tags.
        depth.keeps(event) && !(in_image && matches!(event, Event::InlineHtml(_)))
    });
    let mut html = String::with_capacity(source.len() * 3 / 2);
    push_html(&mut html, events);
    html
}

/// Leaves out lists and quotes that are nested absurdly deep, but not their text: reading them
/// takes time that grows with the square of the depth.
#[derive(Default)]
struct Depth {
    open: usize,
}

impl Depth {
    const MAX: usize = 64;

    fn keeps(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Start(Tag::List(_) | Tag::Item | Tag::BlockQuote(_)) => {
                self.open += 1;
                self.open <= Self::MAX
            }
            Event::End(TagEnd::List(_) | TagEnd::Item | TagEnd::BlockQuote(_)) => {
                self.open = self.open.saturating_sub(1);
                self.open < Self::MAX
            }
            _ => true,
        }
    }
}

/// The words of a heading as they are written.
fn heading_line(source: &str) -> &str {
    let line = source.lines().next().unwrap_or("").trim();
    let words = line.trim_start_matches('#').trim();
    let unclosed = words.trim_end_matches('#');
    let closed = unclosed.is_empty() || unclosed.ends_with(' ');
    if closed { unclosed.trim_end() } else { words }
}

/// Footnotes keep their Markdown notation: a bare number would run into the word before it.
fn footnote(event: Event<'_>) -> Event<'_> {
    match event {
        Event::FootnoteReference(name) => Event::Text(format!("[^{name}]").into()),
        Event::Start(Tag::FootnoteDefinition(name)) => {
            let marker = escape(&format!("[^{name}]: "));
            Event::Html(format!("<div><li {MARKER}=\"{marker}\">").into())
        }
        Event::End(TagEnd::FootnoteDefinition) => Event::Html("</li></div>\n".into()),
        other => other,
    }
}

/// `text` as an attribute's value.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests;
