//! Golden sets: queries with the pages that should come up.

use crate::command::eval::{files, outline::Outline};
use crate::failure::Failure;
use kindex::{Error, Hit, Index, SearchOptions, Weights};
use kindex_ir_metrics::golden::{Expectation, from_json_lines, from_yaml};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The results among which pages should be where an entry does not say.
const WITHIN: usize = 10;

/// The results that are looked at.
const DEPTH: usize = 100;

/// The file of a golden set.
pub struct GoldenSet(pub PathBuf);

/// An entry, and where its pages came up.
#[derive(Serialize)]
pub struct Asked {
    query: String,
    within: usize,
    pages: Vec<Place>,
}

/// A page, as it was named.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    page: String,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
    /// Whether the index has no such page.
    is_missing: bool,
}

impl GoldenSet {
    /// Reads the file.
    ///
    /// # Errors
    /// Where it is no golden set.
    pub fn read(&self) -> Result<Vec<Expectation>, Failure> {
        let json = self.0.extension().is_some_and(|end| end == "jsonl" || end == "ndjson");
        files::parse(&self.0, if json { from_json_lines } else { from_yaml })
    }

    /// Asks an index each query. `base` is the path that the site is published below.
    ///
    /// # Errors
    /// Where it is no golden set, or weights cannot be used.
    pub fn asked(
        &self,
        index: &Index,
        weights: Weights,
        base: &str,
    ) -> Result<Vec<Asked>, Failure> {
        let entries = self.read()?;
        let fail = |error: Error| Failure::library(&error);
        let names = Names::of(index, base).map_err(fail)?;
        let asked = |Expectation { query, pages, within, .. }: Expectation| {
            let options = SearchOptions {
                limit: DEPTH,
                per_document: Some(1),
                weights,
                ..SearchOptions::default()
            };
            let hits = index.search(&query, &options)?.hits;
            let place = |page: String| names.place(index, &hits, page);
            let pages = pages.into_iter().map(place).collect::<Result<_, _>>()?;
            Ok(Asked { query, within: within.unwrap_or(WITHIN), pages })
        };
        entries.into_iter().map(asked).collect::<Result<_, Error>>().map_err(fail)
    }
}

/// The ids of documents by the names that people give them.
struct Names<'b> {
    ids: BTreeMap<String, String>,
    base: &'b str,
}

impl<'b> Names<'b> {
    fn of(index: &Index, base: &'b str) -> Result<Self, Error> {
        let documents = index.documents()?;
        let mut ids = BTreeMap::new();
        for id in &documents {
            let url = index.document(id)?.url;
            ids.insert(trimmed(&url).to_owned(), id.clone());
        }
        ids.remove("");
        // If an address is another page's id, the id counts.
        ids.extend(documents.into_iter().map(|id| (id.clone(), id)));
        Ok(Names { ids, base })
    }

    fn place(&self, index: &Index, hits: &[Hit], page: String) -> Result<Place, Error> {
        let wanted = match (self.id(&page), page.rsplit_once('#')) {
            (Some(id), _) => Some((id, "")),
            (None, Some((page, anchor))) => self.id(page).map(|id| (id, anchor)),
            (None, None) => None,
        };
        let Some((id, anchor)) = wanted else {
            return Ok(Place { page, place: None, is_missing: true });
        };
        let at = hits.iter().position(|hit| hit.document == *id);
        let place = match at.and_then(|at| hits.get(at)) {
            Some(hit) if !anchor.is_empty() && !has_anchor(index, hit, anchor)? => None,
            _ => at.map(|at| at + 1),
        };
        Ok(Place { page, place, is_missing: false })
    }

    /// By an id, or by an address as the site is published: the index has those that are served
    /// here.
    fn id(&self, page: &str) -> Option<&String> {
        let path = match page.split_once("://") {
            Some((_, rest)) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default(),
            None => page,
        };
        let name = trimmed(path.strip_prefix(self.base).unwrap_or(path));
        let index =
            if name.is_empty() { "index.html".into() } else { format!("{name}/index.html") };
        let names = [page.to_owned(), name.to_owned(), format!("{name}.html"), index];
        names.iter().find_map(|name| self.ids.get(name))
    }
}

/// A name without what relative addresses begin with, and without slashes around it.
fn trimmed(name: &str) -> &str {
    let mut name = name;
    while let Some(rest) = name.strip_prefix("./").or_else(|| name.strip_prefix('/')) {
        name = rest;
    }
    name.trim_end_matches('/')
}

/// Whether a result has a heading in it, or is below it.
fn has_anchor(index: &Index, hit: &Hit, anchor: &str) -> Result<bool, Error> {
    let chunk = index.chunk(&hit.id)?;
    let outline = Outline::of_indexed(index, &hit.document)?;
    Ok(hit.anchor == anchor || outline.anchors(&(chunk.start..chunk.end)).contains(anchor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kindex::{Builder, Config, Document};

    #[test]
    fn pages_have_the_names_that_people_give_them() {
        let mut builder = Builder::new(Config::default());
        for (id, url) in [("index.html", "./index.html"), ("guide/index.html", "./guide/")] {
            let text = "# Feed\n\nA heron.\n".to_owned();
            let document = Document { id: id.into(), url: url.into(), text, ..Document::default() };
            builder.add(document).unwrap();
        }
        let index = Index::open(builder.finish().unwrap()).unwrap();
        let names = Names::of(&index, "/docs/").unwrap();
        for (name, id) in [
            ("index.html", "index.html"),
            ("https://x.dev/docs/", "index.html"),
            ("/docs/guide/", "guide/index.html"),
            ("./guide", "guide/index.html"),
        ] {
            assert_eq!(names.id(name).map(String::as_str), Some(id), "{name}");
        }
        assert_eq!(names.id("gone"), None);
    }
}
