//! Makes one of results from copies of a page: its other versions and its translations.

use super::filter::{Condition, Filter};
use super::options::SearchOptions;
use super::preference::{LANG, Preference, has_one_language};
use super::score::Scored;
use crate::error::ReadError;
use crate::format::documents::Record;
use crate::format::meta::Meta;
use crate::index::Readers;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

const VERSION: &str = "version";

/// What stands between the values of a text that has several.
const SEPARATOR: &str = ", ";

/// Whether documents can be copies of each other.
pub(super) fn applies(meta: &Meta) -> bool {
    !has_one_language(meta) || meta.may_have(VERSION)
}

/// Folds results, best first. The page that stands for its copies comes where the first of them was,
/// and that result has their best ones.
pub(super) fn run(
    indexes: &Readers<'_>,
    options: &SearchOptions,
    best: Vec<Scored>,
) -> Result<Vec<Scored>, ReadError> {
    // Results are made of the same records.
    indexes.try_each(|index| {
        let own = best.iter().filter(|scored| scored.index == index.number);
        index.prefetch_documents(own.map(|scored| scored.document))
    })?;
    let mut places: Vec<Option<Scored>> = Vec::new();
    places.resize_with(best.len(), || None);
    for group in grouped(pages(indexes, options, best)?) {
        for (number, scored) in one_of(group, options) {
            if let Some(place) = places.get_mut(number) {
                *place = Some(scored);
            }
        }
    }
    Ok(places.into_iter().flatten().collect())
}

/// A document with its results, each with its place among all.
struct Page<'a> {
    place: Place,
    title: &'a str,
    versions: Vec<&'a str>,
    languages: Vec<&'a str>,
    /// Whether it is of the version that is preferred.
    is_preferred: bool,
    results: Vec<(usize, Scored)>,
}

/// The address of a document without the parts that stand for its version and its language. Two
/// indexes may have pages of two sites at one address, if that names no host: then it has the
/// number of the index.
type Place = (Option<usize>, String);

/// The documents of results, in the order of their best ones.
fn pages<'a>(
    indexes: &'a Readers<'_>,
    options: &SearchOptions,
    best: Vec<Scored>,
) -> Result<Vec<Page<'a>>, ReadError> {
    let preference = Preference::new(&options.prefer, indexes.meta());
    let mut pages: Vec<Page<'a>> = Vec::new();
    let mut known = BTreeMap::new();
    for (number, scored) in best.into_iter().enumerate() {
        let at = *known.entry((scored.index, scored.document)).or_insert(pages.len());
        match pages.get_mut(at) {
            Some(page) => page.results.push((number, scored)),
            None => pages.push(Page::new(indexes, options, &preference, (number, scored))?),
        }
    }
    Ok(pages)
}

/// The first groups of copies at a place to which a page can belong. If it belongs to neither, it
/// belongs to none: the first page of any other group has the language of the one, or the versions
/// of the other.
#[derive(Default)]
struct Firsts<'a> {
    in_a_language: Option<usize>,
    by_title: BTreeMap<&'a str, usize>,
}

