//! Questions and their answers.

use super::time::Time;

/// Fewer characters than this are no exchange of their own.
const MIN_CHARACTERS: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Question,
    Answer,
}

/// The words that somebody says at a time.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) role: Role,
    /// May be empty.
    pub(super) speaker: String,
    pub(super) time: Option<Time>,
    pub(super) text: String,
    /// 1 for the branch of the conversation that its service shows; higher for others.
    pub(super) branch: usize,
}

impl Turn {
    /// The words of the user of an assistant.
    pub(super) fn of_user(text: String, time: Option<Time>) -> Turn {
        Turn { role: Role::Question, speaker: "user".to_owned(), time, text, branch: 1 }
    }

    /// The words of an assistant.
    pub(super) fn of_assistant(text: String, time: Option<Time>) -> Turn {
        Turn { role: Role::Answer, speaker: "assistant".to_owned(), time, text, branch: 1 }
    }
}

/// A question and its answers. Questions come first; there may be none, before the first question
/// of a conversation.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    pub(super) turns: Vec<Turn>,
}

impl Exchange {
    /// Whether a further question would be another exchange.
    pub(super) fn is_answered(&self) -> bool {
        self.turns.last().is_some_and(|turn| turn.role == Role::Answer)
    }

    pub(super) fn is_short(&self) -> bool {
        let texts = self.turns.iter().map(|turn| turn.text.trim().chars().count());
        texts.sum::<usize>() < MIN_CHARACTERS
    }
}

/// Turns of a conversation with an assistant as exchanges.
pub(super) fn by_role(turns: impl IntoIterator<Item = Turn>) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for turn in turns {
        push(&mut exchanges, turn);
    }
    exchanges
}

/// Adds a turn to the last exchange, or to a new one if it asks again.
pub(super) fn push(exchanges: &mut Vec<Exchange>, turn: Turn) {
    match exchanges.last_mut() {
        Some(open) if turn.role == Role::Answer || !open.is_answered() => open.turns.push(turn),
        _ => exchanges.push(Exchange { turns: vec![turn] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_after_an_answer_opens_an_exchange() {
        let user = |text: &str| Turn::of_user(text.to_owned(), None);
        let assistant = |text: &str| Turn::of_assistant(text.to_owned(), None);
        let turns = [assistant("0"), user("1"), user("2"), assistant("3"), assistant("4")];
        let exchanges = by_role(turns.into_iter().chain([user("5")]));
        let texts = |exchange: &Exchange| {
            exchange.turns.iter().map(|turn| turn.text.as_str()).collect::<String>()
        };
        assert_eq!(exchanges.iter().map(texts).collect::<Vec<_>>(), ["0", "1234", "5"]);
    }
}
