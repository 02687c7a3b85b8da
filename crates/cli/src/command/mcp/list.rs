//! The tool `list_pages`.

use super::addresses;
use super::catalog::Site;
use super::text::{cost, json, line, shown, whole_line};
use super::tool_error::ToolError;
use kindex::Page;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Args {
    prefix: String,
    from: usize,
    limit: usize,
}

#[derive(Serialize)]
pub struct Listed {
    total: usize,
    pages: Vec<Page>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

/// Lists pages, as far as they fit.
pub fn run(site: &Site, args: &Args, budget: usize) -> Result<Listed, ToolError> {
    let found = addresses::under(site, &args.prefix, args.from, args.limit)?;
    let mut pages = Vec::new();
    let mut left = Some(budget);
    for page in found.pages {
        let page = shown(&page);
        left = left.and_then(|left| left.checked_sub(cost(&page)));
        // One is given in any case: otherwise the list would never go on.
        if left.is_none() && !pages.is_empty() {
            break;
        }
        pages.push(page);
    }
    let next = args.from.saturating_add(pages.len());
    let next = (!pages.is_empty() && next < found.total).then_some(next);
    Ok(Listed { total: found.total, pages, next })
}

/// The same in words.
pub fn text(listed: &Listed) -> String {
    let Listed { total, pages, next } = listed;
    let hint = if *total == 0 { " Without prefix all pages are listed." } else { "" };
    let mut rows = vec![format!("{} of {total} pages.{hint}", pages.len())];
    for Page { id, url, title } in pages {
        let title = if title.is_empty() { line(id) } else { title.clone() };
        let at = if url.is_empty() { format!("id {}", whole_line(id)) } else { whole_line(url) };
        // In quotes, no title begins a block of Markdown.
        rows.push(format!("- {}: {at}", json(&title)));
    }
    if let Some(next) = next {
        rows.push(format!("There are more: call list_pages with from {next}."));
    }
    rows.join("\n")
}
