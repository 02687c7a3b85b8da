//! From the text of a query to posting lists.

use super::exact::ExactNames;
use super::lookup;
use super::syntax::{self, Clause, Field, Sign};
use crate::analyze::fold::CharTable;
use crate::analyze::key::Key;
use crate::analyze::terms_with;
use crate::error::ReadError;
use crate::format::pending::try_each;
use crate::index::IndexReader;
use crate::order;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// More distinct words than this in one query are passed over: a whole page may be pasted into a
/// search box.
const MAX_TERMS: usize = 64;

/// Only so many words may be mistyped: each costs a walk through the dictionary.
const MAX_FUZZY: usize = 16;

/// A query of more clauses than this is prose, in which quotes and signs are punctuation.
const MAX_CLAUSES: usize = 10;

/// Where no more than one word in so many is unknown, a query that finds anything found well.
const WELL: usize = 3;

/// So many phrases are looked for: each takes lists of its own.
const MAX_PHRASES: usize = 4;

/// So many of the words of a phrase, the rarest, say which texts are to be read, if their lists have no
/// more than so many bytes in all phrases together; failing that, the rarest one of each phrase.
const RAREST: usize = 4;
const LISTS_OF_PHRASES: usize = 1 << 17;

/// So many bytes of lists are read of the words to search for, and in an index of more children a byte
/// for each of these: the rarest words come first, and others are passed over as stop words are. Two
/// thirds of that where there are only stop words. A word has less than two bytes for each child, and
/// all those of nearly any question come to less than this.
const LISTS: usize = 1 << 17;

/// Longer queries are cut, in bytes, before they are looked at.
const MAX_BYTES: usize = 4096;

/// One word of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryTerm {
    /// As it stands in the query, folded.
    pub text: String,
    /// How often it stands in the query.
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

/// A posting list that answers a word of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueryList {
    /// Number of the first word of the list's stem.
    pub stem: usize,
    /// Where the list lies in the section `postings`.
    pub list: Range<usize>,
    /// Whether it is of one word alone, and not of others with the same stem.
    pub alone: bool,
    /// The word of the dictionary that the query's begins or resembles, where it is not its own.
    pub instead: Option<String>,
    /// Whether that word is one to type: no stop word, and a word that texts have.
    pub propose: bool,
}

/// What each result has to have, or must not have.
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
    /// The rarest of them, the rarest first. A term that no text has leaves none.
    pub rarest: Vec<QueryTerm>,
}

/// Where a word has to stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FieldScope {
    Any,
    Title,
    Heading,
}

/// A query, looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Query {
    /// What to search for, in the order of the query.
    pub terms: Vec<QueryTerm>,
    /// What results must meet.
    pub constraints: Vec<Constraint>,
    /// The query with the nearest words that exist in the place of those that were mistyped.
    pub suggestion: Option<String>,
    /// Whether so many of its words are known that what it finds needs no suggestion.
    pub found_well: bool,
    /// The phrases that are not looked for, as there are too many.
    pub unchecked: Vec<String>,
    /// The query with its last word completed or corrected, the most frequent words first.
    pub completions: Vec<String>,
    /// The query as a name, whichever way it is written.
    key: Option<Key>,
}

/// A term of the query before it is looked up.
struct NewTerm {
    text: String,
    count: u32,
    how: Lookup,
    /// Where it first stands in the query.
    at: Range<usize>,
}

/// How words are looked up.
#[derive(Clone, Copy)]
pub(super) struct Lookup {
    /// Whether they may be the beginning of a word.
    pub prefix: bool,
    /// Whether words that resemble them will do.
    pub fuzzy: bool,
    /// Whether they count even though they are stop words.
    pub keep_stop_word: bool,
}

