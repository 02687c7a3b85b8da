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
    /// Of documents: texts, headings and records. Default 24,576.
    pub documents: usize,
}

#[cfg(feature = "build")]
impl Default for ShardSizes {
    fn default() -> Self {
        ShardSizes { postings: 8 << 10, documents: 24 << 10 }
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
    use crate::blob::shards::{self, Cut, NAMES, NewPiece};
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
        let mut plan = Plan::new(&documents, sizes.documents);
        for (kind, range) in index.extents() {
            plan.fill(range.start);
            match kind {
                Kind::Postings => plan.push_parts(&lists, sizes.postings),
                Kind::Names => plan.push_parts(&names_lengths(range.len()), 1),
                Kind::Tree => plan.push_of_documents(|lengths| lengths.tiles, true),
                Kind::Documents => {
                    // In the order of their ids: no search needs that.
                    plan.push_parts(&[ENTRY * documents.len()], 1);
                    plan.push_of_documents(|_| ENTRY, true);
                    plan.fill(plan.place + ENTRY);
                    plan.push_of_documents(|lengths| lengths.record, false);
                }
                Kind::Headings => {
                    plan.push_of_documents(|_| ENTRY, true);
                    plan.fill(plan.place + ENTRY);
                    plan.push_of_documents(|lengths| lengths.headings, false);
                }
                Kind::Text => plan.push_of_documents(|lengths| lengths.text, false),
                Kind::Meta | Kind::Words | Kind::Lengths | Kind::Letters => {}
            }
            plan.fill(range.end);
        }
        let firsts = sections.names.firsts()?;
        let Cut { head, shards } = shards::cut(blob, &plan.pieces, &firsts, plan.files)?;
        let shards = shards.into_iter().map(|(name, bytes)| Shard { name, bytes }).collect();
        Ok(Sharded { head, shards })
    }

    /// Bytes of an entry of an array.
    const ENTRY: usize = 4;

    /// The bytes that a document has in several sections.
    struct Lengths {
        tiles: usize,
        record: usize,
        headings: usize,
        text: usize,
    }

    /// The pieces so far.
    struct Plan<'d> {
        pieces: Vec<NewPiece>,
        /// How many bytes they have.
        place: usize,
        /// How many files there are besides the head.
        files: usize,
        /// The documents of each shard; the first is in the first file.
        groups: Vec<&'d [Lengths]>,
    }

    impl<'d> Plan<'d> {
        fn new(documents: &'d [Lengths], most: usize) -> Self {
            let bytes = |of: &Lengths| of.tiles + 2 * ENTRY + of.record + of.headings + of.text;
            let groups = groups(documents, bytes, most);
            Plan { pieces: Vec::new(), place: 0, files: groups.len(), groups }
        }

        fn push(&mut self, len: usize, file: usize, more: bool) {
            self.place += len;
            match self.pieces.last_mut() {
                Some(last) if last.file == file && !last.more && !more => last.len += len,
                _ if len == 0 => {}
                _ => self.pieces.push(NewPiece { len, file, more }),
            }
        }

        /// Leaves what is up to a place to the head.
        fn fill(&mut self, end: usize) {
            self.push(end - self.place, 0, false);
        }

        /// Gives neighbours of about so many bytes a file of their own.
        fn push_parts(&mut self, lengths: &[usize], most: usize) {
            for group in groups(lengths, |&length| length, most) {
                self.files += 1;
                self.push(group.iter().sum(), self.files, false);
            }
        }

        /// Gives each shard of documents what these have of a section.
        fn push_of_documents(&mut self, length: impl Fn(&Lengths) -> usize, more: bool) {
            for number in 0..self.groups.len() {
                let group = self.groups.get(number).copied().unwrap_or_default();
                self.push(group.iter().map(&length).sum(), number + 1, more);
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

    /// The bytes of each block of names, for a section of so many.
    fn names_lengths(len: usize) -> Vec<usize> {
        let block = 2 * ENTRY * NAMES;
        (0..len).step_by(block).map(|start| block.min(len - start)).collect()
    }

    fn document_lengths(sections: &Sections<'_>) -> Result<Vec<Lengths>, Damage> {
        let level = sections.document_level();
        let lengths = |document: usize| {
            Ok(Lengths {
                tiles: ENTRY * sections.tree.children(level, document)?.len(),
                record: sections.documents.record(document)?.len(),
                headings: sections.headings.record(document)?.len(),
                text: sections.tree.span(level, document)?.len(),
            })
        };
        (0..sections.meta.documents as usize).map(lengths).collect()
    }
}

#[cfg(feature = "build")]
pub use cutting::shard;
