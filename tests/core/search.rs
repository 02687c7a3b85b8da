//! The results that a person expects of small sites, through the public interface.

use crate::common::{build, document};
use kindex::{
    Builder, Chunk, Config, Filter, Index, Levels, Prefix, Ranking, Results, SearchOptions,
    Section, Tree,
};

fn index(pages: &[(&str, &str, &str)]) -> Index {
    let mut builder = Builder::new(Config::default());
    for (id, title, text) in pages {
        builder.add(document(id, title, text)).unwrap();
    }
    Index::open(builder.finish().unwrap()).unwrap()
}

fn search(index: &Index, query: &str) -> Results {
    index.search(query, &SearchOptions::default()).unwrap()
}

fn typed(index: &Index, query: &str) -> Results {
    let options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
    index.search(query, &options).unwrap()
}

#[test]
fn a_stop_word_is_one_though_the_texts_do_without_it() {
    let index = index(&[("a", "", "Use it when the thing runs.\n")]);
    assert_eq!(search(&index, "how use").total, 1);
    assert_eq!(search(&index, "how do I use it").total, 1);
    assert_eq!(search(&index, "how does knotting").total, 0);
}

#[test]
fn codes_and_short_words_resemble_nothing() {
    let index = index(&[("a", "", "See E0271, and also: код, searching, vectors.\n")]);
    assert_eq!(search(&index, "E0277").total, 0);
    assert_eq!(search(&index, "vector2").total, 0);
    assert_eq!(search(&index, "кот").total, 0);
    assert_eq!(search(&index, "searcher").total, 1);
    assert_eq!(search(&index, "searchxyzw").total, 0);
}

/// An index says what letters are only for the scripts of its texts.
#[test]
fn letters_of_other_scripts_do_not_hide_words_beside_them() {
    let index = index(&[("a", "React", "Install React, naïvely.\n")]);
    assert_eq!(search(&index, "React怎么安装").total, 1);
    assert_eq!(search(&index, "🚀React→").total, 1);
    assert_eq!(search(&index, "cafe\u{301}").total, 0);
    assert_eq!(search(&index, "nai\u{308}vely").total, 1);
    assert_eq!(search(&index, "安装 установить").total, 0);
    let score = |query| search(&index, query).hits[0].score;
    assert!(score("Reactя") < score("React"), "the title is not the query");
}

#[test]
fn an_apostrophe_is_one_however_it_is_written() {
    let index = index(&[("a", "", "You don't need it.\n")]);
    assert_eq!(search(&index, "don\u{2019}t").total, 1);
}

#[test]
fn a_stop_word_in_typing_is_the_beginning_of_a_word() {
    let index = index(&[("a", "", "Provide.\n"), ("b", "", "Provide, inject and more words.\n")]);
    assert_eq!(typed(&index, "provide in").hits[0].document, "b");
    assert_eq!(search(&index, "provide in").hits[0].document, "a");
}

#[test]
fn the_title_or_heading_that_is_the_query_comes_first() {
    let filler = "Words of no account follow here, and then some more of them.\n\n".repeat(12);
    let long =
        format!("# Guide\n\n## Nested slots\n\nslots slots slots\n\n{filler}## Slots\n\n{filler}");
    let index = index(&[("long", "Guide", &long), ("blue", "Blue Router", "Text.\n")]);
    assert_eq!(search(&index, "slots").hits[0].headings.last().unwrap(), "Slots");
    let score = |query| search(&index, query).hits[0].score;
    assert!(score("blue router") > score("router blue"));
    assert_eq!(score("the router"), score("router"));
}

#[test]
fn a_list_of_links_stands_for_a_page_only_where_nothing_else_matches() {
    let page = "# Maps\n\nA map of keys, once.\n\n## See x\n\n- keys of a map\n- weak keys\n";
    let long = "# Sets\n\nOf what is unlike, and more of it.\n\n## See x\n\n- weak map\n";
    let index = index(&[("maps", "", page), ("sets", "", long)]);
    let headings = |query: &str| -> Vec<Vec<String>> {
        let results = search(&index, query);
        results.hits.iter().map(|hit| hit.headings.clone()).collect()
    };
    assert_eq!(headings("keys map")[..2], [vec!["Maps"], vec!["Sets", "See x"]]);
    assert_eq!(headings("keys map")[2], ["Maps", "See x"]);
    // Nothing else has the word, or it is asked for by its heading.
    assert_eq!(headings("weak"), [["Maps", "See x"], ["Sets", "See x"]]);
    assert_eq!(headings("see x")[0].last().unwrap(), "See x");
    let options = SearchOptions { match_level: 1, ..SearchOptions::default() };
    let hits = index.search("keys map", &options).unwrap().hits;
    assert_eq!(hits[0].headings, ["Maps"]);
}

