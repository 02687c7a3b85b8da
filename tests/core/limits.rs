//! A limit leaves the best of the results without one, in the same order and with the same scores.
//! An offset leaves those that follow. So it does although documents are passed over that cannot be
//! among the best. An index in several files passes over the same.

use crate::common::{answer, build, document};
use kindex::{
    Collapse, Document, Filter, Hit, Index, Levels, Prefix, Ranking, Results, SearchOptions,
    ShardSizes, Weights, shard,
};
use proptest::prelude::*;

/// Words of which the first is in most places, the second in half as many, and so on. Unfinished,
/// the first stands for the second too.
fn some_word() -> impl Strategy<Value = &'static str> {
    prop_oneof![16 => Just("ant"), 8 => Just("antler"), 4 => Just("cat"), 2 => Just("dog"), 1 => Just("elk")]
}

fn some_words(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(some_word(), 1..most).prop_map(|words| words.join(" "))
}

/// Such words among others that no query has: where they are few, it
/// matters what stands above them.
fn some_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![3 => Just("fox"), 1 => some_word()];
    prop::collection::vec(word, 1..25).prop_map(|words| words.join(" "))
}

/// A title, another name, sections with or without a heading, extra words, a boost and a tag.
fn some_document() -> impl Strategy<Value = Document> {
    let text = prop_oneof![1 => Just(String::new()), 9 => some_text()];
    let section = (prop::option::of(some_words(3)), text);
    let extra = prop::option::weighted(0.2, some_words(3));
    let boost = prop_oneof![4 => Just(1.0), 1 => 0.1..9.0f64];
    let sections = prop::collection::vec(section, 1..5);
    let name = prop::option::weighted(0.2, some_words(3));
    let tag = prop::sample::select(vec!["red", "blue", "green"]);
    (some_words(4), name, sections, extra, boost, tag).prop_map(
        |(title, name, sections, extra, boost, tag)| {
            let section = |(heading, text): (Option<String>, String)| match heading {
                Some(heading) => format!("## {heading}\n\n{text}\n\n"),
                None => format!("{text}\n\n"),
            };
            let text: String = sections.into_iter().map(section).collect();
            let (extra, names) = (extra.unwrap_or_default(), name.into_iter().collect());
            let meta = [("tag".into(), tag.into())].into();
            Document { extra, names, boost, meta, ..document("", &title, &text) }
        },
    )
}

/// The sizes of one, two and three levels.
const SIZES: [&[u32]; 3] = [&[60], &[30, 90], &[20, 60, 180]];

/// The facts that results depend on besides the scores of words: mostly nothing, or one thing.
fn some_way() -> impl Strategy<Value = SearchOptions> {
    let plain = SearchOptions::default;
    let filters = vec![Filter::any("tag", ["red", "blue"])];
    let sort = Some("tag".parse().unwrap());
    prop_oneof![
        8 => Just(plain()),
        1 => Just(SearchOptions { collapse: Collapse::Mean, ..plain() }),
        2 => (0.5..1.0f64).prop_map(move |share| SearchOptions { auto_merge: Some(share), ..plain() }),
        1 => (1usize..3).prop_map(move |siblings| SearchOptions { siblings, ..plain() }),
        1 => (1usize..200).prop_map(move |most| SearchOptions { max_tokens: Some(most), ..plain() }),
        1 => Just(SearchOptions { filters, ..plain() }),
        1 => Just(SearchOptions { sort, ..plain() }),
        1 => Just(SearchOptions { facets: vec!["tag".into()], ..plain() }),
    ]
}

