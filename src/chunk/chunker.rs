//! Cuts the levels of a document, coarsest first.

use super::cut::Cutter;
use crate::chunk::{Chunk, Chunker, CutBlock, Levels, Parents, blocks};
use crate::document::{Document, Parts};
use alloc::vec::Vec;
use core::ops::Range;

/// A window has at least its size divided by this.
const WINDOW_DIVISOR: usize = 16;

/// The level of a piece that begins a part without a heading. It is weaker than headings.
const PART_LEVEL: u8 = 7;

/// The chunks of each level, children first, and the blocks of the text.
pub(super) fn levels(document: &Document, levels: &Levels) -> (Vec<Vec<Chunk>>, Vec<CutBlock>) {
    let blocks = blocks::scan(&document.text);
    let sections = &document.sections;
    let text = &document.text;
    let cutter = Cutter { text, blocks: &blocks, sections, unit: levels.unit() };
    let chunks = Cutting { cutter, levels, parts: &document.parts }.levels();
    (chunks, blocks.atoms)
}

struct Cutting<'a> {
    cutter: Cutter<'a>,
    levels: &'a Levels,
    parts: &'a Parts,
}

/// The way in which the chunks of one level are made.
#[derive(Clone, Copy)]
enum Way {
    Whole,
    /// Whole sections.
    Sections,
    /// The parts of [`Parts::Parents`].
    Parts,
    /// Sections and parts, cut to the size.
    Sized(Size),
    Windows(Size),
}

#[derive(Clone, Copy)]
struct Size {
    most: usize,
    overlap: f64,
    /// The weakest heading at which a chunk begins even if it would fit with the text before it.
    depth: u8,
    /// Whether a chunk holds one part at most.
    parted: bool,
}

/// A stretch of text from one heading or part to the next.
struct Piece {
    range: Range<usize>,
    /// The level of the heading that it begins with; 0 for text before any heading.
    level: u8,
    /// Byte offset of the end of the heading.
    body: usize,
    /// Whether it must not be joined to the piece before it.
    apart: bool,
}

