//! What folders say of languages: `de/` is German where `fr/` stands beside it.

use crate::walk::Source;
use kindex::Language;
use std::collections::{BTreeMap, BTreeSet};

/// Of so many folders beside each other, one at least has to be called by a language's tag: where
/// elements of HTML have a folder each, `br` and `hr` are no languages.
const MOST: usize = 10;

/// The folders in one folder.
#[derive(Default)]
struct Folders<'s> {
    names: BTreeSet<&'s str>,
    tags: BTreeSet<&'s str>,
}

impl Folders<'_> {
    /// Whether those that are called by tags are there for the languages.
    fn are_languages(&self) -> bool {
        let languages: BTreeSet<String> = self.tags.iter().map(|tag| primary(tag)).collect();
        languages.len() > 1 && self.tags.len() * MOST >= self.names.len()
    }
}

/// Names the language of each source that lies in a folder called by a language's tag, if another
/// folder beside it is called by another's.
pub fn name(sources: &mut [Source]) {
    let mut all: BTreeMap<(usize, &str), Folders<'_>> = BTreeMap::new();
    for source in &*sources {
        for (parent, name) in folders(&source.id) {
            let beside = all.entry((source.root, parent)).or_default();
            if beside.names.insert(name) && is_tag(name) {
                beside.tags.insert(name);
            }
        }
    }
    let tag = |source: &Source| {
        let is_named = |&(parent, name): &(&str, &str)| {
            let beside = all.get(&(source.root, parent));
            beside.is_some_and(|beside| beside.tags.contains(name) && beside.are_languages())
        };
        folders(&source.id).find(is_named).map(|(_, tag)| tag.to_owned())
    };
    let tags: Vec<Option<String>> = sources.iter().map(tag).collect();
    for (source, tag) in sources.iter_mut().zip(tags) {
        source.context.lang = tag;
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn named(paths: &[&str]) -> Vec<Option<String>> {
        let source = |id: &&str| Source {
            file: id.into(),
            id: (*id).to_owned(),
            named: false,
            root: 0,
            context: kindex_extract::FileContext::default(),
        };
        let mut sources: Vec<Source> = paths.iter().map(source).collect();
        name(&mut sources);
        sources.into_iter().map(|source| source.context.lang).collect()
    }

    #[test]
    fn folders_of_languages_stand_beside_each_other() {
        let found = named(&["docs/de/a.md", "docs/pt-BR/x/a.md", "docs/a.md", "docs/api/a.md"]);
        assert_eq!(found, [Some("de".into()), Some("pt-BR".into()), None, None]);
    }

    #[test]
    fn one_alone_may_be_called_so_for_another_reason() {
        assert_eq!(named(&["it/a.md", "go/a.md", "x/de/a.md"]), [None, None, None]);
        assert_eq!(named(&["zh-CN/a.md", "zh-TW/a.md"]), [None, None]);
    }

    #[test]
    fn few_among_many_are_called_so_for_another_reason() {
        let folders = |others: usize| {
            let others = (0..others).map(|number| format!("elements/x{number}/a.md"));
            let all = others.chain(["elements/br/a.md".into(), "elements/hr/a.md".into()]);
            let all: Vec<String> = all.collect();
            named(&all.iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert_eq!(folders(18).into_iter().flatten().collect::<Vec<_>>(), ["br", "hr"]);
        assert_eq!(folders(19).into_iter().flatten().count(), 0);
    }
}
