//! Tells pages that readers look for from those that a generator adds: pages for errors, lists,
//! redirects, views of source and tools. A page is judged by what it says of itself; its name alone
//! decides only where a generator leaves authors no page of that name.

mod doxygen;
mod script;

use scraper::Html;

use super::dom::elements;
use super::element::{Kind, attr, kind};
use super::head::Head;
use super::listing;
use super::place::Place;
use super::words::raw_text;
use crate::error::Reason;
use script::{Leads, leads};

/// Text of a page for errors is shorter than this, in bytes. A text that tells of an error is
/// longer.
const MAX_ERROR_PAGE_BYTES: usize = 1_500;

/// Where hosts do not look for it, a page for errors is shorter than this, and says no more than
/// that.
const MAX_SHORT_ERROR_PAGE_BYTES: usize = 600;

/// The heading of such a page: of mdBook, Docusaurus, Material, and of those that say the least.
const ERRORS: [&str; 6] = [
    "404",
    "404 - not found",
    "404 page not found",
    "document not found (404)",
    "not found",
    "page not found",
];

/// A page with a script that leads elsewhere has less text than this, if that is all it does.
const MAX_REDIRECT_BYTES: usize = 250;

/// Classes of `<html>` or `<body>`, and what a page with one is: of Docusaurus, Docsy, Minimal
/// Mistakes and WordPress. Docusaurus gives its posts and documents others.
const CLASSES: [(&str, Reason); 18] = [
    ("blog-authors-list-page", Reason::List),
    ("blog-authors-posts-page", Reason::List),
    ("blog-list-page", Reason::List),
    ("blog-tags-list-page", Reason::List),
    ("blog-tags-post-list-page", Reason::List),
    ("docs-tags-doc-list-page", Reason::List),
    ("docs-tags-list-page", Reason::List),
    ("td-taxonomy", Reason::List),
    ("td-term", Reason::List),
    ("layout--archive-taxonomy", Reason::List),
    ("layout--categories", Reason::List),
    ("layout--category", Reason::List),
    ("layout--posts", Reason::List),
    ("layout--tag", Reason::List),
    ("layout--tags", Reason::List),
    ("error404", Reason::ErrorPage),
    ("all-classes-index-page", Reason::Tool),
    ("all-packages-index-page", Reason::Tool),
];

/// Ids and classes of elements that only such pages have.
const MARKS: [(&str, Reason); 13] = [
    // Material: excerpts of posts.
    ("md-post--excerpt", Reason::List),
    // Minimal Mistakes.
    ("taxonomy__index", Reason::List),
    // Node, all pages in one.
    ("api-section-all", Reason::List),
    // Sphinx.
    ("genindex-jumpbox", Reason::Tool),
    ("genindextable", Reason::Tool),
    ("modindex-jumpbox", Reason::Tool),
    ("modindextable", Reason::Tool),
    ("viewcode-block", Reason::SourceView),
    ("viewcode-back", Reason::SourceView),
    // MkDocs, in its theme of Read the Docs.
    ("content_search", Reason::Tool),
    // Doxygen, what its search shows.
    ("SRIndex", Reason::Tool),
    ("SRResults", Reason::Tool),
    ("SRSearchResults", Reason::Tool),
];

/// The names that javadoc has for the parts of itself that write such pages.
const JAVADOC: [(&str, Reason); 13] = [
    ("AllClassesIndexWriter", Reason::Tool),
    ("AllPackagesIndexWriter", Reason::Tool),
    ("ClassUseWriter", Reason::List),
    ("HelpWriter", Reason::Tool),
    ("IndexRedirectWriter", Reason::Redirect),
    ("IndexWriter", Reason::Tool),
    ("PackageTreeWriter", Reason::Tool),
    ("PackageUseWriter", Reason::List),
    ("SearchWriter", Reason::Tool),
    ("SingleIndexWriter", Reason::Tool),
    ("SourceToHTMLConverter", Reason::SourceView),
    ("SplitIndexWriter", Reason::Tool),
    ("TreeWriter", Reason::Tool),
];

/// Names of javadoc's pages, which older versions do not call by what wrote them.
const JAVADOC_NAMES: [&str; 11] = [
    "allclasses",
    "allclasses-frame",
    "allclasses-index",
    "allclasses-noframe",
    "allpackages-index",
    "help-doc",
    "index-all",
    "overview-frame",
    "overview-tree",
    "package-frame",
    "package-tree",
];

/// The reason that readers do not look for the page at a path, if there is one.
pub(super) fn reason(html: &Html, path: &str, head: &Head) -> Option<Reason> {
    let place = Place::of(path);
    let marks = Marks::of(html);
    marks
        .reason
        .or_else(|| by_generator(&place, head.generator.as_deref().unwrap_or_default(), &marks))
        .or_else(|| listing::is_list(html, &place, head).then_some(Reason::List))
}

/// The reason that readers do not look for a page with this text and first heading, if there is
/// one.
pub(super) fn reason_by_text(html: &Html, path: &str, text: &str, heading: &str) -> Option<Reason> {
    let place = Place::of(path);
    let says_so = || ERRORS.contains(&heading.to_lowercase().as_str());
    let is_error = place.name() == "404"
        && ((text.len() < MAX_ERROR_PAGE_BYTES && place.is_of_errors())
            || (text.len() < MAX_SHORT_ERROR_PAGE_BYTES && says_so()));
    if is_error {
        return Some(Reason::ErrorPage);
    }
    let is_redirect = text.len() < MAX_REDIRECT_BYTES
        && match leads_elsewhere(html) {
            Leads::Always => true,
            // Under a condition, many pages lead to another host or to `https`.
            Leads::Perhaps => text.is_empty(),
            Leads::No => false,
        };
    is_redirect.then_some(Reason::Redirect)
}

