//! Indexes with vectors of an embedder, against sums that share no code with them.

use crate::common::{answer, build, document};
use kindex::{
    Error, Filter, Hit, Index, Levels, QueryVector, SearchOptions, ShardSizes, Sort, VectorLevel,
    VectorSettings, Vectors, add_vectors, shard, verify,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The numbers of a vector.
const GIVEN: usize = 24;

/// Vectors as they are.
const EXACT: VectorSettings = VectorSettings { of: VectorLevel::Parents, dimensions: 0, bits: 32 };

const WORDS: [&str; 6] = ["alpha", "beta", "gamma", "delta", "omega", "kappa"];

/// Numbers that look random.
fn numbers(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f64 / f64::from(1 << 23) - 1.0
    })
}

fn vector(seed: u64) -> Vec<f32> {
    // Not around nothing, as those of embedders.
    numbers(seed).take(GIVEN).map(|number| (number + 0.3) as f32).collect()
}

/// Forty pages of one or two parents, each with two children or more.
fn plain() -> Vec<u8> {
    let page = |number: usize| {
        let word = |at: usize| WORDS[(number * 7 + at * (number + 3)) % WORDS.len()];
        let lines = |from: usize| {
            let line = |at| format!("{} {} filler of line {at}.\n\n", word(at), word(at + number));
            (from..from + 6).map(line).collect::<String>()
        };
        let text = format!("# Page {number}\n\n{}## Part two\n\n{}", lines(0), lines(9));
        let mut page = document(&format!("p{number:02}"), &format!("Page {number}"), &text);
        page.filters.insert("kind".into(), vec![["even", "odd"][number % 2].into()]);
        page
    };
    build((0..40).map(page).collect(), Levels::new(&[80, 200], &[]).unwrap())
}

/// The ids of all chunks of a level.
fn ids<B: AsRef<[u8]>>(index: &Index<B>, level: usize) -> Vec<String> {
    let pages = (0..40).map(|number| index.chunks(&format!("p{number:02}"), level).unwrap());
    pages.flatten().map(|chunk| chunk.id).collect()
}

fn given(plain: &[u8], level: usize) -> Vectors {
    let mut vectors = Vectors::new("a model", GIVEN).unwrap();
    for (seed, id) in ids(&Index::open(plain).unwrap(), level).iter().enumerate() {
        vectors.add(id, &vector(seed as u64 + 1)).unwrap();
    }
    vectors
}

fn with_vectors(settings: VectorSettings) -> Index {
    let plain = plain();
    let level = if settings.of == VectorLevel::Children { 0 } else { 1 };
    Index::open(add_vectors(&plain, &given(&plain, level), &settings).unwrap()).unwrap()
}

fn options(seed: u64) -> SearchOptions {
    let vector = Some(QueryVector::new(vector(seed)));
    SearchOptions { vector, limit: 1000, explain: true, ..SearchOptions::default() }
}

fn changed(options: &SearchOptions, change: impl Fn(&mut QueryVector)) -> SearchOptions {
    let mut options = options.clone();
    options.vector.iter_mut().for_each(change);
    options
}

/// The cosine of each parent and the query, about the mean of all parents.
fn cosines(index: &Index, seed: u64) -> BTreeMap<String, f64> {
    let normal = |vector: Vec<f64>| {
        let length = vector.iter().map(|number| number * number).sum::<f64>().sqrt();
        vector.into_iter().map(|number| number / length).collect::<Vec<f64>>()
    };
    let of = |seed: u64| normal(vector(seed).into_iter().map(f64::from).collect());
    let ids = ids(index, 1);
    let all: Vec<Vec<f64>> = (1..=ids.len() as u64).map(of).collect();
    let mean: Vec<f64> = (0..GIVEN)
        .map(|at| all.iter().map(|vector| vector[at]).sum::<f64>() / all.len() as f64)
        .collect();
    let centred = |vector: Vec<f64>| {
        normal(vector.iter().zip(&mean).map(|(number, mean)| number - mean).collect())
    };
    let query = centred(of(seed));
    let cosine = |vector: Vec<f64>| {
        centred(vector).iter().zip(&query).map(|(one, other)| one * other).sum::<f64>()
    };
    ids.into_iter().zip(all.into_iter().map(cosine)).collect()
}

