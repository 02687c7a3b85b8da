//! Pages of the index by their ids, and the pieces of their texts.

use crate::sanitize::safe;
use crate::text::{escape_cost, fence_cost};
use crate::tool_error::known;
use crate::words::bounds;
use kindex::{Error, Index, Page};
use std::ops::Range;

/// The page with an id.
pub fn of(index: &Index, id: &str) -> Result<Option<Page>, Error> {
    let found = known(index.document(id))?;
    // Ids of chunks name a document too.
    let page = found.filter(|document| document.id == id);
    Ok(page.map(|page| Page { id: page.id, url: page.url, title: page.title }))
}

/// A part of a page's text.
#[derive(Clone, Default)]
struct Piece {
    text: String,
    /// The header of a table or the fence that stands before it in an excerpt that begins with it.
    opening: String,
    /// The fence that stands after it in an excerpt that ends with it.
    closing: String,
    /// Byte offset of its start in the page's text.
    start: usize,
    /// An upper bound of its tokens.
    tokens: usize,
    /// An upper bound of the tokens that it takes in an answer.
    takes: usize,
}

/// The text of a page in pieces, its smallest chunks, of which none has text that the next one has.
pub struct Pieces(Vec<Piece>);

pub fn pieces(index: &Index, id: &str) -> Result<Pieces, Error> {
    let chunks = index.chunks(id, 0)?;
    let next = chunks.iter().skip(1).map(|chunk| Some(chunk.start)).chain([None]);
    let pieces = chunks.iter().zip(next).map(|(chunk, next)| {
        let own = chunk.own_text();
        let (opening, rest) = chunk.text.split_at(chunk.text_start);
        let length = next.unwrap_or(chunk.end).saturating_sub(chunk.start);
        Piece {
            text: own.get(..length).unwrap_or(own).to_owned(),
            opening: opening.to_owned(),
            closing: rest.strip_prefix(own).unwrap_or_default().to_owned(),
            start: chunk.start,
            tokens: chunk.tokens,
            takes: chunk.tokens + escape_cost(&chunk.text),
        }
    });
    Ok(Pieces(pieces.collect()))
}

/// A place in a page: in which piece, and after how many of its characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Spot {
    piece: usize,
    characters: usize,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Whole,
    /// By bytes of the text.
    Bytes(Range<usize>),
    /// By lines, counted from 1.
    Lines(Range<usize>),
}

/// A place as a model is told it: the line, counted from 1, and after how many of its characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cursor {
    pub line: usize,
    pub characters: usize,
}

impl Cursor {
    /// Reads the number of a line, or what `next` was.
    pub fn read(text: &str) -> Option<Self> {
        let (line, characters) = match text.split_once('.') {
            Some((line, characters)) => (number(line)?, number(characters)?),
            None => (number(text)?, 0),
        };
        (line > 0).then_some(Cursor { line, characters })
    }

    fn written(self) -> String {
        match self.characters {
            0 => self.line.to_string(),
            characters => format!("{}.{characters}", self.line),
        }
    }
}

/// Up to nine digits.
pub fn number(digits: &str) -> Option<usize> {
    let written = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    (written && digits.len() <= 9).then(|| digits.parse().ok())?
}

impl Pieces {
    /// The whole text.
    pub fn text(&self) -> String {
        self.0.iter().map(|piece| piece.text.as_str()).collect()
    }

    /// About how many tokens the whole text has.
    pub fn tokens(&self) -> usize {
        self.0.iter().map(|piece| piece.tokens).sum()
    }

    /// The number of lines of the whole text.
    pub fn lines(&self) -> usize {
        self.last_line(self.end(), 1)
    }

