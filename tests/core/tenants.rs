//! An index for each of several tenants.

use crate::common::{build, document, hostile_text};
use kindex::{Builder, Config, Document, Filter, Index, Language, Levels, SearchOptions, verify};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn levels() -> Levels {
    Levels::new(&[60, 200], &[]).unwrap()
}

fn of(tenant: &str, number: usize, text: &str) -> Document {
    let mut page = document(&format!("page-{number}"), tenant, text);
    page.filters.insert("who".into(), vec![tenant.into()]);
    Document { tenant: Some(tenant.into()), ..page }
}

fn with(documents: &[Document]) -> Builder {
    let language = Language::from_tag("none").unwrap();
    let mut builder = Builder::new(Config { levels: levels(), language, ..Config::default() });
    documents.iter().for_each(|document| builder.add(document.clone()).unwrap());
    builder
}

/// The index of each tenant, by its name.
fn built(documents: &[Document]) -> BTreeMap<String, Vec<u8>> {
    let of_one =
        |(name, builder): (Option<String>, Builder)| (name.unwrap(), builder.finish().unwrap());
    with(documents).by_tenant().into_iter().map(of_one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The strongest form of "nothing of another tenant is reachable": what one gets is, byte for
    /// byte, the index that it would have alone.
    #[test]
    fn a_tenant_gets_what_it_would_get_alone(
        texts in prop::collection::vec((0usize..3, hostile_text()), 1..8),
    ) {
        let names = ["acme", "b/c", "日本"];
        let documents: Vec<Document> = texts.iter().enumerate()
            .map(|(number, (who, text))| of(names[*who], number, text)).collect();
        let mut indexes = built(&documents);
        for name in names {
            let own: Vec<Document> = documents.iter()
                .filter(|document| document.tenant.as_deref() == Some(name))
                .map(|document| Document { tenant: None, ..document.clone() })
                .collect();
            match indexes.remove(name) {
                Some(bytes) => {
                    verify(&bytes).unwrap();
                    prop_assert_eq!(bytes, build(own, levels()));
                }
                None => prop_assert!(own.is_empty()),
            }
        }
        prop_assert!(indexes.is_empty());
    }
}

#[test]
fn no_call_reaches_another_tenant() {
    let indexes = built(&[of("a", 1, "alpha secret"), of("b", 2, "beta")]);
    let index = Index::open(&indexes["b"]).unwrap();
    let facets = SearchOptions { facets: vec!["who".into()], ..SearchOptions::default() };
    assert_eq!(index.search("secret alpha", &facets).unwrap().total, 0);
    let found = index.search("beta", &facets).unwrap();
    assert_eq!(found.facets[0].values, [("b".to_string(), 1)]);
    let wanted = SearchOptions { filters: vec![Filter::any("who", ["a"])], ..facets };
    assert_eq!(index.search("beta", &wanted).unwrap().total, 0);
    assert_eq!(index.documents().unwrap(), ["page-2"]);
    assert_eq!(index.chunk("page-1#0.0").unwrap_err().code(), "unknown_id");
    assert_eq!(index.document("page-1").unwrap_err().code(), "unknown_id");
    assert_eq!(index.stats().documents, 1);
    let shown =
        |bytes: &[u8], word: &str| bytes.windows(word.len()).any(|it| it == word.as_bytes());
    assert!(shown(&indexes["a"], "secret") && !shown(&indexes["b"], "secret"));
}

#[test]
fn one_index_is_never_of_two() {
    let two = [of("a", 0, "alpha"), of("b", 0, "beta")];
    let message = with(&two).finish().unwrap_err().to_string();
    let expected = "tenant: an index is of one, and documents are of \"a\" and of \"b\"; make an index for each";
    assert_eq!(message, expected);
    let [one, other] = [&two[..1], &two[1..]].map(|own| with(own).finish().unwrap());
    assert_eq!([&one, &other], [&built(&two)["a"], &built(&two)["b"]]);
}

#[test]
fn builders_of_tenants_go_on_as_the_one_before() {
    let [(name, mut builder), _] =
        with(&[of("a", 0, "alpha"), of("b", 0, "beta")]).by_tenant().try_into().ok().unwrap();
    assert_eq!((name.as_deref(), builder.len()), (Some("a"), 1));
    assert_eq!(builder.add(of("a", 0, "again")).unwrap_err().code(), "invalid_document");
    builder.add(of("a", 1, "gamma")).unwrap();
    assert_eq!(builder.finish(), with(&[of("a", 0, "alpha"), of("a", 1, "gamma")]).finish());
    let nobodys = with(&[document("a", "", "alpha")]).by_tenant();
    assert!(matches!(&nobodys[..], [(None, builder)] if builder.len() == 1));
    assert!(matches!(&with(&[]).by_tenant()[..], [(None, builder)] if builder.is_empty()));
}
