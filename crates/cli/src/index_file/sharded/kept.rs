//! Shards of the builds before, which stay in a folder for a day: a page that opened the
//! index before goes on with them.

use super::folder::joined;
use super::place::{Place, Unusable};
use super::{file_name, whole_shard};
use crate::failure::Failure;
use crate::fetch::MAX_FETCHERS;
use crate::index_file::error::IndexError;
use crate::terminal::output;
use crate::whole;
use kindex::{Index, Shard};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, btree_set};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

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
pub fn most_bytes(index_bytes: usize) -> u64 {
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
        let json = match whole::bytes(&file) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kept::default()),
            Err(error) => return Err(IndexError::unread(&file, &error)),
        };
        Self::of_json(&json, &file)
    }

    /// The list that the bytes of `file` are.
    ///
    /// # Errors
    /// Where they are not what a build writes.
    pub fn of_json(json: &[u8], file: &Path) -> Result<Self, IndexError> {
        let kept = serde_json::from_slice::<Kept>(json).ok();
        let kept = kept.filter(|kept| kept.names().all(|name| super::is_shard(&file_name(name))));
        kept.ok_or_else(|| IndexError::corrupt(file, "it is no list of shards"))
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
        self.names().try_for_each(|name| whole_shard(name, folder, most).map(drop))
    }
}

/// The build before, as it lies in its place.
#[derive(Debug)]
pub struct Previous<'a> {
    place: &'a Place,
    kept: Kept,
    /// The bytes that a shard has at most.
    most_bytes: u64,
}

impl<'a> Previous<'a> {
    /// Reads what the build before has. Says where that cannot be used, as an index is to be built
    /// all the same.
    ///
    /// `is_named` is whether the user named the place, where an index then is expected.
    pub fn read(place: &'a Place, is_named: bool) -> Self {
        let all = Self::all(place, is_named).unwrap_or_else(|error| {
            if let Failure::Message(why) | Failure::Usage(why) = Failure::from(error) {
                output::warning(&format!("kept no shards of the build before: {why}"));
            }
            None
        });
        let (kept, most_bytes) = all.unwrap_or_default();
        Previous { place, kept, most_bytes }
    }

    /// The shards of its head, and those that it keeps of builds before, with
    /// the bytes that one has at most.
    fn all(place: &Place, is_named: bool) -> Result<Option<(Kept, u64)>, IndexError> {
        let begun = Instant::now();
        let Some((file, bytes)) = place.head(is_named, begun)? else { return Ok(None) };
        let index = Index::open(bytes).map_err(|error| IndexError::refused(&file, &error))?;
        let mut kept = place.list(begun)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let shards: BTreeSet<String> = index.shard_names().into_iter().collect();
        for left in &mut kept.kept {
            left.left = left.left.min(now);
        }
        kept.retain(now, |name| !shards.contains(name));
        let over = kept.cap(MAX_OLDER_SHARDS);
        if over > 0 {
            let (shards, place) = (output::counted(over as u64, "shard"), place.name());
            output::warning(&format!(
                "{shards} of builds before not kept: the list in {place} has more than {MAX_OLDER_SHARDS}"
            ));
        }
        kept.kept.push(Left { left: now, shards });
        Ok(Some((kept, most_bytes(index.stats().bytes))))
    }

    /// Gives the shards that neither an index nor the folder for it has to `put`, by name and as
    /// they are stored. Returns what is kept. Says how many are not as they should be.
    ///
    /// # Errors
    /// Those of `put`.
    pub fn keep(
        mut self,
        index: &[Shard],
        folder: &Path,
        put: impl Fn(&str, &[u8]) -> Result<(), Failure> + Sync,
    ) -> Result<Kept, Failure> {
        let own: BTreeSet<&str> = index.iter().map(|shard| shard.name.as_str()).collect();
        let wanted = self.kept.names().filter(|name| !own.contains(name.as_str()));
        let wanted: BTreeSet<String> = wanted.cloned().collect();
        let reading = Reading::new(&wanted);
        thread::scope(|scope| {
            let read = || self.read_on(&reading, folder, &put);
            let readers: Vec<_> = (0..MAX_FETCHERS).map(|_| scope.spawn(read)).collect();
            // All are at their ends before what they wrote may be removed again.
            let ends: Vec<_> = readers.into_iter().map(joined).collect();
            ends.into_iter().try_for_each(|end| end?)
        })?;
        let Reading { there, slow, .. } = reading;
        let there = there.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.tell(wanted.len() - there.len(), slow.into_inner());
        self.kept.retain(0, |name| there.contains(name));
        Ok(self.kept)
    }

