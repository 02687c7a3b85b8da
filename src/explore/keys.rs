//! The keys of metadata and filters, with the values that documents have.

use crate::error::Error;
use crate::format::columns::Columns;
use crate::format::documents::Record;
use crate::format::keys::{Key, Summary};
use crate::index::{Index, IndexReader};
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
    /// The values that most documents have. Equals are in the order of their bytes. An index in
    /// several files may not know all of a key that has very many.
    pub values: Vec<ValueView>,
}

/// The place of the values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
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
    /// of facets over all documents. Reads what is kept of every document besides its text; in
    /// an index in several files the one that has the columns.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged.
    pub fn keys(&self, most: usize) -> Result<Vec<KeyView>, Error> {
        let index = self.reader()?;
        match index.documents.keys()? {
            Some((columns, keys)) => of_columns(&index, columns, keys, most),
            None => of_records(&index, most),
        }
    }
}

/// The keys as the records of all documents have them.
fn of_records(index: &IndexReader<'_>, most: usize) -> Result<Vec<KeyView>, Error> {
    let documents = 0..index.meta.documents as usize;
    index.prefetch_documents(documents.clone())?;
    let mut all = Vec::new();
    for document in documents {
        add(&mut all, document, &index.documents.get(document)?);
    }
    let by_key = sorted(all);
    let by_key = by_key.chunk_by(|one, other| one.key == other.key);
    Ok(by_key.map(|values| view(values, most)).collect())
}

/// The keys of an index in several files.
fn of_columns(
    index: &IndexReader<'_>,
    columns: Columns<'_>,
    keys: Vec<Key<'_>>,
    most: usize,
) -> Result<Vec<KeyView>, Error> {
    let mut views = Vec::new();
    for Key { key, is_filter, summary } in keys {
        let kind = if is_filter { KeyKind::Filter } else { KeyKind::Metadata };
        if let Some(Summary { documents, total, values }) = summary {
            let values = values.into_iter().take(most);
            let value =
                |(value, documents): (&str, _)| ValueView { value: value.into(), documents };
            let values = values.map(value).collect();
            views.push(KeyView { key: key.into(), kind, documents, total, values });
            continue;
        }
        let mut all = Vec::new();
        for document in 0..index.meta.documents as usize {
            let values = columns.values(document, Some(key))?.unwrap_or_default();
            all.extend(values.into_iter().map(|value| Value { key, document, kind, value }));
        }
        views.push(KeyView { key: key.into(), ..view(&sorted(all), most) });
    }
    Ok(views)
}

/// A heap takes less code than the library's sorting.
fn sorted<T: Ord>(values: Vec<T>) -> Vec<T> {
    BinaryHeap::from(values).into_sorted_vec()
}

/// A value that a document has. They are in the order of their keys, and then of their documents.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Value<'a> {
    key: &'a str,
    document: usize,
    kind: KeyKind,
    value: &'a str,
}

/// Adds the values of a document. Linear in their number.
fn add<'a>(all: &mut Vec<Value<'a>>, document: usize, record: &Record<'a>) {
    for (key, values) in &record.filters {
        let value = |value| Value { key, document, kind: KeyKind::Filter, value };
        all.extend(values.iter().copied().map(value));
    }
    let lang = ("lang", record.lang);
    let lang = [&lang].into_iter().filter(|_| !record.lang.is_empty());
    let value = |&(key, value): &_| Value { key, document, kind: KeyKind::Metadata, value };
    all.extend(record.meta.iter().chain(lang).map(value));
}

/// A key with these values, of which there are some. O(n log n).
fn view(all: &[Value<'_>], most: usize) -> KeyView {
    let mut values = Vec::new();
    let mut kind = KeyKind::Metadata;
    let mut documents = 0;
    for of_document in all.chunk_by(|one, other| one.document == other.document) {
        // Metadata counts only where there are no filters, which come first.
        let first = of_document.first().map_or(KeyKind::Metadata, |first| first.kind);
        let counted = of_document.chunk_by(|one, other| one == other).filter_map(<[_]>::first);
        let counted = counted.filter(|value| value.kind == first);
        values.extend(counted.map(|value| (0, value.value)));
        kind = kind.min(first);
        documents += 1;
    }
    let values = sorted(values);
    let same = values.chunk_by(|one, other| one == other);
    // The number of documents with all bits turned, so that the greatest comes first.
    let counted = same.filter_map(|same| same.first().map(|&(_, value)| (!same.len(), value)));
    let counted = sorted(counted.collect());
    let total = counted.len();
    let view = |(count, value): (usize, &str)| ValueView { value: value.into(), documents: !count };
    KeyView {
        key: all.first().map_or("", |value| value.key).into(),
        kind,
        documents,
        total,
        values: counted.into_iter().take(most).map(view).collect(),
    }
}

#[cfg(test)]
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

    #[test]
    fn a_document_may_have_very_many_keys_and_values() {
        // If each were compared with all others, this would take minutes.
        let names: Vec<String> = (0..20_000).rev().map(|at| std::format!("{at:05}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let filters: Vec<(&str, &[&str])> = names.iter().map(|&name| (name, &["x"][..])).collect();
        let filters = [&filters[..], &[("all", &names)]].concat();
        let meta: Vec<(&str, &str)> = names.iter().map(|&name| (name, "y")).collect();
        let found = index([document(0, &filters, &meta), document(2, &[], &[("00007", "y")])]);
        let keys = found.keys(2).unwrap();
        assert_eq!(keys.len(), 20_001);
        let view = |at: usize| {
            let KeyView { key, documents, total, values, .. } = &keys[at];
            let values = values.iter().map(|one| (one.value.as_str(), one.documents));
            (key.as_str(), *documents, *total, values.collect::<Vec<_>>())
        };
        assert_eq!(view(0), ("00000", 1, 1, [("x", 1)].into()));
        assert_eq!(view(7), ("00007", 2, 2, [("x", 1), ("y", 1)].into()));
        assert_eq!(view(20_000), ("all", 1, 20_000, [("00000", 1), ("00001", 1)].into()));
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
