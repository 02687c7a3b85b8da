//! Files for OpenSearch: one index of parents and children, which a query tells apart by `kind`.

mod mapping;

use super::pages::{Family, Page, PageFields, Pages};
use super::parts::{Frame, Parts, line, write_json};
use crate::failure::Failure;
use crate::write::atomic_dir::StagedDir;
use kindex::{ChunkView, SearchOptions, Weights};
use serde::Serialize;
use serde_json::{Value, json};

/// The instructions for loading the files and asking the query.
pub const COMMANDS: &str = "  \
  curl --fail-with-body -X PUT localhost:9200/kindex -H 'content-type: application/json' --data-binary @mapping.json
  for part in bulk-*.ndjson; do
    curl --fail-with-body -X POST 'localhost:9200/kindex/_bulk?filter_path=errors' -H 'content-type: application/x-ndjson' --data-binary @$part
  done
  curl --fail-with-body -X POST localhost:9200/kindex/_refresh
  curl --fail-with-body -X POST localhost:9200/kindex/_search -H 'content-type: application/json' --data-binary @query.json
";

/// Longer ids are refused by OpenSearch.
const MAX_ID_BYTES: usize = 512;

/// A parent or a child as it is stored. Fields that a kind does not have are left out.
#[derive(Serialize)]
struct Source<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_id: Option<&'a str>,
    position: usize,
    anchor: &'a str,
    headings: &'a [String],
    /// Of a child, the chunk alone: it is searched, and no header of a table is to count again.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_text: Option<&'a str>,
    boost: f64,
    #[serde(flatten)]
    page: &'a PageFields<'a>,
}

/// Writes the files.
///
/// # Errors
/// Where the index is damaged, an id is too long, or the folder cannot be written.
pub fn write(pages: &Pages<'_>, folder: &StagedDir) -> Result<(), Failure> {
    let frame = Frame { before: "", between: "", after: "" };
    let mut bulk = Parts::new(folder, "bulk", "ndjson", frame);
    let mut title = None;
    let mut boosted = false;
    pages.each(|page| {
        boosted |= page.boost != 1.0;
        title =
            title.take().or_else(|| Some(page.document.title.clone()).filter(|t| !t.is_empty()));
        add_page(&mut bulk, page)
    })?;
    bulk.finish()?;
    let stats = pages.index.stats();
    let language = stats.language.split(',').next().unwrap_or_default();
    write_json(folder.file("mapping.json"), &mapping::mapping(language))?;
    let query = query(&title.unwrap_or_default(), boosted);
    write_json(folder.file("query.json"), &query)
}

fn add_page(bulk: &mut Parts<'_>, page: &Page) -> Result<(), Failure> {
    let (fields, boost) = (page.fields(), page.boost);
    for Family { parent, children } in &page.families {
        let ChunkView { id, position, anchor, headings, text, .. } = parent;
        let source = Source {
            kind: "parent",
            parent_id: None,
            position: *position,
            anchor,
            headings,
            text: None,
            parent_text: Some(text),
            boost,
            page: &fields,
        };
        add(bulk, id, &source)?;
        for view in children {
            let ChunkView { id: child, position, anchor, headings, .. } = view;
            let source = Source {
                kind: "child",
                parent_id: Some(id),
                position: *position,
                anchor,
                headings,
                text: Some(view.own_text()),
                parent_text: None,
                boost,
                page: &fields,
            };
            add(bulk, child, &source)?;
        }
    }
    Ok(())
}

/// Adds a line that says what to do and one with the document.
fn add(bulk: &mut Parts<'_>, id: &str, source: &Source<'_>) -> Result<(), Failure> {
    if id.len() > MAX_ID_BYTES {
        let message = format!(
            "{id}: OpenSearch takes ids of {MAX_ID_BYTES} bytes at most; give the document a shorter one"
        );
        return Err(Failure::new(message));
    }
    let action = line(&json!({ "index": { "_id": id } }))?;
    bulk.push(&format!("{action}\n{}\n", line(source)?))
}

/// A search for children that gives the best one of each parent, with the next best inside.
fn query(text: &str, boosted: bool) -> Value {
    let SearchOptions { weights: Weights { title, heading, .. }, limit, .. } =
        SearchOptions::default();
    let fields = [format!("title^{title}"), format!("headings^{heading}"), "text".to_owned()];
    let query = json!({ "bool": {
        "filter": [{ "term": { "kind": "child" } }],
        "must": [{ "multi_match": { "query": text, "type": "most_fields", "fields": fields } }],
    } });
    let query = if boosted {
        json!({ "function_score": { "query": query, "field_value_factor": { "field": "boost" } } })
    } else {
        query
    };
    json!({
        "size": limit,
        "query": query,
        "collapse": {
            "field": "parent_id",
            "inner_hits": { "name": "children", "size": 3, "_source": ["anchor", "position", "text"] },
        },
        "highlight": { "fields": { "text": {} } },
    })
}
