//! Indexes in several files: cutting one, and loading what an answer needs.

use crate::blob::shards::Shards;
use crate::error::Error;
use crate::index::Index;
use alloc::string::String;
use alloc::vec::Vec;

/// An index in several files.
#[cfg(feature = "build")]
#[derive(Clone, Debug, PartialEq)]
pub struct Sharded {
    /// What is loaded first; [`Index::open`] opens it.
    pub head: Vec<u8>,
    /// In the order of their numbers.
    pub shards: Vec<Shard>,
}

/// One file of an index besides the head.
#[cfg(feature = "build")]
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// 16 hexadecimal digits: the checksum of its bytes, so that a name never has other bytes.
    pub name: String,
    /// What is loaded.
    pub bytes: Vec<u8>,
}

/// About how many bytes a shard gets; what belongs together stays so.
#[cfg(feature = "build")]
#[derive(Clone, Debug, PartialEq)]
pub struct ShardSizes {
    /// Of posting lists. Default 8,192.
    pub postings: usize,
    /// Of documents: texts, headings and records. Default 16,384.
    pub documents: usize,
}

#[cfg(feature = "build")]
impl Default for ShardSizes {
    fn default() -> Self {
        ShardSizes { postings: 8 << 10, documents: 16 << 10 }
    }
}

impl<B: AsRef<[u8]>> Index<B> {
    /// The names of the shards, in the order of their numbers; none where the index is one file.
    pub fn shard_names(&self) -> Vec<String> {
        let count = self.shards.as_ref().map_or(0, Shards::count);
        (0..count).filter_map(|number| self.shard_name(number)).collect()
    }

    /// The name of the shard with a number.
    pub fn shard_name(&self, number: usize) -> Option<String> {
        self.shards.as_ref()?.name(number)
    }

    /// The numbers of the shards that were asked for since the last call and are not loaded. After
    /// [`Error::Missing`], load these and ask again: the answer then comes, or goes further. There
    /// are at most two such rounds to results without phrases, the first for the words' lists, the
    /// second for the texts.
    pub fn wanted(&mut self) -> Vec<usize> {
        self.shards.as_mut().map_or_else(Vec::new, |shards| shards.take_wanted())
    }

    /// Takes in the bytes of a shard.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where they are not those that the head names, [`Error::Config`] where
    /// there is no such shard.
    pub fn load(&mut self, shard: usize, bytes: Vec<u8>) -> Result<(), Error> {
        match &mut self.shards {
            Some(shards) => shards.load(shard, bytes),
            None => Err(Error::config("shard", "the index is in one file")),
        }
    }

    /// Forgets the bytes of a shard; where they are needed, it is wanted again.
    pub fn unload(&mut self, shard: usize) {
        if let Some(shards) = &mut self.shards {
            shards.unload(shard);
        }
    }

    /// The index as one file.
    ///
    /// # Errors
    /// [`Error::Missing`] where a shard is not loaded.
    pub fn assembled(&self) -> Result<Vec<u8>, Error> {
        match &self.shards {
            Some(shards) => shards.assembled(self.bytes()).ok_or(Error::Missing),
            None => Ok(self.bytes().to_vec()),
        }
    }
}

#[cfg(feature = "build")]
mod cutting {
    use super::{Shard, ShardSizes, Sharded};
    use crate::blob::shards::{self, Cut};
    use crate::blob::{Kind, dictionary};
    use crate::error::{Damage, Error};
    use crate::index::{Index, Sections};
    use alloc::vec::Vec;

    /// Cuts an index in one file into several.
    ///
    /// # Errors
    /// Those of [`crate::verify`]: a damaged index is not cut.
    pub fn shard(blob: &[u8], sizes: &ShardSizes) -> Result<Sharded, Error> {
        let index = Index::open(blob)?;
        index.verify()?;
        let sections = index.sections()?;
        let lists = list_lengths(&sections)?;
        let documents = document_lengths(&sections)?;
        let mut plan = Plan { pieces: Vec::new(), shards: 0 };
        let groups = groups(&documents, |lengths| lengths.iter().sum(), sizes.documents);
        let mut of_documents = None;
        let mut place = 0;
        for (kind, range) in index.extents() {
            plan.push(range.start - place, 0);
            place = range.end;
            let column = match kind {
                Kind::Postings => {
                    for group in self::groups(&lists, |&length| length, sizes.postings) {
                        plan.shards += 1;
                        plan.push(group.iter().sum(), plan.shards);
                    }
                    continue;
                }
                Kind::Documents => 0,
                Kind::Headings => 1,
                Kind::Text => 2,
                _ => {
                    plan.push(range.len(), 0);
                    continue;
                }
            };
            let first = *of_documents.get_or_insert(plan.shards);
            let length = |group: &[[usize; 3]]| -> usize {
                group.iter().filter_map(|lengths| lengths.get(column)).sum()
            };
            let records: usize = groups.iter().map(|group| length(group)).sum();
            plan.push(range.len() - records, 0);
            for (number, group) in groups.iter().enumerate() {
                plan.push(length(group), first + number + 1);
            }
            plan.shards = plan.shards.max(first + groups.len());
        }
        let Cut { head, shards } = shards::cut(blob, &plan.pieces, plan.shards)?;
        let shards = shards.into_iter().map(|(name, bytes)| Shard { name, bytes }).collect();
        Ok(Sharded { head, shards })
    }

    /// The pieces so far, each with its length and file.
    struct Plan {
        pieces: Vec<(usize, usize)>,
        shards: usize,
    }

    impl Plan {
        fn push(&mut self, len: usize, file: usize) {
            match self.pieces.last_mut() {
                Some((last, of)) if *of == file => *last += len,
                _ if len == 0 => {}
                _ => self.pieces.push((len, file)),
            }
        }
    }

    /// Neighbours of about so many bytes together.
    fn groups<T>(items: &[T], bytes: impl Fn(&T) -> usize, most: usize) -> Vec<&[T]> {
        let mut groups = Vec::new();
        let mut rest = items;
        while !rest.is_empty() {
            let mut sum = 0;
            let fits = |item: &&T| {
                sum += bytes(item);
                sum <= most
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (group, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            groups.push(group);
            rest = after;
        }
        groups
    }

    fn list_lengths(sections: &Sections<'_>) -> Result<Vec<usize>, Damage> {
        let mut lengths = Vec::new();
        dictionary::each_list(&sections.words, |list| {
            lengths.push(list.len());
            Ok(())
        })?;
        Ok(lengths)
    }

    /// The bytes of each document's record, headings and text.
    fn document_lengths(sections: &Sections<'_>) -> Result<Vec<[usize; 3]>, Damage> {
        let level = sections.document_level();
        let lengths = |document: usize| {
            let text = sections.tree.span(level, document)?;
            let record = sections.documents.record(document)?;
            let headings = sections.headings.record(document)?;
            Ok([record.len(), headings.len(), text.len()])
        };
        (0..sections.meta.documents as usize).map(lengths).collect()
    }
}

#[cfg(feature = "build")]
pub use cutting::shard;