fn search(index: &Index, query: &str, options: &SearchOptions) -> Vec<Hit> {
    index.search(query, options).unwrap().hits
}

fn names(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.id.as_str()).collect()
}

#[test]
fn without_words_results_are_in_the_order_of_their_cosines() {
    let index = with_vectors(EXACT);
    for seed in 500..510 {
        let cosines = cosines(&index, seed);
        let hits = search(&index, "", &options(seed));
        // Those that are farther than the mean of all are none.
        let mut order: Vec<_> = cosines.iter().filter(|(_, cosine)| **cosine > 0.0).collect();
        assert!(hits.len() == order.len() && hits.len() > 20);
        order.sort_by(|a, b| b.1.total_cmp(a.1));
        let order: Vec<_> = order.into_iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(names(&hits), order);
        for hit in &hits {
            let fusion = hit.explanation.as_ref().unwrap().fusion.unwrap();
            assert!((fusion.cosine - cosines[&hit.id]).abs() < 1e-5);
            assert_eq!((fusion.words, fusion.weight), (0.0, 1.0));
        }
    }
}

#[test]
fn scores_are_shares_of_the_best_and_cosines_above_zero() {
    let index = with_vectors(EXACT);
    for (query, weight) in [("alpha beta gamma", 0.5), ("delta omega", 0.4), ("kappa", 0.4)] {
        let options = changed(&options(900), |vector| vector.candidates = 1000);
        let words = SearchOptions { vector: None, ..options.clone() };
        let by_words: BTreeMap<_, _> =
            search(&index, query, &words).iter().map(|hit| (hit.id.clone(), hit.score)).collect();
        let best = by_words.values().copied().fold(0.0, f64::max);
        let cosines = cosines(&index, 900);
        let hits = search(&index, query, &options);
        let near =
            cosines.iter().filter(|(id, cosine)| **cosine > 0.0 || by_words.contains_key(*id));
        assert_eq!(hits.len(), near.count(), "{query}");
        for hit in &hits {
            let fusion = hit.explanation.as_ref().unwrap().fusion.unwrap();
            let expected = weight * cosines[&hit.id].max(0.0);
            assert!((fusion.meaning - expected).abs() < 1e-5, "{query}");
            assert_eq!(fusion.words + fusion.meaning, hit.score);
            if let Some(score) = by_words.get(&hit.id) {
                assert!((fusion.words - (1.0 - weight) * score / best).abs() < 1e-12, "{query}");
                assert!(!hit.children.is_empty());
            } else {
                assert!(hit.children.is_empty() && hit.highlights.is_empty());
            }
        }
        assert!(hits.is_sorted_by(|one, other| one.score >= other.score));
    }
}

#[test]
fn fewer_bits_and_numbers_keep_cosines() {
    let exact = cosines(&with_vectors(EXACT), 700);
    for (dimensions, bits, most) in [(0, 4, 0.08), (16, 4, 0.75), (16, 32, 0.75)] {
        let settings = VectorSettings { dimensions, bits, ..VectorSettings::default() };
        let hits = search(&with_vectors(settings), "", &options(700));
        let of = |hit: &Hit| hit.explanation.as_ref().unwrap().fusion.unwrap().cosine;
        let errors = hits.iter().map(|hit| (of(hit) - exact[&hit.id]).abs());
        let worst = errors.fold(0.0, f64::max);
        assert!(worst < most, "{dimensions} numbers of {bits} bits: {worst}");
    }
}

