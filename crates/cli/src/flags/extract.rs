//! The flags for turning pages into documents.

use crate::failure::Failure;
use crate::flags::boost::BoostFlags;
use crate::flags::include::Include;
use kindex_extract::{Selection, Site};
use std::path::PathBuf;

/// The flags by which pages are read.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Pages")]
pub struct ExtractFlags {
    /// Beginning of URLs, such as https://example.org/docs/ [default: URLs are relative]
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Leave .html out of the URLs of finished pages, for hosts that serve them so
    #[arg(long)]
    pub clean_urls: bool,
    /// The generator that publishes the site: plain, mdbook, vitepress, docusaurus, hugo, mkdocs,
    /// jekyll, mdn or react; it decides URLs and heading ids [default: by the configuration file
    /// in the folder or up to three above it]
    #[arg(long, value_name = "NAME")]
    pub site: Option<Site>,
    /// The kinds of files to read in folders; a file that is named is read whatever its kind.
    /// Beside finished pages of HTML, docs have no Markdown and no text: text has them
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "docs")]
    pub include: Vec<Include>,
    /// Of HTML pages that have elements which match, index just these; may be repeated
    #[arg(long, value_name = "SELECTOR")]
    pub root_selector: Vec<String>,
    /// Leave out the elements of HTML pages that match; may be repeated
    #[arg(long, value_name = "SELECTOR")]
    pub exclude_selector: Vec<String>,
    /// Read what .gitignore files name too
    #[arg(long)]
    pub no_gitignore: bool,
    /// Files that are larger, in millions of bytes, are named and skipped
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub max_file_size: u64,
    /// Sort documents into rooms, values of the filter room, by what a TOML file says: a [[room]]
    /// for each with a name, and paths, files and keywords to know its documents by
    #[arg(long, value_name = "FILE")]
    pub rooms: Option<PathBuf>,
    /// Give conversations topics, values of the filter topic, by what a TOML file says: a [[topic]]
    /// for each with a name and words
    #[arg(long, value_name = "FILE")]
    pub topics: Option<PathBuf>,
    /// Index what conversations state that is worth remembering as documents of their own, with
    /// the filter memory: decision, preference, milestone or problem
    #[arg(long)]
    pub memories: bool,
    /// Words to find documents by that are never shown: JSON Lines with the id of a document, the
    /// anchor of a section where it is about one, and a text
    #[arg(long, value_name = "FILE")]
    pub extra: Vec<PathBuf>,
    #[command(flatten)]
    pub boost_flags: BoostFlags,
}

fn megabytes(text: &str) -> Result<u64, String> {
    let megabytes = text.parse().ok().filter(|&megabytes| megabytes > 0);
    megabytes.ok_or_else(|| "accepted are whole numbers from 1".to_owned())
}

impl ExtractFlags {
    /// The kinds of files to read in folders.
    pub fn kinds(&self) -> Vec<kindex_extract::Include> {
        self.include.iter().copied().map(Into::into).collect()
    }

    /// Whether a page may be indexed differently because of other pages.
    pub fn depends_on_others(&self) -> bool {
        self.boost_flags.waits()
    }

    /// The parts of pages that are read.
    ///
    /// # Errors
    /// If a selector is none.
    pub fn selection(&self) -> Result<Selection, Failure> {
        let selection = Selection::new(self.root_selector.clone(), self.exclude_selector.clone());
        selection.map_err(|error| {
            let is_root = self.root_selector.contains(&error.selector);
            let flag = if is_root { "--root-selector" } else { "--exclude-selector" };
            Failure::usage(format!("{flag}: {error}"))
        })
    }
}
