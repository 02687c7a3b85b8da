//! Whole pages: each file in `pages` gives the text in the `.txt` file beside it.

use kindex_extract::{Document, FileContext, Format, Options, Site, extract};

fn document(name: &str, source: &str, site: Site) -> Document {
    let format = Format::of_path(name).unwrap();
    let options = Options { site, ..Options::default() };
    let mut extracted =
        extract(name, source.as_bytes(), format, &FileContext::default(), &options).unwrap();
    assert_eq!(extracted.warnings, []);
    extracted.documents.remove(0)
}

fn anchors(document: &Document) -> Vec<(u8, &str)> {
    document.sections.iter().map(|s| (s.level, s.anchor.as_str())).collect()
}

#[test]
fn a_hugo_page() {
    let page = document("Tasks/drain.md", include_str!("../pages/hugo.md"), Site::Hugo);
    assert_eq!(page.text, include_str!("../pages/hugo.txt"));
    assert_eq!((page.title.as_str(), page.url.as_str()), ("Drain a node", "tasks/drain/"));
    assert_eq!(page.meta["weight"], "20");
    assert_eq!(anchors(&page), [(2, "before-you-begin"), (2, "drain-it"), (3, "by-hand")]);
}

#[test]
fn html_with_front_matter_is_a_page_of_hugo() {
    let address = |source: &str, site| document("Tasks/update.html", source, site).url;
    for matter in ["---\ntitle: Update\n---\n", "---\n---\n", "---\nsearch: {boost: 2}\n---\n"] {
        let source = format!("{matter}<main><p>Text.</p></main>");
        assert_eq!(address(&source, Site::Hugo), "tasks/update/", "{matter}");
        assert_eq!(address(&source, Site::Plain), "Tasks/update.html", "{matter}");
    }
    assert_eq!(address("<main><p>Text.</p></main>", Site::Hugo), "Tasks/update.html");
}

#[test]
fn only_hugo_leaves_out_what_it_does_not_render() {
    let count = |site| {
        let source = b"---\nbuild: {render: never}\n---\nText\n";
        let options = Options { site, ..Options::default() };
        let extracted =
            extract("a.md", source, Format::Markdown, &FileContext::default(), &options);
        extracted.unwrap().documents.len()
    };
    assert_eq!((count(Site::Hugo), count(Site::Jekyll)), (0, 1));
}

#[test]
fn a_docusaurus_page() {
    let page =
        document("02-guides/01-tabs.mdx", include_str!("../pages/tabs.mdx"), Site::Docusaurus);
    assert_eq!(page.text, include_str!("../pages/tabs.txt"));
    assert_eq!((page.title.as_str(), page.url.as_str()), ("Install the CLI", "guides/tabs/"));
    assert_eq!(anchors(&page), [(1, "install-the-cli"), (2, "pick"), (2, "next-steps")]);
}

#[test]
fn a_web_page() {
    let page = document("ch01.html", include_str!("../pages/book.html"), Site::Mdbook);
    assert_eq!(page.text, include_str!("../pages/book.txt"));
    assert_eq!((page.title.as_str(), page.lang.as_deref()), ("Hello", Some("en")));
    assert_eq!(anchors(&page), [(1, "hello"), (2, "running-it"), (3, "flags")]);
}
