//! Finds tags that would hide the rest of the page: prose that says `<template>` without ever
//! closing it means the word. An end tag in a fence or a code span closes nothing.

use std::collections::BTreeMap;
use std::ops::Range;

use kindex_text::{after, part};
use pulldown_cmark::{CowStr, Event, TagEnd};

use crate::formats::html::SILENT;

/// Silent elements that have no content.
const VOID: [&str; 3] = ["area", "embed", "source"];

/// Elements that are not silent, but hide their content too, or what its markup means.
const OPAQUE: [&str; 4] = ["dialog", "noembed", "title", "xmp"];

/// The beginnings of the tags that are words, in order.
pub(super) struct Unclosed {
    at: Vec<usize>,
}

impl Unclosed {
    pub(super) fn of(source: &str, events: &[(Event<'_>, Range<usize>)]) -> Unclosed {
        let mut tags = Tags { source, ..Tags::default() };
        for (event, range) in events {
            tags.see(event, range);
        }
        Unclosed { at: tags.finish() }
    }

    /// `html`, which stands at `range`, with these tags as words.
    pub(super) fn escape<'e>(&self, html: CowStr<'e>, range: &Range<usize>) -> CowStr<'e> {
        let mut escaped = String::new();
        let mut copied = 0;
        for (at, _) in html.match_indices('<') {
            if self.at.binary_search(&(range.start + at)).is_ok() {
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
}

/// The beginnings of the open elements of each name.
type Open = BTreeMap<&'static str, Vec<usize>>;

/// Pairs the tags of a page.
#[derive(Default)]
struct Tags<'a> {
    source: &'a str,
    /// The tags opened in the paragraph being read: it has to be closed there.
    inline: Open,
    /// The tags opened by a block of HTML.
    blocks: Open,
    unclosed: Vec<usize>,
}

impl Tags<'_> {
    fn see(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            Event::InlineHtml(_) => self.read(range, true),
            // Scripts and styles were dropped where they are what they seem.
            Event::Code(_) => ["script", "style"].into_iter().for_each(|name| {
                self.unclosed.extend(self.inline.remove(name).unwrap_or_default());
            }),
            Event::Start(tag) if !is_inline(tag.to_end()) => {
                self.end_paragraph();
                if tag.to_end() == TagEnd::HtmlBlock {
                    self.read(range, false);
                }
            }
            Event::End(tag) if !is_inline(*tag) => self.end_paragraph(),
            _ => {}
        }
    }

    fn read(&mut self, range: &Range<usize>, inline: bool) {
        let html = part(self.source, range.clone());
        let mut at = 0;
        while let Some(found) = after(html, at).find('<') {
            at += found;
            if after(html, at).starts_with("<!--") {
                let length = after(html, at + 2).find("-->");
                at += length.map_or(html.len(), |length| length + 2);
                continue;
            }
            self.tag(after(html, at + 1), range.start + at, inline);
            at += 1;
        }
    }

    /// Notes a tag that stands at byte `at`; `tag` is what follows its `<`.
    fn tag(&mut self, tag: &str, at: usize, inline: bool) {
        let end_tag = tag.strip_prefix('/');
        let Some(name) = hiding_name(end_tag.unwrap_or(tag)) else {
            return;
        };
        // A block of HTML has no code spans, but who begins a paragraph with a tag thinks so.
        if part(self.source, 0..at).ends_with('`') {
            self.unclosed.push(at);
        } else if end_tag.is_some() {
            let pop = |open: &mut Open| open.get_mut(name).and_then(Vec::pop);
            let _ = pop(&mut self.inline).or_else(|| pop(&mut self.blocks));
        } else if name == "plaintext" {
            self.unclosed.push(at);
        } else if !(name == "svg" && closes_itself(tag)) {
            let open = if inline { &mut self.inline } else { &mut self.blocks };
            open.entry(name).or_default().push(at);
        }
    }

    fn end_paragraph(&mut self) {
        self.unclosed.extend(std::mem::take(&mut self.inline).into_values().flatten());
    }

    fn finish(mut self) -> Vec<usize> {
        self.end_paragraph();
        self.unclosed.extend(self.blocks.into_values().flatten());
        self.unclosed.sort_unstable();
        self.unclosed
    }
}

/// The name that `tag` begins with, if such an element hides its contents.
fn hiding_name(tag: &str) -> Option<&'static str> {
    let end = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let name = part(tag, 0..end.unwrap_or(tag.len()));
    let known = SILENT.into_iter().chain(OPAQUE).chain(["plaintext"]);
    known.filter(|known| !VOID.contains(known)).find(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a tag ends with `/>`, which only elements that HTML took from XML heed.
fn closes_itself(tag: &str) -> bool {
    tag.find(['>', '<']).is_some_and(|end| part(tag, 0..end).ends_with('/'))
}

/// Whether an element is part of a paragraph.
fn is_inline(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}
