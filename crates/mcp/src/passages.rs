//! Passages as tools give them.

use crate::json::Json;
use crate::sanitize::safe;
use crate::text::{citation, cost, escape_cost, fence_cost, line};
use alloc::string::String;
use alloc::vec::Vec;
use kindex::{ChunkView, Hit};

/// A text and where it stands.
pub struct Passage {
    pub id: String,
    pub url: String,
    /// The page's title, where passages of several pages stand together.
    pub title: Option<String>,
    pub headings: Vec<String>,
    /// Whether the site shows it first.
    pub pinned: bool,
    pub tokens: usize,
    pub text: String,
}

impl Passage {
    /// A passage that a search found.
    pub fn found(hit: Hit) -> Self {
        Passage {
            url: citation(&hit.url, &hit.anchor),
            title: Some(line(&hit.title)),
            headings: lines(&hit.headings),
            pinned: hit.pinned,
            tokens: hit.tokens,
            text: safe(&hit.text),
            id: hit.id,
        }
    }

    /// A chunk of the page with an address.
    pub fn chunk(chunk: &ChunkView, url: &str) -> Self {
        Passage {
            id: chunk.id.clone(),
            url: citation(url, &chunk.anchor),
            title: None,
            headings: lines(&chunk.headings),
            pinned: false,
            tokens: chunk.tokens,
            text: safe(&chunk.text),
        }
    }

    /// All but the text, as JSON.
    pub fn about(&self) -> String {
        let mut json = Json::default();
        self.describe(&mut json);
        json.close();
        json.finish()
    }

    /// About how many tokens it takes in an answer under a title.
    pub fn takes(&self, title: &str) -> usize {
        let about = self.about();
        let fence = fence_cost(&[title, &about, &self.text]);
        cost(&about) + self.tokens + fence + escape_cost(&self.text)
    }

    fn describe(&self, json: &mut Json) {
        json.open("").text("id", &self.id).text("url", &self.url);
        json.some_text("title", self.title.as_deref()).texts("headings", &self.headings);
        if self.pinned {
            json.raw("pinned", "true");
        }
        json.count("tokens", self.tokens);
    }

    /// Writes the whole.
    pub fn write(&self, json: &mut Json) {
        self.describe(json);
        json.text("text", &self.text).close();
    }
}

fn lines(headings: &[String]) -> Vec<String> {
    headings.iter().map(|heading| line(heading)).collect()
}
