//! The indexes of a server: one, or several, each with its name.
//!
//! With several, the name stands in front of ids, and of addresses without a host, so that what a
//! tool gave leads to its index. A name has no colon, and all that a tool gives has one in front: so
//! nothing in an index is taken for a name.

use crate::arguments::Arguments;
use crate::catalog::Site;
use crate::json::written;
use crate::sanitize::{cut, is_joiner};
use crate::text::{cost, line};
use crate::tool_error::{ToolError, bad_argument};
use crate::words::{bounds, filled, texts};
use kindex::{Error, Group, Index, Page};
use serde::Serialize;

/// The sign between a name and an id or an address.
const SIGN: &str = "::";

/// Whether a text can be the name of an index: letters, digits, `.`, `_` and `-`.
pub fn is_name(text: &str) -> bool {
    text.chars().all(is_letter)
        && text.contains(char::is_alphanumeric)
        && text.chars().nth(bounds::NAME_CHARACTERS).is_none()
}

fn is_letter(char: char) -> bool {
    ".-_".contains(char) || (char.is_alphanumeric() && !is_joiner(char))
}

/// The name of an index that is called so elsewhere, with a hyphen for what names do not have; none
/// where nothing is left.
pub fn name_of(text: &str) -> Option<String> {
    let parts = text.split(|char| !is_letter(char)).filter(|part| !part.is_empty());
    let name: String = parts.collect::<Vec<_>>().join("-");
    let name: String = name.chars().take(bounds::NAME_CHARACTERS).collect();
    is_name(&name).then_some(name)
}

/// An id or an address without the name of an index in front.
pub fn without_name(text: &str) -> &str {
    let parted = text.split_once(SIGN).filter(|(name, _)| is_name(name));
    parted.map_or(text, |(_, rest)| rest)
}

/// An index of a server.
#[derive(Clone, Copy)]
pub struct Named<'i> {
    /// Its name; empty where there is no other one.
    pub name: &'i str,
    /// When it was built, in words, where that is known.
    pub built: Option<&'i str>,
    /// The index.
    pub site: Site<'i>,
}

impl Named<'_> {
    /// An id with the name in front.
    pub(crate) fn id(&self, id: &str) -> String {
        if self.name.is_empty() { id.to_owned() } else { [self.name, SIGN, id].concat() }
    }

    /// An address as it is given back: one that says a host stays.
    pub(crate) fn address(&self, url: &str) -> String {
        let is_whole = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
        if url.is_empty() || is_whole { url.to_owned() } else { self.id(url) }
    }

    pub(crate) fn page(&self, page: Page) -> Page {
        Page { id: self.id(&page.id), url: self.address(&page.url), title: page.title }
    }
}

/// The indexes that answer.
pub struct Sites<'i> {
    all: Vec<Named<'i>>,
    /// The names of those that cannot be loaded at the moment.
    missing: Vec<&'i str>,
}

impl<'i> From<Site<'i>> for Sites<'i> {
    fn from(site: Site<'i>) -> Self {
        Sites { all: vec![Named { name: "", built: None, site }], missing: Vec::new() }
    }
}

impl<'i> Sites<'i> {
    /// Several, and the names of those that cannot be loaded at the moment.
    pub fn several(all: Vec<Named<'i>>, missing: Vec<&'i str>) -> Self {
        Sites { all, missing }
    }

    pub(crate) fn all(&self) -> &[Named<'i>] {
        &self.all
    }

    pub(crate) fn missing(&self) -> &[&'i str] {
        &self.missing
    }

