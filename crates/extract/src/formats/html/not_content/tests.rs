//! Pages as generators write them, as small as they can be.
use super::super::*;
use crate::{Survey, WarningKind};

/// The reason that a page is left out; none where it is a document.
fn left_out(path: &str, source: &str) -> Option<Reason> {
    let extracted = extract(path, source, &FileContext::default(), &Options::default());
    let warning = extracted.warnings.first();
    assert_eq!(extracted.documents.is_empty(), warning.is_some(), "{path}");
    match warning?.kind {
        WarningKind::Skipped(reason) => Some(reason),
        other => panic!("{path}: {other:?}"),
    }
}

#[track_caller]
fn is(reason: Reason, pages: &[(&str, &str)]) {
    for (path, source) in pages {
        assert_eq!(left_out(path, source), Some(reason), "{path}: {source}");
    }
}

#[track_caller]
fn stays(pages: &[(&str, &str)]) {
    for (path, source) in pages {
        assert_eq!(left_out(path, source), None, "{path}: {source}");
    }
}

const LONG: &str = "The client asked for something that the server does not have, which it says \
                    so that the client need not ask again, and may tell its user about it.";

#[test]
fn error_pages_of_generators() {
    is(
        Reason::ErrorPage,
        &[
            // mdBook, Docusaurus, VitePress, Starlight, MkDocs, Material.
            (
                "404.html",
                "<title>Page not found - Book</title><base href='/'><main><h1 id=document-not-found-404>Document not found (404)</h1><p>This URL is invalid, sorry.</main>",
            ),
            (
                "de/404.html",
                "<title>Page Not Found | Kit</title><main><h1 class=hero__title>Page Not Found</h1><p>We could not find it.</main>",
            ),
            (
                "404.html",
                "<title>404 | Kit</title><meta name=generator content='VitePress v1.6.4'><body><div id=app></div>",
            ),
            (
                "404.html",
                "<title>404 | Kit</title><main data-pagefind-body><h1 id=_top>404</h1><p>Page not found. Check the URL or try using the search bar.</main>",
            ),
            (
                "1.2/404.html",
                "<title>Kit</title><div role=main><h1 id=404-page-not-found>404</h1><p><strong>Page not found</strong></div>",
            ),
            (
                "latest/404.html",
                "<title>Kit</title><main><article><h1>404 - Not found</h1></article></main>",
            ),
            // Sphinx with notfound, Hugo, Jekyll, Eleventy.
            (
                "404.html",
                "<title>Page not found — Kit</title><div role=main><h1>Page not found</h1><p>Unfortunately we could not find it.</div>",
            ),
            ("404.html", "<title>404 Page not found | Kit</title><main><h1>404</h1></main>"),
            (
                "404.html",
                "<title>Kit</title><main><h1>404</h1><p><strong>Page not found :(</strong></main>",
            ),
            (
                "404/index.html",
                "<title>El Blog</title><main><h1>Content not found.</h1><p>Go <a href='/'>home</a>.</main>",
            ),
            (
                "docs/book/404.html",
                "<main><h1>Document not found (404)</h1><p>This URL is invalid, sorry.</main>",
            ),
            ("page.html", "<body class='error404 wp'><main><h1>Oops</h1></main>"),
        ],
    );
    let long = format!("<main><h1>404</h1><p>{}</main>", LONG.repeat(12));
    stays(&[
        (
            "http/status/404.html",
            &format!("<title>404 Not Found</title><main><h1>404 Not Found</h1><p>{LONG}</main>"),
        ),
        ("404.html", &long),
        ("guide/404-pages.html", "<main><h1>404 pages</h1><p>How to make one.</main>"),
        (
            "faq.html",
            "<main><h1>FAQ</h1><h2 id=404-page-not-found>404 page not found</h2><p>Look there.</main>",
        ),
    ]);
}

/// Eight links to pages.
fn links() -> String {
    let link = |page| format!("<li><a href='/blog/{page}'>A post with a name {page}</a></li>");
    (0..8).map(link).collect()
}

/// Entries as blogs have them: a title, an excerpt, and a link.
fn entries(class: &str) -> String {
    let entry = |page| {
        format!(
            "<article class='{class}'><h2><a href='/{page}'>Post {page}</a></h2><p>{LONG}</p></article>"
        )
    };
    (0..3).map(entry).collect()
}

