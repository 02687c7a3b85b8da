//! Counts what titles begin and end with, to find the name of the site in them.

use std::collections::BTreeMap;

use kindex_text::{after, part};

use crate::habits::{SEPARATORS, SiteName};

/// Fewer pages than these have nothing in common that means anything.
const MIN_PAGES: usize = 3;

/// The longest shared end counts that at least this share of the titles has which have the most
/// frequent one: `Use | Guide - v1` ends with ` - v1` hardly more often than with ` | Guide - v1`.
const NEARLY: (usize, usize) = (19, 20);

/// Titles with more separators than these are not looked at further.
const MAX_SEPARATORS: usize = 8;

/// The number of titles for each beginning and end.
#[derive(Clone, Debug, Default)]
pub(super) struct Titles {
    count: usize,
    /// Whole titles.
    whole: BTreeMap<String, usize>,
    suffixes: BTreeMap<String, usize>,
    prefixes: BTreeMap<String, usize>,
}

impl Titles {
    /// Counts one. Doxygen writes `Name: Page`, which elsewhere tells what a page is about.
    pub(super) fn add(&mut self, title: &str, is_of_doxygen: bool) {
        self.count += 1;
        *self.whole.entry(title.to_owned()).or_default() += 1;
        for at in cuts(title).chain(bracket(title)) {
            *self.suffixes.entry(after(title, at.start).to_owned()).or_default() += 1;
        }
        let colon = is_of_doxygen.then(|| title.find(": ")).flatten().map(|at| at..at + 2);
        for at in cuts(title).chain(colon) {
            *self.prefixes.entry(part(title, 0..at.end).to_owned()).or_default() += 1;
        }
    }

    pub(super) fn merge(&mut self, other: Titles) {
        self.count += other.count;
        for (own, others) in [
            (&mut self.whole, other.whole),
            (&mut self.suffixes, other.suffixes),
            (&mut self.prefixes, other.prefixes),
        ] {
            for (name, count) in others {
                *own.entry(name).or_default() += count;
            }
        }
    }

    /// The beginning and end of most titles.
    pub(super) fn site_name(&self) -> SiteName {
        let mut titles = self.whole.iter();
        let whole = titles.find(|(_, count)| self.is_most(**count)).map(|(title, _)| title.clone());
        SiteName { suffix: self.shared(&self.suffixes), prefix: self.shared(&self.prefixes), whole }
    }

    /// The number of titles that are nothing but a name.
    fn alone(&self, name: &str) -> usize {
        self.whole.get(bare(name)).copied().unwrap_or_default()
    }

    fn is_most(&self, count: usize) -> bool {
        count >= MIN_PAGES && count * 2 > self.count
    }

    /// The longest of the names that hardly fewer titles have than the one that the most have, and
    /// most have that.
    fn shared(&self, names: &BTreeMap<String, usize>) -> Option<String> {
        let counts = names.iter().map(|(name, count)| (name, count + self.alone(name)));
        let counts: Vec<_> = counts.filter(|(_, count)| self.is_most(*count)).collect();
        let most = counts.iter().map(|(_, count)| *count).max()?;
        let (share, of) = NEARLY;
        let shared = counts.iter().filter(|(_, count)| *count * of >= most * share);
        // Of names of one length the first in the order of bytes.
        let (longest, _) = shared.rev().max_by_key(|(name, _)| name.len())?;
        Some((*longest).clone())
    }
}

/// A name without the separator between it and the page's.
fn bare(name: &str) -> &str {
    let mark = SEPARATORS.iter().find(|mark| name.starts_with(**mark) || name.ends_with(**mark));
    let bare = mark.map_or(name, |mark| {
        name.strip_prefix(mark).or_else(|| name.strip_suffix(mark)).unwrap_or(name)
    });
    bare.strip_suffix(": ").unwrap_or(bare)
}

/// The places of separators with something on both sides.
fn cuts(title: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let marks = SEPARATORS.iter();
    let all = marks.flat_map(|mark| title.match_indices(mark).take(MAX_SEPARATORS));
    let all = all.map(|(at, mark)| at..at + mark.len());
    all.filter(|at| at.start > 0 && at.end < title.len())
}

/// The brackets at the end of a title, as Javadoc's: `String (Java SE 17)`.
fn bracket(title: &str) -> Option<std::ops::Range<usize>> {
    let at = title.ends_with(')').then(|| title.rfind(" (")).flatten()?;
    (at > 0).then_some(at..title.len())
}
