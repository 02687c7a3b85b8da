//! From the text of a query to posting lists.

use super::looked_up::{Found, LookedUp, NewTerm, corrected};
use super::lookup::{self, Lookup};
use super::rarest::{MAX_PHRASE_LIST_BYTES, MIN_LIST_BYTES, keep_rarest, rarest};
use super::syntax::{self, Clause, Field, Sign};
use super::{Constraint, FieldScope, Operand, Phrase, Prefix, Query, QueryTerm, Word};
use crate::analyze::key::{Key, squeezed};
use crate::analyze::{terms_with, written_terms_with};
use crate::error::ReadError;
use crate::format::pending::{Pending, try_each};
use crate::format::pins;
use crate::index::Readers;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// More distinct words than this in one query are passed over: a whole page may be pasted into a
/// search box.
const MAX_QUERY_TERMS: usize = 64;

/// Only this many words may be mistyped, or other forms: each costs a walk through the dictionary.
const MAX_FUZZY_WORDS: usize = 16;

/// A query of more clauses than this is prose, in which quotes and signs are punctuation.
const MAX_QUERY_CLAUSES: usize = 10;

/// Two neighbouring words are looked up as one too, in queries of at most this many words:
/// longer ones have enough to go by.
const MAX_JOINED_WORDS: usize = 4;

/// Two words that have fewer bytes together are not joined.
const MIN_JOINED_BYTES: usize = 4;

/// A query found well if it finds anything and at most one word in this many is unknown.
const WORDS_PER_UNKNOWN: usize = 3;

/// Only this many phrases are looked for: each takes lists of its own.
const MAX_QUERY_PHRASES: usize = 4;

/// Longer queries are cut, in bytes, before they are looked at.
const MAX_QUERY_BYTES: usize = 4096;

impl Query {
    /// Analyzes and looks up. Stop words are dropped where anything else is left. `fuzzy` says
    /// whether words may be mistyped.
    pub fn parse(
        text: &str,
        prefix: Prefix,
        fuzzy: bool,
        indexes: &Readers<'_>,
    ) -> Result<Self, ReadError> {
        let text = text.get(..text.floor_char_boundary(MAX_QUERY_BYTES)).unwrap_or_default();
        // In the builds for pages JavaScript does it.
        #[cfg(feature = "build")]
        let text = &*crate::analyze::syllables::composed(text);
        let is_key = |key: &str| indexes.meta().keys.iter().any(|known| known == key);
        let clauses = syntax::clauses(text, &is_key);
        let mut reader = ClauseReader::new(text, prefix, fuzzy, indexes);
        if clauses.len() <= MAX_QUERY_CLAUSES {
            reader.read_all(&clauses)?;
        }
        if reader.has_nothing_to_find() {
            reader.read_prose();
        }
        let name = squeezed(text, &*indexes.letters);
        let mut query = reader.finish(Key::of_squeezed(&name))?;
        // Who excludes a word does not ask for its pages.
        if query.constraints.iter().all(|constraint| !constraint.excluded) {
            for index in &indexes.all {
                for document in pins::find(index.pins, &name)? {
                    query.pinned.push((index.number, document));
                }
            }
            query.pinned.truncate(pins::MAX_PINNED_PAGES);
        }
        Ok(query)
    }
}

/// Gathers what the clauses of a query say.
struct ClauseReader<'a> {
    query: &'a str,
    prefix: Prefix,
    fuzzy: bool,
    indexes: &'a Readers<'a>,
    /// To search for.
    words: Vec<NewTerm>,
    constraints: Vec<Constraint>,
    /// Whether there may be alternatives to the last constraint.
    alternates: bool,
    /// The number of phrases among the constraints.
    phrases: usize,
    /// The bytes that lists of further words of phrases may have.
    room: usize,
    /// Those for which there was no room.
    unchecked: Vec<String>,
    pending: Pending,
}

impl<'a> ClauseReader<'a> {
    fn new(query: &'a str, prefix: Prefix, fuzzy: bool, indexes: &'a Readers<'a>) -> Self {
        ClauseReader {
            query,
            prefix,
            fuzzy,
            indexes,
            words: Vec::new(),
            constraints: Vec::new(),
            alternates: false,
            phrases: 0,
            room: MAX_PHRASE_LIST_BYTES,
            unchecked: Vec::new(),
            pending: Pending::default(),
        }
    }

