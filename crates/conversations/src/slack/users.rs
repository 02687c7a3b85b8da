//! The members of a workspace.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::export::{Object, object, parse, text};

/// The names of a Slack workspace's members by their ids, as an export's `users.json` has them.
/// Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SlackUsers(Arc<BTreeMap<String, String>>);

impl SlackUsers {
    /// Reads `users.json`, a list of members. A file that is no such list names nobody, nor does an
    /// entry without id or name.
    ///
    /// # Errors
    /// What is wrong with the file and what to do, where it is not JSON.
    ///
    /// ```
    /// use kindex_conversations::SlackUsers;
    /// let users = br#"[{"id": "U1", "name": "ana", "profile": {"real_name": "Ana Silva"}}]"#;
    /// assert_eq!(SlackUsers::parse(users).unwrap().name("U1"), Some("Ana Silva"));
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<SlackUsers, String> {
        let Value::Array(users) = parse(bytes)? else {
            return Ok(SlackUsers::default());
        };
        let users = users.iter().filter_map(Value::as_object);
        let name = |user| Some((text(user, "id")?.to_owned(), name_of_user(user)?.to_owned()));
        Ok(SlackUsers(Arc::new(users.filter_map(name).collect())))
    }

    /// The name of a member.
    #[must_use]
    pub fn name(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }
}

fn name_of_user(user: &Object) -> Option<&str> {
    object(user, "profile").and_then(name_of).or_else(|| name_of(user))
}

/// The name of somebody in a profile: as the service shows it, if it says so.
pub(super) fn name_of(profile: &Object) -> Option<&str> {
    ["display_name", "real_name", "name"].iter().find_map(|key| text(profile, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_named_as_the_service_shows_them() {
        let users = br#"[
            {"id": "U1", "name": "ana", "real_name": "Ana", "profile": {"display_name": "an"}},
            {"id": "U2", "name": "ben", "profile": {"display_name": "", "real_name": "Ben B"}},
            {"id": "U3", "name": "cleo"},
            {"id": "U4"}, {"name": "nobody"}, 7
        ]"#;
        let users = SlackUsers::parse(users).unwrap();
        let names = ["U1", "U2", "U3", "U4", ""].map(|id| users.name(id));
        assert_eq!(names, [Some("an"), Some("Ben B"), Some("cleo"), None, None]);
    }

    #[test]
    fn other_files_name_nobody() {
        assert_eq!(SlackUsers::parse(b"{\"id\": \"U1\"}"), Ok(SlackUsers::default()));
        let error = SlackUsers::parse(b"[{\"id\": \"U1\"").unwrap_err();
        assert!(error.contains("ends too early"), "{error}");
    }
}
