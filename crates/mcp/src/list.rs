//! The tool `list_pages`.

use crate::addresses;
use crate::arguments::Arguments;
use crate::catalog::Site;
use crate::json::{Json, count, quoted};
use crate::text::{cost, described, line, shown, whole_line};
use crate::tool_error::{Answer, ToolError};
use crate::words::{filled, texts};
use alloc::string::String;
use alloc::vec::Vec;
use kindex::Page;

/// Lists pages, as far as they fit.
pub fn run(site: Site<'_>, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let from = args.count("from");
    let found = addresses::under(site, args.text("prefix"), from, args.count("limit"))?;
    let mut pages = Vec::new();
    let mut left = Some(budget);
    let mut written = Json::default();
    written.open("").count("total", found.total).open_array("pages");
    for page in found.pages {
        let page = shown(&page);
        let mut json = described(&page);
        json.close();
        let json = json.finish();
        left = left.and_then(|left| left.checked_sub(cost(&json)));
        // One is given in any case: otherwise the list would never go on.
        if left.is_none() && !pages.is_empty() {
            break;
        }
        pages.push(page);
        written.raw("", &json);
    }
    let next = from.saturating_add(pages.len());
    let next = (!pages.is_empty() && next < found.total).then_some(next);
    written.close_array().some_count("next", next).close();
    Ok((text(found.total, &pages, next), written.finish()))
}

/// The same in words.
fn text(total: usize, pages: &[Page], next: Option<usize>) -> String {
    let hint = if total == 0 { texts::WITHOUT_PREFIX } else { "" };
    let of = filled(texts::PAGES, &[&count(pages.len()), &count(total)]);
    let mut rows = Vec::from([text![of, hint]]);
    for Page { id, url, title } in pages {
        let title = if title.is_empty() { line(id) } else { title.clone() };
        let at = if url.is_empty() { text!["id ", whole_line(id)] } else { whole_line(url) };
        // In quotes, no title begins a block of Markdown.
        rows.push(text!["- ", quoted(&title), ": ", at]);
    }
    rows.extend(next.map(|next| filled(texts::MORE_TO_LIST, &[&count(next)])));
    rows.join("\n")
}