/// For an index with a number of levels.
fn some_options(levels: usize) -> impl Strategy<Value = SearchOptions> {
    let weight = || prop_oneof![1 => Just(0.0), 9 => 0.0..3.0f64];
    let ranking = prop_oneof![4 => Just(Ranking::Kindex), 1 => Just(Ranking::Textbook)];
    let shapes = (0..levels, 0..=levels, prop::option::of(1usize..3), any::<bool>());
    let bm25 = (prop_oneof![Just(0.0), 0.0..3.0f64], prop_oneof![Just(1.0), 0.0..1.0f64]);
    let tried = (bm25, weight(), weight()).prop_map(|((k1, b), title, heading)| Weights {
        k1,
        b,
        title,
        heading,
    });
    let weights = prop_oneof![1 => Just(Weights::default()), 2 => tried];
    (weights, ranking, shapes, some_way()).prop_map(move |(weights, ranking, shapes, way)| {
        let (match_level, above, per_document, group) = shapes;
        SearchOptions {
            match_level,
            return_level: Some((match_level + above).min(levels)),
            weights,
            ranking,
            per_document,
            group,
            ..way
        }
    })
}

/// The sizes of levels, and how to search an index with these.
fn some_search() -> impl Strategy<Value = (&'static [u32], SearchOptions)> {
    prop::sample::select(&SIZES[..]).prop_flat_map(|sizes| (Just(sizes), some_options(sizes.len())))
}

/// The answers of an index that is cut into files of a document or a word each.
fn in_several_files(blob: &[u8], query: &str, options: &SearchOptions) -> Results {
    let sizes = ShardSizes { words: 1, postings: 1, documents: 1, pairs: true };
    let sharded = shard(blob, &sizes).unwrap();
    let mut index = Index::open(sharded.head.clone()).unwrap();
    answer(&mut index, &sharded, |index| index.search(query, options)).0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_limit_leaves_the_best(
        mut documents in prop::collection::vec(some_document(), 1..40),
        query in some_words(4),
        sign in prop_oneof![8 => Just(""), 1 => Just("+"), 1 => Just("-")],
        left_off in 0usize..2,
        overlap in prop_oneof![Just(0.0), Just(0.3)],
        (sizes, options) in some_search(),
        limit in 1usize..6,
    ) {
        // Of an unfinished word, and of a mistyped one, occurrences count less.
        let query = [sign, &query[..query.len() - left_off]].concat();
        let options = SearchOptions { prefix: if left_off > 0 { Prefix::Last } else { Prefix::Off }, ..options };
        let levels = Levels::new(sizes, &[overlap]).unwrap();
        for (number, document) in documents.iter_mut().enumerate() {
            document.id = format!("{number:02}");
        }
        let blob = build(documents, levels);
        let index = Index::open(&blob).unwrap();
        let all = SearchOptions { limit: usize::MAX, ..options.clone() };
        let all = index.search(&query, &all).unwrap();
        let options = SearchOptions { limit, ..options };
        let best = index.search(&query, &options).unwrap();
        prop_assert_eq!((best.total, &best.facets), (all.total, &all.facets));
        // Where they fill a number of tokens, groups are taken apart.
        if options.max_tokens.is_none() {
            prop_assert_eq!(&best.hits[..], &all.hits[..all.hits.len().min(limit)]);
        }
        prop_assert_eq!(in_several_files(&blob, &query, &options), best);
    }
}