/// The signs in the elements of a page.
#[derive(Default)]
struct Marks {
    reason: Option<Reason>,
    is_of_sphinx: bool,
    /// Whether it is what shows the results of Sphinx's search.
    searches: bool,
    is_of_javadoc: bool,
    is_of_haddock: bool,
    /// Whether it says where names stand, as Scaladoc's index does.
    lists_occurrences: bool,
    /// Whether it has a table of Doxygen's for lists.
    has_directory: bool,
    /// Whether it has a table of what a class or a file has itself.
    has_members: bool,
    /// Whether it shows a program in Haskell.
    shows_haskell: bool,
    has_heading: bool,
    /// The kind of page that rustdoc states with a class.
    rustdoc: Option<Reason>,
}

impl Marks {
    fn of(html: &Html) -> Marks {
        let mut marks = Marks::default();
        for node in html.tree.root().descendants() {
            match node.value() {
                scraper::Node::Comment(comment) => {
                    marks.is_of_javadoc |= comment.trim().starts_with("Generated by javadoc");
                }
                scraper::Node::Element(element) => marks.read(element),
                _ => {}
            }
        }
        marks
    }

    fn read(&mut self, element: &scraper::node::Element) {
        let is_page = matches!(element.name(), "html" | "body");
        self.has_heading |= matches!(kind(element), Kind::Heading(_));
        for (name, attribute) in &element.attrs {
            match &*name.local {
                "id" => self.mark(attribute),
                "class" if is_page => attribute.split_whitespace().for_each(|it| self.page(it)),
                "class" => attribute.split_whitespace().for_each(|it| self.mark(it)),
                "src" if element.name() == "script" => {
                    self.is_of_sphinx |= attribute.contains("_static/doctools.js")
                        || attribute.contains("_static/documentation_options.js");
                    self.searches |= attribute.contains("_static/searchtools.js");
                }
                "href" if element.name() == "link" => {
                    self.shows_haskell |= attribute.ends_with("hscolour.css");
                }
                _ => {}
            }
        }
    }

    fn page(&mut self, class: &str) {
        let found = CLASSES.iter().find(|(known, _)| *known == class);
        self.reason = self.reason.or(found.map(|(_, reason)| *reason));
        self.rustdoc = self.rustdoc.or(match class {
            "src" | "source" => Some(Reason::SourceView),
            "sys" => Some(Reason::Tool),
            _ => None,
        });
    }

    fn mark(&mut self, name: &str) {
        self.is_of_haddock |= name == "package-header";
        self.shows_haskell |= name == "hs-special";
        self.lists_occurrences |= name == "occurrences";
        self.has_directory |= name == "directory";
        self.has_members |= matches!(name, "memberdecls" | "memitem" | "textblock");
        let found = MARKS.iter().find(|(known, _)| *known == name);
        self.reason = self.reason.or(found.map(|(_, reason)| *reason));
    }
}

fn by_generator(place: &Place<'_>, generator: &str, marks: &Marks) -> Option<Reason> {
    let name = place.name();
    if generator == "rustdoc" {
        // Older versions mark these pages no other way. A folder of that name is a module.
        let is_tool = !place.is_folder() && matches!(name, "all" | "help" | "settings");
        return marks.rustdoc.or(is_tool.then_some(Reason::Tool));
    }
    if let Some(writer) = generator.strip_prefix("javadoc/") {
        let known = JAVADOC.iter().find(|(known, _)| *known == writer);
        return known.map(|(_, reason)| *reason);
    }
    if marks.is_of_javadoc {
        return of_javadoc(place);
    }
    if marks.is_of_sphinx {
        return of_sphinx(place, marks);
    }
    // An index of many names has a page for each letter.
    if marks.is_of_haddock && (name == "doc-index" || name.starts_with("doc-index-")) {
        return Some(Reason::Tool);
    }
    if marks.shows_haskell && !marks.has_heading && place.is_in("src") {
        return Some(Reason::SourceView);
    }
    // What Scaladoc calls so has no page of a program's.
    if marks.lists_occurrences && place.is_in("index") && name.starts_with("index-") {
        return Some(Reason::Tool);
    }
    if !generator.starts_with("Doxygen") {
        return None;
    }
    let is_list = marks.has_directory && !marks.has_members && doxygen::may_list_members(name);
    doxygen::reason(name).or(is_list.then_some(Reason::List))
}

fn of_javadoc(place: &Place<'_>) -> Option<Reason> {
    if place.is_in("src-html") {
        Some(Reason::SourceView)
    } else if place.is_in("class-use") || place.name() == "package-use" {
        Some(Reason::List)
    } else if place.is_in("index-files") || JAVADOC_NAMES.contains(&place.name()) {
        Some(Reason::Tool)
    } else {
        None
    }
}

fn of_sphinx(place: &Place<'_>, marks: &Marks) -> Option<Reason> {
    let name = place.name();
    if place.is_in("_modules") {
        Some(Reason::SourceView)
    } else if (name == "search" && marks.searches)
        || name == "genindex"
        || name.starts_with("genindex-")
        || name.ends_with("-modindex")
    {
        Some(Reason::Tool)
    } else {
        None
    }
}

/// Whether the scripts in the page lead elsewhere.
fn leads_elsewhere(html: &Html) -> Leads {
    let scripts = elements(html.tree.root()).filter(|(_, element)| element.name() == "script");
    let own = scripts.filter(|(_, element)| attr(element, "src").is_none());
    own.map(|(script, _)| leads(&raw_text_of(script))).max().unwrap_or(Leads::No)
}

/// The text of a script, which is none of the page.
fn raw_text_of(script: super::dom::Node<'_>) -> String {
    script.children().map(raw_text).collect()
}

#[cfg(test)]
mod tests;
