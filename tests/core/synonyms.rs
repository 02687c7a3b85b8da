//! Words by which others are found.

use crate::common::document;
use kindex::{Builder, Config, Document, Index, SearchOptions, Synonyms};

const SITE: [(&str, &str); 5] = [
    ("kube", "Kubernetes runs containers.\n"),
    ("auto", "Automobiles need fuel.\n"),
    ("cars", "Cars need fuel; a car is washed.\n"),
    ("van", "Vans are large and have nothing in common with a lorry.\n"),
    ("login", "The sign-on page.\n"),
];

fn built(synonyms: &str, documents: impl IntoIterator<Item = Document>) -> Vec<u8> {
    let synonyms = Synonyms::parse(synonyms).unwrap();
    let mut builder = Builder::new(Config { synonyms, ..Config::default() });
    documents.into_iter().for_each(|document| builder.add(document).unwrap());
    builder.finish().unwrap()
}

fn site() -> impl Iterator<Item = Document> {
    SITE.into_iter().map(|(id, text)| document(id, "", text))
}

fn index(synonyms: &str) -> Index {
    let index = Index::open(built(synonyms, site())).unwrap();
    index.verify().unwrap();
    index
}

fn found(index: &Index<impl AsRef<[u8]>>, query: &str) -> Vec<String> {
    let results = index.search(query, &SearchOptions::default()).unwrap();
    let mut found: Vec<_> = results.hits.into_iter().map(|hit| hit.document).collect();
    found.sort();
    found
}

#[test]
fn a_line_with_commas_goes_every_way() {
    let index = index("car, automobile, motorcar\n");
    for query in ["car", "cars", "automobile", "Automobiles", "motorcar"] {
        assert_eq!(found(&index, query), ["auto", "cars"], "{query}");
    }
}

#[test]
fn an_arrow_goes_one_way() {
    let index = index("car => automobile, vans\nk8s => kubernetes");
    assert_eq!(found(&index, "cars"), ["auto", "cars", "van"]);
    assert_eq!(found(&index, "automobile"), ["auto"]);
    assert_eq!(found(&index, "vans"), ["van"]);
    assert_eq!(found(&index, "k8s"), ["kube"]);
    assert_eq!(found(&index, "K8S container"), ["kube"]);
}

#[test]
fn rules_do_not_chain() {
    let index = index("car, automobile\nautomobile, van\nlimo => car\n");
    assert_eq!(found(&index, "car"), ["auto", "cars"]);
    assert_eq!(found(&index, "automobile"), ["auto", "cars", "van"]);
    assert_eq!(found(&index, "limo"), ["cars"]);
}

#[test]
fn compounds_and_letters_that_no_text_has() {
    let index = index("login, sign-on\nавтомобиль, カー => car\nC# => van\n");
    assert_eq!(found(&index, "login"), ["login"]);
    assert_eq!(found(&index, "автомобиль"), ["cars"]);
    assert_eq!(found(&index, "カー"), ["cars"]);
    assert_eq!(found(&index, "c#"), ["van"]);
}

#[test]
fn quoted_words_are_found_as_written_and_excluded_ones_with_their_synonyms() {
    let index = index("car, automobile\n");
    assert_eq!(found(&index, "\"car\""), ["cars"]);
    assert!(found(&index, "fuel -automobile").is_empty());
    assert_eq!(found(&index, "fuel -van"), ["auto", "cars"]);
}

#[test]
fn what_is_found_is_shown() {
    let index = index("k8s => kubernetes\n");
    let hit = index.search("k8s", &SearchOptions::default()).unwrap().hits.remove(0);
    assert_eq!(&hit.text[hit.highlights[0].0..hit.highlights[0].1], "Kubernetes");
}

/// An entry for it would keep a mistyped word from being corrected.
#[test]
fn words_of_which_none_occurs_make_no_entries() {
    let plain = built("", site());
    assert_eq!(built("tram, streetcar\nkubernets => tramway\nbus => tram\n", site()), plain);
    assert_eq!(found(&Index::open(plain).unwrap(), "kubernets"), ["kube"]);
}

#[test]
fn stop_words_stay_stop_words() {
    let index = index("vs => van\nbox => van\n");
    assert_eq!(found(&index, "vs"), ["van"]);
    assert_eq!(found(&index, "car vs kubernetes"), ["cars", "kube"]);
    assert_eq!(found(&index, "car box kubernetes"), ["cars", "kube", "van"]);
}

#[test]
fn stems_are_those_of_each_language() {
    let german =
        Document { lang: Some("de".into()), ..document("de", "", "Die Häuser stehen.\n") };
    let english = document("en", "", "Two houses for rent.\n");
    let index = Index::open(built("Haus, house\n", [german, english])).unwrap();
    for query in ["Haus", "Häuser", "house", "houses"] {
        assert_eq!(found(&index, query), ["de", "en"], "{query}");
    }
}

#[test]
fn every_tenant_has_them_and_nothing_of_the_others() {
    let of =
        |tenant: &str, text| Document { tenant: Some(tenant.into()), ..document(tenant, "", text) };
    let (red, blue) = ("A car.\n", "An automobile, and a secret.\n");
    let rules = "car, automobile\nhidden => secret\n";
    let synonyms = Synonyms::parse(rules).unwrap();
    let mut builder = Builder::new(Config { synonyms, ..Config::default() });
    for page in [of("red", red), of("blue", blue)] {
        builder.add(page).unwrap();
    }
    let finished = builder.by_tenant().into_iter().map(|(_, builder)| builder.finish().unwrap());
    let [blue, red_bytes] = finished.collect::<Vec<_>>().try_into().unwrap();
    let alone = built(rules, [document("red", "", red)]);
    assert_eq!(red_bytes, alone);
    let blue = Index::open(blue).unwrap();
    assert_eq!(found(&blue, "car"), ["blue"]);
    assert_eq!(found(&blue, "hidden"), ["blue"]);
    assert!(found(&Index::open(alone).unwrap(), "hidden").is_empty());
}

/// With synonyms a query finds what it finds with each synonym in its place, and no more.
#[test]
fn a_query_finds_what_its_synonyms_find() {
    let (plain, with) = (index(""), index("fuel, car, page\n"));
    let mut all: Vec<String> =
        ["fuel", "car", "page"].iter().flat_map(|word| found(&plain, word)).collect();
    all.sort();
    all.dedup();
    assert_eq!(found(&with, "page"), all);
    assert_eq!(found(&with, "kubernetes"), found(&plain, "kubernetes"));
}

#[test]
fn a_synonym_that_is_another_spelling_counts_as_the_word() {
    let documents =
        || [("a", "An addon."), ("b", "An add-on.")].map(|(id, text)| document(id, "", text));
    let plain = Index::open(built("", documents())).unwrap();
    let index = Index::open(built("addon, add-on\n", documents())).unwrap();
    assert_eq!(index.stats().words, plain.stats().words);
    let results = index.search("addon", &SearchOptions::default()).unwrap();
    let of = |id: &str| results.hits.iter().find(|hit| hit.document == id).unwrap().score;
    assert!(of("a") >= of("b"));
}
