//! Lines with a pattern.

use crate::common::{build, document};
use kindex::{Document, Error, GrepOptions, Index, Levels, Section, ShardSizes, shard};
use proptest::prelude::*;

fn index_of(documents: Vec<Document>) -> Index {
    Index::open(build(documents, Levels::default())).unwrap()
}

fn options(limit: usize) -> GrepOptions {
    GrepOptions { from: (0, 1), limit, ..GrepOptions::default() }
}

/// All lines that are found, by as many calls as it takes: the document, the number, and the text.
fn all(index: &Index, pattern: &str, mut options: GrepOptions) -> Vec<(String, usize, String)> {
    let mut lines = Vec::new();
    loop {
        let found = index.grep(pattern, &options).unwrap();
        let given: usize = found.sections.iter().map(|section| section.lines.len()).sum();
        assert!(given <= options.limit && given <= found.lines);
        for section in found.sections {
            let id = section.page.id;
            lines.extend(section.lines.into_iter().map(|(at, text)| (id.clone(), at, text)));
        }
        match found.next {
            Some(next) => options.from = next,
            None => return lines,
        }
    }
}

#[test]
fn lines_are_given_by_their_sections() {
    let text = "# One\n\nneedle a\nb\nneedle c\n\n## Two\n\nd needle\r\n";
    let section = |heading: &str, level, anchor: &str| {
        let start = text.find(heading).unwrap();
        let heading = start + usize::from(level) + 1..start + heading.len();
        Section { level, start, heading, anchor: anchor.into(), ..Section::default() }
    };
    let sections = [section("# One", 1, "one"), section("## Two", 2, "two")].into();
    let one = Document { url: "/docs/one/".into(), sections, ..document("one.md", "First", text) };
    let index = index_of(vec![one, document("two.md", "Second", "No thing.\n")]);
    let found = index.grep("Needle", &options(9)).unwrap();
    assert_eq!((found.lines, found.documents, found.next), (3, 1, None));
    let [first, second] = found.sections.as_slice() else { panic!("{found:?}") };
    assert_eq!((first.page.title.as_str(), first.anchor.as_str()), ("First", "one"));
    assert_eq!(first.lines, [(3, "needle a".into()), (5, "needle c".into())]);
    assert_eq!(second.headings, ["One", "Two"]);
    assert_eq!(second.lines, [(9, "d needle".into())]);
    assert!(index.chunk(&second.id).unwrap().text.contains("d needle"));
    for (page, lines) in [("docs/", 3), ("one.md", 3), ("/docs/t", 0), ("*.md", 3)] {
        let options = GrepOptions { page: page.into(), ..options(9) };
        assert_eq!(index.grep("needle", &options).unwrap().lines, lines, "{page}");
    }
    let cased = GrepOptions { case: true, ..options(9) };
    assert_eq!(index.grep("Needle", &cased).unwrap().lines, 0);
}

#[test]
fn several_files_have_the_same_lines() {
    let text = |at: usize| format!("Page {at} has {}\n{}", at % 7, "words of a page\n".repeat(40));
    let documents = (0..40).map(|at| document(&at.to_string(), "", &text(at))).collect();
    let whole = build(documents, Levels::default());
    let cut = shard(&whole, &ShardSizes::of_index(whole.len())).unwrap();
    assert!(cut.shards.len() > 1);
    let whole = Index::open(whole).unwrap();
    let mut sharded = Index::open(cut.head).unwrap();
    for (pattern, limit) in [("has 3", 2), ("words of", 99), ("nothing", 9)] {
        let mut rounds = 0;
        let found = loop {
            match sharded.grep(pattern, &options(limit)) {
                Err(Error::Missing) => {
                    rounds += 1;
                    for number in sharded.wanted() {
                        sharded.load(number, cut.shards[number].bytes.clone()).unwrap();
                    }
                }
                found => break found.unwrap(),
            }
        };
        // The records of documents, and then all texts at once.
        assert!(rounds <= 3, "{rounds}");
        let wanted = whole.grep(pattern, &options(limit)).unwrap();
        assert_eq!(found.sections, wanted.sections, "{pattern}");
        assert_eq!((found.next, found.lines), (wanted.next, wanted.lines), "{pattern}");
    }
}

#[test]
fn long_lines_are_cut_around_what_is_found() {
    let text = format!("{}é needle {}\n", "ä".repeat(500), "ö".repeat(900));
    let found = index_of(vec![document("a", "", &text)]).grep("needle", &options(1)).unwrap();
    let (_, line) = &found.sections[0].lines[0];
    assert_eq!(line.chars().count(), 302);
    assert!(line.starts_with("…ä") && line.ends_with("ö…") && line.contains("é needle ö"));
}

#[test]
fn patterns_that_cannot_be_used_are_named() {
    let index = index_of(vec![document("a", "", "a\n")]);
    let regex = GrepOptions { regex: true, ..options(1) };
    let Err(Error::Config { name, .. }) = index.grep("(", &regex) else { panic!() };
    assert_eq!(name, "pattern");
    assert_eq!(index.grep("(", &options(1)).unwrap().lines, 0);
}

proptest! {
    #[test]
    fn lines_are_those_that_have_it(
        texts in prop::collection::vec("[ab\n]{0,30}", 1..5),
        pattern in "[ab]{1,3}",
        limit in 1_usize..5,
    ) {
        let documents = texts.iter().enumerate().map(|(at, text)| document(&at.to_string(), "", text));
        let index = index_of(documents.collect());
        let numbered = |(at, text): (usize, &String)| {
            let lines = text.split('\n').enumerate().filter(|(_, line)| line.contains(&pattern));
            let named = |(line, text): (usize, &str)| (at.to_string(), line + 1, text.to_owned());
            lines.map(named).collect::<Vec<_>>()
        };
        let wanted: Vec<_> = texts.iter().enumerate().flat_map(numbered).collect();
        let found = index.grep(&pattern, &options(limit)).unwrap();
        prop_assert_eq!((found.lines, found.is_lower_bound), (wanted.len(), false));
        prop_assert_eq!(all(&index, &pattern, options(limit)), wanted);
    }
}
