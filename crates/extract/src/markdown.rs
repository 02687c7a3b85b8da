//! Markdown and MDX, by way of HTML.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options as Cmark, Parser, Tag, TagEnd, html::push_html};

use crate::Extracted;
use crate::front_matter;
use crate::html::{MARKER, Rules, SILENT, SLUG_SOURCE, render_fragment};
use crate::options::{Format, Options};
use crate::page::{self, Page};
use crate::source::{self, Dialect};
use crate::text::{after, part};

pub(crate) fn extract(path: &str, source: &str, mdx: bool, options: &Options) -> Extracted {
    let split = front_matter::split(source);
    if let Some(reason) = split.matter.skip_reason() {
        return page::skipped(reason);
    }
    let body = source::rewrite(split.body, Dialect::of(options.site, mdx));
    let html = to_html(&body, options.ids().reads_source());
    let (text, sections) = render_fragment(&html, Rules::of_markdown(options));
    let page = Page {
        path,
        format: Format::Markdown,
        matter: split.matter,
        title: None,
        lang: None,
        text,
        sections,
    };
    Extracted {
        documents: vec![page.into_document(options)],
        warnings: split.warning.into_iter().collect(),
    }
}

fn to_html(source: &str, with_heading_source: bool) -> String {
    let syntax = Cmark::ENABLE_TABLES
        | Cmark::ENABLE_FOOTNOTES
        | Cmark::ENABLE_STRIKETHROUGH
        | Cmark::ENABLE_TASKLISTS
        | Cmark::ENABLE_HEADING_ATTRIBUTES
        | Cmark::ENABLE_DEFINITION_LIST
        | Cmark::ENABLE_GFM;
    let mut unclosed = Unclosed::new(source);
    let events =
        Parser::new_ext(source, syntax).into_offset_iter().map(|(event, range)| match event {
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
    let mut depth = Depth::default();
    let events = events.filter(|event| depth.keeps(event));
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

/// Finds tags that would hide the rest of the page: prose that says `<script>` without ever
/// closing it means the word.
struct Unclosed<'a> {
    source: &'a str,
    /// Where each silent element is closed for the last time, once asked for.
    last_close: [Option<Option<usize>>; SILENT.len()],
}

impl<'a> Unclosed<'a> {
    fn new(source: &'a str) -> Self {
        Unclosed { source, last_close: [None; SILENT.len()] }
    }

    fn escape<'e>(&mut self, html: CowStr<'e>, range: &Range<usize>) -> CowStr<'e> {
        let mut escaped = String::new();
        let mut copied = 0;
        for (at, _) in html.match_indices('<') {
            if self.hides_the_rest(after(&html, at + 1), range.start + at) {
                escaped.push_str(part(&html, copied..at));
                escaped.push_str("&lt;");
                copied = at + 1;
            }
        }
        if copied == 0 {
            return html;
        }
        escaped.push_str(after(&html, copied));
        escaped.into()
    }

    fn hides_the_rest(&mut self, tag: &str, at: usize) -> bool {
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let name = part(tag, 0..end.unwrap_or(tag.len()));
        if name.eq_ignore_ascii_case("plaintext") {
            return true;
        }
        let silent = SILENT.iter().zip(&mut self.last_close);
        let Some((silent, last)) =
            silent.into_iter().find(|(silent, _)| silent.eq_ignore_ascii_case(name))
        else {
            return false;
        };
        if VOID.contains(silent) {
            return false;
        }
        let last = last.get_or_insert_with(|| last_close(self.source, silent));
        last.is_none_or(|last| last < at)
    }
}

/// Silent elements that have no content.
const VOID: [&str; 3] = ["area", "embed", "source"];

fn last_close(source: &str, name: &str) -> Option<usize> {
    let closes = |at: &usize| {
        let rest = after(source, at + 2);
        rest.get(..name.len()).is_some_and(|given| given.eq_ignore_ascii_case(name))
    };
    source.rmatch_indices("</").map(|(at, _)| at).find(closes)
}

#[cfg(test)]
mod tests;
