//! Estimates how many tokens a language model makes of a text.

/// How many tokens a text has, about.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}
