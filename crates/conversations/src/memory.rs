//! Finds what is worth remembering in conversations: decisions, preferences, milestones, problems.

use kindex_text::Fence;

use super::conversation::Conversation;
use super::exchange::{Exchange, Role, Turn};
use super::paragraphs::paragraphs;
use super::phrases::Phrases;
use super::time::Time;
use super::writer::{attributed, heading};

/// A shorter paragraph states nothing, in characters.
const MIN_CHARACTERS: usize = 30;

/// The score that a paragraph must reach to state something.
const MIN_SCORE: usize = 2;

/// A kind of statement that is found in conversations by rules.
///
/// Each paragraph of a conversation that has at least 30 characters and is no code is scored for
/// each kind: [strong](Memory::strong) phrases count 2, [weak](Memory::weak) ones 1, each of them
/// once, as whole words in any case. The kind with the highest score of at least 2 is the
/// paragraph's; of equal ones the first in the order of [`Memory::ALL`]. A problem in whose
/// paragraph there is one of [`Memory::RESOLUTIONS`] is a milestone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Memory {
    /// A choice.
    Decision,
    /// A way in which somebody likes things to be done.
    Preference,
    /// An achievement.
    Milestone,
    /// Something that does not work.
    Problem,
}

impl Memory {
    /// All kinds, in the order in which the rules prefer them.
    pub const ALL: [Memory; 4] =
        [Memory::Decision, Memory::Preference, Memory::Milestone, Memory::Problem];

    /// Phrases that make a milestone of a problem.
    pub const RESOLUTIONS: [&'static str; 9] = [
        "figured it out",
        "fixed",
        "got it working",
        "it works",
        "resolved",
        "solved",
        "the fix is",
        "the fix was",
        "works now",
    ];

    /// The value of the filter `memory`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Memory::Decision => "decision",
            Memory::Preference => "preference",
            Memory::Milestone => "milestone",
            Memory::Problem => "problem",
        }
    }

    /// Phrases that each suffice.
    #[must_use]
    pub fn strong(self) -> &'static [&'static str] {
        match self {
            Memory::Decision => &[
                "decided on",
                "decided that",
                "decided to",
                "decided against",
                "i'll go with",
                "let's go with",
                "let's use",
                "settled on",
                "the decision",
                "we agreed",
                "we chose",
                "we decided",
                "we picked",
                "we'll go with",
                "we'll use",
                "we're going with",
                "we will use",
            ],
            Memory::Preference => &[
                "always use",
                "from now on",
                "i always",
                "i don't like",
                "i like to",
                "i'd rather",
                "i hate",
                "i never",
                "i prefer",
                "my preference",
                "never use",
                "our convention",
                "please always",
                "please never",
                "we prefer",
            ],
            Memory::Milestone => &[
                "all tests pass",
                "figured it out",
                "finally works",
                "fixed it",
                "for the first time",
                "got it working",
                "is done",
                "is fixed",
                "is live",
                "it works",
                "solved it",
                "we deployed",
                "we released",
                "we shipped",
                "went live",
                "works now",
            ],
            Memory::Problem => &[
                "can't get",
                "does not work",
                "doesn't work",
                "is broken",
                "is failing",
                "it crashes",
                "it fails",
                "keeps crashing",
                "keeps failing",
                "not working",
                "root cause",
                "stuck on",
                "the bug",
                "the issue is",
                "the problem is",
            ],
        }
    }

    /// Phrases of which two suffice.
    #[must_use]
    pub fn weak(self) -> &'static [&'static str] {
        match self {
            Memory::Decision => &[
                "agreed",
                "because",
                "chose",
                "decided",
                "decision",
                "go with",
                "instead of",
                "picked",
                "rather than",
                "trade-off",
                "trade-offs",
            ],
            Memory::Preference => &[
                "always",
                "convention",
                "favorite",
                "favourite",
                "never",
                "prefer",
                "preferred",
                "style",
            ],
            Memory::Milestone => &[
                "completed",
                "deployed",
                "finally",
                "finished",
                "fixed",
                "launched",
                "merged",
                "released",
                "resolved",
                "shipped",
                "solved",
                "working",
            ],
            Memory::Problem => &[
                "broken",
                "bug",
                "crash",
                "crashes",
                "error",
                "errors",
                "exception",
                "failed",
                "fails",
                "failure",
                "issue",
                "problem",
                "stuck",
                "timeout",
                "wrong",
            ],
        }
    }
}

/// The statements of one kind in an exchange.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) memory: Memory,
    /// The paragraphs that state it, with the question of the exchange above them.
    pub(super) text: String,
    /// The first of these paragraphs.
    pub(super) first: String,
    pub(super) time: Option<Time>,
}

