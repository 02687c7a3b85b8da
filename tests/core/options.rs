//! Filters, facets, budgets and the other options of a search.

use crate::common::{build, document, hostile_text};
use kindex::{
    Collapse, Condition, Document, Filter, Index, Levels, Parents, Prefix, Results, SearchOptions,
    Sort, Weights, tokens,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn index_of(documents: Vec<Document>) -> Index {
    Index::open(build(documents, Levels::new(&[60, 200], &[]).unwrap())).unwrap()
}

fn search(index: &Index, query: &str, options: &SearchOptions) -> Results {
    index.search(query, options).unwrap()
}

fn documents_of(results: &Results) -> Vec<&str> {
    let mut found: Vec<&str> = results.hits.iter().map(|hit| hit.document.as_str()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn tagged(number: usize, tags: &[u8], year: i32) -> Document {
    let mut page = document(&format!("{number:02}"), "", "word and more\n");
    if !tags.is_empty() {
        let tags = tags.iter().map(|tag| format!("t{tag}")).collect();
        page.filters.insert("tag".into(), tags);
    }
    page.meta.insert("year".into(), year.to_string().into());
    page
}

fn some_condition() -> impl Strategy<Value = (u8, Vec<u8>, i32)> {
    (0u8..5, prop::collection::vec(0u8..4, 1..3), -20i32..20)
}

fn filter((kind, tags, bound): &(u8, Vec<u8>, i32)) -> Filter {
    let values = tags.iter().map(|tag| format!("t{tag}")).collect();
    let (key, condition) = match kind {
        0 => ("tag", Condition::Any(values)),
        1 => ("tag", Condition::All(values)),
        2 => ("tag", Condition::Not(values)),
        3 => ("year", Condition::Min(bound.to_string())),
        _ => ("year", Condition::Max(bound.to_string())),
    };
    Filter { key: key.into(), condition }
}

fn meets((kind, wanted, bound): &(u8, Vec<u8>, i32), tags: &[u8], year: i32) -> bool {
    match kind {
        0 => wanted.iter().any(|tag| tags.contains(tag)),
        1 => wanted.iter().all(|tag| tags.contains(tag)),
        2 => !wanted.iter().any(|tag| tags.contains(tag)),
        3 => year >= *bound,
        _ => year <= *bound,
    }
}

proptest! {
    #[test]
    fn children_are_parts_of_what_holds_them(
        texts in (hostile_text(), 0usize..60, 0usize..60),
        overlap in prop_oneof![Just(0.0), Just(0.4)],
        levels in (0usize..2, 0usize..3),
        (siblings, auto_merge) in (0usize..3, prop::option::of(0.0..=1.0f64)),
        group: bool,
    ) {
        let (text, before, after) = texts;
        let more = |count: usize| "A word and more. ".repeat(count);
        let text = format!("{text}\n\n{}A needle. {}", more(before), more(after));
        let levels_of = Levels::new(&[60, 200], &[overlap]).unwrap();
        let index = Index::open(build(vec![document("a", "", &text)], levels_of)).unwrap();
        let (match_level, above) = levels;
        let return_level = Some((match_level + above).min(2));
        let options = SearchOptions {
            prefix: Prefix::Last, limit: 100, match_level, return_level, siblings, auto_merge, group,
            ..SearchOptions::default()
        };
        for query in ["needle", "n"] {
            let hits = search(&index, query, &options).hits;
            for hit in hits.iter().flat_map(|hit| [hit].into_iter().chain(&hit.more)) {
                for child in &hit.children {
                    prop_assert_eq!(&hit.text[child.start..child.end], &child.text);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn filters_and_facets_equal_a_direct_count(
        pages in prop::collection::vec((prop::collection::btree_set(0u8..4, 0..4), -20i32..20), 1..12),
        conditions in prop::collection::vec(some_condition(), 0..3),
    ) {
        let pages: Vec<(Vec<u8>, i32)> =
            pages.into_iter().map(|(tags, year)| (tags.into_iter().collect(), year)).collect();
        let documents = pages.iter().enumerate().map(|(n, (tags, year))| tagged(n, tags, *year));
        let index = index_of(documents.collect());
        let options = SearchOptions {
            limit: 100,
            filters: conditions.iter().map(filter).collect(),
            facets: vec!["tag".into(), "year".into()],
            ..SearchOptions::default()
        };
        if pages.iter().all(|(tags, _)| tags.is_empty()) {
            prop_assert!(index.search("word", &options).is_err());
            return Ok(());
        }
        let results = search(&index, "word", &options);
        let (mut expected, mut counts) = (Vec::new(), BTreeMap::new());
        for (number, (tags, year)) in pages.iter().enumerate() {
            if conditions.iter().all(|condition| meets(condition, tags, *year)) {
                expected.push(format!("{number:02}"));
                tags.iter().for_each(|tag| *counts.entry(format!("t{tag}")).or_insert(0) += 1);
            }
        }
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        prop_assert_eq!(documents_of(&results), expected);
        prop_assert_eq!(&results.facets[0].values, &counts);
        let years: usize = results.facets[1].values.iter().map(|(_, count)| count).sum();
        prop_assert_eq!(years, results.total);
    }

    #[test]
    fn what_is_preferred_comes_first_and_keeps_its_order(
        pages in prop::collection::vec((prop::collection::btree_set(0u8..4, 0..4), -20i32..20, 1usize..5), 1..12),
        conditions in prop::collection::vec(some_condition(), 0..3),
        limit in 1usize..12,
        (group, phrase, sorted) in any::<(bool, bool, bool)>(),
    ) {
        let documents = pages.iter().enumerate().map(|(n, (tags, year, words))| {
            let tags: Vec<u8> = tags.iter().copied().collect();
            let page = tagged(n, &tags, *year);
            Document { text: "word and ".repeat(*words) + "more\n", ..page }
        });
        let index = index_of(documents.collect());
        let query = if phrase { "\"word and\"" } else { "word" };
        let sort = sorted.then(|| "year:desc".parse().unwrap());
        let all = SearchOptions { limit: 100, group, sort, ..SearchOptions::default() };
        let prefer: Vec<Filter> = conditions.iter().map(filter).collect();
        let options = SearchOptions { limit, prefer, ..all.clone() };
        let (all, found) = (search(&index, query, &all), search(&index, query, &options));

        let met = |hit: &kindex::Hit| -> Vec<bool> {
            let (tags, year, _) = &pages[hit.document.parse::<usize>().unwrap()];
            let tags: Vec<u8> = tags.iter().copied().collect();
            let lacks = |kind: &u8| *kind < 3 && tags.is_empty();
            conditions.iter().map(|one| lacks(&one.0) || meets(one, &tags, *year)).collect()
        };
        let mut expected: Vec<&kindex::Hit> = all.hits.iter().collect();
        expected.sort_by_key(|hit| std::cmp::Reverse(met(hit)));
        let ids = |hits: Vec<&kindex::Hit>| -> Vec<String> { hits.iter().map(|hit| hit.id.clone()).collect() };
        prop_assert_eq!(ids(found.hits.iter().collect()), ids(expected.into_iter().take(limit).collect()));
        if !found.total_is_lower_bound {
            prop_assert_eq!(found.total, all.total);
        }
        for hit in &found.hits {
            prop_assert_eq!(hit.differs.len(), met(hit).iter().filter(|met| !**met).count());
        }
    }

    #[test]
    fn a_budget_is_kept_and_filled(
        texts in prop::collection::vec(hostile_text(), 1..5),
        most in 0usize..400,
        group in any::<bool>(),
    ) {
        let few = |text: &String| text.replace(|c: char| c.is_ascii_lowercase(), "a");
        let pages = texts.iter().enumerate().map(|(n, text)| document(&n.to_string(), "a", &few(text)));
        let index = index_of(pages.collect());
        let all = SearchOptions { group, collapse: Collapse::Mean, explain: true, ..SearchOptions::default() };
        let options = SearchOptions { max_tokens: Some(most), ..all.clone() };
        let (all, filled) = (search(&index, "a", &all), search(&index, "a", &options));
        let ranked: Vec<(&str, usize)> = all.hits.iter().flat_map(|hit| [hit].into_iter().chain(&hit.more))
            .map(|hit| (hit.id.as_str(), hit.tokens)).collect();
        let mut left = most;
        let mut omitted = Vec::new();
        for &(id, tokens) in &ranked {
            if tokens <= left {
                left -= tokens;
                prop_assert!(filled.hits.iter().any(|hit| hit.id == id));
            } else {
                omitted.push((id, tokens));
            }
        }
        let named: Vec<(&str, usize)> = filled.left_out.iter().map(|out| (out.id.as_str(), out.tokens)).collect();
        prop_assert_eq!(named, omitted);
        prop_assert!(filled.hits.len() <= filled.total);
        let sum: usize = filled.hits.iter().map(|hit| hit.tokens).sum();
        prop_assert!(sum <= most, "{} of {}", sum, most);
        let children = filled.left_out.iter().filter_map(|out| out.child.as_ref());
        for child in children {
            let hit = filled.hits.iter().find(|hit| hit.id == *child).unwrap();
            prop_assert_eq!((hit.level, hit.tokens), (0, tokens(&hit.text)));
            let explanation = hit.explanation.as_ref().unwrap();
            let title: f64 = explanation.title.iter().map(|term| term.score).sum();
            let explained = explanation.boost * (explanation.children[0].score + title + explanation.exact_title);
            prop_assert!((hit.score - explained).abs() < 1e-9 * hit.score.max(1.0));
        }
        prop_assert_eq!(filled.hits.len(), ranked.len() - filled.left_out.iter().filter(|out| out.child.is_none()).count());
    }
}

#[test]
fn extra_words_are_found_and_never_shown() {
    let mut page = document("a", "Title", "# One\n\nfirst\n\n# Two\n\nsecond\n");
    page.extra = "quixotic".into();
    page.sections[1].extra = "zephyr".into();
    let index = index_of(vec![page, document("b", "", "other words\n")]);
    let found = search(
        &index,
        "zephyr",
        &SearchOptions { return_level: Some(0), ..SearchOptions::default() },
    );
    assert_eq!(found.hits[0].document, "a");
    let shown = format!("{:?}", search(&index, "quixotic zephyr", &SearchOptions::default()).hits);
    assert!(!shown.contains("quixotic") && !shown.contains("zephyr"), "{shown}");
    assert_eq!(search(&index, "quixotic", &SearchOptions::plain()).total, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn sorting_equals_a_direct_sort(years in prop::collection::vec(prop::option::of(-20i32..20), 1..12), descending: bool, limit in 1usize..12) {
        // An order by what no page has is refused.
        prop_assume!(years.iter().any(Option::is_some));
        let mut pages: Vec<Document> =
            (0..years.len()).map(|number| tagged(number, &[], 0)).collect();
        for (page, year) in pages.iter_mut().zip(&years) {
            page.meta = year.iter().map(|year| ("year".to_owned(), year.to_string().into())).collect();
        }
        let mut expected: Vec<usize> = (0..years.len()).collect();
        expected.sort_by_key(|&at| match years[at] {
            Some(year) if descending => (0, -year),
            Some(year) => (0, year),
            None => (1, 0),
        });
        expected.truncate(limit);
        let sort = Some(Sort { key: "year".into(), descending });
        for group in [false, true] {
            let options = SearchOptions { sort: sort.clone(), limit, group, ..Default::default() };
            let found = search(&index_of(pages.clone()), "word", &options);
            let found: Vec<usize> =
                found.hits.iter().map(|hit| hit.document.parse().unwrap()).collect();
            prop_assert_eq!(&found, &expected);
        }
    }
}

#[test]
fn documents_can_be_returned_whole() {
    let text = "# One\n\nfirst words\n\n# Two\n\nsecond words\n".repeat(9);
    let index = index_of(vec![document("a", "", &text), document("b", "", "words\n")]);
    let options = SearchOptions { return_level: Some(2), ..SearchOptions::default() };
    let found = search(&index, "second", &options);
    assert_eq!((found.total, found.hits[0].text.as_str()), (1, text.as_str()));
    assert_eq!((found.hits[0].id.as_str(), found.hits[0].returned_level), ("a#2.0", 2));
    assert_eq!(index.chunk("a#2.0").unwrap().text, text);
}

#[test]
fn results_have_the_chunks_around_them() {
    let section = |name| format!("# {name}\n\nThe text of {name} goes on and on, and then on.\n\n");
    let sections = ["One", "Two", "Three", "Four", "Five"].map(section);
    let index = index_of(vec![document("a", "", &sections.concat())]);
    for (level, siblings, around) in [(0, 1, 1..4), (1, 1, 1..4), (0, 9, 0..5), (1, 2, 0..5)] {
        let return_level = Some(level);
        let options = SearchOptions { return_level, siblings, ..SearchOptions::default() };
        let found = search(&index, "three", &options);
        let [hit] = &found.hits[..] else { panic!("{:?}", found.hits) };
        assert_eq!((hit.id.as_str(), hit.level), (format!("a#{level}.2").as_str(), level));
        assert_eq!(hit.text.trim_end(), sections[around].concat().trim_end());
    }
}

#[test]
fn parents_that_match_as_a_whole_replace_their_children() {
    let dense = "## Dense\n\n".to_owned() + &"A knot here, in every part of it all. ".repeat(4);
    let sparse = "## Sparse\n\n".to_owned() + &"Other words that say nothing at all. ".repeat(3);
    let text = format!("{dense}\n\n{sparse}A knot.\n");
    let index = index_of(vec![document("a", "", &text)]);
    let options = SearchOptions { auto_merge: Some(0.5), ..SearchOptions::default() };
    let found = search(&index, "knot", &options);
    let levels: Vec<usize> = found.hits.iter().map(|hit| hit.level).collect();
    assert!(levels.contains(&1) && levels.contains(&0), "{levels:?}");
    let parent = found.hits.iter().find(|hit| hit.level == 1).unwrap();
    assert!(parent.text.starts_with("## Dense"));
    let window = SearchOptions { siblings: 1, ..options };
    let found = search(&index, "knot", &window);
    let child = found.hits.iter().find(|hit| hit.level == 0).unwrap();
    assert!(child.children.iter().all(|inside| inside.end - inside.start < child.text.len()));
    assert_eq!(child.matched_level, 0);
}

#[test]
fn options_that_cannot_be_used_are_answered_with_what_can() {
    let index = index_of(vec![document("a", "", "word\n")]);
    let message = |options: SearchOptions| index.search("word", &options).unwrap_err().to_string();
    let base = SearchOptions::default;
    assert_eq!(
        message(SearchOptions { return_level: Some(3), ..base() }),
        "returnLevel: there is no level 3; accepted are 0 to 2"
    );
    assert_eq!(
        message(SearchOptions { match_level: 1, return_level: Some(0), ..base() }),
        "returnLevel: there is no level 0; accepted are 1 to 2"
    );
    assert_eq!(
        message(SearchOptions { match_level: 2, ..base() }),
        "matchLevel: there is no level 2; accepted are 0 to 1"
    );
    let error = message(SearchOptions { per_document: Some(0), ..base() });
    assert_eq!(error, "perDocument: accepted are whole numbers from 1");
    for share in [-0.1, 1.1, f64::NAN] {
        let error = message(SearchOptions { auto_merge: Some(share), ..base() });
        assert_eq!(error, "autoMerge: accepted are numbers from 0 to 1");
    }
    let weighed = |weights: Weights| message(SearchOptions { weights, ..base() });
    let usual = Weights::default;
    for weight in [-1.0, 2e6, f64::INFINITY, f64::NAN] {
        for (name, weights) in [
            ("k1", Weights { k1: weight, ..usual() }),
            ("title", Weights { title: weight, ..usual() }),
            ("heading", Weights { heading: weight, ..usual() }),
        ] {
            let expected = format!("weights.{name}: accepted are numbers from 0 to 1000000");
            assert_eq!(weighed(weights), expected);
        }
        let error = weighed(Weights { b: weight, ..usual() });
        assert_eq!(error, "weights.b: accepted are numbers from 0 to 1");
    }
}

#[test]
fn keys_that_no_document_has_are_refused_with_those_there_are() {
    let of = |keys: usize, document: Document| {
        let keys = (0..keys).map(|number| (format!("k{number:02}"), "x".into()));
        index_of(vec![Document { meta: keys.collect(), ..document }])
    };
    let page = || document("a", "", "word\n");
    let by = |key: &str| {
        let base = SearchOptions::default;
        let not = Filter { key: key.into(), condition: Condition::Not(vec!["x".into()]) };
        [
            ("filters", SearchOptions { filters: vec![Filter::any(key, ["x"])], ..base() }),
            ("filters", SearchOptions { filters: vec![not], ..base() }),
            ("sort", SearchOptions { sort: Some(key.parse().unwrap()), ..base() }),
            ("facets", SearchOptions { facets: vec![key.into()], ..base() }),
        ]
    };
    let few = ["k00", "k01"].join(", ");
    let most = (0..20).map(|number| format!("k{number:02}")).collect::<Vec<_>>().join(", ");
    let said = [
        (0, "there are none in this index".to_owned()),
        (2, format!("keys are {few}")),
        (20, format!("keys are {most}")),
        (23, format!("keys are {most} and 3 more")),
    ];
    for (count, keys) in said {
        let index = of(count, page());
        for (option, options) in by("wrong") {
            let refused = format!("{option}: no document has the key wrong; {keys}");
            for query in ["word", "nothing like it", ""] {
                let error = index.search(query, &options).unwrap_err();
                assert_eq!((error.code(), error.to_string()), ("invalid_option", refused.clone()));
                assert_eq!(index.rank(query, &options).unwrap_err(), error);
            }
        }
    }
    let nameless = of(2, Document { lang: Some(String::new()), ..page() });
    assert!(by("lang").iter().all(|(_, options)| nameless.search("word", options).is_err()));
    let index = of(2, Document { lang: Some("en".into()), ..page() });
    // A key with blanks may be there; queries cannot name it, so the index does not list it.
    for key in ["k00", "k01", "lang", "due date"] {
        for (_, options) in by(key) {
            index.search("word", &options).unwrap();
        }
    }
}

#[test]
fn whole_documents_may_be_the_parents() {
    let levels = Levels::new(&[60], &[]).unwrap().with_parents(Parents::Documents);
    let text = "A knot and some other words to fill it up. ".repeat(20);
    let index = Index::open(build(vec![document("a", "", &text)], levels)).unwrap();
    let found = search(&index, "knot", &SearchOptions::default());
    assert_eq!((found.total, found.hits[0].text.as_str()), (1, text.as_str()));
    assert!(found.hits[0].children.len() > 5);
    let plain = search(
        &index,
        "knot",
        &SearchOptions { return_level: Some(0), ..SearchOptions::default() },
    );
    assert!(plain.total > 5);
}

#[test]
fn a_window_that_begins_before_a_merged_parent_is_whole() {
    let filler = "Other words that say nothing at all. ".repeat(4);
    let dense = "A zebra here, in every part of it all. ".repeat(4);
    let text = format!(
        "## Alpha\n\n{filler}\n\n## Beta\n\n{dense}\n\n## Gamma\n\nzebra first. {filler}\n"
    );
    let levels = Levels::new(&[60, 200], &[]).unwrap();
    let index = Index::open(build(vec![document("a", "", &text)], levels)).unwrap();
    let merged = SearchOptions { auto_merge: Some(0.5), ..SearchOptions::default() };
    let found: Vec<usize> =
        search(&index, "zebra", &merged).hits.iter().map(|hit| hit.level).collect();
    assert!(found.contains(&0) && found.contains(&1), "{found:?}");
    let found = search(&index, "zebra", &SearchOptions { siblings: 5, ..merged });
    assert_eq!(found.hits.len(), 1);
    assert!(found.hits[0].text.contains("## Beta") && found.hits[0].text.contains("say nothing"));
    let start = text.find(&found.hits[0].text).unwrap();
    assert!(start < text.find("## Beta").unwrap(), "{:?}", found.hits[0].text);
}

#[test]
fn a_window_that_begins_inside_of_the_parent_before_has_no_more_of_it() {
    let filler: String =
        (0..7).map(|at| format!("Sentence {at} says nothing of it at all. ")).collect();
    let dense = "A zebra here, in every part of it all. ".repeat(4);
    let text = format!("## Alpha\n\n{filler}One zebra ends it.\n\n## Beta\n\n{dense}\n");
    let levels = Levels::new(&[60, 400], &[]).unwrap();
    let index = Index::open(build(vec![document("a", "", &text)], levels)).unwrap();
    let options = SearchOptions { auto_merge: Some(0.5), siblings: 2, ..SearchOptions::default() };
    let found = search(&index, "zebra", &options);
    let [hit] = &found.hits[..] else { panic!("{:?}", found.hits) };
    assert_eq!((hit.id.as_str(), hit.level), ("a#1.1", 1));
    // The sixth sentence is in a child with the word, which has two before it.
    assert!(hit.text.starts_with("Sentence 4"), "{:?}", hit.text);
    assert!(hit.text.trim_end().ends_with(dense.trim_end()));
}
