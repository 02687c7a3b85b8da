//! Reads what the search of a site itself finds, where pages say nothing: Material for MkDocs and
//! hugo-book leave pages out whose front matter asks for it, and show nothing of that in HTML.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use serde::Deserialize;

use super::folders::place;

/// The number of folders of the address of a site that may stand before paths.
const MAX_PREFIX_FOLDERS: usize = 3;

/// The generators of which one is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Maker {
    Material,
    HugoBook,
}

/// The pages that searches of sites find, and those that they may find.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnSearch {
    /// By the folder of the site, the addresses that are found there.
    found: BTreeMap<(Maker, String), BTreeSet<String>>,
    /// Paths of pages.
    pages: BTreeSet<(Maker, String)>,
}

#[derive(Deserialize)]
struct Material {
    docs: Vec<Location>,
}

#[derive(Deserialize)]
struct Location {
    location: String,
}

#[derive(Deserialize)]
struct BookPage {
    href: String,
}

/// The generator and the site, if a file is such a search's: the folder that it lies in.
pub(super) fn maker_of(path: &str) -> Option<(Maker, &str)> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if name == "search_index.json" {
        let site = folder.strip_suffix("search")?;
        return Some((Maker::Material, site.trim_end_matches('/')));
    }
    let is_book = name.contains(".search-data.") && name.ends_with(".json");
    is_book.then_some((Maker::HugoBook, folder))
}

impl OwnSearch {
    pub(super) fn add_page(&mut self, maker: Maker, path: &str) {
        self.pages.insert((maker, path.to_owned()));
    }

    /// Adds what a search finds. A file that cannot be read finds nothing, and has no say.
    pub(super) fn add(&mut self, maker: Maker, site: &str, bytes: &[u8]) {
        let addresses: Vec<String> = match maker {
            Maker::Material => serde_json::from_slice(bytes)
                .map(|index: Material| index.docs.into_iter().map(|it| it.location).collect()),
            Maker::HugoBook => serde_json::from_slice(bytes)
                .map(|pages: Vec<BookPage>| pages.into_iter().map(|it| it.href).collect()),
        }
        .unwrap_or_default();
        let places = addresses.iter().map(|address| place_of(address));
        self.found.entry((maker, site.to_owned())).or_default().extend(places);
    }

    pub(super) fn merge(&mut self, other: OwnSearch) {
        self.pages.extend(other.pages);
        for (site, found) in other.found {
            self.found.entry(site).or_default().extend(found);
        }
    }

    /// The pages that the search of their site does not find. One that finds less than half of the
    /// pages is of something else.
    pub(super) fn hidden(&self) -> Vec<String> {
        let mut hidden = BTreeSet::new();
        for ((maker, site), found) in &self.found {
            let pages: Vec<(&str, &str)> = self.pages_of(*maker, site).collect();
            let count = |found: &BTreeSet<&str>| {
                pages.iter().filter(|(_, place)| found.contains(place)).count()
            };
            // Addresses may begin with folders in which the site is published; of two ways to read
            // them that find as many, the one without.
            let ways = (0..=MAX_PREFIX_FOLDERS).rev().map(|folders| below(found, folders));
            let best = ways.max_by_key(count).unwrap_or_default();
            let missing = pages.iter().filter(|(_, place)| !best.contains(place));
            let missing: Vec<&str> = missing.map(|(path, _)| *path).collect();
            if missing.len() * 2 < pages.len() {
                hidden.extend(missing);
            }
        }
        hidden.into_iter().map(str::to_owned).collect()
    }

    /// The pages of a site but the first, each with its place below the site.
    fn pages_of<'a>(
        &'a self,
        maker: Maker,
        site: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let own = self.pages.iter().filter(move |(of, _)| *of == maker);
        own.filter_map(move |(_, path)| {
            let place = place(path).strip_prefix(site)?;
            let is_below = site.is_empty() || place.starts_with('/');
            let place = place.trim_start_matches('/');
            (is_below && !place.is_empty()).then_some((path.as_str(), place))
        })
    }
}

/// The target of an address, as paths of pages have it.
fn place_of(address: &str) -> String {
    let path = address.split(['#', '?']).next().unwrap_or_default();
    let path = path
        .split_once("://")
        .map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let path = percent_decode_str(path).decode_utf8_lossy();
    place(path.trim_matches('/')).to_owned()
}

/// Places without as many folders at their beginning.
fn below(places: &BTreeSet<String>, folders: usize) -> BTreeSet<&str> {
    let without = |place: &'_ str| -> Option<usize> {
        if folders == 0 {
            return Some(0);
        }
        place.match_indices('/').nth(folders - 1).map(|(at, _)| at + 1)
    };
    places.iter().filter_map(|place| place.get(without(place)?..)).collect()
}
