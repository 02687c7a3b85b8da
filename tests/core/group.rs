//! Several indexes searched as one, against one index of all their documents.

use crate::common::{document, some_levels};
use crate::merge::some_document;
use kindex::{
    Builder, Collapse, Config, Document, Error, Filter, Group, Index, Language, Levels, Links,
    Prefix, Results, Search, SearchOptions, ShardSizes, Sharded, Sort, shard, terms,
};
use proptest::prelude::*;

fn index(documents: &[Document], levels: &Levels, language: &str) -> Index {
    let language = Language::from_tag(language).unwrap();
    let config = Config { levels: levels.clone(), language, ..Config::default() };
    let mut builder = Builder::new(config);
    documents.iter().for_each(|document| builder.add(document.clone()).unwrap());
    Index::open(builder.finish().unwrap()).unwrap()
}

fn group(indexes: &[Index]) -> Group<'_> {
    Group::new(indexes.iter().map(|index| (index, 1.0))).unwrap()
}

/// The results without what only those of a group say, and completions in another order: they go by
/// the bytes of lists, of which a longer one has fewer for each posting.
fn as_one(mut results: Results) -> Results {
    results.completions.sort();
    results.left_out.iter_mut().for_each(|one| one.index = None);
    for hit in &mut results.hits {
        hit.index = None;
        hit.more.iter_mut().for_each(|hit| hit.index = None);
    }
    results
}

fn some_options() -> impl Strategy<Value = SearchOptions> {
    let prefix = prop_oneof![Just(Prefix::Off), Just(Prefix::Last), Just(Prefix::All)];
    let collapse = prop_oneof![3 => Just(Collapse::Max), 1 => Just(Collapse::Mean)];
    let page = (0usize..4, 1usize..6, prop::option::weighted(0.3, 1usize..3), any::<bool>());
    let values = (any::<bool>(), any::<bool>(), any::<bool>());
    (prefix, collapse, page, values, any::<bool>(), prop::option::weighted(0.2, 1usize..900))
        .prop_map(|(prefix, collapse, page, (filters, facets, sort), explain, max_tokens)| {
            let (offset, limit, per_document, group) = page;
            let key = || String::from("kind");
            SearchOptions {
                prefix,
                completions: 64,
                collapse,
                offset,
                limit,
                per_document,
                group,
                filters: if filters { vec![Filter::any("kind", ["1", "2"])] } else { Vec::new() },
                facets: if facets { vec![key()] } else { Vec::new() },
                sort: sort.then(|| Sort { key: key(), descending: true }),
                prefer: vec![Filter::any("kind", ["2"])],
                explain,
                max_tokens,
                ..SearchOptions::default()
            }
        })
}

/// More words than these do not stand for a beginning, and for a mistyped word.
const MAX_WORDS_OF_BEGINNING: usize = 20;
const MAX_WORDS_INSTEAD: usize = 8;

/// Whether more words may stand for one of a query than a search takes. It takes those with the
/// longest lists, and knows these by their bytes: several lists have others than one.
fn stands_for_many(index: &Index, query: &str) -> bool {
    let words: Vec<String> = index.words().unwrap().into_iter().map(|word| word.text).collect();
    let begin = |beginning: &str| words.iter().filter(|word| word.starts_with(beginning)).count();
    let mut found = false;
    terms(query, |term, _| {
        let first = &term[..term.chars().next().map_or(0, char::len_utf8)];
        let is_unknown = !words.iter().any(|word| word == term);
        found |= begin(term) > MAX_WORDS_OF_BEGINNING;
        found |= is_unknown && begin(first) > MAX_WORDS_INSTEAD;
    });
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Without stems a word is one in every index, so nothing may differ.
    #[test]
    fn a_group_answers_as_one_index_of_all(
        documents in prop::collection::vec(some_document(), 2..9),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
        levels in some_levels(),
        words in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        quoted in any::<bool>(),
        options in some_options(),
    ) {
        let numbered = documents.into_iter().enumerate();
        let documents: Vec<Document> = numbered.map(|(number, mut page)| {
            page.filters.insert("kind".into(), vec![(number % 3).to_string()]);
            let (id, lang, links) = (number.to_string(), None, Links::default());
            Document { id, lang, links, ..page }
        }).collect();
        let text: String = documents.iter().map(|page| [&page.title, " ", &page.text, " "].concat()).collect();
        let all: Vec<&str> = text.split_whitespace().collect();
        let words: Vec<&str> = words.iter().filter(|_| !all.is_empty()).map(|at| all[at.index(all.len())]).collect();
        let query = if quoted { format!("\"{}\"", words.join(" ")) } else { words.join(" ") };
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| 1 + cut.index(documents.len() - 1)).collect();
        cuts.extend([0, documents.len()]);
        cuts.sort_unstable();
        cuts.dedup();
        let parts: Vec<Index> = cuts.windows(2).map(|cut| index(&documents[cut[0]..cut[1]], &levels, "none")).collect();
        let one = index(&documents, &levels, "none");
        let options = if stands_for_many(&one, &query) {
            SearchOptions { prefix: Prefix::Off, fuzzy: false, ..options }
        } else {
            options
        };
        match (group(&parts).search(&query, &options), one.search(&query, &options)) {
            (Ok(found), Ok(expected)) => {
                let (found, expected) = (as_one(found), as_one(expected));
                let short = |results: &Results| format!(
                    "{query}: {} {:?} {:?} {:?} {:?}",
                    results.total, results.did_you_mean, results.completions, results.facets,
                    results.hits.iter().map(|hit| (&hit.id, hit.score, hit.pinned, &hit.snippet)).collect::<Vec<_>>()
                );
                prop_assert_eq!(short(&found), short(&expected));
                prop_assert_eq!(found, expected);
            }(found, expected) => prop_assert_eq!(found.err(), expected.err()),
        }
    }
}

