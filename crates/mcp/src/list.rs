//! The tool `list_pages`.

use crate::addresses;
use crate::arguments::Arguments;
use crate::folders::{Folder, folders};
use crate::json::{add, written};
use crate::sites::{Named, Sites, note_cost, sentence};
use crate::text::{cost, described, line, shown, shown_id, whole_line};
use crate::tool_error::{Answer, ToolError};
use crate::words::{filled, texts};
use kindex::{Page, Pages};
use serde_json::{Value, json};

/// Lists pages, and names the indexes that cannot be looked at though all are asked for.
pub fn run(sites: &Sites<'_>, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let is_all = sites.parted(args.text("prefix")).0.is_none();
    let missing = if is_all { sites.missing() } else { &[] };
    let (mut text, mut list) = listed(sites, args, budget.saturating_sub(note_cost(missing)))?;
    if !missing.is_empty() {
        text += &format!("\n{}", filled(texts::NOT_LOADED, &[&sentence(missing)]));
        add(&mut list, "not_loaded", Some(missing));
    }
    Ok((text, list))
}

/// Pages, as far as they fit; where there are too many, how many there are where.
fn listed(sites: &Sites<'_>, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let (from, limit) = (args.count("from"), args.count("limit"));
    let found = addresses::under(sites, args.text("prefix"), from, limit)?;
    if from == 0 && found.total > limit {
        let parts = match by_name(sites, args.text("prefix")) {
            Some(folders) => Some((folders, Vec::new())),
            None => {
                let prefix = args.text("prefix");
                folders(addresses::under(sites, prefix, 0, usize::MAX)?.pages, limit)
            }
        };
        let overview = parts.and_then(|parts| overview(found.total, parts, budget));
        if let Some(overview) = overview {
            return Ok(overview);
        }
    }
    Ok(one_by_one(found, from, budget))
}

/// How many pages each of several indexes has, where all are asked for.
fn by_name(sites: &Sites<'_>, prefix: &str) -> Option<Vec<Folder>> {
    let folder = |of: &Named<'_>| Folder {
        prefix: of.id(""),
        pages: of.site.index.stats().documents as usize,
    };
    let is_all = prefix.is_empty() && sites.only().is_none();
    is_all.then(|| sites.all().iter().map(folder).collect())
}

/// How many pages there are where, and those that are not among these; none where that does not fit.
fn overview(
    total: usize,
    (folders, pages): (Vec<Folder>, Vec<Page>),
    budget: usize,
) -> Option<Answer> {
    let row =
        |folder: &Folder| json!({ "prefix": shown_id(&folder.prefix), "pages": folder.pages });
    let folders: Vec<Value> = folders.iter().map(row).collect();
    let pages: Vec<Page> = pages.iter().map(shown).collect();
    let rows: Vec<Value> = pages.iter().map(described).collect();
    budget.checked_sub(folders.iter().chain(&rows).map(|row| cost(&written(row))).sum())?;
    let mut said = Vec::from([filled(texts::FOLDERS, &[&total.to_string()])]);
    said.extend(folders.iter().map(|row| {
        let [prefix, pages] = ["prefix", "pages"].map(|name| &row[name]);
        let prefix = whole_line(prefix.as_str().unwrap_or_default());
        // One of names ends with colons.
        let text = if prefix.ends_with(':') { texts::DOCS_FOLDER } else { texts::FOLDER };
        filled(text, &[&prefix, &pages.to_string()])
    }));
    said.extend(pages.iter().map(page_row));
    let list = json!({ "total": total, "folders": folders, "pages": rows });
    Some((said.join("\n"), list))
}

fn one_by_one(found: Pages, from: usize, budget: usize) -> Answer {
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
    (text(found.total, &pages, next), list)
}

/// The same in words.
fn text(total: usize, pages: &[Page], next: Option<usize>) -> String {
    let hint = if total == 0 { texts::WITHOUT_PREFIX } else { "" };
    let of = filled(texts::PAGES, &[&pages.len().to_string(), &total.to_string()]);
    let mut rows = Vec::from([of + hint]);
    rows.extend(pages.iter().map(page_row));
    rows.extend(next.map(|next| filled(texts::MORE_TO_LIST, &[&next.to_string()])));
    rows.join("\n")
}

fn page_row(Page { id, url, title }: &Page) -> String {
    let title = if title.is_empty() { line(id) } else { title.clone() };
    let at = if url.is_empty() { format!("id {}", whole_line(id)) } else { whole_line(url) };
    // In quotes, no title begins a block of Markdown.
    format!("- {}: {at}", written(&title))
}
