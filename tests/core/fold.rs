//! Other versions and translations of a page as one result.

use kindex::{
    Builder, Config, Document, Filter, Group, Hit, Index, Language, Search, SearchOptions,
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

#[test]
fn the_best_stands_for_its_versions_and_translations() {
    let found = index(&birds()).search("heron", &folding()).unwrap();
    assert_eq!(ids(&found.hits), ["/v1/nest", "/v1/old", "/about"]);
    assert_eq!(found.total, 5, "all count");
    let same = &found.hits[0].same;
    assert_eq!(ids(same), ["/v2/nest", "/v2/de/nest"]);
    assert_eq!(differing(&same[0]), [("version", "v2")]);
    assert_eq!(differing(&same[1]), [("lang", "de"), ("version", "v2")]);
    assert!(same.iter().all(|hit| hit.text.contains("heron") && !hit.snippet.is_empty()));
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
fn passages_of_a_copy_stand_with_the_best_of_them() {
    let part = "A heron stands here. ".repeat(60);
    let text = format!("# One\n\n{part}\n\n# Two\n\n{part}");
    let all = [
        page("/v1/nest", "en", "v1", "Nest", &text),
        page("/v2/nest", "en", "v2", "Nest", &text),
        page("/about", "en", "", "About", "About the heron."),
    ];
    let found = index(&all).search("heron", &folding()).unwrap();
    let plain = index(&all).search("heron", &SearchOptions::default()).unwrap();
    let of = |hits: &[Hit], id: &str| hits.iter().filter(|hit| hit.document == id).count();
    let kept = &found.hits[0].document;
    assert!(of(&plain.hits, kept) > 1);
    assert_eq!(of(&found.hits, kept), of(&plain.hits, kept));
    let same = &found.hits[0].same;
    assert_eq!(same.len(), 1);
    assert_eq!(1 + same[0].more.len(), of(&plain.hits, &same[0].document));
    assert_eq!(found.hits.iter().map(|hit| hit.same.len()).sum::<usize>(), 1);
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
fn copies_leave_as_many_results_as_are_asked_for() {
    let options = |offset, limit| SearchOptions { offset, limit, group: true, ..folding() };
    let index = index(&many());
    let all = index.search("heron", &options(0, 100)).unwrap();
    assert_eq!((all.hits.len(), all.total), (9, 108));
    assert!(all.hits.iter().all(|hit| hit.same.len() == 11));
    for (offset, limit) in [(0, 3), (3, 3), (1, 1), (8, 5), (9, 2), (0, 0)] {
        let found = index.search("heron", &options(offset, limit)).unwrap();
        let expected: Vec<&str> = ids(&all.hits).into_iter().skip(offset).take(limit).collect();
        assert_eq!(ids(&found.hits), expected, "{limit} from {offset} on");
        assert_eq!(found.total, 108);
    }
    let ranked = index.rank("heron", &options(0, 4)).unwrap();
    let ranked: Vec<&str> = ranked.iter().map(|one| one.document.as_str()).collect();
    assert_eq!(ranked, ids(&all.hits[..4]));
}

#[test]
fn tokens_are_filled_with_pages_and_not_with_copies() {
    let options = SearchOptions { max_tokens: Some(400), limit: 5, ..folding() };
    let found = index(&many()).search("heron", &options).unwrap();
    assert_eq!(found.hits.len(), 5);
    for hit in &found.hits {
        assert!(!hit.text.is_empty() && hit.same.len() > 1);
        assert!(hit.same.iter().all(|one| one.text.is_empty() && one.children.is_empty()));
        assert!(hit.same.iter().all(|one| !one.snippet.is_empty() && one.tokens == 0));
    }
}

#[test]
fn a_group_folds_across_indexes_where_addresses_name_the_host() {
    let of = |start: &str, version: &str| {
        let id = format!("{start}/{version}/nest");
        index(&[page(&id, "en", version, "Nest", "A heron builds.")])
    };
    for (start, results) in [("https://a.org", 1), ("", 2)] {
        let indexes = [of(start, "v1"), of(start, "v2")];
        let group = Group::new(indexes.iter().map(|index| (index, 1.0))).unwrap();
        let found = group.search("heron", &folding()).unwrap();
        assert_eq!(found.hits.len(), results, "{start:?}");
        let same = found.hits.iter().flat_map(|hit| &hit.same);
        assert_eq!(same.map(|hit| hit.index).collect::<Vec<_>>(), vec![Some(1); 2 - results]);
    }
}

#[test]
fn what_folding_reads_is_asked_for_and_loaded() {
    let whole = bytes(&many());
    let sizes = ShardSizes { words: 200, postings: 200, documents: 200, pairs: false };
    let Sharded { head, shards } = shard(&whole, &sizes).unwrap();
    let mut index = Index::open(head).unwrap();
    let options = SearchOptions { limit: 4, group: true, ..folding() };
    let mut search = Search::new("heron", options.clone());
    let found = loop {
        match search.run(&index) {
            Err(kindex::Error::Missing) => {
                let wanted = index.wanted();
                assert!(!wanted.is_empty());
                for number in wanted {
                    index.load(number, shards[number].bytes.clone()).unwrap();
                }
            }
            answer => break answer.unwrap(),
        }
    };
    assert_eq!(found, Index::open(whole).unwrap().search("heron", &options).unwrap());
}

proptest! {
    /// What has neither versions nor languages is as without folding; nothing is ever lost.
    #[test]
    fn every_result_is_there_once(
        pages in prop::collection::vec((0usize..4, 0usize..4, 0usize..3, 1usize..4), 1..12),
        group in any::<bool>(),
        has_copies in any::<bool>(),
    ) {
        let documents = pages.iter().enumerate().map(|(number, (name, version, lang, count))| {
            let version = ["", "v1", "v2", "v3"][if has_copies { *version } else { 0 }];
            let lang = ["en", "de", "fr"][if has_copies { *lang } else { 0 }];
            let id = format!("/{version}/{lang}/{name}?{number}");
            let text = format!("# A\n\n{}", "A heron. ".repeat(*count));
            let url = format!("/{version}/{lang}/{name}");
            Document { url, ..page(&id, lang, version, &format!("Title {name}"), &text) }
        });
        let documents: Vec<Document> = documents.collect();
        let language = Language::from_tag("en").unwrap();
        let mut builder = Builder::new(Config { language, ..Config::default() });
        documents.into_iter().for_each(|document| builder.add(document).unwrap());
        let index = Index::open(builder.finish().unwrap()).unwrap();
        let all = SearchOptions { limit: 100, group, ..SearchOptions::default() };
        let plain = index.search("heron", &all).unwrap();
        let folded = index.search("heron", &SearchOptions { fold: true, ..all }).unwrap();
        prop_assert_eq!(plain.total, folded.total);
        if !has_copies {
            prop_assert_eq!(&plain, &folded);
        }
        let mut there: Vec<&str> = Vec::new();
        for hit in &folded.hits {
            for one in [hit].into_iter().chain(&hit.same) {
                there.push(&one.id);
                there.extend(one.more.iter().map(|more| more.id.as_str()));
            }
        }
        let mut expected: Vec<&str> = Vec::new();
        for hit in &plain.hits {
            expected.push(&hit.id);
            expected.extend(hit.more.iter().map(|more| more.id.as_str()));
        }
        there.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(there, expected);
    }
}