#[test]
fn a_parent_has_the_mean_of_its_children_and_the_best_child_counts() {
    let plain = plain();
    let children = given(&plain, 0);
    let of = |of| {
        let settings = VectorSettings { of, ..EXACT };
        Index::open(add_vectors(&plain, &children, &settings).unwrap()).unwrap()
    };
    let (parents, each) = (of(VectorLevel::Parents), of(VectorLevel::Children));
    // The vector of a child finds its parent, in either way.
    let first = ids(&parents, 0)[0].clone();
    let parent = parents.parent(&first).unwrap().unwrap().id;
    assert_eq!(names(&search(&each, "", &options(1)))[0], parent);
    assert_eq!(names(&search(&parents, "", &options(1)))[0], parent);
    let stats = each.vectors().unwrap().unwrap();
    assert_eq!((stats.level, stats.chunks, stats.all), (0, children.len(), children.len()));
    let stats = parents.vectors().unwrap().unwrap();
    assert_eq!((stats.level, stats.chunks), (1, stats.all));
    assert_eq!((stats.embedder.as_str(), stats.dimensions, stats.kept), ("a model", GIVEN, GIVEN));
}

#[test]
fn filters_and_signs_hold_for_what_vectors_find() {
    let index = with_vectors(VectorSettings::default());
    let mut filtered = options(5);
    filtered.filters.push(Filter::any("kind", ["odd"]));
    for query in ["", "alpha", "alpha beta gamma"] {
        let hits = search(&index, query, &filtered);
        assert!(hits.len() > 20, "{query}: {}", hits.len());
        assert!(hits.iter().all(|hit| hit.document[1..].parse::<u32>().unwrap() % 2 == 1));
    }
    for (query, word, has) in [
        ("NOT alpha", "alpha", false),
        ("beta -alpha", "alpha", false),
        ("+omega beta", "omega", true),
    ] {
        let hits = search(&index, query, &options(5));
        assert!(!hits.is_empty(), "{query}");
        for hit in hits {
            assert_eq!(hit.text.contains(word), has, "{query}: {}", hit.id);
        }
    }
}

#[test]
fn a_title_is_found_as_without_a_vector() {
    let index = with_vectors(VectorSettings::default());
    let (with, without) =
        (options(8), SearchOptions { vector: None, limit: 1000, ..SearchOptions::default() });
    let (one, other) = (search(&index, "page 7", &with), search(&index, "page 7", &without));
    assert_eq!(names(&one), names(&other));
    assert_eq!(one[0].score, other[0].score);
}

/// All results of a query, and the same by pages of five.
fn whole_and_paged(index: &Index, query: &str, options: &SearchOptions) -> [Vec<(String, f64)>; 2] {
    let found = |options: &SearchOptions| {
        let hits = search(index, query, options).into_iter();
        hits.flat_map(|mut hit| {
            let more = std::mem::take(&mut hit.more);
            std::iter::once(hit).chain(more).map(|hit| (hit.id, hit.score)).collect::<Vec<_>>()
        })
    };
    let whole = search(index, query, options).len();
    let page = |offset| SearchOptions { offset, limit: 5, ..options.clone() };
    let pages = (0..whole).step_by(5).flat_map(|offset| found(&page(offset)).collect::<Vec<_>>());
    [found(options).collect(), pages.collect()]
}

#[test]
fn pages_of_results_have_neither_gaps_nor_repeats() {
    let index = with_vectors(VectorSettings::default());
    let few = changed(&options(77), |vector| vector.candidates = 7);
    for (group, per_document) in
        [(false, None), (true, None), (false, Some(1)), (false, Some(2)), (true, Some(2))]
    {
        let options = SearchOptions { group, per_document, ..few.clone() };
        let query = "alpha beta gamma";
        let [whole, paged] = whole_and_paged(&index, query, &options);
        assert!(whole == paged, "{group} {per_document:?}: {whole:?} {paged:?}");
        let mut ids: Vec<_> = whole.iter().map(|(id, _)| id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), whole.len(), "{group} {per_document:?}");
        let results = index.search(query, &options).unwrap();
        assert_eq!(results.total, results.hits.len(), "{group} {per_document:?}");
        assert!(results.hits.is_sorted_by(|one, other| one.score >= other.score));
    }
}

