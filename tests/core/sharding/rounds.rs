//! No more is loaded than an answer needs, and in few rounds.

use super::{BLOB, QUERIES, built, cut, search};
use crate::common::{answer, document};
use kindex::{
    Builder, Config, Document, Error, Filter, Index, Levels, Prefix, Search, SearchOptions,
    ShardSizes, shard,
};

#[test]
fn words_and_lists_come_in_one_round_and_texts_in_a_second() {
    let sharded = cut(1 << 10, 300);
    let options = SearchOptions { limit: 5, ..SearchOptions::default() };
    for query in ["install", "how do I deploy the site with rsync", "getElementById", "th", "検索"]
    {
        let (found, rounds) = search(&sharded, query, &options);
        assert!(rounds.len() <= 2, "{query:?}: {rounds:?}");
        // At most a shard for the document of each result.
        let texts = rounds.get(1).map_or(0, Vec::len);
        assert!(texts <= found.hits.len(), "{query:?}: {rounds:?}");
    }
}

/// Shards are taken away once they have served: a search that began anew would want them all again.
#[test]
fn a_search_goes_on_where_it_stopped() {
    let whole = Index::open(BLOB.clone()).unwrap();
    let sharded = cut(64, 300);
    let options = SearchOptions { group: true, ..SearchOptions::default() };
    for query in ["install", "how do I deploy the site with rsync", "getElementById"] {
        let mut index = Index::open(sharded.head.clone()).unwrap();
        let mut search = Search::new(query, options.clone());
        let mut rounds: Vec<Vec<usize>> = Vec::new();
        let results = loop {
            match search.run(&index) {
                Err(Error::Missing) => {}
                found => break found.unwrap(),
            }
            let wanted = index.wanted();
            assert!(!wanted.is_empty());
            if let [first] = rounds.as_slice() {
                first.iter().for_each(|&number| index.unload(number));
            }
            for &number in &wanted {
                index.load(number, sharded.shards[number].bytes.clone()).unwrap();
            }
            rounds.push(wanted);
        };
        assert_eq!(results, whole.search(query, &options).unwrap(), "{query:?}");
        assert_eq!(search.run(&index).unwrap(), results, "{query:?}");
        // The third round is for the words that are marked, which were taken away.
        let [first, _texts, words] = rounds.as_slice() else { panic!("{query:?}: {rounds:?}") };
        assert!(words.iter().all(|number| first.contains(number)), "{query:?}: {rounds:?}");
        assert!(words.len() < first.len(), "{query:?}: {rounds:?}");
    }
}

#[test]
fn a_head_is_a_small_part_of_the_index() {
    let sharded = shard(&BLOB, &ShardSizes::of_index(BLOB.len())).unwrap();
    assert!(sharded.head.len() * 10 < BLOB.len(), "{} of {}", sharded.head.len(), BLOB.len());
}

#[test]
fn where_words_do_not_lead_to_their_lists_it_takes_few_rounds_more() {
    let sharded = cut(64, 300);
    let options = SearchOptions { prefix: Prefix::Last, limit: 5, ..SearchOptions::default() };
    for query in QUERIES {
        let (_, rounds) = search(&sharded, query, &options);
        // Phrases are read in the texts, and mistyped words looked for in more and more words. The
        // word of which one is another form may stand in a file of its own.
        let more = match query {
            "antivurus" | "zzzzzz" => 2,
            "replacements migrate" => 1,
            _ if query.contains('"') => 2,
            _ => 0,
        };
        assert!(rounds.len() <= 3 + more, "{query:?}: {rounds:?}");
    }
}

