//! Estimates how many tokens a language model makes of a text.

/// How many tokens a text has, about.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

/// The byte length of the longest beginning of `text` that has at most `most` tokens.
#[cfg(feature = "build")]
pub(crate) fn prefix(text: &str, most: usize) -> usize {
    text.char_indices().nth(most * 4).map_or(text.len(), |(at, _)| at)
}