impl Cutting<'_> {
    fn levels(&self) -> Vec<Vec<Chunk>> {
        let mut levels: Vec<Vec<Chunk>> = Vec::new();
        let mut above = Vec::from([0..self.cutter.text.len()]);
        for way in self.ways() {
            let mut chunks = Vec::new();
            let mut first_of = Vec::new();
            for range in &above {
                first_of.push(chunks.len());
                self.cut(range.clone(), way, &mut chunks);
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

    /// The way to cut each level, coarsest first.
    fn ways(&self) -> Vec<Way> {
        let levels = self.levels;
        let mut ways = Vec::from_iter(match levels.parents() {
            Parents::Budget => None,
            Parents::Sections => Some(Way::Sections),
            Parents::Documents => Some(Way::Whole),
        });
        let sizes = levels.sizes().iter().zip(levels.overlaps()).enumerate();
        ways.extend(sizes.rev().map(|(level, (&size, &overlap))| {
            let size = Size {
                most: size as usize,
                overlap,
                depth: if level == 0 { 6 } else { levels.depth() },
                parted: level == 0 || matches!(self.parts, Parts::Parents(_)),
            };
            match levels.chunker() {
                Chunker::Sections => Way::Sized(size),
                Chunker::Windows => Way::Windows(size),
            }
        }));
        let is_tree = ways.len() > 1 && levels.chunker() == Chunker::Sections;
        if let Some(top) = ways.first_mut().filter(|_| is_tree) {
            *top = match (self.parts, *top) {
                (Parts::Children(_), _) | (_, Way::Whole) => Way::Whole,
                (Parts::Parents(_), _) => Way::Parts,
                (Parts::None, way) => way,
            };
        }
        ways
    }

    fn cut(&self, range: Range<usize>, way: Way, chunks: &mut Vec<Chunk>) {
        match way {
            Way::Whole => chunks.push(self.whole(range)),
            Way::Sections => {
                let pieces = self.pieces(range, self.levels.depth(), true);
                let merged = self.merged(pieces, 0).into_iter();
                chunks.extend(merged.map(|piece| self.whole(piece.range)));
            }
            Way::Parts => {
                let pieces = self.pieces(range, 0, true);
                chunks.extend(pieces.into_iter().map(|piece| self.whole(piece.range)));
            }
            Way::Sized(size) => self.cut_sections(range, size, chunks),
            Way::Windows(size) => self.cut_windows(range, size, chunks),
        }
    }

    fn cut_sections(&self, range: Range<usize>, size: Size, chunks: &mut Vec<Chunk>) {
        let mut ends = Vec::new();
        for piece in self.fitting(range, size) {
            ends.clear();
            self.cutter.cut(piece.clone(), size.most, &mut ends);
            self.push(piece, &ends, size, chunks);
        }
    }

    fn cut_windows(&self, range: Range<usize>, size: Size, chunks: &mut Vec<Chunk>) {
        let mut ends = Vec::new();
        // The text that reaches back is part of the window.
        let most = size.most - self.lead_size(size);
        self.cutter.windows(range.clone(), most, size.most / WINDOW_DIVISOR, &mut ends);
        self.push(range, &ends, size, chunks);
    }

    /// Pushes the chunks of `range` that end at `ends`.
    fn push(&self, range: Range<usize>, ends: &[usize], size: Size, chunks: &mut Vec<Chunk>) {
        let mut start = range.start;
        for &end in ends {
            let lead = self.cutter.lead(range.start..start, self.lead_size(size));
            chunks.push(Chunk { lead, ..self.whole(start..end) });
            start = end;
        }
    }

    fn lead_size(&self, size: Size) -> usize {
        libm::floor(size.overlap * size.most as f64) as usize
    }

    /// The sections of `range`, with tiny ones joined to a neighbour where both fit. Sections that
    /// are too large are cut at weaker headings too.
    fn fitting(&self, range: Range<usize>, size: Size) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let pieces = self.pieces(range, size.depth, size.parted);
        for piece in self.merged(pieces, size.most) {
            if self.cutter.count(piece.range.clone()) <= size.most {
                ranges.push(piece.range);
            } else {
                let pieces = self.pieces(piece.range, 6, true);
                let merged = self.merged(pieces, size.most);
                ranges.extend(merged.into_iter().map(|piece| piece.range));
            }
        }
        ranges
    }

    /// Joins tiny sections to a neighbour where both fit into `size`, and headings without text of
    /// their own to the section below them. A list of links is not joined to other text.
    fn merged(&self, pieces: Vec<Piece>, size: usize) -> Vec<Piece> {
        let tiny = size / 4;
        let mut merged: Vec<(Piece, usize)> = Vec::new();
        for piece in pieces {
            let length = self.cutter.count(piece.range.clone());
            if let Some((last, last_length)) = merged.last_mut() {
                let below = last.level == 0 || piece.level >= last.level;
                let small = *last_length < tiny || length < tiny;
                let bare = self.text(last.body..last.range.end).trim().is_empty();
                let heads = bare && piece.level > last.level;
                let fits = small
                    && *last_length + length <= size
                    && self.is_link_list(&last.range) == self.is_link_list(&piece.range);
                if below && !piece.apart && (fits || heads) {
                    last.range.end = piece.range.end;
                    last.body = if bare { piece.body } else { last.body };
                    *last_length += length;
                    continue;
                }
            }
            merged.push((piece, length));
        }
        merged.into_iter().map(|(piece, _)| piece).collect()
    }

    /// The pieces of `range`, from each heading of at most level `depth` or part to the next.
    fn pieces(&self, range: Range<usize>, depth: u8, parted: bool) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut open = Piece { range: range.clone(), level: 0, body: range.start, apart: false };
        for next in self.starts(range, depth, parted) {
            open.range.end = next.range.start;
            let before = core::mem::replace(&mut open, next);
            if !before.range.is_empty() {
                pieces.push(before);
            }
        }
        pieces.push(open);
        pieces
    }

    /// The pieces that begin in `range`, each reaching to its end.
    fn starts(&self, range: Range<usize>, depth: u8, parted: bool) -> Vec<Piece> {
        let sections = self.cutter.sections;
        let first = sections.partition_point(|section| section.start < range.start);
        let inside = sections.iter().skip(first).take_while(|section| section.start < range.end);
        let headings = inside.filter(|section| section.level <= depth).map(|section| Piece {
            range: section.start..range.end,
            level: section.level,
            body: section.heading.end,
            apart: false,
        });
        let parts = self.parts.starts();
        let first = parts.partition_point(|&start| start < range.start);
        let inside = parts.iter().skip(first).take_while(|&&start| start < range.end);
        let parts = inside.map(|&start| Piece {
            range: start..range.end,
            level: PART_LEVEL,
            body: start,
            apart: parted,
        });
        let mut starts: Vec<Piece> = headings.chain(parts).collect();
        starts.sort_by_key(|piece| (piece.range.start, piece.level));
        // A part that begins with a heading is one piece.
        starts.dedup_by(|part, heading| {
            let same = part.range.start == heading.range.start;
            heading.apart |= same && part.apart;
            same
        });
        starts
    }

    fn whole(&self, tile: Range<usize>) -> Chunk {
        Chunk { is_link_list: self.is_link_list(&tile), tile, lead: 0, first_child: 0 }
    }

    /// Whether a stretch has text in sections that are lists of links, and none elsewhere. Headings
    /// are no such text.
    fn is_link_list(&self, range: &Range<usize>) -> bool {
        let sections = self.cutter.sections;
        let first = sections.partition_point(|section| section.start <= range.start);
        let own = first.checked_sub(1).and_then(|own| sections.get(own));
        let inside = sections.iter().skip(first).take_while(|section| section.start < range.end);
        let (mut from, mut is_list, mut any) = (range.start, false, false);
        for section in own.into_iter().chain(inside) {
            let has_text = !self.text(from..section.start).trim().is_empty();
            if has_text && !is_list {
                return false;
            }
            any |= has_text;
            (from, is_list) = (section.heading.end.max(range.start), section.is_link_list);
        }
        let has_text = !self.text(from..range.end).trim().is_empty();
        if has_text { is_list } else { any }
    }

    fn text(&self, range: Range<usize>) -> &str {
        self.cutter.text.get(range).unwrap_or_default()
    }
}