/// Documents with a few versions and tags, and with descriptions that are all different.
fn classed() -> Vec<u8> {
    let mut builder = Builder::new(Config::default());
    for page in 0..60 {
        let text = format!("Coil the rope on deck, as page {page} says.\n\n").repeat(9);
        let mut page_of = document(&format!("{page}.md"), "Ropes", &text);
        let tags = ["deck", "mast", "sail"].into_iter().take(page % 4).map(Into::into).collect();
        match page {
            // Values of metadata count where there are no filters.
            59 => drop(page_of.meta.insert("tags".into(), "deck".into())),
            _ => drop(page_of.filters.insert("tags".into(), tags)),
        }
        page_of.meta.insert("version".into(), format!("{}.0", page % 5).into());
        page_of
            .meta
            .insert("about".into(), format!("What page {page} says of ropes and how").into());
        page_of.lang = Some(if page % 7 == 0 { "de" } else { "en" }.into());
        builder.add(page_of).unwrap();
    }
    builder.finish().unwrap()
}

#[test]
fn filters_facets_and_orders_take_one_file_in_the_first_round() {
    let blob = classed();
    let whole = Index::open(blob.clone()).unwrap();
    let sizes = ShardSizes { words: 1 << 10, postings: 1 << 10, documents: 600, pairs: true };
    let sharded = shard(&blob, &sizes).unwrap();
    let with = |change: &dyn Fn(&mut SearchOptions)| {
        let mut options = SearchOptions { limit: 3, ..SearchOptions::default() };
        change(&mut options);
        options
    };
    let plain = search(&sharded, "rope", &with(&|_| {})).1;
    let cases = [
        ("rope", with(&|o| o.filters = vec![Filter::any("tags", ["mast"])])),
        ("rope", with(&|o| o.filters = vec![Filter::any("lang", ["de"])])),
        ("rope", with(&|o| o.facets = vec!["tags".into(), "version".into(), "lang".into()])),
        ("rope", with(&|o| o.prefer = vec![Filter::any("lang", ["de"])])),
        ("rope", with(&|o| o.sort = Some("version:desc".parse().unwrap()))),
        ("rope tags:sail", with(&|_| {})),
        ("rope -version:2.0", with(&|_| {})),
        ("", with(&|o| o.filters = vec![Filter::any("version", ["3.0"])])),
    ];
    for (query, options) in cases {
        let (found, rounds) = search(&sharded, query, &options);
        assert_eq!(found, whole.search(query, &options).unwrap(), "{query:?}");
        assert_eq!(rounds.len(), 2, "{query:?} {options:?}: {rounds:?}");
        let columns = sharded.shards.len() - 2;
        assert!(rounds[0].contains(&columns), "{query:?} {options:?}: {rounds:?}");
        assert!(rounds[0].len() <= plain[0].len() + 1, "{query:?} {options:?}: {rounds:?}");
        assert!(rounds[1].len() <= 3, "{query:?} {options:?}: {rounds:?}");
    }
    let about = with(&|o| o.facets = vec!["about".into()]);
    let (found, rounds) = search(&sharded, "rope", &about);
    assert_eq!(found, whole.search("rope", &about).unwrap());
    assert!(rounds[1].len() > 10, "values that are all different are in the records: {rounds:?}");
}

#[test]
fn the_keys_take_one_file() {
    let blob = classed();
    let whole = Index::open(blob.clone()).unwrap();
    let sizes = ShardSizes { words: 1 << 10, postings: 1 << 10, documents: 600, pairs: true };
    let sharded = shard(&blob, &sizes).unwrap();
    for most in [0, 2, 20, usize::MAX] {
        let mut index = Index::open(sharded.head.clone()).unwrap();
        let (found, rounds) = answer(&mut index, &sharded, |index| index.keys(most));
        assert_eq!(rounds, [[sharded.shards.len() - 2]]);
        let mut expected = whole.keys(most).unwrap();
        let about = expected.iter_mut().find(|one| one.key == "about").unwrap();
        assert_eq!(about.total, 60);
        about.values.truncate(57);
        assert_eq!(found, expected);
    }
}

