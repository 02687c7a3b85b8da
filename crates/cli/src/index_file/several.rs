//! Several indexes that are asked as one.

use super::local::failure;
use super::opened::Opened;
use super::source::Source;
use crate::failure::Failure;
use kindex::{Error, Group};
use std::collections::HashSet;
use std::path::Path;

/// Open indexes, each with the name by which results say where they are from.
pub struct Several {
    all: Vec<(String, Opened)>,
    /// Those that cannot be opened, or of which a file cannot be had, with the reason.
    pub unavailable: Vec<(String, String)>,
}

impl Several {
    /// Opens indexes. The rest answers where one of several cannot be opened.
    ///
    /// # Errors
    /// Where none can be opened: that of the first. Where two have one name.
    pub fn open(sources: Vec<(String, Source)>) -> Result<Self, Failure> {
        let mut names = HashSet::new();
        if let Some((name, _)) = sources.iter().find(|(name, _)| !names.insert(name)) {
            let message = format!("--also: two indexes are called {name}; name one: NAME=INDEX");
            return Err(Failure::usage(message));
        }
        let mut several = Several { all: Vec::new(), unavailable: Vec::new() };
        let mut first = None;
        for (name, source) in sources {
            match Opened::open(&source) {
                Ok(opened) => several.all.push((name, opened)),
                Err(failure) => {
                    several.unavailable.push((name, failure.to_string()));
                    first = first.or(Some(failure));
                }
            }
        }
        match first {
            Some(failure) if several.all.is_empty() => Err(failure),
            _ => Ok(several),
        }
    }

    /// The names of those that are open, in the order of [`kindex::Hit::index`].
    pub fn names(&self) -> Vec<&str> {
        self.all.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The index, where it is one.
    pub fn only(&mut self) -> Option<&mut Opened> {
        match self.all.as_mut_slice() {
            [(_, opened)] => Some(opened),
            _ => None,
        }
    }

    /// The number of levels of chunks, which is the same in all.
    pub fn levels(&self) -> usize {
        self.all.first().map_or(0, |(_, opened)| opened.index().stats().levels.len())
    }

    /// Answers a question, and loads what it needs of each. The rest answers where a file of one
    /// of several cannot be had.
    ///
    /// # Errors
    /// Those of the question, and where files of none can be had.
    pub fn ask<T>(
        &mut self,
        question: impl Fn(&Group<'_>) -> Result<T, Error>,
    ) -> Result<T, Failure> {
        self.all.iter_mut().for_each(|(_, opened)| opened.begin());
        loop {
            let indexes = self.all.iter().map(|(_, opened)| (opened.index(), 1.0));
            let group = Group::new(indexes).map_err(|error| self.not_one(&error))?;
            match question(&group) {
                Err(Error::Missing) => self.load()?,
                Err(error) => return Err(failure(Path::new(&self.names().join(", ")), &error)),
                Ok(answer) => return Ok(answer),
            }
        }
    }

    fn not_one(&self, error: &Error) -> Failure {
        let names = self.names().join(", ");
        match error {
            Error::Config { message, .. } => Failure::new(format!("{names}: {message}")),
            _ => failure(Path::new(&names), error),
        }
    }

    fn load(&mut self) -> Result<(), Failure> {
        let (mut wanted, mut first) = (0, None);
        for (name, mut opened) in std::mem::take(&mut self.all) {
            let numbers = opened.wanted();
            wanted += numbers.len();
            let loaded = match numbers.is_empty() {
                true => Ok(()),
                false => opened.load_these(&numbers).map(drop),
            };
            match loaded {
                Ok(()) => self.all.push((name, opened)),
                Err(failure) => {
                    self.unavailable.push((name, failure.to_string()));
                    first = first.or(Some(failure));
                }
            }
        }
        match first {
            Some(failure) if self.all.is_empty() => Err(failure),
            None if wanted == 0 => {
                Err(failure(Path::new(&self.names().join(", ")), &Error::Missing))
            }
            _ => Ok(()),
        }
    }
}
