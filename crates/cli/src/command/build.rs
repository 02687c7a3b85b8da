//! `kindex build`: files to an index.

mod levels;
mod summary;

use crate::enrich::Enrichment;
use crate::failure::Failure;
use crate::include::Include;
use crate::languages;
use crate::output;
use crate::pages::{self, Page};
use crate::progress::Progress;
use crate::site;
use crate::walk::{Found, Skipped, Source, Walk};
use crate::write_aside::Target;
use clap::builder::NonEmptyStringValueParser;
use kindex::{Builder, Config, Document, Error, Language};
use kindex_extract::{Format, Options, Site, Topic, WarningKind};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use summary::{Held, Summary, Tally};

/// Build an index of files and folders.
///
/// Reads Markdown, MDX, HTML, text, JSON Lines and exports of conversations, and passes over other
/// files in folders; with --include it reads tables and programs too. Hidden files are not read,
/// nor what a .gitignore in the folder or below it names; links are followed. The same files give
/// the same index, byte for byte.
///
/// A document's id is its file's path below the folder given, a named file's its name. Where files
/// of two folders given have the same path, all ids and URLs begin with their folder's name.
///
/// Files that cannot be read or are not UTF-8 are named and skipped. The index replaces an older
/// one only when it is whole.
#[derive(clap::Args)]
pub struct Args {
    /// Files and folders to index
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Where to write the index, such as site.kdx
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The tenant of documents that name none; a record of JSON Lines may, as "tenant". Each tenant
    /// gets an index of its own in the file, which is searched with its name alone
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    tenant: Option<String>,
    /// What URLs begin with, such as https://example.org/docs/ [default: URLs are relative]
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The language of documents that name none, as a tag such as en or pt-BR; with none no words
    /// are stemmed
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = language_tag)]
    language: String,
    /// The generator that publishes the site: plain, mdbook, vitepress, docusaurus, hugo, mkdocs,
    /// jekyll, mdn or react; it decides URLs and heading ids [default: by the configuration file
    /// in the folder or up to three above it]
    #[arg(long, value_name = "NAME")]
    site: Option<Site>,
    /// The kinds of files to read in folders; a file that is named is read whatever its kind
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "docs")]
    include: Vec<Include>,
    /// Leave out files that match, in the notation of .gitignore: drafts/, '*.txt'
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Read what .gitignore files name too
    #[arg(long)]
    no_gitignore: bool,
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
    /// Fail and write nothing if a file or a record must be skipped
    #[arg(long)]
    strict: bool,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Print nothing but errors and what is skipped
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    levels: levels::Chunks,
}

fn language_tag(tag: &str) -> Result<String, String> {
    Language::from_tag(tag).map(|_| tag.to_owned()).map_err(|error| error.to_string())
}

/// Runs the command.
///
/// # Errors
/// Where there is nothing to index, settings cannot be used, the index cannot be written, or
/// something is skipped that must not be.
pub fn run(args: &Args) -> Result<(), Failure> {
    let begun = Instant::now();
    let config = args.config()?;
    let target = args.target()?;
    let options = args.options()?;
    let found = args.walk()?;
    let progress = Progress::new(found.sources.len(), args.quiet || args.json);
    let mut build = Build::new(config, args.enrichment()?, args, &progress);
    for skipped in found.skipped {
        build.skip(skipped.path, skipped.reason);
    }
    pages::each_in_order(&found.sources, &options, |source, page| build.page(source, page))?;
    build.skip_unused();
    args.check(&build)?;
    let Build { builder, tally, tenants, .. } = build;
    progress.say("writing");
    let bytes = builder.finish().map_err(|error| Failure::library(&error))?;
    let held = Held::read(&bytes, &tenants).map_err(|error| Failure::library(&error))?;
    target.write(&bytes)?;
    drop(progress);
    args.summarize(&Summary { held, tally, took: begun.elapsed() })
}

impl Args {
    fn config(&self) -> Result<Config, Failure> {
        let language = Language::from_tag(&self.language);
        let language = language.map_err(|error| Failure::library(&error))?;
        Ok(Config { levels: self.levels.levels()?, language })
    }

    fn target(&self) -> Result<Target, Failure> {
        if Format::of_path(&self.output.to_string_lossy()).is_some() {
            return Err(Failure::new(format!(
                "cannot write {}: by its extension it is a document; name it like site.kdx",
                self.output.display()
            )));
        }
        Target::new(&self.output)
    }

    fn walk(&self) -> Result<Found, Failure> {
        let (paths, exclude, include) = (&self.paths, &self.exclude, &self.include);
        let walk = Walk { paths, exclude, gitignore: !self.no_gitignore, include };
        let mut found = walk.run()?;
        // What is said about the documents is none of them.
        let extra: Vec<PathBuf> = self.extra.iter().flat_map(fs::canonicalize).collect();
        found.sources.retain(|source| {
            extra.is_empty()
                || !fs::canonicalize(&source.file).is_ok_and(|file| extra.contains(&file))
        });
        languages::name(&mut found.sources);
        Ok(found)
    }

