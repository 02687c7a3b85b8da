//! Completions of the last word, against reading the texts; and lists without words.

use kindex::{Builder, Condition, Config, Document, Filter, Index, Prefix, SearchOptions};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// None of these is a stop word or another's inflection.
const WORDS: [&str; 8] = ["kelp", "kelpie", "moss", "mossop", "fern", "ferret", "reed", "river"];

fn document(number: usize, title: &str, text: &str, kind: &str) -> Document {
    let filters = BTreeMap::from([("kind".to_owned(), vec![kind.to_owned()])]);
    let (id, title, text) = (number.to_string(), title.to_owned(), format!("{text}\n"));
    Document { id, title, text, filters, ..Document::default() }
}

fn index(documents: &[Document]) -> Index {
    let mut builder = Builder::new(Config::default());
    for document in documents {
        builder.add(document.clone()).unwrap();
    }
    Index::open(builder.finish().unwrap()).unwrap()
}

fn documents() -> impl Strategy<Value = Vec<Document>> {
    let words = || prop::collection::vec(prop::sample::select(&WORDS[..]), 1..9);
    let document_of = (words(), words(), prop::sample::select(vec!["a", "b"]));
    prop::collection::vec(document_of, 1..9).prop_map(|all| {
        let all = all.into_iter().enumerate();
        all.map(|(number, (title, text, kind))| {
            document(number, &title.join(" "), &text.join(" "), kind)
        })
        .collect()
    })
}

fn words_of(documents: &[Document]) -> BTreeSet<&str> {
    documents.iter().flat_map(|d| [&d.title, &d.text]).flat_map(|t| t.split_whitespace()).collect()
}

fn completions_of(index: &Index, query: &str) -> Vec<String> {
    let options =
        SearchOptions { prefix: Prefix::Last, completions: 9, ..SearchOptions::default() };
    index.search(query, &options).unwrap().completions
}

#[test]
fn the_shortest_word_stands_for_its_stem() {
    let index = index(&[document(0, "", "updatable update updates", "a")]);
    assert_eq!(completions_of(&index, "upda"), ["update"]);
}

#[test]
fn words_that_were_made_of_several_are_not_proposed() {
    let index = index(&[document(0, "Run Time", "runtimes", "a")]);
    assert_eq!(completions_of(&index, "runt"), ["runtimes"]);
}

/// A number of words that begin alike.
fn words(beginning: &str, letters: RangeInclusive<char>, count: usize) -> Vec<String> {
    let all = letters.clone().flat_map(|one| letters.clone().map(move |other| [one, other]));
    all.take(count).map(|[one, other]| format!("{beginning}{one}{other}o")).collect()
}

/// Documents of one word each: one of the first word, two of the second, and so on.
fn more_and_more(words: &[String]) -> Vec<Document> {
    let texts = (1..).zip(words).flat_map(|(count, word)| std::iter::repeat_n(word, count));
    texts.enumerate().map(|(number, word)| document(number, "", word, "a")).collect()
}

#[test]
fn three_letters_stand_for_fewer_words_than_two_the_most_frequent_ones() {
    let words = words("wolf", 'a'..='j', 70);
    let mut documents = more_and_more(&words);
    documents.push(document(documents.len(), "", "wolf", "a"));
    let index = index(&documents);
    let found = |typed: &str| {
        let options =
            SearchOptions { prefix: Prefix::Last, completions: 99, ..SearchOptions::default() };
        let results = index.search(typed, &options).unwrap();
        (results.total, results.completions)
    };
    let most = |count: usize| -> (usize, Vec<String>) {
        ((70 - count + 1..=70).sum(), words.iter().rev().take(count).cloned().collect())
    };
    assert_eq!(found("w"), most(64));
    assert_eq!(found("wo"), most(64));
    assert_eq!(found("wol"), most(20));
    let (total, completions) = most(20);
    assert_eq!(found("wolf"), (total + 1, completions), "and for itself");
    assert_eq!(found(&words[0]).0, 1);
}

#[test]
fn letters_are_counted_and_not_bytes() {
    let index = index(&more_and_more(&words("вол", 'а'..='е', 30)));
    let count = |typed: &str| {
        let options =
            SearchOptions { prefix: Prefix::Last, completions: 99, ..SearchOptions::default() };
        index.search(typed, &options).unwrap().completions.len()
    };
    assert_eq!([count("в"), count("во"), count("вол")], [30, 30, 20]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn completions_are_the_words_of_the_texts_that_begin_so(
        documents in documents(),
        word in prop::sample::select(&WORDS[..]),
        letters in 1usize..7,
    ) {
        let typed = word.get(..letters).unwrap_or(word);
        let options = SearchOptions { prefix: Prefix::Last, completions: 64, ..SearchOptions::default() };
        let results = index(&documents).search(&format!("zz {typed}"), &options).unwrap();
        let found: BTreeSet<&str> = results.completions.iter().map(|text| &text[3..]).collect();
        let begin: BTreeSet<&str> =
            words_of(&documents).into_iter().filter(|word| word.starts_with(typed)).collect();
        prop_assert_eq!(found.len(), results.completions.len());
        if begin.is_empty() {
            // Then those stand for it that are like it.
            prop_assert!(found.is_subset(&words_of(&documents)));
        } else {
            let longer = begin.into_iter().filter(|word| *word != typed);
            prop_assert_eq!(found, longer.collect());
        }
    }

    #[test]
    fn without_words_all_documents_are_listed_that_a_filter_leaves(
        documents in documents(),
        by_key: bool,
        limit in 0usize..9,
    ) {
        let wanted = documents.iter().filter(|document| document.filters["kind"] == ["a"]);
        let wanted: Vec<&str> = wanted.map(|document| document.id.as_str()).collect();
        let filter = Filter { key: "kind".into(), condition: Condition::Any(vec!["a".into()]) };
        let filters = if by_key { Vec::new() } else { vec![filter] };
        let options = SearchOptions { limit, filters, ..SearchOptions::default() };
        let query = if by_key { "kind:a" } else { "" };
        let index = index(&documents);
        let results = index.search(query, &options).unwrap();
        prop_assert_eq!(results.total, wanted.len());
        let found: Vec<&str> = results.hits.iter().map(|hit| hit.document.as_str()).collect();
        prop_assert_eq!(found, &wanted[..wanted.len().min(limit)]);
    }
}