/// An order, whether there is a filter, and what comes first, if anything does.
fn some_order() -> impl Strategy<Value = SearchOptions> {
    let sort = prop::sample::select(vec![None, Some("tag"), Some("tag:desc")]);
    let wanted = vec![Filter::any("tag", ["blue"]), Filter::any("tag", ["green", "red"])];
    let prefer = prop::sample::subsequence(wanted, 0..=2);
    (sort, any::<bool>(), prefer).prop_map(|(sort, is_narrow, prefer)| SearchOptions {
        sort: sort.map(|sort| sort.parse().unwrap()),
        filters: is_narrow.then(|| Filter::any("tag", ["red", "blue"])).into_iter().collect(),
        prefer,
        ..SearchOptions::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pages_of_results_follow_each_other(
        mut documents in prop::collection::vec(some_document(), 1..40),
        query in prop_oneof![4 => some_words(4), 1 => some_words(3).prop_map(|words| format!("\"{words}\"")), 1 => Just(String::new())],
        order in some_order(),
        (sizes, options) in some_search(),
        limit in 1usize..9,
        fills in any::<bool>(),
    ) {
        for (number, document) in documents.iter_mut().enumerate() {
            document.id = format!("{number:02}");
        }
        // As an order by what no page has is refused.
        documents[0].meta = [("tag".into(), "red".into())].into();
        let SearchOptions { sort, filters, prefer, .. } = order;
        let max_tokens = fills.then_some(usize::MAX);
        let options = SearchOptions { sort, filters, prefer, max_tokens, ..options };
        let blob = build(documents, Levels::new(sizes, &[0.0]).unwrap());
        let index = Index::open(&blob).unwrap();
        let search = |offset, limit| {
            index.search(&query, &SearchOptions { offset, limit, ..options.clone() }).unwrap()
        };
        let all = search(0, usize::MAX);
        let mut found = Vec::new();
        for offset in (0..=all.total).step_by(limit) {
            let page = search(offset, limit);
            prop_assert!(page.total_is_lower_bound || page.total == all.total);
            let counted = SearchOptions { offset, limit, ..options.clone() };
            prop_assert_eq!(&in_several_files(&blob, &query, &counted), &page);
            prop_assert!(fills || page.hits.len() <= limit);
            found.extend(page.hits);
        }
        prop_assert_eq!(&found, &all.hits);
        prop_assert_eq!(search(usize::MAX, limit).hits.len(), 0);
    }
}

/// A result as it is without its text, and the places in the snippet of
/// the words that it marks there.
fn shortened(hit: &Hit) -> Hit {
    let lines = [&hit.title].into_iter().chain(&hit.headings).chain([&hit.snippet]);
    let text = lines.map(String::as_str).collect::<Vec<_>>().join("\n");
    let snippet_start = text.len() - hit.snippet.len();
    let end = hit.snippet_start + hit.snippet.len();
    let inside = hit.highlights.iter().filter(|mark| mark.0 >= hit.snippet_start && mark.1 <= end);
    let moved = |at: usize| at - hit.snippet_start + snippet_start;
    Hit {
        highlights: inside.map(|mark| (moved(mark.0), moved(mark.1))).collect(),
        more: hit.more.iter().map(shortened).collect(),
        children: Vec::new(),
        tokens: 0,
        text,
        snippet_start,
        ..hit.clone()
    }
}

/// Leaves the marks of the snippet.
fn without_marks_above(mut hit: Hit) -> Hit {
    hit.highlights.retain(|mark| mark.0 >= hit.snippet_start);
    hit.more = hit.more.into_iter().map(without_marks_above).collect();
    hit
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn results_without_texts_show_the_same(
        mut documents in prop::collection::vec(some_document(), 1..20),
        query in prop_oneof![4 => some_words(4), 1 => some_words(3).prop_map(|words| format!("\"{words}\""))],
        (sizes, options) in some_search(),
    ) {
        for (number, document) in documents.iter_mut().enumerate() {
            document.id = format!("{number:02}");
        }
        let blob = build(documents, Levels::new(sizes, &[0.0]).unwrap());
        let with = SearchOptions { max_tokens: None, ..options };
        let without = SearchOptions { texts: false, ..with.clone() };
        let mut expected = Index::open(&blob).unwrap().search(&query, &with).unwrap();
        expected.hits = expected.hits.iter().map(shortened).collect();
        let mut found = Index::open(&blob).unwrap().search(&query, &without).unwrap();
        prop_assert_eq!(&in_several_files(&blob, &query, &without), &found);
        found.hits = found.hits.into_iter().map(without_marks_above).collect();
        prop_assert_eq!(found, expected);
    }
}

/// The things that a query may say of a phrase.
fn some_sign() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", "+", "-", "title:", "heading:", "cat OR ", "-heading:"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn phrases_that_are_not_named_are_looked_for_everywhere(
        mut documents in prop::collection::vec(some_document(), 1..40),
        phrases in prop::collection::vec((some_sign(), some_words(4)), 1..4),
        word in some_words(3),
        overlap in prop_oneof![Just(0.0), Just(0.3)],
        (sizes, options) in some_search(),
        limit in 1usize..6,
        bytes in 0usize..600,
    ) {
        let clause = |(sign, phrase): &(&str, String)| format!("{sign}\"{phrase}\" ");
        let query: String = phrases.iter().map(clause).collect::<String>() + &word;
        let levels = Levels::new(sizes, &[overlap]).unwrap();
        for (number, document) in documents.iter_mut().enumerate() {
            document.id = format!("{number:02}");
        }
        let blob = build(documents, levels);
        let index = Index::open(&blob).unwrap();
        let all = SearchOptions { limit: usize::MAX, ..options.clone() };
        let all = index.search(&query, &all).unwrap();
        prop_assert_eq!((all.total_is_lower_bound, all.unchecked_phrases.len()), (false, 0));
        let options = SearchOptions { limit, ..options };
        for phrase_bytes in [None, Some(bytes)] {
            let options = SearchOptions { phrase_bytes, ..options.clone() };
            let best = index.search(&query, &options).unwrap();
            if best.unchecked_phrases.is_empty() {
                if options.max_tokens.is_none() {
                    prop_assert_eq!(&best.hits[..], &all.hits[..all.hits.len().min(limit)]);
                }
                let is_all = best.total == all.total && best.facets == all.facets;
                let may_be_less = phrase_bytes.is_some() && best.total_is_lower_bound;
                prop_assert!(is_all || may_be_less && best.total <= all.total);
            } else {
                prop_assert!(phrase_bytes.is_some());
                let asked = |named: &String| phrases.iter().any(|(_, phrase)| phrase == named);
                prop_assert!(best.unchecked_phrases.iter().all(asked));
            }
            let several = in_several_files(&blob, &query, &options);
            if overlap > 0.0 {
                prop_assert_eq!(several, best);
                continue;
            }
            // There pairs of words say where phrases are, and only single words are read.
            prop_assert!(several.unchecked_phrases.iter().all(|phrase| !phrase.contains(' ')));
            if several.unchecked_phrases.is_empty() && options.max_tokens.is_none() {
                prop_assert_eq!(&several.hits[..], &all.hits[..all.hits.len().min(limit)]);
            }
            let is_exact = several.unchecked_phrases.is_empty() && !several.total_is_lower_bound;
            prop_assert!(!is_exact || several.total == all.total && several.facets == all.facets);
            let read = phrases.iter().any(|(_, phrase)| !phrase.contains(' '));
            prop_assert!(is_exact || read);
        }
    }
}

