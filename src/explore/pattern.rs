//! Patterns that are looked for in a time linear in the text: the states of a machine that go on
//! together, in the order in which a search that tries one after the other would reach them.

mod compiler;

use crate::analyze::fold::CharTable;
use crate::error::Error;
use crate::format::letters::IndexChars;
use alloc::string::String;
use alloc::vec::Vec;
use compiler::{Compiler, MOST_STATES, repeated};

/// What a pattern is made of.
#[derive(Clone, Copy)]
enum State {
    /// Passes over a character.
    One(Item),
    /// Passes over a character that one of these items has, or none of them.
    Class {
        first: usize,
        end: usize,
        negated: bool,
    },
    /// Goes on at either place, counted from here, and rather at the first.
    Split(isize, isize),
    Jump(isize),
    /// Goes on where this holds.
    Edge(Edge),
    Found,
}

/// A kind of characters; `false` stands for all others.
#[derive(Clone, Copy)]
enum Item {
    Any,
    Range(char, char),
    Digit(bool),
    Word(bool),
    Space(bool),
}

#[derive(Clone, Copy)]
enum Edge {
    Start,
    End,
    /// Whether only one of the characters before and after is of a word.
    Word(bool),
    /// No character of a word is before.
    NoWordBefore,
    NoWordAfter,
    /// A step of an address begins.
    Step,
}

/// A character and its other cases, where they do not matter.
type Cases = [char; 3];

/// A pattern, ready to be looked for.
pub(super) struct Pattern<'a> {
    states: Vec<State>,
    items: Vec<Item>,
    letters: &'a IndexChars<'a>,
    case: bool,
    /// What a match begins with, where that is known.
    first: Option<Item>,
}

/// The ways in which a pattern is meant.
#[derive(Clone, Copy)]
pub(super) struct Meant {
    pub regex: bool,
    pub case: bool,
    pub word: bool,
}

impl<'a> Pattern<'a> {
    /// # Errors
    /// [`Error::Config`] that says what in the pattern cannot be used.
    pub fn new(pattern: &str, meant: Meant, letters: &'a IndexChars<'a>) -> Result<Self, Error> {
        let Meant { regex, case, word } = meant;
        let cases = |c| if case { [c; 3] } else { cases(c, letters) };
        let mut compiler = Compiler::new(pattern, &cases);
        let found = if regex { compiler.whole()? } else { compiler.literal() };
        let mut states = Vec::new();
        if word {
            states.push(State::Edge(Edge::NoWordBefore));
        }
        states.extend_from_slice(&found);
        if word {
            states.push(State::Edge(Edge::NoWordAfter));
        }
        let items = compiler.items;
        Ok(Pattern::of(states, items, letters, case))
    }

    /// The beginning of an address, or of what follows a slash in it, with `*` for anything.
    ///
    /// # Errors
    /// [`Error::Config`] for one that is too long.
    pub fn of_addresses(glob: &str, letters: &'a IndexChars<'a>) -> Result<Self, Error> {
        let mut states = Vec::from([State::Edge(Edge::Step)]);
        let mut before = None;
        for c in glob.strip_prefix('/').unwrap_or(glob).chars() {
            match c {
                '*' if before == Some('*') => {}
                '*' => states.append(&mut repeated(&[State::One(Item::Any)], false)),
                c => states.push(State::One(Item::Range(c, c))),
            }
            before = Some(c);
            if states.len() > MOST_STATES {
                return Err(Error::config("page", "it is too long to look for"));
            }
        }
        Ok(Pattern::of(states, Vec::new(), letters, true))
    }

    fn of(
        mut states: Vec<State>,
        items: Vec<Item>,
        letters: &'a IndexChars<'a>,
        case: bool,
    ) -> Self {
        states.push(State::Found);
        let first = states.iter().find(|state| !matches!(state, State::Edge(_)));
        let first = match first {
            Some(State::One(item)) => Some(*item),
            _ => None,
        };
        Pattern { states, items, letters, case, first }
    }

    fn cases(&self, c: char) -> Cases {
        if self.case { [c; 3] } else { cases(c, self.letters) }
    }

    fn is_word(&self, c: char) -> bool {
        match c {
            '_' => true,
            c if c.is_ascii() => c.is_ascii_alphanumeric(),
            c => self.letters.class(c).is_word(),
        }
    }

