//! Several tenants in one file.

use crate::common::{build, document, hostile_text};
use kindex::{Document, Filter, Index, Levels, SearchOptions, tenant, verify};
use proptest::prelude::*;

fn levels() -> Levels {
    Levels::new(&[60, 200], &[]).unwrap()
}

fn of(tenant: &str, number: usize, text: &str) -> Document {
    let mut page = document(&format!("page-{number}"), tenant, text);
    page.filters.insert("who".into(), vec![tenant.into()]);
    Document { tenant: Some(tenant.into()), ..page }
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
        let shared = build(documents.clone(), levels());
        verify(&shared).unwrap();
        for name in names {
            let own: Vec<Document> = documents.iter()
                .filter(|document| document.tenant.as_deref() == Some(name))
                .map(|document| Document { tenant: None, ..document.clone() })
                .collect();
            match tenant(&shared, name) {
                Ok(bytes) => prop_assert_eq!(bytes, build(own, levels())),
                Err(error) => prop_assert!(own.is_empty(), "{}", error),
            }
        }
    }

    #[test]
    fn any_bytes_are_an_error(at in 0usize..400, bit in 0u8..8, cut in 0usize..400) {
        let good = build(vec![of("a", 0, "alpha"), of("b", 0, "beta")], levels());
        let mut bad = good.clone();
        bad[at] ^= 1 << bit;
        prop_assert!(verify(&bad).is_err(), "byte {} bit {}", at, bit);
        if let Ok(found) = tenant(&bad, "a") {
            let fresh = Index::open(found).and_then(|index| index.search("alpha beta", &SearchOptions::default()));
            prop_assert!(fresh.is_err() || fresh.unwrap().hits[0].text == "alpha");
        }
        prop_assert!(verify(&good[..cut.min(good.len() - 1)]).is_err());
    }
}

#[test]
fn no_call_reaches_another_tenant() {
    let shared = build(vec![of("a", 1, "alpha secret"), of("b", 2, "beta")], levels());
    let index = Index::open(tenant(&shared, "b").unwrap()).unwrap();
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
}

#[test]
fn a_tenant_must_be_named_where_there_are_some_and_only_there() {
    let shared = build(vec![of("a", 0, "alpha"), of("b", 0, "beta")], levels());
    let message = Index::open(&shared).unwrap_err().to_string();
    assert_eq!(message, "tenant: the index holds several; name one");
    let message = tenant(&shared, "c").unwrap_err().to_string();
    assert_eq!(message, "tenant: the index has none of that name");
    let single = build(vec![document("a", "", "alpha")], levels());
    let message = tenant(&single, "a").unwrap_err().to_string();
    assert_eq!(message, "tenant: the index does not keep tenants; name none");
    assert_eq!(tenant(b"<html>", "a").unwrap_err().code(), "not_an_index");
}
