use super::*;
use crate::site::Site;
use kindex::Document;

fn page(source: &str, site: Site) -> Document {
    let options = Options { site, ..Options::default() };
    let mut extracted =
        extract("guide/a.md", source, site.reads_mdx(), &FileContext::default(), &options);
    extracted.documents.remove(0)
}

fn text(source: &str) -> String {
    page(source, Site::Plain).text
}

fn anchors(source: &str, site: Site) -> Vec<String> {
    let sections = page(source, site).sections;
    sections.into_iter().map(|s| s.anchor).collect()
}

#[test]
fn a_macro_is_its_words_wherever_it_stands() {
    let source = "## The {{domxref(\"Map\")}} type\n\n![The {{htmlelement(\"input\")}} box](a.png)\n\n\
                  - [{{domxref(\"Map\")}} and more](/x) of values\n";
    let page = page(source, Site::Mdn);
    assert_eq!(page.text, "## The Map type\n\nThe <input> box\n\n- `Map` and more of values\n");
    assert_eq!(page.sections[0].anchor, "the_map_type");
}

#[test]
fn inline_markup_goes_and_words_stay() {
    let source = "Use **bold**, _em_, ~~old~~ `a<b>` and [a link](http://x.dev \"t\").\n\
                  A soft break &amp; a hard one  \nends. ![Flow chart](f.png) <kbd>Esc</kbd>[^n]\n\n\
                  [^n]: The *note*.\n";
    let want = "Use bold, em, old `a<b>` and a link. A soft break & a hard one\nends. \
                Flow chart Esc[^n]\n\n[^n]: The note.\n";
    assert_eq!(text(source), want);
}

#[test]
fn code_in_a_line_keeps_its_backticks() {
    assert_eq!(
        text("## `a`\n\nIn `` b`c `` and\n`d`, `e\nf`.\n"),
        "## a\n\nIn ``b`c`` and `d`, `e f`.\n"
    );
    assert_eq!(text("- `--all`: *all* of `x`s\n"), "- `--all`: all of `x`s\n");
    // A backtick that begins no code stays alone.
    assert_eq!(text("A sign ` and ``` `` ```.\n\n\\`b\\`\n"), "A sign ` and ``` `` ```.\n\n`b`\n");
}

#[test]
fn blocks_keep_their_notation() {
    let source = "* one\n* two\n  1. inner\n\n     ```sh\n     ls\n     ```\n- [x] done\n- [ ] open\n\n\
                  > [!WARNING]\n> Hot.\n\n> quote\n> - item\n\n| a | b |\n|---|:-:|\n| `x` | |\n\n\
                  Term\n: Meaning\n\n---\n\n    indented\n";
    let want = "- one\n- two\n  1. inner\n\n     ```sh\n     ls\n     ```\n\n- [x] done\n- [ ] open\n\n\
                > [!WARNING]\n> Hot.\n\n> quote\n>\n> - item\n\n| a | b |\n| --- | --- |\n| `x` | |\n\n\
                Term\n: Meaning\n\n```\nindented\n```\n";
    assert_eq!(text(source), want);
}

#[test]
fn fences_outgrow_what_they_hold() {
    let source = "````md {1,3} title=\"x\"\n```js\n# no heading\n```\n````\n";
    assert_eq!(text(source), "````md\n```js\n# no heading\n```\n````\n");
    assert!(page(source, Site::Plain).sections.is_empty());
    assert_eq!(text("```rust,ignore\nx\n```"), "```rust\nx\n```\n");
}

#[test]
fn sections_are_exact() {
    let source = "Intro\n\n# Größe & `code`\n\nText\n\nUsage\n---\n\n### *Usage*\n";
    let document = page(source, Site::Plain);
    let found: Vec<(u8, &str, &str)> = document
        .sections
        .iter()
        .map(|s| (s.level, &document.text[s.heading.clone()], s.anchor.as_str()))
        .collect();
    let want = [(1, "Größe & code", "größe--code"), (2, "Usage", "usage"), (3, "Usage", "usage-1")];
    assert_eq!(found, want);
    for section in &document.sections {
        assert!(document.text[section.start..].starts_with('#'));
    }
    assert_eq!(document.title, "Größe & code");
}

