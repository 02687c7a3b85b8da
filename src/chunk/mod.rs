//! Cuts a document into a tree of chunks.
//!
//! A chunk is a span, a byte range of its document's text. The coarsest level is cut first, at
//! headings and then within long sections; each finer level is cut inside the spans of the level
//! above, so that every child lies in one parent. Without overlap the spans of a level tile the
//! text.

mod blocks;
mod cut;

use crate::document::Document;
use crate::error::Error;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use cut::Cutter;

/// More levels than this are of no use to anybody.
const MAX_LEVELS: usize = 8;

/// How documents are cut: the size of the chunks of each level and how far they overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    sizes: Vec<u32>,
    overlap: f64,
}

impl Default for Levels {
    /// Children of 500 characters in parents of 2,000, without overlap.
    fn default() -> Self {
        Levels { sizes: vec![500, 2000], overlap: 0.0 }
    }
}

impl Levels {
    /// `sizes` are the largest chunks of each level in characters (Unicode scalar values), all
    /// rising or all falling. `overlap` is the share of its size by which a chunk reaches back
    /// into the one before it, 0 to 0.5; it ends at a word and leaves neither parent nor section.
    ///
    /// # Errors
    /// [`Error::Config`] where the sizes or the overlap are not as described.
    pub fn new(sizes: &[u32], overlap: f64) -> Result<Self, Error> {
        let mut sizes = sizes.to_vec();
        if sizes.first() > sizes.last() {
            sizes.reverse();
        }
        let rising = sizes.iter().zip(sizes.iter().skip(1)).all(|(a, b)| a < b);
        let named = |count| (1..=MAX_LEVELS).contains(&count);
        if !named(sizes.len()) || !rising || sizes.first() == Some(&0) {
            let given = sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let accepted = format!(
                "1 to {MAX_LEVELS} sizes in characters, all falling or all rising, such as 2000,500"
            );
            return Err(Error::config(
                "levels",
                format!("{given:?} given; accepted are {accepted}"),
            ));
        }
        if !(0.0..=0.5).contains(&overlap) {
            let message = format!("{overlap} given; accepted are shares from 0 to 0.5");
            return Err(Error::config("overlap", message));
        }
        Ok(Levels { sizes, overlap })
    }

    /// The largest chunk of each level in characters, children first.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The share of its size by which a chunk reaches back.
    pub fn overlap(&self) -> f64 {
        self.overlap
    }
}

/// The chunks of one document, level by level. Level 0 holds the children.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    levels: Vec<Vec<Chunk>>,
}

/// One chunk of a [`Tree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Byte range of the text without what overlaps the chunk before it. These tile the text.
    pub tile: Range<usize>,
    /// How many bytes before the tile the chunk begins.
    pub lead: usize,
    /// Number in the level below of its first child; 0 for a child.
    pub first_child: usize,
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
    /// [`Error::Document`] where the sections are out of order or do not lie in the text.
    pub fn new(document: &Document, levels: &Levels) -> Result<Self, Error> {
        check_sections(document)?;
        let blocks = blocks::scan(&document.text);
        let chunker = Chunker {
            cutter: Cutter { text: &document.text, blocks: &blocks, sections: &document.sections },
            overlap: levels.overlap,
        };
        Ok(Tree { levels: chunker.levels(&levels.sizes) })
    }

    /// The chunks of a level in the order of the text; none where there is no such level.
    pub fn level(&self, level: usize) -> &[Chunk] {
        self.levels.get(level).map_or(&[], Vec::as_slice)
    }

    /// All levels, children first.
    pub fn levels(&self) -> &[Vec<Chunk>] {
        &self.levels
    }
}

