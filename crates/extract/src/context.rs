//! What is known of a file beside its bytes.

use kindex_conversations::{SlackThreads, SlackUsers};

/// The facts about one file that its path and the files beside it tell, not its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileContext {
    /// The language of the file where it does not say its own, as a BCP 47 tag.
    pub lang: Option<String>,
    /// The version of what the file is about, where it does not say its
    /// own: the metadata `version`.
    pub version: Option<String>,
    /// The path of the page that shows the file, where it has none of its own, as in a bundle of
    /// Hugo: that is where the document's URL leads. Counts for Markdown and for HTML with front
    /// matter.
    pub page: Option<String>,
    /// The names of the people of a Slack workspace, where messages do not tell them.
    pub slack_users: SlackUsers,
    /// How threads of a Slack channel begin of which the file has only replies.
    pub slack_threads: SlackThreads,
}
