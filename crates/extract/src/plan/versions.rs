//! Reads versions off the names of folders: `1.x/` is one where `2.x/`
//! beside it has the same pages.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Candidate;

/// The names that stand for a version and have no number.
const NAMES: [&str; 13] = [
    "canary",
    "current",
    "dev",
    "edge",
    "latest",
    "main",
    "master",
    "next",
    "nightly",
    "preview",
    "stable",
    "trunk",
    "unreleased",
];

/// The beginning that Docusaurus gives the folders of versions of sources.
const PREFIX: &str = "version-";

/// The paths below each folder that is called like a version, by the folder that it lies in.
type Paths<'c> = BTreeMap<&'c str, BTreeSet<&'c str>>;

/// The version of each file that lies in a folder called like one, if another such folder
/// beside that one has a page of the same name. The page of a folder itself tells nothing:
/// chapters and news have that, too.
pub(super) fn of_folders(candidates: &[Candidate]) -> Vec<Option<String>> {
    let mut all: BTreeMap<(usize, &str), Paths<'_>> = BTreeMap::new();
    for Candidate { entry, .. } in candidates {
        if let Some(Place { above, name, below }) = place(&entry.path) {
            let beside = all.entry((entry.root, above)).or_default();
            beside.entry(name).or_default().insert(below);
        }
    }
    let shared: BTreeSet<(usize, &str, &str)> = all
        .iter()
        .flat_map(|(&(root, above), paths)| {
            with_same_pages(paths).map(move |name| (root, above, name))
        })
        .collect();
    let version = |Candidate { entry, .. }: &Candidate| {
        let Place { above, name, .. } = place(&entry.path)?;
        let is_version = shared.contains(&(entry.root, above, name));
        is_version.then(|| name.strip_prefix(PREFIX).unwrap_or(name).to_owned())
    };
    candidates.iter().map(version).collect()
}

/// The folders that have a page which another one has too. Linear in the number of paths.
fn with_same_pages<'c>(folders: &Paths<'c>) -> impl Iterator<Item = &'c str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in folders.values().flatten().filter(|path| !is_of_folder(path)) {
        *counts.entry(path).or_default() += 1;
    }
    let has_shared = move |paths: &BTreeSet<&str>| {
        paths.iter().any(|path| counts.get(path).is_some_and(|count| *count > 1))
    };
    let shared = folders.iter().filter(move |(_, paths)| has_shared(paths));
    shared.map(|(name, _)| *name).collect::<Vec<_>>().into_iter()
}

/// Whether a page is that of the version's folder itself, such as `index.html` or `README.md`.
pub(super) fn is_of_folder(path: &str) -> bool {
    let stem = path.split_once('.').map_or(path, |(stem, _)| stem).to_ascii_lowercase();
    matches!(stem.as_str(), "index" | "_index" | "readme")
}

/// A path with the outermost folder in it that is called like a version.
struct Place<'p> {
    above: &'p str,
    name: &'p str,
    below: &'p str,
}

fn place(path: &str) -> Option<Place<'_>> {
    let mut start = 0;
    for (end, _) in path.match_indices('/') {
        let name = path.get(start..end)?;
        if is_version(name) {
            return Some(Place { above: path.get(..start)?, name, below: path.get(end + 1..)? });
        }
        start = end + 1;
    }
    None
}

/// Whether it is like `v2`, `1.4.0`, `2.x`, `3.0-beta1`, `version-1.0` or `latest`.
fn is_version(name: &str) -> bool {
    let is_prefixed = name.strip_prefix(PREFIX).is_some_and(is_version);
    NAMES.contains(&name) || is_prefixed || is_number(name)
}

/// Whether it is a number as versions have it: with a dot, or with a `v` before it. Any other may
/// be a year, a month or a chapter.
fn is_number(name: &str) -> bool {
    let digits = name.strip_prefix('v').unwrap_or(name);
    let (number, suffix) = digits.split_once('-').unwrap_or((digits, "x"));
    let is_part = |part: &str| part == "x" || is_digits(part);
    let is_marked = digits.len() < name.len() || number.contains('.');
    let begins = number.split('.').next().is_some_and(is_digits);
    begins && is_marked && number.split('.').all(is_part) && !suffix.is_empty() && is_plain(suffix)
}

fn is_digits(part: &str) -> bool {
    (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_plain(suffix: &str) -> bool {
    suffix.len() <= 16 && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_versions() {
        for name in ["v2", "v10", "1.4.0", "2.x", "v3.0-beta1", "3.0-rc.1", "version-1.0", "latest"]
        {
            assert!(is_version(name), "{name}");
        }
        for name in [
            "",
            "v",
            "x",
            "2024",
            "10",
            "vue",
            "1-2-3",
            "01-intro",
            "2024-05",
            "2024-01-31",
            "a.b",
            "1.0-",
            "version-",
        ] {
            assert!(!is_version(name), "{name}");
        }
    }

    #[test]
    fn a_path_has_one_version() {
        let Place { above, name, below } = place("docs/1.x/api/v2/a.md").unwrap();
        assert_eq!((above, name, below), ("docs/", "1.x", "api/v2/a.md"));
        assert!(place("docs/a.md").is_none() && place("1.x").is_none());
    }
}