#[test]
fn a_limit_for_documents_leaves_what_words_find() {
    let index = with_vectors(VectorSettings::default());
    let limited = SearchOptions { per_document: Some(3), ..options(77) };
    let with = search(&index, "alpha beta gamma", &limited);
    let words = SearchOptions { vector: None, ..limited };
    for hit in search(&index, "alpha beta gamma", &words) {
        assert!(names(&with).contains(&hit.id.as_str()), "{}", hit.id);
    }
}

#[test]
fn the_length_of_a_vector_counts_for_nothing() {
    let index = with_vectors(VectorSettings::default());
    let of = |factor: f32| {
        let options = changed(&options(4), |vector| {
            vector.values.iter_mut().for_each(|number| *number *= factor);
        });
        search(&index, "alpha", &options).into_iter().map(|hit| hit.id).collect::<Vec<_>>()
    };
    assert_eq!(of(1.0), of(1e25));
    assert_eq!(of(1.0), of(1e-25));
}

#[test]
fn results_of_a_document_are_grouped() {
    let index = with_vectors(VectorSettings::default());
    let grouped = SearchOptions { group: true, ..options(77) };
    let results = index.search("alpha beta gamma", &grouped).unwrap();
    let mut documents: Vec<_> = results.hits.iter().map(|hit| hit.document.clone()).collect();
    assert!(results.hits.iter().any(|hit| !hit.more.is_empty()));
    for hit in &results.hits {
        assert!(hit.more.len() <= 2);
        assert!(
            hit.more.iter().all(|more| more.document == hit.document && more.score <= hit.score)
        );
    }
    documents.sort_unstable();
    documents.dedup();
    assert_eq!((documents.len(), results.total), (results.hits.len(), results.hits.len()));
    assert!(documents.len() > 30);
    let one = SearchOptions { per_document: Some(1), ..options(77) };
    assert_eq!(search(&index, "alpha beta gamma", &one).len(), documents.len());
}

#[test]
fn a_budget_of_tokens_is_filled_in_the_same_order() {
    let index = with_vectors(VectorSettings::default());
    let few = SearchOptions { max_tokens: Some(300), ..options(3) };
    let results = index.search("alpha beta gamma", &few).unwrap();
    let all = search(&index, "alpha beta gamma", &options(3));
    let place = |hit: &Hit| all.iter().position(|other| other.id == hit.id).unwrap();
    assert!(results.hits.iter().map(place).is_sorted());
    assert_eq!(results.hits[0], all[0]);
    assert!(!results.left_out.is_empty());
}