impl Query {
    /// Analyzes and looks up. Stop words are dropped where anything else is left.
    pub fn parse(text: &str, prefix: bool, index: &IndexReader<'_>) -> Result<Self, ReadError> {
        let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or_default();
        let is_key = |key: &str| index.meta.keys.iter().any(|known| known == key);
        let clauses = syntax::clauses(text, &is_key);
        let mut reader = ClauseReader::new(text, index);
        let mut read = Ok(());
        if clauses.len() <= MAX_CLAUSES {
            read = try_each(clauses.iter().enumerate(), |(at, clause)| {
                let alternates = clause.or || clauses.get(at + 1).is_some_and(|next| next.or);
                reader.read(clause, alternates, prefix)
            });
        }
        let is_name = || matches!(clauses.as_slice(), [only] if only.is_name());
        let is_prose = || reader.constraints.is_empty() || is_name();
        if reader.words.is_empty()
            && reader.constraints.iter().all(|constraint| constraint.excluded)
            && is_prose()
        {
            // Prose; or a name alone, so that its hyphen was no sign.
            reader = ClauseReader::new(text, index);
            let words =
                reader.words_of(text, 0, Lookup { prefix, fuzzy: true, keep_stop_word: false });
            reader.search_for(words);
        }
        let key = Key::of(text, &index.letters);
        let query = reader.finish();
        if let (Err(_), Some(key)) = (&query, key) {
            index.names.prefetch(key);
        }
        read?;
        let query = Query { key, ..query? };
        // Where no word is known nothing matches, so no name need be looked up.
        let query = Query { key: key.filter(|_| query.lists().next().is_some()), ..query };
        Ok(query)
    }

    /// What has the query for a name.
    pub(crate) fn exact_names(&self, index: &IndexReader<'_>) -> Result<ExactNames, ReadError> {
        match self.key {
            Some(key) => ExactNames::find(index, key),
            None => Ok(ExactNames::default()),
        }
    }

    /// Whether `text` is the query, whichever way it is written.
    pub fn is_spelled(&self, text: &str, letters: &impl CharTable) -> bool {
        self.key.is_some() && Key::of(text, letters) == self.key
    }

    /// Sees that all is there that ranking reads.
    pub fn prefetch(&self, index: &IndexReader<'_>) -> Result<(), ReadError> {
        if let Some(key) = self.key {
            index.names.prefetch(key);
        }
        index.prefetch_lists(self.lists())
    }

    /// Where all its lists lie in the section `postings`.
    fn lists(&self) -> impl Iterator<Item = &Range<usize>> {
        let operands = self.constraints.iter().flat_map(|constraint| &constraint.any);
        let of_constraints = operands.flat_map(|operand| match operand {
            Operand::Word(word) => core::slice::from_ref(&word.term),
            Operand::Phrase(phrase) => phrase.rarest.as_slice(),
            Operand::Value { .. } | Operand::All => &[],
        });
        self.terms.iter().chain(of_constraints).flat_map(|term| &term.lists).map(|list| &list.list)
    }

    /// The words of the dictionary that are those of the query.
    pub fn words(&self, index: &IndexReader<'_>) -> Result<Vec<Vec<u8>>, ReadError> {
        let mut words = Vec::new();
        let lists = self.terms.iter().flat_map(|term| &term.lists);
        try_each(lists, |list| index.words.words_of(list.stem, &mut words))?;
        Ok(words)
    }
}

/// Gathers what the clauses of a query say.
struct ClauseReader<'a> {
    query: &'a str,
    index: &'a IndexReader<'a>,
    /// To search for.
    words: Vec<NewTerm>,
    constraints: Vec<Constraint>,
    /// Whether there may be alternatives to the last constraint.
    alternates: bool,
    /// How many phrases there are among the constraints.
    phrases: usize,
    /// How many bytes of lists there may be of further words of phrases.
    room: usize,
    /// Those for which there was no room.
    unchecked: Vec<String>,
}

impl<'a> ClauseReader<'a> {
    fn new(query: &'a str, index: &'a IndexReader<'a>) -> Self {
        ClauseReader {
            query,
            index,
            words: Vec::new(),
            constraints: Vec::new(),
            alternates: false,
            phrases: 0,
            room: LISTS_OF_PHRASES,
            unchecked: Vec::new(),
        }
    }

