//! Shards of the builds before, which stay in a folder for a day: a page that opened the
//! index before goes on with them.

use super::{HEAD, file_name, read_shard};
use crate::failure::Failure;
use crate::index_file::error::IndexError;
use crate::terminal::output;
use crate::write::gzip;
use kindex::{Index, Shard};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The file beside the head that says which shards are kept.
pub const KEPT: &str = "index.kdx.kept";

/// The time for which shards are kept. A page that is open for longer opens the index anew.
const DAY_SECONDS: u64 = 24 * 60 * 60;

/// The number of shards that are kept of the builds before the one before, so that no
/// list has a build read for hours.
const MAX_OLDER_SHARDS: usize = 8192;

/// The bytes that a shard of any build may have: a small index may follow a
/// large one whose shards are kept.
const ANY_SHARD_BYTES: u64 = 16 << 20;

/// The bytes that a kept shard has at most beside an index: each number of 4 bytes may take 5.
fn most_bytes(index_bytes: usize) -> u64 {
    ANY_SHARD_BYTES.max(2 * index_bytes as u64)
}

/// The shards of builds before, as [`KEPT`] has them.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    kept: Vec<Left>,
}

/// The shards that a build left and did not have.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Left {
    /// The time of that build in seconds since 1970.
    left: u64,
    /// Their names without `.kds`.
    shards: BTreeSet<String>,
}

impl Kept {
    /// What a folder says that it keeps; nothing where it says nothing.
    ///
    /// # Errors
    /// Where that cannot be read, or is not what a build writes.
    pub fn read(folder: &Path) -> Result<Self, IndexError> {
        let file = folder.join(KEPT);
        let json = match fs::read(&file) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kept::default()),
            Err(error) => return Err(IndexError::unread(&file, &error)),
        };
        let kept = serde_json::from_slice::<Kept>(&json).ok();
        let kept = kept.filter(|kept| kept.names().all(|name| super::is_shard(&file_name(name))));
        kept.ok_or_else(|| IndexError::corrupt(&file, "it is no list of shards"))
    }

    /// The names of the shards without `.kds`.
    fn names(&self) -> impl Iterator<Item = &String> {
        self.kept.iter().flat_map(|left| &left.shards)
    }

    /// The number of shards.
    pub fn len(&self) -> usize {
        self.names().count()
    }

    /// The names of their files.
    pub fn files(&self) -> BTreeSet<String> {
        self.names().map(|name| file_name(name)).collect()
    }

    /// The bytes of the file [`KEPT`].
    pub fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Drops what was left a day before `now`, and names that are no longer to be there.
    fn retain(&mut self, now: u64, mut stays: impl FnMut(&str) -> bool) {
        self.kept.retain(|left| now.saturating_sub(left.left) < DAY_SECONDS);
        for left in &mut self.kept {
            left.shards.retain(|name| stays(name));
        }
        self.kept.retain(|left| !left.shards.is_empty());
    }

    /// Leaves as many shards as there may be, of the last builds. Returns how many it left out.
    fn cap(&mut self, mut room: usize) -> usize {
        let count = self.len();
        for left in self.kept.iter_mut().rev() {
            while left.shards.len() > room {
                left.shards.pop_last();
            }
            room -= left.shards.len();
        }
        count - self.len()
    }

    /// Checks that each shard is there and has the bytes that its name stands for,
    /// beside an index of `index_bytes`.
    ///
    /// # Errors
    /// Where one has not.
    pub fn check(&self, folder: &Path, index_bytes: usize) -> Result<(), IndexError> {
        let most = most_bytes(index_bytes);
        self.names().try_for_each(|name| whole(folder, name, most).map(drop))
    }
}

/// The build before, as it lies in a folder.
#[derive(Debug)]
pub struct Previous {
    folder: PathBuf,
    kept: Kept,
    /// The bytes that a shard has at most.
    most_bytes: u64,
}

impl Previous {
    /// Reads what the folder of the build before has. Says where that cannot be used, as an index
    /// is to be built all the same.
    ///
    /// `is_named` is whether the user named the folder, where an index then is expected.
    pub fn read(folder: &Path, is_named: bool) -> Self {
        let all = Self::all(folder, is_named).unwrap_or_else(|error| {
            if let Failure::Message(why) | Failure::Usage(why) = Failure::from(error) {
                output::warning(&format!("kept no shards of the build before: {why}"));
            }
            None
        });
        let (kept, most_bytes) = all.unwrap_or_default();
        Previous { folder: folder.to_owned(), kept, most_bytes }
    }