#[test]
fn vectors_that_cannot_be_are_named() {
    let mut vectors = Vectors::new("m", 3).unwrap();
    vectors.add("p00#1.0", &[1.0, 2.0, 3.0]).unwrap();
    let error = |result: Result<(), Error>| result.unwrap_err().to_string();
    for (vector, what) in [
        (&[1.0, 2.0][..], "it has 2 numbers, not 3"),
        (&[1.0, f32::NAN, 0.0], "a number in it is not finite"),
        (&[1.0, f32::INFINITY, 0.0], "a number in it is not finite"),
        (&[0.0, 0.0, 0.0], "all its numbers are zero"),
    ] {
        let expected = format!("vectors: that of the chunk \"p01#1.0\": {what}");
        assert_eq!(error(vectors.add("p01#1.0", vector)), expected);
    }
    let twice = error(vectors.add("p00#1.0", &[1.0, 2.0, 3.0]));
    assert_eq!(twice, "vectors: that of the chunk \"p00#1.0\": it has another one already");
    vectors.add("p99#1.0", &[1.0, 0.0, 0.0]).unwrap();
    let plain = plain();
    let add = |vectors: &Vectors, settings: &VectorSettings| {
        add_vectors(&plain, vectors, settings).unwrap_err().to_string()
    };
    let settings = VectorSettings::default();
    let unknown = add(&vectors, &settings);
    assert!(unknown.contains("\"p99#1.0\": the index has no such child or parent"), "{unknown}");
    let none = add(&Vectors::new("m", 3).unwrap(), &settings);
    assert!(none.contains("no chunk has one"), "{none}");
    let bits = add(&given(&plain, 1), &VectorSettings { bits: 3, ..settings });
    assert_eq!(bits, "bits: accepted are 4 and 32");
    assert!(Vectors::new("m", 0).is_err());
    let sharded = shard(&plain, &ShardSizes::of_index(plain.len())).unwrap();
    assert!(add_vectors(&sharded.head, &given(&plain, 1), &settings).is_err());
}

/// It is the mean of all, so nothing is left of it.
#[test]
fn a_single_vector_is_one() {
    let plain = plain();
    let mut one = Vectors::new("m", 3).unwrap();
    one.add("p03#1.0", &[1.0, 2.0, 3.0]).unwrap();
    for bits in [4, 32] {
        let settings = VectorSettings { bits, ..EXACT };
        let index = Index::open(add_vectors(&plain, &one, &settings).unwrap()).unwrap();
        index.verify().unwrap();
        assert_eq!(index.vectors().unwrap().unwrap().chunks, 1);
        let vector = Some(QueryVector::new(vec![3.0, 2.0, 1.0]));
        let options = SearchOptions { vector, explain: true, ..SearchOptions::default() };
        let hits = search(&index, "alpha", &options);
        let cosine = |hit: &Hit| hit.explanation.as_ref().unwrap().fusion.unwrap().cosine;
        assert!(hits.iter().all(|hit| cosine(hit).abs() < 1e-30), "{bits}");
    }
}

#[test]
fn a_chunk_without_a_vector_is_found_by_words() {
    let plain = plain();
    let mut one = Vectors::new("m", 3).unwrap();
    one.add("p03#1.0", &[1.0, 2.0, 3.0]).unwrap();
    one.add("p04#1.0", &[1.0, -2.0, 3.0]).unwrap();
    let index = Index::open(add_vectors(&plain, &one, &EXACT).unwrap()).unwrap();
    index.verify().unwrap();
    let vector = Some(QueryVector::new(vec![1.0, 2.0, 3.0]));
    let options = SearchOptions { vector, limit: 1000, ..SearchOptions::default() };
    assert_eq!(names(&search(&index, "", &options)), ["p03#1.0"]);
    let words = search(&index, "alpha", &SearchOptions { vector: None, ..options.clone() });
    assert!(search(&index, "alpha", &options).len() >= words.len());
}

