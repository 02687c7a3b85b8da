//! The line in pages of all kinds, and pages that a parser of HTML reads before and after.

use super::*;
use proptest::prelude::*;
use scraper::{Html, Node};

const ADDRESS: &str = "kindex/search.js";

fn put(page: &str) -> Option<String> {
    let page = injected(page.as_bytes(), &line(ADDRESS))?;
    Some(String::from_utf8(page).unwrap())
}

/// Holds that the line goes where the sign stands, or nowhere where there is none.
#[track_caller]
fn check(page: &str) {
    let plain = page.replace('@', "");
    let wanted = page.contains('@').then(|| page.replace('@', &line(ADDRESS)));
    assert_eq!(put(&plain), wanted);
    if let Some(wanted) = wanted {
        assert_eq!(put(&wanted).as_deref(), Some(&*wanted), "again");
        assert_eq!(restored(wanted.as_bytes()), plain.as_bytes());
        if !page.contains("<?xml") {
            check_parsed(&plain, &wanted);
        }
    }
    assert_eq!(restored(plain.as_bytes()), plain.as_bytes());
}

/// Holds that a browser has the line in the head of the page, and all else as before.
#[track_caller]
fn check_parsed(before: &str, after: &str) {
    let mut page = Html::parse_document(after);
    let is_line = |node: &Node| node.as_element().is_some_and(|it| it.attr(SIGN).is_some());
    let lines: Vec<_> = page.tree.nodes().filter(|node| is_line(node.value())).collect();
    let places: Vec<_> =
        lines.iter().filter_map(|line| line.parent()?.value().as_element()).collect();
    assert_eq!(places.iter().map(|place| place.name()).collect::<Vec<_>>(), ["head"], "{after}");
    let id = lines[0].id();
    page.tree.get_mut(id).unwrap().detach();
    let mut wanted = Html::parse_document(before);
    // A comment that does not end may be one of the head.
    for page in [&mut page, &mut wanted] {
        let nodes = page.tree.nodes();
        let comments = nodes.filter(|node| node.value().is_comment()).map(|node| node.id());
        for id in comments.collect::<Vec<_>>() {
            page.tree.get_mut(id).unwrap().detach();
        }
    }
    assert_eq!((page.html(), page.quirks_mode), (wanted.html(), wanted.quirks_mode), "{after}");
}

#[test]
fn the_line_goes_into_the_head() {
    for page in [
        "<!doctype html><html><head><title>A</title>@</head><body><p>x</body></html>",
        "<!DOCTYPE html>\r\n<HTML><HEAD><!-- </head> -->\r\n<script>'</head>'</script>@</HEAD>\r\n<BODY>",
        "<html><head>@<base href='/elsewhere/'><title>B</title></head><body>",
        "<!doctype html>\n<title>Bare</title>\n@<body><p>Without a head.</body>",
        "<!doctype html>\n@<title>Shorter</title>\n<p>Without a body.",
        "<!doctype html>@text",
        "<html>@</html>",
        "<html lang=de>\n<!-- c --><head data-x>\n<!-- d -->@<title>x</title><p></head><body>",
        "@<p>text before</p><html><head></head><body>",
    ] {
        check(page);
    }
}

#[test]
fn attributes_are_no_tags() {
    for page in [
        "<html><head><meta content=\"What <body> is for\">@</head><body>",
        "<html><head><meta content='</head><base>'>@</head><body>",
        "<html><head><meta content=<body>@</head><body>",
        "<html><head><meta title=it's content=\"<body>\">@</head><body>",
        "<html><head><meta a='>'b=\"</head>\"/>@</head><body>",
        "<!doctype html>@<iframe srcdoc=\"<body>\"></iframe>",
        "<html><head><meta x = \"</head>\" = y>@</head>",
    ] {
        check(page);
    }
}

#[test]
fn what_is_no_markup_is_passed_over() {
    for page in [
        "<!doctype html>@<title>x</title><p><textarea><body></textarea>",
        "<!doctype html>@<title>x</title><p><xmp></head><body></xmp>",
        "<!doctype html>@<title>x</title><svg><![CDATA[<body>]]></svg>",
        "<!doctype html><title><body></title>@<body>",
        "<html><head><!-- </head> --!>@</head>",
        "<html><head><!--> --> @</head>".replace(" -->", "").as_str(),
        "<html><head><!---><title>-</title>@</head>",
        "<html><head><![if !IE]><title>-</title><![endif]>@</head>",
        "<html><head><script><!-- <script></script></head> --></script>@</head>",
        "<html><head><script><!--></script>@</head><script>--></script>",
        "<html><head><style></head></styles></style>@</head>",
        "<html><head><noscript><body></noscript>@</head>",
        "<html><head><template><base></head><template></template><body></template>@</head>",
        "<html><head></title></p></ head></>@</head>",
    ] {
        check(page);
    }
}

#[test]
fn what_does_not_end_leaves_the_head_at_its_beginning() {
    for page in [
        "<html><head>@<!-- </head><body>",
        "<html><head>@<script></head><body>",
        "<html><head>@<title></head><body>",
        "<html><head>@<template></head><body>",
        "<html><head>@<meta content=\"</head><body>",
        "<html>@<body",
        "<!doctype html>@<plaintext><body>",
        "<html>@<!",
        "<html>@<?x",
    ] {
        check(page);
    }
}

