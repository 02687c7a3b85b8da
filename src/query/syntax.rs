//! The syntax of queries: `"a phrase"`, `+word`, `-word`, `!word`, `NOT word`,
//! `field:word`, `word*`, `a OR b`. Whether `-word` is rather a name is for
//! [`super::parse`] to say, by the index.
//!
//! Everything else is plain words, and so is all that only looks like syntax: a quote that is not
//! closed, a field that the index lacks, `--flag`, `-x`, `-rf`, `std::vector`, `https://`. Queries
//! of many clauses are prose: [`super::parse`] takes no syntax from them.

use crate::analyze::after;
use alloc::vec::Vec;

/// A part of a query between blanks, or in quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clause<'q> {
    pub sign: Sign,
    pub field: Field<'q>,
    pub quoted: bool,
    /// Whether it may be the beginning of a word: a star stands after it.
    pub begins: bool,
    /// Whether its sign is one in any case: a word says so.
    pub certain: bool,
    /// Whether it is an alternative to the clause before it.
    pub or: bool,
    /// Without sign, field and quotes.
    pub text: &'q str,
    /// The byte of the query at which the text begins.
    pub start: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sign {
    None,
    Plus,
    Minus,
}

/// The place where a clause has to match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Field<'q> {
    Any,
    Title,
    Heading,
    /// In the metadata or filters with this key.
    Key(&'q str),
}

impl<'q> Clause<'q> {
    /// Whether it only adds to the score of what matches.
    pub fn is_plain(&self) -> bool {
        self.sign == Sign::None && self.field == Field::Any && !self.quoted
    }

    /// The clause with the sign before it as a part of its word, where that may be a name: `-Xmx`,
    /// `!important`.
    pub fn as_name(&self, query: &'q str) -> Option<Clause<'q>> {
        let start = self.start.checked_sub(1)?;
        let text = query.get(start..self.start + self.text.len())?;
        let may_be =
            self.sign == Sign::Minus && self.field == Field::Any && !self.quoted && !self.certain;
        may_be.then_some(Clause { sign: Sign::None, text, start, ..*self })
    }
}

/// The clauses of a query, in order. `is_key` knows the keys of metadata.
pub(super) fn clauses<'q>(query: &'q str, is_key: &dyn Fn(&str) -> bool) -> Vec<Clause<'q>> {
    let mut clauses: Vec<Clause<'_>> = Vec::new();
    let mut or = false;
    let mut not = false;
    let mut rest = query.trim_start();
    while !rest.is_empty() {
        let word_len = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(word_len).unwrap_or((rest, ""));
        if word == "OR" && !clauses.is_empty() && !or && !after.trim_start().is_empty() {
            or = true;
            rest = after.trim_start();
            continue;
        }
        if word == "NOT" && !not && excludes(after) {
            not = true;
            rest = after.trim_start();
            continue;
        }
        let (mut clause, after) = clause(rest, word, is_key);
        clause.start += query.len() - rest.len();
        if core::mem::take(&mut not) {
            (clause.sign, clause.certain) = (Sign::Minus, true);
        }
        clause.or = or && clause.sign != Sign::Minus;
        or = false;
        clauses.push(clause);
        rest = after.trim_start();
    }
    clauses
}

/// Whether `NOT` excludes what comes after it. In `NOT NULL` it is a word of SQL.
fn excludes(after: &str) -> bool {
    let mut next = after.trim_start().chars().take_while(|c| !c.is_whitespace());
    next.any(|c| is_word(c) && !c.is_ascii_uppercase() && c != '_')
}

