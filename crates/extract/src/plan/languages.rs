//! Reads languages off the names of folders: `de/` is German where `fr/` stands beside it, or where
//! it has pages of the same names as the folder that it is in.

use std::collections::{BTreeMap, BTreeSet};

use kindex::Language;

use super::entry::Candidate;
use super::versions::is_of_folder;

/// Folders that are called by a language's tag count only where at least one in this many of those
/// beside each other is: where elements of HTML have a folder each, `br` and `hr` are no languages.
const FOLDERS_PER_LANGUAGE: usize = 10;

/// The folders in one folder.
#[derive(Default)]
struct Folders<'s> {
    names: BTreeSet<&'s str>,
    tags: BTreeSet<&'s str>,
    /// For each of them the number of its pages, and of those that lie in the folder around it too.
    pages: BTreeMap<&'s str, (usize, usize)>,
    /// Those with such a page that is not their own.
    translations: BTreeSet<&'s str>,
}

impl Folders<'_> {
    /// Whether those that are called by tags are there for the languages.
    fn are_languages(&self) -> bool {
        let languages: BTreeSet<String> = self.tags.iter().map(|tag| primary(tag)).collect();
        languages.len() > 1 && self.tags.len() * FOLDERS_PER_LANGUAGE >= self.names.len()
    }

    /// Whether a folder holds pages in the language that it is called by.
    fn has_language(&self, name: &str) -> bool {
        let is_most = |(pages, beside): &(usize, usize)| beside * 2 > *pages;
        let translates =
            self.translations.contains(name) && self.pages.get(name).is_some_and(is_most);
        translates || (self.tags.contains(name) && self.are_languages())
    }
}

/// The language of each file that lies in a folder called by a language's tag, if another folder
/// beside that one is called by another's, or most of its pages lie beside it too. The page of the
/// folder itself alone tells nothing.
pub(super) fn of_folders(candidates: &[Candidate]) -> Vec<Option<String>> {
    let mut all: BTreeMap<(usize, &str), Folders<'_>> = BTreeMap::new();
    let paths = candidates.iter().map(|Candidate { entry, .. }| (entry.root, &*entry.path));
    let paths: BTreeSet<(usize, &str)> = paths.collect();
    for Candidate { entry, .. } in candidates {
        for (parent, name) in folders(&entry.path) {
            let beside = all.entry((entry.root, parent)).or_default();
            if beside.names.insert(name) && is_tag(name) {
                beside.tags.insert(name);
            }
            if beside.tags.contains(name) {
                let below = below(&entry.path, parent, name);
                let lies_beside = paths.contains(&(entry.root, &*join(parent, below)));
                let (pages, others) = beside.pages.entry(name).or_default();
                *pages += 1;
                *others += usize::from(lies_beside);
                if lies_beside && !is_of_folder(below) {
                    beside.translations.insert(name);
                }
            }
        }
    }
    let lang = |Candidate { entry, .. }: &Candidate| {
        let is_named = |&(parent, name): &(&str, &str)| {
            let beside = all.get(&(entry.root, parent));
            beside.is_some_and(|beside| beside.has_language(name))
        };
        folders(&entry.path).find(is_named).map(|(_, tag)| tag.to_owned())
    };
    candidates.iter().map(lang).collect()
}

/// The part of a path below one of its folders.
fn below<'p>(path: &'p str, parent: &str, name: &str) -> &'p str {
    let folder = join(parent, name);
    path.get(folder.len() + 1..).unwrap_or_default()
}

fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() { name.to_owned() } else { format!("{parent}/{name}") }
}

/// The folders of a path, each with the path that it is in.
fn folders(path: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = path.match_indices('/').map(|(end, _)| end);
    ends.filter_map(|end| {
        let folder = path.get(..end)?;
        Some(folder.rsplit_once('/').unwrap_or(("", folder)))
    })
}

/// Whether it is like `de`, `pt-BR` or `zh_Hant`, of a known language.
fn is_tag(name: &str) -> bool {
    let (language, region) = name.split_once(['-', '_']).unwrap_or((name, "xx"));
    let is_region =
        (2..=4).contains(&region.len()) && region.bytes().all(|b| b.is_ascii_alphanumeric());
    language.len() == 2 && is_region && Language::from_tag(language).is_ok()
}

fn primary(tag: &str) -> String {
    tag.chars().take(2).collect::<String>().to_ascii_lowercase()
}
