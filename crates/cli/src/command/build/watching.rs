//! The flags by which builds go on.

/// The flags for watching.
#[derive(Default, clap::Args)]
pub struct WatchFlags {
    /// Build again whenever a file is saved, until it is interrupted. What did not change is not
    /// read again. An index in a folder is then in one file that is not compressed, unless --layout
    /// says otherwise. With --json there is a line for each index that was written, and one with
    /// "error" or "warning" for each fault
    #[arg(long)]
    pub watch: bool,
    /// Ask, for plugins of generators, what front matter is to say of sources that are new or have
    /// changed: a line {"publish": [{"folder", "path", "matter"}...]} on standard output, and a
    /// line of as many objects on standard input, null for a source that makes no page. Ends with
    /// standard input
    #[arg(long, requires = "watch", requires = "json")]
    pub ask_addresses: bool,
}
