//! The ids of files.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use super::entry::{Candidate, Root};

/// Two files that would have the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdClash {
    /// One file.
    pub first: PathBuf,
    /// The other one.
    pub second: PathBuf,
    /// The id.
    pub id: String,
}

impl fmt::Display for IdClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IdClash { first, second, id } = self;
        let (first, second) = (first.display(), second.display());
        write!(
            f,
            "{first} and {second} would both have the id {id}; build from a folder that holds both"
        )
    }
}

impl std::error::Error for IdClash {}

/// The paths of the files. Where two are the same, those of all files in folders begin with the
/// name of their folder.
pub(super) fn of(candidates: &[Candidate], roots: &[Root]) -> Result<Vec<String>, IdClash> {
    let paths: Vec<String> = candidates.iter().map(|it| it.entry.path.clone()).collect();
    if first_clash(&paths).is_none() {
        return Ok(paths);
    }
    let in_folder = |Candidate { entry, .. }: &Candidate| {
        let root = roots.get(entry.root).filter(|_| !entry.named);
        match root.and_then(|root| root.name.as_deref()) {
            Some(name) => format!("{name}/{}", entry.path),
            None => entry.path.clone(),
        }
    };
    let ids: Vec<String> = candidates.iter().map(in_folder).collect();
    let file = |at: usize| candidates.get(at).map(|it| it.entry.file.clone()).unwrap_or_default();
    match first_clash(&ids) {
        Some((first, second, id)) => {
            Err(IdClash { first: file(first), second: file(second), id: id.to_owned() })
        }
        None => Ok(ids),
    }
}

/// The numbers of the first two files with the same id.
fn first_clash(ids: &[String]) -> Option<(usize, usize, &str)> {
    let mut numbers = BTreeMap::new();
    ids.iter().enumerate().find_map(|(second, id)| {
        let first = numbers.insert(id.as_str(), second)?;
        Some((first, second, id.as_str()))
    })
}
