//! The tool `list_pages`.

use crate::addresses;
use crate::arguments::Arguments;
use crate::catalog::Site;
use crate::json::{add, written};
use crate::text::{cost, described, line, shown, whole_line};
use crate::tool_error::{Answer, ToolError};
use crate::words::{filled, texts};
use kindex::Page;
use serde_json::json;

/// Lists pages, as far as they fit.
pub fn run(site: Site<'_>, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let from = args.count("from");
    let found = addresses::under(site, args.text("prefix"), from, args.count("limit"))?;
    let mut pages = Vec::new();
    let mut left = Some(budget);
    let mut rows = Vec::new();
    for page in found.pages {
        let page = shown(&page);
        let row = described(&page);
        left = left.and_then(|left| left.checked_sub(cost(&written(&row))));
        // One is given in any case: otherwise the list would never go on.
        if left.is_none() && !pages.is_empty() {
            break;
        }
        pages.push(page);
        rows.push(row);
    }
    let next = from.saturating_add(pages.len());
    let next = (!pages.is_empty() && next < found.total).then_some(next);
    let mut list = json!({ "total": found.total, "pages": rows });
    add(&mut list, "next", next);
    Ok((text(found.total, &pages, next), list))
}

/// The same in words.
fn text(total: usize, pages: &[Page], next: Option<usize>) -> String {
    let hint = if total == 0 { texts::WITHOUT_PREFIX } else { "" };
    let of = filled(texts::PAGES, &[&pages.len().to_string(), &total.to_string()]);
    let mut rows = Vec::from([of + hint]);
    for Page { id, url, title } in pages {
        let title = if title.is_empty() { line(id) } else { title.clone() };
        let at = if url.is_empty() { format!("id {}", whole_line(id)) } else { whole_line(url) };
        // In quotes, no title begins a block of Markdown.
        rows.push(format!("- {}: {at}", written(&title)));
    }
    rows.extend(next.map(|next| filled(texts::MORE_TO_LIST, &[&next.to_string()])));
    rows.join("\n")
}
