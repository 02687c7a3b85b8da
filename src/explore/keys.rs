//! The keys of metadata and filters, with the values that documents have.

use crate::error::Error;
use crate::format::documents::Record;
use crate::index::Index;
use crate::order;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;

/// A key by which a search can be narrowed, sorted and counted.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KeyView {
    /// The key.
    pub key: String,
    /// The place of its values.
    pub kind: KeyKind,
    /// The number of documents that have a value.
    pub documents: usize,
    /// The number of distinct values, of which `values` may have the first ones only.
    pub total: usize,
    /// The values that most documents have. Equals are in the order of their bytes.
    pub values: Vec<ValueView>,
}

/// The place of the values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum KeyKind {
    /// Filters of documents, at least of one.
    Filter,
    /// Only their metadata, or their language.
    Metadata,
}

impl KeyKind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            KeyKind::Filter => "filter",
            KeyKind::Metadata => "metadata",
        }
    }
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ValueView {
    /// The value, as filters take it.
    pub value: String,
    /// The number of documents that have it.
    pub documents: usize,
}

impl<B: AsRef<[u8]>> Index<B> {
    /// All keys that documents have values for, in the order of their bytes, each with at most
    /// `most` values. Values are found as for a [`Filter`](crate::Filter), so the counts are those
    /// of facets over all documents. Reads what is kept of every document besides its text.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged.
    pub fn keys(&self, most: usize) -> Result<Vec<KeyView>, Error> {
        let index = self.reader()?;
        let documents = 0..index.meta.documents as usize;
        index.prefetch_documents(documents.clone())?;
        let mut keys = Vec::new();
        for document in documents {
            count(&mut keys, document, &index.documents.get(document)?);
        }
        Ok(keys.into_iter().map(|key| key.view(most)).collect())
    }
}

/// A key whose values are being counted.
struct Counted<'a> {
    key: &'a str,
    kind: KeyKind,
    documents: usize,
    /// The document that was counted last, from 1.
    last: usize,
    /// Each value as often as documents have it.
    values: Vec<&'a str>,
}

fn count<'a>(keys: &mut Vec<Counted<'a>>, document: usize, record: &Record<'a>) {
    for (key, values) in &record.filters {
        add(keys, (key, KeyKind::Filter), document, values);
    }
    let lang = ("lang", record.lang);
    let is_more = !record.lang.is_empty() && !record.meta.contains(&lang);
    for (key, value) in record.meta.iter().chain(is_more.then_some(&lang)) {
        let mut filters = record.filters.iter();
        if !filters.any(|(at, values)| at == key && !values.is_empty()) {
            add(keys, (key, KeyKind::Metadata), document, &[value]);
        }
    }
}

fn add<'a>(
    keys: &mut Vec<Counted<'a>>,
    (key, kind): (&'a str, KeyKind),
    document: usize,
    values: &[&'a str],
) {
    if values.is_empty() {
        return;
    }
    let at = keys.partition_point(|known| known.key < key);
    if keys.get(at).is_none_or(|known| known.key != key) {
        keys.insert(at, Counted { key, kind, documents: 0, last: 0, values: Vec::new() });
    }
    let Some(known) = keys.get_mut(at) else { return };
    if kind == KeyKind::Filter {
        known.kind = kind;
    }
    known.documents += usize::from(known.last != document + 1);
    known.last = document + 1;
    for (at, value) in values.iter().enumerate() {
        if !values.iter().take(at).any(|before| before == value) {
            known.values.push(value);
        }
    }
}

impl Counted<'_> {
    fn view(self, most: usize) -> KeyView {
        // A heap takes less code than the library's sorting.
        let sorted = BinaryHeap::from(self.values).into_sorted_vec();
        let mut total = 0;
        let mut best = Vec::new();
        for same in sorted.chunk_by(|a, b| a == b) {
            total += 1;
            let of_value = (same.first().copied().unwrap_or_default(), same.len());
            order::insert(&mut best, of_value, most, |&(_, count)| count >= same.len());
        }
        let view = |(value, documents): (&str, usize)| ValueView { value: value.into(), documents };
        KeyView {
            key: self.key.into(),
            kind: self.kind,
            documents: self.documents,
            total,
            values: best.into_iter().map(view).collect(),
        }
    }
}