fn check_sections(document: &Document) -> Result<(), Error> {
    let text = &document.text;
    let mut end = 0;
    for section in &document.sections {
        let heading = &section.heading;
        let ordered = end <= section.start
            && section.start <= heading.start
            && text.get(heading.clone()).is_some()
            && text.is_char_boundary(section.start);
        let at_line = section.start == 0 || text.as_bytes().get(section.start - 1) == Some(&b'\n');
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

struct Chunker<'a> {
    cutter: Cutter<'a>,
    overlap: f64,
}

/// A stretch of text from one heading to the next.
struct Piece {
    range: Range<usize>,
    /// The level of the heading that it begins with; 0 for text before any heading.
    level: u8,
    /// Byte offset of what comes after the heading.
    body: usize,
}

impl Chunker<'_> {
    fn levels(&self, sizes: &[u32]) -> Vec<Vec<Chunk>> {
        let mut levels: Vec<Vec<Chunk>> = Vec::new();
        let mut above = Vec::from([0..self.cutter.text.len()]);
        for &size in sizes.iter().rev() {
            let size = size as usize;
            let mut chunks = Vec::new();
            let mut first_of = Vec::new();
            for range in &above {
                first_of.push(chunks.len());
                self.cut(range.clone(), size, &mut chunks);
            }
            if let Some(parents) = levels.last_mut() {
                for (parent, first) in parents.iter_mut().zip(first_of) {
                    parent.first_child = first;
                }
            }
            above = chunks.iter().map(|chunk: &Chunk| chunk.tile.clone()).collect();
            levels.push(chunks);
        }
        levels.reverse();
        levels
    }

    /// Cuts `range` into chunks of at most `size` characters.
    fn cut(&self, range: Range<usize>, size: usize, chunks: &mut Vec<Chunk>) {
        let mut ends = Vec::new();
        for piece in self.merged_sections(range, size) {
            let bound = piece.start;
            let mut start = piece.start;
            ends.clear();
            self.cutter.cut(piece, size, &mut ends);
            for &end in &ends {
                chunks.push(Chunk {
                    tile: start..end,
                    lead: self.lead(bound, start, size),
                    first_child: 0,
                });
                start = end;
            }
        }
    }

    /// How many bytes before `start` a chunk begins, not before `bound`.
    fn lead(&self, bound: usize, start: usize, size: usize) -> usize {
        let chars = libm::floor(self.overlap * size as f64) as usize;
        let before = self.cutter.text.get(bound..start).unwrap_or_default();
        if chars == 0 || before.is_empty() {
            return 0;
        }
        let reach = before.char_indices().rev().nth(chars - 1).map_or(0, |(at, _)| at);
        let tail = before.get(reach..).unwrap_or_default();
        let starts = tail.char_indices().map(|(at, _)| reach + at);
        let is_start = |at: &usize| {
            let left = before.get(..*at).unwrap_or_default();
            (left.is_empty() || left.ends_with(char::is_whitespace))
                && self.cutter.is_grapheme_boundary(bound + at)
        };
        starts.into_iter().find(is_start).map_or(0, |at| before.len() - at)
    }

    /// The sections of `range`, tiny ones joined to a neighbour where both fit into `size`, and
    /// headings without text of their own to the section below them.
    fn merged_sections(&self, range: Range<usize>, size: usize) -> Vec<Range<usize>> {
        let tiny = size / 4;
        let mut merged: Vec<(Piece, usize)> = Vec::new();
        for piece in self.pieces(range) {
            let length = self.text(piece.range.clone()).chars().count();
            if let Some((last, last_length)) = merged.last_mut() {
                let below = last.level == 0 || piece.level >= last.level;
                let small = *last_length < tiny || length < tiny;
                let bare = self.text(last.body..last.range.end).trim().is_empty();
                let heads = bare && piece.level > last.level;
                if below && (small && *last_length + length <= size || heads) {
                    last.range.end = piece.range.end;
                    last.body = if bare { piece.body } else { last.body };
                    *last_length += length;
                    continue;
                }
            }
            merged.push((piece, length));
        }
        merged.into_iter().map(|(piece, _)| piece.range).collect()
    }

    /// `range` from heading to heading.
    fn pieces(&self, range: Range<usize>) -> Vec<Piece> {
        let first = self.cutter.sections.partition_point(|section| section.start < range.start);
        let inside = self.cutter.sections.iter().skip(first);
        let mut pieces = Vec::new();
        let mut open = Piece { range: range.clone(), level: 0, body: range.start };
        for section in inside.take_while(|section| section.start < range.end) {
            open.range.end = section.start;
            let next = Piece {
                range: section.start..range.end,
                level: section.level,
                body: section.heading.end,
            };
            let before = core::mem::replace(&mut open, next);
            if !before.range.is_empty() {
                pieces.push(before);
            }
        }
        pieces.push(open);
        pieces
    }

    fn text(&self, range: Range<usize>) -> &str {
        self.cutter.text.get(range).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Section;
    use alloc::string::String;

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
                    ..Section::default()
                });
            }
            start += line.len();
        }
        document
    }

    fn chunks(text: &str, sizes: &[u32], level: usize) -> Vec<String> {
        let tree = Tree::new(&document(text), &Levels::new(sizes, 0.0).unwrap()).unwrap();
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
    fn tiny_sections_are_joined_but_not_to_a_stronger_heading() {
        let text = "# A\n\n## B\n\none\n\n## C\n\ntwo\n\n# D\n\nthree\n";
        let parents = chunks(text, &[50, 100], 1);
        assert_eq!(parents, ["# A\n\n## B\n\none\n\n## C\n\ntwo\n\n# D\n\nthree\n"]);
        let text = text.replace("# A\n\n## B", "## B");
        let parents = chunks(&text, &[50, 100], 1);
        assert_eq!(parents, ["## B\n\none\n\n## C\n\ntwo\n\n", "# D\n\nthree\n"]);
    }

    #[test]
    fn a_bare_heading_goes_with_the_section_below_it() {
        let long = "word ".repeat(39);
        let text = format!("# A\n\n## B\n\n{long}\n\n## C\n\n{long}\n");
        let parents = chunks(&text, &[50, 200], 1);
        assert!(parents[0].starts_with("# A\n\n## B\n\nword"), "{parents:?}");
    }

    #[test]
    fn an_empty_text_has_one_chunk_a_level() {
        assert_eq!(chunks("", &[10, 20], 0), [""]);
        assert_eq!(chunks("", &[10, 20], 1), [""]);
    }

    #[test]
    fn overlap_reaches_back_to_a_word_within_the_parent() {
        let text = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu";
        let levels = Levels::new(&[20, 40], 0.5).unwrap();
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
    fn levels_are_checked() {
        assert_eq!(Levels::new(&[2000, 500], 0.0).unwrap(), Levels::default());
        for wrong in [&[][..], &[0], &[5, 5], &[5, 9, 7], &[1, 2, 3, 4, 5, 6, 7, 8, 9]] {
            assert!(Levels::new(wrong, 0.0).is_err(), "{wrong:?}");
        }
        assert!(Levels::new(&[5], 0.6).is_err());
        assert!(Levels::new(&[5], f64::NAN).is_err());
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
}
