//! The tool `read_chunk`.

use super::pages::{self, Cursor, Excerpt, excerpt};
use super::passages::Passage;
use super::text::{address, cost, json, line, passage_text, trail, whole_line};
use super::tool_error::{ToolError, bad_argument, known};
use kindex::{ChunkView, Error, Index};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

#[derive(Deserialize)]
pub struct Args {
    id: String,
    siblings: usize,
}

#[derive(Serialize)]
pub struct Read {
    #[serde(flatten)]
    about: About,
    passages: VecDeque<Passage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

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
pub fn run(index: &Index, args: &Args, budget: usize) -> Result<Read, ToolError> {
    let Some(chunk) = known(index.chunk(&args.id))? else {
        let id = line(&args.id);
        return bad_argument(format!(
            "id: there is no chunk {id}; give an id as it stands in another result"
        ));
    };
    let page = index.document(&chunk.document)?;
    let about = About {
        id: chunk.id.clone(),
        page: if address(&page.url).is_empty() { page.id } else { page.url.clone() },
        title: line(&page.title),
        parent: index.parent(&args.id)?.map(|parent| parent.id),
    };
    let left = budget.saturating_sub(cost(&about));
    let mut own = Passage::chunk(&chunk, &page.url);
    if let Some(left) = left.checked_sub(own.takes(&about.title)) {
        let around = match args.siblings {
            0 => Vec::new(),
            count => index.siblings(&args.id, count, count)?,
        };
        let (before, after): (Vec<_>, Vec<_>) =
            around.iter().partition(|one| one.position < chunk.position);
        let passage = |one: &ChunkView| Passage::chunk(one, &page.url);
        let before = before.into_iter().rev().map(passage);
        let passages = fitting(own, before, after.into_iter().map(passage), &about.title, left);
        return Ok(Read { about, passages, next: None });
    }
    let left = left.saturating_sub(cost(&own.about));
    let said = format!("{}{}", about.title, json(&own.about));
    let Excerpt { text, tokens, next, .. } = beginning(index, &chunk, left, &said)?;
    own.text = text;
    own.about.tokens = tokens;
    Ok(Read { about, passages: [own].into(), next })
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
pub fn text(read: &Read) -> String {
    let Read { about, passages, next } = read;
    let mut head = format!("page: {}", whole_line(&about.page));
    if let Some(parent) = &about.parent {
        head.push_str(&format!("\nparent: {}", whole_line(parent)));
    }
    let mut parts = vec![head];
    for Passage { about: one, text } in passages {
        let trail = trail(&about.title, &one.headings, &one.id);
        let asked = one.id == about.id && passages.len() > 1;
        let mark = if asked { " (the chunk asked for)" } else { "" };
        // With a word before it, no title begins a block of Markdown.
        parts.push(passage_text(&format!("title: {trail}{mark}"), &one.url, &one.id, text));
    }
    if let Some(next) = next {
        parts.push(format!(
            "The chunk goes on: call read_page with url {} and from {}.",
            json(&about.page),
            json(&next)
        ));
    }
    parts.join("\n\n")
}