#[cfg(all(test, feature = "build"))]
mod tests {
    use super::*;
    use crate::build::{Builder, Config};
    use crate::document::Document;
    use crate::rank::SearchOptions;
    use alloc::string::ToString;
    use proptest::prelude::*;

    /// Its keys have the values given, joined where there are several.
    fn document(at: usize, filters: &[(&str, &[&str])], meta: &[(&str, &str)]) -> Document {
        let list = |values: &[&str]| values.iter().map(ToString::to_string).collect();
        Document {
            id: at.to_string(),
            text: "word".into(),
            lang: (at % 2 == 1).then(|| "en".into()),
            filters: filters.iter().map(|&(key, values)| (key.into(), list(values))).collect(),
            meta: meta.iter().map(|&(key, value)| (key.into(), value.into())).collect(),
            ..Document::default()
        }
    }

    fn index(documents: impl IntoIterator<Item = Document>) -> Index {
        let mut builder = Builder::new(Config::default());
        documents.into_iter().for_each(|document| builder.add(document).unwrap());
        Index::open(builder.finish().unwrap()).unwrap()
    }

    #[test]
    fn values_are_counted_by_documents() {
        let found = index([
            document(
                0,
                &[("tag", &["b", "a", "b"]), ("none", &[])],
                &[("tag", "a, b"), ("by", "kim")],
            ),
            document(1, &[("tag", &["b"])], &[]),
            document(2, &[], &[("tag", "c"), ("a key", "x")]),
        ]);
        let view = |keys: Vec<KeyView>| -> Vec<String> {
            let values = |key: &KeyView| -> String {
                key.values
                    .iter()
                    .map(|one| std::format!(" {}={}", one.value, one.documents))
                    .collect()
            };
            let line = |key: &KeyView| {
                let (kind, values) = (key.kind.name(), values(key));
                std::format!("{} {kind} {} {}:{values}", key.key, key.documents, key.total)
            };
            keys.iter().map(line).collect()
        };
        let all = [
            "a key metadata 1 1: x=1",
            "by metadata 1 1: kim=1",
            "lang metadata 1 1: en=1",
            "tag filter 3 3: b=2 a=1 c=1",
        ];
        assert_eq!(view(found.keys(9).unwrap()), all);
        assert_eq!(view(found.keys(2).unwrap())[3], "tag filter 3 3: b=2 a=1");
        assert_eq!(view(found.keys(0).unwrap())[3], "tag filter 3 3:");
        assert_eq!(index([document(0, &[], &[])]).keys(9).unwrap(), []);
    }

    proptest! {
        #[test]
        fn counts_are_those_of_facets(
            given in prop::collection::vec(
                (prop::collection::vec("[ab]", 0..4), prop::option::of("[abc]")), 1..9)
        ) {
            let documents = given.iter().enumerate().map(|(at, (filter, meta))| {
                let filter: Vec<&str> = filter.iter().map(String::as_str).collect();
                let meta = meta.as_deref().map(|value| ("key", value));
                document(at, &[("key", &filter), ("of all", &["x"])], meta.as_slice())
            });
            let found = index(documents);
            let keys = found.keys(usize::MAX).unwrap();
            let facets = keys.iter().map(|key| key.key.clone()).collect();
            let options = SearchOptions { facets, ..SearchOptions::default() };
            let results = found.search("word", &options).unwrap();
            prop_assert_eq!(keys.last().unwrap().documents, found.stats().documents as usize);
            for key in keys {
                let facet = results.facets.iter().find(|facet| facet.key == key.key).unwrap();
                let counts: Vec<_> =
                    key.values.into_iter().map(|one| (one.value, one.documents)).collect();
                prop_assert_eq!(&facet.values, &counts);
                prop_assert_eq!(key.total, counts.len());
            }
        }
    }
}
