//! The tool `read_page`.

use super::addresses;
use super::catalog::Site;
use super::pages::{self, Cursor, Excerpt, excerpt};
use super::text::{cost, json, line, passage_text, shown};
use super::tool_error::{ToolError, bad_argument};
use kindex::Page;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Args {
    url: String,
    from: Option<String>,
}

#[derive(Serialize)]
pub struct Read {
    #[serde(flatten)]
    page: Page,
    page_tokens: usize,
    tokens: usize,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Reads as much of a page as fits.
pub fn run(site: &Site, args: &Args, budget: usize) -> Result<Read, ToolError> {
    let page = addresses::page(site, &args.url)?;
    let pieces = pages::pieces(&site.index, &page.id)?;
    let Some(cursor) = Cursor::read(args.from.as_deref().unwrap_or("0"), &pieces) else {
        return bad_argument("from: accepted is next of the call before, for the same page");
    };
    let page = shown(&page);
    let Excerpt { text, tokens, next, .. } =
        excerpt(&pieces, cursor, budget.saturating_sub(cost(&page)), &json(&page));
    let page_tokens = pieces.iter().map(|piece| piece.tokens).sum();
    Ok(Read { page, page_tokens, tokens, text, next })
}

/// The same in words.
pub fn text(read: &Read) -> String {
    let Read { page, page_tokens, tokens, text, next } = read;
    let title = if page.title.is_empty() { line(&page.id) } else { page.title.clone() };
    let hint = match next {
        None => "This is the end of the page.".to_owned(),
        Some(next) => format!(
            "The page goes on ({tokens} of {page_tokens} tokens are here): call read_page with from {}.",
            json(next)
        ),
    };
    // With a word before it, no title begins a block of Markdown.
    let passage = passage_text(&format!("title: {title}"), &page.url, &page.id, text);
    format!("{passage}\n\n{hint}")
}
