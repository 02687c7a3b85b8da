//! Helpers that several of the tests need.
#![allow(dead_code)] // each program uses its own part

pub mod forged;
pub mod seal;
pub mod shard_layout;

use kindex::{
    Builder, Chunker, Config, Document, Error, Index, Language, Levels, Parents, Parts, Section,
    Sharded, Unit,
};
use proptest::prelude::*;

/// A document whose headings are the lines that begin with `#` outside of fences. Those that end
/// with `x` or `z` head lists of links.
pub fn document(id: &str, title: &str, text: &str) -> Document {
    let mut sections = Vec::new();
    let (mut start, mut in_fence) = (0, false);
    for line in text.split_inclusive('\n') {
        let level = line.bytes().take_while(|&b| b == b'#').count();
        if line.starts_with("```") {
            in_fence = !in_fence;
        } else if !in_fence && (1..=6).contains(&level) && line[level..].starts_with(' ') {
            let words = line[level..].trim();
            let words_start =
                start + level + (line[level..].len() - line[level..].trim_start().len());
            sections.push(Section {
                level: level as u8,
                start,
                heading: words_start.min(start + line.len())..words_start + words.len(),
                anchor: words.to_lowercase().replace(' ', "-"),
                is_link_list: words.ends_with(['x', 'z']),
                ..Section::default()
            });
        }
        start += line.len();
    }
    Document {
        id: id.into(),
        title: title.into(),
        text: text.into(),
        sections,
        ..Document::default()
    }
}

/// An index of these documents, words unstemmed.
pub fn build(documents: Vec<Document>, levels: Levels) -> Vec<u8> {
    let language = Language::from_tag("none").expect("known");
    let mut builder = Builder::new(Config { levels, language, ..Config::default() });
    for document in documents {
        builder.add(document).expect("a good document");
    }
    builder.finish().expect("an index")
}

/// Text with everything that could trip a chunker: headings, fences that may stay open, tables,
/// lists, long words, clusters of marks, text without spaces, odd line ends.
pub fn hostile_text() -> impl Strategy<Value = String> {
    let block = prop_oneof![
        4 => "([a-z]{1,9}[ ,.]{1,2}){1,60}\n\n",
        2 => "#{1,6} [a-z]{0,12}( [a-z]{1,8}){0,3}\n",
        1 => "```[a-z]{0,3}\n([ -~]{0,30}.?\n){0,8}```\n",
        1 => "~~~\n[a-z\n]{0,80}",
        1 => "(\\| [a-z]{1,5} \\| x \\|\n){1,12}",
        1 => "([-*+]|[0-9]{1,2}[.)]) [a-z ]{1,60}\n",
        1 => "[a-z]{200,600}",
        1 => "[日本語中文。、]{1,120}",
        1 => "(e[\u{301}\u{308}]{1,40}|👨\u{200d}👩\u{200d}👧|🇩🇪🇫🇷|\r\n|\u{600}){1,20}",
        1 => "[ \t\n]{0,20}",
        1 => "\\PC{0,60}",
    ];
    prop::collection::vec(block, 0..14).prop_map(|blocks| blocks.concat())
}

/// Sizes of one to four levels with overlaps, counted and cut and topped in any way.
pub fn some_levels() -> impl Strategy<Value = Levels> {
    let sizes = prop::collection::btree_set(20u32..400, 1..5);
    let overlap = prop_oneof![Just(0.0), 0.0..=0.5f64];
    let unit = prop_oneof![2 => Just(Unit::Characters), 1 => Just(Unit::Tokens)];
    let chunker = prop_oneof![3 => Just(Chunker::Sections), 1 => Just(Chunker::Windows)];
    let parents =
        prop_oneof![Just(Parents::Budget), Just(Parents::Sections), Just(Parents::Documents)];
    (sizes, prop::collection::vec(overlap, 4), unit, chunker, parents, 1u8..7).prop_map(
        |(sizes, overlaps, unit, chunker, parents, depth)| {
            let sizes: Vec<u32> = sizes.into_iter().collect();
            let levels = Levels::new(&sizes, &overlaps[..sizes.len()]).expect("rising sizes");
            let levels = levels.with_unit(unit).with_chunker(chunker).with_parents(parents);
            levels.with_depth(depth).expect("a heading level")
        },
    )
}

/// A document of this text, some of whose lines begin parts.
pub fn with_parts(document: Document, kind: u8, every: usize) -> Document {
    let lines = document.text.match_indices('\n').map(|(at, _)| at + 1);
    let starts = lines.filter(|&at| at < document.text.len()).step_by(every).collect();
    let parts = match kind {
        0 => Parts::Parents(starts),
        1 => Parts::Children(starts),
        _ => Parts::None,
    };
    Document { parts, ..document }
}

/// An answer, and in which rounds which shards were loaded for it.
pub fn answer<T>(
    index: &mut Index,
    sharded: &Sharded,
    ask: impl Fn(&Index) -> Result<T, Error>,
) -> (T, Vec<Vec<usize>>) {
    let mut rounds = Vec::new();
    loop {
        match ask(index) {
            Err(Error::Missing) => {
                let wanted = index.wanted();
                assert!(!wanted.is_empty(), "an answer lacks something that it does not name");
                for &number in &wanted {
                    index.load(number, sharded.shards[number].bytes.clone()).unwrap();
                }
                rounds.push(wanted);
            }
            found => return (found.unwrap(), rounds),
        }
    }
}