#[test]
fn a_title_alone_does_not_stand_for_what_a_list_of_links_says() {
    let page = "# Get it\n\nAn archive to unpack.\n\n## Linux x\n\n- linux arm64\n- linux x86\n";
    let index = index(&[("a", "Get it", page), ("b", "More", "Other words.\n")]);
    let found = search(&index, "get arm64");
    assert_eq!(found.hits[0].headings.last().unwrap(), "Linux x");
}

#[test]
fn a_term_of_a_list_that_is_the_query_leads_its_page() {
    let filler = "Words of no account follow here, and then some more of them.\n\n".repeat(9);
    let text = format!(
        "# Values\n\nsmooth edges, smooth edges, smooth or crisp edges, and more crisp edges.\n\n\
         {filler}smooth\n: Not crisp edges.\n\ncrisp-edges\n: Edges that stay crisp.\n\n{filler}"
    );
    let mut page = document("values", "", &text);
    for term in ["smooth", "crisp-edges"] {
        let start = text.find(&format!("\n{term}\n")).unwrap() + 1;
        let heading = start..start;
        let anchor = term.into();
        page.sections.push(Section { level: 6, start, heading, anchor, ..Section::default() });
    }
    let index = Index::open(build(vec![page], Levels::default())).unwrap();
    assert_eq!(search(&index, "crisp edges").hits[0].anchor, "crisp-edges");
    assert_eq!(search(&index, "edges crisp").hits[0].anchor, "values");
}

#[test]
fn a_long_question_ends_before_pages_that_have_little_of_it() {
    let near = (0..20).map(|n| format!("Evicted pods are pending beside {n} drained nodes.\n"));
    let far = (0..30).map(|n| format!("Drained {n}.\n"));
    let texts: Vec<String> = near.chain(far).collect();
    let ids: Vec<String> = (0..50).map(|n| n.to_string()).collect();
    let total = |first: usize, query: &str| {
        let pages = ids.iter().zip(&texts).skip(first).map(|(id, text)| (&**id, "", &**text));
        search(&index(&pages.collect::<Vec<_>>()), query).total
    };
    let question = "evicted pods pending nodes drained";
    assert_eq!(total(0, question), 20);
    // A shorter one has all, and so has one with signs; and there are twenty in any case.
    assert_eq!(total(0, "pods pending drained"), 50);
    assert_eq!(total(0, "evicted-pods pending drained"), 50);
    assert_eq!(total(0, "evicted pods pending nodes +drained"), 50);
    assert_eq!(total(10, question), 40);
}

#[test]
fn words_in_titles_are_twice_as_much_of_a_long_question() {
    let question = "evicted pods pending nodes drained";
    let total = |in_title: bool| {
        let near = (0..20).map(|n| (n.to_string(), String::new(), format!("{question}\n")));
        let far = question.split(' ').map(|word| {
            let text = if in_title { "More.\n".into() } else { format!("{word}.\n") };
            (word.to_owned(), if in_title { word.to_owned() } else { String::new() }, text)
        });
        let pages: Vec<_> = near.chain(far).collect();
        let pages = pages.iter().map(|(id, title, text)| (&**id, &**title, &**text));
        search(&index(&pages.collect::<Vec<_>>()), question).total
    };
    assert_eq!((total(false), total(true)), (20, 25));
}

#[test]
fn a_long_question_lists_all_that_is_asked_for() {
    let all = (0..60).map(|n| {
        let text = if n < 30 { "Evicted pods pending, drained nodes.\n" } else { "Drained.\n" };
        let mut document = document(&n.to_string(), "", text);
        document.filters.insert("all".into(), vec!["yes".into()]);
        document
    });
    let index = Index::open(build(all.collect(), Levels::default())).unwrap();
    let count = |options: SearchOptions| {
        let question = "evicted pods pending nodes drained";
        index.search(question, &options).unwrap().total
    };
    let base = SearchOptions::default;
    assert_eq!(count(base()), 30);
    // The pages of results have one total, of as many as each asks for at least.
    assert_eq!(count(SearchOptions { offset: 25, ..base() }), 30);
    assert_eq!(count(SearchOptions { limit: 50, ..base() }), 60);
    // Who narrows or orders what there is wants to know of all of it.
    assert_eq!(count(SearchOptions { filters: vec![Filter::any("all", ["yes"])], ..base() }), 60);
    assert_eq!(count(SearchOptions { facets: vec!["all".into()], ..base() }), 60);
    assert_eq!(count(SearchOptions { sort: "all".parse().ok(), ..base() }), 60);
    assert_eq!(count(SearchOptions { ranking: Ranking::Textbook, ..base() }), 60);
}

