//! Several languages in one index, and writing without spaces.

use crate::common::document;
use kindex::{Builder, Config, Document, Index, Language, Prefix, SearchOptions};

fn index_of(default: &str, pages: &[(&str, Option<&str>, &str)]) -> Index {
    let language = Language::from_tag(default).unwrap();
    let mut builder = Builder::new(Config { language, ..Config::default() });
    for (id, lang, text) in pages {
        let lang = lang.map(str::to_owned);
        builder.add(Document { lang, ..document(id, "", text) }).unwrap();
    }
    let index = Index::open(builder.finish().unwrap()).unwrap();
    index.verify().unwrap();
    index
}

fn found(index: &Index, query: &str) -> Vec<String> {
    let results = index.search(query, &SearchOptions::default()).unwrap();
    results.hits.into_iter().map(|hit| hit.document).collect()
}

fn marked<'t>(index: &Index, query: &str, text: &'t str) -> Vec<&'t str> {
    let results = index.search(query, &SearchOptions::default()).unwrap();
    results.hits[0].highlights.iter().map(|&(start, end)| &text[start..end]).collect()
}

const SITE: [(&str, Option<&str>, &str); 4] = [
    ("en", None, "The national parks close in winter. Dice die hard, and parks die too.\n"),
    ("de", Some("de-AT"), "Die Häuser in den Bergen sind schön, die Parks und die Seen auch.\n"),
    ("fr", Some("fr"), "Les parcs nationaux ferment ; une bibliothèque préférée reste ouverte.\n"),
    ("tlh", Some("tlh"), "Qapla' batlh je parks.\n"),
];

#[test]
fn each_document_is_stemmed_in_its_language() {
    let index = index_of("en", &SITE);
    assert_eq!(index.stats().language, "en,de,fr,tlh");
    assert_eq!(found(&index, "Häuser"), ["de"]);
    assert_eq!(found(&index, "hauser"), ["de"]);
    assert_eq!(found(&index, "closing"), ["en"]);
    assert_eq!(found(&index, "preferee"), ["fr"]);
    assert_eq!(found(&index, "bibliotheque"), ["fr"]);
    assert_eq!(found(&index, "batlh"), ["tlh"]);
}

#[test]
fn a_word_of_several_languages_is_answered_in_all_of_them() {
    let pages = [
        ("en", None, "National nations.\n"),
        ("fr", Some("fr"), "Un national, des nationales.\n"),
        ("schon", Some("de"), "Das ist schon fertig.\n"),
    ];
    let index = index_of("en", &pages);
    let mut both = found(&index, "national");
    both.sort();
    assert_eq!(both, ["en", "fr"]);
    assert_eq!(found(&index, "nations"), ["en"]);
}

#[test]
fn a_stop_word_is_one_where_it_mostly_stands() {
    let index = index_of("en", &SITE);
    // German outnumbers English here, so only the other word counts.
    assert_eq!(found(&index, "die hard"), ["en"]);
    let mut all = found(&index, "die");
    all.sort();
    assert_eq!(all, ["de", "en"]);
    // English has it more often than German, where it is a stop word.
    let pages = [("en", None, "Die, die and die.\n"), ("de", Some("de"), "Die Parks.\n")];
    assert_eq!(found(&index_of("en", &pages), "die parks").len(), 2);
}

#[test]
fn a_page_about_a_stop_word_is_found_by_it() {
    let mut builder = Builder::new(Config::default());
    for (id, title) in [("if", "If"), ("for", "for"), ("in", "in")] {
        let text = format!("The {id} statement is for those that know if it is in use.\n");
        builder.add(document(id, title, &text)).unwrap();
    }
    let index = Index::open(builder.finish().unwrap()).unwrap();
    for id in ["if", "for", "in"] {
        assert_eq!(found(&index, id)[0], id);
        assert_eq!(found(&index, &id.to_uppercase())[0], id);
    }
}

#[test]
fn names_are_told_apart_by_their_signs() {
    let pages = [
        ("c", None, "Write it in C, or in c.\n"),
        ("cs", None, "Write it in C#.\n"),
        ("cpp", None, "Write it in C++, with /std:c++20.\n"),
        ("net", None, "Write it for .NET.\n"),
        ("css", None, "An @media rule, not media, and __init__ with --dry-run.\n"),
    ];
    let index = index_of("en", &pages);
    let names = [
        ("C#", "cs"),
        ("c++", "cpp"),
        ("c++20", "cpp"),
        ("/std:c++20", "cpp"),
        (".net", "net"),
        ("net", "net"),
        ("@media", "css"),
        ("__init__", "css"),
        ("init", "css"),
        ("--dry-run", "css"),
        ("dry", "css"),
    ];
    for (query, first) in names {
        assert_eq!(found(&index, query)[0], first, "{query}");
    }
}