#[test]
fn parts_and_frames_are_left_alone() {
    for page in [
        "",
        "<li>A part of a page</li>",
        "<!-- <html> --><p title='<body>'>x",
        "<script>'<html>'</script>",
        "<html><head><title>F</title></head><frameset><frame></frameset></html>",
        "<html><frameset>",
        "<!doctype svg><svg/>",
        "<?xml version=\"1.0\"?><!DOCTYPE html><h:html></h:html>",
    ] {
        check(page);
    }
    // Words about frames are none.
    check("<html><head><!-- <frameset> -->@</head><body><p><frameset></body>");
    check("<html><head><title><frameset></title>@</head><body><script>'<frameset>'</script>");
}

#[test]
fn the_mark_of_the_encoding_stays_first() {
    check("\u{feff}<!doctype html>@<title>BOM</title><p>x");
    check("\u{feff}<!doctype html><title>BOM</title>@<body><p>x");
}

#[test]
fn xhtml_stays_well_formed() {
    for page in [
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html [ <!ENTITY a \"]\"> ]>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>x</title>@</head><body/></html>",
        "<?xml version=\"1.0\"?><html><head>@<script src=\"a.js\"/><title>x</title></head><body><script>1</script><p/></body></html>",
        "<?xml version=\"1.0\"?><html><head/>@<body/></html>",
    ] {
        check(page);
    }
    assert!(line("a.js").contains("=\"\">"));
}

#[test]
fn a_page_that_shows_the_line_keeps_it() {
    let line = line(ADDRESS);
    for shown in [
        format!(
            "<html><head><script>const x = '{}';</script>@</head><body>",
            line.replace("</", "<\\/")
        ),
        format!("<html><head>@</head><body><textarea>{line}</textarea>"),
        format!("<html><head>@</head><body><!-- {line} --><p title='{line}'>"),
        format!("<html><head>@</head><body><template>{line}</template>"),
        format!("<html><head><noscript>{line}</noscript>@</head><body>"),
    ] {
        check(&shown);
    }
}

#[test]
fn lines_are_known_however_they_are_written() {
    let page = "<html><head><title>x</title>@</head><body>";
    for known in [
        "<script type=\"module\" src=\"x/search.js\" data-kindex-inject></script>",
        "<script type=\"module\" src=\"x/search.js\" data-kindex-inject=\"\"></script>",
        "<SCRIPT TYPE=module SRC=x/search.js DATA-KINDEX-INJECT></SCRIPT>",
        "<script data-kindex-inject='' src=x/search.js type=module></script >",
    ] {
        let there = page.replace('@', known);
        assert_eq!(restored(there.as_bytes()), page.replace('@', "").as_bytes());
        assert_eq!(put(&there).unwrap(), page.replace('@', &line(ADDRESS)));
    }
    check(&page.replace('@', "<script data-kindex-injected></script>@"));
    let other = page.replace('@', "<script data-kindex-inject>x</script>");
    assert_eq!(restored(other.as_bytes()), other.as_bytes());
    // What is left of this would be a tag.
    let glued = format!("<html><head></head><body><{}script>", line(ADDRESS));
    assert_eq!(restored(glued.as_bytes()), glued.as_bytes());
}

#[test]
fn bytes_of_any_encoding_stay() {
    let page = b"<html><head><title>Stra\xdfe</title></head><body>Gr\xfc\xdfe\r\n\0</body></html>";
    let there = injected(page, &line(ADDRESS)).unwrap();
    assert_eq!(restored(&there), page);
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    assert!(is_wide(&wide("\u{feff}<html>")) && is_wide(&wide("<html>")));
    assert!(!is_wide(page) && !is_wide(b"\xef\xbb\xbf<html>") && !is_wide(b""));
}

/// Pieces of pages, whole and broken.
const PIECES: [&str; 46] = [
    "<!doctype html>",
    "<html>",
    "<html lang=\"en\">",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "</html>",
    "<base href=\"x\">",
    "<meta content=\"<body>\">",
    "<meta content='</head>'>",
    "<meta a=b'c>",
    "<link>",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<!--->",
    "<!x>",
    "</ x>",
    "<?x>",
    "<noscript>",
    "</noscript>",
    "<textarea>",
    "</textarea>",
    "<xmp>",
    "</xmp>",
    "<p>",
    "</p>",
    "<br>",
    "</br>",
    "text",
    " ",
    "\n",
    "<",
    ">",
    "\"",
    "'",
    "<template>",
    "</template>",
];

fn page() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(&PIECES[..]);
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_put_in_comes_out_and_changes_nothing_else(page in page()) {
        if let Some(there) = put(&page) {
            prop_assert_eq!(restored(there.as_bytes()), page.as_bytes());
            prop_assert_eq!(put(&there), Some(there.clone()));
            check_parsed(&page, &there);
        }
    }

    #[test]
    fn any_bytes_come_back(page in proptest::collection::vec(any::<u8>(), 0..200)) {
        let there = injected(&page, &line(ADDRESS));
        prop_assert_eq!(restored(&there.unwrap_or_else(|| page.clone())), page);
    }
}
