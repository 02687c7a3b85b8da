//! An index that is asked questions: one of this machine is read whole, and one at an address as
//! far as the questions need it.

use super::local::{failure, modified, read_path, stamp};
use super::published::{ENTRY_TIME, Published};
use super::sharded::most_bytes;
use super::source::Source;
use crate::failure::Failure;
use crate::stamp::Stamp;
use crate::terminal::output;
use kindex::{Error, Index};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time that the files of one question may take.
const QUESTION_TIME: Duration = Duration::from_mins(2);

/// The bytes of files that one question may need, more than any honest one does.
const MAX_QUESTION_BYTES: usize = 256 << 20;

/// The bytes of files that are kept in memory between questions.
const MAX_HELD_BYTES: usize = 64 << 20;

/// The bytes of an index that is read whole from an address.
const MAX_WHOLE_BYTES: usize = 512 << 20;

/// The time after which a host is asked whether it has another index.
const RENEWED_AFTER: Duration = Duration::from_mins(5);

/// The time in which a host has to answer that, as a question waits, which can be answered without
/// it.
pub const RENEWAL_TIME: Duration = Duration::from_secs(10);

/// An open index.
#[derive(Debug)]
pub struct Opened {
    index: Index,
    place: Place,
    /// Whether it was said that the one in its place cannot be opened.
    complained: bool,
}

#[derive(Debug)]
enum Place {
    /// A file or a folder, with what was last there.
    Path(PathBuf, Option<Stamp>),
    Address(Box<Remote>),
}

/// An index at an address, and the shards of it that are loaded.
#[derive(Debug)]
struct Remote {
    name: PathBuf,
    published: Published,
    /// When the host was last asked for another index.
    asked: Instant,
    /// The shards that are loaded, with their bytes; the first that was loaded comes first.
    loaded: VecDeque<(usize, usize)>,
    held: usize,
    /// When the files of the question have to be there.
    until: Instant,
    /// Whether the question may open the index anew, where a file of it is no longer there.
    may_renew: bool,
}

/// What became of an index to which something was missing.
#[derive(Debug, PartialEq)]
pub enum Loaded {
    /// It was loaded: the question goes on.
    More,
    /// Another index has taken its place: the question begins again.
    Anew,
}

impl Opened {
    /// Opens an index.
    ///
    /// # Errors
    /// Where it cannot be read or is none.
    pub fn open(source: &Source) -> Result<Self, Failure> {
        Self::open_within(source, ENTRY_TIME)
    }

    /// Opens an index, of which the first file has to be there in time.
    ///
    /// # Errors
    /// As for [`Opened::open`].
    pub fn open_within(source: &Source, time: Duration) -> Result<Self, Failure> {
        let (index, place) = match source {
            Source::Path(path) => {
                let stamp = stamp(path);
                (read_path(path)?, Place::Path(path.clone(), stamp))
            }
            Source::Address(address) => {
                let (published, index) = Published::open(address.clone(), time)?;
                let remote = Remote::new(address.name.clone(), published);
                (index, Place::Address(Box::new(remote)))
            }
        };
        Ok(Opened { index, place, complained: false })
    }

    /// The index, of which files may be missing.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Begins a question, which has a time of its own.
    pub fn begin(&mut self) {
        if let Place::Address(remote) = &mut self.place {
            remote.until = Instant::now() + QUESTION_TIME;
            remote.may_renew = true;
            remote.trim(&mut self.index);
        }
    }

    /// Answers a question, and loads what it needs.
    ///
    /// # Errors
    /// Those of the question, and where a file cannot be had.
    pub fn ask<T>(&mut self, question: impl Fn(&Index) -> Result<T, Error>) -> Result<T, Failure> {
        self.begin();
        loop {
            match question(&self.index) {
                Err(Error::Missing) => self.load()?,
                Err(error) => return Err(failure(self.name(), &error)),
                Ok(answer) => return Ok(answer),
            };
        }
    }

    /// Loads what a question found to be missing.
    ///
    /// # Errors
    /// Where a file cannot be had, now and in an index that may have taken the place of this one.
    pub fn load(&mut self) -> Result<Loaded, Failure> {
        let wanted = self.wanted();
        self.load_these(&wanted)
    }

    /// The numbers of the files that the last question found to be missing.
    pub fn wanted(&mut self) -> Vec<usize> {
        self.index.wanted()
    }

    /// Loads files by their numbers.
    ///
    /// # Errors
    /// As for [`Opened::load`].
    pub fn load_these(&mut self, wanted: &[usize]) -> Result<Loaded, Failure> {
        match &mut self.place {
            Place::Address(remote) if !wanted.is_empty() => remote.load(&mut self.index, wanted),
            _ => Err(failure(self.name(), &Error::Missing)),
        }
    }