#[test]
fn lists_of_generators() {
    let list = format!("<title>x</title><main><h1>x</h1><ul>{}</ul></main>", links());
    let posts = format!("<main><h1>Posts</h1>{}</main>", entries("post-entry"));
    let whole = "<link rel=canonical href='https://x.dev/tags/red/'><main><h1>Red</h1>\
                 <ul><li><a href='https://x.dev/a/'>A post of it</a></ul></main>";
    for path in [
        "tags/index.html",
        "tags/red/index.html",
        "blog/tags/red/page/2/index.html",
        "categories/tips.html",
        "author/kim/index.html",
        "archive/2024/01/index.html",
        "Archives.html",
    ] {
        is(Reason::List, &[(path, &list), (path, &posts)]);
    }
    is(
        Reason::List,
        &[
            ("tags/red/index.html", whole),
            // One post alone, whose entry has no words in its link.
            (
                "tags/one/index.html",
                &format!(
                    "<main><h1>One</h1><article class='post-entry tag-entry'><h2>Post</h2><div class=entry-content><p>{LONG}{LONG}</div><a class=entry-link aria-label=x href=/a></a></article></main>"
                ),
            ),
            // Docusaurus, Docsy, Minimal Mistakes, Material, Node.
            (
                "blog/x.html",
                "<html class='blog-wrapper blog-tags-post-list-page'><main><h1>3 posts</h1></main>",
            ),
            ("themen/index.html", "<body class='td-taxonomy'><main><h1>Themen</h1></main>"),
            ("posts/index.html", "<body class='layout--tags'><main><h1>Tags</h1></main>"),
            (
                "blog/category/news/index.html",
                "<main><h1>News</h1><article class='md-post md-post--excerpt'>x</article></main>",
            ),
            (
                "tags/index.html",
                "<nav><a href=/a>Some</a> and a lot of other text</nav><main><h1>Tags</h1><h2>one</h2><ul><li><a href='../install/'>Install</a></ul></main><p>Out</p>",
            ),
            ("categories/index.html", "<main><h1>Categories</h1></main>"),
            (
                "tags/all/index.html",
                "<main><h1>All</h1><ol><li><a href=/a>Post 1</a><time>1 May 2024</time></ol></main>",
            ),
            (
                "api/all.html",
                "<body class='alt apidoc' id=api-section-all><main><h1>All</h1></main>",
            ),
        ],
    );
    let tutorial =
        format!("<main><h1>Tags</h1><p>{LONG}</p><p>{LONG}</p><ul>{}</ul></main>", links());
    stays(&[
        ("tutorial/tags/index.html", &tutorial),
        (
            "tutorial/tags.html",
            &format!(
                "<main><article><h1>Tags</h1><pre>{LONG}{LONG}</pre><a href=/a>next one</a></article></main>"
            ),
        ),
        (
            "authors.html",
            "<main><h1>Authors</h1><ul><li>Kim Li, who began it<li><a href='https://github.com/x'>Ana</a> and <a href='mailto:y@x.dev'>Bo</a></ul></main>",
        ),
        ("guide/index.html", &list),
        (
            "blog/first/index.html",
            "<html class='blog-wrapper blog-post-page'><main><h1>First</h1><p>x</main>",
        ),
        ("archive.html", "<main><h1>Archive</h1><p>Nothing here yet.</main>"),
    ]);
}

