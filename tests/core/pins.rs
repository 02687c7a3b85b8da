//! Pages that a site shows first for a query.

use crate::common::document;
use kindex::{
    Builder, Condition, Config, Document, Filter, Index, Pin, Prefix, Results, SearchOptions,
    Shard, ShardSizes, Sharded, Sort, shard, verify,
};

fn pin(query: &str, prefix: bool, pages: &[&str]) -> Pin {
    Pin::new(query, prefix, pages.iter().copied()).unwrap()
}

fn pins() -> Vec<Pin> {
    vec![
        pin("Get going", false, &["/b.html", "a"]),
        pin("first steps", true, &["c", "a"]),
        pin("needle", false, &["d"]),
        pin("Ώρα", false, &["a"]),
    ]
}

/// Only `b` and `c` have the needle, `c` in three sections.
fn pages() -> Vec<Document> {
    let c = "needle\n".to_owned() + &"filler words of no use\n".repeat(40);
    let texts = ["Download it.\n", "A needle and thread.\n", &c.repeat(3), "Nothing.\n"];
    let page = |(id, text): (&str, &str)| {
        let mut page = document(id, id, text);
        page.url = format!("{id}.html");
        page.filters.insert("letter".into(), vec![id.into()]);
        page
    };
    ["a", "b", "c", "d"].into_iter().zip(texts).map(page).collect()
}

fn built(pins: Vec<Pin>, pages: Vec<Document>) -> Vec<u8> {
    let mut builder = Builder::new(Config { pins, ..Config::default() });
    pages.into_iter().for_each(|page| builder.add(page).unwrap());
    builder.finish().unwrap()
}

fn index() -> Index {
    Index::open(built(pins(), pages())).unwrap()
}

/// The documents of results; those that are pinned have a star.
fn shown(results: &Results) -> Vec<String> {
    let name = |hit: &kindex::Hit| hit.document.clone() + if hit.pinned { "*" } else { "" };
    results.hits.iter().map(name).collect()
}

fn found(index: &Index, query: &str, options: &SearchOptions) -> Vec<String> {
    shown(&index.search(query, options).unwrap())
}

#[test]
fn pages_are_first_whichever_way_the_query_is_written() {
    let (index, options) = (index(), SearchOptions::default());
    for query in ["get going", "GetGoing", " get-going! "] {
        assert_eq!(found(&index, query, &options), ["b*", "a*"], "{query}");
    }
    assert_eq!(found(&index, "get goin", &options), [""; 0]);
    // Letters that no text has fold as they do elsewhere.
    assert_eq!(found(&index, "ΩΡΑ", &options), ["a*"]);
}

#[test]
fn a_beginning_of_three_letters_is_enough_where_the_pin_says_so() {
    let (index, options) = (index(), SearchOptions::default());
    for query in ["first steps", "first s", "fir"] {
        assert_eq!(found(&index, query, &options), ["c*", "a*"], "{query}");
    }
    assert_eq!(found(&index, "fi", &options), [""; 0]);
    assert_eq!(found(&index, "first steps on", &options), [""; 0]);
    let both = vec![pin("fir tree", true, &["a", "b"]), pin("fir", false, &["b"])];
    let index = Index::open(built(both, pages())).unwrap();
    assert_eq!(found(&index, "fir", &options), ["b*", "a*"]);
}