    /// The whole index.
    ///
    /// # Errors
    /// Where a file cannot be had, or it has more bytes than are read from an address.
    pub fn whole(mut self) -> Result<Index, Failure> {
        let Place::Address(remote) = &mut self.place else { return Ok(self.index) };
        let bytes = self.index.stats().bytes;
        if bytes > MAX_WHOLE_BYTES {
            let name = remote.name.display();
            return Err(Failure::new(format!(
                "{name}: it has {bytes} bytes, and at most {MAX_WHOLE_BYTES} are read from an address; copy the index and name the copy"
            )));
        }
        remote.load_all(&mut self.index)?;
        let assembled = self.index.assembled().and_then(Index::open);
        assembled.map_err(|error| failure(self.name(), &error))
    }

    /// Opens the index anew where another one is in its place by now: at an address after some
    /// time. The old one answers as long as that cannot be opened, as while it is written. Gives
    /// whether it was opened.
    pub fn renew(&mut self) -> bool {
        let renewed = match &mut self.place {
            Place::Path(path, before) => {
                let now = stamp(path);
                if now.is_none() || now == *before {
                    return false;
                }
                read_path(path).map(|index| {
                    *before = now;
                    Some(index)
                })
            }
            Place::Address(remote) if remote.asked.elapsed() < RENEWED_AFTER => return false,
            Place::Address(remote) => remote.renew(false, Instant::now() + RENEWAL_TIME),
        };
        match renewed {
            Ok(Some(index)) => {
                self.index = index;
                self.complained = false;
                true
            }
            Ok(None) => false,
            // It is tried again, as it may be half written or the network gone, but said once.
            Err(failure) => {
                if let (Failure::Message(fault), false) = (failure, self.complained) {
                    self.complained = true;
                    output::warning(&format!("{fault}; the index that was opened before goes on"));
                }
                false
            }
        }
    }

    /// When the index was built, as its file or its host says, in words.
    pub fn built(&self) -> Option<String> {
        match &self.place {
            Place::Path(path, _) => modified(path).map(httpdate::fmt_http_date),
            Place::Address(remote) => remote.published.modified(),
        }
    }

    fn name(&self) -> &std::path::Path {
        match &self.place {
            Place::Path(path, _) => path,
            Place::Address(remote) => &remote.name,
        }
    }
}

impl Remote {
    fn new(name: PathBuf, published: Published) -> Self {
        let now = Instant::now();
        let (loaded, held) = (VecDeque::new(), 0);
        let until = now + QUESTION_TIME;
        Remote { name, published, asked: now, loaded, held, until, may_renew: true }
    }

    /// Asks for another index in the place of this one.
    fn renew(&mut self, anew: bool, until: Instant) -> Result<Option<Index>, Failure> {
        self.asked = Instant::now();
        let renewed = self.published.renewed(anew, until)?;
        if renewed.is_some() {
            self.loaded.clear();
            self.held = 0;
        }
        Ok(renewed)
    }

    fn load(&mut self, index: &mut Index, wanted: &[usize]) -> Result<Loaded, Failure> {
        let room = MAX_QUESTION_BYTES.saturating_sub(self.held);
        let Err(error) = self.take(index, wanted, room) else { return Ok(Loaded::More) };
        // The index may have been built anew, and its files be gone.
        if !std::mem::take(&mut self.may_renew) {
            return Err(error);
        }
        // The error of the question says more than that of the opening.
        match self.renew(true, self.until) {
            Ok(Some(next)) => {
                *index = next;
                Ok(Loaded::Anew)
            }
            _ => Err(error),
        }
    }

    /// Loads shards by their numbers, which together have as many bytes as there is room for.
    fn take(&mut self, index: &mut Index, wanted: &[usize], room: usize) -> Result<(), Failure> {
        let name = |&number: &usize| Some((number, index.shard_name(number)?));
        let names: Vec<(usize, String)> = wanted.iter().filter_map(name).collect();
        let most = most_bytes(index.stats().bytes);
        for (number, bytes) in self.published.shards(&names, most, room as u64, self.until)? {
            let size = bytes.len();
            index.load(number, bytes).map_err(|error| failure(&self.name, &error))?;
            self.loaded.push_back((number, size));
            self.held += size;
        }
        Ok(())
    }

    /// Loads all shards, some at a time, so that what a host may send for each is in memory once.
    fn load_all(&mut self, index: &mut Index) -> Result<(), Failure> {
        let numbers: Vec<usize> = (0..index.shard_names().len()).collect();
        // Each number of 4 bytes may take 5.
        let most = 2 * index.stats().bytes;
        for some in numbers.chunks(64) {
            self.until = Instant::now() + QUESTION_TIME;
            self.take(index, some, most.saturating_sub(self.held))?;
        }
        Ok(())
    }

    /// Drops the shards that were loaded first where there is more than is kept.
    fn trim(&mut self, index: &mut Index) {
        while self.held > MAX_HELD_BYTES
            && let Some((number, size)) = self.loaded.pop_front()
        {
            index.unload(number);
            self.held -= size;
        }
    }
}