    /// Reads all clauses, also where words of some are not loaded yet.
    fn read_all(&mut self, clauses: &[Clause<'_>]) -> Result<(), ReadError> {
        for (at, clause) in clauses.iter().enumerate() {
            let alternates = clause.or || clauses.get(at + 1).is_some_and(|next| next.or);
            let plain = self.plain(clause, clauses.len() == 1);
            // If what it is read from is not loaded yet, the search begins again later.
            let plain = self.pending.absorb(plain)?.flatten();
            // Beside words one sign is punctuation, as in `Q & A`.
            if clauses.len() == 1 || !is_sign(clause.text) {
                let read = self.read(plain.as_ref().unwrap_or(clause), alternates);
                self.pending.absorb(read)?;
            }
        }
        Ok(())
    }

    /// A clause as a plain one, if its sign is a part of a name. The index has that name, maybe
    /// with a number after it (`-Xmx512m`), or it is all of the query.
    fn plain<'q>(&self, clause: &Clause<'q>, only: bool) -> Result<Option<Clause<'q>>, ReadError>
    where
        'a: 'q,
    {
        let Some(name) = clause.as_name(self.query) else { return Ok(None) };
        if only {
            return Ok(Some(name));
        }
        let words = self.words_of_clause(&name, false);
        let signed = words.first().map(|word| word.text.as_str());
        let Some(signed) = signed.filter(|text| text.starts_with('-')) else { return Ok(None) };
        let mut begins = None;
        self.indexes.try_each(|index| {
            let mut known = index.words.words_with(signed)?;
            while let Some(word) = known.next()? {
                let after = word.get(signed.len());
                if after.is_none_or(u8::is_ascii_digit) {
                    // The name itself comes before those with a number.
                    begins = Some(begins.unwrap_or(true) && after.is_some());
                    break;
                }
            }
            Ok(())
        })?;
        Ok(begins.map(|begins| Clause { begins, ..name }))
    }

    /// Whether there is no word to search for, and nothing that results must have or must not have.
    fn has_nothing_to_find(&self) -> bool {
        self.words.is_empty() && self.constraints.is_empty()
    }

    /// Searches for all words of the query, whatever its clauses said.
    fn read_prose(&mut self) {
        let pending = core::mem::take(&mut self.pending);
        let ClauseReader { query, prefix, fuzzy, indexes, .. } = *self;
        *self = ClauseReader { pending, ..ClauseReader::new(query, prefix, fuzzy, indexes) };
        let how =
            Lookup { prefix: prefix != Prefix::Off, forms: true, fuzzy, keep_stop_word: false };
        self.search_for(self.words_of(query, 0..query.len(), how, true));
    }

    fn read(&mut self, clause: &Clause<'_>, alternates: bool) -> Result<(), ReadError> {
        let mut joins = clause.or && self.alternates;
        self.alternates = false;
        if let Field::Key(key) = clause.field {
            let value = Operand::Value { key: key.to_owned(), value: clause.text.to_owned() };
            self.indexes.all.iter().for_each(|index| index.documents.prefetch_values());
            self.constrain(clause, value, joins);
            return Ok(());
        }
        let constraints = alternates || !clause.is_plain();
        let mut words = self.words_of_clause(clause, !constraints);
        if constraints {
            let joined = self.joined(clause, &words);
            for words in [words.as_slice(), joined.as_slice()] {
                let operand = self.operand(clause, words);
                if let Some(operand) = self.pending.absorb(operand)?.flatten() {
                    self.constrain(clause, operand, joins);
                    joins = true;
                }
            }
            words.extend(joined);
        }
        if clause.sign != Sign::Minus {
            self.search_for(words);
        }
        Ok(())
    }

    /// Adds what a clause asks for: to the last constraint, if it joins that as an alternative.
    fn constrain(&mut self, clause: &Clause<'_>, operand: Operand, joins: bool) {
        let excluded = clause.sign == Sign::Minus;
        if !joins {
            self.constraints.push(Constraint { excluded, any: Vec::new() });
        }
        if let Some(constraint) = self.constraints.last_mut() {
            constraint.any.push(operand);
        }
        self.alternates = !excluded;
    }

