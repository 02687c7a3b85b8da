//! Which files of a site are those of this command: so that it writes over no other, and can take
//! its own away.

use crate::failure::Failure;
use crate::field::folder::folders_above;
use crate::field::pages::synced;
use crate::terminal::output;
use crate::whole;
use crate::write::atomic_file;
use indicatif::HumanCount;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh64::xxh64;

/// The file that says so. Hosts and other commands pass over what is hidden.
const FILE: &str = ".kindex-agents";

/// Its first line.
const SIGN: &str = "kindex agents 1";

/// The files that were written before, each with the hashes of what it may hold: two while it is
/// replaced.
pub struct Own<'s> {
    site: &'s Path,
    files: BTreeMap<String, BTreeSet<u64>>,
    is_there: bool,
}

/// The files to be written.
pub struct Files {
    files: BTreeMap<String, Vec<u8>>,
    /// Those that the site has itself and that can be read.
    kept: BTreeSet<String>,
}

impl<'s> Own<'s> {
    /// Reads what an earlier run wrote down.
    ///
    /// # Errors
    /// Where it cannot be read, or is of something else.
    pub fn read(site: &'s Path) -> Result<Self, Failure> {
        let path = site.join(FILE);
        let text = match whole::text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Own { site, files: BTreeMap::new(), is_there: false });
            }
            Err(error) => return Err(Failure::file("read", &path, &error)),
        };
        let Some(files) = parsed(&text) else {
            return Err(Failure::new(format!(
                "cannot use {}: it is not of kindex agents; remove it, and files that were written before stay as they are",
                path.display()
            )));
        };
        Ok(Own { site, files, is_there: true })
    }

    /// Whether the file at a path is as this command wrote it.
    fn is_own(&self, path: &str, bytes: &[u8]) -> bool {
        self.files.get(path).is_some_and(|hashes| hashes.contains(&hash(bytes)))
    }

    /// Whether a link or a file stands where a path needs a folder of the site.
    fn is_barred(&self, path: &str) -> bool {
        let found = |folder| fs::symlink_metadata(self.site.join(folder));
        folders_above(path).iter().any(|it| found(it).is_ok_and(|found| !found.is_dir()))
    }

    /// Sorts out files that the site has itself, and names them.
    pub fn admit(&self, files: BTreeMap<String, Vec<u8>>) -> Files {
        let is_of_site = |path: &str| {
            let file = self.site.join(path);
            let is_barred = self.is_barred(path);
            match fs::symlink_metadata(&file) {
                Ok(found) if found.is_file() && !is_barred => {
                    !whole::bytes(&file).is_ok_and(|bytes| self.is_own(path, &bytes))
                }
                Ok(_) => true,
                Err(_) => is_barred,
            }
        };
        let (kept, files): (BTreeMap<_, _>, BTreeMap<_, _>) =
            files.into_iter().partition(|(path, _)| is_of_site(path));
        let mut kept: BTreeSet<String> = kept.into_keys().collect();
        self.say_kept(&kept);
        // Nobody can read a folder, nor a link that leads nowhere.
        kept.retain(|path| self.site.join(path).is_file());
        Files { files, kept }
    }

    fn say_kept(&self, kept: &BTreeSet<String>) {
        // Files of the site itself that programs look for are named each.
        let (pages, named): (Vec<&String>, Vec<&String>) =
            kept.iter().partition(|path| path.ends_with(".md") && path.as_str() != "skill.md");
        for path in named {
            let path = self.site.join(path);
            output::warning(&format!("kept {}: it is not of kindex agents", path.display()));
        }
        if let Some(first) = pages.first() {
            let first = self.site.join(first);
            let others = match pages.len() - 1 {
                0 => "it is not of kindex agents".to_owned(),
                others => {
                    format!("it and {} others are not of kindex agents", HumanCount(others as u64))
                }
            };
            output::warning(&format!("kept {}: {others}", first.display()));
        }
    }

    /// Writes down which files are about to be written, so that a run that is cut short can be done
    /// again or undone.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn begin(&self, files: &Files) -> Result<(), Failure> {
        let mut all = self.files.clone();
        for (path, hash) in files.hashes() {
            all.entry(path).or_default().insert(hash);
        }
        self.write(&all)
    }

    /// Removes files of earlier runs that are no longer written, and writes down those that are.
    ///
    /// # Errors
    /// Where something cannot be removed or written.
    pub fn finish(&self, files: &Files) -> Result<(), Failure> {
        let old = self.files.keys().filter(|path| !files.files.contains_key(*path));
        self.remove_files(old)?;
        let mut all: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
        for (path, hash) in files.hashes() {
            all.insert(path, BTreeSet::from([hash]));
        }
        self.write(&all)
    }

    /// Removes all files. Gives their number.
    ///
    /// # Errors
    /// Where one cannot be removed.
    pub fn remove(&self) -> Result<u64, Failure> {
        let kept = self.remove_files(self.files.keys())?;
        for path in &kept {
            let path = self.site.join(path);
            output::warning(&format!("kept {}: it was changed since", path.display()));
        }
        if self.is_there {
            let path = self.site.join(FILE);
            fs::remove_file(&path).map_err(|error| Failure::file("remove", &path, &error))?;
        }
        Ok((self.files.len() - kept.len()) as u64)
    }

    /// Removes those of some files that are as they were written, and the folders that are empty
    /// then. Gives those that are not.
    fn remove_files<'p>(
        &self,
        paths: impl Iterator<Item = &'p String>,
    ) -> Result<Vec<&'p String>, Failure> {
        let mut kept = Vec::new();
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        for path in paths {
            let file = self.site.join(path);
            let is_elsewhere = self.is_barred(path) || file.is_symlink();
            match whole::bytes(&file) {
                Ok(bytes) if self.is_own(path, &bytes) && !is_elsewhere => {
                    fs::remove_file(&file).map_err(|it| Failure::file("remove", &file, &it))?;
                    folders.extend(folders_above(path).iter().map(|it| self.site.join(it)));
                }
                Err(error) if is_gone(&error) => {}
                _ => kept.push(path),
            }
        }
        // The deepest first. One with files in it stays.
        for folder in folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
        Ok(kept)
    }

    fn write(&self, files: &BTreeMap<String, BTreeSet<u64>>) -> Result<(), Failure> {
        let mut text = format!("{SIGN}\n");
        for (path, hashes) in files {
            // A path may hold any sign, even one that ends lines.
            let path = json!(path);
            hashes.iter().for_each(|hash| text.push_str(&format!("{hash:016x} {path}\n")));
        }
        let path = self.site.join(FILE);
        if whole::bytes(&path).is_ok_and(|there| there == text.as_bytes()) {
            return Ok(());
        }
        let written = atomic_file::replace(self.site, &path, text.as_bytes());
        written.map_err(|error| Failure::file("write", &path, &error))?;
        synced(self.site)
    }
}