    /// The index, where the server has no other one.
    pub(crate) fn only(&self) -> Option<&Named<'i>> {
        self.all.first().filter(|one| one.name.is_empty())
    }

    /// The name with which a text begins, if that is one of an index, and the rest.
    pub(crate) fn parted<'t>(&self, text: &'t str) -> (Option<&'i str>, &'t str) {
        let found = text.split_once(SIGN).and_then(|(name, rest)| Some((self.known(name)?, rest)));
        found.map_or((None, text), |(name, rest)| (Some(name), rest))
    }

    fn known(&self, asked: &str) -> Option<&'i str> {
        let names = self.all.iter().map(|one| one.name).chain(self.missing.iter().copied());
        names.filter(|name| !name.is_empty()).find(|name| *name == asked)
    }

    /// Those of which something is asked: that with a name, or all.
    ///
    /// # Errors
    /// [`ToolError::Argument`] where that one cannot be loaded.
    pub(crate) fn of(&self, name: Option<&str>) -> Result<&[Named<'i>], ToolError> {
        let Some(name) = name else { return Ok(&self.all) };
        match self.all.iter().position(|one| one.name == name) {
            Some(at) => Ok(self.all.get(at..=at).unwrap_or_default()),
            None => bad_argument(filled(texts::DOCS_NOT_LOADED, &[name, &self.names()])),
        }
    }

    /// Those that an argument names, in their order, or all.
    ///
    /// # Errors
    /// [`ToolError::Argument`] where one is not there.
    pub(crate) fn asked(&self, args: &Arguments) -> Result<Vec<Named<'i>>, ToolError> {
        let asked = args.list("docs");
        for name in &asked {
            match self.known(name) {
                Some(name) => drop(self.of(Some(name))?),
                None => {
                    let name = cut(&line(name), bounds::NAME_CHARACTERS);
                    return bad_argument(filled(texts::NO_DOCS, &[&name, &self.names()]));
                }
            }
        }
        let is_asked = |one: &&Named<'_>| asked.is_empty() || asked.contains(&one.name);
        Ok(self.all.iter().filter(is_asked).copied().collect())
    }

    fn names(&self) -> String {
        self.all.iter().map(|one| one.name).collect::<Vec<_>>().join(", ")
    }
}

/// Parts indexes into those that are searched together with the first, and the others.
pub fn alike<'i>(all: &[Named<'i>]) -> (Vec<Named<'i>>, Vec<Named<'i>>) {
    let Some(first) = all.first() else { return Default::default() };
    let is_alike = |one: &Named<'_>| group(&[*first, *one]).is_ok();
    all.iter().partition(|one| is_alike(one))
}

/// Indexes as one.
pub(crate) fn group<'i>(all: &[Named<'i>]) -> Result<Group<'i>, Error> {
    Group::new(all.iter().map(|one| (one.site.index, 1.0)))
}

/// The indexes among those that are searched.
pub(crate) fn indexes<'i>(all: &[Named<'i>]) -> Vec<&'i Index> {
    all.iter().map(|one| one.site.index).collect()
}

/// The names of all, as far as they may stand in a sentence.
pub(crate) fn sentence(names: &[&str]) -> String {
    let named = names.get(..bounds::NAMED_DOCS).unwrap_or(names).join(", ");
    match names.len().saturating_sub(bounds::NAMED_DOCS) {
        0 => named,
        more => filled(texts::MORE_DOCS, &[&named, &more.to_string()]),
    }
}

/// The tokens of a note that names indexes.
pub(crate) fn note_cost(names: &[impl Serialize]) -> usize {
    if names.is_empty() { 0 } else { cost(&written(&names)) + bounds::NOTE_TOKENS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_nothing_that_is_not_seen_or_ends_them() {
        for name in ["vue", "Vue_3.4-beta", "日本語", "é"] {
            assert!(is_name(name), "{name}");
            assert_eq!(name_of(name).as_deref(), Some(name));
        }
        for (text, name) in [
            ("a b", Some("a-b")),
            ("a\n::b/c", Some("a-b-c")),
            ("a\u{202e}\u{200b}b", Some("a-b")),
            ("a\u{3164}b", Some("a-b")),
            ("[::1]", Some("1")),
            ("../..", None),
            ("\u{1160}\n", None),
            ("", None),
        ] {
            assert!(!is_name(text), "{text}");
            assert_eq!(name_of(text).as_deref(), name, "{text}");
        }
        assert_eq!(name_of(&"a".repeat(65)), Some("a".repeat(64)));
        assert!(!is_name(&"a".repeat(65)));
    }
}