/// The clause with which `rest` begins, its start counted from there, and the text after it.
fn clause<'q>(
    rest: &'q str,
    word: &'q str,
    is_key: &dyn Fn(&str) -> bool,
) -> (Clause<'q>, &'q str) {
    let (sign, unsigned) = sign(rest, word);
    let (field, bare) = field(unsigned, is_key);
    let quoted = quoted(bare);
    let word_end = rest.get(word.len()..).unwrap_or_default();
    let (text, after) = match quoted {
        Some(found) => found,
        None => (bare.get(..bare.len().wrapping_sub(word_end.len())).unwrap_or_default(), word_end),
    };
    let quoted = quoted.is_some();
    let of_star = |text: &'q str| text.strip_suffix('*').filter(|rest| rest.ends_with(is_word));
    let beginning = of_star(text).filter(|_| !quoted && !matches!(field, Field::Key(_)));
    let (text, begins) = (beginning.unwrap_or(text), beginning.is_some());
    let quote = if quoted { bare.chars().next().map_or(0, char::len_utf8) } else { 0 };
    let start = rest.len() - bare.len() + quote;
    (Clause { sign, field, quoted, begins, certain: false, or: false, text, start }, after)
}

/// A sign stands before a quote or a word. `-x`, `-rf` and `--long` are options of programs.
fn sign<'q>(rest: &'q str, word: &str) -> (Sign, &'q str) {
    let mut chars = rest.chars();
    let sign = match chars.next() {
        Some('+') => Sign::Plus,
        Some('-' | '!') => Sign::Minus,
        _ => return (Sign::None, rest),
    };
    let long = !rest.starts_with('-') || after(word, 3) < word.len();
    let begins_word = |c: char| long && (is_word(c) || c == '_') || is_quote(c);
    if chars.next().is_some_and(begins_word) {
        return (sign, rest.get(1..).unwrap_or_default());
    }
    (Sign::None, rest)
}

fn field<'q>(text: &'q str, is_key: &dyn Fn(&str) -> bool) -> (Field<'q>, &'q str) {
    let Some((name, value)) = text.split_once(':') else {
        return (Field::Any, text);
    };
    let wrong = |c: char| c.is_whitespace() || matches!(c, ':' | '/');
    let field = match name {
        _ if value.chars().next().is_none_or(wrong) => Field::Any,
        "title" => Field::Title,
        "heading" => Field::Heading,
        _ if is_key(name) => Field::Key(name),
        _ => Field::Any,
    };
    (field, if field == Field::Any { text } else { value })
}

/// The quoted text at the beginning of `text`, if that has words, and the rest.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let open = text.chars().next().filter(|&c| is_quote(c))?;
    let (inside, after) = text.get(open.len_utf8()..)?.split_once(is_quote)?;
    inside.chars().any(is_word).then_some((inside, after))
}

/// Nearly: the table of all letters is large, and a text without words matches nothing anyway.
fn is_word(c: char) -> bool {
    !c.is_ascii_punctuation() && !c.is_whitespace()
}