#[test]
fn what_matches_follows_and_nothing_stands_twice() {
    let index = index();
    let results = index.search("needle", &SearchOptions::default()).unwrap();
    assert_eq!(shown(&results), ["d*", "b", "c", "c"]);
    assert_eq!(results.total, 4);
    let group = SearchOptions { group: true, ..SearchOptions::default() };
    assert_eq!(found(&index, "needle", &group), ["d*", "b", "c"]);
    let own = Index::open(built(vec![pin("needle", false, &["c"])], pages())).unwrap();
    let results = own.search("needle", &SearchOptions::default()).unwrap();
    assert_eq!((shown(&results)[0].as_str(), results.total), ("c*", 3));
    let mut ids: Vec<_> = results.hits.iter().map(|hit| &hit.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    assert_eq!(results.hits.iter().filter(|hit| hit.pinned).count(), 1);
}

#[test]
fn limits_count_them_and_filters_hold() {
    let index = index();
    let all = found(&index, "needle", &SearchOptions::default());
    for limit in 0..6 {
        for offset in 0..6 {
            let options = SearchOptions { limit, offset, ..SearchOptions::default() };
            let page: Vec<_> = all.iter().skip(offset).take(limit).cloned().collect();
            assert_eq!(found(&index, "needle", &options), page, "{limit} {offset}");
        }
    }
    let not = |letter: &str| {
        let condition = Condition::Not(vec![letter.into()]);
        let filters = vec![Filter { key: "letter".into(), condition }];
        found(&index, "get going", &SearchOptions { filters, ..SearchOptions::default() })
    };
    assert_eq!(not("b"), ["a*"]);
    assert_eq!(not("c"), ["b*", "a*"]);
    // Signs of the query hold too, and one that excludes a word does not ask for its pages.
    assert_eq!(found(&index, "NOT needle", &SearchOptions::default()), ["a", "d"]);
}

#[test]
fn orders_preferences_and_facets_leave_them_first() {
    let index = index();
    let sort: Sort = "letter:desc".parse().unwrap();
    let options = SearchOptions { sort: Some(sort), ..SearchOptions::default() };
    assert_eq!(found(&index, "first steps", &options), ["c*", "a*"]);
    let prefer = vec![Filter::any("letter", ["a"])];
    let options = SearchOptions { prefer, ..SearchOptions::default() };
    assert_eq!(found(&index, "first steps", &options), ["c*", "a*"]);
    let options = SearchOptions { facets: vec!["letter".into()], ..SearchOptions::default() };
    let results = index.search("needle", &options).unwrap();
    let letters: Vec<_> = results.facets[0].values.iter().map(|(value, _)| &**value).collect();
    assert_eq!(letters, ["b", "c", "d"]);
    assert_eq!(results.total, 4);
}

#[test]
fn a_page_without_a_word_is_shown_by_its_beginning() {
    let index = index();
    let options = SearchOptions { explain: true, ..SearchOptions::default() };
    let results = index.search("get going", &options).unwrap();
    assert_eq!(results.hits[1].text, "Download it.\n");
    assert_eq!(results.hits[1].id, "a#1.0");
    let options = SearchOptions { max_tokens: Some(100), ..SearchOptions::default() };
    assert_eq!(found(&index, "get going", &options), ["b*", "a*"]);
    let options = SearchOptions { return_level: Some(0), prefix: Prefix::Last, ..options };
    assert_eq!(found(&index, "get going", &options), ["b*", "a*"]);
}

#[test]
fn pages_that_are_not_there_are_named() {
    let pins = vec![pin("x", false, &["a", "z", "a.html"]), pin("only", false, &["/y/"])];
    let mut builder = Builder::new(Config { pins, ..Config::default() });
    pages().into_iter().for_each(|page| builder.add(page).unwrap());
    assert_eq!(builder.unknown_pins(), [("x", "z"), ("only", "/y/")]);
    let index = Index::open(builder.finish().unwrap()).unwrap();
    assert_eq!(found(&index, "x", &SearchOptions::default()), ["a*"]);
    assert_eq!(found(&index, "only", &SearchOptions::default()), [""; 0]);
    let none = built(vec![pin("only", false, &["y"])], pages());
    assert_eq!(none, built(Vec::new(), pages()));
}

#[test]
fn a_pinned_page_stays_at_the_end_of_a_long_question() {
    let question = "pods pending nodes room";
    let mut pages: Vec<Document> = (0..25)
        .map(|n| document(&format!("near{n}"), "", "Pods pending on nodes, no room.\n"))
        .collect();
    pages.extend(["far", "pinned"].map(|id| document(id, "", "Room.\n")));
    let index = Index::open(built(vec![pin(question, false, &["pinned"])], pages)).unwrap();
    let results = index.search(question, &SearchOptions::default()).unwrap();
    assert_eq!((results.total, &*results.hits[0].document), (26, "pinned"));
}

#[test]
fn what_cannot_be_pinned_is_refused() {
    let refused = |query: &str, pages: &[&str]| {
        let error = Pin::new(query, false, pages.iter().copied()).unwrap_err();
        error.to_string()
    };
    assert!(refused("…", &["a"]).contains("neither a letter nor a digit"));
    assert!(refused("a", &[]).contains("has no pages; name one at least"));
    assert!(refused("a", &["x"; 33]).contains("more than 32 pages"));
    assert!(Pin::new("a", false, ["x"; 32]).is_ok());
}

#[test]
fn merged_indexes_have_the_pins_of_all() {
    let part = |pages: &[Document]| {
        let mut builder = Builder::new(Config { pins: pins(), ..Config::default() }).mergeable();
        pages.iter().for_each(|page| builder.add(page.clone()).unwrap());
        Index::open(builder.finish().unwrap()).unwrap()
    };
    let pages = pages();
    let parts = [part(&pages[..2]), part(&pages[2..])];
    let mut merged = Builder::with_settings_of(&parts[0]).unwrap();
    parts.iter().for_each(|part| merged.add_index(part).unwrap());
    let merged = merged.finish().unwrap();
    assert!(merged == built(pins(), pages.clone()));
    let merged = Index::open(merged).unwrap();
    let options = SearchOptions::default();
    assert_eq!(found(&merged, "get going", &options), ["b*", "a*"]);
    // The first index has only one of these pages.
    assert_eq!(found(&merged, "firs", &options), ["c*", "a*"]);
    assert_eq!(found(&merged, "needle", &options), ["d*", "b", "c", "c"]);
}

#[test]
fn each_tenant_has_its_own_pages() {
    let of = |name: &str, page: Document| Document { tenant: Some(name.into()), ..page };
    let mut builder = Builder::new(Config { pins: pins(), ..Config::default() });
    for (page, name) in pages().into_iter().zip(["one", "one", "two", "two"]) {
        builder.add(of(name, page)).unwrap();
    }
    assert!(builder.unknown_pins().is_empty());
    let finished = builder.by_tenant().into_iter().map(|(_, builder)| builder.finish().unwrap());
    let opened = finished.map(|bytes| Index::open(bytes).unwrap());
    let [one, two] = opened.collect::<Vec<_>>().try_into().unwrap();
    let options = SearchOptions::default();
    assert_eq!(found(&one, "first steps", &options), ["a*"]);
    assert_eq!(found(&two, "first steps", &options), ["c*"]);
    assert_eq!(found(&two, "get going", &options), [""; 0]);
}

#[test]
fn several_files_answer_as_one() {
    let whole = index();
    let bytes = built(pins(), pages());
    let Sharded { head, shards } = shard(&bytes, &ShardSizes::of_index(bytes.len())).unwrap();
    let mut parts = Index::open(head).unwrap();
    for query in ["get going", "fir", "needle", "download"] {
        let options = SearchOptions::default();
        let mut search = kindex::Search::new(query, options.clone());
        let results = loop {
            match search.run(&parts) {
                Err(kindex::Error::Missing) => load(&mut parts, &shards),
                results => break results.unwrap(),
            }
        };
        assert_eq!(results, whole.search(query, &options).unwrap(), "{query}");
    }
    for (number, shard) in shards.iter().enumerate() {
        parts.load(number, shard.bytes.clone()).unwrap();
    }
    parts.verify().unwrap();
}

fn load(index: &mut Index, shards: &[Shard]) {
    for number in index.wanted() {
        index.load(number, shards[number].bytes.clone()).unwrap();
    }
}

#[test]
fn altered_pins_are_found_out() {
    let bytes = built(pins(), pages());
    verify(&bytes).unwrap();
    let key = b"getgoing";
    let at = bytes.windows(key.len()).position(|part| part == key).unwrap();
    let mut altered = bytes.clone();
    altered[at + key.len() + 1] = 9;
    let index = Index::open(altered.clone()).unwrap();
    let error = index.search("get going", &SearchOptions::default()).unwrap_err();
    assert!(error.to_string().contains("pins"), "{error}");
    assert!(verify(&altered).is_err());
}
