//! What folders say of languages: `de/` is German where `fr/` stands beside it.

use crate::walk::Source;
use kindex::Language;
use std::collections::{BTreeMap, BTreeSet};

/// Names the language of each source that lies in a folder called by a language's tag, if another
/// folder beside it is called by another's.
pub fn name(sources: &mut [Source]) {
    let mut tags: BTreeMap<(usize, String), BTreeSet<String>> = BTreeMap::new();
    for source in &*sources {
        for (parent, tag) in tagged(&source.id) {
            let beside = tags.entry((source.root, parent.to_owned())).or_default();
            beside.insert(primary(tag));
        }
    }
    for source in sources {
        let named = tagged(&source.id).find(|(parent, _)| {
            let key = (source.root, (*parent).to_owned());
            tags.get(&key).is_some_and(|beside| beside.len() > 1)
        });
        source.lang = named.map(|(_, tag)| tag.to_owned());
    }
}

/// The folders of a path that are called by a language's tag, each with the path that it is in.
fn tagged(path: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = path.match_indices('/').map(|(end, _)| end);
    ends.filter_map(|end| {
        let folder = path.get(..end)?;
        let (parent, tag) = folder.rsplit_once('/').unwrap_or(("", folder));
        is_tag(tag).then_some((parent, tag))
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
            lang: None,
            slack_users: kindex_extract::SlackUsers::default(),
        };
        let mut sources: Vec<Source> = paths.iter().map(source).collect();
        name(&mut sources);
        sources.into_iter().map(|source| source.lang).collect()
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
}
