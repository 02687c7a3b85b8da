//! Finds the files to read, in an order that depends on their names alone.

use super::exclusions::Exclusions;
use super::ignore_files::{self, Unusable};
use crate::failure::{Failure, reason};
use ignore::{DirEntry, WalkBuilder, WalkState};
use kindex_extract::{FileEntry, Format, PlanOptions};
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

/// The paths to walk, and the files to look for.
pub struct Walk<'a> {
    /// Files and folders.
    pub paths: &'a [PathBuf],
    /// Globs of files and folders to leave out.
    pub exclude: &'a [String],
    /// Whether `.gitignore` files count.
    pub gitignore: bool,
    /// Whether links count that lead out of their folder, or to hidden files.
    pub outside: bool,
    /// The formats to look for in folders. Files that are named are read whatever they are.
    pub options: &'a PlanOptions,
}

/// A file, folder or document that was to be indexed and is not.
#[derive(Debug)]
pub struct Skipped {
    /// Its path or its id.
    pub path: String,
    /// The reason, and what to do.
    pub reason: String,
}

/// The result of a walk.
#[derive(Debug, Default)]
pub struct WalkResult {
    /// The files, those of each path in the order of their names.
    pub entries: Vec<FileEntry>,
    /// The files and folders that could not be looked at.
    pub skipped: Vec<Skipped>,
    /// The files of folders that are of no format to look for.
    pub unread: Vec<PathBuf>,
    /// The folders that were looked into.
    pub folders: Vec<PathBuf>,
}

impl Walk<'_> {
    /// Walks all paths.
    ///
    /// # Errors
    /// If a path is missing or is neither folder nor file, a named file has an extension that
    /// is not known, or a glob cannot be read.
    pub fn run(&self) -> Result<WalkResult, Failure> {
        let mut found = WalkResult::default();
        for (root, path) in self.paths.iter().enumerate() {
            let about = fs::metadata(path).map_err(|error| Failure::file("read", path, &error))?;
            if about.is_dir() {
                self.folder(root, path, &mut found)?;
            } else if about.is_file() {
                found.entries.push(named_file(root, path)?);
            } else {
                let message =
                    format!("cannot read {}: neither a file nor a folder", path.display());
                return Err(Failure::new(message));
            }
        }
        Ok(found)
    }

    fn folder(&self, root: usize, folder: &Path, found: &mut WalkResult) -> Result<(), Failure> {
        let first = found.entries.len();
        // Ignore files of this folder count, those above it and the user's own do not: the same
        // folder gives the same index everywhere. So does a folder that is itself ignored, as the
        // output of a site generator usually is.
        let exclusions = Exclusions::new(self.exclude)
            .map_err(|error| Failure::usage(format!("--exclude {error}")))?;
        let unusable = Unusable::new(self.gitignore);
        if !unusable.allows(folder) {
            found.skipped.extend(not_entered(&unusable));
            return Ok(());
        }
        let walk = walker(folder, self.gitignore)
            .follow_links(true)
            .filter_entry(is_wanted(folder, exclusions.clone(), unusable.clone()))
            .build_parallel();
        let (sender, entries) = channel();
        walk.run(|| {
            let sender = sender.clone();
            Box::new(move |entry| match sender.send(entry) {
                Ok(()) => WalkState::Continue,
                Err(_) => WalkState::Quit,
            })
        });
        drop(sender);
        let mut has_links = false;
        for entry in entries {
            has_links |= entry.as_ref().is_ok_and(|it| it.depth() > 0 && it.path_is_symlink());
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    self.file(root, folder, entry.into_path(), found);
                }
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_dir()) => {
                    found.folders.push(entry.into_path());
                }
                Ok(_) => {}
                Err(error) if self.is_dead_link_to_nothing_read(folder, &exclusions, &error) => {}
                Err(error) => found.skipped.push(unwalked(folder, &error)),
            }
        }
        found.skipped.extend(not_entered(&unusable));
        found.skipped.sort_by(|a, b| (&a.path, &a.reason).cmp(&(&b.path, &b.reason)));
        let new = found.entries.get_mut(first..).unwrap_or_default();
        new.sort_by(|a, b| a.path.cmp(&b.path));
        if has_links {
            follow_links(new, folder);
            if !self.outside {
                leave_out(first, folder, found);
            }
        }
        Ok(())
    }

    fn file(&self, root: usize, folder: &Path, file: PathBuf, found: &mut WalkResult) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if self.options.format(&name).is_none() {
            return found.unread.push(file);
        }
        match with_slashes(file.strip_prefix(folder).unwrap_or(&file)) {
            Some(path) => {
                found.entries.push(FileEntry { file, root, path, ..FileEntry::default() })
            }
            None => found.skipped.push(Skipped {
                path: file.display().to_string(),
                reason: "its name is not Unicode; rename it".into(),
            }),
        }
    }

    /// Whether what cannot be looked at is a link that leads nowhere, and what it names would not
    /// have been read anyway.
    fn is_dead_link_to_nothing_read(
        &self,
        folder: &Path,
        exclusions: &Exclusions,
        error: &ignore::Error,
    ) -> bool {
        let Some(link) = path_of(error) else { return false };
        let Ok(target) = fs::read_link(link) else { return false };
        let below = link.strip_prefix(folder).unwrap_or(link);
        let is_hidden = below.iter().any(|part| part.to_string_lossy().starts_with('.'));
        let name = below.file_name().unwrap_or_default().to_string_lossy();
        let is_read =
            self.options.format(&name).is_some() || [below, &target].into_iter().all(may_be_folder);
        is_dead(error) && (is_hidden || !is_read || exclusions.excludes(below, false))
    }
}

