//! Pages by whatever a model copied as their address. js/mcp/addresses.js does the same.

use super::mistake::{Fault, mistake};
use super::pages::of;
use super::text::{address as askable, line, whole_line};
use crate::address::decoded;
use kindex::{Error, Index, Page, Pages};
use std::cmp::Ordering;
use std::collections::HashSet;

/// How many pages are named where an address may be that of several.
const NAMED: usize = 5;

/// The endings of files that are of one page: `knots.html.md` is what some sites give models.
const ENDINGS: [&str; 4] = [".html", ".htm", ".mdx", ".md"];

/// Where an address leads, without what it may be written with or without.
#[derive(Debug, PartialEq)]
struct Place {
    host: Option<String>,
    path: String,
    /// Whether a base path may stand before it.
    relative: bool,
}

impl Place {
    fn of(address: &str) -> Self {
        let (host, path) = without_host(without_query(without_fragment(address)));
        let relative = !path.starts_with('/');
        Place { host, path: joined(path), relative }
    }

    /// What it may be too where the host is written without a scheme.
    fn with_host(&self) -> Option<Self> {
        let (host, path) = self.path.split_once('/')?;
        let is_host = self.relative && host.contains('.');
        is_host.then(|| Place { host: named(host), path: path.to_owned(), relative: false })
    }

    fn is_elsewhere(&self, other: &Place) -> bool {
        self.host.is_some() && other.host.is_some() && self.host != other.host
    }

    /// How it fits a page at a place, and how much of both is the same.
    fn fit(&self, page: &Place) -> Option<(Fit, usize)> {
        let (asked, there) = (self.path.as_str(), page.path.as_str());
        let (fit, same) = if asked == there {
            (Fit::Same, there.len())
        } else if ends_with(there, asked) {
            let whole = self.host.is_some() && !page.relative;
            (if whole { Fit::Near } else { Fit::Part }, asked.len())
        } else if ends_with(asked, there) {
            (if page.relative { Fit::Part } else { Fit::Near }, there.len())
        } else {
            return None;
        };
        Some((if self.is_elsewhere(page) { Fit::Near } else { fit }, same))
    }
}

/// How an address fits a page, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Another page, which may be meant.
    Near,
    /// The same where a base path is left out of one of them.
    Part,
    Same,
}

fn without_fragment(address: &str) -> &str {
    // A fragment that is a path stands for a page in programs of one page.
    let is_path = |fragment: &str| fragment.starts_with('/') || fragment.starts_with("!/");
    match address.rsplit_once('#') {
        Some((bare, fragment)) if !is_path(fragment) => bare,
        _ => address,
    }
}

fn without_query(address: &str) -> &str {
    address.split_once('?').map_or(address, |(bare, _)| bare)
}

fn without_host(address: &str) -> (Option<String>, &str) {
    let is_scheme = |scheme: &str| {
        let sign = |char: char| char.is_ascii_alphanumeric() || "+.-".contains(char);
        scheme.starts_with(|char: char| char.is_ascii_alphabetic()) && scheme.chars().all(sign)
    };
    let Some((scheme, rest)) = address.split_once("//") else { return (None, address) };
    if !scheme.is_empty() && !scheme.strip_suffix(':').is_some_and(is_scheme) {
        return (None, address);
    }
    let end = rest.find('/').unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    (named(host), if path.is_empty() { "/" } else { path })
}

/// A host as it is compared; nothing where there is none.
fn named(host: &str) -> Option<String> {
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (!host.is_empty()).then(|| host.to_owned())
}

/// A path without slashes at its ends, what is encoded in it, and the name of its file as far as
/// sites do without.
fn joined(path: &str) -> String {
    let mut steps: Vec<String> = Vec::new();
    for step in path.split('/') {
        let step = decoded(step).unwrap_or_else(|| step.to_owned());
        match step.as_str() {
            "" | "." => {}
            ".." => drop(steps.pop()),
            _ => steps.push(step),
        }
    }
    if let Some(last) = steps.pop() {
        let name = without_endings(&last);
        if !name.is_empty() && name != "index" {
            steps.push(name.to_owned());
        }
    }
    steps.join("/")
}