    fn has(&self, item: Item, [c, others @ ..]: &Cases) -> bool {
        let is_in = |from, to, c: &char| (from..=to).contains(c);
        match item {
            Item::Any => true,
            Item::Range(from, to) => {
                is_in(from, to, c) || others.iter().any(|c| is_in(from, to, c))
            }
            Item::Digit(wanted) => c.is_ascii_digit() == wanted,
            Item::Word(wanted) => self.is_word(*c) == wanted,
            Item::Space(wanted) => c.is_whitespace() == wanted,
        }
    }

    /// Whether a state passes over a character. Adds the items that it looks at to the work.
    fn passes(&self, state: State, cases: &Cases, work: &mut usize) -> bool {
        match state {
            State::One(item) => self.has(item, cases),
            State::Class { first, end, negated } => {
                let items = self.items.get(first..end).unwrap_or_default();
                let found = items.iter().position(|&item| self.has(item, cases));
                *work += found.unwrap_or(items.len());
                found.is_some() != negated
            }
            _ => false,
        }
    }

    fn holds(&self, edge: Edge, before: Option<char>, after: Option<char>) -> bool {
        let is_word = |c: Option<char>| c.is_some_and(|c| self.is_word(c));
        match edge {
            Edge::Start => before.is_none(),
            Edge::End => after.is_none(),
            Edge::Word(wanted) => (is_word(before) != is_word(after)) == wanted,
            Edge::NoWordBefore => !is_word(before),
            Edge::NoWordAfter => !is_word(after),
            Edge::Step => before.is_none_or(|c| c == '/'),
        }
    }
}

/// A character, its folded form where that is one character, and its capital in ASCII.
fn cases(c: char, letters: &IndexChars<'_>) -> Cases {
    if c.is_ascii() {
        return [c, c.to_ascii_lowercase(), c.to_ascii_uppercase()];
    }
    let mut folded = String::new();
    letters.fold(c, &mut folded);
    let mut chars = folded.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) => [c, one, one],
        _ => [c; 3],
    }
}

/// States that look for a pattern in one line after the other.
#[derive(Default)]
pub(super) struct Machine {
    /// The states to go on with, each with where its match begins.
    waiting: Vec<(usize, usize)>,
    active: Vec<(usize, usize)>,
    stack: Vec<usize>,
    /// When each state was reached last.
    reached: Vec<usize>,
    now: usize,
    /// How many states were reached so far, and items of classes looked at.
    pub work: usize,
}

impl Machine {
    /// Where the first match in a line begins. Looks no further once there was too much work.
    pub fn find(&mut self, pattern: &Pattern<'_>, line: &str, most_work: usize) -> Option<usize> {
        self.reached.resize(pattern.states.len(), 0);
        self.waiting.clear();
        let mut found = None;
        let mut before = None;
        let end = [(line.len(), None)];
        for (at, after) in line.char_indices().map(|(at, c)| (at, Some(c))).chain(end) {
            self.work += 1;
            let cases = after.map(|c| pattern.cases(c));
            let may_begin = |first| cases.as_ref().is_some_and(|cases| pattern.has(first, cases));
            if self.waiting.is_empty() && (found.is_some() || !pattern.first.is_none_or(may_begin))
            {
                if found.is_some() {
                    break;
                }
                before = after;
                continue;
            }
            self.reach(pattern, (before, after), found.is_none().then_some(at));
            for &(state, start) in &self.active {
                let Some(&here) = pattern.states.get(state) else { continue };
                if matches!(here, State::Found) {
                    found = Some(start);
                    break;
                }
                let work = &mut self.work;
                if cases.as_ref().is_some_and(|cases| pattern.passes(here, cases, work)) {
                    self.waiting.push((state + 1, start));
                }
            }
            if self.work > most_work {
                break;
            }
            before = after;
        }
        found
    }

