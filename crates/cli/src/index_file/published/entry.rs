//! The file of a published index that is read first, as it is kept: a line of JSON about it, and
//! its bytes as they came.

use crate::fetch::Known;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

/// What is known of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The address that was asked for.
    address: String,
    /// The one that redirects led to.
    pub at: String,
    #[serde(flatten)]
    pub known: Known,
    /// The checksum of the bytes.
    sum: u64,
}

impl About {
    /// What is known of a file of these bytes.
    pub fn new(address: &str, at: &str, known: Known, bytes: &[u8]) -> Self {
        About { address: address.to_owned(), at: at.to_owned(), known, sum: xxh64(bytes, 0) }
    }

    /// Whether it is about the same bytes.
    pub fn is_same(&self, other: &Self) -> bool {
        self.sum == other.sum && self.at == other.at
    }

    /// The file as it is kept.
    pub fn stored(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stored = serde_json::to_vec(self).unwrap_or_default();
        stored.push(b'\n');
        stored.extend_from_slice(bytes);
        stored
    }

    /// Reads what is kept of an address; nothing where it is damaged, or of another address.
    pub fn read(stored: &[u8], address: &str) -> Option<(Self, Vec<u8>)> {
        let end = stored.iter().position(|&byte| byte == b'\n')?;
        let (line, bytes) = stored.split_at_checked(end)?;
        let bytes = bytes.get(1..)?;
        let about: About = serde_json::from_slice(line).ok()?;
        let is_whole = about.address == address && about.sum == xxh64(bytes, 0);
        is_whole.then(|| (about, bytes.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_unless_it_is_damaged() {
        let known = Known { etag: Some("\"a\"".into()), modified: None };
        let about = About::new("https://a.dev/", "https://a.dev/x", known, b"one\ntwo");
        let stored = about.stored(b"one\ntwo");
        let address = "https://a.dev/";
        assert_eq!(About::read(&stored, address), Some((about, b"one\ntwo".to_vec())));
        assert_eq!(About::read(&stored, "https://b.dev/"), None);
        for at in 0..stored.len() {
            let mut bad = stored.clone();
            bad[at] ^= 1;
            let read = About::read(&bad, address);
            // What the host said of it may be wrong: then it is fetched again.
            assert!(read.is_none_or(|(_, bytes)| bytes == b"one\ntwo"), "byte {at}");
            assert_eq!(About::read(&stored[..at], address), None);
        }
    }
}
