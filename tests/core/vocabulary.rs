//! Words and bodies of an index, against the analyzer and against searches.

use crate::common::{build, document, hostile_text};
use kindex::{Builder, Config, Document, Index, Levels, SearchOptions, WordView};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// An index of English pages.
fn english(documents: Vec<Document>) -> Index {
    let mut builder = Builder::new(Config::default());
    for document in documents {
        builder.add(document).unwrap();
    }
    Index::open(builder.finish().unwrap()).unwrap()
}

fn word(index: &Index, text: &str) -> WordView {
    index.words().unwrap().into_iter().find(|word| word.text == text).unwrap()
}

#[test]
fn words_say_what_a_query_makes_of_them() {
    let text = "Ropes and a rope.\n\nA knot.\n";
    let index = english(vec![document("a", "", text), document("b", "", "Other text.\n")]);
    assert_eq!(word(&index, "rope").stems, word(&index, "ropes").stems);
    assert_ne!(word(&index, "rope").stems, word(&index, "knot").stems);
    assert!(word(&index, "and").stop && !word(&index, "rope").stop);
    let options = SearchOptions { explain: true, ..SearchOptions::plain() };
    let found = index.search("ropes", &options).unwrap();
    let explained = found.hits[0].explanation.as_ref().unwrap();
    assert_eq!(word(&index, "ropes").idf, explained.children[0].terms[0].idf);
    let words = index.words().unwrap();
    assert!(words.is_sorted_by(|a, b| a.text < b.text));
}

#[test]
fn bodies_are_counted_without_headings() {
    let mut page = document("a", "Title", "# Rope\n\nrope knot rope\n");
    page.boost = 2.0;
    let index = english(vec![page, document("b", "", "knot\n")]);
    let [rope, knot] = ["rope", "knot"].map(|text| word(&index, text).stems[0]);
    let mut expected = vec![(rope, 2), (knot, 1)];
    expected.sort_unstable();
    assert_eq!(index.bodies().unwrap(), [expected, vec![(knot, 1)]]);
    assert_eq!(index.boosts().unwrap(), [2.0, 1.0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The terms of any text, whatever is written in it, are found and are not too many.
    #[test]
    fn bodies_have_the_terms_of_their_texts(
        text in prop_oneof![hostile_text(), "([aB1_.:+-]{1,9}\\w?){1,40}"],
    ) {
        let plain = Document { id: "d".into(), text, ..Document::default() };
        let levels = Levels::new(&[80, 300], &[0.0]).unwrap();
        let index = Index::open(build(vec![plain], levels)).unwrap();
        let words: BTreeMap<String, WordView> =
            index.words().unwrap().into_iter().map(|word| (word.text.clone(), word)).collect();
        let bodies = index.bodies().unwrap();
        let children = index.chunks("d", 0).unwrap();
        prop_assert_eq!(children.len(), bodies.len());
        for (child, body) in children.iter().zip(bodies) {
            let mut expected: BTreeMap<u32, u32> = BTreeMap::new();
            kindex::terms(child.own_text(), |term, _| {
                *expected.entry(words[term].stems[0]).or_default() += 1;
            });
            prop_assert_eq!(body, expected.into_iter().collect::<Vec<_>>());
        }
    }
}