    /// Goes on from all states that wait to those that pass over a character, and from the first
    /// state where a match may begin here.
    fn reach(
        &mut self,
        pattern: &Pattern<'_>,
        (before, after): (Option<char>, Option<char>),
        begins: Option<usize>,
    ) {
        self.now += 1;
        self.active.clear();
        let begins = begins.map(|at| (0, at));
        for (state, start) in core::mem::take(&mut self.waiting).into_iter().chain(begins) {
            self.stack.push(state);
            while let Some(at) = self.stack.pop() {
                let (Some(&state), Some(reached)) =
                    (pattern.states.get(at), self.reached.get_mut(at))
                else {
                    continue;
                };
                if core::mem::replace(reached, self.now) == self.now {
                    continue;
                }
                self.work += 1;
                let go = |by: isize| at.saturating_add_signed(by);
                match state {
                    State::Split(first, second) => self.stack.extend([go(second), go(first)]),
                    State::Jump(by) => self.stack.push(go(by)),
                    State::Edge(edge) => {
                        if pattern.holds(edge, before, after) {
                            self.stack.push(at + 1);
                        }
                    }
                    _ => self.active.push((at, start)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Builder, Config};
    use crate::index::Index;
    use proptest::prelude::*;
    use regex_automata::nfa::thompson::pikevm::PikeVM;
    use std::time::Instant;

    const ALL: Meant = Meant { regex: true, case: true, word: false };
    const WORK: usize = 1 << 30;

    fn index() -> Index {
        let text = "Über naïve ΟΔΟΣ straße words → 漢字".into();
        let mut builder = Builder::new(Config::default());
        let document = crate::document::Document { id: "a".into(), text, ..Default::default() };
        builder.add(document).unwrap();
        Index::open(builder.finish().unwrap()).unwrap()
    }

    fn find(pattern: &str, meant: Meant, line: &str) -> Option<usize> {
        let index = index();
        let reader = index.reader().unwrap();
        let pattern = Pattern::new(pattern, meant, &reader.letters).unwrap();
        Machine::default().find(&pattern, line, WORK)
    }

    #[test]
    fn matches_begin_as_far_left_as_can_be() {
        for (pattern, line, wanted) in [
            ("b", "abc", Some(1)),
            ("b|ab", "xab", Some(1)),
            ("^b|c$", "abc", Some(2)),
            ("a.c", "aac abc", Some(0)),
            ("[^a-c-]+x", "abc-yx", Some(4)),
            ("[]a]", "x]", Some(1)),
            ("(?:ab){2,3}c", "ababababc", Some(2)),
            ("a{2}", "aba", None),
            ("a{,2}", "xa{,2}", Some(1)),
            ("a{2}{b", "aa{b", Some(0)),
            ("a{1000}", "a{1000}", None),
            ("x*", "", Some(0)),
            (r"\bfoo\b", "food foo", Some(5)),
            (r"\Boo\B", "foo food", Some(5)),
            (r"\d+\.\d+", "v1. 2.5", Some(4)),
            (r"[\w.]+@\w+", "x a.b@c", Some(2)),
            (r"\S\s\S", " a b", Some(1)),
            (r"a\|b", "a|b", Some(0)),
            ("(a*)*b", "aaab", Some(0)),
            ("((a?)+)+$", "aaa", Some(0)),
            ("日.語", "日本語", Some(0)),
        ] {
            assert_eq!(find(pattern, ALL, line), wanted, "{pattern} in {line}");
        }
    }

    #[test]
    fn case_and_words_may_matter() {
        let folded = Meant { case: false, ..ALL };
        for (pattern, line) in [
            ("über", "ÜBER"),
            ("UBER", "über"),
            ("[A-Z]{4}", "über"),
            ("οδος", "ΟΔΟΣ"),
            ("[^a]", "b"),
        ] {
            assert_eq!(find(pattern, folded, line).is_some(), pattern != "[A-Z]{4}", "{pattern}");
        }
        assert_eq!(find("[^a]", folded, "A"), None);
        let literal = Meant { regex: false, case: true, word: true };
        assert_eq!(find("a.b", literal, "xa.b a.bc a.b"), Some(10));
        assert_eq!(find("字", literal, "漢字"), None);
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        let index = index();
        let reader = index.reader().unwrap();
        let deep = ["(".repeat(30), ")".repeat(30)].concat();
        for wrong in [
            "(a",
            "a)",
            "[a",
            "[z-a]",
            "*",
            "a**",
            "a++",
            "a{2}{3}",
            "a*{2}",
            "a{2}??",
            "a{1001,2000}",
            "a{99999999999999999999999}",
            "(){1000,9999}",
            r"\1",
            r"\",
            "(?=a)",
            "(?<n>a)",
            r"\p{L}",
            "a{3,2}",
            "(a{50}){50}",
            &deep,
        ] {
            let error = Pattern::new(wrong, ALL, &reader.letters).err().unwrap();
            assert_eq!(error.code(), "invalid_option", "{wrong}");
        }
    }

    #[test]
    fn no_pattern_takes_long() {
        let line = "a".repeat(20_000);
        let begin = Instant::now();
        for pattern in ["(a*)*b", "(a|aa)+$", "(a?){20}a{20}b", "(.*)*(.*)*x"] {
            let index = index();
            let reader = index.reader().unwrap();
            let pattern = Pattern::new(pattern, ALL, &reader.letters).unwrap();
            let mut machine = Machine::default();
            machine.find(&pattern, &line, WORK);
            assert!(machine.work <= (pattern.states.len() + 1) * (line.len() + 1));
        }
        assert!(begin.elapsed().as_secs() < 20);
        let index = index();
        let reader = index.reader().unwrap();
        let pattern = Pattern::new("(a|b)*c", ALL, &reader.letters).unwrap();
        let mut machine = Machine::default();
        assert_eq!(machine.find(&pattern, &line, 1_000), None);
        assert!(machine.work < 1_100);
    }

    #[test]
    fn all_that_takes_time_is_work() {
        let line = "a".repeat(200);
        let han: String = ('一'..).take(480).collect();
        let class = ["[^", &han, "]{999}ÿ"].concat();
        // The least that is done for each character of the line.
        for (pattern, least) in [("(|){600}ÿ", 1_200), (&class, 47_000)] {
            let index = index();
            let reader = index.reader().unwrap();
            let pattern = Pattern::new(pattern, ALL, &reader.letters).unwrap();
            let mut machine = Machine::default();
            machine.find(&pattern, &line, WORK);
            assert!(machine.work > least * line.len(), "{}", machine.work);
            let mut machine = Machine::default();
            machine.find(&pattern, &line, 100_000);
            assert!(machine.work < 200_000, "{}", machine.work);
        }
    }

    #[test]
    fn addresses_begin_at_a_step() {
        let index = index();
        let reader = index.reader().unwrap();
        let fits = |glob: &str, url: &str| {
            let pattern = Pattern::of_addresses(glob, &reader.letters).unwrap();
            Machine::default().find(&pattern, url, WORK).is_some()
        };
        for glob in ["guide/", "/guide", "https://a.b/docs/gu", "docs/*/knots", "*nots", "g*k"] {
            assert!(fits(glob, "https://a.b/docs/guide/knots.html"), "{glob}");
        }
        for glob in ["uide", "https://b.b/", "guide/*x", "guide.knots"] {
            assert!(!fits(glob, "https://a.b/docs/guide/knots.html"), "{glob}");
        }
        let of = |glob: &str| Pattern::of_addresses(glob, &reader.letters);
        assert_eq!(of(&"*".repeat(9_000)).unwrap().states.len(), of("*").unwrap().states.len());
        let error = of(&"a*".repeat(900)).err().unwrap();
        assert!(matches!(error, Error::Config { name: "page", .. }));
    }

    /// Patterns with all that there is, as another library writes them too.
    fn patterns() -> impl Strategy<Value = String> {
        let leaf = prop::sample::select(
            &["a", "b", ".", "[ab]", "[^a]", r"\w", r"\s", "^", "$", r"\b", "é", ""][..],
        );
        let leaf = leaf.prop_map(String::from);
        leaf.prop_recursive(4, 24, 3, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| [a, b].concat()),
                (inner.clone(), inner.clone())
                    .prop_map(|(a, b)| ["(?:", &a, "|", &b, ")"].concat()),
                (inner, prop::sample::select(&["*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"][..]))
                    .prop_map(|(a, times)| ["(", &a, ")", times].concat()),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_finds_what_a_search_that_tries_all_finds(pattern in patterns(), line in "[abé ]{0,8}") {
            prop_assert_eq!(find(&pattern, ALL, &line), tried(&pattern, &line), "{} {}", pattern, line);
        }

        #[test]
        fn any_text_is_a_pattern_or_an_error(pattern in "[\\[\\](){}|*+?.^$\\\\a-c,0-9-]{0,16}") {
            let index = index();
            let reader = index.reader().unwrap();
            for regex in [true, false] {
                if let Ok(pattern) =
                    Pattern::new(&pattern, Meant { regex, ..ALL }, &reader.letters)
                {
                    Machine::default().find(&pattern, "abc 123", WORK);
                }
            }
        }
    }

    /// Where a library finds it.
    fn tried(pattern: &str, line: &str) -> Option<usize> {
        let machine = PikeVM::new(pattern).unwrap();
        machine.find(&mut machine.create_cache(), line).map(|found| found.start())
    }
}