/// Pages each of which has two words, in this order, and one page that has them in the other.
fn pages_of_two_words() -> Vec<u8> {
    let sentence = "The moss is green, and a fern grows beside it. ";
    // Some are called so, and are best.
    let title = |number: usize| if number < 9 { "Moss is green" } else { "" };
    let page = |number| document(&format!("{number:03}"), title(number), &sentence.repeat(40));
    let other = document("other", "", "Here the fern moss grows.");
    build((0..300).map(page).chain([other]).collect(), Levels::new(&[300], &[0.0]).unwrap())
}

#[test]
fn reading_ends_where_the_best_are_certain_and_the_total_says_so() {
    let blob = pages_of_two_words();
    let index = Index::open(&blob).unwrap();
    let few = SearchOptions { limit: 3, ..SearchOptions::default() };
    let found = index.search("\"moss is green\"", &few).unwrap();
    assert!(found.total_is_lower_bound && found.unchecked_phrases.is_empty());
    let all = SearchOptions { limit: usize::MAX, ..SearchOptions::default() };
    let all = index.search("\"moss is green\"", &all).unwrap();
    assert!(!all.total_is_lower_bound && (3..all.total).contains(&found.total), "{}", found.total);
    assert_eq!(found.hits[..], all.hits[..3]);
}