#[test]
fn none_holds_for_documents_that_name_a_language() {
    let index = index_of("none", &[("a", Some("en"), "Running the parks.\n")]);
    assert!(found(&index, "run the").contains(&"a".to_owned()));
    assert_eq!(index.stats().language, "none");
    assert!(found(&index, "runs").is_empty());
}

#[test]
fn writing_without_spaces_is_found_and_marked() {
    let text = "設定ファイルを読み込みます。東京タワーへ行く。\n";
    let pages = [
        ("ja", Some("ja"), text),
        ("zh", Some("zh"), "怎么安装软件包？用Vue写。\n"),
        ("ko", Some("ko"), "데이터베이스를 Vue의 저장소에 저장합니다.\n"),
        ("th", Some("th"), "การติดตั้งโปรแกรมภาษาไทย\n"),
    ];
    let index = index_of("en", &pages);
    assert_eq!(found(&index, "設定ファイル"), ["ja"]);
    assert_eq!(found(&index, "タワー"), ["ja"]);
    assert_eq!(found(&index, "京"), ["ja"]);
    assert_eq!(found(&index, "安装"), ["zh"]);
    assert_eq!(found(&index, "데이터베이스"), ["ko"]);
    assert_eq!(found(&index, "โปรแกรม"), ["th"]);
    let mut vue = found(&index, "vue");
    vue.sort();
    assert_eq!(vue, ["ko", "zh"]);
    assert_eq!(marked(&index, "東京タワー", text), ["東京タワー"]);
    assert_eq!(marked(&index, "設定", text), ["設定"]);
    let typed = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
    for query in ["ふ", "ファ", "読", "タ"] {
        let total = index.search(query, &typed).unwrap().total;
        assert_eq!(total > 0, query != "ふ", "{query}");
    }
}

#[test]
fn an_elided_word_hides_no_other() {
    let index = index_of(
        "fr",
        &[
            ("a", None, "Donnez le nom de l’administrateur et d'autres.\n"),
            ("b", Some("it"), "La password dell'utente.\n"),
            ("c", None, "Un administrateur seul.\n"),
        ],
    );
    assert_eq!(found(&index, "administrateurs").len(), 2);
    assert_eq!(found(&index, "utente"), ["b"]);
    // The texts lack both words as they are.
    assert_eq!(found(&index, "l'utente"), ["b"]);
    assert_eq!(found(&index, "d'administrateur").len(), 2);
    assert_eq!(marked(&index, "utente", "La password dell'utente.\n"), ["dell'utente"]);
    let english =
        index_of("en", &[("a", None, "O'Brien wrote it.\n"), ("b", None, "The brien.\n")]);
    assert_eq!(found(&english, "O'Brein"), ["a"]);
}

#[test]
fn arabic_is_found_with_and_without_what_is_written_as_one_with_it() {
    let index = index_of(
        "en",
        &[("a", None, "المستخدم يغير الإعدادات.\n"), ("b", Some("ar"), "تثبيت حزمة للبرنامج.\n")],
    );
    for (query, page) in [("مستخدم", "a"), ("إعدادات", "a"), ("الحزمة", "b"), ("برنامج", "b")]
    {
        assert_eq!(found(&index, query), [page], "{query}");
    }
}

#[test]
fn what_nobody_sees_hides_nothing() {
    let korean = "\u{1103}\u{1161}\u{11af}\u{1105}\u{1167}\u{11a8}";
    let index = index_of(
        "de",
        &[
            (
                "a",
                None,
                "Die Dampf\u{ad}schiff\u{ad}fahrt und Customer\u{200b}Record, cl_\u{200b}device.\n",
            ),
            ("b", None, &format!("{korean}\n")),
            ("c", None, "캘린더, العدد ١٢٣٤٥\n"),
        ],
    );
    let exact = SearchOptions { fuzzy: false, ..SearchOptions::default() };
    for query in [
        "Dampfschifffahrt",
        "Dampf\u{ad}schifffahrt",
        "CustomerRecord",
        "Record",
        "cl_device",
        "device",
    ] {
        assert_eq!(index.search(query, &exact).unwrap().total, 1, "{query:?}");
    }
    for query in ["달력", korean] {
        assert_eq!(index.search(query, &exact).unwrap().total, 1, "{query:?}");
    }
    assert_eq!(found(&index, "12345"), ["c"]);
}
