//! Pages as resources, after the skill of the server. Their addresses are made of ids, which every
//! page has and no other.

use crate::address::{decoded, encoded};
use crate::addresses::beginning_with;
use crate::halt::Halt;
use crate::json::add;
use crate::pages;
use crate::rpc::{Kind, RpcError};
use crate::sanitize::safe;
use crate::sites::Sites;
use crate::skill::Skill;
use crate::text::{line, passage_text, shown};
use crate::words::{bounds, filled, texts};
use kindex::Page;
use serde_json::{Value, json};

const PREFIX: &str = "kindex://pages/";
const TYPE: &str = "text/markdown";

/// A part of the list of pages, from a cursor on; the first has the skill too.
pub(crate) fn list(sites: &Sites<'_>, skill: &Skill, cursor: Option<&str>) -> Result<Value, Halt> {
    let Some(from) = pages::number(cursor.unwrap_or("0")) else {
        return Err(RpcError::new(Kind::Params, texts::CURSOR).into());
    };
    let found = beginning_with(sites.all(), "", from, bounds::PAGE_RESOURCES)?;
    let next = from + found.pages.len();
    let next = (!found.pages.is_empty() && next < found.total).then(|| next.to_string());
    let skill = (from == 0).then(|| of_skill(skill));
    let all: Vec<Value> = skill.into_iter().chain(found.pages.iter().map(resource)).collect();
    let mut list = json!({ "resources": all });
    add(&mut list, "nextCursor", next);
    Ok(list)
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
