//! Cuts a document into a tree of chunks.
//!
//! A chunk is a span, a byte range of its document's text. The coarsest level is cut first, at
//! headings and then within long sections. Each finer level is cut inside the spans of the level
//! above, so every child lies in one parent. Without overlap the spans of a level tile the text.

mod blocks;
mod chunker;
mod cut;
mod settings;

use crate::document::Document;
use crate::error::Error;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
pub(crate) use settings::MAX_LEVELS;
pub use settings::{Chunker, Chunking, Levels, Parents, Unit};

/// A longer head does not stand before pieces: these are mostly shorter.
const MAX_HEAD_BYTES: usize = 4_096;

/// The chunks of one document, level by level. Level 0 holds the children.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    levels: Vec<Vec<Chunk>>,
    cut: Vec<CutBlock>,
}

/// A table or fenced code, in which chunks may begin or end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CutBlock {
    /// Byte range of its lines in the text.
    pub range: Range<usize>,
    /// The bytes that it begins with and that say what the rest is: the header of a table, the
    /// first line of code; 0 for a table without a header.
    pub head: usize,
    /// The line that ends the code; empty for a table.
    pub closing: String,
}

/// One chunk of a [`Tree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Byte range without the overlap with the chunk before it. The tiles of a level tile the text.
    pub tile: Range<usize>,
    /// The number of bytes from the start of the chunk to that of the tile.
    pub lead: usize,
    /// Number in the level below of its first child; 0 for a child.
    pub first_child: usize,
    /// Whether all of its text stands in sections that are lists of links.
    pub is_link_list: bool,
}

impl Chunk {
    /// Byte range of the chunk in the text.
    pub fn span(&self) -> Range<usize> {
        self.tile.start - self.lead..self.tile.end
    }
}

impl Tree {
    /// Cuts a document. Every level has at least one chunk, also of an empty text. Linear in the
    /// length of the text for each level.
    ///
    /// # Errors
    /// [`Error::Document`] where the sections or parts are out of order or do not lie in the text.
    pub fn new(document: &Document, levels: &Levels) -> Result<Self, Error> {
        check_sections(document)?;
        check_parts(document)?;
        let (levels, blocks) = chunker::levels(document, levels);
        Ok(Tree { cut: cut_blocks(blocks, &levels), levels })
    }

    /// The chunks of a level in the order of the text; none where there is no such level.
    pub fn level(&self, level: usize) -> &[Chunk] {
        self.levels.get(level).map_or(&[], Vec::as_slice)
    }

    /// All levels, children first.
    pub fn levels(&self) -> &[Vec<Chunk>] {
        &self.levels
    }

    /// The blocks with a head in which chunks begin or end, in the order of the text.
    pub(crate) fn cut_blocks(&self) -> &[CutBlock] {
        &self.cut
    }
}

/// Leaves of the blocks of a text those of which pieces need the head.
fn cut_blocks(mut blocks: Vec<CutBlock>, levels: &[Vec<Chunk>]) -> Vec<CutBlock> {
    let spans = levels.iter().flatten().map(Chunk::span);
    let mut ends: Vec<usize> = spans.flat_map(|span| [span.start, span.end]).collect();
    ends.sort_unstable();
    blocks.retain(|CutBlock { range, head, .. }| {
        let next = ends.partition_point(|&end| end <= range.start);
        (1..=MAX_HEAD_BYTES).contains(head) && ends.get(next).is_some_and(|&end| end < range.end)
    });
    blocks
}

fn is_line_start(text: &str, at: usize) -> bool {
    at == 0 || text.is_char_boundary(at) && text.as_bytes().get(at - 1) == Some(&b'\n')
}

fn check_sections(document: &Document) -> Result<(), Error> {
    let text = &document.text;
    let mut end = 0;
    for section in &document.sections {
        let heading = &section.heading;
        let ordered = end <= section.start
            && section.start <= heading.start
            && text.get(heading.clone()).is_some();
        let at_line = is_line_start(text, section.start);
        if !ordered || !at_line || !(1..=6).contains(&section.level) {
            let message = format!(
                "its heading at byte {} is not a line of the text with level 1 to 6, after the heading before it",
                section.start
            );
            let id = document.id.clone();
            return Err(Error::Document { id, message });
        }
        end = heading.end;
    }
    Ok(())
}