/// A walk of a folder but for what is hidden, and what its own ignore files name.
fn walker(folder: &Path, gitignore: bool) -> WalkBuilder {
    let mut walker = WalkBuilder::new(folder);
    walker.standard_filters(false).hidden(true).git_ignore(gitignore).require_git(false);
    walker
}

/// The folder in which npm keeps packages, with pages of their own.
pub const PACKAGES: &str = "node_modules";

/// The files and folders of a finished site, by their paths in it.
#[derive(Debug, Default)]
pub struct SiteFiles {
    /// The files with names in Unicode, with forward slashes, in order.
    pub files: Vec<String>,
    /// The others.
    pub unnamed: Vec<PathBuf>,
    pub folders: Vec<PathBuf>,
    /// The files and folders that could not be looked at.
    pub skipped: Vec<Skipped>,
}

/// What a site has to change: what a build of its folder reads but for packages of npm, and no
/// links, as they lead to other files.
pub fn of_site(folder: &Path, gitignore: bool) -> SiteFiles {
    let mut found = SiteFiles::default();
    let unusable = Unusable::new(gitignore);
    if unusable.allows(folder) {
        let mut walker = walker(folder, gitignore);
        let enters = unusable.clone();
        walker.filter_entry(move |entry| {
            entry.depth() == 0 || entry.file_name() != PACKAGES && enters.allows_entry(entry)
        });
        for entry in walker.build() {
            match entry {
                Ok(entry) => found.add(folder, &entry),
                Err(error) => found.skipped.push(unwalked(folder, &error)),
            }
        }
    }
    found.skipped.extend(not_entered(&unusable));
    found.files.sort();
    found
}

impl SiteFiles {
    fn add(&mut self, folder: &Path, entry: &DirEntry) {
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        match entry.file_type() {
            Some(kind) if kind.is_dir() => self.folders.push(path.to_owned()),
            Some(kind) if kind.is_file() => match with_slashes(path) {
                Some(path) => self.files.push(path),
                None => self.unnamed.push(path.to_owned()),
            },
            _ => {}
        }
    }
}

/// Everything in a folder, also what is hidden.
fn all(folder: &Path) -> impl Iterator<Item = DirEntry> {
    WalkBuilder::new(folder).standard_filters(false).build().flatten()
}

/// The paths of all files below a folder, with forward slashes.
pub fn all_below(folder: &Path) -> BTreeSet<String> {
    let files = all(folder).filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    files.filter_map(|entry| with_slashes(entry.path().strip_prefix(folder).ok()?)).collect()
}

