//! From the text of a pattern to states.

use super::{Cases, Edge, Item, State};
use crate::error::{Error, decimal};
use alloc::vec::Vec;
use core::iter::Peekable;
use core::str::Chars;

/// The states that a pattern may have.
pub(super) const MOST_STATES: usize = 2_000;

/// The groups that may lie within each other.
const MOST_DEPTH: usize = 20;

/// States any number of times.
pub(super) fn repeated(states: &[State], lazy: bool) -> Vec<State> {
    let len = states.len() as isize;
    let mut all = Vec::from([split(1, len + 2, lazy)]);
    all.extend_from_slice(states);
    all.push(State::Jump(-(len + 1)));
    all
}

fn split(first: isize, second: isize, lazy: bool) -> State {
    if lazy { State::Split(second, first) } else { State::Split(first, second) }
}

/// Makes states of a pattern.
pub(super) struct Compiler<'p> {
    rest: Peekable<Chars<'p>>,
    pub items: Vec<Item>,
    cases: &'p dyn Fn(char) -> Cases,
    depth: usize,
}

fn wrong(message: &str) -> Error {
    Error::config("pattern", message)
}

impl<'p> Compiler<'p> {
    /// One for a pattern, where `cases` gives a character and its other cases.
    pub fn new(pattern: &'p str, cases: &'p dyn Fn(char) -> Cases) -> Self {
        Compiler { rest: pattern.chars().peekable(), items: Vec::new(), cases, depth: 0 }
    }

    /// The states for the pattern as it stands there.
    pub fn literal(&mut self) -> Vec<State> {
        let mut states = Vec::new();
        while let Some(c) = self.rest.next() {
            states.push(State::One(self.character(c)));
        }
        states
    }

    /// The states for the pattern as a regular expression.
    ///
    /// # Errors
    /// [`Error::Config`] that says what in it cannot be used.
    pub fn whole(&mut self) -> Result<Vec<State>, Error> {
        let states = self.alternatives()?;
        match self.rest.next() {
            None => Ok(states),
            Some(_) => Err(wrong("there is a ) without its (; write \\) for the character")),
        }
    }

    fn alternatives(&mut self) -> Result<Vec<State>, Error> {
        let mut states = self.sequence()?;
        while self.takes('|') {
            let other = self.sequence()?;
            let mut either = Vec::from([State::Split(1, states.len() as isize + 2)]);
            either.append(&mut states);
            either.push(State::Jump(other.len() as isize + 1));
            either.extend_from_slice(&other);
            states = either;
        }
        Ok(states)
    }

    fn sequence(&mut self) -> Result<Vec<State>, Error> {
        let mut states = Vec::new();
        while let Some(c) = self.rest.next_if(|&c| c != '|' && c != ')') {
            let one = self.one(c)?;
            states.append(&mut self.times(one)?);
            if states.len() > MOST_STATES {
                return Err(too_large());
            }
        }
        Ok(states)
    }

    fn one(&mut self, c: char) -> Result<Vec<State>, Error> {
        let state = match c {
            '(' => return self.group(),
            '[' => self.class()?,
            '.' => State::One(Item::Any),
            '^' => State::Edge(Edge::Start),
            '$' => State::Edge(Edge::End),
            '\\' => match self.rest.peek() {
                Some('b' | 'B') => State::Edge(Edge::Word(self.rest.next() == Some('b'))),
                _ => State::One(self.escaped()?),
            },
            '*' | '+' | '?' => return Err(wrong("there is nothing before a *, + or ? to repeat")),
            c => State::One(self.character(c)),
        };
        Ok([state].into())
    }