#[test]
fn given_ids_win() {
    let source =
        "## A {#x}\n\n## <a id=\"y\"></a>B\n\n<h2 id=\"z\">C</h2>\n\n## D <a name=\"w\"></a>\n";
    assert_eq!(anchors(source, Site::Plain), ["x", "y", "z", "w"]);
    assert_eq!(anchors("## A {/*x*/}\n\n## B b\n", Site::React), ["x", "b-b"]);
}

#[test]
fn hugo_ids_are_made_from_the_source() {
    let source = "## The [Pod](/pod) API\n\n## `a.b/c`\n";
    assert_eq!(anchors(source, Site::Hugo), ["the-podpod-api", "abc"]);
}

#[test]
fn mdn_lists_of_terms() {
    let source = "## Parameters\n\n- `init` {{optional_inline}}\n  - : An object:\n    - `mode`\n      - : The mode.\n\
                  - `cb()`\n  - : Called.\n\n    Later.\n- plain\n";
    let options = Options { site: Site::Mdn, ..Options::default() };
    let document = &extract("a.md", source, false, &FileContext::default(), &options).documents[0];
    let want = "## Parameters\n\ninit\n: An object:\n\n  mode\n  : The mode.\n\ncb()\n: Called.\n\n  Later.\n\n- plain\n";
    assert_eq!(document.text, want);
    let anchors: Vec<&str> = document.sections.iter().map(|s| s.anchor.as_str()).collect();
    assert_eq!(anchors, ["parameters", "init", "mode", "cb"]);
}

#[test]
fn html_in_markdown_is_read() {
    let source = "<div class=\"x\">\n\nInside *here*.\n\n</div>\n\n<details><summary>More</summary>\n\n\
                  Hidden depth.\n\n</details>\n<!-- no -->\n<table><tr><th>H</th></tr><tr><td>d</td></tr></table>\n";
    assert_eq!(text(source), "Inside here.\n\nMore\n\nHidden depth.\n\n| H |\n| --- |\n| d |\n");
    assert_eq!(text("The <script> tag and <T> too."), "The <script> tag and too.\n");
}

#[test]
fn tags_in_prose_hide_nothing() {
    let code = |name: &str| format!("```html\n<{name} id=\"a\">x</{name}>\n```");
    for name in ["template", "script", "style", "svg", "dialog", "title", "textarea", "nav"] {
        for prose in ["The <X> element holds it", "<X> holds it, `</X>` ends it", "- <X>: it"] {
            let prose = prose.replace('X', name);
            let source = format!("{prose}.\n\n## Next\n\n{}\n\nEnd.\n", code(name));
            let page = page(&source, Site::Plain);
            assert_eq!(page.text.replace('`', ""), source.replace('`', ""));
            assert_eq!(page.sections.len(), 1, "{source}");
        }
    }
}

#[test]
fn tags_in_prose_are_not_closed_further_down() {
    let source = "The <template> element.\n\n## A\n\n<template>\nhidden\n\nhidden\n</template>\n\n\
                  ## B\n\n<!-- <template> --> Ends with </template>.\n";
    let want = "The <template> element.\n\n## A\n\n## B\n\nEnds with .\n";
    assert_eq!(text(source), want);
    let source = "<nav> is a tag.\n\n<!-- </nav> -->\n\nText <button>no</button>\n\n\
                  <svg width=\"1\"/>\n\n<svg>\n<title>no</title>\n</svg>\n\nEnd\n";
    assert_eq!(text(source), "<nav> is a tag.\n\nText no\n\nEnd\n");
}

#[test]
fn front_matter_becomes_fields() {
    let source = "---\ntitle: The title\nlang: de\nslug: b\ntags:\n  - x\n  - y\n---\n\n# Other\n";
    let document = page(source, Site::Plain);
    assert_eq!(document.title, "The title");
    assert_eq!(document.lang.as_deref(), Some("de"));
    assert_eq!(document.url, "guide/b.html");
    assert_eq!(document.meta["tags"], r#"["x","y"]"#);
    assert_eq!(document.text, "# Other\n");
    assert_eq!(page("no heading", Site::Plain).title, "a");
}

#[test]
fn drafts_give_nothing() {
    let extracted = extract(
        "a.md",
        "---\ndraft: true\n---\nx",
        false,
        &FileContext::default(),
        &Options::default(),
    );
    assert!(extracted.documents.is_empty());
    assert_eq!(extracted.warnings.len(), 1);
}
