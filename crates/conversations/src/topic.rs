//! Finds the topics of conversations by words that the caller names.

use kindex_text::rules::{ParseRulesError, rules};
use serde::Deserialize;
use toml::Spanned;

use crate::keywords::{Folded, Keywords};

/// A text has a topic if its words occur this often.
const MIN_COUNT: usize = 2;

/// A conversation has no more topics than this.
const MAX_TOPICS: usize = 3;

/// A name for what some words are about.
///
/// A conversation has the topics whose words occur in it at least twice altogether, as whole words
/// in any case: the three with the most occurrences, the most first, and of equals those listed
/// first. They are values of its filter `topic`.
///
/// ```
/// use kindex_conversations::{Settings, Topic, extract};
///
/// let topics = [Topic::new("storage", ["disk", "object store", "bucket"])];
/// let chat = "> Is the disk full?\n\nYes.\n\n> Why?\n\nLogs.\n\n> And now?\n\nMove them to a bucket.\n";
/// let settings = Settings { topics: &topics, ..Settings::default() };
/// let extracted = extract("ops.txt", chat.as_bytes(), &settings);
/// assert_eq!(extracted.documents[0].filters["topic"], ["storage"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Topic {
    /// The value of the filter.
    pub name: String,
    /// Words and phrases.
    pub words: Vec<String>,
}

impl Topic {
    /// A topic of these words and phrases.
    pub fn new(
        name: impl Into<String>,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Topic {
        Topic { name: name.into(), words: words.into_iter().map(Into::into).collect() }
    }

    /// Reads topics from TOML: a `[[topic]]` for each, with a `name` and `words`.
    ///
    /// # Errors
    /// Where the text is not TOML of this shape, or a topic has no name or no words.
    ///
    /// ```
    /// # use kindex_conversations::Topic;
    /// let topics = Topic::parse("[[topic]]\nname = \"storage\"\nwords = [\"disk\", \"bucket\"]\n")?;
    /// assert_eq!(topics, [Topic::new("storage", ["disk", "bucket"])]);
    /// # Ok::<(), kindex_conversations::ParseRulesError>(())
    /// ```
    pub fn parse(source: &str) -> Result<Vec<Topic>, ParseRulesError> {
        let file: File = rules(source)?;
        let mut topics = Vec::new();
        for Entry { name, words } in file.topic {
            if name.get_ref().trim().is_empty() || words.is_empty() {
                let message = "a topic needs a name and words".to_owned();
                return Err(ParseRulesError::new(source, &name.span(), message));
            }
            topics.push(Topic { name: name.into_inner(), words });
        }
        Ok(topics)
    }
}

/// The contents of a file of topics.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    topic: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    words: Vec<String>,
}

/// The names of the topics of a text.
pub(super) fn topics_of(text: &str, topics: &[Topic]) -> Vec<String> {
    let text = Folded::of([text]);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for topic in topics {
        let count = Keywords::new(topic.words.iter().map(String::as_str)).count(&text);
        if count >= MIN_COUNT {
            found.push((count, &topic.name));
        }
    }
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.into_iter().take(MAX_TOPICS).map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_with_the_most_occurrences() {
        let topic = |name: &str| Topic::new(name, [name.to_owned(), format!("{name} {name}")]);
        let topics = ["one", "two", "three", "four", "five"].map(topic);
        let text = "one two two three three three four four five. Five! Twofold";
        assert_eq!(topics_of(text, &topics), ["three", "two", "four"]);
        assert_eq!(topics_of("one two two", &topics), ["two"]);
        assert_eq!(topics_of("", &topics), [""; 0]);
        assert_eq!(topics_of(text, &[]), [""; 0]);
    }
}
