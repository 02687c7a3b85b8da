//! The tool `read_chunk`.

use crate::arguments::Arguments;
use crate::json::{add, written};
use crate::pages::{self, Cursor, Excerpt, excerpt};
use crate::passages::{Passage, Place};
use crate::text::{address, cost, line, passage_text, trail, whole_line};
use crate::tool_error::{Answer, ToolError, bad_argument, known};
use crate::words::{filled, texts};
use kindex::{ChunkView, Error, Index};
use serde::Serialize;
use serde_json::json;
use std::collections::VecDeque;

/// The description of the chunk.
#[derive(Serialize)]
struct About {
    id: String,
    page: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
}

/// Reads a chunk and its neighbours, as far as they fit.
pub fn run(index: &Index, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let id = args.text("id");
    let Some(chunk) = known(index.chunk(id))? else {
        return bad_argument(filled(texts::NO_CHUNK, &[&line(id)]));
    };
    let page = index.document(&chunk.document)?;
    let about = About {
        id: chunk.id.clone(),
        page: if address(&page.url).is_empty() { page.id } else { page.url.clone() },
        title: line(&page.title),
        parent: index.parent(id)?.map(|parent| parent.id),
    };
    let left = budget.saturating_sub(cost(&written(&about)));
    let mut own = Passage::chunk(&chunk, &page.url);
    let Some(rest) = left.checked_sub(own.takes(&about.title)) else {
        let described = written(&own.place);
        let left = left.saturating_sub(cost(&described));
        let part = beginning(index, &chunk, left, &(about.title.clone() + &described))?;
        (own.text, own.place.tokens) = (part.text, part.tokens);
        return Ok(said(&about, &[own].into(), part.next.as_deref()));
    };
    let around = match args.count("siblings") {
        0 => Vec::new(),
        count => index.siblings(id, count, count)?,
    };
    let (before, after): (Vec<_>, Vec<_>) =
        around.iter().partition(|one| one.position < chunk.position);
    let passage = |one: &ChunkView| Passage::chunk(one, &page.url);
    let before = before.into_iter().rev().map(passage);
    let passages = fitting(own, before, after.into_iter().map(passage), &about.title, rest);
    Ok(said(&about, &passages, None))
}

fn said(about: &About, passages: &VecDeque<Passage>, next: Option<&str>) -> Answer {
    let mut answer = json!(about);
    add(&mut answer, "passages", Some(json!(passages)));
    add(&mut answer, "next", next);
    (text(about, passages, next), answer)
}

/// The chunk with as many of its neighbours as fit, the nearest first.
fn fitting(
    own: Passage,
    mut before: impl Iterator<Item = Passage>,
    mut after: impl Iterator<Item = Passage>,
    title: &str,
    mut left: usize,
) -> VecDeque<Passage> {
    let mut passages = VecDeque::from([own]);
    loop {
        let (above, below) = (before.next(), after.next());
        if above.is_none() && below.is_none() {
            return passages;
        }
        for (passage, is_above) in [(above, true), (below, false)] {
            let Some(passage) = passage else { continue };
            let Some(rest) = left.checked_sub(passage.takes(title)) else { return passages };
            left = rest;
            if is_above { passages.push_front(passage) } else { passages.push_back(passage) }
        }
    }
}

/// As much of a chunk as fits that is too large, and so never more than it.
fn beginning(
    index: &Index,
    chunk: &ChunkView,
    budget: usize,
    said: &str,
) -> Result<Excerpt, Error> {
    let pieces = pages::pieces(index, &chunk.document)?;
    let first = pieces.iter().position(|piece| piece.start >= chunk.start).unwrap_or_default();
    Ok(excerpt(&pieces, Cursor::at(first), budget, said))
}

/// The same in words.
fn text(about: &About, passages: &VecDeque<Passage>, next: Option<&str>) -> String {
    let mut head = filled(texts::PAGE, &[&whole_line(&about.page)]);
    if let Some(parent) = &about.parent {
        head = head + "\n" + &filled(texts::PARENT, &[&whole_line(parent)]);
    }
    let mut parts = Vec::from([head]);
    for passage in passages {
        let Place { id, url, headings, .. } = &passage.place;
        let trail = trail(&about.title, headings, id);
        let asked = *id == about.id && passages.len() > 1;
        let mark = if asked { texts::ASKED_FOR } else { "" };
        // With a word before it, no title begins a block of Markdown.
        let name = filled(texts::TITLE, &[&(trail + mark)]);
        parts.push(passage_text(&name, url, id, &passage.text));
    }
    if let Some(next) = next {
        let (url, from) = (written(&about.page), written(next));
        parts.push(filled(texts::CHUNK_GOES_ON, &[&url, &from]));
    }
    parts.join("\n\n")
}