#[test]
fn queries_that_do_not_fit_are_refused() {
    let index = with_vectors(VectorSettings::default());
    let fail = |index: &Index, options: &SearchOptions| {
        index.search("alpha", options).unwrap_err().to_string()
    };
    let with = |change: fn(&mut QueryVector)| fail(&index, &changed(&options(1), change));
    let short = with(|vector| vector.values.truncate(3));
    assert_eq!(short, "vector: it has 3 numbers, and those of the index have 24");
    assert!(with(|vector| vector.values[2] = f32::NAN).contains("not finite"));
    assert!(with(|vector| vector.values.fill(0.0)).contains("all its numbers are zero"));
    assert!(with(|vector| vector.alpha = 1.5).starts_with("alpha: "));
    assert!(with(|vector| vector.candidates = 0).starts_with("candidates: "));
    let other = with(|vector| vector.embedder = Some("another".into()));
    assert_eq!(other, "embedder: the vectors of the index are those of a model, not of another");
    let unnamed = {
        let plain = plain();
        let mut vectors = Vectors::new("", GIVEN).unwrap();
        vectors.add("p00#1.0", &vector(1)).unwrap();
        Index::open(add_vectors(&plain, &vectors, &EXACT).unwrap()).unwrap()
    };
    let any = changed(&options(1), |vector| vector.embedder = Some("any".into()));
    assert!(unnamed.search("alpha", &any).is_ok());
    let same = changed(&options(1), |vector| vector.embedder = Some("a model".into()));
    assert!(index.search("alpha", &same).is_ok());
    let sort = Some(Sort { key: "kind".into(), descending: false });
    assert!(fail(&index, &SearchOptions { sort, ..options(1) }).starts_with("sort: "));
    let none = fail(&Index::open(plain()).unwrap(), &options(1));
    assert!(none.contains("the index has no vectors"), "{none}");
}

#[test]
fn an_index_in_several_files_puts_what_words_find_in_order() {
    let whole = with_vectors(VectorSettings::default());
    let sharded = shard(whole.bytes(), &ShardSizes::of_index(1)).unwrap();
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let query = "alpha beta gamma";
    let (found, rounds) = answer(&mut index, &sharded, |index| index.search(query, &options(9)));
    assert_eq!(rounds.len(), 2, "words, then vectors with the texts that come first: {rounds:?}");
    let found = found.hits;
    let words = SearchOptions { vector: None, ..options(9) };
    let mut by_words: Vec<_> =
        search(&whole, query, &words).into_iter().map(|hit| hit.id).collect();
    let mut ids: Vec<_> = found.iter().map(|hit| hit.id.clone()).collect();
    assert_ne!(ids, by_words);
    by_words.sort_unstable();
    ids.sort_unstable();
    assert_eq!(ids, by_words);
    let cosine = |hit: &Hit| hit.explanation.as_ref().unwrap().fusion.unwrap().cosine;
    let of_whole = search(&whole, query, &options(9));
    for hit in &found {
        let same = of_whole.iter().find(|other| other.id == hit.id).unwrap();
        assert_eq!(cosine(hit), cosine(same));
    }
}