    fn group(&mut self) -> Result<Vec<State>, Error> {
        if self.takes('?') && !self.takes(':') {
            return Err(wrong("of groups with (? only (?: is known; look-around is not"));
        }
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(too_large());
        }
        let states = self.alternatives()?;
        self.depth -= 1;
        if self.takes(')') { Ok(states) } else { Err(wrong("there is a ( without its )")) }
    }

    /// The characters in brackets.
    fn class(&mut self) -> Result<State, Error> {
        let first = self.items.len();
        let negated = self.takes('^');
        let open = || wrong("there is a [ without its ]");
        let mut c = self.rest.next().ok_or_else(open)?;
        loop {
            let item = if c == '\\' { self.escaped()? } else { self.character(c) };
            let item = match item {
                Item::Range(from, _) if self.begins_range() => {
                    self.rest.next();
                    let to = self.rest.next().ok_or_else(open)?;
                    let to = if to == '\\' { self.escaped()? } else { Item::Range(to, to) };
                    let from = if c == '\\' { from } else { c };
                    match to {
                        Item::Range(_, to) if from <= to => Item::Range(from, to),
                        _ => return Err(wrong("a range in [] ends before it begins")),
                    }
                }
                item => item,
            };
            self.items.push(item);
            c = self.rest.next().ok_or_else(open)?;
            if c == ']' {
                return Ok(State::Class { first, end: self.items.len(), negated });
            }
        }
    }

    /// Whether a minus follows that is not the last character in brackets.
    fn begins_range(&self) -> bool {
        let mut rest = self.rest.clone();
        rest.next() == Some('-') && rest.next() != Some(']')
    }

    fn escaped(&mut self) -> Result<Item, Error> {
        Ok(match self.rest.next() {
            Some(c @ ('d' | 'D')) => Item::Digit(c == 'd'),
            Some(c @ ('w' | 'W')) => Item::Word(c == 'w'),
            Some(c @ ('s' | 'S')) => Item::Space(c == 's'),
            Some('t') => self.character('\t'),
            Some(c) if !c.is_ascii_alphanumeric() => self.character(c),
            _ => return Err(wrong("after \\ only d, w, s, b, t and signs are known")),
        })
    }

    /// A character itself, or what all its cases have in common.
    fn character(&self, c: char) -> Item {
        let [_, folded, _] = (self.cases)(c);
        Item::Range(folded, folded)
    }

    /// States as often as the pattern says after them.
    fn times(&mut self, states: Vec<State>) -> Result<Vec<State>, Error> {
        let Some((least, most)) = self.counts() else { return Ok(states) };
        let lazy = self.takes('?');
        if self.counts().is_some() {
            return Err(wrong("a *, +, ? or {} follows another; write (?:a{2}){3} for a{2}{3}"));
        }
        let len = states.len() + 1;
        let optional = most.map_or(1, |most: usize| most.saturating_sub(least));
        if most.is_some_and(|most| most < least) {
            return Err(wrong("the numbers in {} do not rise"));
        }
        if len.saturating_mul(least.saturating_add(optional)) > MOST_STATES {
            return Err(too_large());
        }
        let mut all = Vec::new();
        (0..least).for_each(|_| all.extend_from_slice(&states));
        if most.is_none() {
            all.append(&mut repeated(&states, lazy));
            return Ok(all);
        }
        for rest in (1..=optional).rev() {
            all.push(split(1, (rest * len) as isize, lazy));
            all.extend_from_slice(&states);
        }
        Ok(all)
    }

    /// How often at least and at most, of `*`, `+`, `?`, `{2}`, `{2,}` or `{2,5}`.
    fn counts(&mut self) -> Option<(usize, Option<usize>)> {
        let mut rest = self.rest.clone();
        let signs = match rest.next()? {
            '*' => Some((0, None)),
            '+' => Some((1, None)),
            '?' => Some((0, Some(1))),
            '{' => None,
            _ => return None,
        };
        if signs.is_some() {
            self.rest = rest;
            return signs;
        }
        let least = number(&mut rest)?;
        let most = match rest.next_if_eq(&',') {
            None => Some(least),
            Some(_) if rest.peek() == Some(&'}') => None,
            Some(_) => Some(number(&mut rest)?),
        };
        rest.next_if_eq(&'}')?;
        self.rest = rest;
        Some((least, most))
    }

    fn takes(&mut self, c: char) -> bool {
        self.rest.next_if_eq(&c).is_some()
    }
}

/// All digits, of a number that may be too great for any pattern.
fn number(rest: &mut Peekable<Chars<'_>>) -> Option<usize> {
    let mut found: Option<usize> = None;
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        let before = found.unwrap_or(0).saturating_mul(10);
        found = Some(before.saturating_add(digit.to_digit(10)? as usize));
    }
    found
}

fn too_large() -> Error {
    let most = decimal(MOST_STATES as u64);
    wrong(
        &["it is too large: its parts, as often as they are repeated, are more than ", &most]
            .concat(),
    )
}
