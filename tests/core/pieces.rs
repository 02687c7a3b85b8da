//! Texts of chunks that begin or end within a table or code: each can be read alone.

use crate::common::{build, document, hostile_text, some_levels};
use kindex::{
    Builder, ChunkView, Chunker, Collection, Config, Error, Index, Levels, SearchOptions,
    ShardSizes, shard,
};
use proptest::prelude::*;

fn index(text: &str, levels: Levels) -> Index {
    let index = Index::open(build(vec![document("d", "", text)], levels)).unwrap();
    index.verify().unwrap();
    index
}

/// The chunks of all levels.
fn chunks(index: &Index) -> Vec<ChunkView> {
    let levels = 0..=index.stats().levels.len();
    levels.flat_map(|level| index.chunks("d", level).unwrap()).collect()
}

/// Lines without the signs of lists and quotes, each with the fence that is open before it.
fn lines(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut open = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        let signs = |c: char| " >-1.".contains(c);
        let body = if open.is_none() { line.trim_start_matches(signs) } else { line };
        let body = body.trim_start_matches([' ', '>']);
        lines.push((body, open));
        let mark = body.chars().next().filter(|c| "`~".contains(*c));
        let info = mark.map_or(body, |mark| body.trim_start_matches(mark));
        let marks = &body[..body.len() - info.len()];
        match open {
            Some(fence) if marks.starts_with(fence) && info.is_empty() => open = None,
            None if marks.len() >= 3 => open = Some(marks),
            _ => {}
        }
    }
    lines.push(("", open));
    lines
}

/// A text with each line of the block behind the signs of a list or a quote.
fn placed(block: &str, [first, rest]: [&str; 2]) -> String {
    let lines = block.lines().enumerate();
    let lines = lines.map(|(at, line)| format!("{}{line}\n", if at == 0 { first } else { rest }));
    format!("Some words before it.\n\n{}\nAnd behind it as many.\n", lines.collect::<String>())
}

const PLACES: [[&str; 2]; 6] = [
    ["", ""],
    ["- ", "  "],
    ["> ", "> "],
    ["  ", "  "],
    ["1. > - ", "   >   "],
    ["> 1. ", ">    "],
];

fn some_cuts() -> Vec<Levels> {
    let sections = [[40, 100], [90, 300], [25, 60]].map(|sizes| Levels::new(&sizes, &[]).unwrap());
    let overlapping = Levels::new(&[60, 120], &[0.4, 0.2]).unwrap();
    let windows = overlapping.clone().with_chunker(Chunker::Windows);
    sections.into_iter().chain([overlapping, windows]).collect()
}

/// Looks at each piece of a block in every place, cut in every way.
fn each_piece(block: &str, look: impl Fn(&str)) {
    for place in PLACES {
        for levels in some_cuts() {
            let index = index(&placed(block, place), levels);
            chunks(&index).iter().for_each(|chunk| look(&chunk.text));
        }
    }
}

#[test]
fn code_stands_in_fences() {
    let code: String = (0..30).map(|n| format!("code{n} with words in it\n")).collect();
    for [open, close] in [["```", "```"], ["~~~ yaml", "~~~"], ["`````md", "`````"]] {
        let inner = if open == "```" { "code ~~~\n" } else { "```\ncode\n```\n" };
        each_piece(&format!("{open}\n{code}{inner}{close}\n"), |piece| {
            let lines = lines(piece);
            for (line, fence) in &lines {
                let is_code = line.starts_with("code");
                assert!(!is_code || fence.is_some_and(|it| open.starts_with(it)), "{piece}");
                let is_prose = line.contains("Some words") || line.contains("And behind");
                assert!(!is_prose || fence.is_none(), "{piece}");
            }
            assert_eq!(lines.last().unwrap().1, None, "{piece}");
        });
    }
}