    /// The thing that a clause asks for; none where it has no words.
    fn operand(
        &mut self,
        clause: &Clause<'_>,
        words: &[NewTerm],
    ) -> Result<Option<Operand>, ReadError> {
        let exact = clause.quoted || words.len() > 1;
        let scope = match clause.field {
            Field::Title => FieldScope::Title,
            Field::Heading => FieldScope::Heading,
            _ => FieldScope::Any,
        };
        let words = words.get(..MAX_QUERY_TERMS).unwrap_or(words);
        let all_have_pairs = self.indexes.all.iter().all(|index| index.pairs.is_some());
        if all_have_pairs && words.len() > 1 {
            return Ok(self.phrase(clause, scope, words, Vec::new()));
        }
        let mut terms = Vec::new();
        try_each(words, |word| {
            let mut how = word.how;
            if exact || clause.sign == Sign::Minus {
                // An excluded word is excluded as it stands there, and so are the words of phrases.
                (how.prefix, how.forms, how.fuzzy) = (false, false, false);
            }
            let (mut lists, _) = lookup::lists(self.indexes, &word.text, how, None)?;
            lists.retain(|list| how.forms || list.instead.is_none());
            terms.push(QueryTerm { text: word.text.clone(), count: 1, lists });
            Ok(())
        })?;
        let known = |term: &QueryTerm| term.lists.iter().all(|list| list.alone);
        match terms.as_slice() {
            [term] if !exact || known(term) => {
                let word = terms.pop().map(|term| Word { scope, term, shown: exact });
                Ok(word.map(Operand::Word))
            }
            [] => Ok(None),
            _ => {
                let rarest = rarest(terms, &mut self.room);
                Ok(self.phrase(clause, scope, words, rarest))
            }
        }
    }

    /// A phrase, if there are not too many: then nothing is excluded, and what
    /// results must have may be anything.
    fn phrase(
        &mut self,
        clause: &Clause<'_>,
        scope: FieldScope,
        words: &[NewTerm],
        rarest: Vec<QueryTerm>,
    ) -> Option<Operand> {
        if self.phrases == MAX_QUERY_PHRASES {
            self.unchecked.push(clause.text.to_owned());
            return (clause.sign != Sign::Minus).then_some(Operand::All);
        }
        self.phrases += 1;
        let text = clause.text.to_owned();
        let terms = words.iter().map(|word| word.text.clone()).collect();
        let phrase = Phrase { scope, text, terms, links: links(words), rarest };
        for pairs in self.indexes.all.iter().filter_map(|index| index.pairs.as_ref()) {
            phrase.pairs().for_each(|(_, first, second)| pairs.prefetch(first, second));
        }
        Some(Operand::Phrase(phrase))
    }

    /// The terms of a clause. With `variants` there are those of other ways to write numbers.
    fn words_of_clause(&self, clause: &Clause<'_>, variants: bool) -> Vec<NewTerm> {
        let at = clause.start..clause.start + clause.text.len();
        let is_last = at.end == self.query.len();
        let prefix = clause.begins || is_last && self.prefix == Prefix::Last;
        let how = Lookup {
            prefix: (prefix || self.prefix == Prefix::All) && !clause.quoted,
            forms: !clause.quoted,
            fuzzy: self.fuzzy && !clause.quoted,
            keep_stop_word: !clause.quoted && !clause.is_plain(),
        };
        self.words_of(clause.text, at, how, variants)
    }

    /// The terms of a part of the query, of which the one that ends with it may be a beginning.
    fn words_of(
        &self,
        text: &str,
        part: Range<usize>,
        how: Lookup,
        variants: bool,
    ) -> Vec<NewTerm> {
        let mut words = Vec::new();
        let mut add = |term: &str, span: Range<usize>| {
            let at = part.start + span.start..part.start + span.end;
            let prefix = how.prefix && at.end == part.end;
            words.push(NewTerm { text: term.into(), count: 1, how: Lookup { prefix, ..how }, at });
        };
        let letters = &*self.indexes.letters;
        if variants {
            terms_with(letters, text, &mut add);
        } else {
            written_terms_with(letters, text, &mut add);
        }
        words
    }

    /// The words of a clause as one, if they are a name and a number with a slash
    /// between: `HTTP/2` is `http2` too.
    fn joined(&self, clause: &Clause<'_>, words: &[NewTerm]) -> Option<NewTerm> {
        let [name, .., number] = words else { return None };
        let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        let is_name = !clause.quoted
            && self.query.get(name.at.end..number.at.start) == Some("/")
            && number.text.bytes().all(is_digit)
            && !name.text.bytes().any(is_digit);
        // It is compared as it is written, as the words for which it stands are.
        let how = Lookup { prefix: false, forms: false, fuzzy: false, ..name.how };
        is_name.then(|| {
            let text = [name.text.as_str(), &number.text].concat();
            NewTerm { text, count: 1, how, at: name.at.start..number.at.end }
        })
    }

