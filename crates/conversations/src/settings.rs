//! What a caller says about the conversations of a file.

use crate::slack::{SlackThreads, SlackUsers};
use crate::topic::Topic;

/// How the conversations of one file are read.
#[derive(Clone, Debug, Default)]
pub struct Settings<'a> {
    /// The address of the file, for conversations that have none of their own.
    pub url: &'a str,
    /// The title of a transcript. Without one it is the first question.
    pub title: Option<&'a str>,
    /// The language, as a BCP 47 tag.
    pub lang: Option<&'a str>,
    /// The topics that conversations may have: values of their filter `topic`.
    pub topics: &'a [Topic],
    /// Gives what conversations state that is worth remembering documents of its own, with the
    /// filter `memory`: see [`Memory`](crate::Memory).
    pub memories: bool,
    /// The names of the people of a Slack workspace, where messages do not tell them.
    pub slack_users: SlackUsers,
    /// How threads of a Slack channel begin of which the file has only replies.
    pub slack_threads: SlackThreads,
}
