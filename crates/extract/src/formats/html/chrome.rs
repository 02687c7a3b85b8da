//! Tells what surrounds the author's words: permalinks, tools, what only machines read.

use std::collections::BTreeSet;

use scraper::node::Element;

use super::button;
use super::dom::{Node, elements, parents};
use super::element::{
    Kind, SILENT, attr, is_heading, is_in_sentence, is_line_number, is_of_declaration, kind,
    language,
};
use super::hidden;

/// When an element with a class is left out.
enum When {
    /// Wherever it stands: no author calls anything so.
    Always,
    /// If its text is mostly in links.
    Links,
    /// If it has no letters.
    Numbers,
    /// If it is a link beside the words of a heading.
    Permalink,
    /// If the page is by rustdoc.
    Rustdoc,
    /// If the page is by Doxygen.
    Doxygen,
    /// If the page is by Haddock.
    Haddock,
    /// If the page is by Sphinx.
    Sphinx,
    /// If the page says that a program made it.
    Generated,
    /// If no heading stands in it.
    Headless,
    /// If it has links and all lead to places of the page.
    Places,
    /// If it has no letters and is a part of a line.
    Icon,
    /// If it is a link beside the words of a declaration.
    Declaration,
    /// If all of it stands in the element that comes next.
    Excerpt,
}

/// Classes of the elements that generators add around the author's words: permalinks (Sphinx,
/// Docusaurus, VitePress), rustdoc's toggles, tooltips and source links, text for screen readers
/// only, columns of line numbers, navigation (DocBook, Doxygen, MediaWiki, Qt's), and what stands
/// below a page: who edited it, when, and what comes next. In order.
const KNOWN_CLASSES: [(&str, When); 73] = [
    ("VPDocFooter", When::Always),
    ("VPLastUpdated", When::Always),
    ("book-footer", When::Links),
    ("copyright-footer", When::Always),
    ("dyncontent", When::Doxygen),
    ("dynheader", When::Doxygen),
    ("edit-this-page", When::Generated),
    ("editsection", When::Always),
    ("footer", When::Doxygen),
    ("hash-link", When::Permalink),
    ("header-anchor", When::Permalink),
    ("headerlink", When::Permalink),
    ("hide-when-js-enabled", When::Always),
    ("hideme", When::Rustdoc),
    ("ingroups", When::Doxygen),
    ("last-updated", When::Generated),
    ("legend", When::Doxygen),
    ("line-numbers-wrapper", When::Numbers),
    ("linenodiv", When::Numbers),
    ("linenos", When::Numbers),
    ("link", When::Declaration),
    ("links-nextprev", When::Links),
    ("md-content__button", When::Always),
    ("md-source-date", When::Always),
    ("md-source-file", When::Always),
    ("morelinks", When::Links),
    ("mw-editsection", When::Always),
    ("navfooter", When::Always),
    ("navheader", When::Always),
    ("navigationbar", When::Always),
    ("navpath", When::Doxygen),
    ("nosearch", When::Headless),
    ("out-of-band", When::Rustdoc),
    ("page__share", When::Links),
    ("pager", When::Links),
    ("pagination", When::Links),
    ("pagination-links", When::Links),
    ("pagination-nav", When::Links),
    ("permalink", When::Icon),
    ("picker", When::Links),
    ("post-nav", When::Links),
    ("prev-next", When::Links),
    ("prev-next-area", When::Links),
    ("prev-next-footer", When::Links),
    ("printfooter", When::Always),
    ("related-pages", When::Links),
    ("rightside", When::Rustdoc),
    ("rst-footer-buttons", When::Always),
    ("rustdoc-breadcrumbs", When::Always),
    ("selflink", When::Declaration),
    ("shortcomment", When::Excerpt),
    ("spirit-nav", When::Always),
    ("sr-only", When::Always),
    ("src-line-numbers", When::Numbers),
    ("srclink", When::Links),
    ("sub-heading", When::Rustdoc),
    ("sub-logo-container", When::Rustdoc),
    ("summary", When::Doxygen),
    ("t-navbar", When::Always),
    ("tabs", When::Doxygen),
    ("tabs2", When::Doxygen),
    ("tabs3", When::Doxygen),
    ("td-page-meta", When::Always),
    ("td-page-meta__lastmod", When::Always),
    ("test-arrow", When::Rustdoc),
    ("theme-doc-footer", When::Always),
    ("theme-edit-this-page", When::Always),
    ("theme-last-updated", When::Always),
    ("toc", When::Places),
    ("tooltip", When::Rustdoc),
    ("tsd-navigation", When::Always),
    ("viewcode-link", When::Always),
    ("visually-hidden", When::Always),
];