    /// Where a part begins, and where it ends if that is not the end of the page.
    pub fn part(&self, part: &Part) -> (Spot, Option<Spot>) {
        match part {
            Part::Whole => (Spot::default(), None),
            Part::Bytes(bytes) => (self.at(bytes.start), Some(self.at(bytes.end))),
            Part::Lines(lines) => {
                let [begin, end] = [lines.start, lines.end].map(|line| self.line(line));
                (begin.unwrap_or_default(), end)
            }
        }
    }

    /// The place of a cursor, where there is text.
    pub fn find(&self, Cursor { line, characters }: Cursor) -> Option<Spot> {
        let begin = self.line(line)?;
        let mut spot = Spot { characters: begin.characters.saturating_add(characters), ..begin };
        while let Some(piece) = self.0.get(spot.piece) {
            let length = piece.text.chars().count();
            if spot.characters < length {
                return Some(spot);
            }
            spot = Spot { piece: spot.piece + 1, characters: spot.characters - length };
        }
        (self.0.is_empty() && characters == 0).then_some(begin)
    }

    /// The place after so many lines, the one within which `from` is counted as one.
    pub fn after(&self, from: Spot, lines: usize) -> Spot {
        let mut left = lines;
        for (at, piece) in self.0.iter().enumerate().skip(from.piece) {
            let skipped = if at == from.piece { from.characters } else { 0 };
            for (place, char) in piece.text.chars().enumerate().skip(skipped) {
                left -= usize::from(char == '\n');
                if left == 0 {
                    return self.whole(Spot { piece: at, characters: place + 1 });
                }
            }
        }
        self.end()
    }

    /// Where a line begins; none beyond the last.
    fn line(&self, line: usize) -> Option<Spot> {
        let begin = match line {
            0 | 1 => Spot::default(),
            line => self.after(Spot::default(), line - 1),
        };
        (line <= 1 || begin < self.end()).then_some(begin)
    }

    /// The place of a byte of the text.
    fn at(&self, byte: usize) -> Spot {
        let piece = self.0.iter().rposition(|piece| piece.start <= byte).unwrap_or_default();
        let Some(Piece { text, start, .. }) = self.0.get(piece) else { return Spot::default() };
        let before = text.char_indices().take_while(|(at, _)| start + at < byte).count();
        self.whole(Spot { piece, characters: before })
    }

    fn end(&self) -> Spot {
        Spot { piece: self.0.len(), characters: 0 }
    }

    /// The beginning of the next piece in the place of the end of one.
    fn whole(&self, spot: Spot) -> Spot {
        let length = self.0.get(spot.piece).map_or(0, |piece| piece.text.chars().count());
        if spot.characters < length {
            return spot;
        }
        Spot { piece: (spot.piece + 1).min(self.0.len()), characters: 0 }
    }

    /// A place as a model is told it.
    fn cursor(&self, spot: Spot) -> Cursor {
        let mut cursor = Cursor { line: 1, characters: 0 };
        for (at, piece) in self.0.iter().enumerate().take(spot.piece.saturating_add(1)) {
            let length = if at == spot.piece { spot.characters } else { usize::MAX };
            for char in piece.text.chars().take(length) {
                match char {
                    '\n' => cursor = Cursor { line: cursor.line + 1, characters: 0 },
                    _ => cursor.characters += 1,
                }
            }
        }
        cursor
    }

    /// The last line of a text that begins within a line and ends at a place.
    fn last_line(&self, end: Spot, first: usize) -> usize {
        let Cursor { line, characters } = self.cursor(end);
        line.saturating_sub(usize::from(characters == 0)).max(first)
    }

    /// Takes as much of a part as fits with fences around it. Fences are longer than any in the text
    /// and in its description, and hostile ones may be of any length: the less text, the shorter they
    /// are.
    pub fn excerpt(&self, from: Spot, end: Option<Spot>, budget: usize, said: &str) -> Excerpt {
        let part = end.map(|end| self.before(end));
        let pieces = part.as_ref().unwrap_or(self);
        let mut most = budget.saturating_sub(bounds::FENCES_TOKENS);
        let found = loop {
            let found = pieces.beginning(from, most);
            if most <= 1 || found.takes + fence_cost(&[said, &found.text]) <= budget {
                break found;
            }
            most /= 2;
        };
        let next = found.next.or(end).map_or(self.end(), |next| self.whole(next));
        let first_line = self.cursor(from).line;
        Excerpt {
            last_line: self.last_line(next, first_line),
            first_line,
            next: (next < self.end()).then(|| self.cursor(next).written()),
            text: found.text,
            tokens: found.tokens,
        }
    }

