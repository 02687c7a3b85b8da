//! The ways through the chunks of an index.

use crate::common::{build, document, hostile_text, some_levels, with_parts};
use kindex::{ChunkView, Document, Error, Index, Levels, Section};
use proptest::prelude::*;

fn ids(chunks: &[ChunkView]) -> Vec<&str> {
    chunks.iter().map(|chunk| chunk.id.as_str()).collect()
}

fn index_of(documents: Vec<Document>, levels: Levels) -> Index {
    Index::open(build(documents, levels)).unwrap()
}

/// The facts that hold around each chunk of a document.
fn check(index: &Index, text: &str, id: &str, levels: usize) {
    let mut below: Vec<ChunkView> = Vec::new();
    for level in 0..=levels {
        let chunks = index.chunks(id, level).unwrap();
        let mut end = 0;
        for (position, chunk) in chunks.iter().enumerate() {
            assert_eq!(
                (chunk.level, chunk.position, chunk.document.as_str()),
                (level, position, id)
            );
            assert_eq!(&text[chunk.start..chunk.end], chunk.own_text());
            assert!(chunk.start <= end && chunk.tokens == kindex::tokens(&chunk.text));
            end = chunk.end;
            assert_eq!(&index.chunk(&chunk.id).unwrap(), chunk);
            let others = index.siblings(&chunk.id, usize::MAX, usize::MAX).unwrap();
            assert_eq!(others.len() + 1, chunks.len());
            assert_eq!(index.count(&chunk.id, level).unwrap(), chunks.len());
            check_hierarchy(index, chunk);
        }
        assert_eq!(end, text.len());
        let inside: Vec<ChunkView> =
            chunks.iter().flat_map(|chunk| index.children(&chunk.id).unwrap()).collect();
        assert_eq!(inside, below, "the children of a level are the level below");
        below = chunks;
    }
    assert_eq!(ids(&below), [format!("{id}#{levels}.0")]);
}

fn check_hierarchy(index: &Index, chunk: &ChunkView) {
    let hierarchy = index.hierarchy(&chunk.id).unwrap();
    assert_eq!(&hierarchy.chunk, chunk);
    assert_eq!(hierarchy.ancestors, index.ancestors(&chunk.id).unwrap());
    assert_eq!(hierarchy.ancestors.first().cloned(), index.parent(&chunk.id).unwrap());
    for ancestor in &hierarchy.ancestors {
        assert_eq!(&index.ancestor(&chunk.id, ancestor.level).unwrap(), ancestor);
        assert!(ancestor.text.contains(chunk.own_text()));
    }
    for child in &hierarchy.children {
        assert_eq!(index.parent(&child.id).unwrap().as_ref(), Some(chunk));
    }
    if let Some(parent) = hierarchy.ancestors.first() {
        let mut family = ids(&hierarchy.siblings);
        family.insert(
            family.iter().take_while(|id| position(id) < chunk.position).count(),
            &chunk.id,
        );
        assert_eq!(family, ids(&index.children(&parent.id).unwrap()));
    }
}

