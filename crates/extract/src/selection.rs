//! Takes and leaves out parts of pages by CSS selectors.

use std::fmt;

use scraper::{Html, Selector};

/// A node of a page.
type Node<'a> = ego_tree::NodeRef<'a, scraper::Node>;

/// CSS selectors for the parts of pages that are indexed.
///
/// ```
/// use kindex_extract::{FileContext, Format, Options, Selection, extract};
/// let selection = Selection::new(vec![".doc".into()], vec![".ad".into()])?;
/// let options = Options { selection, ..Options::default() };
/// let page = b"<h1>Shop</h1><div class=doc><p>One<p class=ad>Buy<p>Two</div>";
/// let read = extract("a.html", page, Format::Html, &FileContext::default(), &options).unwrap();
/// assert_eq!(read.documents[0].text, "One\n\nTwo\n");
/// # Ok::<(), kindex_extract::ParseSelectorError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Selection {
    /// The text is that of elements that one of these matches, on pages that have such.
    roots: Vec<String>,
    /// Elements that one of these matches are left out.
    excluded: Vec<String>,
}

/// A selector cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSelectorError {
    /// The selector as given.
    pub selector: String,
}

impl fmt::Display for ParseSelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = &self.selector;
        write!(f, "{given:?} given; accepted are CSS selectors such as main, .content, #menu")
    }
}

impl std::error::Error for ParseSelectorError {}

impl Selection {
    /// The parts that `roots` match, without those that `excluded` match.
    ///
    /// # Errors
    /// [`ParseSelectorError`] for the first one that is no selector.
    pub fn new(roots: Vec<String>, excluded: Vec<String>) -> Result<Self, ParseSelectorError> {
        for selector in roots.iter().chain(&excluded) {
            if Selector::parse(selector).is_err() {
                return Err(ParseSelectorError { selector: selector.clone() });
            }
        }
        Ok(Selection { roots, excluded })
    }

    /// Takes what is left out off a page.
    pub(crate) fn prune(&self, html: &mut Html) {
        for selector in parsed(&self.excluded) {
            let matches: Vec<_> = html.select(&selector).map(|element| element.id()).collect();
            for id in matches {
                if let Some(mut node) = html.tree.get_mut(id) {
                    node.detach();
                }
            }
        }
    }

    /// The parts of a page that are its text, if it has such, in order and none inside another.
    pub(crate) fn roots<'a>(&self, html: &'a Html) -> Vec<Node<'a>> {
        let selectors: Vec<Selector> = parsed(&self.roots).collect();
        let mut roots: Vec<Node<'a>> = Vec::new();
        for node in html.tree.root().descendants().filter(|_| !selectors.is_empty()) {
            let Some(element) = scraper::ElementRef::wrap(node) else { continue };
            // Those before it come in the order of the page, so only the
            // last one may have it inside.
            let is_inside = roots.last().is_some_and(|last| node.ancestors().any(|it| it == *last));
            if !is_inside && selectors.iter().any(|selector| selector.matches(&element)) {
                roots.push(node);
            }
        }
        roots
    }
}

fn parsed(selectors: &[String]) -> impl Iterator<Item = Selector> {
    selectors.iter().filter_map(|selector| Selector::parse(selector).ok())
}

#[cfg(test)]
mod tests {
    use crate::{FileContext, Format, Options, Selection, extract};

    fn text(page: &str, roots: &[&str], excluded: &[&str]) -> String {
        let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        let selection = Selection::new(owned(roots), owned(excluded)).unwrap();
        let options = Options { selection, ..Options::default() };
        let context = FileContext::default();
        let read = extract("a.html", page.as_bytes(), Format::Html, &context, &options);
        read.unwrap().documents.remove(0).text
    }

    #[test]
    fn parts_are_taken_in_the_order_of_the_page() {
        let page =
            "<div id=b><p>One<div class=a><p>Two</div></div><p>No<div class=a><p>Three</div>";
        assert_eq!(text(page, &[".a", "#b"], &[]), "One\n\nTwo\n\nThree\n");
        assert_eq!(text(page, &[".a"], &[]), "Two\n\nThree\n");
        // A page without such parts is read as any other.
        assert!(text(page, &[".none"], &[]).contains("No"));
    }

    #[test]
    fn parts_are_left_out_wherever_they_stand() {
        let page = "<main><h1>T</h1><p class=x>No<p>Yes <b class=x>no</b></main>";
        assert_eq!(text(page, &[], &[".x"]), "# T\n\nYes\n");
        assert_eq!(text(page, &["main"], &["p.x", "b"]), "# T\n\nYes\n");
        assert_eq!(text(page, &["main"], &["main"]), "");
    }

    #[test]
    fn selectors_come_before_marks() {
        let page = "<div data-pagefind-body><p>One</div><div class=a><p>Two</div>";
        assert_eq!(text(page, &[".a"], &[]), "Two\n");
    }

    #[test]
    fn what_is_no_selector_is_named() {
        let error = Selection::new(vec!["main".into()], vec!["a[".into()]).unwrap_err();
        let expected = "\"a[\" given; accepted are CSS selectors such as main, .content, #menu";
        assert_eq!(error.to_string(), expected);
    }
}
