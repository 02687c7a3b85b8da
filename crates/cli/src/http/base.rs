//! The path that all addresses of a site begin with.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The characters that browsers encode in a path; escapes that are there stay.
const ENCODED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');

/// `/`, or a path such as `/docs/`, as it stands in requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Base(String);

/// The relation of a path to a base.
#[derive(Debug, PartialEq)]
pub enum Below {
    /// A path within the site, which begins with a slash.
    Path(String),
    /// The base without its last slash, or the root above it.
    Above,
    /// Something else.
    Beside,
}

impl FromStr for Base {
    type Err = String;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = given.split('/').filter(|part| !part.is_empty()).collect();
        let strange = |part: &&str| part.contains([':', '?', '#', '\\']) || part.starts_with('.');
        if given.starts_with("//") || parts.iter().any(strange) {
            return Err("accepted are paths such as /docs/".into());
        }
        let path: String = parts.iter().map(|part| format!("/{part}")).collect();
        Ok(Base(utf8_percent_encode(&(path + "/"), ENCODED).to_string()))
    }
}

impl Base {
    /// The prefix of paths within the site.
    pub fn prefix(&self) -> &str {
        self.0.trim_end_matches('/')
    }

    /// Looks at the path of a request. Slashes in a row count as one: a redirect to a path that
    /// begins with two would lead to another host.
    pub fn below(&self, path: &str) -> Below {
        let path = single_slashes(path);
        let prefix = self.prefix();
        if !prefix.is_empty() && (path == "/" || path == prefix) {
            return Below::Above;
        }
        match path.strip_prefix(prefix) {
            Some(rest) if rest.starts_with('/') => Below::Path(rest.to_owned()),
            _ => Below::Beside,
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn single_slashes(path: &str) -> Cow<'_, str> {
    if !path.contains("//") {
        return path.into();
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let last = if path.ends_with('/') && !parts.is_empty() { "/" } else { "" };
    format!("/{}{last}", parts.join("/")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_paths() {
        for (given, base) in [
            ("/", "/"),
            ("", "/"),
            ("docs", "/docs/"),
            ("/docs", "/docs/"),
            ("/a/b/", "/a/b/"),
            ("/über uns/", "/%C3%BCber%20uns/"),
            ("/%C3%BCber/", "/%C3%BCber/"),
        ] {
            assert_eq!(Base::from_str(given).unwrap().to_string(), base, "{given}");
        }
        for given in ["https://a.dev/docs/", "//a.dev/", "/a/../b/", "/a?b", "/a#b", "a\\b"] {
            assert!(Base::from_str(given).is_err(), "{given}");
        }
    }

    #[test]
    fn paths_are_below_a_base_or_not() {
        let path = |path: &str| Below::Path(path.into());
        let root = Base::from_str("/").unwrap();
        for (given, found) in [("/", "/"), ("//sub", "/sub"), ("///", "/"), ("/a//b//", "/a/b/")] {
            assert_eq!(root.below(given), path(found), "{given}");
        }
        let docs = Base::from_str("/docs/").unwrap();
        assert_eq!(docs.below("/docs/"), path("/"));
        assert_eq!(docs.below("//docs//a"), path("/a"));
        for above in ["/", "/docs", "//docs"] {
            assert_eq!(docs.below(above), Below::Above, "{above}");
        }
        for beside in ["/a", "/docsa", "/doc"] {
            assert_eq!(docs.below(beside), Below::Beside, "{beside}");
        }
    }
}