    /// The shards of its head, and those that it keeps of builds before, with
    /// the bytes that one has at most.
    fn all(folder: &Path, is_named: bool) -> Result<Option<(Kept, u64)>, IndexError> {
        let head = folder.join(HEAD);
        let mut bytes = match fs::read(&head) {
            Err(error) if error.kind() == ErrorKind::NotFound && !is_named => {
                return Ok(None);
            }
            bytes => bytes.map_err(|error| IndexError::unread(&head, &error))?,
        };
        if gzip::is_compressed(&bytes) {
            let inflated = gzip::inflated_index(&bytes);
            bytes = inflated.map_err(|what| IndexError::corrupt(&head, what))?;
        }
        let index = Index::open(bytes).map_err(|error| IndexError::refused(&head, &error))?;
        let mut kept = Kept::read(folder)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let shards: BTreeSet<String> = index.shard_names().into_iter().collect();
        for left in &mut kept.kept {
            left.left = left.left.min(now);
        }
        kept.retain(now, |name| !shards.contains(name));
        let over = kept.cap(MAX_OLDER_SHARDS);
        if over > 0 {
            let (shards, folder) = (output::counted(over as u64, "shard"), folder.display());
            output::warning(&format!(
                "{shards} of builds before not kept: the list in {folder} has more than {MAX_OLDER_SHARDS}"
            ));
        }
        kept.kept.push(Left { left: now, shards });
        Ok(Some((kept, most_bytes(index.stats().bytes))))
    }

    /// Gives the shards that an index has not to `put`, by name and file. Returns what is kept.
    /// Says how many are not as they should be.
    ///
    /// # Errors
    /// Those of `put`.
    pub fn keep(
        self,
        index: &[Shard],
        mut put: impl FnMut(&str, &Path) -> Result<(), Failure>,
    ) -> Result<Kept, Failure> {
        let Previous { folder, mut kept, most_bytes } = self;
        let own: BTreeSet<&str> = index.iter().map(|shard| shard.name.as_str()).collect();
        let mut unusable = 0usize;
        let mut put_all = Ok(());
        kept.retain(0, |name| {
            if own.contains(name) || put_all.is_err() {
                return false;
            }
            let Ok(path) = whole(&folder, name, most_bytes) else {
                unusable += 1;
                return false;
            };
            put_all = put(name, &path);
            true
        });
        put_all?;
        if unusable > 0 {
            let (shards, folder) = (output::counted(unusable as u64, "shard"), folder.display());
            output::warning(&format!(
                "{shards} of the build before not kept: missing or damaged in {folder}"
            ));
        }
        Ok(kept)
    }
}

/// The path of a shard whose bytes are those that its name stands for.
fn whole(folder: &Path, name: &str, most_bytes: u64) -> Result<PathBuf, IndexError> {
    let path = folder.join(file_name(name));
    let bytes = read_shard(&path, most_bytes)?;
    match (Shard { name: name.to_owned(), bytes }).is_whole() {
        true => Ok(path),
        false => Err(IndexError::corrupt(&path, "its bytes are not those that its name says")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_go_after_a_day() {
        let left = |left: u64, name: &str| Left { left, shards: [name.to_owned()].into() };
        let mut kept = Kept { kept: vec![left(0, "a"), left(1, "b"), left(9, "c"), left(9, "d")] };
        kept.retain(DAY_SECONDS, |name| name != "c");
        assert_eq!(kept, Kept { kept: vec![left(1, "b"), left(9, "d")] });
    }

    #[test]
    fn the_shards_of_the_last_builds_stay_where_there_are_too_many() {
        let left = |names: &[&str]| Left {
            left: 1,
            shards: names.iter().map(|name| name.to_string()).collect(),
        };
        let mut kept = Kept { kept: vec![left(&["a"]), left(&["b", "c"]), left(&["d", "e"])] };
        assert_eq!(kept.cap(5), 0);
        assert_eq!(kept.cap(3), 2);
        assert_eq!(kept, Kept { kept: vec![left(&[]), left(&["b"]), left(&["d", "e"])] });
    }

    #[test]
    fn a_shard_has_no_more_bytes_than_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let name = "0123456789ab";
        let error = |bytes: u64, index_bytes: usize| {
            let small = gzip::compress(&vec![0; bytes as usize]).unwrap();
            fs::write(folder.path().join(file_name(name)), small).unwrap();
            let found = whole(folder.path(), name, most_bytes(index_bytes)).unwrap_err();
            format!("{:?}", found)
        };
        let (too_many, other) = ("inflates to more", "its bytes are not those");
        assert!(error(ANY_SHARD_BYTES, 9).contains(other));
        assert!(error(ANY_SHARD_BYTES + 1, 9).contains(too_many));
        assert!(error(ANY_SHARD_BYTES + 1, 9 << 20).contains(other));
    }

    #[test]
    fn a_list_names_nothing_but_shards() {
        let folder = tempfile::tempdir().unwrap();
        let read = |shard: &str| {
            let json = format!(r#"{{"kept":[{{"left":1,"shards":[{shard:?}]}}]}}"#);
            fs::write(folder.path().join(KEPT), json).unwrap();
            Kept::read(folder.path()).map(|kept| kept.len())
        };
        assert_eq!(read("0123456789ab").unwrap(), 1);
        assert!(read("../0123456789ab").is_err());
        fs::remove_file(folder.path().join(KEPT)).unwrap();
        assert_eq!(Kept::read(folder.path()).unwrap(), Kept::default());
    }
}