    /// The pieces before a place, of which the last one may be cut.
    fn before(&self, end: Spot) -> Pieces {
        let whole = self.0.iter().take(end.piece).cloned();
        let cut = self.0.get(end.piece).filter(|_| end.characters > 0).map(|piece| Piece {
            text: piece.text.chars().take(end.characters).collect(),
            closing: String::new(),
            tokens: piece.tokens.min(end.characters),
            takes: piece.takes.min(2 * end.characters),
            ..piece.clone()
        });
        Pieces(whole.chain(cut).collect())
    }

    /// Takes as much of the pieces as fits. Cuts between pieces, or within one that alone is too
    /// large: no character takes more than a token, and one more where it is escaped.
    fn beginning(&self, from: Spot, budget: usize) -> Beginning {
        let Spot { piece: at, characters } = from;
        let mut rest = self.0.iter().skip(at);
        let Some(first) = rest.next() else { return Beginning::default() };
        let text: String = first.text.chars().skip(characters).collect();
        let length = text.chars().count();
        let most = (budget / 2).max(1);
        if first.takes > budget && length > most {
            let text: String = text.chars().take(most).collect();
            let next = Some(Spot { piece: at, characters: characters + most });
            let (tokens, takes) = (first.tokens.min(most), 2 * most);
            return Beginning { text: safe(&text), tokens, takes, next };
        }
        let opening = if characters == 0 { first.opening.as_str() } else { "" };
        let length = length + opening.chars().count() + first.closing.chars().count();
        let (tokens, takes) = (first.tokens.min(length), first.takes.min(2 * length));
        let mut found = Beginning { text: opening.to_owned() + &text, tokens, takes, next: None };
        let mut last = first;
        for (piece, at) in rest.zip(at + 1..) {
            if found.takes + piece.takes > budget {
                found.next = Some(Spot { piece: at, characters: 0 });
                break;
            }
            found.text.push_str(&piece.text);
            found.tokens += piece.tokens;
            found.takes += piece.takes;
            last = piece;
        }
        Beginning { text: safe(&(found.text + &last.closing)), ..found }
    }
}

/// A part of a page that fits.
pub struct Excerpt {
    pub text: String,
    pub tokens: usize,
    pub first_line: usize,
    pub last_line: usize,
    /// The place to go on from.
    pub next: Option<String>,
}

