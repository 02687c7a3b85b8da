//! The flags for turning pages into documents.

use crate::boost_flags::BoostFlags;
use crate::document_sink::{DocumentSink, Speech};
use crate::enrich::Enrichment;
use crate::failure::Failure;
use crate::include::Include;
use crate::index_flags::IndexFlags;
use crate::pages::Ready;
use crate::progress::Progress;
use crate::site;
use crate::size::MostMegabytes;
use crate::slack;
use crate::survey;
use crate::unread::Unread;
use crate::walk::{Skipped, Walk};
use clap::value_parser;
use kindex::Error;
use kindex_extract::{
    FileEntry, IgnoredLinks, Options, PlanOptions, Root, Selection, Site, SourceFile, Topic, plan,
};
use std::fs;
use std::path::{Path, PathBuf};

/// The files to read.
#[derive(Debug)]
pub struct Sources {
    /// In the order of the paths given, then of ids.
    pub files: Vec<SourceFile>,
    /// The files and folders that could not be looked at.
    pub skipped: Vec<Skipped>,
    /// The number of paths by links to files that are read by another path.
    pub linked: usize,
    /// The files of folders that nothing reads.
    pub unread: Unread,
    /// Those of `files` that name the people of others.
    pub users: Vec<PathBuf>,
}

/// The files that are no documents of an index.
#[derive(Clone, Copy, Default)]
pub struct NotRead<'a> {
    /// Those that match one of these, in the notation of .gitignore.
    pub globs: &'a [String],
    /// These, besides those that flags for pages name.
    pub files: &'a [PathBuf],
    /// Those that the command itself writes.
    pub written: &'a [PathBuf],
}

/// The flags by which pages are read.
#[derive(clap::Args)]
#[command(next_help_heading = "Pages")]
pub struct ExtractFlags {
    /// Beginning of URLs, such as https://example.org/docs/ [default: URLs are relative]
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The generator that publishes the site: plain, mdbook, vitepress, docusaurus, hugo, mkdocs,
    /// jekyll, mdn or react; it decides URLs and heading ids [default: by the configuration file
    /// in the folder or up to three above it]
    #[arg(long, value_name = "NAME")]
    site: Option<Site>,
    /// The kinds of files to read in folders; a file that is named is read whatever its kind. Beside
    /// finished pages of HTML, docs have no Markdown and no text: text has them
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "docs")]
    include: Vec<Include>,
    /// Of HTML pages that have elements which match, index just these; may be repeated
    #[arg(long, value_name = "SELECTOR")]
    root_selector: Vec<String>,
    /// Leave out the elements of HTML pages that match; may be repeated
    #[arg(long, value_name = "SELECTOR")]
    exclude_selector: Vec<String>,
    /// Read what .gitignore files name too
    #[arg(long)]
    no_gitignore: bool,
    /// Files that are larger, in millions of bytes, are named and skipped
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = value_parser!(u64).range(1..))]
    max_file_size: u64,
    /// Sort documents into rooms, values of the filter room, by what a TOML file says: a [[room]]
    /// for each with a name, and paths, files and keywords to know its documents by
    #[arg(long, value_name = "FILE")]
    rooms: Option<PathBuf>,
    /// Give conversations topics, values of the filter topic, by what a TOML file says: a [[topic]]
    /// for each with a name and words
    #[arg(long, value_name = "FILE")]
    topics: Option<PathBuf>,
    /// Index what conversations state that is worth remembering as documents of their own, with
    /// the filter memory: decision, preference, milestone or problem
    #[arg(long)]
    memories: bool,
    /// Words to find documents by that are never shown: JSON Lines with the id of a document, the
    /// anchor of a section where it is about one, and a text
    #[arg(long, value_name = "FILE")]
    extra: Vec<PathBuf>,
    /// Do not count links that show one of these texts, a line each: for measuring with queries that
    /// were made of links
    #[arg(long, value_name = "FILE")]
    ignore_links: Option<PathBuf>,
    #[command(flatten)]
    boost_flags: BoostFlags,
}

impl ExtractFlags {
    /// Finds the files, of each path with its options, but for those that are left out.
    ///
    /// # Errors
    /// As for [`Walk::run`], and where two files would get the same id.
    pub fn walk(
        &self,
        paths: &[PathBuf],
        options: &[Options],
        not_read: &NotRead<'_>,
        index_flags: &IndexFlags,
    ) -> Result<Sources, Failure> {
        let plan_options = self.plan_options(index_flags);
        let gitignore = !self.no_gitignore;
        let exclude = not_read.globs;
        let mut found = Walk { paths, exclude, gitignore, options: &plan_options }.run()?;
        let about = self.extra.iter().chain(&index_flags.synonyms).chain(&index_flags.pins);
        let mut about = about.chain(not_read.files).flat_map(fs::canonicalize).collect::<Vec<_>>();
        set_aside(&mut found.entries, &about);
        about.extend(not_read.written.iter().flat_map(fs::canonicalize));
        let unread = unread(&found.unread, &about);
        let roots: Vec<Root> =
            paths.iter().zip(options).map(|(path, options)| root(path, options.site)).collect();
        let planned = plan(found.entries, &roots, &plan_options);
        let planned = planned.map_err(|clash| Failure::new(clash.to_string()))?;
        let (mut files, mut skipped) = (planned.files, found.skipped);
        let users = slack::name_users(&mut files, &mut skipped, self.most());
        slack::join_threads(&mut files, self.most());
        Ok(Sources { files, skipped, linked: planned.linked, unread, users })
    }