/// Ids of such elements: of Doxygen, Haddock, MediaWiki, Node, Scaladoc, and of themes of Sphinx. In
/// order.
const KNOWN_IDS: [(&str, When); 18] = [
    ("catlinks", When::Always),
    ("column2", When::Links),
    ("contentSub", When::Links),
    ("ft", When::Sphinx),
    ("global-nav", When::Links),
    ("gtoc", When::Links),
    ("hd", When::Sphinx),
    ("jump-to-nav", When::Links),
    ("mbrsel", When::Always),
    ("nav-path", When::Doxygen),
    ("package-header", When::Haddock),
    ("side-nav", When::Doxygen),
    ("sidebar", When::Sphinx),
    ("siteSub", When::Always),
    ("synopsis", When::Haddock),
    ("table-of-contents", When::Places),
    ("titlearea", When::Doxygen),
    ("toc", When::Places),
];

/// Whether an element and all inside it is left out.
pub(super) fn is_chrome(node: Node<'_>, element: &Element) -> bool {
    is_silent(node, element)
        || says_so(element)
        || element.classes().any(|class| is_left_out(&KNOWN_CLASSES, class, node, element))
        || own_id(element).is_some_and(|id| is_left_out(&KNOWN_IDS, id, node, element))
        || (element.name() == "td" && is_line_number(element))
        || (element.name() == "a" && is_chrome_link(node, element))
        || is_code_label(node, element)
}

fn is_silent(node: Node<'_>, element: &Element) -> bool {
    match element.name() {
        "button" => !button::is_text(node, element),
        // They are found as words beside the text.
        "rt" | "rtc" => true,
        // Its content is shown in the place of the element around it.
        "template" => attr(element, "shadowrootmode").is_none(),
        name => SILENT.contains(&name),
    }
}

/// Whether its attributes leave an element out. Elements that Material is told to keep from its
/// search are left out too, but for headings, which stand for their sections there.
fn says_so(element: &Element) -> bool {
    let is_said = element.attrs.iter().any(|(name, value)| match &*name.local {
        "data-kindex-ignore" | "data-pagefind-ignore" => true,
        "data-search-exclude" => !matches!(kind(element), Kind::Heading(_)),
        "role" => matches!(&**value, "navigation" | "search"),
        _ => false,
    });
    is_said || hidden::is_hidden(element)
}

/// The id of an element that may be a part of a frame. Headings, their sections and terms have
/// theirs by words of the page.
fn own_id(element: &Element) -> Option<&str> {
    let may_be = is_list(element) || matches!(element.name(), "header" | "footer" | "aside");
    attr(element, "id").filter(|_| may_be && element.classes().all(|it| it != "section"))
}

/// Whether an element is left out for a name that it has, its id or one of its classes.
fn is_left_out(names: &[(&str, When)], name: &str, node: Node<'_>, element: &Element) -> bool {
    let known = names.binary_search_by(|(known, _)| (*known).cmp(name));
    let Some((_, when)) = known.ok().and_then(|at| names.get(at)) else {
        return false;
    };
    match when {
        When::Always => true,
        When::Links => is_mostly_links(node),
        When::Numbers => !texts(node).any(|(_, text)| has_letters(text)),
        When::Icon => element.name() == "span" && !texts(node).any(|(_, text)| has_letters(text)),
        When::Permalink => element.name() == "a" && is_beside_heading(node),
        When::Rustdoc => generator(node) == Some("rustdoc"),
        When::Doxygen => is_by_doxygen(node) && !is_written(node),
        When::Haddock => is_by_haddock(node),
        When::Sphinx => is_by_sphinx(node),
        When::Headless => !has_heading(node),
        When::Places => is_list(element) && leads_to_places(node),
        When::Declaration => {
            element.name() == "a" && is_in_declaration(node) && is_by_haddock(node)
        }
        When::Excerpt => is_excerpt(node),
        When::Generated => generator(node).is_some() || is_by_sphinx(node),
    }
}

/// At most this many nodes below one are looked at: all that stand in each other may be called so.
const MAX_NODES_BELOW: usize = 512;

/// A list of the places of a page may be longer.
const MAX_NODES_OF_LIST: usize = 8192;

