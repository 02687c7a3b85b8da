//! Pages of the index by their ids, and the pieces of their texts.

use crate::sanitize::safe;
use crate::text::{escape_cost, fence_cost};
use crate::tool_error::known;
use crate::words::bounds;
use kindex::{Error, Index, Page};

/// The page with an id.
pub fn of(index: &Index, id: &str) -> Result<Option<Page>, Error> {
    let found = known(index.document(id))?;
    // Ids of chunks name a document too.
    let page = found.filter(|document| document.id == id);
    Ok(page.map(|page| Page { id: page.id, url: page.url, title: page.title }))
}

/// A part of a page's text.
#[derive(Default)]
pub struct Piece {
    pub text: String,
    /// The header of a table or the fence that stands before it in an excerpt that begins with it.
    opening: String,
    /// The fence that stands after it in an excerpt that ends with it.
    closing: String,
    /// Byte offset of its start in the page's text.
    pub start: usize,
    /// An upper bound of its tokens.
    pub tokens: usize,
    /// An upper bound of the tokens that it takes in an answer.
    takes: usize,
}

/// The smallest chunks of a page. Text that the next one has too is left out.
pub fn pieces(index: &Index, id: &str) -> Result<Vec<Piece>, Error> {
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
    Ok(pieces.collect())
}

/// The place to begin at: in which piece, and after how many of its characters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cursor {
    piece: usize,
    characters: usize,
}

impl Cursor {
    /// The beginning of a piece.
    pub fn at(piece: usize) -> Self {
        Cursor { piece, characters: 0 }
    }

    /// Reads what `next` was; none where it cannot have been that.
    pub fn read(text: &str, pieces: &[Piece]) -> Option<Self> {
        let (piece, characters) = match text.split_once('.') {
            Some((piece, characters)) => (number(piece)?, number(characters)?),
            None => (number(text)?, 0),
        };
        (piece < pieces.len().max(1)).then_some(Cursor { piece, characters })
    }
}

/// Up to nine digits.
pub fn number(digits: &str) -> Option<usize> {
    let written = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    (written && digits.len() <= 9).then(|| digits.parse().ok())?
}

/// A part of a page that fits.
pub struct Excerpt {
    pub text: String,
    pub tokens: usize,
    /// An upper bound of the tokens that it takes in an answer, without fences.
    takes: usize,
    /// The place to go on from.
    pub next: Option<String>,
}

/// Takes as much of the pieces as fits with fences around it, from a cursor on. Fences are longer
/// than any in the text and in its description, and hostile ones may be of any length: the less
/// text, the shorter they are.
pub fn excerpt(pieces: &[Piece], from: Cursor, budget: usize, said: &str) -> Excerpt {
    let mut most = budget.saturating_sub(bounds::FENCES_TOKENS);
    loop {
        let found = beginning(pieces, from, most);
        if most <= 1 || found.takes + fence_cost(&[said, &found.text]) <= budget {
            return found;
        }
        most /= 2;
    }
}

/// Takes as much of the pieces as fits. Cuts between pieces, or within one that alone is too large:
/// no character takes more than a token, and one more where it is escaped.
fn beginning(pieces: &[Piece], from: Cursor, budget: usize) -> Excerpt {
    let Cursor { piece: at, characters } = from;
    let mut rest = pieces.iter().skip(at);
    let Some(first) = rest.next() else {
        return Excerpt { text: String::new(), tokens: 0, takes: 0, next: None };
    };
    let text: String = first.text.chars().skip(characters).collect();
    let length = text.chars().count();
    let most = (budget / 2).max(1);
    if first.takes > budget && length > most {
        let text: String = text.chars().take(most).collect();
        let (tokens, next) = (first.tokens.min(most), format!("{at}.{}", characters + most));
        return Excerpt { text: safe(&text), tokens, takes: 2 * most, next: Some(next) };
    }
    let opening = if characters == 0 { first.opening.as_str() } else { "" };
    let length = length + opening.chars().count() + first.closing.chars().count();
    let (tokens, takes) = (first.tokens.min(length), first.takes.min(2 * length));
    let mut excerpt = Excerpt { text: opening.to_owned() + &text, tokens, takes, next: None };
    let mut last = first;
    for (piece, at) in rest.zip(at + 1..) {
        if excerpt.takes + piece.takes > budget {
            excerpt.next = Some(at.to_string());
            break;
        }
        excerpt.text.push_str(&piece.text);
        excerpt.tokens += piece.tokens;
        excerpt.takes += piece.takes;
        last = piece;
    }
    Excerpt { text: safe(&(excerpt.text + &last.closing)), ..excerpt }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Vec<Piece> {
        let piece = |text: &str| {
            let tokens = text.len().div_ceil(2);
            Piece { text: text.into(), tokens, takes: tokens, ..Piece::default() }
        };
        ["ab", "cdef", &"é".repeat(50)].map(piece).into()
    }

    /// The texts of excerpts, one after the other.
    fn all(budget: usize) -> Vec<String> {
        let pieces = pieces();
        let mut texts = Vec::new();
        let mut next = Some("0".to_owned());
        while let Some(from) = next {
            let cursor = Cursor::read(&from, &pieces).unwrap();
            let excerpt = excerpt(&pieces, cursor, budget, "");
            assert!(budget < 6 || excerpt.tokens + 3 <= budget);
            texts.push(excerpt.text);
            next = excerpt.next;
        }
        texts
    }

    #[test]
    fn excerpts_give_all_of_a_page() {
        let whole = pieces().into_iter().map(|piece| piece.text).collect::<String>();
        for budget in 0..80 {
            assert_eq!(all(budget).concat(), whole, "{budget}");
        }
        assert_eq!(all(57), ["abcdef".to_owned() + &"é".repeat(50)]);
        assert_eq!(all(56), ["abcdef".to_owned(), "é".repeat(50)]);
    }

    #[test]
    fn excerpts_of_code_have_its_fences() {
        let piece = |text: &str, opening: &str, closing: &str| {
            let (opening, closing) = (opening.into(), closing.into());
            Piece { text: text.into(), opening, closing, takes: 20, tokens: 20, start: 0 }
        };
        let pieces = [
            piece("Use:\n```sh\na\n", "", "```\n"),
            piece("b\n", "```sh\n", "```\n"),
            piece("c\n```\n", "```sh\n", ""),
        ];
        let text = |from, budget| excerpt(&pieces, from, budget, "").text;
        assert_eq!(text(Cursor::at(0), 25), "Use:\n```sh\na\n```\n");
        assert_eq!(text(Cursor::at(1), 25), "```sh\nb\n```\n");
        assert_eq!(text(Cursor::at(0), 99), "Use:\n```sh\na\nb\nc\n```\n");
        assert_eq!(text(Cursor { piece: 1, characters: 1 }, 9), "\n```\n");
    }

    #[test]
    fn cursors_are_those_that_were_given() {
        let pieces = pieces();
        assert_eq!(Cursor::read("2.10", &pieces), Some(Cursor { piece: 2, characters: 10 }));
        for wrong in ["", "3", "-1", "1.", ".1", "1.2.3", "+1", "1e3", "9999999999"] {
            assert_eq!(Cursor::read(wrong, &pieces), None, "{wrong}");
        }
        assert_eq!(Cursor::read("0", &[]), Some(Cursor::default()));
    }
}
