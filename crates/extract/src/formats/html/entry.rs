//! The entries of reference works: terms of definition lists that have an address of their own.

use std::ops::Range;

use scraper::node::Element;

use super::dom::{Node, elements, parents};
use super::element::{MAX_CLASSES, attr, declared_name};
use super::words::words;

/// An entry that can be linked to.
pub(super) struct Entry {
    /// The words of the whole term, such as `json.dumps(obj, *, indent=None)`.
    pub(super) words: String,
    /// Those by which it is called: `json.dumps`.
    pub(super) name: Range<usize>,
    pub(super) anchor: String,
    /// Other names: a method is called by its own and by that of its class, an
    /// option by each of its spellings.
    pub(super) extra: String,
}

impl Entry {
    /// The entry of a term with an id. An id inside a term is often one that a generator counts up.
    /// The notes of old Sphinx are terms too, and so is what the index of a book by DocBook lists.
    /// A glossary stays one section: its terms would stand before the pages that are about them.
    pub(super) fn of(node: Node<'_>, element: &Element) -> Option<Entry> {
        let anchor = attr(element, "id").filter(|id| !id.is_empty())?.to_owned();
        let is_note = element.classes().any(|class| class == "label");
        if is_note || parents(node).any(is_list_of_words) {
            return None;
        }
        let words = words(node);
        let (name, mut others) =
            described(node, &words).unwrap_or_else(|| (before_parameters(&words), Vec::new()));
        let owned = words.get(name.clone()).and_then(|name| owned_name(&anchor, name));
        others.extend(owned.map(str::to_owned));
        Some(Entry { name, extra: others.join(" "), words, anchor })
    }
}

impl Entry {
    /// The entry of a declaration by Haddock, whose name is a link's place: `lookup :: Ord k => …`.
    pub(super) fn declared(node: Node<'_>) -> Option<Entry> {
        let (name, element) = declared_name(node)?;
        let anchor = attr(element, "id").filter(|id| !id.is_empty())?.to_owned();
        let (words, name) = (words(node), words(name));
        let start = words.find(&name).filter(|_| !name.is_empty())?;
        Some(Entry { name: start..start + name.len(), words, anchor, extra: String::new() })
    }
}

/// Whether an element is the index of a book, or its glossary.
fn is_list_of_words(element: &Element) -> bool {
    let is_index = |class| element.name() == "div" && class == "index";
    element.classes().take(MAX_CLASSES).any(|class| class == "glossary" || is_index(class))
}

/// The name in a signature of Sphinx, which marks it, and those that stand beside it: an option has
/// several. What it belongs to stands before the name; after that of an option, what it takes.
fn described(node: Node<'_>, all: &str) -> Option<(Range<usize>, Vec<String>)> {
    let is =
        |element: &Element, class: &str| element.classes().take(MAX_CLASSES).any(|it| it == class);
    let mut owner = String::new();
    let mut names = Vec::new();
    for (node, element) in elements(node) {
        if is(element, "descname") {
            names.push(words(node));
        } else if names.is_empty() && is(element, "descclassname") {
            owner = words(node);
        }
    }
    let mut names = names.into_iter();
    let name = owner + &names.next()?;
    let start = all.find(&name).filter(|_| !name.is_empty())?;
    Some((start..start + name.len(), names.collect()))
}

/// A term up to the brackets with what it takes or is: `work_mem (integer)`.
fn before_parameters(words: &str) -> Range<usize> {
    let end = words.find('(').unwrap_or(words.len());
    let name = words.get(..end).unwrap_or_default().trim_end();
    0..if name.is_empty() { words.len() } else { name.len() }
}

/// The name with that of its owner, as an id may have it: `json.JSONDecoder.decode`. What stands
/// before a name may also be the language, as in `c.PyList_New`.
fn owned_name<'a>(id: &'a str, name: &str) -> Option<&'a str> {
    let owner = id.strip_suffix(name)?.strip_suffix('.')?;
    let is_name = owner.contains('.') || owner.starts_with(|c: char| c.is_ascii_uppercase());
    is_name.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;

    #[test]
    fn a_declaration_is_one_line() {
        let line = "<p class=src><a class=def id='v:tie'>tie</a> :: <a href=r>Rope</a></p><p>x";
        assert_eq!(text(line), "tie :: Rope\n\nx\n");
        let block = "<div class=src><span class=def id=a>foo</span><p>One</p><h2>Two</h2></div>";
        assert_eq!(text(block), "foo\n\nOne\n\n## Two\n");
    }
}
