//! Where links between the pages of a site lead.

use super::address::SiteAddress;
use super::page::Reading;
use kindex_extract::navigation;
use percent_encoding::percent_decode_str;
use std::collections::BTreeSet;

/// The folders of its host that a site may lie in.
const MAX_HOST_FOLDERS: usize = 3;

/// The links of this many pages tell how pages are called.
const MAX_ASKED_PAGES: usize = 20;

/// The paths in the site that a link of a page may mean, the likeliest first.
pub fn places(address: &SiteAddress, from: &str, href: &str) -> Vec<String> {
    let Some(path) = place(address, from, href) else { return Vec::new() };
    // Where the site's address is not known it may lie in folders of its host.
    let folders = if address.is_unknown() { MAX_HOST_FOLDERS } else { 0 };
    let path = path.trim_start_matches('/');
    let cuts = path.match_indices('/').map(|(at, _)| at + 1).take(folders);
    let tails = cuts.filter_map(|at| path.get(at..)).filter(|tail| !tail.is_empty());
    [path].into_iter().chain(tails).map(str::to_owned).collect()
}

fn place(address: &SiteAddress, from: &str, href: &str) -> Option<String> {
    let href = href.split(['?', '#']).next().filter(|href| !href.is_empty())?;
    // It begins with a host.
    if href.starts_with("//") {
        return None;
    }
    let base = address.whole();
    let path = match (href.strip_prefix(base), href.strip_prefix(address.path())) {
        (Some(path), _) if !base.is_empty() => path.to_owned(),
        (_, Some(path)) => path.to_owned(),
        _ if href.contains(':') || href.starts_with('/') => return None,
        _ => joined(from, href)?,
    };
    Some(percent_decode_str(&path).decode_utf8().ok()?.into_owned())
}

/// The files of pages that a path may stand for.
pub fn files(path: &str) -> Vec<String> {
    match path {
        "" => vec!["index.html".to_owned()],
        path if path.ends_with('/') => {
            vec![format!("{path}index.html"), format!("{}.html", path.trim_end_matches('/'))]
        }
        path => vec![path.to_owned(), format!("{path}.html"), format!("{path}/index.html")],
    }
}

/// Whether pages are called without `.html` where most links lead to them.
pub fn are_clean(reading: &Reading<'_>) -> bool {
    let known: BTreeSet<&str> = reading.paths().collect();
    let step = known.len().div_ceil(MAX_ASKED_PAGES).max(1);
    let (mut clean, mut whole) = (0_usize, 0_usize);
    for path in known.iter().step_by(step) {
        let bytes = reading.most.read(&reading.folder.join(path)).unwrap_or_default();
        for link in navigation(&bytes).unwrap_or_default().into_iter().flatten() {
            for place in places(&SiteAddress::default(), path, &link.href) {
                let is_file = |place: &str| !place.ends_with("index.html") && known.contains(place);
                whole += usize::from(is_file(&place));
                clean += usize::from(!place.ends_with('/') && is_file(&format!("{place}.html")));
            }
        }
    }
    clean > whole
}

/// The path of what a page calls by a relative address; none where it leads out of the site.
fn joined(from: &str, href: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    let (folders, last) = href.rsplit_once('/').map_or(("", href), |(above, last)| (above, last));
    let last_is_folder = matches!(last, "" | "." | "..");
    for part in folders.split('/').chain(last_is_folder.then_some(last)) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let last = if last_is_folder { "" } else { last };
    let folder: String = parts.iter().map(|part| format!("{part}/")).collect();
    Some(format!("{folder}{last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_addresses_lead_to_files() {
        for (from, href, want) in [
            ("a/b.html", "c.html", Some("a/c.html")),
            ("a/b.html", "../c/", Some("c/")),
            ("a/b.html", "..", Some("")),
            ("a/b.html", ".", Some("a/")),
            ("a/b/c.html", "../../d", Some("d")),
            ("a.html", "../b", None),
        ] {
            assert_eq!(joined(from, href).as_deref(), want, "{from} {href}");
        }
    }

    #[test]
    fn addresses_of_other_hosts_are_no_pages() {
        for href in ["//other.example/guide/", "https://other.example/guide/"] {
            assert_eq!(places(&SiteAddress::default(), "a.html", href), [""; 0], "{href}");
        }
    }
}