/// Documents of many chunks, with a boost that the file of all lengths has too.
fn boosted(levels: Levels) -> Vec<u8> {
    let mut builder = Builder::new(Config { levels, ..Config::default() });
    for page in 0..30 {
        let text = "Coil the rope on deck, then stow it.\n\n".repeat(page + 1);
        let boost = if page == 3 { 2.0 } else { 1.0 };
        let page = Document { boost, ..document(&format!("{page}.md"), "Ropes", &text) };
        builder.add(page).unwrap();
    }
    builder.finish().unwrap()
}

/// The tree above the children and the lengths.
#[test]
fn what_ranking_reads_of_all_documents_comes_with_the_words() {
    let blob = boosted(Levels::new(&[400, 350, 300, 250, 200, 150, 100, 50], &[0.1]).unwrap());
    let whole = Index::open(blob.clone()).unwrap();
    let levels = whole.stats().levels;
    let above = levels.iter().skip(1).map(|level| level.chunks as usize).sum::<usize>();
    // A document has a byte for what it begins with, one for lengths, and its boost.
    let bytes = above + (1 + 1 + 4) * 30;
    let sharded = |documents| {
        shard(&blob, &ShardSizes { words: 1 << 20, postings: 1 << 20, documents, pairs: true })
            .unwrap()
    };
    let (within, beyond) = (sharded(bytes), sharded(bytes - 1));
    assert!(beyond.head.len() + bytes < within.head.len() + 99);
    let mut index = Index::open(beyond.head.clone()).unwrap();
    assert_eq!(index.boosts(), Err(Error::Missing));
    let [ranking] = index.wanted()[..] else { panic!("one file") };
    let ask = |index: &Index| index.search("rope", &SearchOptions::default());
    let (found, rounds) = answer(&mut index, &beyond, ask);
    assert_eq!(found, whole.search("rope", &SearchOptions::default()).unwrap());
    assert_eq!(found.hits[0].document, "3.md");
    assert!(rounds.len() == 2 && rounds[0].contains(&ranking), "{rounds:?}");
    index.unload(ranking);
    assert_eq!(answer(&mut index, &beyond, ask), (found, vec![vec![ranking]]));
    assert_eq!(search(&within, "rope", &SearchOptions::default()).1.len(), 2);
}

#[test]
fn how_far_chunks_reach_back_is_with_their_documents() {
    let built = |overlaps: &[f64]| boosted(Levels::new(&[2000, 500, 50], overlaps).unwrap());
    let (blob, without) = (built(&[0.2]), built(&[]));
    let whole = Index::open(blob.clone()).unwrap();
    let sizes = ShardSizes { words: 1 << 20, postings: 1 << 20, documents: 4 << 10, pairs: true };
    let sharded = shard(&blob, &sizes).unwrap();
    let chunks = whole.stats().levels[0].chunks as usize;
    assert!(sharded.head.len() < shard(&without, &sizes).unwrap().head.len() + chunks);
    let options = SearchOptions { return_level: Some(0), ..SearchOptions::default() };
    let (found, rounds) = search(&sharded, "rope", &options);
    assert_eq!((&found, rounds.len()), (&whole.search("rope", &options).unwrap(), 2));
    let mut index = Index::open(sharded.head.clone()).unwrap();
    answer(&mut index, &sharded, Index::verify);
    assert_eq!(index.assembled().unwrap(), blob);
}

/// A list lies where the first word of its stem does. Other words lie between it and the rest of
/// the stem here, and fill some files.
#[test]
fn words_with_endings_lead_to_their_lists() {
    let stems = [
        ["window", "windows"],
        ["send", "sending"],
        ["name", "named"],
        ["get", "getting"],
        ["set", "settings"],
        ["contain", "containers"],
        ["document", "documentation"],
        ["observation", "observe"],
        ["parties", "party"],
        ["connect", "connection"],
        ["refer", "reference"],
        ["access", "accessibility"],
    ];
    let others = |first: &str| (0..40).map(|number| format!("{first}a{number:02} ")).collect();
    let line = |[first, other]: &[&str; 2]| {
        let others: String = others(first);
        format!("{first} {others}{other}\n")
    };
    // Of *named*, *nam* is in another file than *name*.
    let text: String = stems.iter().map(line).chain([others("nam")]).collect();
    let page = document("a.md", "", &text);
    let sizes = ShardSizes { words: 16, postings: 16, documents: 1 << 20, pairs: true };
    let sharded = shard(&built("", [page]), &sizes).unwrap();
    for word in stems.as_flattened() {
        let (found, rounds) = search(&sharded, word, &SearchOptions::default());
        assert_eq!((found.total, rounds.len()), (1, 2), "{word}: {rounds:?}");
        assert!(rounds[0].len() <= 8, "{word}: {rounds:?}");
    }
}