fn english(pages: &[(&str, &str)]) -> Vec<Document> {
    pages.iter().map(|(id, text)| document(id, "", text)).collect()
}

/// The results of each half of some pages as a group, and of all as one index.
fn halves(pages: &[(&str, &str)], query: &str) -> (Results, Results) {
    let levels = Levels::default();
    let documents = english(pages);
    let (one, other) = documents.split_at(documents.len() / 2);
    let parts = [index(one, &levels, "en"), index(other, &levels, "en")];
    let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
    let found = group(&parts).search(query, &options).unwrap();
    (as_one(found), as_one(index(&documents, &levels, "en").search(query, &options).unwrap()))
}

#[test]
fn a_stem_is_one_in_indexes_that_have_other_words_of_it() {
    let pages = [
        ("a", "A server that runs and runs.\n"),
        ("b", "Nothing that is of use, but the serving of a server.\n"),
        ("c", "It is running here. He has run.\n"),
        ("d", "Connections were preserved, and preserving one is no use.\n"),
    ];
    // The first is in one index alone, the next two in both. Others are mistyped or unfinished.
    for query in ["preserves", "runs", "running", "use", "preservd", "serv", "run serving", "co"] {
        let (found, expected) = halves(&pages, query);
        assert!(!expected.hits.is_empty(), "{query}");
        assert_eq!(found, expected, "{query}");
    }
}

/// Compares documents in two halves with all in one index.
fn compare(documents: &[Document], query: &str, options: &SearchOptions) -> Results {
    let levels = Levels::default();
    let (one, other) = documents.split_at(documents.len() / 2);
    let parts = [index(one, &levels, "en"), index(other, &levels, "en")];
    let found = as_one(group(&parts).search(query, options).unwrap());
    let expected = index(documents, &levels, "en").search(query, options).unwrap();
    assert_eq!(found, as_one(expected), "{query}");
    found
}

#[test]
fn links_tell_pages_of_one_name_in_two_indexes_apart() {
    let page = |id: u32, title: &str, text: &str, targets: Vec<Vec<u32>>| Document {
        links: Links { addresses: vec![id], targets },
        ..document(&id.to_string(), title, text)
    };
    let documents = [
        page(0, "Setup", "First of all.\n", Vec::new()),
        page(1, "More", "To begin.\n", vec![vec![0]; 9]),
        page(2, "Setup", "First of all.\n", Vec::new()),
        page(3, "Rest", "To end.\n", Vec::new()),
    ];
    let found = compare(&documents, "setup", &SearchOptions::default());
    assert_eq!(found.hits[0].id, "0#1.0");
    assert!(found.hits[0].score > found.hits[1].score);
}

#[test]
fn a_long_question_ends_where_it_would_in_one_index() {
    let text = |number: usize| match number {
        0..25 => "Amber bends copper drifts.\n",
        _ => "Amber alone.\n",
    };
    let pages = (0..50).map(|number| document(&number.to_string(), "", text(number)));
    let pages: Vec<Document> = pages.collect();
    let found = compare(&pages, "amber bends copper drifts", &SearchOptions::default());
    assert_eq!(found.total, 25);
}

