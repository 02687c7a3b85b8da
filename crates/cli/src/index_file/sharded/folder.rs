//! Writes the files of an index to a folder.

use super::kept::{KEPT, Kept, Previous};
use super::{HEAD, Place, file_name, is_shard};
use crate::failure::Failure;
use crate::whole;
use crate::write::atomic_file::{AtomicFile, replace, sync_folder};
use crate::write::gzip;
use crate::write::lock::FolderLock;
use kindex::{Shard, Sharded};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

/// This many threads write shards: more than most machines have cores, as
/// they mostly wait for the disk.
const WRITER_THREADS: usize = 8;

/// The times that a folder is locked which is no longer the one at its path: other builds may fail
/// and remove it, and a file system that numbers folders anew each time never gives the same one.
const LOCK_TRIES: usize = 100;

/// The bytes that are stored of shards, by the names of their files.
type Shards = BTreeMap<String, u64>;

/// Shards that were written and had not been there.
type New = Mutex<Vec<PathBuf>>;

/// A folder for an index, known to be writable when it was last looked at.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

/// The files as they are stored, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stored {
    /// The number of files.
    pub files: usize,
    /// Of all.
    pub bytes: u64,
    /// Of the head.
    pub head: u64,
    /// Of the largest shard.
    pub largest: u64,
    /// The number of shards that are kept of the builds before, where that was asked
    /// for. They do not count above.
    pub kept: Option<usize>,
}

