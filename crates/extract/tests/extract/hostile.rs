//! Any bytes in any format give documents whose sections and parts hold, and never a panic.

use super::common::{SITES, check, check_parts};
use kindex_extract::{FileContext, Format, HeadingIds, Options, Site, extract};
use proptest::prelude::*;

const FORMATS: [Format; 5] =
    [Format::Markdown, Format::Mdx, Format::Html, Format::Text, Format::JsonLines];

/// Pieces that mean something to one of the readers, in the wrong order.
const PIECES: [&str; 92] = [
    "#",
    "## ",
    "\n",
    "\n\n",
    "    ",
    "- ",
    "  - : ",
    "1. ",
    "> ",
    "```",
    "````js\n",
    "~~~",
    "`",
    "``",
    "|",
    "| a | b |\n|---|---|\n",
    "---\n",
    "+++\n",
    "title: x\n",
    "a: [",
    "\"",
    "'",
    "{",
    "}",
    "{{",
    "}}",
    "{{< ",
    " >}}",
    "{{% ",
    " %}}",
    "{{< /note >}}",
    "{{< highlight go >}}",
    "{{< /highlight >}}",
    "{% raw %}",
    "{% endraw %}",
    "{% ",
    "%}",
    "{{domxref(\"",
    "\")}}",
    "{{#",
    "{/*",
    "*/}",
    "{#id}",
    "import {",
    "export const x = ",
    ":::",
    "::: tip T\n",
    "!!! note \"T\"\n",
    "=== \"x\"\n",
    "[[toc]]\n",
    "<",
    ">",
    "</",
    "/>",
    "<A b={",
    "<div>",
    "</div>",
    "<pre>",
    "</pre>",
    "<script>",
    "</script>",
    "<style>\n",
    "</style>",
    "</template>",
    "{{#include ",
    "<!--",
    "-->",
    "<table>",
    "<tr><td>",
    "<h2 id=\"x\">",
    "</h2>",
    "<li>",
    "<dl><dt>",
    "<dd>",
    "<template>",
    "<svg>",
    "<math>",
    "<plaintext>",
    "<br>",
    "<a name=n>",
    "<main>",
    "<body data-kindex-body>",
    "&amp;",
    "&#0;",
    "[^1]",
    "[^1]: ",
    "[x](",
    "![y](",
    "é\u{301}",
    "日本\n語",
    "\u{200B}\u{A0}",
    "{\"id\":1,\"text\":\"# a\"}",
];

/// Tables and programs. Programs of all languages are read alike; a header's is found in its text.
fn check_parted(bytes: &[u8]) {
    let files = [("a/b.csv", Format::Table), ("a/b.tsv", Format::Table), ("a/b.h", Format::Code)];
    for (path, format) in files {
        let extracted = extract(path, bytes, format, &FileContext::default(), &Options::default());
        if let Ok(extracted) = extracted {
            assert_eq!(extracted.documents.len(), 1);
            extracted.documents.iter().for_each(check_parts);
        }
    }
}

fn check_all(bytes: &[u8]) {
    check_parted(bytes);
    for format in FORMATS {
        for site in SITES {
            let options = Options {
                site,
                heading_ids: (site == Site::Jekyll).then_some(HeadingIds::Blackfriday),
                ..Options::default()
            };
            let Ok(extracted) = extract("a/b.md", bytes, format, &FileContext::default(), &options)
            else {
                continue;
            };
            extracted.documents.iter().for_each(check);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_all(&bytes);
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        check_all(text.as_bytes());
    }

    #[test]
    fn any_pieces(
        pieces in prop::collection::vec(
            prop_oneof![4 => prop::sample::select(PIECES.to_vec()), 1 => Just("word "), 1 => Just("x")],
            0..60,
        )
    ) {
        check_all(pieces.concat().as_bytes());
    }
}

#[test]
fn long_runs_are_read_in_good_time() {
    for piece in PIECES {
        let source = piece.repeat(1 + 4_000 / piece.len());
        check_all(source.as_bytes());
    }
}

/// Eight times the page takes about eight times as long. Were all looked at for each, it would be 64.
#[test]
fn wide_pages_are_read_in_good_time() {
    let classes = |n: usize| (0..n).map(|n| format!("c{n} ")).collect::<String>();
    let edit = "<a href=\"https://github.com/x/edit/y\">Edit</a><b></b>";
    let pages: [(&str, &dyn Fn(usize) -> String); 5] = [
        ("links to edit", &|n| format!("<p>{}", edit.repeat(n))),
        ("links in a link", &|n| {
            format!("<a href='#x'><table><tr><td>{}", "<a href=b><i></i></a>".repeat(n))
        }),
        ("addresses in a script", &|n| format!("<p>a<script>{}</script>", "location;".repeat(n))),
        ("labels of code", &|n| {
            format!("<pre class='{}'>{}", classes(n), "<b class=lang></b>".repeat(n))
        }),
        ("code", &|n| format!("<div class='{}'>{}", classes(n), "<pre>a</pre>".repeat(n))),
    ];
    for (name, page) in pages {
        let time = |n: usize| {
            let page = page(n);
            let begun = std::time::Instant::now();
            extract(
                "a.html",
                page.as_bytes(),
                Format::Html,
                &FileContext::default(),
                &Options::default(),
            )
            .unwrap();
            begun.elapsed().as_secs_f64()
        };
        // Whatever else the machine does meanwhile only makes it slower.
        let least = |n: usize| (0..3).map(|_| time(n)).fold(f64::MAX, f64::min);
        let growth: Vec<f64> = (0..3)
            .map(|_| least(8 * 800) / least(800))
            .take_while(|growth| *growth > 24.0)
            .collect();
        assert!(growth.len() < 3, "{name}: {growth:?}");
    }
}

#[test]
fn text_after_a_list_of_terms_is_none_of_theirs() {
    check_all("`<a name=n>| a | b |\n|---|---|\n::: tip T\n<table>- ".as_bytes());
}