fn without_endings(name: &str) -> &str {
    let shorter = |ending: &&str| {
        let (rest, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
        end.eq_ignore_ascii_case(ending).then_some(rest)
    };
    ENDINGS.iter().find_map(shorter).map_or(name, without_endings)
}

/// Whether a path ends with the steps of another one.
fn ends_with(path: &str, end: &str) -> bool {
    !end.is_empty() && path.strip_suffix(end).is_some_and(|before| before.ends_with('/'))
}

/// The page with an address, in whatever form, or with an id.
///
/// # Errors
/// A mistake where there is none or several, which names those that may be meant.
pub fn page(index: &Index, address: &str) -> Result<Page, Fault> {
    if let Some(page) = exactly(index, address)? {
        return Ok(page);
    }
    let all = all(index)?.pages;
    let mut near = Vec::new();
    for place in [Some(Place::of(address)), Place::of(address).with_host()].into_iter().flatten() {
        for key in [url, id] {
            match best(&all, &place, key) {
                Some((Fit::Near, found)) => near.extend(found),
                Some((_, found)) => return only(address, found),
                None => {}
            }
        }
    }
    none(address, near)
}

fn url(page: &Page) -> &str {
    &page.url
}

fn id(page: &Page) -> &str {
    &page.id
}

/// The page with just that address, with or without a fragment, or with that id.
fn exactly(index: &Index, address: &str) -> Result<Option<Page>, Error> {
    let bare = address.rsplit_once('#').map_or(address, |(bare, _)| bare);
    for one in [address, bare] {
        if let Some(page) = index.page(one)? {
            return Ok(Some(page));
        }
    }
    of(index, address)
}

fn all(index: &Index) -> Result<Pages, Error> {
    index.pages("", 0, usize::MAX)
}

/// The pages that fit best, and how.
fn best<'a>(
    pages: &'a [Page],
    asked: &Place,
    key: fn(&Page) -> &str,
) -> Option<(Fit, Vec<&'a Page>)> {
    let mut best = None;
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for page in pages.iter().filter(|page| !key(page).is_empty() && seen.insert(key(page))) {
        let Some(fit) = asked.fit(&Place::of(key(page))) else { continue };
        match Some(fit).cmp(&best) {
            Ordering::Less => continue,
            Ordering::Equal => {}
            Ordering::Greater => found.clear(),
        }
        best = Some(fit);
        found.push(page);
    }
    best.map(|(fit, _)| (fit, found))
}

fn only(address: &str, found: Vec<&Page>) -> Result<Page, Fault> {
    match found.as_slice() {
        [page] => Ok((*page).clone()),
        _ => mistake(format!(
            "url: {} may be that of several pages; give one of these as it is:\n{}",
            line(address),
            rows(&found)
        )),
    }
}

fn none(address: &str, near: Vec<&Page>) -> Result<Page, Fault> {
    let address = line(address);
    mistake(if near.is_empty() {
        format!("url: there is no page {address}; list_pages and search_docs have the addresses")
    } else {
        format!("url: there is no page {address}; what may be meant:\n{}", rows(&near))
    })
}

fn rows(pages: &[&Page]) -> String {
    let name = |page: &&Page| {
        let url = askable(&page.url);
        format!("- {}", whole_line(if url.is_empty() { &page.id } else { url }))
    };
    let mut rows: Vec<String> = pages.iter().take(NAMED).map(name).collect();
    let more = pages.len().saturating_sub(NAMED);
    if more > 0 {
        rows.push(format!("- and {more} more"));
    }
    rows.join("\n")
}

/// The pages whose addresses begin with a prefix, in whatever form.
pub fn under(index: &Index, prefix: &str, from: usize, limit: usize) -> Result<Pages, Error> {
    let found = index.pages(prefix, from, limit)?;
    if found.total > 0 || prefix.is_empty() {
        return Ok(found);
    }
    let all = all(index)?.pages;
    let asked = beginning(prefix);
    let ranks: Vec<_> = all.iter().map(|page| rank(&asked, &page.url)).collect();
    let Some(best) = ranks.iter().flatten().min() else { return Ok(found) };
    let found = all.iter().zip(&ranks).filter(|(_, rank)| rank.as_ref() == Some(best));
    let pages: Vec<Page> = found.map(|(page, _)| page.clone()).collect();
    Ok(Pages { total: pages.len(), pages: pages.into_iter().skip(from).take(limit).collect() })
}

