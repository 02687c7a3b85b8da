//! Makes one of results from copies of a page: its other versions and its translations.

use super::filter::{Condition, Filter};
use super::options::{Limits, SearchOptions};
use super::preference::{LANG, Preference, has_one_language};
use super::score::{Ranked, Scored};
use crate::error::ReadError;
use crate::format::documents::Record;
use crate::format::meta::Meta;
use crate::index::Readers;
use alloc::vec::Vec;

/// This many times more results are ranked where copies leave too few.
const WIDER: usize = 5;

/// Copies are looked for among this many results: each is compared with all.
const MAX_FOLDED: usize = 1000;

const VERSION: &str = "version";

/// A key that says the language where authors write it so.
const LANGUAGE: &str = "language";

/// Keys whose values stand in addresses.
const TELLING: [&str; 3] = [VERSION, LANG, LANGUAGE];

/// Whether documents can be copies of each other.
pub(super) fn applies(meta: &Meta) -> bool {
    !has_one_language(meta) || [VERSION, LANGUAGE].iter().any(|key| meta.may_have(key))
}

/// Ranks what `rank` finds, so many that enough are left once they are folded.
pub(super) fn run(
    indexes: &Readers<'_>,
    options: &SearchOptions,
    asked: Limits,
    rank: impl Fn(Limits) -> Result<Ranked, ReadError>,
) -> Result<Ranked, ReadError> {
    // What is passed over has copies too.
    let mut limits = Limits { offset: 0, ..asked };
    loop {
        let mut ranked = rank(limits)?;
        let count = ranked.best.len();
        let mut best = fold(indexes, options, core::mem::take(&mut ranked.best))?;
        if best.len() >= asked.ranked || count < limits.ranked || count >= MAX_FOLDED {
            best.truncate(asked.ranked);
            best.drain(..asked.offset.min(best.len()));
            ranked.best = best;
            return Ok(ranked);
        }
        limits.ranked = limits.ranked.saturating_mul(WIDER);
    }
}

/// A document with its results, each with its place among all.
struct Page<'a> {
    at: (usize, usize),
    place: Vec<u8>,
    title: &'a str,
    versions: Vec<&'a str>,
    languages: Vec<&'a str>,
    /// Whether it is of the version that is preferred.
    is_preferred: bool,
    results: Vec<(usize, Scored)>,
}

/// Folds results, best first. Of copies that of the preferred version stands for all, or else the
/// first; it comes where the first was.
fn fold(
    indexes: &Readers<'_>,
    options: &SearchOptions,
    best: Vec<Scored>,
) -> Result<Vec<Scored>, ReadError> {
    indexes.try_each(|index| {
        let own = best.iter().take(MAX_FOLDED).filter(|scored| scored.index == index.number);
        index.prefetch_documents(own.map(|scored| scored.document))
    })?;
    let mut groups: Vec<Vec<Page<'_>>> = Vec::new();
    let mut places: Vec<Option<Scored>> = Vec::new();
    for (number, scored) in best.into_iter().enumerate() {
        if number >= MAX_FOLDED {
            places.push(Some(scored));
            continue;
        }
        places.push(None);
        let at = (scored.index, scored.document);
        let result = (number, scored);
        match groups.iter_mut().flatten().find(|page| page.at == at) {
            Some(page) => page.results.push(result),
            None => add(&mut groups, Page::new(indexes, options, at, result)?),
        }
    }
    for (number, scored) in groups.into_iter().flat_map(one_of) {
        if let Some(place) = places.get_mut(number) {
            *place = Some(scored);
        }
    }
    Ok(places.into_iter().flatten().collect())
}

/// Adds a page to its copies, if there are any.
fn add<'a>(groups: &mut Vec<Vec<Page<'a>>>, page: Page<'a>) {
    let is_own = |group: &&mut Vec<Page<'a>>| group.first().is_some_and(|it| it.is_copy(&page));
    match groups.iter_mut().find(is_own) {
        Some(group) => group.push(page),
        None => groups.push([page].into()),
    }
}

/// The results of copies: those of one page, whose first has those of the others.
fn one_of(group: Vec<Page<'_>>) -> Vec<(usize, Scored)> {
    let chosen = group.iter().position(|page| page.is_preferred).unwrap_or_default();
    let first = group.first().and_then(|page| page.results.first()).map(|result| result.0);
    let (mut own, mut copies) = (None, Vec::new());
    for (at, page) in group.into_iter().enumerate() {
        if at == chosen {
            own = Some(page);
        } else {
            copies.push(page);
        }
    }
    let Some(mut own) = own else { return Vec::new() };
    let mut same = Vec::new();
    for copy in copies {
        same.extend(copy.beside(&own));
    }
    if let (Some((number, best)), Some(first)) = (own.results.first_mut(), first) {
        (*number, best.same) = (first, same);
    }
    own.results
}

