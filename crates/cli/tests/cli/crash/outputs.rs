//! The files that a command writes, and whether they are of one state.

use super::super::Files;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The bytes of files, by their paths.
pub type State = BTreeMap<String, Vec<u8>>;

/// All that is at a path: a file, a folder of files, or nothing.
pub fn state(files: &Files, output: &str) -> State {
    let mut state = State::new();
    add(&files.path(output), output, &mut state);
    state
}

fn add(path: &Path, name: &str, state: &mut State) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{name}/{}", entry.file_name().to_str().unwrap());
            add(&entry.path(), &name, state);
        }
    } else if path.exists() {
        state.insert(name.into(), fs::read(path).unwrap());
    }
}

/// Without files that are being written.
pub fn settled(mut state: State) -> State {
    state.retain(|path, _| !path.contains(".kindex-"));
    state
}

/// Whether all files of a state are there, and beside them nothing but what is not looked at:
/// shards of another state, and files that are being written.
pub fn is_whole(there: &State, wanted: &State) -> bool {
    let has_all = wanted.iter().all(|(path, bytes)| there.get(path) == Some(bytes));
    has_all && settled(there.clone()).keys().all(|path| wanted.contains_key(path) || is_shard(path))
}

pub fn is_shard(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.len() == 16 && name.ends_with(".kds")
}

/// The paths of files and folders that are being written, in the whole folder.
pub fn left_behind(files: &Files) -> Vec<String> {
    let mut found = Vec::new();
    look(&files.path(""), &mut found);
    found
}

fn look(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".kindex-")) {
            found.push(path.display().to_string());
        } else if path.is_dir() {
            look(&path, found);
        }
    }
}
