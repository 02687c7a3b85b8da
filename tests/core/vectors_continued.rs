//! Indexes that keep the principal components of an index before.

use crate::common::{build, document};
use kindex::{
    Document, Hit, Index, Levels, QueryVector, SearchOptions, VectorSettings, Vectors, add_vectors,
};

/// The numbers of a vector as it is given, of which the half is kept.
const GIVEN: usize = 32;

const SETTINGS: fn() -> VectorSettings =
    || VectorSettings { dimensions: 16, ..VectorSettings::default() };

const PAGES: usize = 60;

/// Pages of three kinds. Each has words of its kind, of its number, and those that are given.
fn page(number: usize, extra: &str) -> Document {
    let kind = ["river boat", "lorry road", "bun toast"][number % 3];
    let others = ["amber", "birch", "cedar", "dune", "ember"][number % 5];
    let text = format!("# Note {number}\n\nThe {kind} of the day, {others}. {extra}\n");
    document(&format!("p{number:02}"), &format!("Note {number}"), &text)
}

fn plain(pages: usize, extra: impl Fn(usize) -> &'static str) -> Vec<u8> {
    let pages = (0..pages).map(|number| page(number, extra(number)));
    build(pages.collect(), Levels::new(&[80, 200], &[]).unwrap())
}

/// A vector near to that of the kind, and of what is extra.
fn vector(number: usize, extra: &str) -> Vec<f32> {
    let mut state = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut vector: Vec<f32> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 24) as f32 * 0.3
    })
    .take(GIVEN)
    .collect();
    vector[number % 3] += 1.0;
    if extra.contains("Amber") {
        vector[8] += 0.5;
    }
    vector
}

fn vectors(embedder: &str, pages: usize, extra: impl Fn(usize) -> &'static str) -> Vectors {
    let mut vectors = Vectors::new(embedder, GIVEN).unwrap();
    for number in 0..pages {
        vectors.add(&format!("p{number:02}#0.0"), &vector(number, extra(number))).unwrap();
    }
    vectors
}

fn none(_: usize) -> &'static str {
    ""
}

/// The index of the pages as they are at first.
fn first() -> Index {
    let bytes = add_vectors(&plain(PAGES, none), &vectors("a", PAGES, none), &SETTINGS());
    Index::open(bytes.unwrap()).unwrap()
}

/// The index of changed pages, which keeps what the first one has or is made anew.
fn next(extra: impl Fn(usize) -> &'static str + Copy, keeps: bool) -> Index {
    let mut vectors = vectors("a", PAGES, extra);
    if keeps {
        vectors.continue_from(&first()).unwrap();
    }
    let bytes = add_vectors(&plain(PAGES, extra), &vectors, &SETTINGS()).unwrap();
    Index::open(bytes).unwrap()
}

/// The bytes of a section. They follow each other, and the last one ends the index.
fn section<'a>(index: &'a Index, name: &str) -> &'a [u8] {
    let sections = index.stats().sections;
    let after = sections.iter().rev().take_while(|section| section.name != name);
    let end = index.bytes().len() - after.map(|section| section.bytes).sum::<usize>();
    let size = sections.iter().find(|section| section.name == name).unwrap().bytes;
    &index.bytes()[end - size..end]
}

#[test]
fn an_index_that_did_not_change_keeps_its_bytes() {
    assert_eq!(next(none, true).bytes(), first().bytes());
    let mut vectors = vectors("a", PAGES, none);
    vectors.continue_from(&Index::open(plain(PAGES, none)).unwrap()).unwrap();
    let anew = add_vectors(&plain(PAGES, none), &vectors, &SETTINGS()).unwrap();
    assert_eq!(anew, *first().bytes(), "an index without vectors has nothing to keep");
}

#[test]
fn an_edit_changes_only_the_vector_of_its_page() {
    let extra = |number| if number == 30 { "Amber." } else { "" };
    let (before, kept, anew) = (first(), next(extra, true), next(extra, false));
    kept.verify().unwrap();
    let changed = |next: &Index| {
        let bytes = section(next, "vectors").iter().zip(section(&before, "vectors"));
        bytes.filter(|(one, other)| one != other).count()
    };
    let row = SETTINGS().dimensions * usize::from(SETTINGS().bits) / 8;
    assert!((1..=row).contains(&changed(&kept)), "{}", changed(&kept));
    assert!(changed(&anew) > row);
}

#[test]
fn all_is_made_anew_where_too_much_changed() {
    let first = first();
    let anew = |vectors: &Vectors, pages, settings: &VectorSettings| {
        let plain = plain(pages, none);
        let mut kept = vectors.clone();
        kept.continue_from(&first).unwrap();
        assert_eq!(
            add_vectors(&plain, &kept, settings).unwrap(),
            add_vectors(&plain, vectors, settings).unwrap()
        );
    };
    anew(&vectors("b", PAGES, none), PAGES, &SETTINGS());
    anew(&vectors("a", PAGES, none), PAGES, &VectorSettings { bits: 32, ..SETTINGS() });
    anew(&vectors("a", PAGES, none), PAGES, &VectorSettings { dimensions: 24, ..SETTINGS() });
    anew(&moved(PAGES), PAGES, &SETTINGS());
}

/// As many vectors as there are, of which `count` lie in another part of the space.
fn moved(count: usize) -> Vectors {
    let mut vectors = Vectors::new("a", GIVEN).unwrap();
    for number in 0..PAGES {
        let mut vector = vector(number, "");
        if number < count {
            vector.reverse();
        }
        vectors.add(&format!("p{number:02}#0.0"), &vector).unwrap();
    }
    vectors
}

/// Each changes little, all together everything.
#[test]
fn many_small_changes_do_not_spoil_it() {
    let plain = plain(PAGES, none);
    let mut index = first();
    for count in (0..=PAGES).step_by(3) {
        let mut vectors = moved(count);
        vectors.continue_from(&index).unwrap();
        index = Index::open(add_vectors(&plain, &vectors, &SETTINGS()).unwrap()).unwrap();
    }
    // A page about rivers, as all are moved now.
    let mut query = vector(0, "");
    query.reverse();
    let vector = Some(QueryVector::new(query));
    let options = SearchOptions { vector, limit: PAGES, explain: true, ..SearchOptions::default() };
    let hits = index.search("day", &options).unwrap().hits;
    let cosine = |hit: &Hit| hit.explanation.as_ref().unwrap().fusion.unwrap().cosine;
    for hit in &hits {
        let is_of_rivers = hit.document[1..].parse::<usize>().unwrap() % 3 == 0;
        assert_eq!(cosine(hit) > 0.5, is_of_rivers, "{} {}", hit.id, cosine(hit));
    }
    assert_eq!(hits.len(), PAGES);
}
