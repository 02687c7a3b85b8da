//! Pages with the attributes that Pagefind's documentation has.
use super::super::*;
use super::*;
use kindex::MetaValue;

fn page(body: &str) -> Document {
    let source = format!("<!doctype html><title>T</title><body>{body}");
    let mut extracted = extract("a.html", &source, &FileContext::default(), &Options::default());
    extracted.documents.remove(0)
}

/// The same page with the names of either search.
fn both(body: &str) -> [Document; 2] {
    let documents = [page(body), page(&body.replace("data-pagefind-", "data-kindex-"))];
    let [one, other] = &documents;
    assert_eq!(one, other);
    documents
}

fn meta<'a>(document: &'a Document, key: &str) -> Option<&'a str> {
    document.meta.get(key).map(MetaValue::as_str)
}

#[test]
fn metadata_stands_in_elements_attributes_and_marks() {
    let [document, _] = both(
        "<main><h1>H</h1><a href=/ title=Homepage data-pagefind-meta='link_text, link_title[title], \
         other:Freeform text, captured to the end'> Hello <b>World</b></a>\
         <img data-pagefind-meta='image[src], image_alt[alt]' src=/hero.png alt='Hero: Alt'>\
         <p data-pagefind-meta='none[title], :x, empty'></p></main>\
         <footer data-pagefind-meta='place[data-x:y]' data-x:y=foot>x</footer>",
    );
    for (key, value) in [
        ("link_text", "Hello World"),
        ("link_title", "Homepage"),
        ("other", "Freeform text, captured to the end"),
        ("image", "/hero.png"),
        ("image_alt", "Hero: Alt"),
        ("place", "foot"),
    ] {
        assert_eq!(meta(&document, key), Some(value), "{key}");
    }
    assert_eq!(document.meta.len(), 6, "{:?}", document.meta);
    assert!(document.filters.is_empty());
}

#[test]
fn a_marked_title_is_the_title() {
    let [document, _] = both("<main><p data-pagefind-meta='title'>The Name - Guide</p></main>");
    assert_eq!(document.title, "The Name - Guide");
    assert_eq!(meta(&document, "title"), None);
    // That of the page goes before a default one, which goes before the name of the file.
    let default = "<p data-pagefind-default-meta='title:D'></p><p data-pagefind-default-meta='description:E'></p>";
    let whole = |source: &str| {
        let extracted = extract("a.html", source, &FileContext::default(), &Options::default());
        extracted.documents[0].clone()
    };
    let head = "<title>T</title><meta name=description content=Own>";
    let described = whole(&format!("{head}<body>{default}<main>x</main>"));
    assert_eq!((&*described.title, meta(&described, "description")), ("T", Some("Own")));
    let title_of = |source: &str| whole(source).title;
    assert_eq!(title_of(&format!("{default}<main>x</main>")), "D");
    assert_eq!(title_of(&format!("{default}<main><h1>H</h1>x</main>")), "H");
    let source = "---\ntitle: Front\n---\n<main data-pagefind-meta='title:Mark'>x</main>";
    let extracted = extract("a.html", source, &FileContext::default(), &Options::default());
    assert_eq!(extracted.documents[0].title, "Front");
}

#[test]
fn filters_have_all_values_and_are_shown() {
    let [document, _] = both(
        "<main><span data-pagefind-filter=author>CloudCannon</span> \
         <span data-pagefind-filter=author>Liam <i>Bigelow</i></span>\
         <span data-pagefind-filter=author>CloudCannon</span>\
         <h1 data-section=Documentation data-category=Article \
         data-pagefind-filter='heading, tag[data-section], tag[data-category], kind:a, b'>Hello</h1>",
    );
    assert_eq!(document.filters["author"], ["CloudCannon", "Liam Bigelow"]);
    assert_eq!(document.filters["tag"], ["Documentation", "Article"]);
    assert_eq!(document.filters["heading"], ["Hello"]);
    assert_eq!(document.filters["kind"], ["a, b"]);
    assert_eq!(meta(&document, "author"), Some("CloudCannon, Liam Bigelow"));
    let own =
        both("<main data-pagefind-meta=author:Both data-pagefind-filter=author:A>x")[0].clone();
    assert_eq!(
        (meta(&own, "author"), &own.filters["author"][..]),
        (Some("Both"), &["A".into()][..])
    );
}

#[test]
fn defaults_give_way() {
    let [document, _] = both(
        "<main data-pagefind-default-meta='a:default' data-pagefind-default-filter='f:default'>\
         <p data-pagefind-meta='a:own' data-pagefind-filter='f:own'\
         data-pagefind-default-meta='b:rest' data-pagefind-default-filter='g:rest'>x",
    );
    let values = ["a", "b", "f", "g"].map(|key| meta(&document, key).unwrap());
    assert_eq!(values, ["own", "rest", "own", "rest"]);
    assert_eq!(
        (&document.filters["f"][0], &document.filters["g"][0]),
        (&"own".into(), &"rest".into())
    );
}

#[test]
fn results_can_go_by_other_values_than_are_shown() {
    let [document, _] = both(
        "<main><h1 data-weight=10 data-pagefind-sort='weight[data-weight], date:2022-06-01' \
         data-pagefind-meta='date:1 June 2022'>x</h1><p data-pagefind-sort=size>7</p>",
    );
    assert_eq!(meta(&document, "weight"), Some("10"));
    assert_eq!(meta(&document, "size"), Some("7"));
    assert_eq!(meta(&document, "date"), Some("1 June 2022"));
    assert_eq!(document.filters["date"], ["2022-06-01"]);
    assert_eq!(document.filters.len(), 1);
}

