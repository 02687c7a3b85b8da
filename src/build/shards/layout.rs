//! In how many files an index is.

use super::{ShardSizes, Sharded, shard};
use crate::error::Error;
use crate::index::Index;
use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;

/// In how many files an index is that lies in a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// In one file while a page is better off with that, and else in several.
    #[default]
    Auto,
    /// In one file, of which a page loads all.
    Single,
    /// In several files, of which a page loads those that a query needs.
    Sharded,
}

/// The largest index in bytes that [`Layout::Auto`] leaves in one file.
/// Compressed, that is about 500 KB.
const AUTO_SINGLE_BYTES: usize = 1_500_000;

impl Layout {
    /// Whether an index of `bytes` bytes is in one file.
    fn is_single(self, bytes: usize) -> bool {
        match self {
            Layout::Auto => bytes <= AUTO_SINGLE_BYTES,
            Layout::Single => true,
            Layout::Sharded => false,
        }
    }
}

impl FromStr for Layout {
    type Err = Error;

    /// Reads the name in lower case.
    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "auto" => Ok(Layout::Auto),
            "single" => Ok(Layout::Single),
            "sharded" => Ok(Layout::Sharded),
            _ => {
                let message = format!("{name:?} given; accepted are auto, single, sharded");
                Err(Error::config("layout", message))
            }
        }
    }
}

impl Sharded {
    /// The files of an index for a folder, with pairs of words or without where they are several.
    /// Where it is one, that is the head, and holds the whole index.
    ///
    /// # Errors
    /// Those of [`shard`].
    pub fn laid_out(blob: Vec<u8>, layout: Layout, pairs: bool) -> Result<Self, Error> {
        if !layout.is_single(blob.len()) {
            return shard(&blob, &ShardSizes { pairs, ..ShardSizes::of_index(blob.len()) });
        }
        Index::open(blob.as_slice())?;
        Ok(Sharded { head: blob, shards: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Builder;
    use crate::build::Config;
    use crate::document::Document;

    #[test]
    fn the_size_decides_unless_the_user_does() {
        let mut builder = Builder::new(Config::default());
        builder
            .add(Document { id: "a".into(), text: "Word".into(), ..Document::default() })
            .unwrap();
        let blob = builder.finish().unwrap();
        let files = |layout: &str| {
            let laid_out = Sharded::laid_out(blob.clone(), layout.parse().unwrap(), true).unwrap();
            assert_eq!(laid_out.head == blob, laid_out.shards.is_empty());
            laid_out.shards.len()
        };
        assert_eq!(files("auto"), 0);
        assert!(files("sharded") > 0);
        assert_eq!(files("single"), 0);
        assert!(Layout::Auto.is_single(AUTO_SINGLE_BYTES));
        assert!(!Layout::Auto.is_single(AUTO_SINGLE_BYTES + 1));
        assert!("several".parse::<Layout>().is_err());
    }
}