    fn read(
        &mut self,
        clause: &Clause<'_>,
        alternates: bool,
        prefix: bool,
    ) -> Result<(), ReadError> {
        let operand = match clause.field {
            Field::Key(key) => {
                Some(Operand::Value { key: key.to_owned(), value: clause.text.to_owned() })
            }
            _ => {
                let (prefix, fuzzy) = (prefix && !clause.quoted, !clause.quoted);
                let how = Lookup { prefix, fuzzy, keep_stop_word: fuzzy && !clause.is_plain() };
                let words = self.words_of(clause.text, clause.start, how);
                let constraints = alternates || !clause.is_plain();
                let operand = if constraints { self.operand(clause, &words) } else { Ok(None) };
                if clause.sign != Sign::Minus {
                    self.search_for(words);
                }
                operand?
            }
        };
        if operand.is_some() && !(clause.or && self.alternates) {
            self.constraints
                .push(Constraint { excluded: clause.sign == Sign::Minus, any: Vec::new() });
        }
        self.alternates = operand.is_some() && clause.sign != Sign::Minus;
        if let Some(constraint) = self.constraints.last_mut() {
            constraint.any.extend(operand);
        }
        Ok(())
    }

    /// What a clause asks for; nothing where it has no words.
    fn operand(
        &mut self,
        clause: &Clause<'_>,
        words: &[NewTerm],
    ) -> Result<Option<Operand>, ReadError> {
        let exact = clause.quoted || words.len() > 1;
        let mut terms = Vec::new();
        try_each(words.iter().take(MAX_TERMS), |word| {
            let mut how = word.how;
            if exact || clause.sign == Sign::Minus {
                // What is excluded is excluded as it stands there, and so are the words of phrases.
                (how.prefix, how.fuzzy) = (false, false);
            }
            let (lists, _) = lookup::lists(self.index, &word.text, how)?;
            terms.push(QueryTerm { text: word.text.clone(), count: 1, lists });
            Ok(())
        })?;
        let scope = match clause.field {
            Field::Title => FieldScope::Title,
            Field::Heading => FieldScope::Heading,
            _ => FieldScope::Any,
        };
        let known = |term: &QueryTerm| term.lists.iter().all(|list| list.alone);
        match terms.as_slice() {
            [term] if !exact || known(term) => {
                let word = terms.pop().map(|term| Word { scope, term, shown: exact });
                Ok(word.map(Operand::Word))
            }
            [] => Ok(None),
            _ => Ok(self.phrase(clause, scope, terms)),
        }
    }

    /// A phrase, if there are not too many: then nothing is excluded, and what results must have may
    /// be anything.
    fn phrase(
        &mut self,
        clause: &Clause<'_>,
        scope: FieldScope,
        terms: Vec<QueryTerm>,
    ) -> Option<Operand> {
        if self.phrases == MAX_PHRASES {
            self.unchecked.push(clause.text.to_owned());
            return (clause.sign != Sign::Minus).then_some(Operand::All);
        }
        self.phrases += 1;
        let text = clause.text.to_owned();
        let names = terms.iter().map(|term| term.text.clone()).collect();
        Some(Operand::Phrase(Phrase {
            scope,
            text,
            terms: names,
            rarest: rarest(terms, &mut self.room),
        }))
    }

    /// The terms of a part of the query that begins at byte `start`.
    fn words_of(&self, text: &str, start: usize, how: Lookup) -> Vec<NewTerm> {
        let mut words = Vec::new();
        terms_with(&self.index.letters, text, &mut |term, span: Range<usize>| {
            let at = start + span.start..start + span.end;
            let prefix = how.prefix && at.end == self.query.len();
            words.push(NewTerm { text: term.into(), count: 1, how: Lookup { prefix, ..how }, at });
        });
        words
    }

    fn search_for(&mut self, words: Vec<NewTerm>) {
        for mut new in words {
            new.how.fuzzy &= self.words.len() < MAX_FUZZY;
            if let Some(word) = self.words.iter_mut().find(|word| word.text == new.text) {
                word.count += 1;
                word.how.prefix |= new.how.prefix;
                word.how.fuzzy |= new.how.fuzzy;
                word.how.keep_stop_word |= new.how.keep_stop_word;
            } else if self.words.len() < MAX_TERMS {
                self.words.push(new);
            }
        }
    }

    fn finish(self) -> Result<Query, ReadError> {
        let mut looked_up = LookedUp::default();
        // A page may be called by a stop word.
        let only = self.words.len() == 1;
        try_each(&self.words, |word| {
            let how = Lookup { keep_stop_word: word.how.keep_stop_word || only, ..word.how };
            looked_up.add(self.index, self.query, word, how)
        })?;
        let found_well = looked_up.unknown * WELL <= looked_up.terms.len();
        let most = LISTS.max(self.index.tree.count(0));
        let (terms, most) = match looked_up.content {
            true => (looked_up.terms, most),
            false => (looked_up.stops, most / 3 * 2),
        };
        Ok(Query {
            terms: keep_rarest(terms, most),
            constraints: self.constraints,
            key: None,
            found_well,
            unchecked: self.unchecked,
            completions: looked_up.completions,
            suggestion: corrected(self.query, &looked_up.corrections),
        })
    }
}