/// The first texts below a node that are shown.
fn texts(node: Node<'_>) -> impl Iterator<Item = (Node<'_>, &str)> {
    texts_within(node, MAX_NODES_BELOW)
}

fn texts_within(node: Node<'_>, most: usize) -> impl Iterator<Item = (Node<'_>, &str)> {
    let all = node.descendants().take(most);
    let texts = all.filter_map(|node| node.value().as_text().map(|text| (node, &**text)));
    texts.filter(|(text, _)| !parents(*text).next().is_some_and(|it| SILENT.contains(&it.name())))
}

/// Whether at least half of the letters in an element are those of links, and few are others.
fn is_mostly_links(node: Node<'_>) -> bool {
    let (linked, others) = letters(node, MAX_NODES_BELOW);
    others <= linked && others < MAX_LETTERS_BESIDE_LINKS
}

/// The numbers of letters in links, and of others.
fn letters(node: Node<'_>, most: usize) -> (usize, usize) {
    let (mut linked, mut others) = (0, 0);
    for (text, words) in texts_within(node, most) {
        let letters = words.chars().filter(|c| c.is_alphabetic()).count();
        *(if is_in_link(text, node) { &mut linked } else { &mut others }) += letters;
    }
    (linked, others)
}

/// Whether a heading stands in an element.
pub(super) fn has_heading(node: Node<'_>) -> bool {
    let mut elements = elements(node).take(MAX_NODES_BELOW);
    elements.any(|(_, element)| matches!(kind(element), Kind::Heading(_)))
}

/// Whether an element has links and at most a title beside them, and all lead to places of its page,
/// which are not in it, as where nothing ends it.
fn leads_to_places(node: Node<'_>) -> bool {
    let all = || elements(node).take(MAX_NODES_OF_LIST).map(|(_, element)| element);
    let links = all().filter(|it| it.name() == "a").filter_map(|it| attr(it, "href"));
    let places: Option<BTreeSet<&str>> = links.map(|href| href.strip_prefix('#')).collect();
    places.is_some_and(|places| {
        !places.is_empty()
            && !all().any(|it| attr(it, "id").is_some_and(|id| places.contains(id)))
            && node.descendants().nth(MAX_NODES_OF_LIST).is_none()
            && letters(node, MAX_NODES_OF_LIST).1 < MAX_TITLE_LETTERS
    })
}

/// Whether an element may be a list of links, and is neither a heading nor the page.
fn is_list(element: &Element) -> bool {
    matches!(element.name(), "div" | "nav" | "details" | "ul" | "ol" | "table")
}

/// Whether an element has links and few other letters, and all of it was looked at.
pub(super) fn is_only_links(node: Node<'_>) -> bool {
    node.descendants().nth(MAX_NODES_BELOW).is_none() && is_mostly_links(node)
}

/// Whether a link stands in a declaration of Haddock's.
fn is_in_declaration(node: Node<'_>) -> bool {
    parents(node).next().is_some_and(is_of_declaration)
}

/// Whether all words of an element begin the next one, as a comment's first sentence does that
/// unfolds.
fn is_excerpt(node: Node<'_>) -> bool {
    let next = node.next_siblings().find(|node| node.value().is_element());
    let letters = |node: Node<'_>| {
        let words = texts(node).flat_map(|(_, text)| text.chars());
        words.filter(|c| c.is_alphanumeric()).take(MAX_EXCERPT_LETTERS).collect::<String>()
    };
    let own = letters(node);
    !own.is_empty() && next.is_some_and(|next| letters(next).starts_with(&own))
}

