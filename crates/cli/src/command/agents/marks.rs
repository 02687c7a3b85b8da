//! What pages say to programs: in their head a link to their Markdown, and in their body a hidden
//! line that leads to it and to the list of all pages. The bytes around these stay as they are.

use super::address::{SiteAddress, relative};
use super::llms::{self, Listing};
use super::own_marks::{SIGN, ranges, restored};
use super::record::Files;
use crate::field::markup;
use crate::field::scanner::{Kind, Scanner, name};
use std::collections::BTreeMap;
use std::path::Path;

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
        // Marks with these texts stay where they are.
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
            [relative(own), format!("{up}{}", llms::FILE)]
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

fn has_base(page: &[u8]) -> bool {
    Scanner::new(page).any(|token| {
        token.kind == Kind::Start && name(page, &token.range).eq_ignore_ascii_case(b"base")
    })
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
            "<!doctype html><html><head><title>A</title></head><body class=x>\n<p>Text.</body></html>",
            "<html><head><base href=/></head><BODY>Text.",
            "<!doctype html><title>A</title><p>Text.",
            "<!doctype html><title>A</title>Text.",
            "<!doctype html><body><script>'<div data-kindex-agents></div>'</script><p>Text.",
        ] {
            let marked = marked(page).unwrap();
            let link = marked.find("<link rel=\"alternate\" type=\"text/markdown\"").unwrap();
            let line = marked.find("<div data-kindex-agents=\"\"").unwrap();
            assert!(link < line && line < marked.find("Text.").unwrap(), "{marked}");
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
}
