//! Quotes, signs, fields and alternatives, compared with reading the texts.

use kindex::{Builder, Config, Document, Index, SearchOptions, Section};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Words of few letters, so that phrases come about, none of which is a stop word or another's
/// inflection.
const WORDS: [&str; 4] = ["kelp", "moss", "fern", "reed"];

fn text(max: usize) -> impl Strategy<Value = String> {
    let word = prop::sample::select(&WORDS[..]);
    prop::collection::vec(word, 1..max).prop_map(|words| words.join(" "))
}

fn document(number: usize, title: String, heading: String, text: String) -> Document {
    let text = format!("## {heading}\n\n{text}\n");
    let heading = 3..3 + heading.len();
    let section = Section { level: 2, start: 0, heading, anchor: "h".into(), ..Section::default() };
    let lang = Some(if number.is_multiple_of(2) { "en" } else { "de" }.to_owned());
    let id = number.to_string();
    Document { id, title, text, lang, sections: vec![section], ..Document::default() }
}

fn index(documents: &[Document]) -> Index {
    let mut builder = Builder::new(Config::default());
    for document in documents {
        builder.add(document.clone()).unwrap();
    }
    Index::open(builder.finish().unwrap()).unwrap()
}

fn found(index: &Index, query: &str) -> BTreeSet<String> {
    let options = SearchOptions { limit: 1000, ..SearchOptions::default() };
    let results = index.search(query, &options).unwrap();
    results.hits.into_iter().map(|hit| hit.document).collect()
}

fn has(text: &str, phrase: &str) -> bool {
    format!(" {} ", text.replace(['\n', '#'], " ")).contains(&format!(" {phrase} "))
}

/// The places of a document: title, heading, body.
fn places(document: &Document) -> [&str; 3] {
    let heading = document.sections[0].heading.clone();
    [&document.title, &document.text[heading.clone()], &document.text[heading.end..]]
}

fn ids<'d>(documents: &'d [Document], keep: impl Fn(&Document) -> bool) -> BTreeSet<String> {
    let kept = documents.iter().filter(|document: &&'d Document| keep(document));
    kept.map(|document| document.id.clone()).collect()
}

fn documents() -> impl Strategy<Value = Vec<Document>> {
    let document = (text(4), text(4), text(9));
    prop::collection::vec(document, 1..8).prop_map(|all| {
        let all = all.into_iter().enumerate();
        all.map(|(number, (title, heading, text))| document_of(number, title, heading, text))
            .collect()
    })
}

use document as document_of;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    // Every document here is one passage, so results are documents.
    #[test]
    fn results_are_those_that_a_reader_would_admit(
        documents in documents(),
        phrase in text(4),
        word in prop::sample::select(&WORDS[..]),
        other in prop::sample::select(&WORDS[..]),
    ) {
        let index = index(&documents);
        let any = |document: &Document, phrase: &str| places(document).iter().any(|place| has(place, phrase));
        let quoted = ids(&documents, |document| any(document, &phrase));
        prop_assert_eq!(found(&index, &format!("\"{phrase}\"")), quoted.clone(), "{}", phrase);
        let both = ids(&documents, |document| any(document, word) && any(document, other));
        prop_assert_eq!(found(&index, &format!("+{word} +{other}")), both);
        let without = ids(&documents, |document| any(document, word) && !any(document, other));
        prop_assert_eq!(found(&index, &format!("{word} -{other}")), without);
        let rest = ids(&documents, |document| !any(document, word));
        prop_assert_eq!(found(&index, &format!("NOT {word}")), rest.clone());
        let neither = ids(&documents, |document| !any(document, word) && !any(document, &phrase));
        prop_assert_eq!(found(&index, &format!("-{word} -\"{phrase}\"")), neither);
        let english = ids(&documents, |document| document.lang.as_deref() == Some("en"));
        prop_assert_eq!(found(&index, "-lang:de"), english);
        let either = ids(&documents, |document| any(document, word) || any(document, &phrase));
        prop_assert_eq!(found(&index, &format!("{word} OR \"{phrase}\"")), either);
        let two = ids(&documents, |document| {
            (any(document, word) || any(document, other)) && (any(document, "kelp") || any(document, "moss"))
        });
        prop_assert_eq!(found(&index, &format!("{word} OR {other} kelp OR moss")), two);
        let besides = ids(&documents, |document| !any(document, word) && any(document, other));
        prop_assert_eq!(found(&index, &format!("-{word} OR {other}")), besides);
        for (place, field) in ["title", "heading"].iter().enumerate() {
            let there = ids(&documents, |document| has(places(document)[place], &phrase));
            prop_assert_eq!(found(&index, &format!("{field}:\"{phrase}\"")), there);
        }
        let german = ids(&documents, |document| any(document, word) && document.lang.as_deref() == Some("de"));
        prop_assert_eq!(found(&index, &format!("{word} lang:DE")), german);
    }
}

