//! JSON Lines of one shape, for engines that are loaded by a program: a line about the index, and
//! below it one for each document, parent and child. Each follows the one that it lies in.

use super::pages::{Family, Page, PageFields, Pages};
use super::vectors::{self, Children, Vector};
use crate::failure::Failure;
use crate::terminal::output::json;
use crate::write::lines::Line;
use kindex::{ChunkView, Index, QueryVector, Stats, VectorStats};
use serde::Serialize;
use std::iter::Peekable;
use std::vec::IntoIter;

/// The first line.
#[derive(Serialize)]
struct Head {
    kind: &'static str,
    kindex: &'static str,
    languages: Vec<String>,
    documents: u32,
    parents: u32,
    children: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    vectors: Option<VectorStats>,
}

/// A document, or a chunk of one. What a kind does not have is left out.
#[derive(Serialize)]
struct Entry<'a> {
    kind: &'static str,
    id: &'a str,
    /// The line that it lies in.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
    #[serde(flatten)]
    page: &'a PageFields<'a>,
    boost: f64,
    #[serde(flatten)]
    chunk: Option<Chunk<'a>>,
}

/// The fields of a chunk beside those of its page.
#[derive(Serialize)]
struct Chunk<'a> {
    position: usize,
    anchor: &'a str,
    headings: &'a [String],
    tokens: usize,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sparse: Option<Vector>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vector: Option<Vec<f32>>,
}

/// The vectors of a query: for those of children, and for those of an embedder.
#[derive(Serialize)]
struct Query<'a> {
    kind: &'static str,
    text: &'a str,
    sparse: Vector,
    #[serde(skip_serializing_if = "Option::is_none")]
    vector: Option<Vec<f32>>,
}

/// The vectors of an index, one after another as its pages are read.
struct Vectors {
    sparse: Children,
    dense: Peekable<IntoIter<(String, Vec<f32>)>>,
}

/// Writes the lines of an index.
///
/// # Errors
/// If the index turns out to be damaged; those of `write`.
pub fn write(pages: &Pages<'_>, write: &mut Line<'_>) -> Result<(), Failure> {
    let (head, mut vectors) = read(pages.index).map_err(|error| pages.failure(&error))?;
    write(&json(&head)?)?;
    pages.each(|page| add_page(page, &mut vectors, write))
}

/// Writes a line for each query.
///
/// # Errors
/// If the index is damaged or cannot take the vector; those of `write`.
pub fn write_queries(
    pages: &Pages<'_>,
    queries: &[String],
    vector: Option<&QueryVector>,
    write: &mut Line<'_>,
) -> Result<(), Failure> {
    let words = pages.index.words().map_err(|error| pages.failure(&error))?;
    let vector = vector.map(|vector| pages.index.kept_query(vector)).transpose();
    let vector = vector.map_err(|error| pages.failure(&error))?;
    for text in queries {
        let (sparse, vector) = (vectors::of_query(&words, text), vector.clone());
        write(&json(&Query { kind: "query", text, sparse, vector })?)?;
    }
    Ok(())
}

fn read(index: &Index) -> Result<(Head, Vectors), kindex::Error> {
    let Stats { language, documents, levels, .. } = index.stats();
    let chunks = |level: usize| levels.get(level).map(|level| level.chunks);
    let kept = index.kept_vectors()?;
    let head = Head {
        kind: "index",
        kindex: env!("CARGO_PKG_VERSION"),
        languages: language.split(',').map(str::to_owned).collect(),
        documents,
        // Above the only level are the documents.
        parents: chunks(1).unwrap_or(documents),
        children: chunks(0).unwrap_or_default(),
        vectors: kept.as_ref().map(|kept| kept.stats.clone()),
    };
    let dense: Vec<_> =
        kept.map(|kept| kept.ids.into_iter().zip(kept.values).collect()).unwrap_or_default();
    let vectors = Vectors { sparse: Children::read(index)?, dense: dense.into_iter().peekable() };
    Ok((head, vectors))
}

fn add_page(page: &Page, vectors: &mut Vectors, write: &mut Line<'_>) -> Result<(), Failure> {
    let (fields, boost) = (page.fields(), page.boost);
    let document = &*page.document.id;
    let entry = |kind, id, parent, chunk| Entry { kind, id, parent, page: &fields, boost, chunk };
    write(&json(&entry("document", document, None, None))?)?;
    for Family { parent, children } in &page.families {
        let chunk = Chunk::of(parent, &parent.text, None, vectors.dense(&parent.id));
        write(&json(&entry("parent", &parent.id, Some(document), Some(chunk)))?)?;
        for child in children {
            let sparse = Some(vectors.sparse.next_vector(boost));
            // It is searched, and no header of a table is to count again.
            let chunk = Chunk::of(child, child.own_text(), sparse, vectors.dense(&child.id));
            write(&json(&entry("child", &child.id, Some(&parent.id), Some(chunk)))?)?;
        }
    }
    Ok(())
}

impl<'a> Chunk<'a> {
    fn of(
        view: &'a ChunkView,
        text: &'a str,
        sparse: Option<Vector>,
        vector: Option<Vec<f32>>,
    ) -> Self {
        let ChunkView { position, anchor, headings, tokens, .. } = view;
        let (position, tokens) = (*position, *tokens);
        Chunk { position, anchor, headings, tokens, text, sparse, vector }
    }
}

impl Vectors {
    /// The vector of an embedder for the chunk, if it is the next that has one.
    fn dense(&mut self, id: &str) -> Option<Vec<f32>> {
        self.dense.next_if(|(next, _)| next == id).map(|(_, vector)| vector)
    }
}
