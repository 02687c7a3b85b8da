//! Golden sets: what should come up, and what does not.

use super::files::{self, Judged};
use crate::failure::Failure;
use crate::terminal::output::{BOLD, DIM, plain};
use kindex::Index;
use kindex_ir_metrics::golden::{Expectation, from_json_lines, from_yaml};
use kindex_ir_metrics::{Counted, Pairs, Qrels, Queries, Query, Run};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// More ids like one that is unknown, or more results, than these help nobody.
const MAX_SHOWN_IDS: usize = 3;

/// A golden set as it was written.
pub struct Expectations {
    path: PathBuf,
    entries: Vec<Expectation>,
    within: usize,
    depth: usize,
}

/// A golden set, with pages by their ids.
pub struct Golden {
    entries: Vec<GoldenEntry>,
    depth: usize,
}

struct GoldenEntry {
    query: Query,
    /// As judgements have them: documents or `document#anchor`.
    items: Vec<String>,
    within: usize,
}

/// An entry whose pages did not all come up.
struct Failed<'a> {
    entry: &'a GoldenEntry,
    missing: Vec<&'a str>,
    found: &'a [String],
}

impl Expectations {
    /// Reads a set. Where an entry does not say among how many results its pages should be, it is
    /// `within`; `depth` results are looked at.
    ///
    /// # Errors
    /// Where the file is no golden set.
    pub fn read(path: &Path, within: usize, depth: usize) -> Result<Self, Failure> {
        let json = path.extension().is_some_and(|end| end == "jsonl" || end == "ndjson");
        let entries = files::parse(path, if json { from_json_lines } else { from_yaml })?;
        Ok(Expectations { path: path.to_owned(), entries, within, depth })
    }

    /// Looks the pages up in an index.
    ///
    /// # Errors
    /// Where it does not have one of them.
    pub fn find(&self, index: &Index) -> Result<Golden, Failure> {
        let pages = Pages::of(index)?;
        let entry = |(expected, number): (&Expectation, usize)| {
            let items = expected.pages.iter().map(|page| pages.find(page));
            let items = items.collect::<Result<_, String>>().map_err(|why| {
                let (path, line) = (self.path.display(), expected.line);
                Failure::new(format!("{path}: line {line}: {why}"))
            })?;
            let text = expected.query.clone();
            let query = Query { id: number.to_string(), text, subset: None };
            Ok(GoldenEntry { query, items, within: expected.within.unwrap_or(self.within) })
        };
        let entries = self.entries.iter().zip(1..).map(entry).collect::<Result<_, Failure>>()?;
        Ok(Golden { entries, depth: self.depth })
    }
}

impl Golden {
    /// The same as judgements, every page with the grade 1.
    pub fn judged(&self) -> Judged {
        let mut qrels = Qrels::default();
        for GoldenEntry { query, items, .. } in &self.entries {
            items.iter().for_each(|item| qrels.insert(&query.id, item, 1));
        }
        let queries = self.entries.iter().map(|entry| entry.query.clone()).collect();
        let counted = Counted { exclude: Pairs::default(), depth: self.depth };
        Judged { queries: Some(Queries::new(queries)), qrels, counted }
    }

    fn failed<'a>(&'a self, run: &'a Run) -> impl Iterator<Item = Failed<'a>> {
        self.entries.iter().filter_map(|entry| {
            let found = run.of(&entry.query.id);
            let top = found.get(..entry.within.min(found.len())).unwrap_or_default();
            let items = entry.items.iter().filter(|item| !top.contains(item));
            let missing: Vec<&str> = items.map(String::as_str).collect();
            (!missing.is_empty()).then_some(Failed { entry, missing, found })
        })
    }

    /// The entries that failed, for people.
    pub fn text(&self, run: &Run) -> String {
        let mut text = String::new();
        for Failed { entry, missing, found } in self.failed(run) {
            let query = plain(&entry.query.text);
            let within = entry.within;
            text += &format!("{BOLD}{query}{BOLD:#}  {DIM}not within {within}{DIM:#}\n");
            for item in missing {
                let place = match found.iter().position(|it| it == item) {
                    Some(at) => format!("is number {}", at + 1),
                    None => "not found".to_owned(),
                };
                text += &format!("   {} {DIM}{place}{DIM:#}\n", plain(item));
            }
            let instead: Vec<String> =
                found.iter().take(MAX_SHOWN_IDS).map(|it| plain(it)).collect();
            let instead =
                if instead.is_empty() { "nothing".to_owned() } else { instead.join(", ") };
            text += &format!("   {DIM}instead:{DIM:#} {instead}\n");
        }
        let failed = self.failed(run).count();
        let all = self.entries.len();
        text + &format!("{} of {all} entries as expected\n\n", all - failed)
    }

    /// The entries that failed, for programs.
    pub fn json(&self, run: &Run) -> Value {
        let failed = self.failed(run).map(|Failed { entry, missing, found }| {
            let (query, within) = (&entry.query.text, entry.within);
            let found = found.get(..within.min(found.len()));
            json!({ "query": query, "within": within, "missing": missing, "found": found })
        });
        failed.collect()
    }
}

/// The documents of an index by the names that people give them.
struct Pages {
    /// Ids by ids, and by addresses without slashes around them.
    ids: BTreeMap<String, String>,
}

impl Pages {
    fn of(index: &Index) -> Result<Self, Failure> {
        let fail = |error| Failure::library(&error);
        let mut ids = BTreeMap::new();
        let documents = index.documents().map_err(fail)?;
        for id in &documents {
            let url = index.document(id).map_err(fail)?.url;
            if !url.is_empty() {
                ids.insert(url.trim_matches('/').to_owned(), id.clone());
            }
        }
        // If an address is another page's id, the id counts.
        ids.extend(documents.into_iter().map(|id| (id.clone(), id)));
        Ok(Pages { ids })
    }

    /// The name of a page in judgements, or of a section of one.
    fn find(&self, page: &str) -> Result<String, String> {
        if let Some(id) = self.id(page) {
            return Ok(id.clone());
        }
        if let Some((before, anchor)) = page.rsplit_once('#')
            && let Some(id) = self.id(before)
        {
            return Ok(if anchor.is_empty() { id.clone() } else { format!("{id}#{anchor}") });
        }
        let like = self.like(page);
        let advice = if like.is_empty() {
            "ids are as \"document\" in kindex search --json".to_owned()
        } else {
            format!("did you mean {like}")
        };
        Err(format!("no page has the id or URL {page:?}; {advice}"))
    }

    fn id(&self, page: &str) -> Option<&String> {
        self.ids.get(page).or_else(|| self.ids.get(page.trim_matches('/')))
    }

    fn like(&self, page: &str) -> String {
        let last = page.split('#').next().unwrap_or_default().trim_matches('/');
        let last = last.rsplit('/').next().unwrap_or_default().to_lowercase();
        let like = |name: &&String| !last.is_empty() && name.to_lowercase().contains(&last);
        let mut names: Vec<&str> = self.ids.keys().filter(like).map(String::as_str).collect();
        names.sort_by_key(|name| name.len());
        names.truncate(MAX_SHOWN_IDS);
        names.join(", ")
    }
}