/// Of 30 words the 20 with the longest lists stand for a beginning; rare ones have pages alone.
#[test]
fn as_many_words_stand_for_a_beginning_as_in_one_index() {
    let word = |half: usize, nth: usize| {
        format!(
            "pre{}{} ",
            ["ba", "ko"][half],
            [
                "zu", "lo", "mi", "ta", "re", "si", "go", "fu", "hi", "de", "ny", "pa", "ve", "xo",
                "qui"
            ][nth]
        )
    };
    let mut pages = Vec::new();
    for half in 0..2 {
        for at in 0..40 {
            let words = (0..15).filter(|nth| at <= 2 * nth + half).map(|nth| word(half, nth));
            pages.push(document(&format!("{half}-{at}"), "", &(words.collect::<String>() + "\n")));
        }
        for nth in 0..4 {
            pages.push(document(&format!("{half}-rare-{nth}"), "", &(word(half, nth) + "\n")));
        }
    }
    let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
    let found = compare(&pages, "pre", &options);
    assert!(found.total < pages.len(), "{}", found.total);
}

/// A word that one index has only as another spelling of a name.
#[test]
fn a_spelling_is_the_word_itself_where_an_index_has_that() {
    let pages = [
        ("a", "The project's cameraReady event. A camera-ready copy is camera ready.\n"),
        ("b", "Nothing else is here, but Next.js and v-model.\n"),
        ("c", "It is cameraready, and camera ready too. See nextjs and vmodel.\n"),
        ("d", "Other things. A project, and the project's end. The cameraReady event.\n"),
    ];
    for query in ["cameraready", "cameraReady", "camera ready", "next.js", "nextjs", "project"] {
        let (found, expected) = halves(&pages, query);
        assert_eq!(found, expected, "{query}");
    }
}

/// Rules say so where two indexes have no word of it in common.
#[test]
fn a_stem_is_one_in_indexes_that_have_no_word_of_it_in_common() {
    let pages = [
        ("a", "To preserve it.\n"),
        ("b", "Other.\n"),
        ("c", "It is preserved.\n"),
        ("d", "More.\n"),
    ];
    for query in ["preserve", "preserved", "preserving"] {
        let (found, expected) = halves(&pages, query);
        assert_eq!(found, expected, "{query}");
        assert_eq!(found.total, 2, "{query}");
    }
}

#[test]
fn a_word_of_one_index_stands_for_no_other_in_the_rest() {
    let (found, expected) = halves(&[("a", "A cactus.\n"), ("b", "A cactuz.\n")], "cactuz");
    assert_eq!(found, expected);
    assert_eq!((found.total, found.did_you_mean), (1, None));
}

/// Every index knows the stop words of its languages, also those that its texts lack.
#[test]
fn a_stop_word_of_one_index_is_found_where_it_is_none() {
    let mut pages = english(&[
        ("a", "Das Haus hat ein Dach.\n"),
        ("b", "Other pages.\n"),
        ("c", "Roll a die. To roll it again costs a turn.\n"),
        ("d", "A roll of paper.\n"),
    ]);
    pages[0].lang = Some("de".into());
    let found = compare(&pages, "die roll", &SearchOptions::default());
    assert_eq!(found.hits[0].document, "c");
}

/// The page of one index has a word that is cut where a child ends. In its parent it is whole, and
/// is then one that only the other index knows.
#[test]
fn a_word_of_one_index_is_marked_in_all() {
    let long = ["a", &"\u{301}".repeat(20), "b\n"].concat();
    let documents = english(&[("a", "ab\n"), ("b", &long)]);
    let levels = Levels::new(&[60, 12], &[]).unwrap();
    let parts = [0, 1].map(|at| index(&documents[at..=at], &levels, "none"));
    let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
    let found = as_one(group(&parts).search("a", &options).unwrap());
    assert_eq!(found, as_one(index(&documents, &levels, "none").search("a", &options).unwrap()));
    let marked: Vec<_> = found.hits.iter().map(|hit| (&*hit.id, hit.highlights.len())).collect();
    assert_eq!(marked, [("b#1.0", 1), ("a#1.0", 1)]);
}

