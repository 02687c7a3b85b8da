//! What pages say to programs: in their head a link to their Markdown, and in their body a hidden
//! line that leads to it and to the list of all pages. The bytes around these stay as they are.

use super::address::{SiteAddress, encoded};
use super::llms::{self, Listing};
use super::record::Files;
use crate::field::markup::{self, Templates};
use crate::field::scanner::{Kind, Scanner, Token, has_attribute, name};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// The attribute by which both are known, whoever wrote the page again meanwhile. It has a value,
/// as XHTML wants it.
const SIGN: &str = "data-kindex-agents";

/// The marks of the pages of a site.
pub struct Marks<'a> {
    address: &'a SiteAddress,
    /// By the paths of pages those of their Markdown.
    pages: BTreeMap<&'a Path, &'a str>,
}

impl<'a> Marks<'a> {
    /// Those of pages whose Markdown is there.
    pub fn of(listing: &'a Listing, address: &'a SiteAddress, files: &Files) -> Self {
        let there = listing.pages().filter(|page| files.is_there(&page.markdown_path));
        let pages = there.map(|page| (Path::new(&page.path), page.markdown_path.as_str()));
        Marks { address, pages: pages.collect() }
    }

    /// A page with its marks; one without Markdown as it was before. None where it stays.
    pub fn change(&self, page: &[u8], path: &Path) -> Option<Vec<u8>> {
        match self.pages.get(path) {
            Some(markdown) => self.marked(page, path, markdown),
            None => Some(restored(page)),
        }
    }

    fn marked(&self, page: &[u8], path: &Path, markdown: &str) -> Option<Vec<u8>> {
        let before = restored(page);
        let Some(places) = markup::places(&before) else { return Some(before) };
        let (link, line) = self.texts(&before, path, markdown);
        let found: Vec<&[u8]> = ranges(page).into_iter().filter_map(|it| page.get(it)).collect();
        // They stay where they are.
        if found == [link.as_bytes(), line.as_bytes()] {
            return Some(page.to_vec());
        }
        let mut page = before;
        page.splice(places.body..places.body, line.bytes());
        page.splice(places.head..places.head, link.bytes());
        Some(page)
    }

    /// The link and the line.
    fn texts(&self, page: &[u8], path: &Path, markdown: &str) -> (String, String) {
        let up = "../".repeat(path.iter().count().saturating_sub(1));
        let up = if up.is_empty() { "./".to_owned() } else { up };
        let own = markdown.rsplit('/').next().unwrap_or(markdown);
        // Addresses of a page with a base count from there.
        let is_whole = has_base(page) && !self.address.is_unknown();
        let [own, index] = if is_whole {
            [self.address.file(markdown), self.address.file(llms::FILE)]
        } else {
            [encoded(own), format!("{up}{}", llms::FILE)]
        };
        let [shown_own, shown_index] = if self.address.is_unknown() {
            [own.clone(), index.clone()]
        } else {
            [self.address.file(markdown), self.address.file(llms::FILE)]
        };
        let [own, index, shown_own, shown_index] =
            [own, index, shown_own, shown_index].map(|text| text.replace('&', "&amp;"));
        let link =
            format!("<link rel=\"alternate\" type=\"text/markdown\" href=\"{own}\" {SIGN}=\"\"/>");
        let line = format!(
            "<div {SIGN}=\"\" data-kindex-ignore=\"\" data-pagefind-ignore=\"\" hidden=\"\">\
             For AI agents: all pages of this site are listed at <a href=\"{index}\">{shown_index}</a>. \
             This page is Markdown at <a href=\"{own}\">{shown_own}</a></div>"
        );
        (link, line)
    }
}

/// A page as it was before.
pub fn restored(page: &[u8]) -> Vec<u8> {
    let mut restored = Vec::with_capacity(page.len());
    let mut from = 0;
    for own in ranges(page) {
        restored.extend_from_slice(page.get(from..own.start).unwrap_or_default());
        from = own.end;
    }
    restored.extend_from_slice(page.get(from..).unwrap_or_default());
    restored
}

/// The places of marks that are markup of the page: what a script or a text area shows is none, nor
/// what a template has.
fn ranges(page: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !page.windows(SIGN.len()).any(|window| window == SIGN.as_bytes()) {
        return found;
    }
    let mut templates = Templates::default();
    let mut line: Option<usize> = None;
    for token in Scanner::new(page) {
        if templates.pass(page, &token) {
            continue;
        }
        let is_div = is_named(page, &token, b"div");
        match token.kind {
            Kind::Start if is_signed(page, &token) && is_named(page, &token, b"link") => {
                found.push(token.range);
            }
            // A line with more in it is not this one.
            Kind::Start if is_div => line = is_signed(page, &token).then_some(token.range.start),
            Kind::End if is_div => found.extend(line.take().map(|start| start..token.range.end)),
            _ => {}
        }
    }
    found
}

fn is_named(page: &[u8], token: &Token, wanted: &[u8]) -> bool {
    matches!(token.kind, Kind::Start | Kind::End)
        && name(page, &token.range).eq_ignore_ascii_case(wanted)
}

fn is_signed(page: &[u8], token: &Token) -> bool {
    has_attribute(page, &token.range, SIGN.as_bytes())
}

fn has_base(page: &[u8]) -> bool {
    Scanner::new(page).any(|token| token.kind == Kind::Start && is_named(page, &token, b"base"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(page: &str) -> Option<String> {
        let address = SiteAddress::default();
        let pages = BTreeMap::from([(Path::new("a/b.html"), "a/b.html.md")]);
        let marks = Marks { address: &address, pages };
        let marked = marks.change(page.as_bytes(), Path::new("a/b.html"))?;
        // A second time nothing changes, and it can be undone.
        assert_eq!(marks.change(&marked, Path::new("a/b.html")).as_ref(), Some(&marked));
        assert_eq!(String::from_utf8(restored(&marked)).unwrap(), page);
        Some(String::from_utf8(marked).unwrap())
    }

    #[test]
    fn marks_stand_in_head_and_body() {
        for page in [
            "<!doctype html><html><head><title>A</title></head><body class=x>\n<p>y</body></html>",
            "<html><head><base href=/></head><BODY>y",
            "<!doctype html><title>A</title><p>y",
            "<!doctype html><title>A</title>y",
            "<!doctype html><body><script>'<div data-kindex-agents></div>'</script><p>y",
        ] {
            let marked = marked(page).unwrap();
            let link = marked.find("<link rel=\"alternate\" type=\"text/markdown\"").unwrap();
            let line = marked.find("<div data-kindex-agents=\"\"").unwrap();
            assert!(link < line && line < marked.find('y').unwrap() + 600, "{marked}");
            assert!(
                marked.contains("href=\"b.html.md\"") && marked.contains("href=\"../llms.txt\"")
            );
        }
    }

    #[test]
    fn what_is_no_page_has_none() {
        for page in ["<li>part", "<!doctype html><frameset><frame></frameset>"] {
            assert_eq!(marked(page).as_deref(), Some(page));
        }
    }

    #[test]
    fn marks_that_were_written_again_are_known() {
        let page = "<html><head><LINK data-kindex-agents rel=alternate></head><body>\
                    <div hidden data-kindex-agents>For <a href=x>y</a></div><p>z";
        assert_eq!(restored(page.as_bytes()), b"<html><head></head><body><p>z");
        let other = "<html><body><div data-kindex-agents><div>mine</div></div>";
        assert_eq!(restored(other.as_bytes()), other.as_bytes());
    }
}