impl Files {
    fn hashes(&self) -> impl Iterator<Item = (String, u64)> {
        self.files.iter().map(|(path, bytes)| (path.clone(), hash(bytes)))
    }

    /// Whether a file is in the site, whoever wrote it.
    pub fn is_there(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.kept.contains(path)
    }

    /// The text of one that is written.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).and_then(|bytes| str::from_utf8(bytes).ok())
    }

    /// Writes them, each whole or not at all, but for those that are there already.
    ///
    /// # Errors
    /// Where one cannot be written.
    pub fn write(&self, site: &Path) -> Result<(), Failure> {
        let mut folders = BTreeSet::new();
        for (path, bytes) in &self.files {
            let file = site.join(path);
            if whole::bytes(&file).is_ok_and(|there| there == *bytes) {
                continue;
            }
            let folder = file.parent().unwrap_or(site);
            let written = fs::create_dir_all(folder)
                .and_then(|()| atomic_file::replace(folder, &file, bytes));
            written.map_err(|error| Failure::file("write", &file, &error))?;
            folders.insert(folder.to_owned());
        }
        folders.iter().try_for_each(|folder| synced(folder))
    }
}

/// What was written down. None where it is something else.
fn parsed(text: &str) -> Option<BTreeMap<String, BTreeSet<u64>>> {
    let lines = text.strip_prefix(SIGN)?.strip_prefix('\n')?.lines();
    let mut files: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for line in lines {
        let (hash, path) = line.split_once(' ')?;
        let hash = u64::from_str_radix(hash, 16).ok()?;
        let path: String = serde_json::from_str(path).ok()?;
        if !is_inside(&path) {
            return None;
        }
        files.entry(path).or_default().insert(hash);
    }
    Some(files)
}

/// Whether there is nothing at a path, perhaps as a file is where it needs a folder.
fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn hash(bytes: &[u8]) -> u64 {
    xxh64(bytes, 0)
}

/// Whether a path leads to a file in the site.
fn is_inside(path: &str) -> bool {
    // Elsewhere these are signs of a name as others are.
    let leads_out = cfg!(windows) && path.contains(['\\', ':']);
    !leads_out && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}
