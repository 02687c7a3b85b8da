//! Counts how often words and phrases occur.

use kindex_text::{collapse, is_spaced};

/// Words and phrases to count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keywords {
    folded: Vec<String>,
}

/// A text that keywords can be counted in.
pub(crate) struct Folded(String);

impl Folded {
    /// The texts one after another; no phrase reaches from one into the next.
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Folded {
        let texts: Vec<String> = texts.into_iter().map(fold).collect();
        Folded(texts.join("\n"))
    }
}

impl Keywords {
    pub(crate) fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Keywords {
        let folded = words.into_iter().map(fold);
        Keywords { folded: folded.filter(|word| !word.is_empty()).collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// The number of times that any of them occurs as a whole word, in either case. An underscore
    /// ends a word.
    pub(crate) fn count(&self, text: &Folded) -> usize {
        self.folded.iter().map(|word| occurrences(&text.0, word)).sum()
    }
}

fn fold(text: &str) -> String {
    collapse(&text.to_lowercase())
}

fn occurrences(text: &str, word: &str) -> usize {
    let first = word.chars().next();
    let last = word.chars().next_back();
    let is_whole = |at: usize| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        !is_one_word(before, first) && !is_one_word(last, after)
    };
    text.match_indices(word).filter(|(at, _)| is_whole(*at)).count()
}

/// Whether two characters next to each other are of one word.
fn is_one_word(left: Option<char>, right: Option<char>) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && is_spaced(c));
    joins(left) && joins(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(words: &[&str], text: &str) -> usize {
        Keywords::new(words.iter().copied()).count(&Folded::of([text]))
    }

    #[test]
    fn whole_words_in_either_case() {
        assert_eq!(count(&["sql"], "SQL, sql; MySQL sqlite (Sql) the_sql_file"), 4);
        assert_eq!(count(&["sql", "lite"], "sql lite"), 2);
        assert_eq!(count(&["ÉTÉ"], "été étés"), 1);
        assert_eq!(count(&["", " "], "a b"), 0);
    }

    #[test]
    fn phrases_and_signs() {
        assert_eq!(count(&["Pull  request"], "a pull\nrequest, pull requests"), 1);
        assert_eq!(count(&["c++"], "C++ and C++20, c"), 2);
        assert_eq!(count(&["node.js"], "Node.js nodexjs"), 1);
        let texts = Folded::of(["a pull", "request"]);
        assert_eq!(Keywords::new(["pull request"]).count(&texts), 0);
    }

    #[test]
    fn scripts_without_spaces() {
        assert_eq!(count(&["数据库"], "连接数据库的数据库"), 2);
        assert_eq!(count(&["база"], "база базами"), 1);
    }
}
