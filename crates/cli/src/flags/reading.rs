//! The flags that say which documents an index has, and how they are read.

use crate::flags::extract::ExtractFlags;
use crate::flags::index::IndexFlags;
use clap::builder::NonEmptyStringValueParser;

/// The flags of all commands that make indexes.
#[derive(clap::Args)]
pub struct Reading {
    /// The tenant of documents that name none; a record of JSON Lines may, as "tenant"
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub tenant: Option<String>,
    /// Leave out files that match, in the notation of .gitignore: drafts/, '*.txt'
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Fail and write nothing if a file or a record must be skipped
    #[arg(long)]
    pub strict: bool,
    /// Print what became of each file that is read, and why
    #[arg(long, conflicts_with = "quiet")]
    pub explain_files: bool,
    /// Print nothing but errors and what is skipped
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub extract_flags: ExtractFlags,
    #[command(flatten)]
    pub index_flags: IndexFlags,
}
