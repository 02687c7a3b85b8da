//! The address of a site, and those of its pages.

use crate::failure::Failure;
use crate::flags::extract::ExtractFlags;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use std::collections::BTreeMap;

/// The page of a folder.
const INDEX: &str = "index.html";

/// The end of a page's file.
const PAGE: &str = ".html";

/// The characters that the address of a file must not hold as they are.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'(')
    .add(b')')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The address at which a site is published, and the way in which it calls its pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteAddress {
    /// The beginning of all addresses. It is empty where nobody said it.
    base: String,
    /// Whether they are without `.html`.
    is_clean: bool,
}

impl SiteAddress {
    /// The address that flags say, else that of canonical links, which are given with the paths of
    /// their pages. Links of pages to each other say whether addresses are without `.html`.
    ///
    /// # Errors
    /// The flags may say what is no address.
    pub fn of<'c>(
        flags: &ExtractFlags,
        canonicals: impl Iterator<Item = (&'c str, &'c str)>,
        are_links_clean: bool,
    ) -> Result<Self, Failure> {
        let said = said(canonicals);
        let is_said = said.as_ref().map(|said| said.is_clean);
        let is_clean = flags.clean_urls || is_said.unwrap_or_default() || are_links_clean;
        if let Some(base) = &flags.base_url {
            let is_sign =
                |c: char| c.is_whitespace() || c.is_control() || "<>\"`()[]#?".contains(c);
            if base.contains(is_sign) {
                return Err(Failure::usage(format!(
                    "--base-url {base}: accepted are addresses such as https://example.org/docs/"
                )));
            }
            // Others, such as ./, do not say where the site is.
            if base.starts_with('/') || base.contains("://") {
                let base = format!("{}/", base.trim_end_matches('/'));
                return Ok(SiteAddress { base, is_clean });
            }
        }
        Ok(SiteAddress { base: said.map_or_else(String::new, |said| said.base), is_clean })
    }

    /// The beginning of whole addresses. It is empty where the host is not known.
    pub fn whole(&self) -> &str {
        if self.base.contains("://") { &self.base } else { "" }
    }

    /// Whether addresses are relative.
    pub fn is_unknown(&self) -> bool {
        self.base.is_empty()
    }

    /// The path of the site below its host, which ends with a slash.
    pub fn path(&self) -> &str {
        let rest = self.base.split_once("://").map_or(&*self.base, |(_, rest)| rest);
        let at = rest.find('/').unwrap_or(rest.len());
        let path = rest.get(at..).unwrap_or_default();
        if path.is_empty() { "/" } else { path }
    }

    /// The address of a file by its path in the site.
    pub fn file(&self, path: &str) -> String {
        if self.is_unknown() { relative(path) } else { format!("{}{}", self.base, encoded(path)) }
    }

    /// The address of a page by the path of its file.
    pub fn page(&self, path: &str) -> String {
        let local = match folder_of(path) {
            Some(folder) => folder,
            None if self.is_clean => path.strip_suffix(PAGE).unwrap_or(path),
            None => path,
        };
        self.file(local)
    }

    /// The path of the Markdown of a page: `guide/index.md` beside `guide/index.html`, and
    /// `a.html.md` beside `a.html`, but `a.md` where the page is called `a`.
    pub fn markdown(&self, path: &str) -> String {
        if let Some(folder) = folder_of(path) {
            return format!("{folder}index.md");
        }
        let clean = path.strip_suffix(PAGE).filter(|_| self.is_clean);
        format!("{}.md", clean.unwrap_or(path))
    }
}

