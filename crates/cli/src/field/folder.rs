//! The folder that `kindex inject` makes in a site: by which sign it is known, what it holds, its
//! removal.

use super::script::{INDEX, SCRIPT, SIGN};
use crate::failure::Failure;
use crate::index_file::sharded::is_file_name;
use crate::read::walk;
use crate::terminal::output;
use crate::whole;
use crate::write::atomic_file::{self, is_aside};
use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The index where earlier versions had it.
const EARLIER_INDEX: &str = "site.kdx";

/// The folder of this command in a site.
#[derive(Debug)]
pub struct OwnFolder {
    /// Its path in the site, with forward slashes.
    pub name: String,
    pub path: PathBuf,
    /// Whether anything is in it.
    pub is_used: bool,
}

impl OwnFolder {
    /// The folder of a name, which holds nothing that somebody else put there. One that was killed
    /// before all else may have left a file that it wrote aside.
    ///
    /// # Errors
    /// Where the name is none, a link leads elsewhere, or the folder is of somebody else.
    pub fn of(site: &Path, name: &str) -> Result<Self, Failure> {
        if !is_name(name) {
            return Err(Failure::usage(format!(
                "--folder {name}: accepted are names of folders in DIR, such as kindex or assets/kindex"
            )));
        }
        let path = site.join(name);
        check_links(site, name)?;
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries.flatten().map(|entry| entry.file_name()).collect(),
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::file("read", &path, &error)),
        };
        if !entries.iter().all(|name| is_aside(name)) && !is_signed(&path) {
            return Err(Failure::new(format!(
                "{} is there, and is not of kindex inject: name another folder with --folder",
                path.display()
            )));
        }
        Ok(OwnFolder { name: name.to_owned(), path, is_used: !entries.is_empty() })
    }

    /// Whether a path of the site is in it.
    pub fn has(&self, path: &str) -> bool {
        path.strip_prefix(&self.name).is_some_and(|rest| rest.starts_with('/'))
    }

    /// Writes a file in it, whole, unless it is there already. The renaming lasts after
    /// [`atomic_file::sync_folder`].
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&self, file: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.path.join(file);
        if whole::bytes(&path).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        check_links(&self.path, file)?;
        let folder = path.parent().unwrap_or(&self.path);
        let written =
            fs::create_dir_all(folder).and_then(|()| atomic_file::replace(folder, &path, bytes));
        written.map_err(|error| Failure::file("write", &path, &error))
    }
}

/// Whether a text names a folder in another, which may be in an address as it stands.
fn is_name(name: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    name.split('/').all(|part| {
        part.bytes().next().is_some_and(is_word)
            && part.bytes().all(|byte| is_word(byte) || byte == b'.')
    })
}

/// What lies behind a link may be of another site.
fn check_links(folder: &Path, path: &str) -> Result<(), Failure> {
    for above in folders_above(path).into_iter().chain([path.to_owned()]) {
        let path = folder.join(above);
        if path.is_symlink() {
            return Err(Failure::new(format!(
                "{} is a link to another folder: name a folder in DIR with --folder",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Whether a folder is one of this command.
fn is_signed(folder: &Path) -> bool {
    let mut begin = Vec::new();
    let read = whole::open(&folder.join(SCRIPT))
        .and_then(|file| file.take(SIGN.len() as u64).read_to_end(&mut begin));
    read.is_ok() && begin == SIGN.as_bytes()
}

/// The names of all other folders of this command in a site, by the paths of the site's files.
pub fn others(site: &Path, files: &[String], own: &OwnFolder) -> Vec<String> {
    let there = fs::canonicalize(&own.path).ok();
    let folders = files.iter().filter_map(|file| file.strip_suffix(SCRIPT)?.strip_suffix('/'));
    let is_other = |name: &&str| {
        let path = site.join(name);
        // Some systems do not tell Kindex from kindex.
        is_signed(&path) && fs::canonicalize(&path).ok() != there
    };
    folders.filter(is_other).map(str::to_owned).collect()
}

/// The files of this command in a folder of it, by their paths there: by what its script leads to,
/// whatever version wrote it. Files come before those that lead to them, so that a removal that
/// was cut short can go on.
pub fn files_of(folder: &Path) -> Vec<String> {
    let there = walk::all_below(folder);
    let is_index =
        |path: &str| path == EARLIER_INDEX || path.strip_prefix(INDEX).is_some_and(is_file_name);
    let is_aside = |path: &str| is_aside(path.rsplit('/').next().unwrap_or_default().as_ref());
    let mut files: Vec<String> =
        there.iter().filter(|path| is_index(path) || is_aside(path)).cloned().collect();
    let mut loaded = Vec::new();
    add_loaded(folder, SCRIPT.to_owned(), &there, &mut loaded);
    loaded.reverse();
    files.extend(loaded);
    files
}

/// Adds a script, and what it and the scripts that it names load.
fn add_loaded(folder: &Path, script: String, there: &BTreeSet<String>, loaded: &mut Vec<String>) {
    let mut left = vec![script];
    while let Some(path) = left.pop() {
        if !there.contains(&path) || loaded.contains(&path) {
            continue;
        }
        if path.ends_with(".js") {
            let code = whole::bytes(&folder.join(&path)).unwrap_or_default();
            let code = String::from_utf8_lossy(&code);
            left.extend(addresses(&code).filter_map(|address| joined(&path, address)));
        }
        loaded.push(path);
    }
}

/// What is between quotes in a script and could be the address of another file.
fn addresses(code: &str) -> impl Iterator<Item = &str> {
    let is_address = |text: &&str| {
        (text.ends_with(".js") || text.ends_with(".wasm"))
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte))
    };
    code.split(['"', '\'', '`']).filter(is_address)
}

/// The path of an address that a file has; none where it leads out of the folder.
fn joined(file: &str, address: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Removes a folder of this command from a site, but not what somebody else put into it.
///
/// # Errors
/// Where a file cannot be removed.
pub fn remove(site: &Path, name: &str) -> Result<(), Failure> {
    let path = site.join(name);
    let (sign, files): (Vec<_>, Vec<_>) =
        files_of(&path).into_iter().partition(|file| file == SCRIPT);
    remove_files(site, name, &files)?;
    // Folders whose files an earlier run removed, which was cut short.
    remove_empty(walk::folders_below(&path));
    remove_files(site, name, &sign)?;
    if fs::symlink_metadata(&path).is_ok() {
        output::warning(&format!(
            "kept {}: it has files that are not of kindex inject",
            path.display()
        ));
    }
    Ok(())
}

/// Removes files of a folder in a site, and the folders that are empty then.
///
/// # Errors
/// Where a file cannot be removed.
pub fn remove_files(site: &Path, name: &str, files: &[String]) -> Result<(), Failure> {
    let mut folders = BTreeSet::new();
    for file in files {
        let path = site.join(name).join(file);
        match fs::remove_file(&path) {
            // What a killed run left aside goes by itself.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            removed => removed.map_err(|error| Failure::file("remove", &path, &error))?,
        }
        let above = folders_above(&format!("{name}/{file}"));
        folders.extend(above.into_iter().map(|above| site.join(above)));
    }
    remove_empty(folders.into_iter().collect());
    Ok(())
}

/// Removes folders. One with files in it stays.
fn remove_empty(mut folders: Vec<PathBuf>) {
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.as_os_str().len()));
    for folder in folders {
        let _ = fs::remove_dir(folder);
    }
}

/// The folders that a path leads through.
pub fn folders_above(path: &str) -> Vec<String> {
    path.match_indices('/').map(|(at, _)| path.split_at(at).0.to_owned()).collect()
}
