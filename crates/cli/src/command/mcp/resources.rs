//! Pages as resources. Their addresses are made of ids, which every page has and no other.

use super::pages;
use super::rpc::{Kind, RpcError};
use super::text::line;
use crate::command::address::{decoded, encoded};
use crate::terminal::sanitize::safe;
use kindex::{Error, Index, Page};
use serde_json::{Map, Value, json};

const PREFIX: &str = "kindex://pages/";
const TYPE: &str = "text/markdown";

/// This many are listed at once.
const PAGE_RESOURCES: usize = 100;

/// A part of the list of pages, from a cursor on.
pub fn list(index: &Index, cursor: Option<&str>) -> Result<Value, RpcError> {
    let wrong =
        || RpcError::new(Kind::Params, "cursor: accepted is nextCursor of the answer before");
    let from = pages::number(cursor.unwrap_or("0")).ok_or_else(wrong)?;
    let found = index.pages("", from, PAGE_RESOURCES).map_err(|error| RpcError::index(&error))?;
    let next = from + found.pages.len();
    let mut result = json!({ "resources": found.pages.iter().map(resource).collect::<Vec<_>>() });
    if let Some(result) = result.as_object_mut()
        && !found.pages.is_empty()
        && next < found.total
    {
        result.insert("nextCursor".into(), json!(next.to_string()));
    }
    Ok(result)
}

fn resource(page: &Page) -> Map<String, Value> {
    let title = line(&page.title);
    let name = if title.is_empty() { line(&page.id) } else { title };
    let mut resource = Map::new();
    resource.insert("uri".into(), json!(format!("{PREFIX}{}", encoded(&page.id))));
    resource.insert("name".into(), json!(name));
    resource.insert("title".into(), json!(name));
    if !page.url.is_empty() {
        resource.insert("description".into(), json!(line(&page.url)));
    }
    resource.insert("mimeType".into(), json!(TYPE));
    resource
}

/// The whole text of a page; nothing where there is none with that address.
pub fn read(index: &Index, uri: &str) -> Result<Option<Value>, Error> {
    let Some(id) = uri.strip_prefix(PREFIX).and_then(decoded) else { return Ok(None) };
    let Some(page) = pages::of(index, &id)? else { return Ok(None) };
    let pieces = pages::pieces(index, &page.id)?;
    let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let contents = json!([{ "uri": uri, "mimeType": TYPE, "text": safe(&text) }]);
    Ok(Some(json!({ "contents": contents })))
}