/// Where a prefix leads, with a slash where it has one at its end.
fn beginning(prefix: &str) -> Place {
    let mut place = Place::of(prefix);
    if prefix.ends_with('/') && !place.path.is_empty() {
        place.path.push('/');
    }
    place
}

/// How much had to be left out so that an address begins as it is asked to: of the address what
/// comes before, or of the prefix so many steps, as either may be without a base path.
fn rank(asked: &Place, url: &str) -> Option<usize> {
    let there = Place::of(url);
    if url.is_empty() || asked.is_elsewhere(&there) {
        return None;
    }
    let path = format!("/{}/", there.path);
    let begins = |steps: &str| path.get(1..).is_some_and(|path| path.starts_with(steps));
    if begins(&asked.path) {
        return Some(0);
    }
    if asked.host.is_none() && path.contains(&format!("/{}", asked.path)) {
        return Some(1);
    }
    let shorter = asked.path.match_indices('/').map(|(at, _)| asked.path.get(at + 1..));
    let mut shorter = shorter.flatten().filter(|steps| there.relative && !steps.is_empty());
    shorter.position(begins).map(|dropped| dropped + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(asked: &str, page: &str) -> Option<Fit> {
        Place::of(asked).fit(&Place::of(page)).map(|(fit, _)| fit)
    }

    #[test]
    fn forms_of_an_address_are_the_same() {
        let page = "https://docs.example.org/guide/knots/";
        for asked in [
            "http://www.docs.example.org/guide/knots",
            "//docs.example.org/guide/knots/index.html#bowline",
            "HTTPS://Docs.Example.org/guide//./knots.html?utm=1#:~:text=a",
            "/guide/x/../knots.htm",
            "guide/kn%6Fts.html.md",
            "guide/knots/index.MD",
        ] {
            assert_eq!(fit(asked, page), Some(Fit::Same), "{asked}");
        }
        for page in ["guide/knots.html", "/guide/knots", "guide/knots/index.html"] {
            assert_eq!(fit("https://any.example/guide/knots/", page), Some(Fit::Same), "{page}");
        }
        assert_eq!(fit("/app/#/guide/a?x=1", "app/#/guide/a"), Some(Fit::Same));
        assert_eq!(fit("https://any.example", "/index.html"), Some(Fit::Same));
    }

    #[test]
    fn a_base_path_may_be_missing() {
        assert_eq!(fit("https://any.example/docs/knots/", "knots.html"), Some(Fit::Part));
        assert_eq!(fit("knots", "/docs/knots/"), Some(Fit::Part));
        assert_eq!(fit("/docs/knots", "/knots"), Some(Fit::Near));
        assert_eq!(fit("https://b.example/knots", "https://a.example/knots"), Some(Fit::Near));
        for (asked, page) in [("/nots", "/knots"), ("/docs/", "/"), ("/", "/docs/"), ("a", "b")] {
            assert_eq!(fit(asked, page), None, "{asked} {page}");
        }
    }

    #[test]
    fn prefixes_leave_out_as_little_as_can_be() {
        let rank = |prefix: &str, url: &str| rank(&beginning(prefix), url);
        assert_eq!(rank("https://any.example/guide/", "guide/knots.html"), Some(0));
        assert_eq!(rank("/guide", "/guide/"), Some(0));
        assert_eq!(rank("guide/", "/docs/guide/knots"), Some(1));
        assert_eq!(rank("https://any.example/a/b/guide/", "guide/knots.html"), Some(3));
        for (prefix, url) in [
            ("/b/guide/", "/guide/knots"),
            ("https://b.example/", "https://a.example/x"),
            ("uide/", "/guide/knots"),
            ("/docs/", "guide/"),
        ] {
            assert_eq!(rank(prefix, url), None, "{prefix} {url}");
        }
    }
}
