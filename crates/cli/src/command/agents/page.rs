//! Reads the pages of a site for those who read Markdown.

use super::address::SiteAddress;
use super::own_marks;
use crate::failure::Failure;
use crate::field::pages::Pages;
use crate::flags::agents::FileFlags;
use crate::flags::extract::ExtractFlags;
use crate::flags::index::IndexFlags;
use crate::read::size::MostMegabytes;
use crate::read::sources::{NotRead, Wanted};
use crate::read::walk::{self, Skipped};
use crate::terminal::output;
use kindex_extract::{Options, SourceFile, WebPage, web_page};
use kindex_mcp::sanitize;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;

/// Pages nest deeply at times, and a parser may recurse.
const STACK_BYTES: usize = 16 << 20;

/// This many pages are asked where their site is, evenly from all.
const MAX_ASKED_PAGES: usize = 200;

/// What is to be done with a folder.
pub struct Task<'t> {
    pub folder: &'t Path,
    pub exclude: &'t [String],
    pub strict: bool,
    pub files: &'t FileFlags,
    pub extract_flags: &'t ExtractFlags,
}

/// A page in Markdown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The path of its file in the site.
    pub path: String,
    /// The path of its Markdown.
    pub markdown_path: String,
    pub title: String,
    /// The title in its head, with what the site adds to it.
    pub full_title: String,
    pub description: Option<String>,
    pub markdown: String,
}

/// The pages of a site that are to be read.
pub struct Reading<'s> {
    pub folder: &'s Path,
    sources: Vec<SourceFile>,
    options: Vec<Options>,
    pub most: MostMegabytes,
    /// Pages that say where they are published, with what they say.
    canonicals: Vec<(String, String)>,
}

impl<'s> Reading<'s> {
    /// Finds those that may change, and asks some where the site is.
    ///
    /// # Errors
    /// Where flags cannot be used, or threads cannot be started.
    pub fn of(task: &Task<'s>, pages: &Pages<'_>) -> Result<Self, Failure> {
        let paths = [task.folder.to_owned()];
        let index_flags = IndexFlags::default();
        let extract_flags = task.extract_flags;
        let wanted =
            Wanted { paths: &paths, extract_flags, index_flags: &index_flags, inside: true };
        let packages = [walk::PACKAGES.to_owned() + "/"];
        let globs: Vec<String> = task.exclude.iter().cloned().chain(packages).collect();
        let (found, reader) = wanted.find(&NotRead { globs: &globs, ..NotRead::default() })?;
        let changeable: BTreeSet<&PathBuf> = pages.paths.iter().collect();
        let mut sources = found.files;
        sources.retain(|source| changeable.contains(&PathBuf::from(&source.id)));
        let options =
            reader.options.into_iter().map(|options| Options { base_url: None, ..options });
        let mut reading = Reading {
            folder: task.folder,
            sources,
            options: options.collect(),
            most: wanted.most(),
            canonicals: Vec::new(),
        };
        reading.ask()?;
        Ok(reading)
    }

    fn ask(&mut self) -> Result<(), Failure> {
        let step = self.sources.len().div_ceil(MAX_ASKED_PAGES).max(1);
        let asked: Vec<&SourceFile> = self.sources.iter().step_by(step).collect();
        let read = self.all(&asked, "")?;
        let said = asked
            .into_iter()
            .zip(read)
            .filter_map(|(source, read)| Some((source.id.clone(), read.ok()?.canonical?)));
        self.canonicals = said.collect();
        Ok(())
    }

    /// The paths of all pages.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.id.as_str())
    }

    /// Pages with their canonical links.
    pub fn canonicals(&self) -> impl Iterator<Item = (&str, &str)> {
        self.canonicals.iter().map(|(path, canonical)| (path.as_str(), canonical.as_str()))
    }

    /// Reads all pages that have text for readers, in the order of their paths. Gives those that
    /// are skipped, which were named.
    ///
    /// # Errors
    /// If threads cannot be started.
    pub fn pages(&self, address: &SiteAddress) -> Result<(Vec<Page>, Vec<Skipped>), Failure> {
        let sources: Vec<&SourceFile> = self.sources.iter().collect();
        let (mut pages, mut skipped) = (Vec::new(), Vec::new());
        for (source, read) in sources.iter().zip(self.all(&sources, address.whole())?) {
            match read {
                Ok(read) => pages.extend(page(source, read, address)),
                Err(reason) => {
                    let path = source.file.display().to_string();
                    output::warning(&format!("skipped {path}: {reason}"));
                    skipped.push(Skipped { path, reason });
                }
            }
        }
        Ok((pages, skipped))
    }

    /// What each of these pages gives, in their order.
    fn all(
        &self,
        sources: &[&SourceFile],
        site: &str,
    ) -> Result<Vec<Result<WebPage, String>>, Failure> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let share = sources.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let mut running = Vec::new();
            for own in sources.chunks(share) {
                let work = move || own.iter().map(|it| self.read(it, site)).collect::<Vec<_>>();
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                running.push(thread.spawn_scoped(scope, work).map_err(|it| Failure::thread(&it))?);
            }
            let failed = |_| Failure::new("a page cannot be read; please report it");
            let read: Result<Vec<_>, _> =
                running.into_iter().map(|thread| thread.join().map_err(failed)).collect();
            Ok(read?.into_iter().flatten().collect())
        })
    }

    fn read(&self, source: &SourceFile, site: &str) -> Result<WebPage, String> {
        let bytes = self.most.read(&source.file)?;
        let bytes = own_marks::restored(&bytes);
        let options = self.options.get(source.root).ok_or("it belongs to no folder")?;
        // One page that a parser was not ready for must not cost the whole site.
        let read = catch_unwind(AssertUnwindSafe(|| {
            web_page(&source.id, &bytes, &source.context, options, site)
        }));
        let read = read.map_err(|_| "it cannot be extracted; please report it")?;
        read.map_err(|error| error.to_string())
    }
}

/// What a page gives, if it is one for readers.
fn page(source: &SourceFile, read: WebPage, address: &SiteAddress) -> Option<Page> {
    let WebPage { extracted, markdown, full_title, .. } = read;
    let document = extracted.documents.into_iter().next()?;
    if markdown.trim().is_empty() {
        return None;
    }
    let description = document.meta.get("description").map(|it| it.as_str().to_owned());
    Some(Page {
        path: source.id.clone(),
        markdown_path: address.markdown(&source.id),
        full_title: full_title.unwrap_or_default(),
        title: document.title,
        description: description.filter(|it| !it.trim().is_empty()),
        markdown: sanitize::safe(&markdown),
    })
}
