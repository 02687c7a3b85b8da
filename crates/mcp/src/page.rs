//! The tool `read_page`.

use crate::addresses::{self, Place};
use crate::arguments::Arguments;
use crate::json::{add, written};
use crate::pages::{self, Cursor, Excerpt, Pieces};
use crate::sites::Sites;
use crate::text::{cost, described, line, passage_text, shown};
use crate::tool_error::{Answer, ToolError, bad_argument};
use crate::words::{filled, texts};
use kindex::Page;
use serde_json::Value;

/// Reads as much of a page as fits; `frame` tokens of those allowed are taken already.
pub fn run(sites: &Sites<'_>, args: &Arguments, frame: usize) -> Result<Answer, ToolError> {
    let Place { of, page, part, unknown } = addresses::place(sites, args.text("url"))?;
    let pieces = pages::pieces(of.site.index, &page.id)?;
    let (begin, end) = match args.text("from") {
        "" => pieces.part(&part),
        from => match Cursor::read(from).and_then(|cursor| pieces.find(cursor)) {
            Some(begin) => (begin, None),
            None => return bad_argument(filled(texts::FROM, &[&pieces.lines().to_string()])),
        },
    };
    let end = match args.count("lines") {
        0 => end,
        lines => Some(pieces.after(begin, lines)),
    };
    let page = shown(&of.page(page));
    let mut described = described(&page);
    let about = written(&described);
    let budget = args.count("max_tokens").saturating_sub(frame + cost(&about));
    let read = pieces.excerpt(begin, end, budget, &about);
    let unknown = unknown.map(|anchor| line(&anchor));
    let Excerpt { text: _, tokens, first_line, last_line, next } = &read;
    let numbers: [(&str, Value); 5] = [
        ("page_tokens", pieces.tokens().into()),
        ("page_lines", pieces.lines().into()),
        ("first_line", (*first_line).into()),
        ("last_line", (*last_line).into()),
        ("tokens", (*tokens).into()),
    ];
    numbers.into_iter().for_each(|(name, value)| add(&mut described, name, Some(value)));
    add(&mut described, "unknown_section", unknown.as_deref());
    add(&mut described, "text", Some(read.text.as_str()));
    add(&mut described, "next", next.as_deref());
    Ok((text(&page, &pieces, &read, unknown.as_deref()), described))
}

/// The same in words.
fn text(page: &Page, pieces: &Pieces, read: &Excerpt, unknown: Option<&str>) -> String {
    let title = if page.title.is_empty() { line(&page.id) } else { page.title.clone() };
    let numbers = [read.first_line, read.last_line, pieces.lines()].map(|one| one.to_string());
    let [first, last, all] = numbers.each_ref().map(String::as_str);
    let hint = match &read.next {
        None => filled(texts::PAGE_ENDS, &[first, last, all]),
        Some(next) => filled(texts::PAGE_GOES_ON, &[first, last, all, &written(next)]),
    };
    // With a word before it, no title begins a block of Markdown.
    let passage = passage_text(&filled(texts::TITLE, &[&title]), &page.url, &page.id, &read.text);
    let note = unknown.map(|anchor| filled(texts::NO_SECTION, &[anchor]) + "\n\n");
    format!("{}{passage}\n\n{hint}", note.unwrap_or_default())
}
