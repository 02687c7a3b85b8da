//! Compares an index with judgements: whether it has what was judged, and which are about sections.

use super::files::Judged;
use super::outline::Outline;
use super::subject::Subject;
use crate::failure::Failure;
use crate::terminal::output;
use kindex::Index;
use std::collections::{BTreeMap, BTreeSet};

/// The judged sections.
pub struct Sections {
    by_query: BTreeMap<String, Vec<Section>>,
    /// The headings of the documents in which they are.
    outlines: BTreeMap<String, Outline>,
}

/// A section that was judged.
pub struct Section {
    /// As judgements have it.
    pub item: String,
    pub document: String,
    pub anchor: String,
}

impl Sections {
    /// Compares what was judged with what the index has.
    ///
    /// # Errors
    /// Where the index has nothing of it, or is damaged.
    pub fn find(index: &Index, subject: &Subject, judged: &Judged) -> Result<Self, Failure> {
        let documents = index.documents().map_err(|error| Failure::library(&error))?;
        let documents: BTreeSet<String> = documents.into_iter().collect();
        let mut sections: BTreeMap<String, Vec<Section>> = BTreeMap::new();
        let (mut known, mut missing) = (BTreeSet::new(), BTreeSet::new());
        for (query, _) in judged.queries() {
            for (item, _) in judged.qrels.of(query) {
                if documents.contains(item) {
                    known.insert(item);
                } else if let Some(section) = section(item, &documents) {
                    known.insert(item);
                    sections.entry(query.to_owned()).or_default().push(section);
                } else {
                    missing.insert(item);
                }
            }
        }
        complain(&known, &missing, &documents)?;
        let wanted = sections.values().flatten().map(|section| section.document.as_str());
        let outlines = subject.outlines(index, wanted.collect());
        let outlines = outlines.map_err(|error| Failure::library(&error))?;
        Ok(Sections { by_query: sections, outlines })
    }

    /// The headings of a document that has judged sections.
    pub fn outline(&self, document: &str) -> Option<&Outline> {
        self.outlines.get(document)
    }

    /// Whether sections were judged for a query.
    pub fn are_judged(&self, query: &str) -> bool {
        self.by_query.contains_key(query)
    }

    /// The judgements of a document.
    pub fn of(&self, query: &str, document: &str) -> impl Iterator<Item = &Section> {
        let sections = self.by_query.get(query).into_iter().flatten();
        sections.filter(move |section| section.document == document)
    }
}

/// The section that `document#anchor` names, where there is the document.
fn section(item: &str, documents: &BTreeSet<String>) -> Option<Section> {
    let (document, anchor) = item.rsplit_once('#')?;
    documents.contains(document).then(|| Section {
        item: item.to_owned(),
        document: document.to_owned(),
        anchor: anchor.to_owned(),
    })
}

fn complain(
    known: &BTreeSet<&str>,
    missing: &BTreeSet<&str>,
    documents: &BTreeSet<String>,
) -> Result<(), Failure> {
    let Some(first) = missing.first() else {
        return Ok(());
    };
    if !known.is_empty() {
        let (missing, all) = (missing.len(), missing.len() + known.len());
        output::warning(&format!(
            "{missing} of the {all} documents judged are not in the index, such as {first}; they count as not found"
        ));
        return Ok(());
    }
    Err(Failure::new(match prefix(missing, documents) {
        Some(prefix) => format!(
            "no document judged is in the index: ids there begin with {prefix} where judgements do not; give the folder {prefix} instead"
        ),
        None => format!(
            "no document judged is in the index: judgements name such as {first}, the index such as {}; ids are paths below the folder given",
            documents.first().map(String::as_str).unwrap_or_default()
        ),
    }))
}

/// The path before a judged id in the index.
fn prefix<'a>(missing: &BTreeSet<&str>, documents: &'a BTreeSet<String>) -> Option<&'a str> {
    let of = |id: &'a String| {
        let ends = missing.iter().filter_map(|item| id.strip_suffix(item));
        ends.into_iter().find(|prefix| prefix.ends_with('/'))
    };
    documents.iter().take(1000).find_map(of)
}