#[test]
fn rows_stand_below_their_header() {
    let header = "| Name | Use \\| why | Third |\n| --- | :-: | --- |\n";
    let row = |n: usize| format!("| name{n} | the \\| use{n} of it in some words | third{n} |\n");
    let rows: String = (0..30).map(row).collect();
    each_piece(&format!("{header}{rows}"), |piece| {
        let lines = lines(piece);
        let table: Vec<&str> =
            lines.iter().map(|(line, _)| *line).filter(|line| line.contains('|')).collect();
        let heads = ["| Name", "| ---"];
        assert!(heads.iter().zip(&table).all(|(head, row)| row.starts_with(head)), "{piece}");
        for line in table.iter().skip(2) {
            let line = line.replace("\\|", "/");
            for (column, cell) in line
                .split('|')
                .enumerate()
                .filter(|(_, cell)| cell.contains(|c: char| c.is_ascii_digit()))
            {
                let names = ["", "name", " use", "third"];
                assert!(cell.contains(names[column]), "{line}\n{piece}");
            }
        }
    });
}

#[test]
fn a_long_header_stands_before_pieces_up_to_a_limit() {
    for (width, is_there) in [(20, true), (200, true), (500, false)] {
        let header = format!("|{}\n|{}\n", " header |".repeat(width), " - |".repeat(width));
        let text = format!("{header}{}", "| some | row | of it |\n".repeat(40));
        let index = index(&text, Levels::new(&[500, 2_000], &[]).unwrap());
        for chunk in index.chunks("d", 0).unwrap() {
            assert!(
                !is_there || chunk.text.starts_with(&text[..chunk.text.len().min(header.len())])
            );
        }
        let last = index.chunks("d", 1).unwrap().pop().unwrap();
        assert_eq!(last.text.starts_with(&header), is_there, "{width}");
    }
}

/// What a text may have besides: these pieces are as they stand.
#[test]
fn what_is_not_cut_stays_as_it_is() {
    let rows = "| a row | without a header |\n".repeat(20);
    let whole = "Words.\n\n```\ncode\n```\n\n| A |\n| - |\n| b |\n\n".repeat(20);
    for text in [rows, whole] {
        let index = index(&text, Levels::new(&[80, 400], &[]).unwrap());
        for chunk in chunks(&index) {
            assert_eq!((chunk.text.as_str(), chunk.text_start), (chunk.own_text(), 0));
        }
    }
}

fn table_and_code() -> String {
    let row = |n: usize| format!("| option{n} | the né{n} of it, in some words |\n");
    let line = |n: usize| format!("  step{n}: does a ü{n} to it\n");
    let rows: String = (0..80).map(row).collect();
    let code: String = (0..80).map(line).collect();
    format!(
        "# Title\n\n| Name | Use |\n| --- | --- |\n{rows}\nWords.\n\n```yaml\n{code}```\n\nThe end.\n"
    )
}

#[test]
fn results_have_the_texts_of_their_chunks_and_places_in_them() {
    let text = table_and_code();
    let index = index(&text, Levels::default());
    for query in ["option60", "step60", "name option70", "yaml step50", "ü77", "use"] {
        for return_level in [0, 1, 2] {
            let options =
                SearchOptions { return_level: Some(return_level), ..SearchOptions::default() };
            let found = index.search(query, &options).unwrap();
            assert!(!found.hits.is_empty());
            for hit in &found.hits {
                let chunk = index.chunk(&hit.id).unwrap();
                assert_eq!(hit.text, chunk.text);
                assert_eq!(hit.tokens, kindex::tokens(&hit.text));
                let words: Vec<&str> =
                    hit.highlights.iter().map(|&(from, to)| &hit.text[from..to]).collect();
                assert!(words.iter().all(|word| query.contains(&word.to_lowercase())), "{words:?}");
                assert_eq!(&hit.text[hit.snippet_start..][..hit.snippet.len()], hit.snippet);
                assert!(hit.snippet_start >= chunk.text_start, "{query}: {}", hit.snippet);
                for child in &hit.children {
                    assert_eq!(&hit.text[child.start..child.end], child.text);
                    assert_eq!(index.chunk(&child.id).unwrap().own_text(), child.text);
                }
            }
            let lists = SearchOptions { texts: false, ..options };
            let short = index.search(query, &lists).unwrap();
            let shown = |results: &kindex::Results| {
                results
                    .hits
                    .iter()
                    .map(|hit| (hit.id.clone(), hit.snippet.clone(), hit.anchor.clone(), hit.score))
                    .collect::<Vec<_>>()
            };
            assert_eq!(shown(&short), shown(&found));
        }
    }
    let found = index.search("name option70", &SearchOptions::default()).unwrap();
    let best = found.hits.iter().find(|hit| hit.text.contains("option70")).unwrap();
    assert!(best.text.starts_with("| Name | Use |\n| --- | --- |\n| option"));
    assert_eq!(best.highlights[0], (2, 6));
    assert!(best.snippet.contains("option70"));
}

