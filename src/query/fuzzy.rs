//! The words of the dictionary that a mistyped one resembles most.
//!
//! Edits are those of the optimal string alignment distance: a letter left out, added or replaced,
//! or two neighbours swapped (F. J. Damerau, A technique for computer detection and correction of
//! spelling errors, Communications of the ACM 7, 1964).

use crate::analyze::after;
use crate::error::ReadError;
use crate::format::dictionary::Dictionary;
use crate::index::Readers;
use alloc::string::String;
use alloc::vec::Vec;

/// The cost of an edit.
const EDIT_COST: u8 = 2;

/// Another short ending counts more than one edit and less than two. So inflections are found which
/// the texts lack, and before them mistyped words that begin with the same two letters. Where
/// letters are only added, it counts one.
const OTHER_ENDING_COST: u8 = 3;

/// Letters that an ending has at most.
const MAX_ENDING_LETTERS: usize = 3;

/// Words of fewer letters have no edits.
const MIN_LETTERS_FOR_ONE_EDIT: usize = 4;

/// Words of fewer letters have at most one.
const MIN_LETTERS_FOR_TWO_EDITS: usize = 8;

/// Words of more letters are no typing.
const MAX_TYPED_LETTERS: usize = 40;

/// Letters of an alphabet are fewer code points apart in Unicode.
const ALPHABET_CODE_POINTS: u32 = 48;

/// The words to which the fewest edits lead from `word`, as many as its length allows, or
/// another ending; as a `prefix`, those of which a beginning is so near. They begin with the
/// same two letters; failing these, with the same letter; failing these, as the word does after
/// an edit of its first letter: few misspell that one (J. J. Pollock and A. Zamora, Automatic
/// spelling correction in scientific and scholarly text, Communications of the ACM 27, 1984),
/// and to look through a part of the dictionary takes less. Words with digits have none: a
/// version is not another one mistyped.
pub(super) fn nearest(indexes: &Readers<'_>, word: &str, prefix: bool) -> Result<Near, ReadError> {
    let edits = Edits::new(word, prefix);
    let most = match edits.word.len() {
        MIN_LETTERS_FOR_ONE_EDIT..MIN_LETTERS_FOR_TWO_EDITS => OTHER_ENDING_COST,
        MIN_LETTERS_FOR_TWO_EDITS..=MAX_TYPED_LETTERS => 2 * EDIT_COST,
        _ => 0,
    };
    let mut nearest = Nearest { edits, most, found: Near::default() };
    if let [first, second, third, fourth, ..] = *nearest.edits.word
        && most > 0
        && !has_digit(word)
    {
        nearest.look(indexes, &[first, second])?;
        if nearest.found.is_empty() {
            nearest.look(indexes, &[first])?;
        }
        if nearest.found.is_empty() {
            nearest.look_elsewhere(indexes, [first, second, third, fourth])?;
        }
    }
    Ok(nearest.found)
}

/// The words that another one resembles.
#[derive(Default)]
pub(super) struct Near {
    /// Those to which edits lead.
    pub mistyped: Vec<String>,
    /// Those that differ from it in their endings only.
    pub inflected: Vec<String>,
}

impl Near {
    fn is_empty(&self) -> bool {
        self.mistyped.is_empty() && self.inflected.is_empty()
    }
}

/// The words found so far.
struct Nearest<'w> {
    edits: Edits<'w>,
    /// The cost of each of these; where there is none so far, the most that one may cost.
    most: u8,
    found: Near,
}

impl Nearest<'_> {
    /// Looks through words that begin with `letters`.
    fn look(&mut self, indexes: &Readers<'_>, letters: &[char]) -> Result<(), ReadError> {
        let prefix = String::from_iter(letters);
        indexes.try_each(|index| self.look_in(&index.words, &prefix))
    }

    fn look_in(&mut self, words: &Dictionary<'_>, prefix: &str) -> Result<(), ReadError> {
        let mut words = words.words_with(prefix)?;
        while let Some(near) = words.next()? {
            let near = core::str::from_utf8(near).unwrap_or_default();
            let counted = self.edits.count(near, self.most).filter(|_| !has_digit(near));
            if let Some((count, mistyped)) = counted {
                if count < self.most {
                    self.found = Near::default();
                    self.most = count;
                }
                let Near { mistyped: edited, inflected } = &mut self.found;
                let found = if mistyped { edited } else { inflected };
                found.push(near.into());
            }
        }
        Ok(())
    }

    /// Looks through words to which an edit of the first letter leads: the one left
    /// out, replaced, or swapped with the next, or one added. All shards that are
    /// missing for them are asked for at once.
    fn look_elsewhere(
        &mut self,
        indexes: &Readers<'_>,
        [first, second, third, fourth]: [char; 4],
    ) -> Result<(), ReadError> {
        let mut looked = self.look(indexes, &[second, third, fourth]);
        looked = looked.and(self.look(indexes, &[second, first, third]));
        let first_code = first as u32;
        // Below the colon are signs and digits.
        let from = first_code.saturating_sub(ALPHABET_CODE_POINTS).max(':' as u32);
        for letter in (from..first_code + ALPHABET_CODE_POINTS).filter_map(char::from_u32) {
            for [next, one_more] in [[second, third], [first, second]] {
                looked = looked.and(self.look(indexes, &[letter, next, one_more]));
            }
        }
        looked
    }
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// Counts the edits from one word to others, best in their order: what two have in common at the
/// beginning is not done again.
struct Edits<'w> {
    /// The word without its ending, and the ending; none where it is too short.
    stem: Option<(&'w str, &'w str)>,
    word: Vec<char>,
    prefix: bool,
    /// The letters that rows stand for.
    near: Vec<char>,
    /// Row by row, for the empty word and after each letter: the edits to each beginning of `word`.
    rows: Vec<u8>,
    /// The length of a row.
    width: usize,
}

