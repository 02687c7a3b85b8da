//! Decides by names what a walk of a folder passes over. The command and the full WebAssembly walk
//! folders in their own ways and read globs by the same library.

use ignore::Error;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::overrides::{Override, OverrideBuilder};
use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;
use std::path::Path;

/// Patterns of what to leave out of a folder: the globs that a user gives, and the `.gitignore`
/// files in it. Paths are relative to the folder, with forward slashes.
///
/// ```
/// use kindex_extract::Exclusions;
/// let mut exclusions = Exclusions::new(&["drafts/"])?;
/// exclusions.add_gitignore("guide", b"*.log\n!kept.log\n");
/// assert!(exclusions.excludes("drafts".as_ref(), true));
/// assert!(exclusions.excludes("guide/new/a.log".as_ref(), false));
/// assert!(!exclusions.excludes("guide/kept.log".as_ref(), false));
/// assert!(!exclusions.excludes("a.log".as_ref(), false));
/// # Ok::<(), kindex_extract::ParseGlobError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exclusions {
    globs: Override,
    /// By the path of their folder; that of the outermost one is empty.
    gitignores: BTreeMap<String, Gitignore>,
}

impl Exclusions {
    /// Leaves out the paths that match one of some globs, in the notation of `.gitignore` files.
    ///
    /// # Errors
    /// [`ParseGlobError`] where a glob cannot be read, or has a `!` before it.
    pub fn new<S: AsRef<str>>(globs: &[S]) -> Result<Self, ParseGlobError> {
        let mut builder = OverrideBuilder::new("");
        for glob in globs.iter().map(AsRef::as_ref) {
            if glob.starts_with('!') {
                return Err(ParseGlobError::new(
                    glob,
                    &"a glob of what to leave out has no ! before it",
                ));
            }
            // An override takes in what matches, unless there is a sign before it.
            let added = builder.add(&format!("!{glob}"));
            added.map_err(|error| ParseGlobError::new(glob, &error))?;
        }
        let globs = builder.build().map_err(|error: Error| ParseGlobError(error.to_string()))?;
        Ok(Exclusions { globs, gitignores: BTreeMap::new() })
    }

    /// Adds the content of the `.gitignore` in the folder at a path; that of the outermost folder
    /// is empty. Lines that cannot be read say nothing, nor do those after one that is not UTF-8.
    pub fn add_gitignore(&mut self, folder: &str, content: &[u8]) {
        let mut builder = GitignoreBuilder::new("");
        for (number, line) in content.lines().map_while(Result::ok).enumerate() {
            let line = if number == 0 { line.trim_start_matches('\u{feff}') } else { &line };
            // The native walk goes on after such a line, too.
            let _ = builder.add_line(None, line);
        }
        let rules = builder.build().unwrap_or_else(|_| Gitignore::empty());
        self.gitignores.insert(folder.to_owned(), rules);
    }

    /// Whether a file or folder is left out. The folders that it lies in are not looked at: a walk
    /// does not enter one that is left out. The time grows with the number of folders above.
    #[must_use]
    pub fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        self.globs.matched(path, is_folder).is_ignore() || self.is_ignored(path, is_folder)
    }

    /// The `.gitignore` of the nearest folder that says anything counts.
    fn is_ignored(&self, path: &Path, is_folder: bool) -> bool {
        let mut found = path.ancestors().skip(1).filter_map(|folder| {
            let rules = self.gitignores.get(folder.to_str()?)?;
            let below = path.strip_prefix(folder).ok()?;
            Some(rules.matched(below, is_folder)).filter(|found| !found.is_none())
        });
        found.next().is_some_and(|found| found.is_ignore())
    }
}

/// A glob that cannot be used, with the reason and advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGlobError(String);

impl ParseGlobError {
    fn new(glob: &str, why: &dyn fmt::Display) -> Self {
        ParseGlobError(format!("{glob}: {why}; use one such as drafts/ or '*.txt'"))
    }
}

impl fmt::Display for ParseGlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseGlobError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn excluded(exclusions: &Exclusions, path: &str) -> bool {
        let (path, is_folder) = path.strip_suffix('/').map_or((path, false), |path| (path, true));
        exclusions.excludes(path.as_ref(), is_folder)
    }

    #[test]
    fn globs_are_those_of_gitignore_files() {
        let exclusions = Exclusions::new(&["drafts/", "/a.txt", "*.{log,tmp}"]).unwrap();
        for path in ["drafts/", "b/drafts/", "a.txt", "x.log", "b/x.tmp"] {
            assert!(excluded(&exclusions, path), "{path}");
        }
        for path in ["drafts", "b/a.txt", "x.md", ""] {
            assert!(!excluded(&exclusions, path), "{path}");
        }
        assert!(!excluded(&Exclusions::new::<&str>(&[]).unwrap(), "a"));
    }

    #[test]
    fn globs_that_cannot_be_read_are_named() {
        for (glob, why) in
            [("!a", "has no !"), ("{a", "unclosed"), ("[b-a]", "invalid range"), ("[a", "")]
        {
            let error = Exclusions::new(&["b", glob]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{glob}: ")) && error.contains(why), "{error}");
            assert!(error.ends_with("use one such as drafts/ or '*.txt'"), "{error}");
        }
    }

    #[test]
    fn the_nearest_gitignore_counts_and_globs_come_first() {
        let mut exclusions = Exclusions::new(&["secret"]).unwrap();
        exclusions.add_gitignore("", b"\xef\xbb\xbfout/*\r\n# a comment\n{a\n*.log\n\xff\nb\n");
        exclusions.add_gitignore("part", b"!kept.log\n!secret\n/own\n");
        for path in ["out/a", "x.log", "part/x.log", "part/secret", "part/own"] {
            assert!(excluded(&exclusions, path), "{path}");
        }
        for path in ["out/", "b", "part/kept.log", "part/deep/kept.log", "own", "part/deep/own"] {
            assert!(!excluded(&exclusions, path), "{path}");
        }
    }
}
