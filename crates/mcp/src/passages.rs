//! Passages as tools give them.

use crate::json::written;
use crate::sanitize::safe;
use crate::sites::Named;
use crate::span::Span;
use crate::text::{citation, cost, escape_cost, fence_cost, line, shown_id, whole_line};
use crate::version;
use kindex::Hit;
use serde::Serialize;

/// A text and where it stands.
#[derive(Serialize)]
pub struct Passage {
    #[serde(flatten)]
    pub place: Place,
    pub text: String,
    /// The chunks that it is made of.
    #[serde(skip)]
    pub span: Span,
}

/// All of a passage but its text.
#[derive(Serialize)]
pub struct Place {
    /// The name of the index, where there are several.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub docs: String,
    pub id: String,
    pub url: String,
    /// The page's title.
    pub title: String,
    pub headings: Vec<String>,
    /// The number of passages that its page has besides.
    #[serde(rename = "more_on_page", skip_serializing_if = "is_default")]
    pub more: usize,
    /// Whether the site shows it first.
    #[serde(skip_serializing_if = "is_default")]
    pub pinned: bool,
    /// Other versions and translations of its page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<PageCopy>,
    pub tokens: usize,
}

/// Another version or a translation of a page.
#[derive(Serialize)]
pub struct PageCopy {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its address, or else the id of the page.
    pub url: String,
}

impl PageCopy {
    /// A hit of it, in an index.
    pub fn of(of: &Named<'_>, hit: &Hit) -> Self {
        let differs = |key| hit.differs.iter().find(|(known, _)| known == key);
        let value = |key| differs(key).map(|(_, value)| line(value));
        let url = match citation(&of.address(&hit.url), &hit.anchor) {
            url if url.is_empty() => shown_id(&of.id(&hit.document)),
            url => url,
        };
        PageCopy { lang: value("lang"), version: value(version::KEY), url }
    }

    /// The same in words.
    pub fn text(&self) -> String {
        let PageCopy { lang, version, url } = self;
        let parts = [lang.as_deref(), version.as_deref(), Some(&whole_line(url))];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

impl Passage {
    /// A passage that a search found in an index.
    pub fn found(of: &Named<'_>, hit: &Hit, also: Vec<PageCopy>) -> Self {
        let id = shown_id(&of.id(&hit.id));
        let span = Span::of(&id).unwrap_or_default();
        let place = Place {
            docs: of.name.to_owned(),
            url: citation(&of.address(&hit.url), &hit.anchor),
            title: line(&hit.title),
            headings: lines(&hit.headings),
            more: hit.chunks,
            pinned: hit.pinned,
            also,
            tokens: hit.tokens,
            id,
        };
        Passage { place, text: safe(&hit.text), span }
    }

    /// Whether another one stands before or after it in the same section.
    pub fn touches(&self, other: &Passage) -> bool {
        self.span.touches(&other.span) && self.place.headings == other.place.headings
    }

    /// One with another that it touches. It is found where the better one is.
    pub fn joined(self, worse: Passage) -> Passage {
        let is_before = self.span.first < worse.span.first;
        let (first, last) = if is_before { (&self, &worse) } else { (&worse, &self) };
        let text = format!("{}\n{}", first.text.trim_end_matches('\n'), last.text);
        let span = Span { end: last.span.end, ..first.span.clone() };
        let place = Place {
            id: span.id(),
            url: first.place.url.clone(),
            pinned: self.place.pinned || worse.place.pinned,
            also: if self.place.also.is_empty() { worse.place.also } else { self.place.also },
            tokens: self.place.tokens + worse.place.tokens,
            ..self.place
        };
        Passage { place, text, span }
    }

    /// About how many tokens it takes in an answer.
    pub fn takes(&self) -> usize {
        let about = written(&self.place);
        let fence = fence_cost(&[&about, &self.text]);
        cost(&about) + self.place.tokens + fence + escape_cost(&self.text)
    }
}

/// Whether a value is the one that is left out where it says nothing.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Headings as they may stand in lines.
pub fn lines(headings: &[String]) -> Vec<String> {
    headings.iter().map(|heading| line(heading)).collect()
}