impl<'w> Edits<'w> {
    fn new(text: &'w str, prefix: bool) -> Self {
        let word: Vec<char> = text.chars().collect();
        let width = word.len() + 1;
        let rows = (0..width).map(|edits| edits as u8).collect();
        Edits { stem: stem_of(text, word.len()), word, prefix, near: Vec::new(), rows, width }
    }

    /// The cost of leading to `near`, if that is at most `most`, and whether it takes
    /// edits or another ending alone.
    fn count(&mut self, near: &str, most: u8) -> Option<(u8, bool)> {
        let common = near.chars().zip(&self.near).take_while(|(a, b)| a == *b).count();
        self.near.truncate(common);
        self.rows.truncate((common + 1) * self.width);
        let mut rest = near.get(after(near, common)..).unwrap_or_default().chars();
        while (1..=self.width).any(|number| self.back(number) <= most / EDIT_COST) {
            let Some(letter) = rest.next() else {
                break;
            };
            self.push(letter);
        }
        let rows = self.rows.chunks_exact(self.width);
        let mut ends = rows.filter_map(|row| row.last().copied());
        let edits = match (self.prefix, rest.next()) {
            (true, _) => ends.min(),
            (false, None) => ends.next_back(),
            (false, Some(_)) => None,
        };
        let edits = edits.map_or(u8::MAX, |edits: u8| edits.saturating_mul(EDIT_COST));
        let ending = self.other_ending(near).unwrap_or(u8::MAX);
        let count = edits.min(ending);
        (count <= most).then_some((count, edits == count))
    }

    /// The cost where words differ in their endings only, and these are short.
    fn other_ending(&self, near: &str) -> Option<u8> {
        let (stem, ending) = self.stem?;
        let other = near.strip_prefix(stem)?;
        let letters = ending.chars().zip(other.chars());
        let common = letters.take_while(|(a, b)| a == b).count();
        let is_short = after(other, common + MAX_ENDING_LETTERS) == other.len();
        let more =
            if after(ending, common) == ending.len() { EDIT_COST } else { OTHER_ENDING_COST };
        (is_short && !other.chars().any(is_joint)).then_some(more)
    }

    fn push(&mut self, letter: char) {
        self.rows.push(self.near.len() as u8 + 1);
        let mut previous = None;
        for (column, &wanted) in self.word.iter().enumerate() {
            let replaced = self.back(self.width + 1) + u8::from(wanted != letter);
            let mut edits = replaced.min(self.back(self.width) + 1).min(self.back(1) + 1);
            if previous == Some(letter) && self.near.last() == Some(&wanted) && column > 0 {
                edits = edits.min(self.back(2 * self.width + 2) + 1);
            }
            self.rows.push(edits);
            previous = Some(wanted);
        }
        self.near.push(letter);
    }

    /// The count of edits that was pushed some steps ago, 1 being the last.
    fn back(&self, steps: usize) -> u8 {
        let at = self.rows.len().wrapping_sub(steps);
        self.rows.get(at).copied().unwrap_or(u8::MAX / 2)
    }
}

/// A word of `len` letters without its ending, and the ending: words that differ from it in a short
/// ending have at least that in common. Identifiers have none.
fn stem_of(word: &str, len: usize) -> Option<(&str, &str)> {
    let kept =
        MIN_LETTERS_FOR_ONE_EDIT.max(len * 2 / 3).max(len.saturating_sub(MAX_ENDING_LETTERS));
    if kept > len || word.chars().any(is_joint) {
        return None;
    }
    word.split_at_checked(after(word, kept))
}

fn is_joint(c: char) -> bool {
    matches!(c, '_' | '-' | '.' | ':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec;

    /// The definition, without anything saved.
    fn distance(a: &[char], b: &[char]) -> u8 {
        let mut d = vec![vec![0u8; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i == 0 || j == 0 {
                    d[i][j] = (i + j) as u8;
                    continue;
                }
                let replaced = d[i - 1][j - 1] + u8::from(a[i - 1] != b[j - 1]);
                d[i][j] = replaced.min(d[i - 1][j] + 1).min(d[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    d[i][j] = d[i][j].min(d[i - 2][j - 2] + 1);
                }
            }
        }
        d[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_definition(
            word in "[abcé-]{1,8}|aaaa[b-]{0,4}",
            mut others in prop::collection::vec("[abcé-]{0,9}|aaaa[ab-]{0,5}", 1..30),
            most in 0u8..7,
            prefix: bool,
        ) {
            others.sort();
            let mut edits = Edits::new(&word, prefix);
            let word: Vec<char> = word.chars().collect();
            for other in &others {
                let letters: Vec<char> = other.chars().collect();
                let common = word.iter().zip(&letters).take_while(|(a, b)| a == b).count();
                let long = common >= 4.max(word.len() * 2 / 3);
                let joined = word.iter().chain(&letters).any(|&c| is_joint(c));
                let ending = long && !joined && word.len().max(letters.len()) <= common + 3;
                let expected = if prefix {
                    (0..=letters.len()).map(|end| distance(&letters[..end], &word)).min()
                } else {
                    Some(distance(&letters, &word))
                };
                let expected = expected.map(|edits| 2 * edits);
                let more = if common == word.len() { 2 } else { 3 };
                let mistyped = expected.is_some_and(|edits| !ending || edits <= more);
                let expected = expected.into_iter().chain(ending.then_some(more)).min();
                let expected = expected.filter(|&count| count <= most);
                let expected = expected.map(|count| (count, mistyped));
                prop_assert_eq!(edits.count(other, most), expected);
            }
        }
    }
}