#[test]
fn redirects_by_script_and_by_refresh() {
    is(
        Reason::Redirect,
        &[
            ("a.html", "<meta http-equiv=refresh content='0;b.html'><main>Moved</main>"),
            (
                "a.html",
                "<script>window.location.replace('b.html' + location.hash)</script><p>Go <a href=b.html>there</a>.",
            ),
            ("a.html", "<body><script>var x = 1; window.location.href = \"b.html\";</script>"),
            ("a.html", "<body><script>location = 'b.html'</script>Redirecting"),
            ("a.html", "<body><script>(function () { location.assign('b.html') })()</script>"),
            // mkdocs-redirects, jekyll-redirect-from, and one that chooses a language.
            (
                "a.html",
                "<script>var anchor=window.location.hash.substr(1);location.href=\"../x/\"+(anchor?\"#\"+anchor:\"\")</script><body>Redirecting...",
            ),
            (
                "a.html",
                "<h1>Redirecting&hellip;</h1><a href=b>Click here if you are not redirected.</a><script>location=\"b\"</script>",
            ),
            (
                "index.html",
                "<script>if (navigator.language === 'de') { location = 'de/' } else { location = 'en/' }</script>",
            ),
            (
                "index.html",
                "<meta name=generator content='javadoc/IndexRedirectWriter'><main>x</main>",
            ),
        ],
    );
    stays(&[
        ("a.html", "<meta http-equiv=refresh content=300><main>Status</main>"),
        (
            "a.html",
            "<main>Short</main><script>if (location.href == x || location.hash === y) f(location.pathname)</script>",
        ),
        (
            "a.html",
            "<main>Short</main><script>pick.onchange = () => { location.href = pick.value }</script>",
        ),
        (
            "a.html",
            "<script>if (location.protocol === 'http:') location.replace('https:' + location.href)</script><main><h1>Fees</h1><p>None.</main>",
        ),
        (
            "a.html",
            "<script>if (location.host !== 'x.dev') {\nlocation.href = 'https://x.dev/a'\n}</script><main>None.</main>",
        ),
        (
            "a.html",
            "<script>(function () { if (ok) { return } location.href = '/v2/' })()</script><main>None.</main>",
        ),
        ("a.html", "<main>Short</main><script>old && location.assign('/v2/')</script>"),
        ("a.html", "<main>Short</main><script>var mylocation = 1; relocation.replace(x)</script>"),
        (
            "a.html",
            &format!(
                "<main><p>{LONG}{LONG}</main><script>function go() {{ location.href = 'x' }}</script>"
            ),
        ),
    ]);
}

#[test]
fn views_of_source_and_tools_of_generators() {
    let rustdoc = |class: &str| {
        format!(
            "<meta name=generator content=rustdoc><body class='rustdoc {class}'><main><h1>x</h1></main>"
        )
    };
    let javadoc = |writer: &str| {
        format!("<meta name=generator content='javadoc/{writer}'><main><h1>x</h1></main>")
    };
    let old = "<!-- Generated by javadoc (1.8.0) on Mon Jan 1 --><body><h1>x</h1>";
    let sphinx = |body: &str| {
        format!("<script src='../_static/doctools.js'></script><div role=main>{body}</div>")
    };
    let doxygen =
        "<meta name=generator content='Doxygen 1.9.4'><body><div class=contents><h1>x</h1></div>";
    is(
        Reason::SourceView,
        &[
            ("src/kit/lib.rs.html", &rustdoc("src")),
            ("src/kit/lib.rs.html", &rustdoc("source")),
            ("src-html/kit/Thing.html", &javadoc("SourceToHTMLConverter")),
            ("src-html/kit/Thing.html", old),
            ("_modules/kit.html", &sphinx("<h1>Source code for kit</h1>")),
            ("_modules/index.html", &sphinx("<h1>All modules</h1>")),
            ("files/lib_8h_source.html", doxygen),
        ],
    );
    is(
        Reason::Tool,
        &[
            ("help.html", &rustdoc("mod sys")),
            ("kit/all.html", &rustdoc("mod")),
            ("settings.html", &rustdoc("mod")),
            ("functions_func_a.html", doxygen),
            ("globals_0x7e.html", doxygen),
            ("index-files/index-1.html", &javadoc("IndexWriter")),
            ("allclasses-index.html", &javadoc("AllClassesIndexWriter")),
            ("search.html", &javadoc("SearchWriter")),
            ("index-files/index-1.html", old),
            ("allclasses-frame.html", old),
            ("genindex.html", &sphinx("<h1 id=index>Index</h1>")),
            ("x/py-modindex.html", &sphinx("<h1>Modules</h1>")),
            ("names.html", &sphinx("<table class='indextable genindextable'><tr><td>x</table>")),
            (
                "search/index.html",
                &sphinx("<script src='../_static/searchtools.js'></script><h1>Search</h1>"),
            ),
            (
                "search.html",
                "<div role=main><h1>Search Results</h1><form id=content_search></form></div>",
            ),
            ("html/search/all_0.html", "<body><div class=SRIndex id=SRIndex>x</div>"),
            ("functions_func.html", doxygen),
            ("classes.html", doxygen),
        ],
    );
    is(
        Reason::List,
        &[
            ("kit/class-use/Thing.html", old),
            ("kit/package-use.html", &javadoc("PackageUseWriter")),
        ],
    );
    stays(&[
        ("kit/index.html", &rustdoc("mod crate")),
        ("kit/search.html", &javadoc("ClassWriterImpl")),
        ("kit/Thing.html", old),
        ("search.html", &sphinx("<h1>Searching</h1><p>How to search.")),
        ("all.html", "<main><h1>All about it</h1></main>"),
        ("src/intro.html", "<main><h1>Intro</h1></main>"),
        ("class_thing.html", doxygen),
        ("functional.html", doxygen),
        ("functions_overview.html", doxygen),
        ("structdata__source.html", doxygen),
        ("open_source.html", doxygen),
        ("kit/settings/index.html", &rustdoc("mod")),
        ("kit/all/index.html", &rustdoc("mod")),
        ("genindex.html", "<main><h1>Gene index</h1></main>"),
    ]);
}