/// The rarest terms of a phrase, each once, the one with the shortest lists first; none where no text
/// has one of them. All but the first have room.
fn rarest(terms: Vec<QueryTerm>, room: &mut usize) -> Vec<QueryTerm> {
    if terms.iter().any(|term| term.lists.is_empty()) {
        return Vec::new();
    }
    let mut rarest: Vec<QueryTerm> = Vec::new();
    for term in terms {
        if rarest.iter().all(|other| other.text != term.text) {
            let length = term.length();
            order::insert(&mut rarest, term, RAREST, |other| other.length() <= length);
        }
    }
    let mut is_first = true;
    rarest.retain(|term| {
        let fits = term.length() <= *room;
        *room = if fits { *room - term.length() } else { 0 };
        core::mem::take(&mut is_first) || fits
    });
    rarest
}

/// The terms in their order without the commonest, as far as all have more than so many bytes of lists.
/// The last one may be a beginning, which stays: it is what is being typed.
fn keep_rarest(mut terms: Vec<QueryTerm>, most: usize) -> Vec<QueryTerm> {
    let last = terms.pop_if(|last| last.is_prefix());
    let mut shortest: Vec<(usize, usize)> = Vec::new();
    for (number, length) in terms.iter().map(QueryTerm::length).enumerate() {
        order::insert(&mut shortest, (length, number), usize::MAX, |(other, _)| *other <= length);
    }
    let mut sum = 0;
    let fit = shortest.iter().take_while(|(length, _)| {
        sum += length;
        sum <= most
    });
    let fit = fit.count().max(1);
    shortest.truncate(fit);
    let mut at = 0;
    terms.retain(|_| {
        at += 1;
        shortest.iter().any(|&(_, kept)| kept + 1 == at)
    });
    terms.extend(last);
    terms
}

/// The words of a query, looked up.
#[derive(Default)]
struct LookedUp {
    terms: Vec<QueryTerm>,
    stops: Vec<QueryTerm>,
    /// Whether there is any word but stop words.
    content: bool,
    /// How many of the terms neither the texts have nor other forms of them.
    unknown: usize,
    corrections: Vec<(Range<usize>, String)>,
    completions: Vec<String>,
}

impl LookedUp {
    fn add(
        &mut self,
        index: &IndexReader<'_>,
        query: &str,
        word: &NewTerm,
        how: Lookup,
    ) -> Result<(), ReadError> {
        let (lists, found) = lookup::lists(index, &word.text, how)?;
        let stop = found.stop && !how.keep_stop_word;
        self.content |= !stop;
        self.unknown += usize::from(lists.is_empty() || found.correction.is_some());
        if let Some(correction) = found.correction {
            self.corrections.push((word.at.clone(), correction));
        }
        // A compound comes before its last part.
        if self.completions.is_empty() && word.at.end == query.len() {
            let before = query.get(..word.at.start).unwrap_or_default();
            let before = corrected(before, &self.corrections).unwrap_or_else(|| before.to_owned());
            let words = lists.iter().filter(|list| list.propose);
            let words = words.filter_map(|list| list.instead.as_deref());
            self.completions = words.map(|word| [&before, word].concat()).collect();
        }
        let terms = if stop { &mut self.stops } else { &mut self.terms };
        terms.push(QueryTerm { text: word.text.clone(), count: word.count, lists });
        Ok(())
    }
}

/// The query, or its beginning, with corrections in place; none where there are none. A compound
/// comes before its parts, which go with it.
fn corrected(query: &str, corrections: &[(Range<usize>, String)]) -> Option<String> {
    let mut out = String::new();
    let mut end = 0;
    for (at, word) in corrections {
        if at.start >= end && at.end <= query.len() {
            out += query.get(end..at.start).unwrap_or_default();
            out += word;
            end = at.end;
        }
    }
    out += query.get(end..).unwrap_or_default();
    (end > 0).then_some(out)
}