#[test]
fn marks_count_in_what_is_ignored_but_for_all() {
    let [document, _] = both(
        "<main data-pagefind-body>a<p data-pagefind-ignore data-pagefind-meta=one>b \
         <i data-pagefind-filter=two>c</i></p>\
         <p data-pagefind-ignore=index data-pagefind-meta=three:x>d</p>\
         <p data-pagefind-ignore=all data-pagefind-meta=four:x>e <i data-pagefind-meta=five:x>f</i></p>\
         </main><head data-pagefind-meta=six:x>",
    );
    assert_eq!(document.text, "a\n");
    let keys: Vec<&str> = document.meta.keys().map(String::as_str).collect();
    assert_eq!(keys, ["one", "three", "two"]);
    assert_eq!(meta(&document, "one"), Some("b c"));
}

#[test]
fn the_weight_of_a_page_is_its_boost() {
    for (weight, boost) in [("2", 4.0), ("0.5", 0.25), ("10", 100.0), ("99", 100.0), ("0", 0.01)] {
        let around = format!("<div data-pagefind-weight={weight}><main><p>x</main></div>");
        assert_eq!(both(&around)[0].boost, boost, "{weight}");
        let own = format!("<main data-pagefind-body data-pagefind-weight={weight}>x</main>");
        assert_eq!(both(&own)[0].boost, boost, "{weight}");
        assert_eq!(both(&own)[0].extra, "");
    }
    // Of several parts that a page is about, none makes the words of another count less.
    let parts = |one: &str, other: &str| {
        let part = |weight, text| format!("<div data-pagefind-body {weight}>{text}</div>");
        both(&format!("{}{}", part(one, "main"), part(other, "side")))[0].clone()
    };
    let of = |weight: &str| format!("data-pagefind-weight={weight}");
    for (one, other, boost) in [("", "0.1", 1.0), ("2", "3", 4.0), ("0.1", "0.5", 0.25)] {
        let one = if one.is_empty() { String::new() } else { of(one) };
        assert_eq!(parts(&one, &of(other)).boost, boost);
    }
    let stressed = parts("", &of("2"));
    assert_eq!((stressed.boost, &*stressed.extra), (1.0, "side\nside\nside"));
    for wrong in ["-1", "NaN", "much", ""] {
        let page = format!("<main data-pagefind-weight='{wrong}'>x</main>");
        assert_eq!(both(&page)[0].boost, 1.0, "{wrong}");
    }
}

#[test]
fn weighty_parts_count_more_in_their_sections() {
    let [document, _] = both(
        "<main><p data-pagefind-weight=2>Lead</p><h1>One</h1><p>a</p>\
         <div data-pagefind-weight=1.2>b<h2>Two</h2><p data-pagefind-weight=9>c</p></div>\
         <h2 data-pagefind-weight=10>Three</h2><p data-pagefind-weight=0.5>d</p>\
         <pre data-pagefind-weight=1.5>e</pre></main>",
    );
    assert_eq!(document.extra, "Lead\nLead\nLead");
    assert_eq!(document.boost, 1.0);
    let extra: Vec<&str> = document.sections.iter().map(|section| &*section.extra).collect();
    assert_eq!(extra[..2], ["b", "## Two\n\nc"]);
    assert_eq!(extra[2], format!("{}```\ne\n```", "## Three\n".repeat(9)));
}

#[test]
fn docsearch_says_version_and_language() {
    let head = "<meta name='docsearch:version' content='2.1, latest'>\
                <meta name='docsearch:language' content=de><meta name='docsearch:x' content=y>";
    let document = page(&format!("{head}<main>x</main>"));
    assert_eq!(document.filters["version"], ["2.1", "latest"]);
    assert_eq!(meta(&document, "version"), Some("2.1, latest"));
    assert_eq!(meta(&document, "language"), Some("de"));
    assert_eq!(document.meta.len(), 2);
    let own = page(&format!("{head}<main data-kindex-filter='version:3'>x</main>"));
    assert_eq!(own.filters["version"], ["3"]);
}

#[test]
fn long_values_are_cut() {
    let long = "é".repeat(MAX_VALUE);
    let keys = "k,".repeat(MAX_KEYS) + "last";
    let document = page(&format!("<main><p data-kindex-meta='{keys}'>{long}</p></main>"));
    assert_eq!(document.meta["k"].len(), MAX_VALUE);
    assert!(!document.meta.contains_key("last"));
}

#[test]
fn many_values_are_bounded() {
    let many: String = (0..20_000).map(|n| format!("<b data-kindex-filter=a>{n}</b>")).collect();
    let version: String = (0..20_000).map(|n| format!("v{n},")).collect();
    let head = format!("<meta name='docsearch:version' content='{version}'>");
    for (key, page) in [("a", page(&many)), ("version", page(&head))] {
        assert_eq!(page.filters[key].len(), MAX_VALUES);
        assert!(page.meta[key].len() <= MAX_VALUE);
    }
    let keys: Vec<String> = (0..MAX_KEYS).map(|n| format!("key{n}")).collect();
    let nested = format!("<b data-kindex-meta='{}'>{}", keys.join(","), "x".repeat(MAX_VALUE));
    let meta = page(&nested).meta;
    assert!(meta.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>() <= MAX_BYTES);
}
