//! Finds the habits of a site, which no page tells by itself.

mod folders;
mod glance;
mod own_search;
mod repeats;
mod titles;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::charset;
use crate::options::Format;
use crate::passages::Passage;
use folders::{Folders, with_parents};
use glance::Glance;
use own_search::{OwnSearch, maker_of};
use repeats::{Repeated, Repeats};
pub(crate) use titles::SEPARATORS;
use titles::{SiteName, Titles};

/// Looks over the files of a site before they are extracted. The order does not matter, so several
/// surveys can share the work.
///
/// ```
/// use kindex_extract::Survey;
/// let mut survey = Survey::default();
/// for (path, title) in [("index.html", "Home"), ("a.html", "Use"), ("b.html", "Install")] {
///     survey.add(path, format!("<!doctype html><title>{title} | Guide</title>").as_bytes());
/// }
/// let habits = survey.habits();
/// assert_eq!(habits.page_title("a.html", "Use | Guide"), "Use");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Survey {
    folders: Folders,
    titles: Titles,
    /// Those of the pages in each of the outermost folders.
    inside: BTreeMap<String, Titles>,
    /// Whether a page has `data-pagefind-body`.
    marked: bool,
    own_search: OwnSearch,
    repeats: Repeats,
}

impl Survey {
    /// Whether the bytes of a file are looked at: those of pages, and of what searches of sites
    /// themselves read.
    #[must_use]
    pub fn reads(path: &str) -> bool {
        Format::of_path(path) == Some(Format::Html) || maker_of(path).is_some()
    }

    /// Looks at a file with a path below the folder of the site; its bytes count where
    /// [`Survey::reads`] says so. The time is that of reading through them once.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        if let Some((maker, site)) = maker_of(path) {
            self.own_search.add(maker, site, bytes);
        }
        match Format::of_path(path) {
            Some(Format::Html) => self.page(path, bytes),
            Some(Format::Markdown | Format::Mdx | Format::Text) => self.folders.add_source(path),
            _ => {}
        }
    }

    fn page(&mut self, path: &str, bytes: &[u8]) {
        let text = charset::decode(bytes).unwrap_or_default();
        let Some(glance) = Glance::at(&text) else {
            return;
        };
        self.folders.add_page(path);
        if glance.is_for_readers() {
            self.repeats.add(path, glance.text(), glance.is_marked());
        }
        if let Some(maker) = glance.maker() {
            self.own_search.add_page(maker, path);
        }
        self.marked = self.marked || glance.is_marked();
        if let Some(title) = glance.title() {
            let is_of_doxygen = glance.is_of_doxygen();
            self.titles.add(&title, is_of_doxygen);
            if let Some((folder, _)) = path.split_once('/') {
                let inside = self.inside.entry(folder.to_owned()).or_default();
                inside.add(&title, is_of_doxygen);
            }
        }
    }

    /// Takes over what another survey has seen.
    pub fn merge(&mut self, other: Survey) {
        self.folders.merge(other.folders);
        self.titles.merge(other.titles);
        for (folder, titles) in other.inside {
            self.inside.entry(folder).or_default().merge(titles);
        }
        self.marked |= other.marked;
        self.own_search.merge(other.own_search);
        self.repeats.merge(other.repeats);
    }

    /// The habits that the pages seen so far share.
    #[must_use]
    pub fn habits(&self) -> Habits {
        let name = self.titles.site_name();
        let names = self.inside.iter().map(|(folder, titles)| (folder.clone(), titles.site_name()));
        let names = names.filter(|(_, other)| *other != name && *other != SiteName::default());
        let names = names.collect();
        let hidden = self.own_search.hidden();
        let is_left_out =
            |path: &str, is_marked: bool| self.marked && !is_marked || has(&hidden, path);
        let Repeated { collections, copies, common } = self.repeats.found(is_left_out);
        Habits {
            name,
            names,
            marked: self.marked,
            finished: self.folders.finished(),
            hidden,
            collections,
            copies,
            common,
        }
    }
}

/// The habits that the pages of a site share; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Habits {
    name: SiteName,
    /// Those of folders that have others, as each of several books does, in order.
    names: Vec<(String, SiteName)>,
    /// Whether some pages say with `data-pagefind-body` what is to be found.
    marked: bool,
    /// The folders of finished pages.
    finished: Vec<String>,
    /// The paths of pages that the search of the site itself does not find, in order.
    hidden: Vec<String>,
    /// The paths of pages that only collect others, in order.
    collections: Vec<String>,
    /// The paths of pages that are an `index.html` beside them, in order.
    copies: Vec<String>,
    /// The notes that most pages have, in order.
    common: Arc<[Passage]>,
}

impl Habits {
    /// These, but that text beside finished pages is read too.
    #[must_use]
    pub fn with_text_beside_pages(self) -> Self {
        Habits { finished: Vec::new(), ..self }
    }

    /// Whether most pages have this title, on the site or in the outermost folder.
    pub(crate) fn is_title_of_most(&self, path: &str, title: &str) -> bool {
        self.name.is_whole(title) || self.of_folder(path).is_some_and(|name| name.is_whole(title))
    }

    /// The name of what is published in the outermost folder of a path.
    fn of_folder(&self, path: &str) -> Option<&SiteName> {
        let folder = path.split_once('/').map(|(folder, _)| folder);
        let known = self.names.binary_search_by(|(name, _)| Some(name.as_str()).cmp(&folder));
        self.names.get(known.ok()?).map(|(_, name)| name)
    }

    /// The title of the page at a path without the name of the site, unless it is nothing else. A
    /// title without that may have the name of what is published in the outermost folder.
    #[must_use]
    pub fn page_title<'a>(&self, path: &str, title: &'a str) -> &'a str {
        let of_folder = || self.of_folder(path)?.cut(title);
        self.name.cut(title).or_else(of_folder).unwrap_or(title)
    }

    /// Whether pages without `data-pagefind-body` are not to be found, as for Pagefind.
    pub(crate) fn needs_mark(&self) -> bool {
        self.marked
    }

    /// Whether the search of the site itself leaves a page out.
    pub(crate) fn hides(&self, path: &str) -> bool {
        has(&self.hidden, path)
    }

    /// Whether a page has the text of other pages, and nothing else.
    pub(crate) fn is_collection(&self, path: &str) -> bool {
        has(&self.collections, path)
    }

    /// Whether a page is the same as the `index.html` beside it.
    pub(crate) fn is_copy(&self, path: &str) -> bool {
        has(&self.copies, path)
    }

    /// The notes that stand on most pages, in order.
    pub(crate) fn common(&self) -> &Arc<[Passage]> {
        &self.common
    }

    /// Whether a file is text beside finished pages, such as Sphinx's sources of these. A file of
    /// records, such as conversations, is data, which needs no page.
    pub(crate) fn leave_out(&self, path: &str, format: Format) -> bool {
        let is_text = matches!(format, Format::Markdown | Format::Mdx | Format::Text);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        is_text && with_parents(folder).any(|above| self.finished.iter().any(|it| it == above))
    }
}

/// Whether a path is one of some in order.
fn has(paths: &[String], path: &str) -> bool {
    paths.binary_search_by(|one| one.as_str().cmp(path)).is_ok()
}

#[cfg(test)]
mod tests;
