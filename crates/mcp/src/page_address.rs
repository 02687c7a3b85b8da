//! Addresses of pages, in the form in which they are compared.

use crate::address::decoded;

/// The endings of files that are of one page: `knots.html.md` is what some sites give models.
const ENDINGS: [&str; 5] = [".xhtml", ".html", ".htm", ".mdx", ".md"];

/// An address of a page, less whatever it may be written with or without.
#[derive(Debug, PartialEq)]
pub struct PageAddress {
    host: Option<String>,
    path: String,
    /// Whether a base path may stand before it.
    relative: bool,
}

impl PageAddress {
    pub fn of(address: &str) -> Self {
        let (host, path) = without_host(without_query(without_fragment(address)));
        let relative = !path.starts_with('/');
        PageAddress { host, path: joined(path), relative }
    }

    /// The other reading of an address without a scheme: its first step is the host.
    pub fn with_host(&self) -> Option<Self> {
        let (host, path) = self.path.split_once('/')?;
        let is_host = self.relative && host.contains('.');
        is_host.then(|| PageAddress { host: named(host), path: path.to_owned(), relative: false })
    }

    fn is_elsewhere(&self, other: &PageAddress) -> bool {
        self.host.is_some() && other.host.is_some() && self.host != other.host
    }

    /// Compares it with the address of a page: how it fits, and how
    /// many bytes of both are the same.
    pub fn fit(&self, page: &PageAddress) -> Option<(Fit, usize)> {
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

/// The ways in which an address fits a page, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// Another page, which may be meant.
    Near,
    /// The same where a base path is left out of one of them.
    Part,
    Same,
}

/// Whether a fragment stands for a page, as in programs of one page.
pub fn is_path(fragment: &str) -> bool {
    fragment.starts_with('/') || fragment.starts_with("!/")
}

fn without_fragment(address: &str) -> &str {
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

/// The address that a prefix begins, with a slash where it has one at its end.
pub fn beginning(prefix: &str) -> PageAddress {
    let mut address = PageAddress::of(prefix);
    if prefix.ends_with('/') && !address.path.is_empty() {
        address.path.push('/');
    }
    address
}

/// Ranks an address that begins as it is asked to by what had to be left out: 0 for nothing, 1 for
/// the beginning of the address, and one more than the steps that were left out of the prefix.
/// Either may be without a base path.
pub fn rank(asked: &PageAddress, there: &PageAddress) -> Option<usize> {
    if asked.is_elsewhere(there) {
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
        PageAddress::of(asked).fit(&PageAddress::of(page)).map(|(fit, _)| fit)
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
        let rank = |prefix: &str, url: &str| rank(&beginning(prefix), &PageAddress::of(url));
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
