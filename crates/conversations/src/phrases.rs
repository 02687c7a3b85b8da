//! Counts words and phrases in texts.

use std::collections::BTreeMap;

/// Phrases to count, by their first words.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    /// The words after the first, and the number of the phrase.
    by_first: BTreeMap<String, Vec<(Vec<String>, usize)>>,
    count: usize,
}

impl Phrases {
    pub(super) fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Phrases {
        let mut made = Phrases::default();
        for (number, phrase) in phrases.into_iter().enumerate() {
            made.count = number + 1;
            let mut words = words(phrase);
            if let Some(first) = words.next() {
                made.by_first.entry(first).or_default().push((words.collect(), number));
            }
        }
        made
    }

    /// The number of times that each phrase occurs in a text, in whole words of any case.
    pub(super) fn counts(&self, text: &str) -> Vec<usize> {
        let words: Vec<String> = words(text).collect();
        let mut counts = vec![0; self.count];
        for (at, word) in words.iter().enumerate() {
            let rest = words.get(at + 1..).unwrap_or_default();
            for (more, number) in self.by_first.get(word).into_iter().flatten() {
                if let Some(count) = counts.get_mut(*number).filter(|_| rest.starts_with(more)) {
                    *count += 1;
                }
            }
        }
        counts
    }
}

/// Runs of letters, digits and apostrophes in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_apostrophe = |c: char| matches!(c, '\'' | '’');
    let words = text.split(move |c: char| !c.is_alphanumeric() && !is_apostrophe(c));
    let bare = words.map(move |word| word.trim_matches(is_apostrophe));
    bare.filter(|word| !word.is_empty()).map(|word| word.replace('’', "'").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_in_any_case() {
        let phrases = Phrases::new(["go with", "go", "don't", "", "ÜBER"]);
        let text = "Let’s GO\nwith it; go, going. DON’T 'go' within. über";
        assert_eq!(phrases.counts(text), [1, 3, 1, 0, 1]);
    }
}
