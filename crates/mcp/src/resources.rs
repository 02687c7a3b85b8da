//! Pages as resources, after the skill of the server. Their addresses are made of ids, which every
//! page has and no other.

use crate::address::{decoded, encoded};
use crate::halt::Halt;
use crate::json::add;
use crate::pages;
use crate::rpc::{Kind, RpcError};
use crate::sanitize::safe;
use crate::sites::Sites;
use crate::skill::Skill;
use crate::text::{line, passage_text, shown};
use crate::tool_error::ToolError;
use crate::words::{bounds, filled, texts};
use kindex::Page;
use serde_json::{Value, json};

const PREFIX: &str = "kindex://pages/";
const TYPE: &str = "text/markdown";

/// A part of the list of pages, from a cursor on; the first has the skill too. Indexes that cannot
/// be loaded are named beside it.
pub(crate) fn list(sites: &Sites<'_>, skill: &Skill, cursor: Option<&str>) -> Result<Value, Halt> {
    let (first, mut from) = place(sites, cursor)?;
    let mut all: Vec<Value> = cursor.is_none().then(|| of_skill(skill)).into_iter().collect();
    let mut left = bounds::PAGE_RESOURCES;
    let mut next = None;
    for of in sites.all().iter().skip(first) {
        let found = of.site.index.pages("", from, left)?;
        let end = from + found.pages.len();
        left -= found.pages.len();
        all.extend(found.pages.into_iter().map(|page| resource(&of.page(page))));
        if end < found.total {
            next = Some(of.id(&end.to_string()));
            break;
        }
        from = 0;
    }
    let mut list = json!({ "resources": all });
    add(&mut list, "nextCursor", next);
    if !sites.missing().is_empty() {
        add(&mut list, "_meta", Some(json!({ "not_loaded": sites.missing() })));
    }
    Ok(list)
}

/// The number of the index that a cursor names, and of the page in it to go on from: so it leads to
/// the same page when other indexes come or go.
fn place(sites: &Sites<'_>, cursor: Option<&str>) -> Result<(usize, usize), RpcError> {
    let Some(cursor) = cursor else { return Ok((0, 0)) };
    let (name, from) = sites.parted(cursor);
    if let Err(ToolError::Argument(message)) = sites.of(name) {
        return Err(RpcError::new(Kind::Params, message));
    }
    let of = sites.all().iter().position(|one| one.name == name.unwrap_or_default());
    of.zip(pages::number(from)).ok_or_else(|| RpcError::new(Kind::Params, texts::CURSOR))
}

fn of_skill(Skill { uri, name, description, .. }: &Skill) -> Value {
    json!({ "uri": uri, "name": name, "description": description, "mimeType": TYPE })
}

fn resource(page: &Page) -> Value {
    let title = line(&page.title);
    let name = if title.is_empty() { line(&page.id) } else { title };
    let uri = format!("{PREFIX}{}", encoded(&page.id));
    let mut resource = json!({ "uri": uri, "name": name, "title": name });
    add(&mut resource, "description", (!page.url.is_empty()).then(|| line(&shown(page).url)));
    add(&mut resource, "mimeType", Some(TYPE));
    resource
}

/// The whole text of a page, as tools give it; nothing where there is none with that address.
pub(crate) fn read(sites: &Sites<'_>, uri: &str) -> Result<Option<Value>, Halt> {
    let Some(id) = uri.strip_prefix(PREFIX).and_then(decoded) else { return Ok(None) };
    let (name, id) = sites.parted(&id);
    let name = name.unwrap_or_default();
    let Some(of) = sites.all().iter().find(|one| one.name == name) else { return Ok(None) };
    let Some(page) = pages::of(of.site.index, id)? else { return Ok(None) };
    let pieces = pages::pieces(of.site.index, &page.id)?;
    let page = shown(&of.page(page));
    let title = if page.title.is_empty() { line(&page.id) } else { page.title };
    let title = filled(texts::TITLE, &[&title]);
    let text = passage_text(&title, &page.url, &page.id, &safe(&pieces.text()));
    Ok(Some(contents(uri, &text)))
}

/// The answer with the text at an address.
pub(crate) fn contents(uri: &str, text: &str) -> Value {
    json!({ "contents": [{ "uri": uri, "mimeType": TYPE, "text": text }] })
}
