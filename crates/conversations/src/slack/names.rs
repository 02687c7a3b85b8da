//! The names of people in messages.

use std::collections::BTreeMap;

use serde_json::Value;

use super::users::{SlackUsers, name_of};
use crate::export::{object, text};

/// People by their ids: as the messages of the day call them, else as the workspace does.
#[derive(Default)]
pub(super) struct Names<'a> {
    pub(super) day: BTreeMap<&'a str, &'a str>,
    pub(super) users: SlackUsers,
}

impl Names<'_> {
    pub(super) fn get(&self, id: &str) -> Option<&str> {
        self.day.get(id).copied().or_else(|| self.users.name(id))
    }
}

/// The names that the messages of a day and the workspace have.
pub(super) fn names<'a>(messages: &'a [Value], users: &SlackUsers) -> Names<'a> {
    let objects = messages.iter().filter_map(Value::as_object);
    let name = |message| Some((text(message, "user")?, name_of(object(message, "user_profile")?)?));
    Names { day: objects.filter_map(name).collect(), users: users.clone() }
}
