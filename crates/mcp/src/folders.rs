//! Pages by the beginnings of their addresses.

use crate::words::bounds;
use kindex::Page;
use std::collections::HashMap;

/// The pages whose addresses begin in one way.
#[derive(Debug, PartialEq)]
pub struct Folder {
    pub prefix: String,
    pub pages: usize,
}

/// As many steps of addresses as give at most so many rows: for each beginning that several pages
/// share how many do, and the other pages. None where even one step gives more, or all would be in
/// one.
pub fn folders(pages: Vec<Page>, most: usize) -> Option<(Vec<Folder>, Vec<Page>)> {
    let common = common(&pages);
    let mut best = None;
    for depth in 1..=bounds::FOLDER_DEPTH {
        let (folders, alone) = at_depth(&pages, common, depth);
        if folders.is_empty() || folders.len() + alone.len() > most {
            break;
        }
        best = Some((folders, alone));
    }
    let (folders, alone) = best?;
    let mut number = 0;
    let alone: Vec<Page> = pages
        .into_iter()
        .filter(|_| {
            number += 1;
            alone.binary_search(&(number - 1)).is_ok()
        })
        .collect();
    Some((folders, alone))
}

/// The length of what all addresses begin with, up to a slash.
pub fn common(pages: &[Page]) -> usize {
    let mut urls = pages.iter().map(|page| page.url.as_str()).filter(|url| !url.is_empty());
    let first = urls.next().unwrap_or_default();
    let same = urls.fold(first.len(), |most, url| {
        let same = first.bytes().zip(url.bytes()).take_while(|(one, other)| one == other).count();
        most.min(same)
    });
    first.as_bytes().iter().take(same).rposition(|&byte| byte == b'/').map_or(0, |at| at + 1)
}

/// Folders of so many steps below what is common, and the numbers of the pages that are in none with
/// others.
fn at_depth(pages: &[Page], common: usize, depth: usize) -> (Vec<Folder>, Vec<usize>) {
    let mut folders: Vec<(Folder, usize)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut alone = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let rest = page.url.get(common..).unwrap_or_default();
        let Some((end, _)) = rest.match_indices('/').nth(depth - 1) else {
            alone.push(number);
            continue;
        };
        let prefix = page.url.get(..common + end + 1).unwrap_or_default();
        let at = *known.entry(prefix).or_insert(folders.len());
        match folders.get_mut(at) {
            Some((folder, _)) => folder.pages += 1,
            None => folders.push((Folder { prefix: prefix.to_owned(), pages: 1 }, number)),
        }
    }
    let (several, single): (Vec<_>, Vec<_>) =
        folders.into_iter().partition(|(folder, _)| folder.pages > 1);
    alone.extend(single.into_iter().map(|(_, number)| number));
    alone.sort_unstable();
    (several.into_iter().map(|(folder, _)| folder).collect(), alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parted_by_as_many_steps_as_fit() {
        let urls = ["", "guide/", "guide/a/", "guide/a/b", "guide/c", "api/x", "api/y", "z"];
        let pages = || {
            let page = |url: &&str| {
                let url = if url.is_empty() { String::new() } else { format!("/v/{url}") };
                Page { id: format!("id{url}"), url, title: String::new() }
            };
            urls.iter().map(page).collect::<Vec<_>>()
        };
        let parted = |most| {
            let (folders, pages) = folders(pages(), most)?;
            let folders: Vec<String> =
                folders.iter().map(|one| format!("{} {}", one.prefix, one.pages)).collect();
            let pages: Vec<String> = pages.into_iter().map(|page| page.id).collect();
            Some((folders.join(", "), pages.join(", ")))
        };
        let said = |folders: &str, pages: &str| Some((folders.to_owned(), pages.to_owned()));
        assert_eq!(parted(3), None);
        assert_eq!(parted(4), said("/v/guide/ 4, /v/api/ 2", "id, id/v/z"));
        assert_eq!(
            parted(8),
            said("/v/guide/a/ 2", "id, id/v/guide/, id/v/guide/c, id/v/api/x, id/v/api/y, id/v/z")
        );
        assert_eq!(folders(vec![pages().remove(7)], 9), None);
    }
}