fn check_parts(document: &Document) -> Result<(), Error> {
    let mut before = None;
    for &start in document.parts.starts() {
        let fits = start < document.text.len() && is_line_start(&document.text, start);
        if !fits || before.is_some_and(|before| before >= start) {
            let message = format!(
                "its part at byte {start} does not begin with a line of the text after the part before it"
            );
            let id = document.id.clone();
            return Err(Error::Document { id, message });
        }
        before = Some(start);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Parts, Section};
    use alloc::vec;

    /// Reads headings off lines that begin with `#`.
    fn document(text: &str) -> Document {
        let mut document = Document { id: "test".into(), text: text.into(), ..Document::default() };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let level = line.bytes().take_while(|&b| b == b'#').count();
            if level > 0 {
                document.sections.push(Section {
                    level: level as u8,
                    start,
                    heading: start + level + 1..start + line.trim_end().len(),
                    is_link_list: line.ends_with("also\n"),
                    ..Section::default()
                });
            }
            start += line.len();
        }
        document
    }

    fn chunks(text: &str, sizes: &[u32], level: usize) -> Vec<String> {
        let tree = Tree::new(&document(text), &Levels::new(sizes, &[]).unwrap()).unwrap();
        let texts = tree.level(level).iter().map(|chunk| text[chunk.span()].into());
        texts.collect()
    }

    #[test]
    fn cuts_at_headings_first() {
        let lead = "word ".repeat(30);
        let text = format!("# A\n\n{lead}\n\n## B\n\n{lead}\n");
        let parents = chunks(&text, &[100, 200], 1);
        assert_eq!(parents.len(), 2);
        assert!(parents[1].starts_with("## B"));
    }

    #[test]
    fn lists_of_links_are_joined_to_each_other_alone() {
        let text = "# A\n\n## B\n\none\n\n## C also\n\n- two\n\n## D also\n\n- three\n\n## E\n\n### F\n\nfour\n";
        let tree = Tree::new(&document(text), &Levels::new(&[50, 200], &[]).unwrap()).unwrap();
        let parents = tree.level(1).iter().map(|chunk| (&text[chunk.span()], chunk.is_link_list));
        let (list, end) = (text.find("## C").unwrap(), text.find("## E").unwrap());
        let expected = [(&text[..list], false), (&text[list..end], true), (&text[end..], false)];
        assert_eq!(parents.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tiny_sections_are_joined_but_not_to_a_stronger_heading() {
        let text = "# A\n\n## B\n\none\n\n## C\n\ntwo\n\n# D\n\nthree\n";
        let parents = chunks(text, &[50, 100], 1);
        assert_eq!(parents, ["# A\n\n## B\n\none\n\n## C\n\ntwo\n\n# D\n\nthree\n"]);
        let text = text.replace("# A\n\n## B", "## B");
        let parents = chunks(&text, &[50, 100], 1);
        assert_eq!(parents, ["## B\n\none\n\n## C\n\ntwo\n\n", "# D\n\nthree\n"]);
    }

    #[test]
    fn a_section_of_a_fourth_of_the_size_is_not_tiny() {
        let text = "# A\n\nbcde\n# F\n\nghij\n";
        assert_eq!(chunks(text, &[40], 0), [&text[..10], &text[10..]]);
        assert_eq!(chunks(text, &[44], 0), [text]);
    }

    #[test]
    fn parents_are_parted_down_to_a_depth_and_children_at_all_headings() {
        let words = "word ".repeat(11);
        let text = format!("## A\n\n{words}\n### B\n\n{words}\n");
        let levels = Levels::new(&[150, 200], &[]).unwrap().with_depth(2).unwrap();
        let tree = tree(&text, Parts::None, levels);
        assert_eq!((tree.level(0).len(), tree.level(1).len()), (2, 1));
    }

    #[test]
    fn one_level_has_the_parts_of_a_file() {
        let text = "use a;\nfn b() {}\nfn c() {}\n";
        let levels = Levels::new(&[50], &[]).unwrap();
        let tree = tree(text, Parts::Children(vec![7, 17]), levels);
        assert_eq!(texts(text, &tree, 0), ["use a;\n", "fn b() {}\n", "fn c() {}\n"]);
    }

    #[test]
    fn parents_of_windows_are_windows() {
        let text = ("word ".repeat(10) + "\n").repeat(3);
        let levels = Levels::new(&[20, 50], &[]).unwrap().with_chunker(Chunker::Windows);
        let tree = tree(&text, Parts::Children(vec![51]), levels);
        assert!(tree.level(1).len() >= 3);
    }

    #[test]
    fn a_bare_heading_goes_with_the_section_below_it() {
        let long = "word ".repeat(39);
        let text = format!("# A\n\n## B\n\n{long}\n\n## C\n\n{long}\n");
        let parents = chunks(&text, &[50, 200], 1);
        assert!(parents[0].starts_with("# A\n\n## B\n\nword"), "{parents:?}");
    }

    #[test]
    fn a_bare_heading_stays_apart_from_a_large_section_of_its_level() {
        let text = format!("# A\n\n# B\n\n{}\n", "word ".repeat(6));
        assert_eq!(chunks(&text, &[40], 0), [&text[..5], &text[5..]]);
    }

    #[test]
    fn sizes_may_count_tokens() {
        let text = "one two three four five six";
        let levels = Levels::new(&[3], &[]).unwrap().with_unit(Unit::Tokens);
        assert_eq!(
            texts(text, &tree(text, Parts::None, levels), 0),
            ["one two ", "three four ", "five six"]
        );
    }

    #[test]
    fn an_empty_text_has_one_chunk_a_level() {
        assert_eq!(chunks("", &[10, 20], 0), [""]);
        assert_eq!(chunks("", &[10, 20], 1), [""]);
    }

    #[test]
    fn overlap_reaches_back_to_a_word_within_the_parent() {
        let text = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu";
        let levels = Levels::new(&[20, 40], &[0.5]).unwrap();
        let tree = Tree::new(&document(text), &levels).unwrap();
        for parent in tree.level(1) {
            let first = &tree.level(0)[parent.first_child];
            assert_eq!(first.lead, 0);
        }
        let led: Vec<&Chunk> = tree.level(0).iter().filter(|chunk| chunk.lead > 0).collect();
        assert!(!led.is_empty());
        for chunk in led {
            assert!(chunk.lead <= 10 && text[..chunk.span().start].ends_with(' '));
        }
    }

    #[test]
    fn sections_are_checked() {
        let mut wrong = document("# A\n# B\n");
        wrong.sections[1].start = 5;
        assert!(Tree::new(&wrong, &Levels::default()).is_err());
        wrong.sections.remove(1);
        wrong.sections[0].heading = 2..99;
        assert!(Tree::new(&wrong, &Levels::default()).is_err());
    }

    fn tree(text: &str, parts: Parts, levels: Levels) -> Tree {
        let document = Document { parts, ..document(text) };
        Tree::new(&document, &levels).unwrap()
    }

    fn texts<'t>(text: &'t str, tree: &Tree, level: usize) -> Vec<&'t str> {
        tree.level(level).iter().map(|chunk| &text[chunk.span()]).collect()
    }

    #[test]
    fn blocks_are_kept_where_a_chunk_begins_or_ends_in_them() {
        let cut = |text: &str, sizes: &[u32], overlaps: &[f64]| {
            let levels = Levels::new(sizes, overlaps).unwrap();
            let tree = tree(text, Parts::None, levels);
            tree.cut_blocks()
                .iter()
                .map(|block| (block.range.start, block.head))
                .collect::<Vec<_>>()
        };
        let table = String::from("| a |\n| - |\n") + &"| row |\n".repeat(9);
        assert_eq!(cut(&table, &[50], &[]), [(0, 12)]);
        assert_eq!(cut(&table, &[200], &[]), []);
        assert_eq!(cut(&table, &[50, 200], &[]), [(0, 12)]);
        assert_eq!(cut(&"| row |\n".repeat(9), &[50], &[]), []);
        let after = "```\na b c d e f g h\n```\n\nSome words that follow it here.\n";
        assert_eq!(cut(after, &[35], &[]), []);
        assert_eq!(cut(after, &[35], &[0.4]), [(0, 4)]);
        let header = String::from("| ") + &"h".repeat(MAX_HEAD_BYTES) + " |\n| - |\n| row |\n";
        assert_eq!(cut(&header, &[50], &[]), []);
    }

    #[test]
    fn exchanges_are_parents_however_long() {
        let long = "and so on ".repeat(30);
        let text = format!("One?\nYes.\nTwo?\n{long}\n");
        let tree = tree(&text, Parts::Parents(vec![0, 10]), Levels::new(&[50, 100], &[]).unwrap());
        assert_eq!(texts(&text, &tree, 1), [&text[..10], &text[10..]]);
        assert_eq!(texts(&text, &tree, 0)[0], &text[..10]);
        assert!(tree.level(0).len() > 6);
    }

    #[test]
    fn functions_are_children_of_their_file() {
        let text = "use a;\nfn b() {}\nfn c() {}\n";
        let levels = Levels::new(&[50, 100], &[]).unwrap();
        let tree = tree(text, Parts::Children(vec![7, 17]), levels);
        assert_eq!(texts(text, &tree, 1), [text]);
        assert_eq!(texts(text, &tree, 0), ["use a;\n", "fn b() {}\n", "fn c() {}\n"]);
    }

    #[test]
    fn a_part_is_not_joined_to_a_heading_after_it() {
        let text = "intro\n## B\n\none\n";
        let levels = Levels::new(&[50, 100], &[]).unwrap();
        let tree = tree(text, Parts::Children(vec![0]), levels);
        assert_eq!(texts(text, &tree, 0), ["intro\n", "## B\n\none\n"]);
    }

    #[test]
    fn parts_that_begin_with_headings_are_joined_above_the_children() {
        let text = "## A\n\none\n## B\n\ntwo\n";
        let levels = Levels::new(&[20, 50, 100], &[]).unwrap();
        let tree = tree(text, Parts::Children(vec![0, 10]), levels);
        assert_eq!(texts(text, &tree, 1), [text]);
        assert_eq!(texts(text, &tree, 0), [&text[..10], &text[10..]]);
    }

    #[test]
    fn windows_end_at_blank_lines_and_reach_back() {
        let text = "first line\nsecond line\n\nthird line of it\nfourth line\n";
        let levels = Levels::new(&[30], &[0.2]).unwrap().with_chunker(Chunker::Windows);
        let tree = tree(text, Parts::None, levels);
        assert_eq!(
            texts(text, &tree, 0),
            [&text[..24], "line\n\nthird line of it\n", "of it\nfourth line\n"]
        );
    }

    #[test]
    fn the_last_window_is_not_tiny() {
        let text = "word ".repeat(161);
        let levels = Levels::new(&[800], &[]).unwrap().with_chunker(Chunker::Windows);
        let tree = tree(&text, Parts::None, levels);
        assert_eq!(
            texts(&text, &tree, 0).iter().map(|text| text.len()).collect::<Vec<_>>(),
            [755, 50]
        );
    }

    #[test]
    fn parents_are_whole_sections_or_documents() {
        let long = "word ".repeat(30);
        let text = format!("# A\n\n## B\n\n{long}\n\n#### C\n\nfour\n\n# D\n\nfive\n");
        let levels = Levels::new(&[50], &[]).unwrap();
        let sections = tree(&text, Parts::None, levels.clone().with_parents(Parents::Sections));
        let at = text.find("# D").unwrap();
        assert_eq!(texts(&text, &sections, 1), [&text[..at], &text[at..]]);
        let documents = tree(&text, Parts::None, levels.with_parents(Parents::Documents));
        assert_eq!(texts(&text, &documents, 1), [&text]);
    }

    #[test]
    fn parts_are_checked() {
        for starts in [vec![1], vec![3, 3], vec![6]] {
            let parts = Parts::Parents(starts);
            assert!(
                Tree::new(&Document { parts, ..document("ab\ncd\n") }, &Levels::default()).is_err()
            );
        }
    }
}
