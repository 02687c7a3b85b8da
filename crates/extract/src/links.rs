//! Links between pages, as numbers of the addresses at which and to which they lead.
//!
//! A link with a host leads to a page only if that page's own address has the host: another site's
//! `/guide/` is not ours. So where no base URL and no page names a host, such links count nowhere.

use std::borrow::Cow;
use std::collections::BTreeSet;

use kindex::{Document, Links};
use percent_encoding::percent_decode_str;
use xxhash_rust::xxh64::xxh64;

/// Absolute links may begin with at most this many folders that pages do not: those
/// under which the site is served.
const MAX_PREFIX_FOLDERS: usize = 3;

/// Extensions that published addresses may lack.
const EXTENSIONS: [&str; 6] = [".md", ".mdx", ".markdown", ".html", ".htm", ".xhtml"];

/// The links to a document and from it, which has all its facts but these. `targets` are those of
/// its links, as written.
pub(crate) fn of_page(document: &Document, targets: &[String]) -> Links {
    let page = Place::of(document);
    let targets = targets.iter().map(|target| page.targets(target));
    let targets = targets.filter(|target| !target.is_empty());
    let targets: BTreeSet<Vec<u32>> = targets.collect();
    Links { addresses: page.addresses(), targets: targets.into_iter().collect() }
}

/// The places of a page.
struct Place<'a> {
    /// The path of its file.
    file: &'a str,
    host: Option<&'a str>,
    /// The path of its address, with an anchor where another page shows it.
    path: &'a str,
}

impl<'a> Place<'a> {
    fn of(document: &'a Document) -> Self {
        let (host, path) = parted(&document.url).unwrap_or((None, &document.url));
        Place { file: &document.id, host, path }
    }

    /// The numbers of the addresses at which links lead to it.
    fn addresses(&self) -> Vec<u32> {
        let mut addresses = BTreeSet::new();
        for path in [&*decoded(self.path), self.file].map(normal) {
            addresses.extend(self.host.map(|host| number(&(below_host(host) + &path))));
            addresses.insert(number(&path));
        }
        addresses.into_iter().collect()
    }

    /// The numbers of the addresses to which a link may lead, the likeliest first. An anchor may be
    /// that of a part which is a document of its own.
    fn targets(&self, target: &str) -> Vec<u32> {
        let (page, _) = target.split_once('#').unwrap_or((target, ""));
        let mut paths = self.paths(target);
        if page.len() < target.len() {
            paths.extend(self.paths(page));
        }
        let mut targets: Vec<u32> = paths.iter().map(|path| number(path)).collect();
        targets.dedup();
        targets
    }

    fn paths(&self, target: &str) -> Vec<String> {
        let address = target.split('?').next().filter(|address| !address.is_empty());
        let Some((host, path)) = address.and_then(parted) else { return Vec::new() };
        let path = decoded(path);
        if host.is_some() || path.starts_with('/') {
            let site = host.map(below_host).unwrap_or_default();
            let path = normal(&path);
            let is_whole = self.host.is_some() || self.path.starts_with('/');
            let cuts = path.match_indices('/').map(|(at, _)| at + 1);
            let cuts = cuts.take(if is_whole { 0 } else { MAX_PREFIX_FOLDERS });
            let tails = [0].into_iter().chain(cuts).filter_map(|at| path.get(at..));
            return tails.map(|tail| format!("{site}{tail}")).collect();
        }
        let shown_at = self.path.split('#').next().unwrap_or_default();
        [self.file, shown_at].map(|place| normal(&format!("{}/{path}", folder(place)))).into()
    }
}

fn decoded(path: &str) -> Cow<'_, str> {
    percent_decode_str(path).decode_utf8_lossy()
}

fn number(path: &str) -> u32 {
    xxh64(path.as_bytes(), 0) as u32
}

