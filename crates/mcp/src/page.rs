//! The tool `read_page`.

use crate::addresses;
use crate::arguments::Arguments;
use crate::catalog::Site;
use crate::json::{add, written};
use crate::pages::{self, Cursor, Excerpt, excerpt};
use crate::text::{cost, described, line, passage_text, shown};
use crate::tool_error::{Answer, ToolError, bad_argument};
use crate::words::{filled, texts};
use kindex::Page;

/// Reads as much of a page as fits.
pub fn run(site: Site<'_>, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let page = addresses::page(site, args.text("url"))?;
    let pieces = pages::pieces(site.index, &page.id)?;
    let from = Some(args.text("from")).filter(|from| !from.is_empty());
    let Some(cursor) = Cursor::read(from.unwrap_or("0"), &pieces) else {
        return bad_argument(texts::FROM);
    };
    let page = shown(&page);
    let mut described = described(&page);
    let about = written(&described);
    let read = excerpt(&pieces, cursor, budget.saturating_sub(cost(&about)), &about);
    let page_tokens = pieces.iter().map(|piece| piece.tokens).sum();
    add(&mut described, "page_tokens", Some(page_tokens));
    add(&mut described, "tokens", Some(read.tokens));
    add(&mut described, "text", Some(read.text.as_str()));
    add(&mut described, "next", read.next.as_deref());
    Ok((text(&page, page_tokens, &read), described))
}

/// The same in words.
fn text(page: &Page, page_tokens: usize, read: &Excerpt) -> String {
    let title = if page.title.is_empty() { line(&page.id) } else { page.title.clone() };
    let hint = match &read.next {
        None => texts::PAGE_ENDS.into(),
        Some(next) => {
            let parts = [read.tokens.to_string(), page_tokens.to_string(), written(next)];
            filled(texts::PAGE_GOES_ON, &parts.each_ref().map(String::as_str))
        }
    };
    // With a word before it, no title begins a block of Markdown.
    let passage = passage_text(&filled(texts::TITLE, &[&title]), &page.url, &page.id, &read.text);
    format!("{passage}\n\n{hint}")
}