fn position(id: &str) -> usize {
    id.rsplit('.').next().unwrap().parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn links_go_both_ways(
        texts in prop::collection::vec((hostile_text(), 0u8..4), 1..4),
        levels in some_levels(),
    ) {
        let document = |(number, (text, kind)): (usize, &(String, u8))| {
            with_parts(document(&format!("d#{number}"), "", text), *kind, 2)
        };
        let documents: Vec<Document> = texts.iter().enumerate().map(document).collect();
        let count = levels.count();
        let index = index_of(documents.clone(), levels.clone());
        prop_assert_eq!(index.documents().unwrap().len(), documents.len());
        for document in &documents {
            check(&index, &document.text, &document.id, count);
            let view = index.document(&document.id).unwrap();
            prop_assert_eq!(view.bytes, document.text.len());
        }
        // An unchanged document keeps its ids and texts, whatever comes before it.
        let mut reversed = documents.clone();
        reversed.reverse();
        let again = index_of(reversed, levels);
        for document in &documents {
            for level in 0..=count {
                prop_assert_eq!(index.chunks(&document.id, level), again.chunks(&document.id, level));
            }
        }
    }

    #[test]
    fn any_text_as_id_is_an_error_or_a_chunk(id in "d?#?[0-9]{0,3}\\.?[0-9]{0,22}|\\PC{0,12}") {
        let index = index_of(vec![document("d", "", "Some words.\n")], Levels::default());
        match index.chunk(&id) {
            Ok(chunk) => prop_assert_eq!(chunk.id, id),
            Err(Error::UnknownId { id: named }) => prop_assert_eq!(named, id),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

#[test]
fn ids_have_one_spelling() {
    let index = index_of(vec![document("a.md", "", "Some words.\n")], Levels::default());
    assert_eq!(index.chunk("a.md#0.0").unwrap().text, "Some words.\n");
    assert_eq!(index.parent("a.md#2.0").unwrap(), None);
    for wrong in
        ["", "#", "a.md", "a.md#0", "a.md#0.1", "a.md#00.0", "a.md#3.0", "a.md#-1.0", "b.md#0.0"]
    {
        let error = index.hierarchy(wrong).unwrap_err();
        assert_eq!(error.code(), "unknown_id", "{wrong}");
        assert!(error.to_string().ends_with(wrong));
    }
}

#[test]
fn levels_that_are_not_there_are_errors() {
    let index = index_of(vec![document("a", "", "Some words.\n")], Levels::default());
    for level in [0, 3, usize::MAX] {
        assert_eq!(index.ancestor("a#0.0", level).unwrap_err().code(), "invalid_option");
    }
    assert_eq!(index.chunks("a", 3).unwrap_err().code(), "invalid_option");
    assert_eq!(index.count("a", 3).unwrap_err().code(), "invalid_option");
    assert_eq!(index.chunks("a#0.0", 2).unwrap(), index.chunks("a", 2).unwrap());
}

#[test]
fn sections_are_found_by_their_anchors() {
    let text = "# One\n\na\n\n## Two\nb\n### Three\nc\n## Four\nd";
    let section = |heading: &str, level, anchor: &str| {
        let start = text.find(heading).unwrap();
        let heading = start + level as usize + 1..start + heading.len();
        Section { level, start, heading, anchor: anchor.into(), ..Section::default() }
    };
    let sections = [
        section("# One", 1, "one"),
        section("## Two", 2, "two"),
        section("### Three", 3, ""),
        section("## Four", 2, "four"),
    ];
    let one = Document { sections: sections.into(), ..document("a#b", "", text) };
    let index = index_of(vec![one], Levels::default());
    for (place, lines) in [
        ("a#b#one", Some(1..11)),
        ("a#b#two", Some(5..9)),
        ("a#b#four", Some(9..11)),
        ("a#b#", None),
        ("a#b#five", None),
    ] {
        assert_eq!(index.section(place).unwrap(), lines, "{place}");
    }
    assert_eq!(index.section("c#one").unwrap_err().code(), "unknown_id");
}

#[test]
fn pages_are_listed_by_the_beginning_of_their_addresses() {
    let page =
        |(id, url): (&str, &str)| Document { url: url.into(), ..document(id, id, "Words.\n") };
    let pages = [("c", "/guide/c"), ("a", "/guide/a"), ("b", "/api/b"), ("d", "/guide/a")];
    let index = index_of(pages.map(page).into(), Levels::default());
    let list = |prefix, from, count| {
        let found = index.pages(prefix, from, count).unwrap();
        let ids: Vec<String> = found.pages.into_iter().map(|page| page.id).collect();
        (found.total, ids.join(" "))
    };
    assert_eq!(list("", 0, 9), (4, "c a b d".into()));
    assert_eq!(list("/guide/", 1, 1), (3, "a".into()));
    assert_eq!(list("/guide/", 3, 9), (3, "".into()));
    assert_eq!(list("/Guide/", 0, 9), (0, "".into()));
    assert_eq!(list("", 0, 0), (4, "".into()));
    let found = index.page("/guide/a").unwrap().unwrap();
    assert_eq!([found.id, found.title], ["a", "a"], "the first one");
    assert_eq!(index.page("/guide/"), Ok(None));
    assert_eq!(index.documents().unwrap(), ["c", "a", "b", "d"]);
}