/// The host of a web address, where it names one, and its path. None for what is not of the web,
/// such as `mailto:`. A page is the same over `http:` and over `https:`.
fn parted(url: &str) -> Option<(Option<&str>, &str)> {
    let rest = match url.split_once(':').filter(|(scheme, _)| !scheme.contains('/')) {
        Some((scheme, rest)) if is_web(scheme) => rest,
        Some(_) => return None,
        None => url,
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return Some((None, rest));
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    Some((Some(host), path))
}

fn is_web(scheme: &str) -> bool {
    ["http", "https"].iter().any(|web| web.eq_ignore_ascii_case(scheme))
}

/// The beginning of keys of pages at a host; a path alone never begins so.
fn below_host(host: &str) -> String {
    format!("//{}/", host.to_lowercase())
}

fn folder(place: &str) -> &str {
    place.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path in lower case, without `.` and `..`, without the extension of a page and without the
/// name of a folder's own page.
fn normal(path: &str) -> String {
    let path = path.to_lowercase();
    let path = EXTENSIONS.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(&path);
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.pop_if(|last| matches!(*last, "index" | "_index" | "readme"));
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str, url: &str) -> Document {
        Document { id: id.into(), url: url.into(), ..Document::default() }
    }

    /// The page to which a link leads, by its number.
    fn found(from: &Document, target: &str, pages: &[&Document]) -> Option<usize> {
        let targets = of_page(from, &[target.into()]).targets;
        let at = |address: &u32| {
            pages.iter().position(|to| of_page(to, &[]).addresses.contains(address))
        };
        targets.first()?.iter().find_map(at)
    }

    /// Whether a link of one page leads to another.
    fn leads(from: &Document, target: &str, to: &Document) -> bool {
        found(from, target, &[to]).is_some()
    }

    #[test]
    fn of_pages_that_a_link_may_mean_the_likeliest_counts() {
        // Beside its file goes before beside its address, and a whole path before its end.
        let (inner, outer) = (page("guide/setup.md", "guide/setup/"), page("setup.md", "setup/"));
        let from = page("guide/a.md", "guide/a/");
        assert_eq!(found(&from, "setup.md", &[&outer, &inner]), Some(1));
        assert_eq!(found(&from, "../setup.md", &[&outer, &inner]), Some(0));
        assert_eq!(found(&from, "/docs/guide/setup/", &[&outer, &inner]), Some(1));
    }

    #[test]
    fn addresses_may_be_encoded() {
        let from = page("a.html", "https://x.dev/site/a.html");
        for url in
            ["https://x.dev/site/b/Caf%C3%A9%20Bar.html", "https://x.dev/site/b/Café Bar.html"]
        {
            let to = page("b/Café Bar.html", url);
            assert!(leads(&from, "/site/b/Caf%C3%A9%20Bar.html", &to), "{url}");
            assert!(leads(&from, "b/Café Bar.html", &to), "{url}");
        }
    }

    #[test]
    fn links_are_found_by_address_and_by_file() {
        let from = page("a/x.md", "a/x/");
        let b = page("a/b.md", "a/b/");
        for target in ["b.md", "./b.md#use", "../b/", "/a/b", "/docs/a/b/?x=1", "B"] {
            assert!(leads(&from, target, &b), "{target}");
        }
        assert!(leads(&from, "/en/docs/a/", &page("a/_index.md", "a/")));
        let elsewhere = page("C.md", "https://x.dev/d/see");
        assert!(leads(&from, "../c.md", &elsewhere));
        assert!(leads(&from, "https://x.dev/d/see", &elsewhere));
        for target in ["#b", "", "mailto:a/b", "/e/f/g/h/a/b", "b/c"] {
            assert!(!leads(&from, target, &b), "{target}");
        }
    }

    #[test]
    fn a_page_with_a_whole_address_names_others_by_theirs() {
        let from = page("x.md", "/docs/x/");
        assert!(leads(&from, "/docs/v1/a/", &page("v1/a.md", "/docs/v1/a/")));
        assert!(!leads(&from, "/docs/v1/a/", &page("a.md", "/a/")));
    }

    #[test]
    fn links_lead_to_what_another_page_shows() {
        let terms = page("terms/index.md", "/docs/terms/");
        let pod = page("terms/b/pod.md", "/docs/terms/#b/pod");
        let a = page("a.md", "/docs/a/");
        assert!(leads(&a, "/docs/terms/#b/pod", &pod));
        assert!(leads(&a, "terms/b/pod.md", &pod));
        assert!(leads(&a, "/docs/terms/#other", &terms));
        assert!(!leads(&a, "/docs/terms/#other", &pod));
        // Its page is the page of the terms, and files beside that page are beside it.
        assert!(leads(&pod, "../a/", &a));
    }

    #[test]
    fn links_with_a_host_lead_to_pages_at_that_host_only() {
        let guide = page("guide.md", "https://x.dev/docs/guide/");
        let from = page("a.md", "docs/a/");
        for target in [
            "https://x.dev/docs/guide/",
            "http://x.dev/docs/guide",
            "HTTPS://X.dev/docs/guide.html#use",
            "//x.dev/docs/guide/?a=https://elsewhere.example",
            "https://x.dev/en/docs/guide/",
            "/docs/guide/",
        ] {
            assert!(leads(&from, target, &guide), "{target}");
        }
        assert!(leads(&from, "https://y.dev/guide/", &page("other.md", "//y.dev/guide")));
        for target in [
            "https://elsewhere.example/docs/guide/",
            "//elsewhere.example/guide/",
            "https://x.dev:8080/docs/guide/",
            "ftp://x.dev/docs/guide/",
            "https://elsewhere.example",
        ] {
            assert!(!leads(&from, target, &guide), "{target}");
        }
        let local = page("local.md", "local/");
        assert!(leads(&from, "/local/", &local));
        assert!(!leads(&from, "https://x.dev/local/", &local));
    }
}
