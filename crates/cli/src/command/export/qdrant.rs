//! Files for Qdrant: a collection of children as sparse vectors.
//!
//! The product of a child's vector and a query's is the child's score in Kindex's plain mode. The
//! child's has what depends on the child: frequencies, length and boost; the query's has how rare
//! its words are. Qdrant's own modifier `idf` counts in points, where Kindex counts in parents, so
//! the collection goes without.

use super::pages::{Family, Page, PageFields, Pages};
use super::parts::{Frame, Parts, line, write_all, write_json};
use super::vectors::{self, Children, Vector};
use crate::failure::Failure;
use crate::write::atomic_dir::StagedDir;
use kindex::{ChunkView, SearchOptions, WordView};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The instructions for loading the files and asking the query.
pub const COMMANDS: &str = "  \
  curl --fail-with-body -X PUT localhost:6333/collections/kindex -H 'content-type: application/json' --data-binary @collection.json
  curl --fail-with-body -X PUT localhost:6333/collections/kindex/index -H 'content-type: application/json' -d '{\"field_name\": \"parent.id\", \"field_schema\": \"keyword\"}'
  curl --fail-with-body -X PUT localhost:6333/collections/kindex/index -H 'content-type: application/json' -d '{\"field_name\": \"filters\", \"field_schema\": \"keyword\"}'
  for part in points-*.json; do
    curl --fail-with-body -X PUT 'localhost:6333/collections/kindex/points?wait=true' -H 'content-type: application/json' --data-binary @$part
  done
  curl --fail-with-body -X POST localhost:6333/collections/kindex/points/query/groups -H 'content-type: application/json' --data-binary @query.json
";

/// The name of the vector.
const VECTOR: &str = "bm25";

/// A child.
#[derive(Serialize)]
struct Point<'a> {
    id: Uuid,
    vector: BTreeMap<&'static str, Vector>,
    payload: Payload<'a>,
}

#[derive(Serialize)]
struct Payload<'a> {
    id: &'a str,
    position: usize,
    anchor: &'a str,
    headings: &'a [String],
    text: &'a str,
    parent: Parent<'a>,
    #[serde(flatten)]
    page: &'a PageFields<'a>,
}

#[derive(Clone, Copy, Serialize)]
struct Parent<'a> {
    id: &'a str,
    anchor: &'a str,
    headings: &'a [String],
    text: &'a str,
}

/// The part of a query's vector that a word gives.
#[derive(Serialize)]
struct Weight<'a> {
    idf: f32,
    indices: &'a [u32],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stop: bool,
}

/// Writes the files.
///
/// # Errors
/// Where the index is damaged or the folder cannot be written.
pub fn write(pages: &Pages<'_>, folder: &StagedDir) -> Result<(), Failure> {
    let collection = json!({ "sparse_vectors": { VECTOR: {} } });
    write_json(folder.file("collection.json"), &collection)?;
    let words = pages.index.words().map_err(|error| pages.failure(&error))?;
    write_vocabulary(&words, folder)?;
    let mut children = Children::read(pages.index).map_err(|error| pages.failure(&error))?;
    let frame = Frame { before: "{\"points\":[\n", between: ",\n", after: "\n]}\n" };
    let mut points = Parts::new(folder, "points", "json", frame);
    let mut example = Vector::default();
    pages.each(|page| {
        if example.indices.is_empty() {
            example = vectors::of_query(&words, &page.document.title);
        }
        add_page(&mut points, page, &mut children)
    })?;
    points.finish()?;
    write_json(folder.file("query.json"), &query(&example))
}

fn add_page(points: &mut Parts<'_>, page: &Page, vectors: &mut Children) -> Result<(), Failure> {
    let fields = page.fields();
    for Family { parent, children } in &page.families {
        let ChunkView { id, anchor, headings, text, .. } = parent;
        let parent = Parent { id, anchor, headings, text };
        for ChunkView { id, position, anchor, headings, text, .. } in children {
            let position = *position;
            let payload = Payload { id, position, anchor, headings, text, parent, page: &fields };
            let vector = BTreeMap::from([(VECTOR, vectors.next_vector(page.boost))]);
            points.push(&line(&Point { id: point_id(id), vector, payload })?)?;
        }
    }
    Ok(())
}

/// Qdrant takes numbers and UUIDs for ids: a UUID of version 5 in the name space of URLs, of
/// `kindex:` and the child's id.
fn point_id(child: &str) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_URL, format!("kindex:{child}").as_bytes())
}

/// Writes for each word its indices in vectors and its weight.
fn write_vocabulary(words: &[WordView], folder: &StagedDir) -> Result<(), Failure> {
    let frame = Frame { before: "{\"words\":{\n", between: ",\n", after: "\n}}\n" };
    let entry = |word: &WordView| {
        let WordView { text, stop, stems, idf } = word;
        let about = Weight { idf: *idf as f32, indices: stems, stop: *stop };
        Ok(format!("{}:{}", line(text)?, line(&about)?))
    };
    write_all(folder.file("vocabulary.json"), &frame, words.iter().map(entry))
}

/// A search for children that gives the best parents, each with its best children.
fn query(vector: &Vector) -> Value {
    json!({
        "query": vector,
        "using": VECTOR,
        "group_by": "parent.id",
        "group_size": 3,
        "limit": SearchOptions::default().limit,
        "with_payload": true,
    })
}