#[test]
fn quotes_and_signs_in_prose_are_punctuation() {
    let index = index(&[("text", "", "Text formatting systems.\n"), ("see", "", "Systems.\n")]);
    let asked = "formatting \"what you see\" -systems";
    assert_eq!(search(&index, asked).total, 0);
    let prose = format!("I am looking for articles on the subject of text {asked}");
    assert_eq!(search(&index, &prose).hits[0].document, "text");
    assert_eq!(search(&index, &prose).total, 2);
}

fn tree(text: &str, overlap: f64) -> (Tree, String) {
    let levels = Levels::new(&[500, 2000], &[overlap]).unwrap();
    (Tree::new(&document("d", "", text), &levels).unwrap(), text.to_owned())
}

#[test]
fn a_heading_is_not_parted_from_the_code_below_it() {
    // With its heading the code is a little too long for one chunk.
    for size in [480, 1980] {
        let code = "let zebra = 1;\n".repeat(size / 15);
        let lead = "Some words that stand before it all.\n\n".repeat(20);
        let (tree, text) = tree(&format!("{lead}## Zebra usage\n\n```rust\n{code}```\n"), 0.0);
        for chunk in tree.levels().iter().flatten() {
            assert_ne!(text[chunk.span()].trim(), "## Zebra usage", "{size}");
        }
    }
}

#[test]
fn overlap_stays_within_its_section() {
    let body = "alpha beta gamma delta ".repeat(30);
    let (tree, text) = tree(&format!("## One\n\n{body}\n\n## Two\n\n{body}\n"), 0.2);
    let straddles = |chunk: &Chunk| text[chunk.span()].trim_start_matches('#').contains("\n## ");
    assert!(tree.level(0).iter().any(|chunk| chunk.lead > 0));
    assert!(!tree.level(0).iter().any(straddles));
}

/// The bounds that docs/queries.md states.
#[test]
fn of_long_queries_the_beginning_counts() {
    let index = index(&[("a", "", "Some harbour and other words.\n")]);
    let after = |words: usize, last: &str| {
        let before: String = (0..words).map(|number| format!("zq{number:03}xv ")).collect();
        search(&index, &(before + last)).total
    };
    assert_eq!((after(63, "harbour"), after(64, "harbour")), (1, 0));
    assert_eq!((after(15, "harbuor"), after(16, "harbuor")), (1, 0));
    let blank = |bytes: usize| search(&index, &(" ".repeat(bytes) + "harbour")).total;
    assert_eq!((blank(4096 - 7), blank(4096)), (1, 0));
}

#[test]
fn a_heading_that_is_the_query_gives_its_own_anchor() {
    let text = "# Guide\n\n## Install\n\nThen restart the shell.\n\n## Shells\n\nBash, fish.\n";
    let index = index(&[("a", "", text), ("b", "", "Other words.\n")]);
    for query in ["shells", "Shells?"] {
        let hit = &search(&index, query).hits[0];
        assert_eq!((hit.anchor.as_str(), hit.children.len()), ("shells", 1), "{query}");
    }
    assert_eq!(search(&index, "restart the shell").hits[0].anchor, "install");
    assert_eq!(search(&index, "fish").hits[0].anchor, "shells");
}

#[test]
fn a_heading_that_is_the_query_comes_before_those_below_it() {
    let other = "Some other words that make this part as long as a passage may be. ".repeat(6);
    let entry =
        |name: &str| format!("### {name}\n\nBuilt functions, built functions.\n\n{other}\n\n");
    let text = format!("## Built functions\n\n{other}\n\n{}{}", entry("rotate"), entry("invert"));
    let index = index(&[("a", "", &text), ("b", "", "Nothing of it.\n")]);
    let first = |query| search(&index, query).hits[0].clone();
    let named = first("built functions");
    let best = named.children.iter().max_by(|a, b| a.score.total_cmp(&b.score)).unwrap();
    assert!(best.start > 0, "{named:?}");
    assert_eq!(named.anchor, "built-functions");
    assert_eq!(first("built function rotate").anchor, "rotate");
}

