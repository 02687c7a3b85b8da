//! Puts the pages of a site into the order of its navigation, in its groups.

use super::address::SiteAddress;
use super::links;
use super::page::{Page, Reading};
use kindex_extract::navigation;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The group of pages that stand in no group of the navigation, where others do.
const FIRST: &str = "Overview";

/// That of pages that are in no navigation.
const LAST: &str = "More";

/// The only group of a site without any.
const ONLY: &str = "Pages";

/// Files with the navigation of all pages: mdBook's.
const NAVIGATIONS: [&str; 2] = ["index.html", "toc.html"];

/// The navigations of at most this many pages are read.
const MAX_READ_PAGES: usize = 2_000;

/// Pages of a site that belong together.
#[derive(Debug, Default, PartialEq)]
pub struct Group {
    pub title: String,
    pub pages: Vec<Page>,
}

/// The pages in the order of the navigation.
pub fn ordered(pages: Vec<Page>, reading: &Reading<'_>, address: &SiteAddress) -> Vec<Group> {
    let mut order = Order::of(&pages, address);
    let read = |path: &str| reading.most.read(&reading.folder.join(path)).ok();
    for path in NAVIGATIONS {
        if let Some(page) = read(path) {
            order.take(path, &page);
        }
    }
    let mut left = MAX_READ_PAGES;
    for (at, page) in pages.iter().enumerate() {
        if left > 0
            && !order.is_grouped(at)
            && let Some(bytes) = read(&page.path)
        {
            left -= 1;
            order.take(&page.path, &bytes);
        }
    }
    order.groups(pages)
}

/// The places of pages that are known so far.
struct Order<'a> {
    address: &'a SiteAddress,
    /// The numbers of pages by the paths of their files.
    known: HashMap<String, usize>,
    /// The numbers in order.
    order: Vec<usize>,
    /// By pages those that were put behind them last.
    behind: HashMap<usize, usize>,
    groups: BTreeMap<usize, String>,
}

impl<'a> Order<'a> {
    fn of(pages: &[Page], address: &'a SiteAddress) -> Self {
        let known = pages.iter().enumerate().map(|(at, page)| (page.path.clone(), at)).collect();
        Order { address, known, order: Vec::new(), behind: HashMap::new(), groups: BTreeMap::new() }
    }

    fn is_grouped(&self, page: usize) -> bool {
        self.groups.contains_key(&page)
    }

    /// Takes in the navigations of a page.
    fn take(&mut self, path: &str, bytes: &[u8]) {
        for links in navigation(bytes).unwrap_or_default() {
            let (mut pages, mut seen) = (Vec::new(), HashSet::new());
            for link in links {
                let Some(page) = self.page(path, &link.href) else { continue };
                if let Some(group) = link.group {
                    self.groups.entry(page).or_insert(group);
                }
                if seen.insert(page) {
                    pages.push(page);
                }
            }
            // One link is a way back, or to the first page.
            if pages.len() > 1 {
                self.merge(&pages);
            }
        }
    }

    /// Puts pages that have no place yet before the one after them in a navigation, or behind the
    /// one before them and those that were put there earlier.
    fn merge(&mut self, pages: &[usize]) {
        let mut places: HashMap<usize, usize> =
            self.order.iter().enumerate().map(|(at, page)| (*page, at)).collect();
        let mut before: Option<usize> = None;
        for (at, page) in pages.iter().enumerate() {
            if !places.contains_key(page) {
                let next = pages.iter().skip(at + 1).find_map(|next| places.get(next)).copied();
                let behind = before.map(|before| self.last_behind(before));
                let behind = behind.and_then(|last| places.get(&last)).map(|place| place + 1);
                let after = before.and_then(|before| places.get(&before)).copied();
                let next = next.filter(|next| after.is_none_or(|after| *next > after));
                let place = next.or(behind).unwrap_or(self.order.len());
                self.order.insert(place, *page);
                places.values_mut().filter(|other| **other >= place).for_each(|other| *other += 1);
                places.insert(*page, place);
                if let Some(before) = before.filter(|_| next.is_none()) {
                    self.behind.insert(before, *page);
                }
            }
            before = Some(*page);
        }
    }

