//! Finds the files to read, in an order that depends on their names alone.

use crate::failure::{Failure, reason};
use crate::include::Include;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{WalkBuilder, WalkState};
use kindex_extract::{FileContext, Format};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

/// What to walk.
pub struct Walk<'a> {
    /// Files and folders.
    pub paths: &'a [PathBuf],
    /// Globs of what to leave out.
    pub exclude: &'a [String],
    /// Whether `.gitignore` files count.
    pub gitignore: bool,
    /// What to read in folders. Files that are named are read whatever they are.
    pub include: &'a [Include],
}

/// One file to read.
#[derive(Debug)]
pub struct Source {
    /// Where it is.
    pub file: PathBuf,
    /// Its path below the folder given, with forward slashes.
    pub id: String,
    /// Whether it was named itself, rather than found in a folder.
    pub named: bool,
    /// Which of the given paths it was found under.
    pub root: usize,
    /// What the files beside it say about it.
    pub context: FileContext,
}

/// Something that was passed over though it was asked for.
#[derive(Debug)]
pub struct Skipped {
    /// The file, folder or document.
    pub path: String,
    /// Why, and what to do.
    pub reason: String,
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Found {
    /// In the order of the paths given, then of ids.
    pub sources: Vec<Source>,
    /// What could not be looked at.
    pub skipped: Vec<Skipped>,
    /// How many paths by links lead to files that other paths lead to.
    pub linked: usize,
}

impl Walk<'_> {
    /// Walks all paths.
    ///
    /// # Errors
    /// Where a path is missing or is neither folder nor file, a named file has an extension that
    /// is not known, a glob cannot be read, or two files would get the same id.
    pub fn run(&self) -> Result<Found, Failure> {
        let mut found = Found::default();
        for (root, path) in self.paths.iter().enumerate() {
            let about = fs::metadata(path).map_err(|error| Failure::file("read", path, &error))?;
            if about.is_dir() {
                self.folder(root, path, &mut found)?;
            } else if about.is_file() {
                found.sources.push(named_file(root, path)?);
            } else {
                let message =
                    format!("cannot read {}: neither a file nor a folder", path.display());
                return Err(Failure::new(message));
            }
        }
        self.tell_apart(&mut found)?;
        Ok(found)
    }

    fn folder(&self, root: usize, folder: &Path, found: &mut Found) -> Result<(), Failure> {
        let first = found.sources.len();
        // Ignore files of this folder count, those above it and the user's own do not: the same
        // folder gives the same index everywhere, and so does one that is itself ignored, as
        // what a site generator wrote usually is.
        let walk = WalkBuilder::new(folder)
            .standard_filters(false)
            .hidden(true)
            .git_ignore(self.gitignore)
            .require_git(false)
            .follow_links(true)
            .overrides(self.overrides(folder)?)
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
                Ok(_) => {}
                Err(error) => found.skipped.push(unwalked(folder, &error)),
            }
        }
        found.skipped.sort_by(|a, b| (&a.path, &a.reason).cmp(&(&b.path, &b.reason)));
        if let Some(new) = found.sources.get_mut(first..) {
            new.sort_by(|a, b| a.id.cmp(&b.id));
        }
        if has_links {
            let new = found.sources.split_off(first);
            let once = once(new, folder);
            found.linked += once.1;
            found.sources.extend(once.0);
        }
        Ok(())
    }

    fn file(&self, root: usize, folder: &Path, file: PathBuf, found: &mut Found) {
        let is_wanted = |format: &Format| self.include.iter().any(|kind| kind.covers(*format));
        if format_of(&file).filter(is_wanted).is_none() {
            return;
        }
        match id(file.strip_prefix(folder).unwrap_or(&file)) {
            Some(id) => found.sources.push(source(file, id, false, root)),
            None => found.skipped.push(Skipped {
                path: file.display().to_string(),
                reason: "its name is not Unicode; rename it".into(),
            }),
        }
    }

    fn overrides(&self, folder: &Path) -> Result<Override, Failure> {
        let mut overrides = OverrideBuilder::new(folder);
        let fail = |glob: &str, why: String| {
            Failure::usage(format!("--exclude {glob}: {why}; use one such as drafts/ or '*.txt'"))
        };
        for glob in self.exclude {
            if glob.starts_with('!') {
                return Err(fail(glob, "a glob of what to leave out has no ! before it".into()));
            }
            let added = overrides.add(&format!("!{glob}"));
            added.map_err(|error| fail(glob, error.to_string()))?;
        }
        overrides.build().map_err(|error| Failure::usage(error.to_string()))
    }

    /// Where files under two of the paths have the same id, the ids of all files in folders begin
    /// with the name of their folder.
    fn tell_apart(&self, found: &mut Found) -> Result<(), Failure> {
        if clash(&found.sources).is_none() {
            return Ok(());
        }
        for source in &mut found.sources {
            let root = self.paths.get(source.root).filter(|root| root.is_dir());
            if let Some(name) = root.and_then(|root| folder_name(root)) {
                source.id = format!("{name}/{}", source.id);
            }
        }
        match clash(&found.sources) {
            None => Ok(()),
            Some((a, b)) => Err(Failure::new(format!(
                "{} and {} would both have the id {}; build from a folder that holds both",
                a.file.display(),
                b.file.display(),
                b.id
            ))),
        }
    }
}