impl<'a> Page<'a> {
    fn new(
        indexes: &'a Readers<'_>,
        options: &SearchOptions,
        at: (usize, usize),
        result: (usize, Scored),
    ) -> Result<Self, ReadError> {
        let record = indexes.get(at.0)?.documents.get(at.1)?;
        let versions = record.values(VERSION);
        let mut languages = record.values(LANG);
        languages.extend(record.values(LANGUAGE));
        let mut own = versions.clone();
        own.extend_from_slice(&languages);
        for filter in &options.prefer {
            if let Condition::Any(values) = &filter.condition
                && TELLING.contains(&filter.key.as_str())
            {
                own.extend(values.iter().map(|value| value.as_str()));
            }
        }
        let is_own = |it: &Filter| it.key == VERSION && it.accepts(&versions);
        let differs = Preference::new(&options.prefer, indexes.meta()).differs(&record);
        let is_preferred = options.prefer.iter().any(is_own) && differs.is_empty();
        let place = place_of(&record, at.0, &own);
        let title = record.title;
        Ok(Page { at, place, title, versions, languages, is_preferred, results: [result].into() })
    }

    /// Its best result with the others, as a copy of another page.
    fn beside(self, of: &Self) -> Option<Scored> {
        let mut differs = Vec::new();
        let keys = [(LANG, self.languages, &of.languages), (VERSION, self.versions, &of.versions)];
        for (key, own, others) in keys {
            if own != *others && !own.is_empty() {
                differs.push((key, own.join(", ")));
            }
        }
        let mut results = self.results.into_iter().map(|(_, scored)| scored);
        let mut best = results.next()?;
        best.more.extend(results);
        Some(Scored { differs, ..best })
    }

    /// Whether two pages at one place are one: translations, or versions with the same title.
    fn is_copy(&self, other: &Self) -> bool {
        let is_version = || self.title == other.title && self.versions != other.versions;
        self.place == other.place && (self.languages != other.languages || is_version())
    }
}

/// The address of a document without the parts that stand for its version and its language. Two
/// indexes may have pages of two sites at one address, if that names no host.
fn place_of(record: &Record<'_>, index: usize, own: &[&str]) -> Vec<u8> {
    let url = if record.url.is_empty() { record.id } else { record.url };
    let mut place = Vec::new();
    if !url.contains("://") {
        place.extend_from_slice(&index.to_le_bytes());
    }
    let url = url.as_bytes();
    let end = url.iter().position(|byte| b"?#".contains(byte)).unwrap_or(url.len());
    let (path, rest) = url.split_at(end);
    for part in path.split(|&byte| byte == b'/') {
        if !part.is_empty() && !own.iter().any(|value| names(part, value)) {
            place.push(b'/');
            place.extend_from_slice(part);
        }
    }
    place.extend_from_slice(rest);
    place
}

/// Whether a part of an address is a value, or what stands before its first hyphen.
fn names(part: &[u8], value: &str) -> bool {
    let value = value.as_bytes();
    let begin = value.split(|&byte| byte == b'-').next().unwrap_or_default();
    part.eq_ignore_ascii_case(value) || part.eq_ignore_ascii_case(begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn place(url: &str, own: &[&str]) -> String {
        let record = Record {
            id: "v1/nest.md",
            url,
            title: "",
            lang: "",
            meta: Vec::new(),
            filters: Vec::new(),
            rest: &[],
        };
        let place = place_of(&record, 0, own);
        String::from_utf8(place).unwrap().replace('\0', "")
    }

    #[test]
    fn a_place_has_neither_version_nor_language() {
        for (url, own, expected) in [
            ("/v1/nest", &["v1"][..], "/nest"),
            ("/docs/V1/DE/nest", &["v1", "de"], "/docs/nest"),
            ("/zh/nest", &["zh-Hant"], "/nest"),
            ("/2.x/nest?v=1#v1", &["2.x", "v1"], "/nest?v=1#v1"),
            ("/v10/nest", &["v1"], "/v10/nest"),
            ("/de/", &["de"], ""),
            ("/nest/", &[], "/nest"),
            ("https://a.org/v1/nest", &["v1"], "/https:/a.org/nest"),
        ] {
            assert_eq!(place(url, own), expected, "{url}");
        }
        assert_eq!(place("", &["v1"]), "/nest.md");
    }

    #[test]
    fn pages_of_two_indexes_are_copies_where_addresses_name_a_host() {
        let at = |index, url| {
            let record = Record {
                id: "a",
                url,
                title: "",
                lang: "",
                meta: Vec::new(),
                filters: Vec::new(),
                rest: &[],
            };
            place_of(&record, index, &[])
        };
        assert_ne!(at(0, "/a"), at(1, "/a"));
        assert_eq!(at(0, "https://a.org/a"), at(1, "https://a.org/a"));
    }
}
