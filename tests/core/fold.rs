//! Other versions and translations of a page as one result.

use kindex::{
    Builder, Config, Document, Filter, Group, Hit, Index, Language, Pin, Search, SearchOptions,
    ShardSizes, Sharded, shard,
};
use proptest::prelude::*;

/// A page of a version, if it has one, in a language.
fn page(id: &str, lang: &str, version: &str, title: &str, text: &str) -> Document {
    let filters = match version {
        "" => Vec::new(),
        _ => vec![("version".to_owned(), vec![version.to_owned()])],
    };
    Document {
        id: id.into(),
        url: id.into(),
        title: title.into(),
        lang: Some(lang.into()),
        text: text.into(),
        filters: filters.into_iter().collect(),
        ..Document::default()
    }
}

fn bytes(documents: &[Document]) -> Vec<u8> {
    let mut builder = Builder::new(Config::default());
    documents.iter().for_each(|document| builder.add(document.clone()).unwrap());
    builder.finish().unwrap()
}

fn index(documents: &[Document]) -> Index {
    Index::open(bytes(documents)).unwrap()
}

fn birds() -> Vec<Document> {
    vec![
        page("/v1/nest", "en", "v1", "Nest", "A heron builds. A heron builds. A heron builds."),
        page("/v2/nest", "en", "v2", "Nest", "A heron builds."),
        page("/v1/old", "en", "v1", "Old", "Only the old heron, a wader."),
        page("/v2/de/nest", "de", "v2", "Das Nest", "Der heron baut."),
        page("/about", "en", "", "About", "About the heron, and much more of other birds."),
    ]
}

fn folding() -> SearchOptions {
    SearchOptions { fold: true, ..SearchOptions::default() }
}

fn ids(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.document.as_str()).collect()
}