/// A path as it stands in an address.
fn encoded(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

/// A path as it stands in an address that counts from where it is.
pub fn relative(path: &str) -> String {
    let path = encoded(path);
    // A colon in what it begins with would end a scheme.
    let first = path.split('/').next().unwrap_or_default();
    if first.contains(':') { format!("./{path}") } else { path }
}

/// The folder whose page this is, with a slash at its end unless it is the site's.
fn folder_of(path: &str) -> Option<&str> {
    path.strip_suffix(INDEX).filter(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// The address of the site that most pages agree on, by their paths and their canonical links.
fn said<'c>(canonicals: impl Iterator<Item = (&'c str, &'c str)>) -> Option<SiteAddress> {
    let mut votes: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for (path, canonical) in canonicals {
        if let Some(base) = base_of(path, canonical) {
            *votes.entry(base).or_default() += 1;
        }
    }
    let ((base, _), _) = votes.iter().max_by_key(|(_, count)| **count)?;
    let count = |is_clean| votes.get(&(*base, is_clean)).copied().unwrap_or_default();
    let is_clean = count(true) > count(false);
    let base = format!("{}/", base.trim_end_matches('/'));
    Some(SiteAddress { base, is_clean })
}

/// What the canonical link of a page begins with, if it ends as the page's file is called, and
/// whether it is without `.html`. The page of a folder tells nothing of that.
fn base_of<'c>(path: &str, canonical: &'c str) -> Option<(&'c str, bool)> {
    let is_whole = ["https://", "http://"].iter().any(|scheme| canonical.starts_with(scheme));
    let is_plain =
        is_whole && !canonical.contains(|c: char| "?#<>\"".contains(c) || c.is_control());
    let behind = |local: &str| {
        let base = canonical.strip_suffix(encoded(local).as_str())?;
        (base.ends_with('/') && base.matches('/').count() > 2).then_some(base)
    };
    let forms = match folder_of(path) {
        Some("") if !canonical.ends_with('/') && canonical.matches('/').count() == 2 => {
            return is_plain.then_some((canonical, false));
        }
        Some(folder) => [path, folder, folder.trim_end_matches('/')],
        None => {
            let clean = path.strip_suffix(PAGE)?;
            let base = behind(clean).or_else(|| behind(&format!("{clean}/")));
            if let Some(base) = base.filter(|_| is_plain) {
                return Some((base, true));
            }
            [path; 3]
        }
    };
    let base = forms.into_iter().find_map(behind);
    base.filter(|_| is_plain).map(|base| (base, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_say_where_their_site_is() {
        let of = |pages: &[(&'static str, &'static str)]| said(pages.iter().copied());
        let site = |base: &str, is_clean| Some(SiteAddress { base: base.to_owned(), is_clean });
        let folders = [("index.html", "https://x.dev/d/"), ("a/index.html", "https://x.dev/d/a/")];
        assert_eq!(of(&folders), site("https://x.dev/d/", false));
        let files = [("index.html", "https://x.dev"), ("a.html", "https://x.dev/a.html")];
        assert_eq!(of(&files), site("https://x.dev/", false));
        let clean = [("a.html", "https://x.dev/a"), ("b/c.html", "https://x.dev/b/c")];
        assert_eq!(of(&clean), site("https://x.dev/", true));
        let elsewhere =
            [("v1/a.html", "https://x.dev/v2/a.html"), ("b.html", "ftp://x.dev/b.html")];
        assert_eq!(of(&elsewhere), None);
    }

    #[test]
    fn pages_and_their_markdown_have_addresses() {
        let site = |base: &str, is_clean| SiteAddress { base: base.to_owned(), is_clean };
        let files = site("https://x.dev/d/", false);
        assert_eq!(files.page("index.html"), "https://x.dev/d/");
        assert_eq!(files.page("a b/(c).html"), "https://x.dev/d/a%20b/%28c%29.html");
        assert_eq!(files.markdown("index.html"), "index.md");
        assert_eq!(files.markdown("a/b.html"), "a/b.html.md");
        assert_eq!((files.path(), files.whole()), ("/d/", "https://x.dev/d/"));
        let clean = site("/", true);
        assert_eq!(clean.page("a/b.html"), "/a/b");
        assert_eq!(clean.markdown("a/b.html"), "a/b.md");
        assert_eq!(clean.markdown("a/index.html"), "a/index.md");
        assert_eq!((clean.path(), clean.whole()), ("/", ""));
    }
}
