//! Loads the shards of an index in several files.

use super::Index;
use crate::error::Error;
use crate::format::shards::Shards;
use alloc::string::String;
use alloc::vec::Vec;

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
    /// [`Error::Missing`], load these, and let the search go on ([`Search`](crate::Search)) or ask
    /// again. That gives the answer or gets further. Mostly there are two such rounds. The first is
    /// for words, their lists and what ranking reads of all documents, the second for texts. There
    /// is one more where a list does not lie where its word leads to expect. So there is for
    /// prefixes and mistyped words, as only the words tell which lists are needed.
    pub fn wanted(&mut self) -> Vec<usize> {
        self.shards.as_mut().map_or_else(Vec::new, |shards| shards.take_wanted())
    }

    /// Takes in the bytes of a shard.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the bytes are not those that the head names, [`Error::Config`]
    /// where there is no such shard.
    pub fn load(&mut self, shard: usize, bytes: Vec<u8>) -> Result<(), Error> {
        match &mut self.shards {
            Some(shards) => shards.load(shard, bytes),
            None => Err(Error::config("shard", "the index is in one file")),
        }
    }

    /// Forgets the bytes of a shard. It is asked for again when they are needed.
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
            Some(shards) => shards.assembled().ok_or(Error::Missing),
            None => Ok(self.bytes().to_vec()),
        }
    }
}