    fn plan_options(&self, index_flags: &IndexFlags) -> PlanOptions {
        let lang = Some(index_flags.language()).filter(|tag| *tag != "none");
        PlanOptions { include: self.include(), lang: lang.map(str::to_owned) }
    }

    fn include(&self) -> Vec<kindex_extract::Include> {
        self.include.iter().copied().map(Into::into).collect()
    }

    /// The size that a file may have.
    pub fn most(&self) -> MostMegabytes {
        MostMegabytes(self.max_file_size)
    }

    /// Tells the options of each path the habits of the pages found there.
    ///
    /// # Errors
    /// If threads cannot be started.
    pub fn survey(&self, found: &Sources, options: &mut [Options]) -> Result<(), Failure> {
        let all = self.include().iter().any(|kind| kind.covers_text_beside_pages());
        let habits = survey::habits(&found.files, self.most())?;
        for (options, habits) in options.iter_mut().zip(habits) {
            options.habits = if all { habits.with_text_beside_pages() } else { habits };
        }
        Ok(())
    }

    /// Whether a page may be indexed differently because of other pages.
    pub fn depends_on_others(&self) -> bool {
        self.boost_flags.waits()
    }

    /// A sink that takes the documents in and gives them to `add`.
    ///
    /// # Errors
    /// If a file that says something about documents cannot be read or used.
    pub fn sink<'a, A: FnMut(Ready) -> Result<(), Error>>(
        &'a self,
        progress: &'a Progress,
        speech: Speech,
        add: A,
    ) -> Result<DocumentSink<'a, A>, Failure> {
        let enrichment = Enrichment::read(self.rooms.as_deref(), &self.extra)?;
        DocumentSink::new(enrichment, &self.boost_flags, progress, speech, add)
    }

    fn selection(&self) -> Result<Selection, Failure> {
        let selection = Selection::new(self.root_selector.clone(), self.exclude_selector.clone());
        selection.map_err(|error| {
            let is_root = self.root_selector.contains(&error.selector);
            let flag = if is_root { "--root-selector" } else { "--exclude-selector" };
            Failure::usage(format!("{flag}: {error}"))
        })
    }

    /// The options with which the files of each path are read.
    ///
    /// # Errors
    /// If topics or texts of links cannot be read, or selectors are none.
    pub fn options(
        &self,
        paths: &[PathBuf],
        index_flags: &IndexFlags,
    ) -> Result<Vec<Options>, Failure> {
        let topics = self.topics.as_deref().map(read_topics).transpose()?.unwrap_or_default();
        let selection = self.selection()?;
        let ignored_links = self.ignore_links.as_deref().map(read_texts).transpose()?;
        let ignored_links = ignored_links.unwrap_or_default();
        let of_path = |path: &PathBuf| Options {
            selection: selection.clone(),
            base_url: self.base_url.clone(),
            site: self.site.unwrap_or_else(|| site::detect(path)),
            conversations: index_flags.chunks.conversations(),
            topics: topics.clone(),
            memories: self.memories,
            ignored_links: ignored_links.clone(),
            ..Options::default()
        };
        Ok(paths.iter().map(of_path).collect())
    }
}

fn read_texts(file: &Path) -> Result<IgnoredLinks, Failure> {
    let texts = fs::read_to_string(file);
    let texts = texts.map_err(|error| Failure::file("read", file, &error))?;
    Ok(texts.lines().collect())
}

/// Marks the files that say something about documents, as these are no documents.
fn set_aside(entries: &mut [FileEntry], about: &[PathBuf]) {
    if about.is_empty() {
        return;
    }
    for entry in entries {
        entry.aside = is_one_of(&entry.file, about);
    }
}

/// Counts files that nothing reads, without those that say something about documents or are written.
fn unread(files: &[PathBuf], about: &[PathBuf]) -> Unread {
    let mut unread = Unread::default();
    for file in files {
        if about.is_empty() || !is_one_of(file, about) {
            unread.count(file);
        }
    }
    unread
}

fn is_one_of(file: &Path, about: &[PathBuf]) -> bool {
    fs::canonicalize(file).is_ok_and(|file| about.contains(&file))
}

fn root(path: &Path, site: Site) -> Root {
    let folder = fs::canonicalize(path).ok().filter(|path| path.is_dir());
    let name = folder.as_deref().and_then(Path::file_name);
    Root { name: name.map(|name| name.to_string_lossy().into_owned()), site }
}

fn read_topics(path: &Path) -> Result<Vec<Topic>, Failure> {
    let source = fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
    let parsed = Topic::parse(&source);
    parsed.map_err(|error| Failure::new(format!("cannot use {}: {error}", path.display())))
}