#[test]
fn letters_of_one_index_are_known_in_all() {
    let (found, expected) = halves(&[("a", "Ein Straße.\n"), ("b", "文字を検索する\n")], "検索");
    assert_eq!(found, expected);
    assert_eq!(found.total, 1);
}

#[test]
fn an_index_may_count_less_and_says_where_a_result_is_from() {
    let levels = Levels::default();
    let part = |id: &str| index(&english(&[(id, "Ripe pears.\n")]), &levels, "en");
    let (one, other) = (part("a"), part("b"));
    let group = Group::new([(&one, 1.0), (&other, 2.0)]).unwrap();
    let found = group.search("pears", &SearchOptions::default()).unwrap();
    let hits: Vec<_> = found.hits.iter().map(|hit| (hit.index, &*hit.id)).collect();
    assert_eq!(hits, [(Some(1), "b#1.0"), (Some(0), "a#1.0")]);
    assert_eq!(found.hits[0].score, 2.0 * found.hits[1].score);
    assert_eq!(one.search("pears", &SearchOptions::default()).unwrap().hits[0].index, None);
}

#[test]
fn what_cannot_be_one_is_refused_by_name() {
    let documents = english(&[("a", "Ripe pears.\n")]);
    let one = index(&documents, &Levels::default(), "en");
    let other = index(&documents, &Levels::new(&[100, 200], &[]).unwrap(), "en");
    let refused =
        |members: &[(&Index, f64)]| Group::new(members.iter().copied()).err().unwrap().to_string();
    let cut = refused(&[(&one, 1.0), (&other, 1.0)]);
    assert!(cut.contains("levels: index 2 was built with other chunks than the first"), "{cut}");
    assert!(refused(&[]).contains("indexes: there are none"));
    for weight in [0.0, -1.0, 101.0, f64::NAN] {
        assert!(refused(&[(&one, weight)]).contains("weight: accepted are"), "{weight}");
    }
    let two = Group::new([(&one, 1.0), (&one, 1.0)]).unwrap();
    let vector = Some(kindex::QueryVector::new(vec![1.0]));
    let options = SearchOptions { vector, ..SearchOptions::default() };
    let error = two.search("pears", &options).unwrap_err().to_string();
    assert!(error.contains("several indexes are ranked by words alone"), "{error}");
}

/// A search of several indexes in several files takes a round more at most.
#[test]
fn shards_of_all_indexes_are_asked_for_together() {
    let corpus =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/guide-v1.kdx")).unwrap();
    let sizes = ShardSizes { words: 1 << 10, postings: 1 << 10, documents: 300, pairs: true };
    let more = (0..40).map(|n| format!("Page {n} says how to install, search and deploy.\n"));
    let more: Vec<Document> =
        more.enumerate().map(|(n, text)| document(&format!("more-{n}"), "", &text)).collect();
    let more = index(&more, &Levels::default(), "en");
    let whole = [Index::open(corpus).unwrap(), more];
    let cut: Vec<_> = whole.iter().map(|index| shard(index.bytes(), &sizes).unwrap()).collect();
    for query in ["install", "how do I deploy the site with rsync", "\"permission denied\"", "serv"]
    {
        let options = SearchOptions { prefix: Prefix::Last, limit: 5, ..SearchOptions::default() };
        let mut parts: Vec<Index> =
            cut.iter().map(|part| Index::open(part.head.clone()).unwrap()).collect();
        let mut search = Search::new(query, options.clone());
        let mut rounds = 0;
        let found = loop {
            match search.run_all(&group(&parts)) {
                Err(Error::Missing) => rounds += 1,
                found => break found.unwrap(),
            }
            for (index, part) in parts.iter_mut().zip(&cut) {
                for number in index.wanted() {
                    index.load(number, part.shards[number].bytes.clone()).unwrap();
                }
            }
        };
        assert_eq!(found, group(&whole).search(query, &options).unwrap(), "{query}");
        let one = rounds_of_one(&cut[0], query, &options);
        assert!(rounds <= one + 1, "{query}: {rounds} rounds, and {one} for one index");
    }
}

fn rounds_of_one(part: &Sharded, query: &str, options: &SearchOptions) -> usize {
    let mut index = Index::open(part.head.clone()).unwrap();
    let mut search = Search::new(query, options.clone());
    let mut rounds = 0;
    while let Err(Error::Missing) = search.run(&index) {
        rounds += 1;
        for number in index.wanted() {
            index.load(number, part.shards[number].bytes.clone()).unwrap();
        }
    }
    rounds
}
