//! Finds the files that are asked for, and says how each is read.

use crate::failure::Failure;
use crate::flags::extract::ExtractFlags;
use crate::flags::index::IndexFlags;
use crate::read::addresses::Told;
use crate::read::enrich::Enrichment;
use crate::read::pages::Reader;
use crate::read::size::MostMegabytes;
use crate::read::survey::Surveys;
use crate::read::unread::Unread;
use crate::read::walk::{Skipped, Walk};
use crate::read::{site, slack};
use crate::whole;
use kindex_extract::{FileEntry, Options, PlanOptions, Root, Site, SourceFile, Topic, plan};
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
    /// The folders that were looked into.
    pub folders: Vec<PathBuf>,
    /// The files of folders that are no sources.
    pub others: Vec<PathBuf>,
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

/// What is asked for.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub paths: &'a [PathBuf],
    pub extract_flags: &'a ExtractFlags,
    pub index_flags: &'a IndexFlags,
    /// Whether files are left out that links lead to outside of their folder, or that are hidden.
    pub inside: bool,
}

impl Wanted<'_> {
    /// Finds the files of each path but for those that are left out, with what reads them.
    ///
    /// # Errors
    /// As for [`Walk::run`]; where two files would get the same id, files that flags name cannot be
    /// used, selectors are none, or threads cannot be started.
    pub fn find(self, not_read: &NotRead<'_>) -> Result<(Sources, Reader), Failure> {
        let (found, mut options) = self.look(not_read)?;
        self.survey(&found, &mut options, &mut Surveys::default())?;
        let reader = self.reader(options)?;
        Ok((found, reader))
    }

    /// Finds the files alone, with the options of each path as far as these do not depend on what
    /// is in files.
    ///
    /// # Errors
    /// As for [`Wanted::find`].
    pub fn look(self, not_read: &NotRead<'_>) -> Result<(Sources, Vec<Options>), Failure> {
        let options = self.options()?;
        let found = self.walk(&options, not_read)?;
        Ok((found, options))
    }

    /// What reads files.
    ///
    /// # Errors
    /// Where files that flags name cannot be used.
    pub fn reader(self, options: Vec<Options>) -> Result<Reader, Failure> {
        let flags = self.extract_flags;
        Ok(Reader {
            options,
            most: self.most(),
            cache: None,
            keeping: None,
            told: Told::new(),
            tenant: None,
            preparer: None,
            clean_urls: flags.clean_urls,
            enrichment: Enrichment::read(flags.rooms.as_deref(), &flags.extra)?,
            boost_flags: flags.boost_flags.clone(),
        })
    }

    /// The size that a file may have.
    pub fn most(self) -> MostMegabytes {
        MostMegabytes(self.extract_flags.max_file_size)
    }

    fn walk(self, options: &[Options], not_read: &NotRead<'_>) -> Result<Sources, Failure> {
        let Wanted { paths, extract_flags, index_flags, .. } = self;
        let plan_options = self.plan_options();
        let gitignore = !extract_flags.no_gitignore;
        let exclude = not_read.globs;
        let mut found =
            Walk { paths, exclude, gitignore, outside: !self.inside, options: &plan_options }
                .run()?;
        let about =
            extract_flags.extra.iter().chain(&index_flags.synonyms).chain(&index_flags.pins);
        let about = about.chain(not_read.files).chain(not_read.written);
        let about = about.flat_map(fs::canonicalize).collect::<Vec<_>>();
        set_aside(&mut found.entries, &about);
        let unread = unread(&found.unread, &about);
        let roots: Vec<Root> =
            paths.iter().zip(options).map(|(path, options)| root(path, options.site)).collect();
        let planned = plan(found.entries, &roots, &plan_options);
        let planned = planned.map_err(|clash| Failure::new(clash.to_string()))?;
        let (mut files, mut skipped) = (planned.files, found.skipped);
        let users = slack::name_users(&mut files, &mut skipped, self.most());
        slack::join_threads(&mut files, self.most());
        Ok(Sources {
            files,
            skipped,
            linked: planned.linked,
            unread,
            users,
            folders: found.folders,
            others: found.unread,
        })
    }

    /// The files that say something about documents and how they are read.
    pub fn settings(self) -> Vec<PathBuf> {
        let Wanted { extract_flags, index_flags, .. } = self;
        let some =
            [&index_flags.synonyms, &index_flags.pins, &extract_flags.rooms, &extract_flags.topics];
        extract_flags.extra.iter().chain(some.into_iter().flatten()).cloned().collect()
    }

    fn plan_options(self) -> PlanOptions {
        let lang = Some(self.index_flags.language()).filter(|tag| *tag != "none");
        PlanOptions { include: self.extract_flags.kinds(), lang: lang.map(str::to_owned) }
    }

    /// Tells the options of each path the habits of the pages found there.
    ///
    /// # Errors
    /// If threads cannot be started.
    pub fn survey(
        self,
        found: &Sources,
        options: &mut [Options],
        surveys: &mut Surveys,
    ) -> Result<(), Failure> {
        let all = self.extract_flags.kinds().iter().any(|kind| kind.covers_text_beside_pages());
        let habits = surveys.habits(&found.files, self.most())?;
        for (options, habits) in options.iter_mut().zip(habits) {
            options.habits = if all { habits.with_text_beside_pages() } else { habits };
        }
        Ok(())
    }

    /// The options with which the files of each path are read.
    fn options(self) -> Result<Vec<Options>, Failure> {
        let flags = self.extract_flags;
        let topics = flags.topics.as_deref().map(read_topics).transpose()?.unwrap_or_default();
        let selection = flags.selection()?;
        let of_path = |path: &PathBuf| Options {
            selection: selection.clone(),
            base_url: flags.base_url.clone(),
            site: flags.site.unwrap_or_else(|| site::detect(path)),
            conversations: self.index_flags.chunks.conversations(),
            topics: topics.clone(),
            memories: flags.memories,
            ..Options::default()
        };
        Ok(self.paths.iter().map(of_path).collect())
    }
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

/// Counts files that nothing reads, without those that say something
/// about documents or are written.
fn unread(files: &[PathBuf], about: &[PathBuf]) -> Unread {
    let mut unread = Unread::default();
    for file in files {
        if about.is_empty() || !is_one_of(file, about) {
            unread.count(file);
        }
    }
    unread
}

/// Asking the system where a file really is takes a step for each folder above it. A file that has
/// another name is another one, but for a link.
fn is_one_of(file: &Path, about: &[PathBuf]) -> bool {
    let has_name = about.iter().any(|one| one.file_name() == file.file_name());
    (has_name || file.is_symlink())
        && fs::canonicalize(file).is_ok_and(|file| about.contains(&file))
}

fn root(path: &Path, site: Site) -> Root {
    let folder = fs::canonicalize(path).ok().filter(|path| path.is_dir());
    let name = folder.as_deref().and_then(Path::file_name);
    Root { name: name.map(|name| name.to_string_lossy().into_owned()), site }
}

fn read_topics(path: &Path) -> Result<Vec<Topic>, Failure> {
    let source = whole::text_of(path)?;
    let parsed = Topic::parse(&source);
    parsed.map_err(|error| Failure::new(format!("cannot use {}: {error}", path.display())))
}