#[test]
fn a_phrase_may_go_on_in_the_next_child() {
    let sentence = "Some filler of no interest stands here and fills the room of a child. ";
    for before in 0..60 {
        let text = format!("{}{} moss fern. {sentence}", sentence.repeat(6), "x ".repeat(before));
        let document = Document { id: "a".into(), text, ..Document::default() };
        let index = index(&[document]);
        assert_eq!(found(&index, "\"moss fern\"").len(), 1, "{before}");
        assert_eq!(found(&index, "\"fern moss\"").len(), 0, "{before}");
    }
}

#[test]
fn a_phrase_is_as_written_and_a_word_is_not() {
    let page =
        |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
    let index = index(&[page("one", "Installing the tool."), page("two", "Install the tools.")]);
    assert_eq!(found(&index, "\"installing\""), BTreeSet::from(["one".to_owned()]));
    assert_eq!(found(&index, "\"the tools\""), BTreeSet::from(["two".to_owned()]));
    assert_eq!(found(&index, "+installing").len(), 2);
    assert_eq!(found(&index, "-installing tool").len(), 0);
    assert_eq!(found(&index, "NOT installing").len(), 0);
}

#[test]
fn what_is_not_wanted_alone_lists_the_pages_that_have_it_nowhere() {
    let filler = "Some filler of no interest stands here and fills the room. ".repeat(60);
    let page = |id: &str, text: String| Document { id: id.into(), text, ..Document::default() };
    let index = index(&[
        page("both", format!("# One\n\n{filler}\n\n# Two\n\n{filler} kelp\n")),
        page("fern", "A fern.".into()),
        page("moss", "Nothing but moss-covered kelp.".into()),
    ]);
    assert_eq!(found(&index, "NOT kelp"), BTreeSet::from(["fern".to_owned()]));
    assert_eq!(found(&index, "-fern -\"nothing but\""), BTreeSet::from(["both".to_owned()]));
    assert_eq!(found(&index, "NOT nothing").len(), 2);
    assert_eq!(found(&index, "NOT nowhere").len(), 3);
}

#[test]
fn a_word_with_a_hyphen_before_it_is_a_name_where_it_may_be_one() {
    let page =
        |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
    let index = index(&[
        page("heap", "Start it with `java -Xmx512m`."),
        page("java", "The memory of java."),
        page("coffee", "Coffee from java and memory."),
        page("apply", "Run `terraform apply -auto-approve`."),
        page("auto", "Auto and approve of terraform."),
    ]);
    let first = |query: &str| {
        let results = index.search(query, &SearchOptions::default()).unwrap();
        (results.hits[0].document.clone(), results.hits.len())
    };
    assert_eq!(first("java -Xmx"), ("heap".into(), 3));
    assert_eq!(first("terraform -auto-approve"), ("apply".into(), 2));
    // It is no name of the index, so it excludes; alone it never does.
    assert_eq!(found(&index, "java -coffee").len(), 2);
    assert_eq!(found(&index, "java !Xmx512m").len(), 2);
    assert_eq!(found(&index, "java NOT memory").len(), 1);
    assert_eq!(found(&index, "-coffee"), BTreeSet::from(["coffee".to_owned()]));
}

#[test]
fn keys_with_blanks_are_no_fields() {
    let mut document =
        Document { id: "a".into(), text: "Due date: soon.".into(), ..Document::default() };
    document.meta.insert("due date".into(), "soon".into());
    let index = index(&[document]);
    assert_eq!(found(&index, "due date:soon").len(), 1);
}

#[test]
fn prose_is_searched_to_its_end() {
    let page =
        |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
    let index = index(&[page("one", "kelp"), page("two", "moss")]);
    assert_eq!(found(&index, &format!("{} moss", "the ".repeat(200))).len(), 1);
}

#[test]
fn a_hyphenated_word_is_a_name_only_where_it_stands_alone() {
    let page =
        |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
    let index = index(&[
        page("both", "A green kube-proxy."),
        page("green", "A green field."),
        page("proxy", "Some kube-proxy."),
        page("none", "Nothing of it."),
    ]);
    let named = ["both", "proxy"].map(String::from);
    assert_eq!(found(&index, "-kube-proxy"), BTreeSet::from(named));
    for query in ["-green -kube-proxy", "-kube-proxy -green", "-\"green\" -kube-proxy"] {
        assert_eq!(found(&index, query), BTreeSet::from(["none".to_owned()]), "{query}");
    }
}
