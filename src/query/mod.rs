//! From the text of a query to the posting lists that answer it.

pub(crate) mod exact;
mod forms;
mod fuzzy;
mod looked_up;
mod lookup;
mod parse;
mod rarest;
mod stems;
mod syntax;

use crate::analyze::fold::CharTable;
use crate::analyze::key::Key;
use crate::error::ReadError;
use crate::format::pending::try_each;
use crate::index::{ForEach, Readers};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use exact::ExactNames;

/// The words of a query that may be the beginnings of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prefix {
    /// Only those with `*` after them, in a query of at most ten parts.
    #[default]
    Off,
    /// The last one too, for results as one types.
    Last,
    /// All, in a query of at most ten parts.
    All,
}

/// One word of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryTerm {
    /// As it stands in the query, folded.
    pub text: String,
    /// The number of times that it stands in the query.
    pub count: u32,
    /// The lists that answer it.
    pub lists: Vec<QueryList>,
}

impl QueryTerm {
    /// Bytes of its lists.
    fn length(&self) -> usize {
        self.lists.iter().map(|list| list.list.len()).sum()
    }

    /// Whether it is the beginning of words.
    fn is_prefix(&self) -> bool {
        self.lists.iter().any(|list| list.instead.is_some())
    }
}

/// A stem of an index of a group: the numbers of the index and of the stem's first word there.
pub(crate) type StemAt = (usize, usize);

/// A posting list that answers a word of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryList {
    /// Its index and stem.
    pub at: StemAt,
    /// The same for all lists of this stem, in whichever index: the place of the first of them.
    pub first: StemAt,
    /// The place of the list in the section `postings`.
    pub list: Range<usize>,
    /// Whether it is of one word alone, and not of others with the same stem.
    pub alone: bool,
    /// The word of the dictionary that the query's begins or resembles, where it is not its own;
    /// nothing for another spelling, which is not proposed.
    pub instead: Option<String>,
    /// Whether that word is one to type: no stop word, and a word that texts have.
    pub propose: bool,
}

/// Something that each result has to have, or must not have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constraint {
    pub excluded: bool,
    /// One of these is enough.
    pub any: Vec<Operand>,
}

/// A part of a constraint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    /// A word, which the lists say all about.
    Word(Word),
    /// Words that follow each other as written, or one that is to be as written: a text has to be
    /// read to know.
    Phrase(Phrase),
    /// A value of metadata.
    Value { key: String, value: String },
    /// Anything: a phrase that is not looked for.
    All,
}

/// A word that has to stand somewhere.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Word {
    pub scope: FieldScope,
    pub term: QueryTerm,
    /// Whether it has to stand in a text that is shown, as what is quoted does.
    pub shown: bool,
}

/// A phrase that has to stand somewhere.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phrase {
    pub scope: FieldScope,
    /// As the query has it.
    pub text: String,
    /// Its terms, in order.
    pub terms: Vec<String>,
    /// The terms that the pair with the next one is asked for, if the index has pairs: all but
    /// parts within a name, which are known by its whole.
    pub links: Vec<usize>,
    /// The rarest of them, the rarest first, where texts are to be read. A term that no text has
    /// leaves none.
    pub rarest: Vec<QueryTerm>,
}

impl Phrase {
    /// The pairs of terms that an index is asked for, each with the number of its first term.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, &str, &str)> {
        let pair = |&link: &usize| match self.terms.get(link..) {
            Some([first, second, ..]) => Some((link, first.as_str(), second.as_str())),
            _ => None,
        };
        self.links.iter().filter_map(pair)
    }
}

/// The fields in which a word has to stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FieldScope {
    Any,
    Title,
    Heading,
}

/// A document of an index of a group: the numbers of both.
pub(crate) type PageAt = (usize, usize);

/// A query, looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Query {
    /// The terms to search for, in the order of the query.
    pub terms: Vec<QueryTerm>,
    /// The constraints that results must meet.
    pub constraints: Vec<Constraint>,
    /// The query with the nearest words that exist in the place of those that were mistyped.
    pub suggestion: Option<String>,
    /// Whether enough of its words are known for what it finds to need no suggestion.
    pub found_well: bool,
    /// The phrases that are not looked for, as there are too many.
    pub unchecked: Vec<String>,
    /// The query with its last word completed or corrected, the most frequent words first.
    pub completions: Vec<String>,
    /// The documents that are shown first for it, in order.
    pub pinned: Vec<PageAt>,
    /// The number of words that were typed, parted by blanks.
    pub typed: usize,
    /// The query as a name, whichever way it is written.
    key: Option<Key>,
}

impl Query {
    /// The pages and sections of each index that have the query for a name.
    pub(crate) fn exact_names(
        &self,
        indexes: &Readers<'_>,
    ) -> Result<ForEach<ExactNames>, ReadError> {
        ExactNames::find(indexes, self.key)
    }

    /// Whether `text` is the query, whichever way it is written.
    pub fn is_spelled(&self, text: &str, letters: &impl CharTable) -> bool {
        self.key.is_some() && Key::of(text, letters) == self.key
    }

    /// Sees that all is there that ranking reads.
    pub fn prefetch(&self, indexes: &Readers<'_>) -> Result<(), ReadError> {
        indexes.try_each(|index| {
            if let Some(key) = self.key {
                index.names.prefetch(key);
            }
            let lists = self.lists().filter(|list| list.at.0 == index.number);
            index.prefetch_lists(lists.map(|list| &list.list))
        })
    }

    /// All its lists.
    fn lists(&self) -> impl Iterator<Item = &QueryList> {
        let operands = self.constraints.iter().flat_map(|constraint| &constraint.any);
        let of_constraints = operands.flat_map(|operand| match operand {
            Operand::Word(word) => core::slice::from_ref(&word.term),
            Operand::Phrase(phrase) => phrase.rarest.as_slice(),
            Operand::Value { .. } | Operand::All => &[],
        });
        self.terms.iter().chain(of_constraints).flat_map(|term| &term.lists)
    }

    /// The words of the dictionaries that are those of the query, those of all indexes: cut out of
    /// its text, a passage may have a word that only another index knows.
    pub fn words(&self, indexes: &Readers<'_>) -> Result<Vec<Vec<u8>>, ReadError> {
        let mut words = Vec::new();
        let lists = self.terms.iter().flat_map(|term| &term.lists);
        try_each(lists, |list| {
            let mut of_stem = Vec::new();
            indexes.get(list.at.0)?.words.words_of(list.at.1, &mut of_stem)?;
            of_stem.retain(|word| !words.contains(word));
            words.append(&mut of_stem);
            Ok(())
        })?;
        Ok(words)
    }
}