/// The paths of all folders below a folder.
pub fn folders_below(folder: &Path) -> Vec<PathBuf> {
    let entries = all(folder).filter(|entry| entry.depth() > 0);
    let folders = entries.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_dir()));
    folders.map(DirEntry::into_path).collect()
}

/// Whether what a link leads to is not there.
fn is_dead(error: &ignore::Error) -> bool {
    error.io_error().is_some_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Whether a name has no extension of a file; `v1.2` has none.
fn may_be_folder(path: &Path) -> bool {
    let extension = path.extension().map(|it| it.to_string_lossy());
    extension.is_none_or(|extension| extension.chars().all(|c| c.is_ascii_digit()))
}

/// A function that tells whether no glob leaves a path of the folder out.
fn is_wanted(
    folder: &Path,
    exclusions: Exclusions,
    unusable: Unusable,
) -> impl Fn(&DirEntry) -> bool + Send + Sync + use<> {
    let folder = folder.to_owned();
    move |entry: &DirEntry| {
        let path = entry.path().strip_prefix(&folder).unwrap_or(entry.path());
        !exclusions.excludes(path, entry.file_type().is_some_and(|kind| kind.is_dir()))
            && unusable.allows_entry(entry)
    }
}

/// Leaves out the files, from a number on, to which links lead that are not for those who see the
/// folder.
fn leave_out(first: usize, folder: &Path, found: &mut WalkResult) {
    let root = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let is_inside = |entry: &FileEntry| {
        let below = entry.place.as_deref().and_then(|place| place.strip_prefix(&root).ok());
        below.is_some_and(|it| it.iter().all(|part| !part.as_encoded_bytes().starts_with(b".")))
    };
    let (inside, outside): (Vec<_>, Vec<_>) =
        found.entries.split_off(first).into_iter().partition(is_inside);
    found.entries.extend(inside);
    found.skipped.extend(outside.into_iter().map(|entry| Skipped {
        path: entry.file.display().to_string(),
        reason: "a link leads out of the folder, or to a hidden file".into(),
    }));
}

/// Sets the place of each file of a folder.
fn follow_links(entries: &mut [FileEntry], folder: &Path) {
    let root = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    for entry in entries {
        let place = fs::canonicalize(&entry.file).unwrap_or_else(|_| entry.file.clone());
        entry.linked = root.join(&entry.path) != place;
        entry.place = Some(place);
    }
}

fn named_file(root: usize, file: &Path) -> Result<FileEntry, Failure> {
    let fail = |why: &str| Failure::new(format!("cannot read {}: {why}", file.display()));
    let name = file.file_name().unwrap_or_default();
    Format::of_named(&name.to_string_lossy()).map_err(|error| fail(&error.to_string()))?;
    let path = name.to_str().ok_or_else(|| fail("its name is not Unicode; rename it"))?.to_owned();
    Ok(FileEntry { file: file.to_owned(), root, path, named: true, ..FileEntry::default() })
}

/// The parts of a path with forward slashes between; none where it is not Unicode.
fn with_slashes(path: &Path) -> Option<String> {
    let parts = path.iter().map(|part| part.to_str());
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

fn not_entered(unusable: &Unusable) -> impl Iterator<Item = Skipped> {
    let skipped = |file: PathBuf| Skipped {
        path: file.display().to_string(),
        reason: ignore_files::REASON.into(),
    };
    unusable.files().into_iter().map(skipped)
}

fn unwalked(folder: &Path, error: &ignore::Error) -> Skipped {
    let path = path_of(error).unwrap_or(folder).display().to_string();
    let reason = match error.io_error() {
        Some(error) => format!("cannot be read: {}", reason(error)),
        None => error.to_string(),
    };
    Skipped { path, reason }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kindex_extract::{Include, Root, plan};

    fn walked(paths: &[PathBuf], exclude: &[&str]) -> Result<WalkResult, Failure> {
        let exclude: Vec<String> = exclude.iter().map(|&glob| glob.into()).collect();
        let options = &PlanOptions { include: vec![Include::Docs], lang: None };
        Walk { paths, exclude: &exclude, gitignore: true, outside: true, options }.run()
    }

    fn found(paths: &[PathBuf], exclude: &[&str]) -> Result<Vec<String>, Failure> {
        let found = walked(paths, exclude)?;
        Ok(found.entries.into_iter().map(|entry| entry.path).collect())
    }

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "text").unwrap();
        }
        folder
    }

    #[test]
    fn files_are_found_in_the_order_of_their_paths() {
        let folder = folder(&["b.md", "a/z.html", "a.txt", "a/logo.png", ".git/x.md", "c/.d.md"]);
        let paths = [folder.path().to_owned()];
        assert_eq!(found(&paths, &[]).unwrap(), ["a.txt", "a/z.html", "b.md"]);
        assert_eq!(found(&paths, &["a/"]).unwrap(), ["a.txt", "b.md"]);
        assert_eq!(found(&paths, &["*.md", "/a.txt"]).unwrap(), ["a/z.html"]);
        assert!(found(&paths, &["!a"]).is_err());
        assert!(found(&paths, &["{a"]).is_err());
    }

    #[test]
    fn ignore_files_count_from_the_folder_down() {
        let folder = folder(&["site/a.md", "site/drafts/b.md"]);
        fs::write(folder.path().join(".gitignore"), "site/").unwrap();
        fs::write(folder.path().join("site/.gitignore"), "drafts/").unwrap();
        assert_eq!(found(&[folder.path().join("site")], &[]).unwrap(), ["a.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_several_paths_lead_to_is_found_once() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["site/v2/a.md", "site/v2/b.md", "other/c.md", "other/d.md"]);
        let site = folder.path().join("site");
        for (target, link) in [
            ("v2", "latest"),
            ("v2/b.md", "a.md"),
            ("../other", "y"),
            ("../other", "x"),
            ("../other/d.md", "z.md"),
        ] {
            symlink(target, site.join(link)).unwrap();
        }
        let paths = [site, folder.path().join("other")];
        let options = PlanOptions { include: vec![Include::Docs], lang: None };
        let planned = |paths: &[PathBuf]| {
            let roots = vec![Root::default(); paths.len()];
            plan(walked(paths, &[]).unwrap().entries, &roots, &options).unwrap()
        };
        let found = planned(&paths[..1]);
        let ids: Vec<&str> = found.files.iter().map(|file| file.id.as_str()).collect();
        assert_eq!(ids, ["v2/a.md", "v2/b.md", "x/c.md", "x/d.md"]);
        assert_eq!(found.linked, 6);
        // A folder that is named besides is read too.
        assert_eq!(planned(&paths).files.len(), 6);
    }

    #[cfg(unix)]
    #[test]
    fn dead_links_are_named_where_a_page_may_be_missing() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["a.md"]);
        for (target, link) in [
            ("gone.md", "b.md"),
            ("gone/guide", "guide"),
            ("v1.2", "latest"),
            ("gone.png", "logo.png"),
            ("gone.zip", "all.zip"),
            ("gone.rst", "c.rst"),
            ("../bin/tool.py", "tool"),
            ("me@host:12", ".#a.md"),
            ("gone.md", "draft.md"),
        ] {
            symlink(target, folder.path().join(link)).unwrap();
        }
        let found = walked(&[folder.path().to_owned()], &["draft.md"]).unwrap();
        let names = found.skipped.iter().map(|it| it.path.rsplit('/').next().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["b.md", "guide", "latest"]);
        assert!(found.skipped[0].reason.contains("cannot be read"), "{:?}", found.skipped);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_loops_are_named() {
        let folder = folder(&["a/b.md"]);
        let link = folder.path().join("a/again");
        std::os::unix::fs::symlink(folder.path(), &link).unwrap();
        let paths = [folder.path().to_owned()];
        let found = walked(&paths, &[]).unwrap();
        assert_eq!(found.entries.len(), 1);
        assert_eq!(found.skipped.len(), 1);
        assert_eq!(found.skipped[0].path, link.display().to_string());
    }
}
