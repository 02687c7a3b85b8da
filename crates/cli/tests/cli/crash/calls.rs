//! The calls of a run at which something may happen to it.

use super::super::Files;
use super::trace;
use std::collections::{BTreeMap, BTreeSet};

/// One call of the system, or the first of several threads that comes to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub name: String,
    /// A path that only this call has.
    pub of: Option<String>,
    /// It is the n-th of that name: of those with this path, or in its thread.
    pub number: usize,
}

impl Call {
    /// As strace takes it, to do something at it.
    pub fn inject(&self, what: &str) -> String {
        format!("{}:{what}:when={}", self.name, self.number)
    }
}

/// The calls of a run by which files change. Of those with one name and a path that stays, the
/// first is taken. Those with a name that is made up are counted by their threads.
pub fn of(files: &Files, args: &[&str]) -> Vec<Call> {
    let mut found = BTreeSet::new();
    let folder = format!("{}/", files.path("").to_str().unwrap().trim_end_matches('/'));
    for thread in trace::calls(files, args) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &thread {
            let name = line.split('(').next().unwrap_or_default();
            // Calls that print have tests of their own.
            if line.starts_with("write(1<") || line.starts_with("write(2<") {
                *counts.entry(name).or_default() += 1;
                continue;
            }
            let number = counts.entry(name).or_default();
            *number += 1;
            found.insert(match lasting_path(line, &folder) {
                Some(path) => Call { name: name.into(), of: Some(path), number: 1 },
                None => Call { name: name.into(), of: None, number: *number },
            });
        }
    }
    found.into_iter().collect()
}

/// The path in a folder to which a call of this line leads, where each run has the same.
fn lasting_path(line: &str, folder: &str) -> Option<String> {
    // Of these strace knows that they have this path; of rename it does not.
    let names = ["renameat(", "renameat2(", "unlink(", "mkdir("];
    names.iter().find(|name| line.starts_with(*name))?;
    let path = line.rsplit('"').nth(1)?;
    let path = path.strip_prefix(folder).unwrap_or(path);
    (!path.contains(".kindex-")).then(|| path.to_owned())
}
