//! A small index, and others that are made of it by changing bytes on purpose.

use super::seal::{seal, varint};
use super::{build, document};
use kindex::{
    Error, Filter, Index, Levels, Prefix, QueryVector, Results, SearchOptions, VectorSettings,
    Vectors, add_vectors,
};
use proptest::prelude::*;
use std::sync::LazyLock;

pub const QUERIES: [&str; 6] = [
    "alpha beta",
    "gamma",
    "heading",
    "unseen",
    "+gamma -\"beta 3\" key:value",
    "\"gamma delta\" OR heading:\"heading 2\" title:titel",
];

static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let documents = (0..6).map(|number| {
        let text = format!(
            "# Heading {number}\n\nalpha beta {number}\n\n## Other\n\n{}",
            "gamma delta alpha words. ".repeat(number * 4)
        );
        let mut page = document(&format!("page-{number}"), "A title", &text);
        page.meta.insert("key".into(), "value".into());
        page.filters.insert("kind".into(), vec!["guide".into(), "tour".into()]);
        page
    });
    with_vectors(&build(documents.collect(), Levels::new(&[60, 200], &[0.2]).unwrap()))
});

/// The index with a vector for each parent.
fn with_vectors(plain: &[u8]) -> Vec<u8> {
    let index = Index::open(plain).unwrap();
    let mut vectors = Vectors::new("a model", 12).unwrap();
    for page in 0..6 {
        for (at, chunk) in index.chunks(&format!("page-{page}"), 1).unwrap().iter().enumerate() {
            let number = |n: usize| ((page * 7 + at * 5 + n * 3) % 11) as f32 - 4.5;
            vectors.add(&chunk.id, &(0..12).map(number).collect::<Vec<_>>()).unwrap();
        }
    }
    let settings = VectorSettings { dimensions: 8, ..VectorSettings::default() };
    add_vectors(plain, &vectors, &settings).unwrap()
}

/// The index: six pages with headings, metadata, filters and vectors.
pub fn small() -> Vec<u8> {
    SMALL.clone()
}

/// The answers to all queries.
pub fn answers<B: AsRef<[u8]>>(index: &Index<B>) -> Result<Vec<Results>, Error> {
    let mut options = SearchOptions { prefix: Prefix::Last, ..SearchOptions::default() };
    options.filters.push(Filter::any("kind", ["tour"]));
    let mut answers: Vec<Results> = Vec::new();
    for query in QUERIES {
        answers.push(index.search(query, &options)?);
    }
    options.vector = Some(QueryVector::new((0..12).map(|n| n as f32 - 5.0).collect()));
    answers.push(index.search("alpha words", &options)?);
    Ok(answers)
}

/// A place anywhere, and what is written there.
pub type Change = (prop::sample::Index, Vec<u8>);

/// A byte; or a number which, added to another, has no room in 32 bits, as an entry of an array and
/// as a varint.
pub fn change() -> impl Strategy<Value = Change> {
    let number =
        prop_oneof![Just(u32::MAX), u32::MAX - 40..u32::MAX, (1u32..8).prop_map(|n| n << 29)];
    let written = prop_oneof![
        3 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => number.clone().prop_map(|number| number.to_le_bytes().to_vec()),
        1 => number.prop_map(varint),
    ];
    (any::<prop::sample::Index>(), written)
}

/// A blob with these bytes changed, anywhere behind the lengths of its sections.
pub fn forged(changes: Vec<Change>) -> Vec<u8> {
    let mut blob = small();
    let body = 24 + 8 * usize::from(blob[20]);
    for (at, bytes) in changes {
        let at = body + at.index(blob.len() - body);
        let room = &mut blob[at..];
        let len = bytes.len().min(room.len());
        room[..len].copy_from_slice(&bytes[..len]);
    }
    seal(&mut blob);
    blob
}
