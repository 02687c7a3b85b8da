//! Hugo's bundles: a folder with an `index.md` is one page, and the other pages in it and below are
//! parts of that one, without addresses of their own.

use crate::walk::Source;
use kindex_extract::{Format, Options, Site};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Says of each source that is a part of a bundle which page shows it; `paths` are the roots, and
/// `options` those of each. The front matter of that page, which may name another address for it,
/// is not read for that.
pub fn name(sources: &mut [Source], paths: &[PathBuf], options: &[Options]) {
    let bundles: BTreeMap<(usize, String), String> = sources
        .iter()
        .filter(|source| options.get(source.root).is_some_and(|it| it.site == Site::Hugo))
        // What lies in the root is the page of the site: as a bundle it would be the only one.
        .filter(|source| source.file.parent() != paths.get(source.root).map(PathBuf::as_path))
        .filter_map(|source| {
            let (folder, name) = source.id.rsplit_once('/')?;
            is_bundle(name).then(|| ((source.root, folder.to_owned()), source.id.clone()))
        })
        .collect();
    for source in sources.iter_mut().filter(|source| is_page(&source.id)) {
        let ends = source.id.match_indices('/').map(|(end, _)| end);
        let mut folders =
            ends.filter_map(|end| Some((source.id.get(..end)?, source.id.get(end + 1..)?)));
        source.context.page = folders
            .find_map(|(folder, below)| {
                let page = bundles.get(&(source.root, folder.to_owned()))?;
                Some((page, below))
            })
            .filter(|(_, below)| !is_index(below))
            .map(|(page, _)| page.clone());
    }
}

/// Whether a file can be a page of its own outside a bundle.
fn is_page(path: &str) -> bool {
    matches!(Format::of_path(path), Some(Format::Markdown | Format::Html))
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

#[cfg(test)]
mod tests {
    use super::*;
    use kindex_extract::FileContext;

    /// Those of the files in `site/` that another page shows, with that page.
    fn shown<'a>(paths: &[&'a str], site: Site) -> Vec<(&'a str, String)> {
        let source = |id: &&str| Source {
            file: format!("site/{id}").into(),
            id: (*id).to_owned(),
            named: false,
            root: 0,
            context: FileContext::default(),
        };
        let mut sources: Vec<Source> = paths.iter().map(source).collect();
        name(&mut sources, &["site".into()], &[Options { site, ..Options::default() }]);
        let pages = paths.iter().zip(sources);
        pages.filter_map(|(path, source)| Some((*path, source.context.page?))).collect()
    }

    const SITE: [&str; 11] = [
        "about.md",
        "glossary/index.de.md",
        "glossary/index.md",
        "glossary/index.zh.md",
        "glossary/list.txt",
        "glossary/pod.md",
        "glossary/more/index.md",
        "glossary/more/node.html",
        "index.md",
        "posts/_index.md",
        "posts/first.md",
    ];

    #[test]
    fn what_lies_in_a_bundle_is_shown_by_its_page() {
        let parts = ["glossary/pod.md", "glossary/more/index.md", "glossary/more/node.html"];
        let expected = parts.map(|part| (part, "glossary/index.md".to_owned()));
        assert_eq!(shown(&SITE, Site::Hugo), expected);
    }

    #[test]
    fn only_hugo_has_bundles() {
        assert_eq!(shown(&SITE, Site::Plain), []);
    }
}