    /// The last of those that were put behind a page, or behind one of these.
    fn last_behind(&self, page: usize) -> usize {
        let mut last = page;
        while let Some(next) = self.behind.get(&last) {
            last = *next;
        }
        last
    }

    /// The number of the page to which a link of another leads.
    fn page(&self, from: &str, href: &str) -> Option<usize> {
        let places = links::places(self.address, from, href);
        let mut files = places.iter().flat_map(|place| links::files(place));
        files.find_map(|file| self.known.get(&file)).copied()
    }

    /// All pages in their groups. A page in no navigation is with others of its folder.
    fn groups(mut self, pages: Vec<Page>) -> Vec<Group> {
        let has_groups = !self.groups.is_empty();
        let home = self.known.get("index.html").copied();
        let placed: Vec<usize> = home.into_iter().chain(self.order.iter().copied()).collect();
        for page in placed {
            let own = if has_groups { FIRST } else { ONLY };
            self.groups.entry(page).or_insert_with(|| own.to_owned());
        }
        let rest = (0..pages.len()).filter(|page| !self.groups.contains_key(page));
        let rest: Vec<usize> = rest.collect();
        let titles = folder_titles(&pages, &rest);
        let all = home.into_iter().chain(self.order).chain(rest);
        let mut pages: Vec<Option<Page>> = pages.into_iter().map(Some).collect();
        let mut groups: Vec<Group> = Vec::new();
        for at in all {
            let Some(page) = pages.get_mut(at).and_then(Option::take) else { continue };
            let title = self.groups.get(&at).cloned().or_else(|| {
                let folder = page.path.split_once('/').map(|(folder, _)| folder);
                folder.and_then(|folder| titles.get(folder)).cloned()
            });
            let title = title.unwrap_or_else(|| LAST.to_owned());
            match groups.iter_mut().find(|group| group.title == title) {
                Some(group) => group.pages.push(page),
                None => groups.push(Group { title, pages: vec![page] }),
            }
        }
        // What is in no navigation comes last.
        groups.sort_by_key(|group| match group.title.as_str() {
            FIRST => 0,
            LAST => 2,
            _ => 1,
        });
        groups
    }
}

/// The titles of folders with several pages that are in no navigation: those of their own pages,
/// or their names.
fn folder_titles(pages: &[Page], rest: &[usize]) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let paths = rest.iter().filter_map(|at| pages.get(*at)).map(|page| page.path.as_str());
    for (folder, _) in paths.filter_map(|path| path.split_once('/')) {
        *counts.entry(folder).or_default() += 1;
    }
    let several = counts.into_iter().filter(|(_, count)| *count > 1);
    let titles = several.map(|(folder, _)| {
        let index = format!("{folder}/index.html");
        let own = pages.iter().find(|page| page.path == index);
        let title = own.map_or_else(|| folder.to_owned(), |page| page.title.clone());
        (folder.to_owned(), title)
    });
    titles.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn navigations_of_several_pages_are_one_order() {
        let address = SiteAddress::default();
        let order = |navigations: &[&[usize]]| {
            let mut order = Order::of(&[], &address);
            navigations.iter().for_each(|pages| order.merge(pages));
            order.order
        };
        // A page shows what is below it, and no other does.
        assert_eq!(order(&[&[0, 4, 5], &[0, 1, 2, 4, 5], &[2, 3, 4]]), [0, 1, 2, 3, 4, 5]);
        // Pages show only the way to them.
        assert_eq!(order(&[&[0, 1], &[0, 2], &[0, 3], &[3, 4]]), [0, 1, 2, 3, 4]);
        assert_eq!(order(&[&[1, 2], &[0, 1]]), [0, 1, 2]);
        // What contradicts itself has some order.
        assert_eq!(order(&[&[0, 1, 2], &[2, 3, 0]]).len(), 4);
    }
}