#[test]
fn what_the_query_names_begins_with_its_beginning() {
    let filler = "Words of no interest stand here and fill the room of a passage. ".repeat(30);
    let text = format!(
        "# The map\n\nThe map is what it makes.\n\n# Filter\n\nIt keeps some. {filler}\n\nThe filter is here.\n\n\
         # See also\n\nmap, map and map of maps\n"
    );
    let index = index(&[("a", "map", &text), ("b", "other", "A map and a filter.\n")]);
    let page = &search(&index, "map").hits[0];
    assert_eq!((&*page.document, &*page.anchor, page.headings.len()), ("a", "", 0));
    assert!(page.snippet.starts_with("The map is what"), "{}", page.snippet);
    let section = &search(&index, "filter").hits[0];
    assert_eq!((&*section.document, &section.headings[..]), ("a", &["Filter".to_owned()][..]));
    assert!(section.snippet.starts_with("It keeps some."), "{}", section.snippet);
    let textbook = SearchOptions { ranking: Ranking::Textbook, ..SearchOptions::default() };
    assert_eq!(index.search("map", &textbook).unwrap().hits[0].headings, ["See also"]);
}

#[test]
fn spellings_with_and_without_a_hyphen_find_each_other() {
    let index = index(&[
        ("a", "Get an add-on", "Install an add-on of UTF-8. It runs 1-0 times.\n"),
        ("b", "Addon list", "Each addon has an owner and utf8, and 10 of them.\n"),
        ("c", "Other", "Nothing here but an add button.\n"),
    ]);
    let found = |query: &str| -> String {
        search(&index, query).hits.iter().map(|hit| &*hit.document).collect()
    };
    for (query, documents) in [
        ("addon", "ba"),
        ("addons", "ba"),
        ("add-on", "abc"),
        ("add on", "abc"),
        ("utf8", "ba"),
        ("utf-8", "ab"),
        ("10", "b"),
        ("+addon", "ba"),
        ("\"add-on\"", "a"),
        ("\"addon\"", "b"),
        ("install -addon", "a"),
        ("add on install it runs some", "ac"),
        ("owner -add-on", "b"),
    ] {
        assert_eq!(found(query), documents, "{query}");
    }
    assert_eq!(search(&index, "add on").did_you_mean, None);
}

#[test]
fn a_section_without_words_gives_its_anchor_and_no_heading() {
    let text = "## Options\n\nOf the call.\n\nsink\n: Where the bytes go.\n";
    let mut document = document("a", "Calls", text);
    let start = text.find("sink").unwrap();
    document.sections.push(Section {
        level: 6,
        start,
        heading: start..start,
        anchor: "sink".into(),
        ..Section::default()
    });
    let documents = vec![document];
    let index = Index::open(build(documents.clone(), Levels::default())).unwrap();
    let hit = &search(&index, "where bytes").hits[0];
    assert_eq!((&*hit.anchor, &hit.headings[..]), ("sink", &["Options".to_owned()][..]));
    let small = Levels::new(&[20], &[0.0]).unwrap();
    let chunks = Index::open(build(documents, small)).unwrap().chunks("a", 0).unwrap();
    let last = chunks.last().unwrap();
    assert_eq!((&*last.anchor, &last.headings[..]), ("sink", &["Options".to_owned()][..]));
}

#[test]
fn a_word_has_its_own_stems_and_not_those_of_other_spellings() {
    let index = index(&[("a", "A", "Install an add-on.\n"), ("b", "B", "Each addon has one.\n")]);
    let words = index.words().unwrap();
    let of = |text: &str| words.iter().find(|word| word.text == text).unwrap();
    let (hyphenated, bare) = (of("add-on"), of("addon"));
    assert_eq!((hyphenated.stems.len(), bare.stems.len()), (1, 1));
    assert_ne!(hyphenated.stems, bare.stems);
    assert_eq!(hyphenated.idf, bare.idf);
    let index = self::index(&[("a", "A", "It goes in-to it, x y.\n"), ("b", "B", "Into an xy.\n")]);
    let words = index.words().unwrap();
    assert_eq!(words.iter().find(|word| word.text == "into").unwrap().stems.len(), 1);
    assert_eq!(search(&index, "x y").hits[0].document, "a");
    assert_eq!(search(&index, "x y").total, 1);
}

#[test]
fn a_stop_word_that_begins_a_word_of_two_is_none() {
    let index = index(&[("a", "A", "Play online.\n"), ("b", "B", "A line of text.\n")]);
    let found: Vec<_> = search(&index, "on line").hits;
    assert_eq!(found.iter().map(|hit| &*hit.document).collect::<String>(), "ba");
}

#[test]
fn an_operator_that_no_text_has_is_punctuation() {
    let index = index(&[("a", "", "What is this thing? It is here.\n")]);
    let signs = [("a", "", "Knots and bends.\n"), ("b", "", "The sign (&).\n")];
    assert_eq!(search(&self::index(&signs), "knots & bends").total, 1);
    for query in ["what is this", "what is this ??", "what is this ...", "=> thing"] {
        let results = search(&index, query);
        assert_eq!((results.total, results.did_you_mean), (1, None), "{query}");
    }
    assert_eq!(search(&index, "=>").total, 0);
}