fn differing(hit: &Hit) -> Vec<(&str, &str)> {
    hit.differs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

/// Whether it says no more than what it is and where it is.
fn has_no_text(hit: &Hit) -> bool {
    let texts = hit.text.len() + hit.snippet.len() + hit.highlights.len();
    texts + hit.children.len() + hit.tokens + hit.more.len() == 0
}

#[test]
fn the_best_stands_for_its_versions_and_translations() {
    let found = index(&birds()).search("heron", &folding()).unwrap();
    assert_eq!(ids(&found.hits), ["/v1/nest", "/v1/old", "/about"]);
    assert_eq!(found.total, 5, "all count");
    let same = &found.hits[0].same;
    assert_eq!(ids(same), ["/v2/nest", "/v2/de/nest"]);
    assert_eq!(differing(&same[0]), [("version", "v2")]);
    assert_eq!(differing(&same[1]), [("lang", "de"), ("version", "v2")]);
    assert_eq!((same[0].title.as_str(), same[0].url.as_str()), ("Nest", "/v2/nest"));
    assert!(same.iter().all(has_no_text));
    assert!(found.hits.iter().all(|hit| hit.differs.is_empty()));
    assert!(found.hits[1..].iter().all(|hit| hit.same.is_empty()));
}

#[test]
fn the_preferred_version_stands_for_all_where_the_best_is() {
    let prefer = vec![Filter::any("version", ["v2"]), Filter::any("lang", ["en"])];
    let options = SearchOptions { prefer, ..folding() };
    let unversioned = page("/nest", "en", "", "Nest", "heron. heron. heron heron.");
    let all = [birds(), vec![unversioned]].concat();
    let found = index(&all).search("heron", &options).unwrap();
    assert_eq!(ids(&found.hits), ["/v2/nest", "/about", "/v1/old"]);
    assert_eq!(ids(&found.hits[0].same), ["/nest", "/v2/de/nest", "/v1/nest"]);
}

#[test]
fn pages_of_another_title_or_address_are_no_copies() {
    let all = [
        page("/v1/nest", "en", "v1", "Nest", "A heron."),
        page("/v2/nest", "en", "v2", "Nests of herons", "A heron."),
        page("/v2/other", "en", "v2", "Nest", "A heron."),
        page("/nest?id=1", "en", "", "One", "A heron."),
        page("/nest?id=2", "de", "", "Two", "A heron."),
        page("/v1/twin", "en", "v1", "Twin", "A heron."),
        page("/twin", "en", "v1", "Twin", "A heron."),
    ];
    let found = index(&all).search("heron", &folding()).unwrap();
    assert_eq!(found.hits.len(), all.len());
    assert!(found.hits.iter().all(|hit| hit.same.is_empty()));
}

#[test]
fn a_copy_is_named_by_its_best_passage() {
    let part = "A heron stands here. ".repeat(60);
    let text = |last| format!("# One\n\n{part}\n\n# Two\n\n{part}{last}");
    let all = [
        page("/v1/nest", "en", "v1", "Nest", &text("A heron and a heron. ")),
        page("/v2/nest", "en", "v2", "Nest", &text("")),
        page("/about", "en", "", "About", "About the heron."),
    ];
    let index = index(&all);
    let plain = index.search("heron", &SearchOptions::default()).unwrap();
    let of = |hits: &[Hit], id: &str| hits.iter().filter(|hit| hit.document == id).count();
    for texts in [true, false] {
        let found = index.search("heron", &SearchOptions { texts, ..folding() }).unwrap();
        let kept = &found.hits[0].document;
        assert!(of(&plain.hits, kept) > 1);
        assert_eq!(of(&found.hits, kept), of(&plain.hits, kept));
        let [copy] = found.hits[0].same.as_slice() else { panic!("not one copy") };
        assert_eq!(of(&found.hits, &copy.document), 0);
        let best = plain.hits.iter().find(|hit| hit.document == copy.document).unwrap();
        assert_eq!((&copy.id, &copy.anchor), (&best.id, &best.anchor));
        assert_eq!((&copy.headings, copy.chunks), (&best.headings, best.chunks));
        assert!(has_no_text(copy));
        assert!(found.hits[1..].iter().all(|hit| hit.same.is_empty()));
    }
}

#[test]
fn what_is_pinned_stands_for_all_and_with_an_order_the_first() {
    let pins = vec![Pin::new("heron", false, ["/v2/de/nest"]).unwrap()];
    let mut builder = Builder::new(Config { pins, ..Config::default() });
    birds().into_iter().for_each(|document| builder.add(document).unwrap());
    let index = Index::open(builder.finish().unwrap()).unwrap();
    let prefer = vec![Filter::any("version", ["v2"]), Filter::any("lang", ["en"])];
    let options = SearchOptions { prefer, ..folding() };
    let found = index.search("heron", &options).unwrap();
    assert_eq!(ids(&found.hits), ["/v2/de/nest", "/about", "/v1/old"]);
    assert_eq!(ids(&found.hits[0].same), ["/v2/nest", "/v1/nest"]);
    let sort = Some("version".parse().unwrap());
    let plain = SearchOptions { sort: sort.clone(), ..SearchOptions::default() };
    let first = index.search("heron", &plain).unwrap().hits[0].document.clone();
    let found = index.search("heron", &SearchOptions { sort, ..options }).unwrap();
    assert_eq!(found.hits[0].document, first);
}

/// Many versions of many pages.
fn many() -> Vec<Document> {
    let versions = (1..=12).flat_map(|version| (1..=9).map(move |page| (page, version)));
    let pages = versions.map(|(number, version)| {
        let (id, version) = (format!("/{version}.0/page{number}"), format!("{version}.0"));
        let text = format!("A heron. {}", "Other words. ".repeat(number * 3));
        page(&id, "en", &version, &format!("Page {number}"), &text)
    });
    pages.collect()
}

#[test]
fn tokens_are_filled_with_pages_and_not_with_copies() {
    let options = SearchOptions { max_tokens: Some(400), limit: 20, ..folding() };
    let found = index(&many()).search("heron", &options).unwrap();
    assert!(found.hits.iter().any(|hit| hit.same.len() > 1));
    for hit in &found.hits {
        assert!(!hit.text.is_empty() && hit.same.iter().all(has_no_text));
    }
}

#[test]
fn a_group_folds_across_indexes_where_addresses_name_the_host() {
    let of = |start: &str, version: &str| {
        let id = format!("{start}/{version}/nest");
        index(&[page(&id, "en", version, "Nest", "A heron builds.")])
    };
    for (start, results) in [("https://a.org", 1), ("", 2), ("/r?to=https://a.org", 2)] {
        let indexes = [of(start, "v1"), of(start, "v2")];
        let group = Group::new(indexes.iter().map(|index| (index, 1.0))).unwrap();
        let found = group.search("heron", &folding()).unwrap();
        assert_eq!(found.hits.len(), results, "{start:?}");
        let same = found.hits.iter().flat_map(|hit| &hit.same);
        assert_eq!(same.map(|hit| hit.index).collect::<Vec<_>>(), vec![Some(1); 2 - results]);
    }
}

#[test]
fn folding_reads_the_files_that_results_are_in_anyway() {
    let whole = bytes(&many());
    let sizes = ShardSizes { words: 200, postings: 200, documents: 200, pairs: false };
    let Sharded { head, shards } = shard(&whole, &sizes).unwrap();
    let options = SearchOptions { limit: 4, offset: 2, group: true, ..SearchOptions::default() };
    let loaded = [false, true].map(|fold| {
        let options = SearchOptions { fold, ..options.clone() };
        let mut index = Index::open(head.clone()).unwrap();
        let mut search = Search::new("heron", options.clone());
        let mut loaded = Vec::new();
        let found = loop {
            match search.run(&index) {
                Err(kindex::Error::Missing) => {
                    let wanted = index.wanted();
                    assert!(!wanted.is_empty());
                    for &number in &wanted {
                        index.load(number, shards[number].bytes.clone()).unwrap();
                    }
                    loaded.push(wanted);
                }
                answer => break answer.unwrap(),
            }
        };
        assert_eq!(found, Index::open(whole.clone()).unwrap().search("heron", &options).unwrap());
        assert_eq!(fold, found.hits.iter().any(|hit| !hit.same.is_empty()));
        loaded
    });
    assert_eq!(loaded[0], loaded[1]);
}

#[test]
fn a_page_of_results_has_few_copies_whatever_was_passed_over() {
    let index = index(&many());
    let options = |offset| SearchOptions { offset, limit: 12, group: true, ..folding() };
    let found = index.search("heron", &options(0)).unwrap();
    assert_eq!((found.hits.len(), found.hits[0].same.len(), found.total), (1, 11, 108));
    let next = index.search("heron", &options(6)).unwrap();
    assert_eq!(next.hits.iter().map(|hit| hit.same.len()).collect::<Vec<_>>(), [5, 5]);
    let ranked = index.rank("heron", &options(6)).unwrap();
    assert_eq!(ranked.iter().map(|one| one.document.as_str()).collect::<Vec<_>>(), ids(&next.hits));
}

/// A page among others: its name, its version, its language, and how often it has the word.
type Drawn = (usize, usize, usize, usize);

fn drawn(pages: &[Drawn], has_copies: bool) -> Index {
    let mut builder =
        Builder::new(Config { language: Language::from_tag("en").unwrap(), ..Config::default() });
    for (number, &(name, version, lang, count)) in pages.iter().enumerate() {
        let version = ["", "v1", "v2", "v3"][if has_copies { version } else { 0 }];
        let lang = ["en", "de", "fr"][if has_copies { lang } else { 0 }];
        let id = format!("/{version}/{lang}/{name}?{number}");
        let part = "A heron. ".repeat(count);
        let text = format!("# A\n\n{part}\n\n# B\n\n{}{part}", "Other words. ".repeat(150));
        let url = format!("/{version}/{lang}/{name}");
        let page = page(&id, lang, version, &format!("Title {name}"), &text);
        builder.add(Document { url, ..page }).unwrap();
    }
    Index::open(builder.finish().unwrap()).unwrap()
}

proptest! {
    /// Window by window, results and what is in `same` of these are exactly the results without
    /// folding, but for further passages of copies.
    #[test]
    fn every_result_of_a_window_is_there_once(
        pages in prop::collection::vec((0usize..4, 0usize..4, 0usize..3, 1usize..4), 1..12),
        group in any::<bool>(),
        has_copies in any::<bool>(),
        limit in 1usize..8,
    ) {
        let index = drawn(&pages, has_copies);
        let mut offset = 0;
        loop {
            let options = SearchOptions { offset, limit, group, ..SearchOptions::default() };
            let plain = index.search("heron", &options).unwrap();
            let folded = index.search("heron", &SearchOptions { fold: true, ..options }).unwrap();
            prop_assert_eq!(plain.total, folded.total);
            if !has_copies {
                prop_assert_eq!(&plain, &folded);
            }
            let copies: Vec<&Hit> = folded.hits.iter().flat_map(|hit| &hit.same).collect();
            let of = |hit: &Hit| copies.iter().find(|copy| copy.document == hit.document);
            let first = |hit: &Hit| plain.hits.iter().find(|one| one.document == hit.document);
            let mut there: Vec<&str> = copies.iter().chain(&folded.hits.iter().collect::<Vec<_>>())
                .map(|hit| hit.id.as_str()).collect();
            let is_named = |hit: &&Hit| of(hit).is_none() || first(hit).unwrap().id == hit.id;
            let mut expected: Vec<&str> =
                plain.hits.iter().filter(is_named).map(|hit| hit.id.as_str()).collect();
            there.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(there, expected);
            prop_assert!(copies.iter().all(|copy| has_no_text(copy)));
            offset += limit;
            if offset >= plain.total {
                break;
            }
        }
    }
}