#[test]
fn what_is_loaded_is_not_wanted_again() {
    let sharded = cut(64, 300);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let ask = |index: &Index| index.search("install", &SearchOptions::default());
    assert_eq!(answer(&mut index, &sharded, ask).1.len(), 2);
    assert_eq!(answer(&mut index, &sharded, ask).1.len(), 0);
    assert!(index.wanted().is_empty());
}

#[test]
fn what_was_wanted_may_come_unasked() {
    let sharded = cut(64, 300);
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let options = SearchOptions::default();
    assert_eq!(index.search("install", &options), Err(Error::Missing));
    for (number, shard) in sharded.shards.iter().enumerate() {
        index.load(number, shard.bytes.clone()).unwrap();
    }
    let whole = Index::open(BLOB.clone()).unwrap();
    assert_eq!(index.search("install", &options), whole.search("install", &options));
    assert!(index.wanted().is_empty());
    index.unload(0);
    let names = index.shard_names();
    assert_eq!(index.shard_name(0).as_deref(), names.first().map(String::as_str));
}

#[test]
fn what_could_not_be_had_hinders_no_other_query() {
    let sharded = shard(&BLOB, &ShardSizes::of_index(BLOB.len())).unwrap();
    let mut index = Index::open(sharded.head.clone()).unwrap();
    let options = SearchOptions { limit: 1, ..SearchOptions::default() };
    let (found, _) = answer(&mut index, &sharded, |index| index.search("bowline", &options));
    assert_eq!(index.search("設定", &options), Err(Error::Missing));
    assert!(!index.wanted().is_empty());
    assert_eq!(index.search("bowline", &options).unwrap(), found);
}

#[test]
fn lists_of_stop_words_are_not_asked_for_before_they_are_needed() {
    let pages = (0..600)
        .map(|page| document(&format!("{page}.md"), "", "Coil the rope, Thea, in theory.\n"));
    let sizes = ShardSizes { words: 64, postings: 64, documents: 300, pairs: true };
    let sharded = shard(&built("", pages), &sizes).unwrap();
    let rounds = |query| search(&sharded, query, &SearchOptions::default()).1;
    assert_eq!(rounds("the")[0].len() + 1, rounds("rope")[0].len());
    let list = rounds("the")[1][0];
    for (query, has_list) in [("they", false), ("thing", false), ("thes", true)] {
        assert_eq!(rounds(query)[0].contains(&list), has_list, "{query}");
    }
}

#[test]
fn lists_of_a_beginning_are_asked_for_with_its_words_where_they_are_in_few_files() {
    let animals = [("bear", 40), ("lynx", 16), ("wolf", 17)];
    let words = animals.map(|(animal, count)| -> Vec<String> {
        (0..count).map(|n| format!("{animal}{}{}o", (b'a' + n / 5) as char, n % 5)).collect()
    });
    let pages = words.iter().flatten().map(|word| document(&format!("{word}.md"), "", word));
    let sizes = ShardSizes { words: 64, postings: 1, documents: 1 << 20, pairs: true };
    let sharded = shard(&built("", pages), &sizes).unwrap();
    let rounds = animals.map(|(animal, _)| {
        let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
        search(&sharded, animal, &options).1
    });
    assert_eq!(rounds.each_ref().map(Vec::len), [3, 2, 3]);
    assert_eq!(rounds[0][1].len(), 20, "those that it stands for");
}