/// The pages with their copies, each with the first of which it is one.
fn grouped(pages: Vec<Page<'_>>) -> Vec<Vec<Page<'_>>> {
    let mut groups: Vec<Vec<Page<'_>>> = Vec::new();
    let mut all: BTreeMap<Place, Firsts<'_>> = BTreeMap::new();
    for mut page in pages {
        let firsts = all.entry(core::mem::take(&mut page.place)).or_default();
        let mut known = [firsts.in_a_language, firsts.by_title.get(page.title).copied()];
        known.sort_unstable();
        let is_own = |&at: &usize| {
            groups.get(at).and_then(|group| group.first()).is_some_and(|it| it.is_copy(&page))
        };
        let own = known.into_iter().flatten().find(is_own);
        if let Some(group) = own.and_then(|at| groups.get_mut(at)) {
            group.push(page);
            continue;
        }
        firsts.by_title.entry(page.title).or_insert(groups.len());
        if !page.languages.is_empty() {
            firsts.in_a_language.get_or_insert(groups.len());
        }
        groups.push([page].into());
    }
    groups
}

/// The results of copies: those of one page, whose first has the best ones of the others. That page
/// is pinned, or else of the preferred version; or else, and where an order is asked for, the first.
fn one_of(mut group: Vec<Page<'_>>, options: &SearchOptions) -> Vec<(usize, Scored)> {
    let is_pinned = |page: &Page<'_>| page.results.iter().any(|(_, it)| it.is_pinned());
    let preferred = || group.iter().position(|page| page.is_preferred);
    let chosen = match options.sort {
        Some(_) => None,
        None => group.iter().position(is_pinned).or_else(preferred),
    };
    let chosen = chosen.unwrap_or_default();
    let first = group.first().and_then(|page| page.results.first()).map(|result| result.0);
    if chosen >= group.len() {
        return Vec::new();
    }
    let mut own = group.remove(chosen);
    let same = group.into_iter().filter_map(|copy| copy.beside(&own)).collect();
    if let (Some((number, best)), Some(first)) = (own.results.first_mut(), first) {
        (*number, best.same) = (first, same);
    }
    own.results
}

impl<'a> Page<'a> {
    fn new(
        indexes: &'a Readers<'_>,
        options: &SearchOptions,
        preference: &Preference<'_>,
        result: (usize, Scored),
    ) -> Result<Self, ReadError> {
        let index = result.1.index;
        let record = indexes.get(index)?.documents.get(result.1.document)?;
        let (versions, languages) = (values(&record, VERSION), values(&record, LANG));
        let mut own = [&versions[..], &languages].concat();
        for filter in &options.prefer {
            if let Condition::Any(values) = &filter.condition
                && [VERSION, LANG].contains(&filter.key.as_str())
            {
                own.extend(values.iter().map(|value| value.as_str()));
            }
        }
        let is_own = |it: &Filter| it.key == VERSION && it.accepts(&versions);
        let is_preferred =
            options.prefer.iter().any(is_own) && preference.differs(&record).is_empty();
        let place = place_of(&record, index, &own);
        let title = record.title;
        Ok(Page { place, title, versions, languages, is_preferred, results: [result].into() })
    }

    /// Its best result, as that of a copy of another page.
    fn beside(self, of: &Self) -> Option<Scored> {
        let mut differs = Vec::new();
        let keys = [(LANG, self.languages, &of.languages), (VERSION, self.versions, &of.versions)];
        for (key, own, others) in keys {
            if own != *others && !own.is_empty() {
                differs.push((key, own.join(SEPARATOR)));
            }
        }
        let (_, best) = self.results.into_iter().next()?;
        Some(Scored { differs, more: Vec::new(), ..best })
    }

    /// Whether two pages at one place are one: translations, or versions with the same title.
    fn is_copy(&self, other: &Self) -> bool {
        let have_languages = !self.languages.is_empty() && !other.languages.is_empty();
        let are_translations = have_languages && self.languages != other.languages;
        are_translations || (self.title == other.title && self.versions != other.versions)
    }
}

/// The values of a document for a key. A text may have several.
fn values<'a>(record: &Record<'a>, key: &str) -> Vec<&'a str> {
    let given = record.values(key);
    let mut values: Vec<&str> = given.into_iter().flat_map(|it| it.split(SEPARATOR)).collect();
    // The metadata may have the language once more.
    values.dedup();
    values
}

/// The place of a document with values of its own.
fn place_of(record: &Record<'_>, index: usize, own: &[&str]) -> Place {
    let url = if record.url.is_empty() { record.id } else { record.url };
    let (path, rest) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
    let mut place = String::new();
    for part in path.split('/') {
        if !part.is_empty() && !is_one_of(own, part) {
            place.push('/');
            place.push_str(part);
        }
    }
    place.push_str(rest);
    ((!has_host(url)).then_some(index), place)
}

/// Whether a part of an address is one of some values, or what stands before its first hyphen. All
/// are taken for ASCII, as tables of other letters would take more room than all else here.
fn is_one_of(values: &[&str], part: &str) -> bool {
    let is_same = |value: &str| value.eq_ignore_ascii_case(part);
    values.iter().any(|value| is_same(value) || value.split('-').next().is_some_and(is_same))
}

/// Whether an address begins with a scheme and a host.
fn has_host(url: &str) -> bool {
    let (scheme, rest) = url.split_at(url.find(['/', '?', '#']).unwrap_or_default());
    let host = rest.strip_prefix("//").unwrap_or_default();
    let is_named = !matches!(host.as_bytes().first(), None | Some(b'/' | b'?' | b'#'));
    is_named && scheme.len() > 1 && scheme.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(url: &str, index: usize, own: &[&str]) -> Place {
        let record = Record {
            id: "v1/nest.md",
            url,
            title: "",
            lang: "",
            meta: Vec::new(),
            filters: Vec::new(),
            rest: &[],
        };
        place_of(&record, index, own)
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
            ("", &["v1"], "/nest.md"),
        ] {
            assert_eq!(place(url, 0, own).1, expected, "{url}");
        }
    }

    #[test]
    fn pages_of_two_indexes_are_copies_where_addresses_begin_with_a_host() {
        for (url, is_same) in [
            ("https://a.org/a", true),
            ("https://a.org", true),
            ("/a", false),
            ("//a.org/a", false),
            ("/r?to=https://a.org", false),
            ("?to=https://a.org", false),
            ("#https://a.org", false),
            ("file:///a", false),
            ("https://", false),
            ("", false),
        ] {
            assert_eq!(place(url, 0, &[]) == place(url, 1, &[]), is_same, "{url}");
        }
    }
}