/// Of the files of a folder, in their order, each once, and how many paths lead to others of them:
/// the path without links leads to a file, failing that the first.
fn once(sources: Vec<Source>, folder: &Path) -> (Vec<Source>, usize) {
    let root = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let place =
        |source: &Source| fs::canonicalize(&source.file).unwrap_or_else(|_| source.file.clone());
    let places: Vec<PathBuf> = sources.iter().map(place).collect();
    let is_direct = |source: &Source, place: &Path| root.join(&source.id) == place;
    let mut chosen: BTreeMap<&Path, usize> = BTreeMap::new();
    for (at, (source, place)) in sources.iter().zip(&places).enumerate() {
        let chosen = chosen.entry(place).or_insert(at);
        if is_direct(source, place) {
            *chosen = at;
        }
    }
    let all = sources.len();
    let kept: BTreeSet<usize> = chosen.into_values().collect();
    let numbered = sources.into_iter().enumerate();
    let once: Vec<Source> =
        numbered.filter(|(at, _)| kept.contains(at)).map(|(_, source)| source).collect();
    let others = all - once.len();
    (once, others)
}

fn is_known(file: &Path) -> bool {
    format_of(file).is_some()
}

fn format_of(file: &Path) -> Option<Format> {
    Format::of_path(&file.file_name()?.to_string_lossy())
}

fn named_file(root: usize, file: &Path) -> Result<Source, Failure> {
    if !is_known(file) {
        let known: Vec<&str> = Format::extensions().collect();
        return Err(Failure::new(format!(
            "cannot read {}: not a kind of file that is known by its extension; known are .{}",
            file.display(),
            known.join(", .")
        )));
    }
    let Some(id) = file.file_name().and_then(|name| id(Path::new(name))) else {
        let message = format!("cannot read {}: its name is not Unicode; rename it", file.display());
        return Err(Failure::new(message));
    };
    Ok(source(file.to_owned(), id, true, root))
}

/// A file of which nothing is known yet but where it is.
fn source(file: PathBuf, id: String, named: bool, root: usize) -> Source {
    Source { file, id, named, root, context: FileContext::default() }
}

/// The parts of a path with forward slashes between; none where it is not Unicode.
fn id(path: &Path) -> Option<String> {
    let parts = path.iter().map(|part| part.to_str());
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

fn folder_name(folder: &Path) -> Option<String> {
    let folder = fs::canonicalize(folder).ok()?;
    Some(folder.file_name()?.to_string_lossy().into_owned())
}

/// The first two files with the same id.
fn clash(sources: &[Source]) -> Option<(&Source, &Source)> {
    let mut ids = BTreeMap::new();
    sources.iter().find_map(|source| {
        let first = ids.insert(source.id.as_str(), source)?;
        Some((first, source))
    })
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

    fn found(paths: &[PathBuf], exclude: &[&str]) -> Result<Vec<String>, Failure> {
        let exclude: Vec<String> = exclude.iter().map(|&glob| glob.into()).collect();
        let include = &[Include::Docs];
        let found = Walk { paths, exclude: &exclude, gitignore: true, include }.run()?;
        Ok(found.sources.into_iter().map(|source| source.id).collect())
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
    fn ids_are_paths_in_order() {
        let folder = folder(&["b.md", "a/z.html", "a.txt", "a/logo.png", ".git/x.md", "c/.d.md"]);
        let paths = [folder.path().to_owned()];
        assert_eq!(found(&paths, &[]).unwrap(), ["a.txt", "a/z.html", "b.md"]);
        assert_eq!(found(&paths, &["a/"]).unwrap(), ["a.txt", "b.md"]);
        assert_eq!(found(&paths, &["*.md", "/a.txt"]).unwrap(), ["a/z.html"]);
        assert!(found(&paths, &["!a"]).is_err());
        assert!(found(&paths, &["{a"]).is_err());
    }

    #[test]
    fn clashes_are_told_apart_by_folder() {
        let folder = folder(&["one/a.md", "two/a.md", "two/b.md"]);
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        let both = found(&[one.clone(), two], &[]).unwrap();
        assert_eq!(both, ["one/a.md", "two/a.md", "two/b.md"]);
        assert!(found(&[one.clone(), one.clone()], &[]).is_err());
        assert_eq!(found(&[one.clone(), one.join("a.md")], &[]).unwrap(), ["one/a.md", "a.md"]);
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
        let walk = |paths| Walk { paths, exclude: &[], gitignore: true, include: &[Include::Docs] };
        let found = walk(&paths[..1]).run().unwrap();
        let ids: Vec<&str> = found.sources.iter().map(|source| source.id.as_str()).collect();
        assert_eq!(ids, ["v2/a.md", "v2/b.md", "x/c.md", "x/d.md"]);
        assert_eq!(found.linked, 6);
        // What is named twice is read twice.
        assert_eq!(walk(&paths).run().unwrap().sources.len(), 6);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_loops_are_named() {
        let folder = folder(&["a/b.md"]);
        let link = folder.path().join("a/again");
        std::os::unix::fs::symlink(folder.path(), &link).unwrap();
        let paths = [folder.path().to_owned()];
        let include = &[Include::All];
        let walk = Walk { paths: &paths, exclude: &[], gitignore: true, include };
        let found = walk.run().unwrap();
        assert_eq!(found.sources.len(), 1);
        assert_eq!(found.skipped.len(), 1);
        assert_eq!(found.skipped[0].path, link.display().to_string());
    }
}