impl Folder {
    /// Looks at where the files will be, before any work is done for them. Other files may be
    /// there.
    ///
    /// # Errors
    /// Where the folder above is missing or nothing can be written, or where a file is in the way.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        // Another build may make the folder while this one looks.
        Self::look(path).or_else(|error| if path.is_dir() { Self::look(path) } else { Err(error) })
    }

    fn look(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            AtomicFile::new(&path.join(HEAD))?;
        } else if fs::symlink_metadata(path).is_ok() {
            let message = format!(
                "cannot write {}: it is there and is not a folder; name another path, or remove it",
                path.display()
            );
            return Err(Failure::new(message));
        } else {
            // As a file of its name could be written, so can the folder.
            AtomicFile::new(path)?;
        }
        Ok(Folder { path: path.to_owned() })
    }

    /// Writes the shards, then the head, and removes the shards that no longer belong to it.
    /// Whatever happens, the old index or the new one is there whole: no name of a shard ever
    /// stands for other bytes, so no new one takes the place of an old one with other bytes. With
    /// `keep` the shards of the build before in that place stay, or come here. They are there and
    /// listed before the head: a build that follows one which was cut off finds them all.
    ///
    /// # Errors
    /// It fails if a file cannot be written or removed. If the head was not put there, the files
    /// written for it are gone again.
    pub fn write(&self, index: &Sharded, keep: Option<&Place>) -> Result<Stored, Failure> {
        let (made, _lock) = self.locked()?;
        let previous = keep.map(|place| Previous::read(place, !place.is_folder(&self.path)));
        let new = Mutex::new(Vec::new());
        let written = self.write_files(index, previous, &new);
        // Once the head is there, it is of the new shards, which stay.
        let (head, shards, kept) = written.inspect_err(|_| self.take_back(&new, made))?;
        self.sync(made)?;
        self.remove_all_but(&shards, kept.as_ref())?;
        Ok(Stored {
            files: shards.len() + 1,
            bytes: head + shards.values().sum::<u64>(),
            head,
            largest: shards.values().copied().max().unwrap_or_default(),
            kept: kept.map(|kept| kept.len()),
        })
    }

    /// Writes an index in one file that is not compressed, and removes all shards.
    ///
    /// # Errors
    /// As for [`Folder::write`].
    pub fn write_plain(&self, index: &[u8]) -> Result<Stored, Failure> {
        let (made, _lock) = self.locked()?;
        let head = AtomicFile::new(&self.path.join(HEAD))?;
        head.replace(index).inspect_err(|_| self.take_back(&New::default(), made))?;
        self.sync(made)?;
        self.remove_all_but(&Shards::new(), None)?;
        let bytes = index.len() as u64;
        Ok(Stored { files: 1, bytes, head: bytes, largest: 0, kept: None })
    }

    /// Makes the folder where there is none, and waits until no other process writes to it: each
    /// would remove the shards of the other. Gives whether it was made.
    fn locked(&self) -> Result<(bool, FolderLock), Failure> {
        for _ in 0..LOCK_TRIES {
            let made = match fs::create_dir(&self.path) {
                Ok(()) => true,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
                Err(error) => return Err(self.failure(&error)),
            };
            // Another build that made it may have failed and removed it.
            if let Some(lock) = FolderLock::take(&self.path) {
                return Ok((made, lock));
            }
        }
        let folder = self.path.display();
        let message = format!(
            "cannot write {folder}: whenever it is locked, another folder is in its place; write to another one"
        );
        Err(Failure::new(message))
    }

    /// Writes all files, the head last, and notes those that were not there. Gives the bytes that
    /// are stored of the head, and of each shard by the name of its file, and what is kept.
    fn write_files(
        &self,
        index: &Sharded,
        previous: Option<Previous<'_>>,
        new: &New,
    ) -> Result<(u64, Shards, Option<Kept>), Failure> {
        let head = AtomicFile::new(&self.path.join(HEAD))?;
        let (bytes, shards) = thread::scope(|scope| {
            let bytes = scope.spawn(|| gzip::smallest(&index.head));
            let shards = self.write_shards(&index.shards, new);
            (joined(bytes), shards)
        });
        let (shards, bytes) = (shards?, bytes?.map_err(|error| self.failure(&error))?);
        let kept = previous.map(|previous| self.keep(previous, index, new)).transpose()?;
        let put_head = || {
            sync_folder(&self.path).map_err(|error| self.failure(&error))?;
            head.replace(&bytes)
        };
        match &kept {
            Some(kept) if kept.len() > 0 => self.listed(kept, put_head)?,
            _ => put_head()?,
        }
        Ok((bytes.len() as u64, shards, kept))
    }

    /// Keeps the shards of the build before that an index has not.
    fn keep(&self, previous: Previous<'_>, index: &Sharded, new: &New) -> Result<Kept, Failure> {
        previous.keep(&index.shards, &self.path, |name, bytes| {
            self.put_shard(self.path.join(file_name(name)), bytes, new)
        })
    }

    /// Writes which shards are kept, then the head. Where that fails,
    /// the list before is there again.
    fn listed(
        &self,
        kept: &Kept,
        put_head: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let path = self.path.join(KEPT);
        let before = whole::bytes(&path).ok();
        let written = replace(&self.path, &path, &kept.json());
        written.map_err(|error| Failure::file("write", &path, &error))?;
        put_head().inspect_err(|_| {
            let _ = match &before {
                Some(list) => replace(&self.path, &path, list),
                None => fs::remove_file(&path),
            };
        })
    }

    /// Makes last that the head is there, and the folder where that was made for it.
    fn sync(&self, made: bool) -> Result<(), Failure> {
        let above = self.path.parent().filter(|above| !above.as_os_str().is_empty());
        let above = made.then(|| sync_folder(above.unwrap_or(Path::new("."))));
        let synced = sync_folder(&self.path).and(above.unwrap_or(Ok(())));
        synced.map_err(|error| self.failure(&error))
    }

    /// Removes the shards of an index whose head was not written, and the folder that was made for
    /// it. The next build removes files that cannot be removed now.
    fn take_back(&self, new: &New, made: bool) {
        for path in new.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = fs::remove_file(path);
        }
        if made {
            let _ = fs::remove_dir(&self.path);
        }
    }

    fn write_shards(&self, shards: &[Shard], new: &New) -> Result<Shards, Failure> {
        let part = shards.len().div_ceil(WRITER_THREADS).max(1);
        thread::scope(|scope| {
            let write = |part| scope.spawn(move || self.write_part(part, new));
            let parts: Vec<_> = shards.chunks(part).map(write).collect();
            let mut stored = BTreeMap::new();
            for part in parts {
                stored.extend(joined(part)??);
            }
            Ok(stored)
        })
    }

    fn write_part(&self, shards: &[Shard], new: &New) -> Result<Vec<(String, u64)>, Failure> {
        let write = |Shard { name, bytes }: &Shard| {
            let name = file_name(name);
            let stored = self.write_shard(&name, bytes, new)?;
            Ok((name, stored))
        };
        shards.iter().map(write).collect()
    }

    /// Writes a shard, unless it is there: inflating takes much less time than compressing. Gives
    /// the bytes that are stored.
    fn write_shard(&self, name: &str, bytes: &[u8], new: &New) -> Result<u64, Failure> {
        let path = self.path.join(name);
        let is_same = |there: &Vec<u8>| {
            gzip::inflated(there, bytes.len() as u64).is_ok_and(|inflated| inflated == bytes)
        };
        if let Some(there) = whole::bytes(&path).ok().filter(is_same) {
            return Ok(there.len() as u64);
        }
        let small = gzip::compress(bytes);
        let small = small.map_err(|error| Failure::file("write", &path, &error))?;
        self.put_shard(path, &small, new)?;
        Ok(small.len() as u64)
    }

    /// Puts the file of a shard in its place, and notes it where it was not there.
    fn put_shard(&self, path: PathBuf, bytes: &[u8], new: &New) -> Result<(), Failure> {
        let is_new = fs::symlink_metadata(&path).is_err();
        let written = replace(&self.path, &path, bytes);
        written.map_err(|error| Failure::file("write", &path, &error))?;
        if is_new {
            new.lock().unwrap_or_else(PoisonError::into_inner).push(path);
        }
        Ok(())
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::file("write", &self.path, error)
    }

    /// Removes the shards of no build that counts, and a list of kept ones where there are none.
    fn remove_all_but(&self, shards: &Shards, kept: Option<&Kept>) -> Result<(), Failure> {
        let kept = kept.map(Kept::files).unwrap_or_default();
        let fail = |error: io::Error| Failure::file("read", &self.path, &error);
        for entry in fs::read_dir(&self.path).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            let name = entry.file_name();
            let stale = name.to_str().is_some_and(|name| match name {
                KEPT => kept.is_empty(),
                name => is_shard(name) && !shards.contains_key(name) && !kept.contains(name),
            });
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if stale && is_file {
                let path = entry.path();
                fs::remove_file(&path).map_err(|error| Failure::file("remove", &path, &error))?;
            }
        }
        Ok(())
    }
}

/// The result of a thread, when it has ended.
pub fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> Result<T, Failure> {
    thread.join().map_err(|_| Failure::new("writing failed; please report it"))
}
