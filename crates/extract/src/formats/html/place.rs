//! The facts that the path of a page tells about it.

use kindex::Language;

/// Folders that hold a version of a site.
const VERSIONS: [&str; 9] =
    ["current", "dev", "latest", "main", "master", "nightly", "next", "stable", "unstable"];

/// Folders of lists of pages.
const LISTS: [&str; 9] = [
    "archive",
    "archives",
    "author",
    "authors",
    "categories",
    "category",
    "tag",
    "tags",
    "taxonomies",
];

/// A path in parts: folders, and the name of the page without its extension.
pub(super) struct Place<'a> {
    parts: Vec<&'a str>,
    is_folder: bool,
}

impl<'a> Place<'a> {
    /// `a/b.html` and `a/b/index.html` are one place.
    pub(super) fn of(path: &'a str) -> Place<'a> {
        let page = path.rsplit_once('.').map_or(path, |(page, _)| page);
        let mut parts: Vec<&str> = page.split('/').filter(|part| !part.is_empty()).collect();
        let is_folder = parts.pop_if(|name| *name == "index").is_some();
        Place { parts, is_folder }
    }

    /// Whether the page is that of a folder.
    pub(super) fn is_folder(&self) -> bool {
        self.is_folder
    }

    /// The last part; empty for the page of the site.
    pub(super) fn name(&self) -> &'a str {
        self.parts.last().copied().unwrap_or_default()
    }

    /// Whether it lies in a folder of that name, or is that folder's page.
    pub(super) fn is_in(&self, folder: &str) -> bool {
        self.parts.contains(&folder)
    }

    /// Whether it is where hosts look for the page to show for what is not there: in the folder of
    /// the site, of one of its languages or of one of its versions.
    pub(super) fn is_of_errors(&self) -> bool {
        let Some((name, folders)) = self.parts.split_last() else {
            return false;
        };
        *name == "404" && folders.iter().all(|folder| is_language(folder) || is_version(folder))
    }

    /// Whether lists of pages may lie there.
    pub(super) fn may_be_list(&self) -> bool {
        self.parts.iter().any(|part| LISTS.iter().any(|list| list.eq_ignore_ascii_case(part)))
    }
}

/// Whether a folder is called by the tag of a language, such as `de` or `pt-BR`.
fn is_language(folder: &str) -> bool {
    let (language, region) = folder.split_once(['-', '_']).unwrap_or((folder, "xx"));
    language.len() == 2 && (2..=4).contains(&region.len()) && Language::from_tag(language).is_ok()
}

/// Whether a folder is called by a version, such as `v1.2` or `latest`.
fn is_version(folder: &str) -> bool {
    let number = folder.strip_prefix('v').unwrap_or(folder);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    (is_number && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'x')))
        || VERSIONS.contains(&folder)
}