#[test]
fn windows_of_siblings_and_budgets_have_whole_pieces() {
    let index = index(&table_and_code(), Levels::default());
    let starts = |options: &SearchOptions| {
        let hits = index.search("né60", options).unwrap().hits;
        hits.into_iter()
            .map(|hit| hit.text.starts_with("| Name | Use |\n| --- | --- |\n| option"))
            .collect::<Vec<_>>()
    };
    let options = SearchOptions { return_level: Some(0), siblings: 1, ..SearchOptions::default() };
    assert_eq!(starts(&options), [true]);
    assert_eq!(
        starts(&SearchOptions { auto_merge: Some(0.9), ..SearchOptions::default() }),
        [true]
    );
    let options = SearchOptions { max_tokens: Some(200), ..SearchOptions::default() };
    let results = index.search("né60", &options).unwrap();
    assert!(results.hits[0].tokens <= 200 && results.hits[0].level == 0);
    assert_eq!(starts(&options), [true]);
}

#[test]
fn headers_count_nothing_again() {
    let text = table_and_code();
    let index = index(&text, Levels::default());
    let found = index.search("name", &SearchOptions::default()).unwrap();
    assert_eq!(found.total, 1);
}

#[test]
fn several_files_and_changes_have_the_same_pieces() {
    let pages = || ["a", "b", "c"].map(|id| document(id, id, &table_and_code()));
    let mut builder = Builder::new(Config::default()).mergeable();
    pages().into_iter().for_each(|page| builder.add(page).unwrap());
    let whole = builder.finish().unwrap();
    let mut collection = Collection::new(Config::default());
    collection.change(pages().into(), &[]).unwrap();
    assert_eq!(collection.change(vec![pages()[1].clone()], &[]).unwrap(), whole);
    let mut merged = Builder::with_settings_of(&Index::open(&whole).unwrap()).unwrap().mergeable();
    merged.add_index(&Index::open(&whole).unwrap()).unwrap();
    assert_eq!(merged.finish().unwrap(), whole);

    let cut = shard(&whole, &ShardSizes::of_index(whole.len())).unwrap();
    let mut sharded = Index::open(cut.head).unwrap();
    let whole = Index::open(whole).unwrap();
    let options = SearchOptions::default();
    let mut rounds = 0;
    let found = loop {
        match sharded.search("option60", &options) {
            Err(Error::Missing) => {
                rounds += 1;
                for number in sharded.wanted() {
                    sharded.load(number, cut.shards[number].bytes.clone()).unwrap();
                }
            }
            found => break found.unwrap(),
        }
    };
    assert_eq!(found, whole.search("option60", &options).unwrap());
    assert!(rounds <= 3);
}

proptest! {
    #[test]
    fn any_piece_has_its_own_text(text in hostile_text(), levels in some_levels()) {
        let index = index(&text, levels);
        for chunk in chunks(&index) {
            prop_assert_eq!(chunk.own_text(), &text[chunk.start..chunk.end]);
            let (before, rest) = chunk.text.split_at(chunk.text_start);
            prop_assert!(text[..chunk.start].contains(before.lines().next().unwrap_or_default()));
            prop_assert!(rest.len() - chunk.own_text().len() < 99);
        }
    }
}