#[test]
fn vectors_are_replaced_and_nothing_else_changes() {
    let plain = plain();
    let vectors = given(&plain, 1);
    let one = add_vectors(&plain, &vectors, &VectorSettings::default()).unwrap();
    assert_eq!(add_vectors(&one, &vectors, &VectorSettings::default()).unwrap(), one);
    verify(&one).unwrap();
    let (index, before) = (Index::open(one).unwrap(), Index::open(plain).unwrap());
    let without = SearchOptions::default();
    for query in ["alpha", "alpha beta gamma"] {
        assert_eq!(index.search(query, &without), before.search(query, &without), "{query}");
    }
    assert!(before.vectors().unwrap().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    /// Any vectors and settings: a whole index, and results in order.
    #[test]
    fn any_vectors_can_be_kept(
        given in 1usize..40,
        dimensions in 0usize..50,
        bits in prop::sample::select(vec![4u8, 32]),
        children: bool,
        seed in 1u64..1000,
    ) {
        let plain = plain();
        let mut vectors = Vectors::new("", given).unwrap();
        let level = usize::from(!children);
        for (at, id) in ids(&Index::open(&plain).unwrap(), level).iter().enumerate() {
            let values = numbers(seed + at as u64).take(given).map(|number| number as f32);
            if at % 3 > 0 {
                vectors.add(id, &values.collect::<Vec<_>>()).unwrap();
            }
        }
        let of = if children { VectorLevel::Children } else { VectorLevel::Parents };
        let bytes = add_vectors(&plain, &vectors, &VectorSettings { of, dimensions, bits }).unwrap();
        verify(&bytes).unwrap();
        let index = Index::open(bytes).unwrap();
        let query = numbers(seed).take(given).map(|number| number as f32).collect();
        let vector = Some(QueryVector::new(query));
        let options = SearchOptions { vector, ..SearchOptions::default() };
        let hits = search(&index, "alpha", &options);
        prop_assert_eq!(hits.len(), 10);
        prop_assert!(hits.iter().all(|hit| (0.0..=1.0).contains(&hit.score)));
        prop_assert!(hits.is_sorted_by(|one, other| one.score >= other.score));
    }
}

/// What an index keeps is what it compares with: the cosine of a kept vector with itself is 1, and
/// those of pairs are the sums of products.
#[test]
fn kept_vectors_are_those_that_are_compared() {
    let plain = plain();
    let index = Index::open(add_vectors(&plain, &given(&plain, 1), &EXACT).unwrap()).unwrap();
    let kept = index.kept_vectors().unwrap().unwrap();
    assert_eq!(kept.ids, ids(&index, 1));
    assert_eq!((kept.stats.kept, kept.values.len()), (GIVEN, kept.ids.len()));
    let options =
        SearchOptions { limit: kept.ids.len(), explain: true, ..SearchOptions::default() };
    for (at, id) in kept.ids.iter().enumerate().step_by(7) {
        let vector = Some(QueryVector::new(vector(at as u64 + 1)));
        let found = index.search("", &SearchOptions { vector, ..options.clone() }).unwrap();
        assert_eq!(&found.hits[0].id, id);
        for hit in &found.hits {
            let other = kept.ids.iter().position(|id| *id == hit.id).unwrap();
            let pairs = kept.values[at].iter().zip(&kept.values[other]);
            let sum: f32 = pairs.map(|(one, other)| one * other).sum();
            let cosine = hit.explanation.as_ref().unwrap().fusion.unwrap().cosine;
            assert!((cosine - f64::from(sum)).abs() < 1e-5, "{id} {}", hit.id);
        }
    }
    assert!(Index::open(plain).unwrap().kept_vectors().unwrap().is_none());
}

/// A query is brought to what an index keeps, also where that is a projection.
#[test]
fn a_query_beside_kept_vectors_has_the_cosines_of_a_search() {
    let plain = plain();
    let reduced = VectorSettings { of: VectorLevel::Children, dimensions: 8, bits: 4 };
    for settings in [EXACT, reduced] {
        let level = usize::from(settings.of == VectorLevel::Parents);
        let bytes = add_vectors(&plain, &given(&plain, level), &settings).unwrap();
        let index = Index::open(bytes).unwrap();
        let kept = index.kept_vectors().unwrap().unwrap();
        let query = QueryVector::new(vector(5));
        let values = index.kept_query(&query).unwrap();
        let return_level = Some(level);
        let vector = Some(query);
        let options = SearchOptions {
            vector,
            return_level,
            explain: true,
            limit: 20,
            ..SearchOptions::default()
        };
        let found = index.search("", &options).unwrap();
        assert_eq!(found.hits.len(), 20);
        for hit in &found.hits {
            let at = kept.ids.iter().position(|id| *id == hit.id).unwrap();
            let sum: f32 =
                values.iter().zip(&kept.values[at]).map(|(one, other)| one * other).sum();
            let cosine = hit.explanation.as_ref().unwrap().fusion.unwrap().cosine;
            // Rounded numbers may have a length above 1.
            let sum = f64::from(sum).clamp(-1.0, 1.0);
            assert!((cosine - sum).abs() < 1e-5, "{} {cosine} {sum}", hit.id);
        }
        let short = index.kept_query(&QueryVector::new(vec![1.0]));
        assert!(matches!(short, Err(Error::Config { name: "vector", .. })));
    }
    let without = Index::open(plain).unwrap().kept_query(&QueryVector::new(vector(5)));
    assert!(matches!(without, Err(Error::Config { name: "vector", .. })));
}
