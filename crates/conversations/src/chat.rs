//! Exchanges of a chat between people, where nothing says what is a question.

use super::exchange::{Exchange, Role, Turn};

/// Seconds of silence after which a message opens an exchange.
const PAUSE_SECONDS: i64 = 3600;

/// An exchange has no more messages than this.
const MAX_MESSAGES: usize = 25;

/// Messages in the order of their times as exchanges.
pub(super) fn exchanges(messages: Vec<Turn>) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for message in messages {
        match exchanges.last_mut() {
            Some(open) if !opens(&message, open) => open.turns.push(message),
            _ => exchanges.push(Exchange { turns: vec![message] }),
        }
    }
    for exchange in &mut exchanges {
        tell_question(exchange);
    }
    exchanges
}

/// Makes the first message the question, and those by the same speaker after it, as far as the
/// first that asks.
pub(super) fn tell_question(exchange: &mut Exchange) {
    let opener = exchange.turns.first().map(|turn| turn.speaker.clone()).unwrap_or_default();
    let own = exchange.turns.iter().take_while(|turn| turn.speaker == opener);
    let asked = own.clone().position(|turn| asks(&turn.text)).unwrap_or(0);
    for (number, turn) in exchange.turns.iter_mut().enumerate() {
        turn.role = if number <= asked { Role::Question } else { Role::Answer };
    }
}

/// Whether a text ends in a question mark.
pub(super) fn asks(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？', '؟'])
}

fn opens(message: &Turn, open: &Exchange) -> bool {
    let last = open.turns.last().and_then(|turn| turn.time);
    let paused = message.time.zip(last).is_some_and(|(now, last)| now.since(last) >= PAUSE_SECONDS);
    let opener = open.turns.first().map(|turn| turn.speaker.as_str());
    let answered = open.turns.iter().any(|turn| Some(turn.speaker.as_str()) != opener);
    paused || open.turns.len() >= MAX_MESSAGES || answered && asks(&message.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Time;

    /// `Ana 10 text`: who, minutes, what.
    fn grouped(messages: &[&str]) -> Vec<String> {
        let turn = |message: &&str| {
            let mut words = message.splitn(3, ' ');
            let mut next = || words.next().unwrap().to_owned();
            let speaker = next();
            let minutes: f64 = next().parse().unwrap();
            let time = Time::from_epoch(1e9 + minutes * 60.0);
            Turn { role: Role::Answer, speaker, time, text: next(), branch: 1 }
        };
        let mark = |turn: &Turn| {
            format!("{}{}", if turn.role == Role::Question { ">" } else { "" }, turn.text)
        };
        let exchanges = exchanges(messages.iter().map(turn).collect());
        exchanges.iter().map(|e| e.turns.iter().map(mark).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn questions_and_pauses_open_exchanges() {
        let messages = [
            "ana 0 hi",
            "ana 1 who?",
            "ana 1 anyone",
            "ben 2 me?",
            "ana 3 fine",
            "ben 4 when?",
            "ana 5 now",
            "ana 66 later",
        ];
        assert_eq!(grouped(&messages), [">hi >who? anyone me? fine", ">when? now", ">later"]);
    }

    #[test]
    fn an_exchange_without_questions_ends() {
        let messages = ["ana 0 x"; 60];
        let lengths: Vec<usize> =
            grouped(&messages).iter().map(|e| e.matches('x').count()).collect();
        assert_eq!(lengths, [25, 25, 10]);
    }
}
