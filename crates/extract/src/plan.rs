//! Decides about the files of folders before any of them is read: which become documents, by which
//! ids, and what the place of each says about it.

mod bundles;
mod entry;
mod ids;
mod include;
mod languages;
mod links;
mod versions;

use std::path::PathBuf;

pub use entry::{FileEntry, Root};
pub use ids::IdClash;
pub use include::{Include, ParseIncludeError};

use crate::context::FileContext;
use crate::format::Format;
use entry::Candidate;

/// Settings for [`plan`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanOptions {
    /// The kinds of files that are read in folders.
    pub include: Vec<Include>,
    /// The language of files for which nothing else says one.
    pub lang: Option<String>,
}

impl PlanOptions {
    /// The format of a file in a folder by its path, if such files are read.
    #[must_use]
    pub fn format(&self, path: &str) -> Option<Format> {
        let is_read = |format: &Format| self.include.iter().any(|kind| kind.covers(*format));
        Format::of_path(path).filter(is_read)
    }
}

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path in the file system.
    pub file: PathBuf,
    /// The path by which it is extracted, and the id of its document.
    pub id: String,
    /// The format that its extension says; its content may say another: see [`Format::detect`].
    pub format: Format,
    /// Whether it is a root itself.
    pub named: bool,
    /// The number of its root, from 0.
    pub root: usize,
    /// The facts that its path tells. The people and threads of Slack are not among these, as files
    /// tell them.
    pub context: FileContext,
}

/// The files to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// In the order of the roots, then of paths.
    pub files: Vec<SourceFile>,
    /// The number of paths by links to files that are read by another path.
    pub linked: usize,
}

/// Decides about the files that were found under `roots`. The order of the entries does not matter.
/// It reads nothing. The time is O(n · log n) in the lengths of all paths.
///
/// If files of two roots have the same path, the ids of all files in folders begin with the name of
/// their folder.
///
/// # Errors
/// [`IdClash`] if two files would have the same id all the same.
///
/// ```
/// use kindex_extract::{FileEntry, Include, PlanOptions, Root, plan};
/// let entry = |path: &str| FileEntry { path: path.into(), ..FileEntry::default() };
/// let entries = ["fr/a.md", "de/a.md", "de/logo.png"].map(entry).to_vec();
/// let options = PlanOptions { include: vec![Include::Docs], ..PlanOptions::default() };
/// let files = plan(entries, &[Root::default()], &options)?.files;
/// let found: Vec<_> = files.iter().map(|f| (&*f.id, f.context.lang.as_deref())).collect();
/// assert_eq!(found, [("de/a.md", Some("de")), ("fr/a.md", Some("fr"))]);
/// # Ok::<(), kindex_extract::IdClash>(())
/// ```
pub fn plan(
    entries: Vec<FileEntry>,
    roots: &[Root],
    options: &PlanOptions,
) -> Result<Plan, IdClash> {
    let (candidates, linked) = links::once(candidates(entries, options));
    let ids = ids::of(&candidates, roots)?;
    let documents: (Vec<Candidate>, Vec<String>) =
        candidates.into_iter().zip(ids).filter(|(candidate, _)| !candidate.entry.aside).unzip();
    let (candidates, ids) = documents;
    let langs = languages::of_folders(&candidates);
    let versions = versions::of_folders(&candidates);
    let pages = bundles::pages(&candidates, roots);
    let pages: Vec<Option<String>> =
        pages.into_iter().map(|page| ids.get(page?).cloned()).collect();
    let facts = langs.into_iter().zip(versions).zip(pages);
    let files = candidates.into_iter().zip(ids).zip(facts);
    let files = files.map(|((Candidate { entry, format }, id), ((lang, version), page))| {
        let lang = lang.or_else(|| options.lang.clone());
        let context = FileContext { lang, version, page, ..FileContext::default() };
        let FileEntry { file, root, named, .. } = entry;
        SourceFile { file, id, format, named, root, context }
    });
    Ok(Plan { files: files.collect(), linked })
}

/// Those of the entries that are read, in order.
fn candidates(entries: Vec<FileEntry>, options: &PlanOptions) -> Vec<Candidate> {
    let candidate = |entry: FileEntry| {
        let format = match entry.named {
            true => Format::of_path(&entry.path),
            false => options.format(&entry.path),
        };
        Some(Candidate { format: format?, entry })
    };
    let mut candidates: Vec<Candidate> = entries.into_iter().filter_map(candidate).collect();
    candidates.sort_by(|a, b| (a.entry.root, &a.entry.path).cmp(&(b.entry.root, &b.entry.path)));
    candidates
}

#[cfg(test)]
mod tests;
