//! Words that stand for each other, given by the owner of an index.

use crate::analyze::MAX_TERM_BYTES;
use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::terms_with;
use crate::error::{Error, decimal};
use alloc::string::String;
use alloc::vec::Vec;

/// Words that also find other words.
///
/// A line of the notation is a rule. In `js, javascript, ecmascript` each word finds all others. In
/// `k8s => kubernetes` the words on the left find those on the right, and not the reverse. A `#` at
/// the beginning of a line or after a blank begins a comment.
///
/// Rules do not chain: with `a, b` and `b, c` on two lines, `a` does not find `c`. A word stands
/// for all of its stem, so a rule for `car` holds for `cars`. A match of a synonym counts as much
/// as a match of the word itself.
///
/// ```
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, SearchOptions, Synonyms};
///
/// let synonyms = Synonyms::parse("k8s => kubernetes\nsign-on, login  # both ways\n")?;
/// let mut builder = Builder::new(Config { synonyms, ..Config::default() });
/// let text = "Kubernetes runs containers.\n".into();
/// builder.add(Document { id: "a".into(), text, ..Document::default() })?;
/// let index = Index::open(builder.finish()?)?;
/// assert_eq!(index.search("k8s", &SearchOptions::default())?.hits.len(), 1);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Synonyms(Vec<Rule>);

/// Some words find others.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule {
    pub from: Vec<Synonym>,
    pub to: Vec<Synonym>,
}

/// A word of a rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Synonym {
    pub written: String,
    pub folded: String,
}

impl Synonyms {
    /// Reads rules, one on a line.
    ///
    /// # Errors
    /// [`Error::Config`] with the number of the first line that is no rule: one with fewer than two
    /// words, with nothing between two commas, with `=>` twice, or with an entry of several words.
    pub fn parse(source: &str) -> Result<Self, Error> {
        let source = source.strip_prefix('\u{feff}').unwrap_or(source);
        let mut rules = Vec::new();
        for (number, line) in (1u64..).zip(source.lines()) {
            let line = without_comment(line).trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |what: String| {
                Error::config("synonyms", ["line ", &decimal(number), ": ", &what].concat())
            };
            rules.push(rule(line).map_err(wrong)?);
        }
        Ok(Synonyms(rules))
    }

    pub(super) fn rules(&self) -> &[Rule] {
        &self.0
    }

    /// The words of each rule as they were written: those that find, and those that are found.
    pub(super) fn written(&self) -> Vec<[Vec<&str>; 2]> {
        self.0.iter().map(|rule| [written(&rule.from), written(&rule.to)]).collect()
    }

    /// Makes the rules of the words that [`Synonyms::written`] gives.
    ///
    /// # Errors
    /// [`Error::Config`] where one of the words is no word.
    pub(super) fn of_written(rules: &[[Vec<&str>; 2]]) -> Result<Self, Error> {
        let words = |written: &[&str]| -> Result<Vec<Synonym>, String> {
            written.iter().map(|entry| word(entry)).collect()
        };
        let rule = |[from, to]: &[Vec<&str>; 2]| Ok(Rule { from: words(from)?, to: words(to)? });
        let rules: Result<_, String> = rules.iter().map(rule).collect();
        rules.map(Synonyms).map_err(|wrong| Error::config("synonyms", wrong))
    }
}

fn written(words: &[Synonym]) -> Vec<&str> {
    words.iter().map(|word| word.written.as_str()).collect()
}

/// The part of a line before a `#` that begins a comment. In `C#` none begins.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        if c == '#' && before.is_whitespace() {
            return line.get(..at).unwrap_or_default();
        }
        before = c;
    }
    line
}

fn rule(line: &str) -> Result<Rule, String> {
    let Some((from, to)) = line.split_once("=>") else {
        let all = words(line)?;
        if all.len() < 2 {
            return Err("one word alone has no synonym; write a, b or a => b".into());
        }
        return Ok(Rule { from: all.clone(), to: all });
    };
    if to.contains("=>") {
        return Err("=> may stand there once; write another line".into());
    }
    Ok(Rule { from: words(from)?, to: words(to)? })
}

fn words(list: &str) -> Result<Vec<Synonym>, String> {
    list.split(',').map(|entry| word(entry.trim())).collect()
}

fn word(entry: &str) -> Result<Synonym, String> {
    if entry.is_empty() {
        return Err("a word is missing before or after a comma or =>".into());
    }
    let mut folded = None;
    terms_with(&UnicodeChars::default(), entry, &mut |term, span| {
        if span == (0..entry.len()) {
            folded = Some(term.into());
        }
    });
    let written = entry.into();
    // The entry is not repeated: a file that was not meant may be secret.
    folded.map(|folded| Synonym { written, folded }).ok_or_else(|| {
        let longest = decimal(MAX_TERM_BYTES as u64);
        [
            "an entry is not one word of at most ",
            &longest,
            " bytes; write single words, or join them as in sign-on if that is how they are written",
        ]
        .concat()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded(words: &[Synonym]) -> Vec<&str> {
        words.iter().map(|word| word.folded.as_str()).collect()
    }

    fn failure(source: &str) -> String {
        Synonyms::parse(source).unwrap_err().message()
    }

    #[test]
    fn lines_are_rules() {
        let source = "\u{feff}# languages\nJS, JavaScript\r\n\nk8s, kube => Kubernetes # one way\n";
        let synonyms = Synonyms::parse(source).unwrap();
        let [both, one] = synonyms.rules() else { panic!("{synonyms:?}") };
        assert_eq!(folded(&both.from), ["js", "javascript"]);
        assert_eq!(both.from, both.to);
        assert_eq!(
            (folded(&one.from), folded(&one.to)),
            (["k8s", "kube"].into(), ["kubernetes"].into())
        );
        assert_eq!(Synonyms::parse("  # nothing\n").unwrap(), Synonyms::default());
    }

    #[test]
    fn names_with_signs_are_words() {
        let synonyms = Synonyms::parse("C#, csharp #x\nsign-on, .NET, Größe, 東京").unwrap();
        assert_eq!(folded(&synonyms.rules()[0].to), ["c#", "csharp"]);
        assert_eq!(folded(&synonyms.rules()[1].to), ["sign-on", ".net", "grosse", "東京"]);
    }

    #[test]
    fn what_is_no_rule_is_named_with_its_line() {
        let wrong = failure("a, b\n\nsingle sign on, sso\n");
        assert!(wrong.starts_with("synonyms: line 3: an entry is not one word"), "{wrong}");
        assert!(failure("CI/CD => build").contains("line 1: an entry is not one word"));
        assert!(failure(&["a, ", &"x".repeat(MAX_TERM_BYTES + 1)].concat()).contains("100 bytes"));
        assert!(failure("a").contains("line 1: one word alone"));
        for missing in ["a,, b", "a, b,", "a =>", "=> a", "a, #b", ",", "=>"] {
            assert!(failure(missing).contains("a word is missing"), "{missing}");
        }
        assert!(failure("a => b => c").contains("once"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(source in "(\\PC|[a-c#,=>. \n-]){0,40}") {
            if let Ok(synonyms) = Synonyms::parse(&source) {
                prop_assert!(synonyms.rules().iter().all(|rule| !rule.from.is_empty() && !rule.to.is_empty()));
            }
        }
    }
}
