//! Makes the addresses in a page whole.

use scraper::Html;

use super::dom::elements;
use super::element::attr;
use crate::text::escape;
use kindex_text::{after, part};

/// The schemes of links that lead a reader anywhere. Others run programs, or hold what they show.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Knows where a page is published.
pub(super) struct Linker {
    /// The address from which others in the page count: empty where the site's is not known.
    base: String,
}

impl Linker {
    /// That of a page at an address. A page may say another one from which its own count.
    pub(super) fn of(html: &Html, address: &str) -> Linker {
        let mut bases = elements(html.tree.root()).filter(|(_, it)| it.name() == "base");
        let said = bases.find_map(|(_, element)| attr(element, "href"));
        let said = said.map(|said| resolved(address, said.trim()));
        Linker { base: said.unwrap_or_else(|| address.to_owned()) }
    }

    /// The whole address of a link, fit for Markdown. None where it leads nowhere.
    pub(super) fn target(&self, href: &str) -> Option<String> {
        let href: String = href.trim().chars().filter(|c| !c.is_control()).collect();
        let is_known = scheme(&href)
            .is_none_or(|scheme| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)));
        (is_known && !href.is_empty()).then(|| escape::target(&resolved(&self.base, &href)))
    }
}

/// The scheme that an address begins with.
fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_sign))
        .then_some(scheme)
}

/// The whole address of what a page at `base` calls `address`.
pub(super) fn resolved(base: &str, address: &str) -> String {
    let Some((scheme, rest)) = base.split_once("://").filter(|_| scheme(address).is_none()) else {
        return address.to_owned();
    };
    if address.starts_with("//") {
        return format!("{scheme}:{address}");
    }
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let page = part(rest, 0..end);
    let (host, path) = page.split_at(page.find('/').unwrap_or(page.len()));
    let site = format!("{scheme}://{host}");
    if address.starts_with('#') || address.is_empty() {
        let query = rest.split('#').next().map_or("", |rest| after(rest, end));
        return format!("{site}{}{query}{address}", or_root(path));
    }
    if address.starts_with('?') {
        return format!("{site}{}{address}", or_root(path));
    }
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let (own, rest) = address.split_at(end);
    let folder = part(path, 0..path.rfind('/').map_or(0, |at| at + 1));
    let path = if own.starts_with('/') { own.to_owned() } else { format!("{folder}{own}") };
    format!("{site}{}{rest}", without_dots(&path))
}

fn or_root(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}

/// A whole path without `.` and `..`.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let is_folder = path.ends_with(['/']) || matches!(path.rsplit('/').next(), Some("." | ".."));
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let slash = if is_folder && !parts.is_empty() { "/" } else { "" };
    format!("/{}{slash}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_whole() {
        let page = "https://x.dev/docs/guide/a.html";
        for (address, want) in [
            ("b.html#c", "https://x.dev/docs/guide/b.html#c"),
            ("../", "https://x.dev/docs/"),
            ("./d/?e=../f", "https://x.dev/docs/guide/d/?e=../f"),
            ("/g", "https://x.dev/g"),
            ("../../../../h", "https://x.dev/h"),
            ("//y.dev/i", "https://y.dev/i"),
            ("#j", "https://x.dev/docs/guide/a.html#j"),
            ("?k", "https://x.dev/docs/guide/a.html?k"),
            ("http://z.dev", "http://z.dev"),
            ("mailto:a@b.c", "mailto:a@b.c"),
        ] {
            assert_eq!(resolved(page, address), want, "{address}");
        }
        assert_eq!(resolved("https://x.dev", "a"), "https://x.dev/a");
        assert_eq!(resolved("", "../a#b"), "../a#b");
    }

    #[test]
    fn links_that_lead_nowhere_are_none() {
        let linker = Linker { base: "https://x.dev/a/".to_owned() };
        for href in ["", " ", "javascript:alert(1)", "data:text/html,x", "java\nscript:x"] {
            assert_eq!(linker.target(href), None, "{href}");
        }
        assert_eq!(linker.target(" b c(d) ").as_deref(), Some("https://x.dev/a/b%20c%28d%29"));
        let html = Html::parse_document("<base href='/docs/'><p>x");
        let linker = Linker::of(&html, "https://x.dev/a/");
        assert_eq!(linker.target("b").as_deref(), Some("https://x.dev/docs/b"));
    }
}
