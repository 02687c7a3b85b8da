//! Decides by globs what a walk of a folder passes over.

use ignore::overrides::{Override, OverrideBuilder};
use std::fmt::Display;
use std::path::Path;

/// Globs of what to leave out of a folder, in the notation of `.gitignore` files.
#[derive(Clone, Debug)]
pub struct Exclusions(Override);

impl Exclusions {
    /// Leaves out what matches one of some globs.
    ///
    /// # Errors
    /// Where a glob cannot be read, or has a `!` before it, as text for the user.
    pub fn new<S: AsRef<str>>(globs: &[S]) -> Result<Self, String> {
        let mut builder = OverrideBuilder::new("");
        for glob in globs.iter().map(AsRef::as_ref) {
            if glob.starts_with('!') {
                return Err(unfit(glob, &"a glob of what to leave out has no ! before it"));
            }
            // An override takes in what matches, unless there is a sign before it.
            builder.add(&format!("!{glob}")).map_err(|error| unfit(glob, &error))?;
        }
        builder.build().map(Exclusions).map_err(|error| error.to_string())
    }

    /// Whether a file or folder is left out, by its path in the folder. The folders that it lies in
    /// are not looked at: a walk does not enter one that is left out.
    pub fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        self.0.matched(path, is_folder).is_ignore()
    }
}

fn unfit(glob: &str, why: &dyn Display) -> String {
    format!("{glob}: {why}; use one such as drafts/ or '*.txt'")
}

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
            let error = Exclusions::new(&["b", glob]).unwrap_err();
            assert!(error.starts_with(&format!("{glob}: ")) && error.contains(why), "{error}");
            assert!(error.ends_with("use one such as drafts/ or '*.txt'"), "{error}");
        }
    }
}
