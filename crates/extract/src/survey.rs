//! Finds the habits of a site, which no page tells by itself.

mod folders;
mod glance;
mod marks;
mod own_search;
mod repeats;
mod titles;

use std::collections::BTreeMap;

use crate::format::Format;
use crate::habits::{Habits, SiteName, has};
use crate::text::charset;
use folders::Folders;
use glance::Glance;
use own_search::{OwnSearch, maker_of};
use repeats::{Repeated, Repeats};
use titles::Titles;

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
        let text = marks::without(&text);
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

#[cfg(test)]
mod tests;