/// As much as fits.
#[derive(Default)]
struct Beginning {
    text: String,
    tokens: usize,
    /// An upper bound of the tokens that it takes in an answer, without fences.
    takes: usize,
    next: Option<Spot>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        let mut start = 0;
        let piece = |text: &str| {
            let tokens = text.len().div_ceil(2);
            let piece =
                Piece { text: text.into(), tokens, takes: tokens, start, ..Piece::default() };
            start += text.len();
            piece
        };
        Pieces(["a\n", "cdef", &"é".repeat(50)].map(piece).into())
    }

    /// The texts of excerpts, one after the other.
    fn all(budget: usize) -> Vec<String> {
        let pieces = pieces();
        let mut texts = Vec::new();
        let mut next = Some("1".to_owned());
        while let Some(from) = next {
            let spot = pieces.find(Cursor::read(&from).unwrap()).unwrap();
            let excerpt = pieces.excerpt(spot, None, budget, "");
            assert!(budget < 6 || excerpt.tokens + 3 <= budget);
            texts.push(excerpt.text);
            next = excerpt.next;
        }
        texts
    }

    #[test]
    fn excerpts_give_all_of_a_page() {
        let whole = pieces().text();
        for budget in 0..80 {
            assert_eq!(all(budget).concat(), whole, "{budget}");
        }
        assert_eq!(all(57), ["a\ncdef".to_owned() + &"é".repeat(50)]);
        assert_eq!(all(56), ["a\ncdef".to_owned(), "é".repeat(50)]);
    }

    #[test]
    fn excerpts_of_code_have_its_fences() {
        let piece = |text: &str, opening: &str, closing: &str| {
            let (opening, closing) = (opening.into(), closing.into());
            Piece { text: text.into(), opening, closing, takes: 20, tokens: 20, start: 0 }
        };
        let pieces = Pieces(vec![
            piece("Use:\n```sh\na\n", "", "```\n"),
            piece("b\n", "```sh\n", "```\n"),
            piece("c\n```\n", "```sh\n", ""),
        ]);
        let text = |line, budget| {
            let spot = pieces.find(Cursor { line, characters: 0 }).unwrap();
            pieces.excerpt(spot, None, budget, "").text
        };
        assert_eq!(text(1, 25), "Use:\n```sh\na\n```\n");
        assert_eq!(text(4, 25), "```sh\nb\n```\n");
        assert_eq!(text(1, 99), "Use:\n```sh\na\nb\nc\n```\n");
        assert_eq!(text(3, 99), "a\nb\nc\n```\n");
    }

    #[test]
    fn parts_are_read_by_lines_and_bytes() {
        let pieces = Pieces(
            ["one\ntw", "o\n", "é\nfour"]
                .iter()
                .zip([0, 6, 8])
                .map(|(text, start)| Piece {
                    text: (*text).into(),
                    tokens: 1,
                    takes: 1,
                    start,
                    ..Piece::default()
                })
                .collect(),
        );
        let read = |part: Part, lines| {
            let (begin, end) = pieces.part(&part);
            let end = if lines > 0 { Some(pieces.after(begin, lines)) } else { end };
            let Excerpt { text, first_line, last_line, next, .. } =
                pieces.excerpt(begin, end, 999, "");
            (text, first_line, last_line, next.unwrap_or_default())
        };
        let said = |text: &str, first, last, next: &str| (text.into(), first, last, next.into());
        assert_eq!(pieces.lines(), 4);
        assert_eq!(read(Part::Whole, 0), said("one\ntwo\né\nfour", 1, 4, ""));
        assert_eq!(read(Part::Whole, 2), said("one\ntwo\n", 1, 2, "3"));
        assert_eq!(read(Part::Lines(2..4), 0), said("two\né\n", 2, 3, "4"));
        assert_eq!(read(Part::Lines(4..9), 0), said("four", 4, 4, ""));
        assert_eq!(read(Part::Bytes(6..11), 0), said("o\né\n", 2, 3, "4"));
        assert_eq!(read(Part::Bytes(5..7), 0), said("wo", 2, 2, "2.3"));
        assert_eq!(read(Part::Bytes(13..15), 9), said("ur", 4, 4, ""));
    }

    #[test]
    fn cursors_are_those_that_were_given() {
        let pieces = pieces();
        let find = |text: &str| Cursor::read(text).and_then(|cursor| pieces.find(cursor));
        assert_eq!(find("2.10"), Some(Spot { piece: 2, characters: 6 }));
        assert_eq!(find("1.1"), Some(Spot { piece: 0, characters: 1 }));
        let wrong = ["", "0", "3", "-1", "1.", ".1", "1.2.3", "+1", "1e3", "9999999999", "2.54"];
        for wrong in wrong {
            assert_eq!(find(wrong), None, "{wrong}");
        }
        assert_eq!(
            Pieces(Vec::new()).find(Cursor { line: 1, characters: 0 }),
            Some(Spot::default())
        );
    }
}
