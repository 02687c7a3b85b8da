//! Passages as tools give them.

use crate::json::written;
use crate::sanitize::safe;
use crate::text::{citation, cost, escape_cost, fence_cost, line};
use kindex::{ChunkView, Hit};
use serde::Serialize;

/// A text and where it stands.
#[derive(Serialize)]
pub struct Passage {
    #[serde(flatten)]
    pub place: Place,
    pub text: String,
}

/// All of a passage but its text.
#[derive(Serialize)]
pub struct Place {
    pub id: String,
    pub url: String,
    /// The page's title, where passages of several pages stand together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub headings: Vec<String>,
    /// Whether the site shows it first.
    #[serde(skip_serializing_if = "is_default")]
    pub pinned: bool,
    pub tokens: usize,
}

impl Passage {
    /// A passage that a search found.
    pub fn found(hit: Hit) -> Self {
        let place = Place {
            url: citation(&hit.url, &hit.anchor),
            title: Some(line(&hit.title)),
            headings: lines(&hit.headings),
            pinned: hit.pinned,
            tokens: hit.tokens,
            id: hit.id,
        };
        Passage { place, text: safe(&hit.text) }
    }

    /// A chunk of the page with an address.
    pub fn chunk(chunk: &ChunkView, url: &str) -> Self {
        let place = Place {
            id: chunk.id.clone(),
            url: citation(url, &chunk.anchor),
            title: None,
            headings: lines(&chunk.headings),
            pinned: false,
            tokens: chunk.tokens,
        };
        Passage { place, text: safe(&chunk.text) }
    }

    /// About how many tokens it takes in an answer under a title.
    pub fn takes(&self, title: &str) -> usize {
        let about = written(&self.place);
        let fence = fence_cost(&[title, &about, &self.text]);
        cost(&about) + self.place.tokens + fence + escape_cost(&self.text)
    }
}

/// Whether a value is the one that is left out where it says nothing.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn lines(headings: &[String]) -> Vec<String> {
    headings.iter().map(|heading| line(heading)).collect()
}