/// The memories of a conversation, exchange by exchange: at most one of a kind for each.
pub(super) fn memories_of(conversation: &Conversation, named: bool) -> Vec<Found> {
    let rules = Rules::new();
    let exchanges = conversation.exchanges.iter();
    exchanges.flat_map(|exchange| rules.exchange(exchange, named)).collect()
}

struct Rules {
    phrases: Phrases,
}

impl Rules {
    fn new() -> Rules {
        let of_kinds = Memory::ALL.iter().flat_map(|kind| [kind.strong(), kind.weak()]);
        let phrases = of_kinds.flatten().chain(&Memory::RESOLUTIONS).copied();
        Rules { phrases: Phrases::new(phrases) }
    }

    fn exchange(&self, exchange: &Exchange, named: bool) -> Vec<Found> {
        let question = heading(exchange, named);
        let mut found: Vec<Found> = Vec::new();
        for turn in &exchange.turns {
            for (_, passage) in paragraphs(&turn.text) {
                let Some(memory) = self.kind(passage) else {
                    continue;
                };
                let text = attributed(turn, passage, named) + "\n";
                match found.iter_mut().find(|found| found.memory == memory) {
                    Some(found) => found.text.extend(["\n", &text]),
                    None => {
                        let first = passage.trim().to_owned();
                        let text = under(question, turn, &text);
                        found.push(Found { memory, text, first, time: turn.time });
                    }
                }
            }
        }
        found
    }

    /// The statements in a paragraph.
    fn kind(&self, passage: &str) -> Option<Memory> {
        let is_code = passage.lines().next().is_some_and(|line| Fence::open(line).is_some());
        if is_code || passage.trim().chars().count() < MIN_CHARACTERS {
            return None;
        }
        let mut counts = self.phrases.counts(passage).into_iter();
        let mut score = |phrases: &[&str]| {
            counts.by_ref().take(phrases.len()).filter(|count| *count > 0).count()
        };
        let mut best = (None, MIN_SCORE - 1);
        for kind in Memory::ALL {
            let total = 2 * score(kind.strong()) + score(kind.weak());
            if total > best.1 {
                best = (Some(kind), total);
            }
        }
        let resolved = score(&Memory::RESOLUTIONS) > 0;
        match best.0 {
            Some(Memory::Problem) if resolved => Some(Memory::Milestone),
            kind => kind,
        }
    }
}

/// `text` with the question above, if it is not said by whoever asks.
fn under(question: Option<&str>, turn: &Turn, text: &str) -> String {
    match question.filter(|_| turn.role == Role::Answer) {
        Some(question) => format!("> {question}\n\n{text}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(passage: &str) -> Option<&'static str> {
        Rules::new().kind(passage).map(Memory::name)
    }

    #[test]
    fn passages_state_what_they_say() {
        let cases = [
            ("We decided to keep the queue in memory for now.", Some("decision")),
            ("From now on, please write dates as ISO 8601 only.", Some("preference")),
            ("The importer is live and all tests pass on both systems.", Some("milestone")),
            ("The root cause was a missing index on the orders table.", Some("problem")),
            ("It failed with an error on every second run today.", Some("problem")),
            (
                "The root cause was a missing index; with it, the error is solved.",
                Some("milestone"),
            ),
            ("We picked Redis because it fails over by itself in such a case.", Some("decision")),
            ("A plain paragraph that states nothing at all, however long.", None),
            ("There was one error in this long sentence, and no more.", None),
            ("We decided so.", None),
            ("```\nwe decided to use the root cause in this code\n```", None),
        ];
        for (passage, want) in cases {
            assert_eq!(kind(passage), want, "{passage}");
        }
    }

    #[test]
    fn every_phrase_counts_as_listed() {
        for memory in Memory::ALL {
            for phrase in memory.strong() {
                let score = Rules::new().kind(&format!("{phrase} ------------------------------"));
                assert!(score.is_some(), "{phrase}");
            }
        }
    }

    #[test]
    fn an_exchange_gives_one_memory_of_a_kind() {
        let user = Turn::of_user("Which store should we take for sessions?".to_owned(), None);
        let answer = "We decided to use SQLite for the sessions.\n\nNothing here to be kept at \
                      all.\n\nWe agreed that backups run at night.\n\nI prefer tabs over spaces, \
                      always.";
        let turns = vec![user, Turn::of_assistant(answer.to_owned(), None)];
        let found = Rules::new().exchange(&Exchange { turns }, false);
        let kinds: Vec<Memory> = found.iter().map(|found| found.memory).collect();
        assert_eq!(kinds, [Memory::Decision, Memory::Preference]);
        let want = "> Which store should we take for sessions?\n\nWe decided to use SQLite for the \
                    sessions.\n\nWe agreed that backups run at night.\n";
        assert_eq!(found[0].text, want);
    }
}
