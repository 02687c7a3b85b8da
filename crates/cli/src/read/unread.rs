//! Counts the files that nothing reads, by their kinds.

use crate::flags::configuration;
use crate::terminal::output::plain;
use indicatif::HumanCount;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

/// The most kinds that are named.
const MAX_NAMED_KINDS: usize = 8;

/// Indexes have this in their names.
const INDEX: &str = ".kdx";

/// The shards of an index end with this.
const SHARD: &str = ".kds";

/// The number of files that nothing reads, for each extension in lower case. Files without one have
/// an empty one.
#[derive(Debug, Default, PartialEq)]
pub struct Unread(BTreeMap<String, usize>);

impl Unread {
    /// Counts a file, unless the command wrote it or is told by it what to do.
    pub fn count(&mut self, file: &Path) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let is_own = name.contains(INDEX) || name.ends_with(SHARD) || name == configuration::FILE;
        if is_own {
            return;
        }
        let extension = file.extension().map(OsStr::to_string_lossy).unwrap_or_default();
        *self.0.entry(extension.to_lowercase()).or_default() += 1;
    }

    /// Takes in those of another walk.
    pub fn add(&mut self, other: Unread) {
        for (extension, count) in other.0 {
            *self.0.entry(extension).or_default() += count;
        }
    }

    /// `3 .rst, 2 .docx`, the most frequent first; empty for none.
    pub fn text(&self) -> String {
        let mut kinds: Vec<(&str, usize)> =
            self.0.iter().map(|(extension, count)| (extension.as_str(), *count)).collect();
        kinds.sort_by_key(|(_, count)| Reverse(*count));
        let named = kinds.iter().take(MAX_NAMED_KINDS).map(|(extension, count)| {
            let count = HumanCount(*count as u64);
            match plain(extension) {
                extension if extension.is_empty() => format!("{count} without extension"),
                extension => format!("{count} .{extension}"),
            }
        });
        let mut parts: Vec<String> = named.collect();
        let more: usize = kinds.iter().skip(MAX_NAMED_KINDS).map(|(_, count)| count).sum();
        if more > 0 {
            parts.push(format!("{} of other kinds", HumanCount(more as u64)));
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted() {
        let mut unread = Unread::default();
        assert_eq!(unread.text(), "");
        for file in ["a.rst", "b/LICENSE", "b/c.RST", "d.docx"] {
            unread.count(Path::new(file));
        }
        for own in ["site.kdx.gz", "kindex.toml", "search/0123456789ab.kds"] {
            unread.count(Path::new(own));
        }
        let mut more = Unread::default();
        more.count(Path::new("e.rst"));
        unread.add(more);
        assert_eq!(unread.text(), "3 .rst, 1 without extension, 1 .docx");
        for number in 0..9 {
            unread.count(Path::new(&format!("a.x{number}")));
        }
        assert!(unread.text().ends_with(", 4 of other kinds"), "{}", unread.text());
    }
}