#[test]
fn marks_of_pagefind_are_heeded() {
    let page = |body: &str| format!("<!doctype html><title>T</title><body>{body}");
    let marked = page(
        "<header>x</header><main>a</main><div data-pagefind-body>b <i data-pagefind-ignore>c</i><p data-pagefind-ignore=all>d</p></div>",
    );
    let document = |source: &str| {
        extract("a.html", source, &FileContext::default(), &Options::default()).documents.remove(0)
    };
    assert_eq!(document(&marked).text, "b\n");
    assert_eq!(
        document(&page("<main data-pagefind-body>a</main><p data-kindex-body>b")).text,
        "b\n"
    );
    let bare = page("<main>a</main>");
    assert_eq!(document(&bare).text, "a\n");
    let mut survey = Survey::default();
    survey.add("a.html", marked.as_bytes());
    let options = Options { habits: survey.habits(), ..Options::default() };
    let extracted = extract("b.html", &bare, &FileContext::default(), &options);
    assert_eq!(extracted.warnings[0].kind, WarningKind::Skipped(Reason::Unmarked));
    for kept in [&marked, &page("<p data-kindex-body>b")] {
        assert_eq!(extract("b.html", kept, &FileContext::default(), &options).documents.len(), 1);
    }
}

#[test]
fn what_material_keeps_from_its_search_goes() {
    let page = "<main><h1>T</h1><p>a</p><h2 data-search-exclude>Out</h2><p>b</p><ul><li>c</ul>\
                <pre>d</pre><div><h3>In</h3><p>e</p></div><p data-search-exclude>f</p></main>";
    let document =
        extract("a.html", page, &FileContext::default(), &Options::default()).documents.remove(0);
    assert_eq!(document.text, "# T\n\na\n\n### In\n\ne\n");
    assert_eq!(document.sections.len(), 2);
}

#[test]
fn pagers_and_links_to_edit_go() {
    let body = "<main><article><h1>T</h1><p>Text, <a href='https://github.com/x/y'>as there</a>.</p>\
                <p><a href='https://github.com/x/y/edit/main/a.md'>Edit this page</a></p>\
                <p>Or <a href='https://github.com/x/y/edit/main/a.md'>change it</a> there.\
                <a rel=edit href=/x>Edit</a><div class=theme-last-updated>Last updated</div>\
                <div class=pagination-links><a rel='prev' href=a>Before</a> <a rel=next href=b>After</a></div>\
                <blockquote>Q<footer>By Q</footer></blockquote><footer class=footnotes>1. Note</footer>\
                <footer>Last updated: 1 May <a href=x>Next page</a></footer></article></main>";
    let document =
        extract("a.html", body, &FileContext::default(), &Options::default()).documents.remove(0);
    assert_eq!(
        document.text,
        "# T\n\nText, as there.\n\nOr change it there.\n\n> Q\n>\n> By Q\n\n1. Note\n"
    );
}
