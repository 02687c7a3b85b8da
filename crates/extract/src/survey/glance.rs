//! A quick look at a page: a survey looks at all of a site before any is parsed.

use kindex_text::{after, part};

use super::own_search::Maker;
use crate::formats::html::{forbids_indexing, is_marked_for_pagefind, title_of};

/// The head of a page is looked for in this many bytes of it. Some have their styles in it.
const MAX_HEAD_BYTES: usize = 1 << 18;

/// The beginnings of rustdoc's pages that show the source of programs, or are its tools.
const RUSTDOC: [&str; 3] = [
    "<body class=\"rustdoc src\"",
    "<body class=\"rustdoc source\"",
    "<body class=\"rustdoc mod sys\"",
];

const MARK: &str = "data-pagefind-body";

/// A finished page: what a browser can show, not a template or the source of a page.
pub(super) struct Glance<'a> {
    text: &'a str,
    /// The text before `<body>`, in lower case.
    head: String,
}

impl<'a> Glance<'a> {
    /// None where the text is no finished page.
    pub(super) fn at(text: &'a str) -> Option<Glance<'a>> {
        let begun = without_comments(text.strip_prefix('\u{FEFF}').unwrap_or(text));
        let begins = |with: &str| {
            begun.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with))
        };
        if !begins("<!doctype html") && !begins("<html") {
            return None;
        }
        let head = part(text, 0..text.floor_char_boundary(MAX_HEAD_BYTES)).to_ascii_lowercase();
        let end = head.find("<body").unwrap_or(head.len());
        let head = part(&head, 0..end).to_owned();
        // Generators keep templates of pages beside sources.
        let is_template = head.contains("{{") || head.contains("{%");
        (!is_template).then_some(Glance { text, head })
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Whether readers may be led to it: it is not one that says `noindex`,
    /// and no [aside](Self::is_aside).
    pub(super) fn is_for_readers(&self) -> bool {
        let mut metas = self.head.split("<meta").skip(1);
        let says_noindex = metas.any(|meta| {
            let meta = part(meta, 0..meta.find('>').unwrap_or(meta.len()));
            attribute(meta, "name") == Some("robots")
                && attribute(meta, "content").is_some_and(forbids_indexing)
        });
        !says_noindex && !self.is_aside()
    }

    /// Whether it only sends readers elsewhere, or shows the source of a program. Rustdoc makes as
    /// many pages of sources as others.
    fn is_aside(&self) -> bool {
        let body = after(self.text, self.head.len());
        let refreshes = ["http-equiv=\"refresh\"", "http-equiv=refresh"];
        RUSTDOC.iter().any(|other| body.starts_with(other))
            || refreshes.iter().any(|other| self.head.contains(other))
    }

    /// Its title as readers see it; none for an [aside](Self::is_aside).
    pub(super) fn title(&self) -> Option<String> {
        if self.is_aside() {
            return None;
        }
        let start = self.head.find("<title")?;
        let end = start + after(&self.head, start).find("</title")?;
        // Lower case of ASCII has the same offsets.
        title_of(part(self.text, start..end))
    }

    /// Whether it says with `data-pagefind-body` what is to be found.
    pub(super) fn is_marked(&self) -> bool {
        self.text.contains(MARK) && is_marked_for_pagefind(self.text)
    }

    /// The program that made the page, if its search leaves pages out without a trace in them.
    pub(super) fn maker(&self) -> Option<Maker> {
        if self.head.contains("mkdocs-material") {
            return Some(Maker::Material);
        }
        self.text.contains("book-page").then_some(Maker::HugoBook)
    }

    pub(super) fn is_of_doxygen(&self) -> bool {
        self.head.contains("content=\"doxygen")
    }
}

/// A page without the white space, the comments and the declaration of XML that it begins with.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    for (open, close) in [("<?xml", "?>"), ("<!--", "-->")].iter().cycle().take(16) {
        if rest.starts_with(open)
            && let Some(end) = rest.find(close)
        {
            rest = after(rest, end + close.len()).trim_start();
        }
    }
    rest
}

/// The value of an attribute in a tag that is in lower case, with or without quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let is_named = |at: usize| part(tag, 0..at).ends_with(|c: char| c.is_whitespace() || c == '/');
    let (at, _) = tag.match_indices(name).find(|(at, _)| is_named(*at))?;
    let value = after(tag, at + name.len()).trim_start().strip_prefix('=')?.trim_start();
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => after(value, 1).split(quote).next(),
        _ => value.split(|c: char| c.is_whitespace() || c == '>').next(),
    }
}