/// Keyboards of telephones write quotes as printers do.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::string::String;
    use std::{format, vec};

    /// Clauses as `sign field text`, with `|` before alternatives and quotes around phrases.
    fn read(query: &str) -> Vec<String> {
        let show = |clause: &Clause<'_>| {
            let sign = ["", "+", "-"][clause.sign as usize];
            let field = match clause.field {
                Field::Any => "",
                Field::Title => "T=",
                Field::Heading => "H=",
                Field::Key(key) => key,
            };
            let quote = if clause.quoted { "'" } else { "" };
            let or = if clause.or { "|" } else { "" };
            let star = if clause.begins { "*" } else { "" };
            assert!(query[clause.start..].starts_with(clause.text), "{clause:?}");
            format!("{or}{sign}{field}{quote}{}{quote}{star}", clause.text)
        };
        clauses(query, &|key| key == "lang").iter().map(show).collect()
    }

    #[test]
    fn words_signs_fields_and_phrases() {
        assert_eq!(read(" plain  words "), ["plain", "words"]);
        assert_eq!(read("+must -not \"a phrase\""), ["+must", "-not", "'a phrase'"]);
        assert_eq!(
            read("-\"not this\" +“nor this”x -\"a b\""),
            ["-'not this'", "+'nor this'", "x", "-'a b'"]
        );
        assert_eq!(read("title:router heading:\"a b\""), ["T=router", "H='a b'"]);
        assert_eq!(read("-lang:de lang:\"pt br\""), ["-langde", "lang'pt br'"]);
    }

    #[test]
    fn beginnings() {
        let starred = |query: &str| {
            let found = clauses(query, &|key| key == "lang");
            found
                .iter()
                .map(|clause| (String::from(clause.text), clause.begins))
                .collect::<Vec<_>>()
        };
        let all = starred("cand* +title:ca* \"a*\" -bcd* lang:d* ** a** *.js");
        let begins = ["cand", "ca", "bcd"].map(|text| (String::from(text), true));
        let plain = ["a*", "d*", "**", "a**", "*.js"].map(|text| (String::from(text), false));
        for one in begins.iter().chain(&plain) {
            assert!(all.contains(one), "{one:?} in {all:?}");
        }
    }

    #[test]
    fn alternatives() {
        assert_eq!(read("a OR \"b c\" OR +d e"), ["a", "|'b c'", "|+d", "e"]);
        assert_eq!(read("OR a OR"), ["OR", "a", "OR"]);
        assert_eq!(read("a OR OR b or c"), ["a", "|OR", "b", "or", "c"]);
        assert_eq!(read("a OR -bcd"), ["a", "-bcd"]);
    }

    #[test]
    fn what_only_looks_like_syntax_is_plain() {
        for query in [
            "--dry-run",
            "-x",
            "-rf",
            "+",
            "-",
            "- a",
            "+ a",
            "std::vector",
            "https://a.b",
            "note: this",
            "C:\\dir",
            "key:value",
            "title:",
            "\"open",
            "\"\"",
            "\" -.\"",
            "c++",
            "a\"b\"",
            "-.a",
            "::",
        ] {
            let words: Vec<&str> = query.split_whitespace().collect();
            assert_eq!(read(query), words, "{query}");
        }
    }

    #[test]
    fn exclusions() {
        assert_eq!(read("a !b NOT cd NOT \"e f\""), ["a", "-b", "-cd", "-'e f'"]);
        assert_eq!(read("NOT a"), ["-a"]);
        // Words of SQL and of programs.
        assert_eq!(read("a NOT NULL"), ["a", "NOT", "NULL"]);
        assert_eq!(read("a NOT IS_OK"), ["a", "NOT", "IS_OK"]);
        assert_eq!(read("NOT NOT a not b != !"), ["NOT", "-a", "not", "b", "!=", "!"]);
    }

    #[test]
    fn a_hyphen_may_be_a_part_of_a_name() {
        let name = |query: &'static str| {
            let all = clauses(query, &|_| false);
            all.last().and_then(|clause| clause.as_name(query)).map(|name| (name.text, name.start))
        };
        assert_eq!(name("java -Xmx"), Some(("-Xmx", 5)));
        assert_eq!(name("!important"), Some(("!important", 0)));
        for query in ["java NOT Xmx", "java NOT -Xmx", "-\"a b\"", "-title:abc", "abc"] {
            assert_eq!(name(query), None, "{query}");
        }
    }

    #[test]
    fn offsets_are_those_of_the_query() {
        let found = clauses("é +title:“x y” z", &|_| false);
        let places: Vec<_> = found.iter().map(|clause| (clause.start, clause.text)).collect();
        assert_eq!(places, vec![(0, "é"), (13, "x y"), (20, "z")]);
    }

    proptest! {
        #[test]
        fn no_word_is_lost(query in "[ab\"“”+:\\- OR\n\u{3000}lang]{0,40}|\\PC{0,40}") {
            let found = clauses(&query, &|key| key == "lang");
            let mut at = 0;
            for clause in &found {
                let between = query.get(at..clause.start);
                let spare = |c: char| !c.is_alphanumeric();
                let between = between.unwrap_or("?").replace("OR", "").replace("NOT", "");
                let between = between.replace("title:", "");
                let between = between.replace("heading:", "").replace("lang:", "");
                prop_assert!(between.chars().all(spare), "{:?} in {:?}", between, query);
                prop_assert!(query[clause.start..].starts_with(clause.text));
                at = clause.start + clause.text.len();
            }
            prop_assert!(query[at..].chars().all(|c| !c.is_alphanumeric()));
        }
    }
}
