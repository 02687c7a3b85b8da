//! Passages as tools give them.

use super::text::{citation, cost, escape_cost, fence_cost, json, line};
use crate::terminal::sanitize::safe;
use kindex::{ChunkView, Hit};
use serde::Serialize;

/// A text and where it stands.
#[derive(Serialize)]
pub struct Passage {
    #[serde(flatten)]
    pub about: About,
    pub text: String,
}

/// The description of a passage.
#[derive(Serialize)]
pub struct About {
    pub id: String,
    pub url: String,
    /// The page's title, where passages of several pages stand together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub headings: Vec<String>,
    /// Whether the site shows it first, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
    pub tokens: usize,
}

impl Passage {
    /// A passage that a search found.
    pub fn found(hit: Hit) -> Self {
        let about = About {
            url: citation(&hit.url, &hit.anchor),
            title: Some(line(&hit.title)),
            headings: lines(&hit.headings),
            pinned: hit.pinned.then_some(true),
            tokens: hit.tokens,
            id: hit.id,
        };
        Passage { about, text: safe(&hit.text) }
    }

    /// A chunk of the page with an address.
    pub fn chunk(chunk: &ChunkView, url: &str) -> Self {
        let about = About {
            id: chunk.id.clone(),
            url: citation(url, &chunk.anchor),
            title: None,
            headings: lines(&chunk.headings),
            pinned: None,
            tokens: chunk.tokens,
        };
        Passage { about, text: safe(&chunk.text) }
    }

    /// About how many tokens it takes in an answer under a title.
    pub fn takes(&self, title: &str) -> usize {
        let fence = fence_cost(&[title, &json(&self.about), &self.text]);
        cost(&self.about) + self.about.tokens + fence + escape_cost(&self.text)
    }
}

fn lines(headings: &[String]) -> Vec<String> {
    headings.iter().map(|heading| line(heading)).collect()
}
