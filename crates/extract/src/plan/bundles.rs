//! Finds Hugo's bundles: a folder with an `index.md` is one page, and the other pages in it and
//! below are parts of that one, without addresses of their own.

use std::collections::BTreeMap;

use super::entry::{Candidate, Root};
use crate::format::Format;
use crate::site::Site;

/// The number of the page that shows each file, where the file is a part of a bundle. The front
/// matter of that page, which may name another address for it, is not read for that.
pub(super) fn pages(candidates: &[Candidate], roots: &[Root]) -> Vec<Option<usize>> {
    let is_of_hugo = |root: usize| roots.get(root).is_some_and(|root| root.site == Site::Hugo);
    let mut bundles = BTreeMap::new();
    for (at, Candidate { entry, .. }) in candidates.iter().enumerate() {
        // A file in the root itself has no folder: as a bundle, the root would be the only page.
        if let Some((folder, name)) = entry.path.rsplit_once('/')
            && is_bundle(name)
            && is_of_hugo(entry.root)
        {
            bundles.insert((entry.root, folder), at);
        }
    }
    let page = |Candidate { entry, format }: &Candidate| {
        if !is_page(*format) {
            return None;
        }
        let ends = entry.path.match_indices('/').map(|(end, _)| end);
        let mut folders =
            ends.filter_map(|end| Some((entry.path.get(..end)?, entry.path.get(end + 1..)?)));
        let outermost = folders.find_map(|(folder, below)| {
            let page = bundles.get(&(entry.root, folder))?;
            Some((*page, below))
        });
        outermost.filter(|(_, below)| !is_index(below)).map(|(page, _)| page)
    };
    candidates.iter().map(page).collect()
}

/// Whether a file can be a page of its own outside a bundle.
fn is_page(format: Format) -> bool {
    matches!(format, Format::Markdown | Format::Html)
}

/// Whether a file makes its folder a bundle.
fn is_bundle(name: &str) -> bool {
    is_index(name) && name.rsplit_once('.').is_some_and(|(stem, _)| stem == "index")
}

/// Whether a file does that, or is a translation of one that does, such as `index.de.md`.
fn is_index(name: &str) -> bool {
    let is_markdown = Format::of_path(name) == Some(Format::Markdown);
    is_markdown && !name.contains('/') && name.starts_with("index.")
}
