//! Commands that are ended or disturbed while they write leave the old
//! files whole, or the new ones.
//!
//! strace stops a command at a call of the system, or has the call fail. So each call by which
//! files change has its turn, which no waiting for a moment would give.
//! `make check CHECK=crash` tries them all.

mod calls;
mod disk;
mod fail;
mod kill;
mod outputs;
mod printing;
mod scenes;
mod sources;
mod together;
mod trace;

use super::Files;
use std::path::Path;
use std::process::Command;

/// A folder in memory, where that can be: syncing thousands of times would keep a disk busy.
fn in_memory() -> Files {
    let memory = Path::new("/dev/shm");
    let folder = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir());
    Files(folder.unwrap())
}

/// A copy of all files.
fn copied(files: &Files) -> Files {
    let copy = in_memory();
    let all = files.path(".");
    assert!(Command::new("cp").arg("-a").args([all, copy.path("")]).status().unwrap().success());
    copy
}
