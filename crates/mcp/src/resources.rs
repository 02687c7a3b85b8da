//! Pages as resources. Their addresses are made of ids, which every page has and no other.

use crate::address::{decoded, encoded};
use crate::catalog::Site;
use crate::halt::Halt;
use crate::json::{Json, count};
use crate::pages;
use crate::rpc::{Kind, RpcError};
use crate::sanitize::safe;
use crate::text::line;
use crate::words::{bounds, texts};
use alloc::string::String;
use kindex::Page;

const PREFIX: &str = "kindex://pages/";
const TYPE: &str = "text/markdown";

/// A part of the list of pages, from a cursor on.
pub(crate) fn list(site: Site<'_>, cursor: Option<&str>) -> Result<String, Halt> {
    let Some(from) = pages::number(cursor.unwrap_or("0")) else {
        return Err(RpcError::new(Kind::Params, texts::CURSOR).into());
    };
    let found = site.index.pages("", from, bounds::PAGE_RESOURCES)?;
    let next = from + found.pages.len();
    let next = (!found.pages.is_empty() && next < found.total).then(|| count(next));
    let mut json = Json::default();
    json.open("").open_array("resources");
    found.pages.iter().for_each(|page| write(page, &mut json));
    json.close_array().some_text("nextCursor", next.as_deref()).close();
    Ok(json.finish())
}

fn write(page: &Page, json: &mut Json) {
    let title = line(&page.title);
    let name = if title.is_empty() { line(&page.id) } else { title };
    json.open("").text("uri", &text![PREFIX, encoded(&page.id)]);
    json.text("name", &name).text("title", &name);
    if !page.url.is_empty() {
        json.text("description", &line(&page.url));
    }
    json.text("mimeType", TYPE).close();
}

/// The whole text of a page; nothing where there is none with that address.
pub(crate) fn read(site: Site<'_>, uri: &str) -> Result<Option<String>, Halt> {
    let index = site.index;
    let Some(id) = uri.strip_prefix(PREFIX).and_then(decoded) else { return Ok(None) };
    let Some(page) = pages::of(index, &id)? else { return Ok(None) };
    let pieces = pages::pieces(index, &page.id)?;
    let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let mut json = Json::default();
    json.open("").open_array("contents").open("").text("uri", uri).text("mimeType", TYPE);
    json.text("text", &safe(&text)).close().close_array().close();
    Ok(Some(json.finish()))
}