    fn search_for(&mut self, words: Vec<NewTerm>) {
        for mut new in words {
            new.how.fuzzy &= self.words.len() < MAX_FUZZY_WORDS;
            new.how.forms &= self.words.len() < MAX_FUZZY_WORDS;
            if let Some(word) = self.words.iter_mut().find(|word| word.text == new.text) {
                word.count += 1;
                word.how.prefix |= new.how.prefix;
                word.how.forms |= new.how.forms;
                word.how.fuzzy |= new.how.fuzzy;
                word.how.keep_stop_word |= new.how.keep_stop_word;
            } else if self.words.len() < MAX_QUERY_TERMS {
                self.words.push(new);
            }
        }
    }

    /// Looks up the words, and makes the query; `key` is all of it as a name.
    fn finish(self, key: Option<Key>) -> Result<Query, ReadError> {
        let looked_up = self.look_up(key)?;
        self.pending.finish()?;
        let found_well = looked_up.unknown * WORDS_PER_UNKNOWN <= looked_up.terms.len();
        let children = self.indexes.meta().chunks.first().copied().unwrap_or_default();
        let most = MIN_LIST_BYTES.max(children as usize);
        let (terms, most) = match looked_up.content {
            true => (looked_up.terms, most),
            false => (looked_up.stops, most / 3 * 2),
        };
        let query = Query {
            terms: keep_rarest(terms, most),
            constraints: self.constraints,
            key: None,
            found_well,
            unchecked: self.unchecked,
            completions: looked_up.completions,
            pinned: Vec::new(),
            typed: words_between_spaces(self.query),
            suggestion: corrected(self.query, &looked_up.corrections),
        };
        // Nothing matches where no word is known, so no name need be looked up.
        Ok(Query { key: key.filter(|_| query.lists().next().is_some()), ..query })
    }

    /// The word that one makes with the next, where a reader may have parted it.
    fn joined_with_next(&self, at: usize) -> Option<String> {
        let [first, second] = self.words.get(at..)?.first_chunk()?;
        let is_apart = self.query.get(first.at.end..second.at.start)? == " ";
        let word = [first.text.as_str(), &second.text].concat();
        let is_word =
            word.len() >= MIN_JOINED_BYTES && word.bytes().all(|byte| byte.is_ascii_lowercase());
        (is_apart && is_word && self.words.len() <= MAX_JOINED_WORDS && first.how.forms)
            .then_some(word)
    }

    /// Looks up the words. If any is not loaded, the name comes with it.
    fn look_up(&self, key: Option<Key>) -> Result<LookedUp, ReadError> {
        let mut found = Vec::new();
        let mut pending = Pending::default();
        // A page may be called by a stop word.
        let only = self.words.len() == 1;
        for (at, word) in self.words.iter().enumerate() {
            let keep_stop_word = word.how.keep_stop_word || only;
            let how = Lookup { keep_stop_word, ..word.how };
            let lists = pending.absorb(lookup::lists(
                self.indexes,
                &word.text,
                how,
                self.joined_with_next(at),
            ))?;
            found.extend(lists.map(|(lists, known)| Found { word, keep_stop_word, lists, known }));
        }
        if let (Err(_), Some(key)) = (pending.finish(), key) {
            self.indexes.all.iter().for_each(|index| index.names.prefetch(key));
        }
        pending.finish()?;
        Ok(LookedUp::of(self.query, found))
    }
}

fn is_sign(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_punctuation())
}

/// The terms of a phrase of which the pair with the next is asked for. The whole of a
/// name comes before its parts, so with the first two terms and the last two of a
/// name those between are known.
fn links(words: &[NewTerm]) -> Vec<usize> {
    let is_part = |word: &NewTerm, end: usize| word.at.end <= end;
    let mut links = Vec::new();
    let mut end = 0;
    for (link, pair) in words.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let begins = !is_part(before, end);
        end = end.max(before.at.end);
        let is_last = words.get(link + 2).is_none_or(|next| !is_part(next, end));
        if begins || is_last || !is_part(after, end) {
            links.push(link);
        }
    }
    links
}

/// The number of words that spaces part. `split_whitespace` takes more code.
fn words_between_spaces(text: &str) -> usize {
    let (mut count, mut before) = (0, true);
    for is_space in text.chars().map(char::is_whitespace) {
        count += usize::from(before && !is_space);
        before = is_space;
    }
    count
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_what_spaces_part() {
        for text in ["", " ", "a", " a\u{3000}b\t\tcé ", "a b"] {
            assert_eq!(super::words_between_spaces(text), text.split_whitespace().count());
        }
    }
}
