//! The tool `read_page`.

use super::mistake::{Fault, mistake};
use super::pages::{self, Cursor, Excerpt, excerpt};
use super::text::{cost, fenced, line, shown, whole_line};
use kindex::{Index, Page};
use serde::{Deserialize, Serialize};
use serde_json::json;

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
    next: Option<String>,
}

/// Reads as much of a page as fits.
pub fn run(index: &Index, args: &Args, budget: usize) -> Result<Read, Fault> {
    let Some(page) = pages::at(index, &args.url)? else {
        let url = line(&args.url);
        return mistake(format!(
            "url: there is no page {url}; list_pages and search_docs have the addresses"
        ));
    };
    let pieces = pages::pieces(index, &page.id)?;
    let Some(cursor) = Cursor::read(args.from.as_deref().unwrap_or("0"), &pieces) else {
        return mistake("from: accepted is next of the call before, for the same page");
    };
    let page = shown(&page);
    let Excerpt { text, tokens, next, .. } =
        excerpt(&pieces, cursor, budget.saturating_sub(cost(&page)));
    let page_tokens = pieces.iter().map(|piece| piece.tokens).sum();
    Ok(Read { page, page_tokens, tokens, text, next })
}

/// The same in words.
pub fn text(read: &Read) -> String {
    let Read { page, page_tokens, tokens, text, next } = read;
    let title = if page.title.is_empty() { line(&page.id) } else { page.title.clone() };
    let (url, id) = (whole_line(&page.url), whole_line(&page.id));
    let hint = match next {
        None => "This is the end of the page.".to_owned(),
        Some(next) => format!(
            "The page goes on ({tokens} of {page_tokens} tokens are here): call read_page with from {}.",
            json!(next)
        ),
    };
    format!("{title}\nurl: {url}\nid: {id}\n{}\n\n{hint}", fenced(text))
}
