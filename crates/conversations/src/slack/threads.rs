//! Threads that go on after the day on which they began.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::messages::{changed, is_notice, speaker, words};
use super::names::{Names, names};
use super::users::SlackUsers;
use crate::exchange::{Role, Turn};
use crate::export::{Object, parse, text};
use crate::notes::Notes;

/// The words that a thread begins with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Opening {
    speaker: String,
    text: String,
}

/// The first messages of threads that began on other days of a channel: a day of Slack's export has
/// only the replies. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SlackThreads(Arc<BTreeMap<String, Opening>>);

impl SlackThreads {
    /// The first message of a thread. It has no time, as it was said on another day.
    pub(super) fn opening(&self, thread: &str) -> Option<Turn> {
        let Opening { speaker, text } = self.0.get(thread)?.clone();
        Some(Turn { role: Role::Question, speaker, time: None, text, branch: 1 })
    }
}

/// The days of a channel, which tell each other how their threads begin.
///
/// ```
/// use kindex_conversations::{SlackChannel, SlackUsers};
/// let users = SlackUsers::default();
/// let first = br#"[{"type": "message", "ts": "1.1", "user": "U1", "text": "Who?"}]"#;
/// let second = br#"[{"type": "message", "ts": "9.1", "thread_ts": "1.1", "text": "Me"}]"#;
/// let mut channel = SlackChannel::default();
/// // Days are added from the last to the first.
/// let continued = channel.add(second, &users);
/// channel.add(first, &users);
/// assert!(continued.contains("1.1"));
/// assert_ne!(channel.threads(&continued), Default::default());
/// ```
#[derive(Clone, Debug, Default)]
pub struct SlackChannel {
    wanted: BTreeSet<String>,
    openings: BTreeMap<String, Opening>,
}

impl SlackChannel {
    /// Adds a day before those that were added. Gives the ids of the threads that go on in it and
    /// began before.
    pub fn add(&mut self, day: &[u8], users: &SlackUsers) -> BTreeSet<String> {
        let Ok(Value::Array(messages)) = parse(day) else {
            return BTreeSet::new();
        };
        let (names, changed) = (names(&messages, users), changed(&messages));
        let messages = messages.iter().filter_map(Value::as_object);
        let own: BTreeSet<&str> = messages.clone().filter_map(|it| text(it, "ts")).collect();
        let threads = messages.clone().filter_map(|message| text(message, "thread_ts"));
        let continued = threads.filter(|id| !own.contains(id)).map(str::to_owned);
        let continued: BTreeSet<String> = continued.collect();
        for message in messages {
            let id = text(message, "ts").filter(|id| self.wanted.contains(*id));
            let Some(id) = id.filter(|_| !is_notice(message)) else { continue };
            let message = changed.get(id).copied().unwrap_or(message);
            self.openings.extend(opening(message, &names).map(|opening| (id.to_owned(), opening)));
        }
        self.wanted.extend(continued.iter().cloned());
        continued
    }

    /// How the threads with these ids begin, as far as days that were added tell.
    #[must_use]
    pub fn threads(&self, ids: &BTreeSet<String>) -> SlackThreads {
        let known = ids.iter().filter_map(|id| Some((id.clone(), self.openings.get(id)?.clone())));
        SlackThreads(Arc::new(known.collect()))
    }
}

fn opening(message: &Object, names: &Names<'_>) -> Option<Opening> {
    let text = words(message, names, &mut Notes::default())?;
    Some(Opening { speaker: speaker(message, names).to_owned(), text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn continued(channel: &mut SlackChannel, day: &str) -> Vec<String> {
        channel.add(day.as_bytes(), &SlackUsers::default()).into_iter().collect()
    }

    #[test]
    fn days_tell_how_threads_begin() {
        let mut channel = SlackChannel::default();
        let last = r#"[{"type": "message", "ts": "9.1", "thread_ts": "1.1", "text": "Me"},
            {"type": "message", "ts": "9.2", "thread_ts": "9.2", "text": "own"},
            {"type": "message", "ts": "9.3", "thread_ts": "9.2", "text": "own reply"}]"#;
        let between = r#"[{"type": "message", "ts": "5.1", "thread_ts": "1.1", "text": "You"}]"#;
        let first = r#"[{"type": "message", "ts": "1.1", "user": "U1", "text": "Who?"},
            {"type": "message", "ts": "1.2", "text": "alone"}, 7,
            {"type": "message", "subtype": "message_changed", "ts": "1.3",
                "message": {"ts": "1.1", "user": "U1", "text": "Who now?"}}]"#;
        assert_eq!(continued(&mut channel, last), ["1.1"]);
        assert_eq!(continued(&mut channel, between), ["1.1"]);
        assert_eq!(continued(&mut channel, first), [""; 0]);
        assert_eq!(continued(&mut channel, "{"), [""; 0]);
        let ids = ["1.1", "1.2"].map(str::to_owned).into();
        let threads = channel.threads(&ids);
        let turn = threads.opening("1.1").unwrap();
        assert_eq!((turn.speaker.as_str(), turn.text.as_str()), ("U1", "Who now?"));
        assert!(threads.opening("1.2").is_none());
    }
}
