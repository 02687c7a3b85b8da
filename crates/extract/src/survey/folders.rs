//! Finds the folders that hold a finished site rather than the sources of one.

use std::collections::{BTreeMap, BTreeSet};

use crate::habits::with_parents;

/// The folders that finished sites have for machines: no source of a page.
const FOR_MACHINES: [&str; 6] =
    ["ads.txt", "humans.txt", "llms-full.txt", "llms.txt", "robots.txt", "security.txt"];

/// The beginning of the names that Next.js gives the data of pages.
const NEXT: &str = "__next.";

/// The folder in which Sphinx puts the sources of its pages: below `_sources/`, with `.txt` at the
/// end.
const SPHINX: &str = "_sources/";

/// The pages that lie in each folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Folders {
    /// Finished pages of HTML, as their addresses have them.
    pages: BTreeSet<String>,
    /// Paths of Markdown and text.
    sources: Vec<String>,
    /// The files of each folder, without those of the folders below it.
    finished: BTreeMap<String, Count>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Finished pages.
    pages: usize,
    /// Markdown and text of which there is no finished page.
    sources: usize,
    /// Whether one of the pages is the folder's own, or Next.js has put its data there.
    is_site: bool,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.pages += other.pages;
        self.sources += other.sources;
        self.is_site |= other.is_site;
    }
}

impl Folders {
    pub(super) fn add_page(&mut self, path: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let count = Count { pages: 1, sources: 0, is_site: name.starts_with("index.") };
        self.finished.entry(folder.to_owned()).or_default().add(count);
        self.pages.insert(place(path).to_owned());
    }

    pub(super) fn add_source(&mut self, path: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if name.starts_with(NEXT) {
            self.finished.entry(folder.to_owned()).or_default().is_site = true;
        } else if !FOR_MACHINES.contains(&name) {
            self.sources.push(path.to_owned());
        }
    }

    pub(super) fn merge(&mut self, other: Folders) {
        self.pages.extend(other.pages);
        self.sources.extend(other.sources);
        for (folder, count) in other.finished {
            self.finished.entry(folder).or_default().add(count);
        }
    }

    /// The outermost folders of sites in which there are more finished pages than Markdown and text
    /// without one. Files in such a folder count for none of the folders around it: an API
    /// reference beside a guide in Markdown does not make the guide finished. The outermost of all
    /// needs no page of its own if a site is below, as rustdoc makes none.
    pub(super) fn finished(&self) -> Vec<String> {
        let mut open = self.counts();
        let has_site = self.finished.values().any(|count| count.is_site);
        let mut finished = BTreeSet::new();
        let mut folders: Vec<String> = open.keys().cloned().collect();
        folders.sort_by_key(|folder| std::cmp::Reverse(with_parents(folder).count()));
        for folder in folders {
            let count = open.remove(&folder).unwrap_or_default();
            let own = count.is_site || (folder.is_empty() && has_site);
            if own && count.pages > count.sources {
                finished.insert(folder);
            } else if let Some(above) = with_parents(&folder).nth(1) {
                let count = Count { is_site: false, ..count };
                open.entry(above.to_owned()).or_default().add(count);
            }
        }
        let is_below =
            |folder: &&String| with_parents(folder).skip(1).any(|it| finished.contains(it));
        finished.iter().filter(|folder| !is_below(folder)).cloned().collect()
    }

    /// Whether there is a finished page of a source.
    fn has_page(&self, source: &str) -> bool {
        self.pages.contains(place(source))
            || place_of_sphinx(source).is_some_and(|place| self.pages.contains(&place))
    }

    /// The contents of each folder, also of those that hold only folders.
    fn counts(&self) -> BTreeMap<String, Count> {
        let mut counts = self.finished.clone();
        for source in self.sources.iter().filter(|source| !self.has_page(source)) {
            let folder = source.rsplit_once('/').map_or("", |(folder, _)| folder);
            counts.entry(folder.to_owned()).or_default().sources += 1;
        }
        let folders: Vec<String> = counts.keys().cloned().collect();
        for above in folders.iter().flat_map(|folder| with_parents(folder)) {
            if !counts.contains_key(above) {
                counts.insert(above.to_owned(), Count::default());
            }
        }
        counts
    }
}

/// The path at which Sphinx publishes the page of a source: that of `v1/_sources/a/b.rst.txt` at
/// `v1/a/b`.
fn place_of_sphinx(source: &str) -> Option<String> {
    let (site, source) = match source.split_once(SPHINX) {
        Some((site, source)) if site.is_empty() || site.ends_with('/') => (site, source),
        _ => return None,
    };
    let (page, _) = source.strip_suffix(".txt")?.rsplit_once('.')?;
    Some(place(&format!("{site}{page}")).to_owned())
}

/// The address of a page, by its path: `a.md`, `a.txt`, `a.html`, `a.html.md` and `a/index.html` at
/// `a`.
pub(super) fn place(path: &str) -> &str {
    let mut place = path;
    for end in [".txt", ".markdown", ".mdx", ".md", ".xhtml", ".html", ".htm"] {
        place = place.strip_suffix(end).unwrap_or(place);
    }
    let own =
        place.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/'));
    own.map_or(place, |folder| folder.trim_end_matches('/'))
}