#[test]
fn what_is_not_read_is_answered_as_plain_words_and_named() {
    let blob = pages_of_two_words();
    let index = Index::open(&blob).unwrap();
    let found = |query: &str, phrase_bytes| {
        let options = SearchOptions { phrase_bytes, ..SearchOptions::default() };
        let found = index.search(query, &options).unwrap();
        (found.hits.len() == 10, found.unchecked_phrases)
    };
    let few = SearchOptions { limit: 3, phrase_bytes: Some(1), ..SearchOptions::default() };
    let none_read = index.search("\"moss is green\"", &few).unwrap();
    assert!(none_read.total_is_lower_bound && none_read.unchecked_phrases == ["moss is green"]);
    // Without a bound, all is read that may have it.
    assert_eq!(found("\"fern moss\"", None), (false, vec![]));
    assert_eq!(found("\"fern moss\"", Some(1000)), (true, vec!["fern moss".to_owned()]));
    assert_eq!(found("moss -\"moss is\"", Some(1000)), (true, vec!["moss is".to_owned()]));
    // Nothing has all the words there, so nothing is read.
    assert_eq!(found("title:\"fern moss\"", Some(0)), (false, vec![]));
    assert_eq!(found("\"fern moss kelp\"", Some(0)), (false, vec![]));
    // A word whose stem has no other is answered by the lists.
    assert_eq!(found("\"moss\"", Some(0)), (true, vec![]));
    assert_eq!(found("moss -\"fern\"", Some(0)), (false, vec![]));
}

#[test]
fn the_last_byte_that_may_be_read_is_read() {
    let text = "Here the fern moss grows.";
    let blob = build(vec![document("a", "", text), document("b", "", text)], Levels::default());
    let index = Index::open(&blob).unwrap();
    for (bytes, all) in [(2 * text.len(), true), (2 * text.len() - 1, false), (text.len(), false)] {
        let options = SearchOptions { phrase_bytes: Some(bytes), ..SearchOptions::default() };
        let found = index.search("\"fern moss\"", &options).unwrap();
        assert_eq!((found.total, found.unchecked_phrases.is_empty()), (2, all), "{bytes}");
    }
}

#[test]
fn of_many_phrases_four_are_looked_for() {
    let blob = pages_of_two_words();
    let index = Index::open(&blob).unwrap();
    let found = |query: &str| index.search(query, &SearchOptions::default()).unwrap();
    let four = "\"moss is\" \"is green\" \"a fern\" \"fern grows\"";
    assert_eq!(found(four).unchecked_phrases, [""; 0]);
    let five = found(&format!("{four} \"fern moss\" -\"it the\""));
    assert_eq!(five.unchecked_phrases, ["fern moss", "it the"]);
    assert!(five.total > 10);
    // An alternative to what is not looked for is not looked for either.
    let other = found(&format!("{four} kelp OR \"fern moss\""));
    assert!(other.total > 10 && other.unchecked_phrases == ["fern moss"]);
}

#[test]
fn a_child_may_have_several_words_that_an_unfinished_one_stands_for() {
    let documents = [
        document("one word", "", "bear bear bear fox fox"),
        document("two words", "", "bear bear beat beat fox"),
    ];
    let blob = build(documents.into(), Levels::new(&[60], &[0.0]).unwrap());
    let index = Index::open(&blob).unwrap();
    let options = SearchOptions { prefix: Prefix::Last, limit: 1, ..SearchOptions::default() };
    let best = index.search("bea", &options).unwrap();
    assert_eq!(best.hits[0].document, "two words");
}