    /// Reads shards that no other thread has read, until there are no more. None is fetched any
    /// more once the place is slow.
    fn read_on(
        &self,
        reading: &Reading<'_>,
        folder: &Path,
        put: impl Fn(&str, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        while let Some(name) = reading.next() {
            if whole_shard(name, folder, self.most_bytes).is_err() {
                if reading.slow.get().is_some() {
                    continue;
                }
                match self.place.shard(name, self.most_bytes, reading.begun) {
                    Ok(bytes) => put(name, &bytes)?,
                    Err(Unusable::Slow(why)) => {
                        let _ = reading.slow.set(why);
                        continue;
                    }
                    Err(Unusable::Damaged) => continue,
                }
            }
            reading.there.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone());
        }
        Ok(())
    }

    fn tell(&self, missing: usize, slow: Option<String>) {
        if missing == 0 {
            return;
        }
        let (shards, place) = (output::counted(missing as u64, "shard"), self.place.name());
        let why = match slow {
            Some(why) => format!("no more were fetched from {place}: {why}"),
            None => format!("missing or damaged in {place}"),
        };
        output::warning(&format!("{shards} of the build before not kept: {why}"));
    }
}

/// What the threads share that read shards.
struct Reading<'a> {
    /// Those that none has read.
    names: Mutex<btree_set::Iter<'a, String>>,
    /// Those that are in the folder.
    there: Mutex<BTreeSet<String>>,
    begun: Instant,
    /// Why no more are fetched, if one did not arrive in time.
    slow: OnceLock<String>,
}

impl<'a> Reading<'a> {
    fn new(names: &'a BTreeSet<String>) -> Self {
        let (names, there) = (Mutex::new(names.iter()), Mutex::default());
        Reading { names, there, begun: Instant::now(), slow: OnceLock::new() }
    }

    fn next(&self) -> Option<&'a String> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::Client;
    use crate::write::gzip;
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

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
            let kept = Kept { kept: vec![Left { left: 1, shards: [name.to_owned()].into() }] };
            format!("{:?}", kept.check(folder.path(), index_bytes).unwrap_err())
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

    /// A host, and the build before there with 1000 shards.
    fn at_host(time: Duration) -> (TcpListener, Place, Kept) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let place = Place::Address(address, Client::with_times(time, time).unwrap());
        let shards = (0..1000).map(|number| format!("{number:012x}")).collect();
        (listener, place, Kept { kept: vec![Left { left: 1, shards }] })
    }

    fn keeps_none(place: &Place, kept: Kept) {
        let folder = tempfile::tempdir().unwrap();
        let previous = Previous { place, kept, most_bytes: 1 };
        let kept = previous.keep(&[], folder.path(), |_, _| panic!("none is whole")).unwrap();
        assert_eq!(kept, Kept::default());
    }

    /// All that is asked for is not answered.
    #[test]
    fn no_more_is_fetched_of_a_host_that_is_silent() {
        let (listener, place, kept) = at_host(Duration::from_millis(200));
        keeps_none(&place, kept);
        listener.set_nonblocking(true).unwrap();
        let asked = listener.incoming().map_while(Result::ok).count();
        assert!((1..=MAX_FETCHERS).contains(&asked), "{asked}");
    }

    /// Each shard comes in time and is damaged: without a bound on all, that takes 12 seconds.
    #[test]
    fn no_more_is_fetched_when_the_time_for_all_is_over() {
        let (listener, place, kept) = at_host(Duration::from_secs(1));
        let asked = Arc::<AtomicUsize>::default();
        let count = asked.clone();
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::Relaxed);
                thread::spawn(move || {
                    let _ = stream.read(&mut [0; 4096]);
                    thread::sleep(Duration::from_millis(100));
                    let head = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\n";
                    let _ = stream.write_all(&[&head[..], b"none"].concat());
                });
            }
        });
        keeps_none(&place, kept);
        let asked = asked.load(Ordering::Relaxed);
        assert!((1..200).contains(&asked), "{asked}");
    }
}