fn has_letters(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// An excerpt that has more letters is taken for one by these.
const MAX_EXCERPT_LETTERS: usize = 1024;

/// More letters beside links are no title such as *Table of contents*.
const MAX_TITLE_LETTERS: usize = 24;

/// Letters beside the links of a pager, such as *Previous* and *Page 1 of 5*.
const MAX_LETTERS_BESIDE_LINKS: usize = 40;

/// Whether a text below `root` stands in a link that does, or is one.
fn is_in_link(text: Node<'_>, root: Node<'_>) -> bool {
    let is_link = |node: &Node<'_>| node.value().as_element().is_some_and(|it| it.name() == "a");
    text.ancestors().take_while(|node| *node != root).chain([root]).any(|node| is_link(&node))
}

/// Whether an element stands in a heading, or what is like one, that has other words.
fn is_beside_heading(node: Node<'_>) -> bool {
    let Some(heading) = node.ancestors().find(|node| is_heading(*node)) else {
        return false;
    };
    let mut words = texts(heading).filter(|(_, text)| text.contains(char::is_alphanumeric));
    words.any(|(text, _)| !text.ancestors().any(|above| above == node))
}

/// The generator that a page says it is by.
fn generator(node: Node<'_>) -> Option<&str> {
    head(node)?.children().take(MAX_NODES_BELOW).find_map(|node| {
        let element = node.value().as_element().filter(|element| element.name() == "meta")?;
        let is_named = attr(element, "name")?.eq_ignore_ascii_case("generator");
        is_named.then(|| attr(element, "content"))?
    })
}

fn is_by_haddock(node: Node<'_>) -> bool {
    has_script(node, "haddock-bundle")
}

fn is_by_doxygen(node: Node<'_>) -> bool {
    generator(node).is_some_and(|name| name.starts_with("Doxygen"))
}

/// Whether an element stands in what an author wrote, of a page by Doxygen.
fn is_written(node: Node<'_>) -> bool {
    parents(node).any(|above| above.classes().any(|class| class == "textblock"))
}

/// Whether a page is by Sphinx, whose themes do not say so.
fn is_by_sphinx(node: Node<'_>) -> bool {
    has_script(node, "/doctools.js")
}

/// Whether the head of a page loads a script with that in its address.
fn has_script(node: Node<'_>, address: &str) -> bool {
    head(node).is_some_and(|head| {
        let elements =
            head.children().take(MAX_NODES_BELOW).filter_map(|node| node.value().as_element());
        elements.filter_map(|element| attr(element, "src")).any(|src| src.contains(address))
    })
}

/// The head of the page that a node stands in.
fn head(node: Node<'_>) -> Option<Node<'_>> {
    let child = |node: Node<'_>, name: &str| {
        let is_named = |it: &Node<'_>| it.value().as_element().is_some_and(|it| it.name() == name);
        node.children().find(is_named).map(|it| it.id())
    };
    let tree = node.tree();
    let html = tree.get(child(tree.root(), "html")?)?;
    tree.get(child(html, "head")?)
}

/// A link that says nothing of the page: to itself, to its neighbours, or to where it is edited.
fn is_chrome_link(node: Node<'_>, element: &Element) -> bool {
    let is_rel = |rel: &str| matches!(rel, "prev" | "next" | "edit");
    attr(element, "rel").is_some_and(|rel| rel.split_whitespace().any(is_rel))
        || (attr(element, "href").is_some_and(is_edited_at) && !is_in_sentence(node))
        || is_permalink(node, element)
}

/// Whether an address is where a page is edited, on one of the usual hosts.
fn is_edited_at(href: &str) -> bool {
    const HOSTS: [&str; 5] = ["github", "gitlab", "bitbucket", "codeberg", "gitea"];
    let Some((_, rest)) = href.split_once("://") else {
        return false;
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    (path.contains("/edit/") || path.contains("/_edit/"))
        && HOSTS.iter().any(|known| host.contains(known))
}

/// A link to a place on the page that shows only a sign such as `#`, `§` or `¶`. In a declaration
/// it may be an operator: what is none is known by its class there.
pub(super) fn is_permalink(node: Node<'_>, element: &Element) -> bool {
    let is_to_place = attr(element, "href").is_some_and(|href| href.starts_with('#'));
    if !is_to_place || is_in_declaration(node) {
        return false;
    }
    let mut shown = node.descendants().filter_map(|node| match node.value() {
        scraper::Node::Text(text) => Some(&**text),
        scraper::Node::Element(element) => element.attr("alt"),
        _ => None,
    });
    let mut any = false;
    let wordless = shown.all(|text| {
        any |= !text.trim().is_empty();
        !text.contains(char::is_alphanumeric)
    });
    wordless && any
}

/// The language that VitePress writes beside code.
fn is_code_label(node: Node<'_>, element: &Element) -> bool {
    element.classes().any(|class| class == "lang")
        && parents(node).next().is_some_and(|parent| language(parent).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{page, text};
    use super::{KNOWN_CLASSES, KNOWN_IDS};

    #[test]
    fn words_of_authors_may_be_called_as_parts_of_a_frame_are() {
        let head = "<html><head><meta name=generator content=Doxygen><script src='/doctools.js'></script><body>";
        for body in [
            "<dl><dt id=hd>two<dd>x</dl>",
            "<div class=section id=sidebar><h2>two</h2></div>",
            "<div class=textblock><p class=legend>two</div>",
        ] {
            assert!(page(&format!("{head}{body}")).text.contains("two"), "{body}");
        }
    }

    #[test]
    fn classes_are_in_the_order_in_which_they_are_looked_up() {
        assert!(KNOWN_CLASSES.is_sorted_by_key(|(class, _)| class));
        assert!(KNOWN_IDS.is_sorted_by_key(|(id, _)| id));
    }

    #[test]
    fn classes_count_where_they_mean_what_their_generator_means() {
        let rustdoc = "<meta name=generator content=rustdoc>";
        let furo = "<script src='_static/doctools.js?v=1'></script>";
        let doxygen = "<meta name=generator content='Doxygen 1.9.4'>";
        let haddock = "<script src=haddock-bundle.min.js></script>";
        for (body, with, without) in [
            ("<p>One <span class=tooltip>two</span></p>", rustdoc, ""),
            ("<p>One <span class=sub-heading>two</span></p>", rustdoc, ""),
            ("<p>One</p><p class=last-updated>two</p>", furo, "<meta name=author content=x>"),
            ("<p>One</p><div class=pager><a href=a>two</a> | <a href=b>two</a></div>", "", "-"),
            ("<p>One</p><ul><li class=pager>← Previous <a href=a>The page two</a></ul>", "", "-"),
            ("<p>One</p><div class=linenos>1<br>2</div>", "", "-"),
            ("<h2>One <a class=headerlink href='#a'>two</a></h2>", "", "-"),
            ("<p>One</p><div class=tabs>two</div><ul id=nav-path><li>two</ul>", doxygen, ""),
            ("<div id=hd><h1>two</h1></div><p>One</p>", furo, ""),
            ("<div id=synopsis>two</div><p>One</p>", haddock, ""),
            ("<ul class=toc><li><a href='#a'>two</a></ul><p>One</p>", "", "-"),
            ("<p class=src>One <a class=link href='src/a'>two</a></p>", haddock, ""),
            ("<p>One</p><span class=permalink><a href=a><img alt=two></a></span>", "", "-"),
            ("<div class=nosearch><ul><li>two</ul></div><p>One</p>", "", "-"),
            ("<p>One</p><div class=navfooter>two</div><div class=printfooter>two</div>", "", "-"),
        ] {
            let read =
                |head: &str| page(&format!("<html><head>{head}<body><main>{body}</main>")).text;
            assert!(!read(with).contains("two"), "{body}");
            assert!(without == "-" || read(without).contains("two"), "{body}");
        }
        for body in [
            "<div class=pagination><p>How <a href=a>lists</a> are cut into pages.</p></div>",
            "<div class=pager></div><p>Lists</p>",
            "<p class=linenos>Numbers of lines</p>",
            "<div class=pager>Lists of what a reader finds further below them, in many words: <a href=a>lists of \
             links, and of what these lead to in the end</a></div>",
            "<p><a class=headerlink href='#a'>A link of lists</a></p>",
            "<h2><a class=header-anchor href='#a'>Lists</a></h2>",
            "<h2 id=toc>Lists <a href='#toc'>#</a></h2>",
            "<div class=toc><a href='#a'>A</a><a href=b.html>Lists</a></div>",
            "<div class=toc>Lists</div>",
            "<p class=permalink>Lists</p>",
            "<p><a class=link href=a>Lists</a></p>",
            "<div class=nosearch><h2>Lists</h2></div>",
            "<p class=shortcomment>Lists</p><div class=fullcomment>Something else</div>",
            "<p class=shortcomment><img alt=Lists></p><div class=fullcomment>Something else</div>",
            "<body class=toc><p>Lists <a href='#a'>1</a>",
            "<div id=toc><a href='#x'>X</a><h2 id=x>X</h2><p>Lists</p>",
            "<h2 class=toc><a href='#a'>Lists</a></h2>",
            "<div class=toc><h2>Lists</h2><p>What they are, and how each of them is made: <a href='#a'>1</a></div>",
            "<dl><dt id=toc>Lists <a href='#toc'>#</a></dl>",
            "<div id=package-header><h1>Lists</h1></div>",
            "<a class=permalink><img alt=Lists></a>",
            "<div class=src><p>Lists</p></div>",
        ] {
            assert!(
                text(body).to_lowercase().contains("lines") || text(body).contains("ists"),
                "{body}"
            );
        }
    }
}