    fn enrichment(&self) -> Result<Enrichment, Failure> {
        Enrichment::read(self.rooms.as_deref(), &self.extra)
    }

    /// Those of each path.
    fn options(&self) -> Result<Vec<Options>, Failure> {
        let topics = self.topics.as_deref().map(read_topics).transpose()?.unwrap_or_default();
        let of_path = |path: &PathBuf| Options {
            base_url: self.base_url.clone(),
            site: self.site.unwrap_or_else(|| site::detect(path)),
            lang: (self.language != "none").then(|| self.language.clone()),
            conversations: self.levels.conversations(),
            topics: topics.clone(),
            memories: self.memories,
            ..Options::default()
        };
        Ok(self.paths.iter().map(of_path).collect())
    }

    fn check(&self, build: &Build<'_>) -> Result<(), Failure> {
        let skipped = build.tally.skipped.len();
        if self.strict && skipped > 0 {
            let message =
                format!("{skipped} skipped, as named above; with --strict nothing is written");
            return Err(Failure::new(message));
        }
        if build.builder.is_empty() {
            let paths: Vec<_> = self.paths.iter().map(|path| path.display().to_string()).collect();
            return Err(Failure::new(format!(
                "no documents in {}: there must be a file of Markdown, HTML, text, JSON Lines or conversations that is not hidden, excluded or named by a .gitignore in it; tables and programs are read with --include all",
                paths.join(", ")
            )));
        }
        Ok(())
    }

    fn summarize(&self, summary: &Summary) -> Result<(), Failure> {
        let output = self.output.display().to_string();
        if self.json {
            return output::print_json(&summary.json(&output));
        }
        if self.quiet {
            return Ok(());
        }
        output::print(&summary.text(&output))
    }
}

fn read_topics(path: &Path) -> Result<Vec<Topic>, Failure> {
    let source = fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
    let parsed = Topic::parse(&source);
    parsed.map_err(|error| Failure::new(format!("cannot use {}: {error}", path.display())))
}

/// A build under way.
struct Build<'a> {
    builder: Builder,
    enrichment: Enrichment,
    tally: Tally,
    /// The names of those that documents belong to.
    tenants: BTreeSet<String>,
    args: &'a Args,
    progress: &'a Progress,
}

impl<'a> Build<'a> {
    fn new(config: Config, enrichment: Enrichment, args: &'a Args, progress: &'a Progress) -> Self {
        let (builder, tally, tenants) = (Builder::new(config), Tally::default(), BTreeSet::new());
        Build { builder, enrichment, tally, tenants, args, progress }
    }

    fn page(&mut self, source: &Source, page: Page) -> Result<(), Failure> {
        let file = source.file.display().to_string();
        match page {
            Ok(extracted) => {
                for warning in extracted.warnings {
                    self.warn(&file, &warning);
                }
                for mut document in extracted.documents {
                    self.enrichment.apply(&source.id, &mut document);
                    self.document(&file, document)?;
                }
            }
            Err(reason) => self.skip(file, reason),
        }
        self.progress.step();
        Ok(())
    }

    fn document(&mut self, file: &str, mut document: Document) -> Result<(), Failure> {
        document.tenant = document.tenant.or_else(|| self.args.tenant.clone());
        let tenant = document.tenant.clone();
        match self.builder.add(document) {
            Ok(()) => self.tenants.extend(tenant),
            Err(Error::Document { id, message }) => {
                self.skip(file.to_owned(), format!("document {id:?}: {message}"));
            }
            Err(error) => return Err(Failure::library(&error)),
        }
        Ok(())
    }

    /// Names what was said about documents that are not there.
    fn skip_unused(&mut self) {
        for Skipped { path, reason } in std::mem::take(&mut self.enrichment).into_unused() {
            self.skip(path, reason);
        }
    }

    fn warn(&mut self, file: &str, warning: &kindex_extract::Warning) {
        match warning.kind {
            WarningKind::Skipped => self.tally.unindexed += 1,
            WarningKind::BadLine | WarningKind::BadRecord => {
                self.skip(file.to_owned(), warning.to_string())
            }
            _ if self.args.quiet => {}
            _ => self.progress.aside(|| output::warning(&format!("{file}: {warning}"))),
        }
    }

    fn skip(&mut self, path: String, reason: String) {
        self.progress.aside(|| output::warning(&format!("skipped {path}: {reason}")));
        self.tally.skipped.push(Skipped { path, reason });
    }
}
