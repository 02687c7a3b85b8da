//! An index at the address at which it is published. As a page does, it loads the file that is read
//! first, and of the others those that questions need. What arrived is kept, to be asked for again
//! only where it changed, and to answer where the host cannot be reached.

mod entry;
mod store;

use super::sharded::file_name;
use super::source::Address;
use crate::failure::Failure;
use crate::fetch::{Asked, FetchError, Host, Known, MAX_FETCHERS};
use crate::terminal::output;
use crate::write::gzip;
use entry::About;
use httpdate::HttpDate;
use kindex::{Index, Shard};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use store::{ENTRY, Store};

/// The bytes of the first file, whatever it says of itself. An index in one file of 60 MB has all
/// of a very large site.
const MAX_ENTRY_BYTES: u64 = 512 << 20;

/// The times its length that a first file inflates to at most, as indexes have few bytes that
/// repeat, and the bytes that it may inflate to in any case.
const MAX_INFLATION: u64 = 64;
const INFLATED_BYTES: u64 = 16 << 20;

/// The time that the first file may take, which may be the whole index.
pub const ENTRY_TIME: Duration = Duration::from_mins(10);

/// The bytes of a shard: the largest has the ids, addresses and titles of all documents.
const MAX_SHARD_BYTES: u64 = 64 << 20;

const PAGE: &str =
    "this is a web page, not an index; name the folder that index.kdx is in, or its file";
const SHARD_PAGE: &str = "this is a web page, not a file of the index";
const OTHER_BYTES: &str = "its bytes are not those that its name says";

/// An index at an address.
#[derive(Debug)]
pub struct Published {
    address: Address,
    host: Host,
    store: Option<Store>,
    /// What is known of the first file.
    about: About,
}

/// The first file, and whether it is as new as the host has it.
struct Entry {
    about: About,
    stored: Vec<u8>,
    index: Index,
}

impl Published {
    /// Opens the index at an address: as the host has it, or where that cannot be asked in time, as
    /// it was kept, which is said.
    ///
    /// # Errors
    /// Where there is no index, or one that cannot be used.
    pub fn open(address: Address, time: Duration) -> Result<(Self, Index), Failure> {
        let host = Host::new(&address.entry)?;
        let name = address.entry.to_string();
        let store = address.cache.as_ref().map(|folder| Store::new(folder, &name));
        let kept = store.as_ref().and_then(|store| kept(store, &name));
        let known = kept.as_ref().map(|kept| &kept.about.known);
        let until = Instant::now() + time;
        let Entry { about, index, .. } = match fetched(&host, &name, known, false, until) {
            Ok(Some(entry)) => put(store.as_ref(), entry),
            Ok(None) => confirmed(store.as_ref(), kept)?,
            Err(error) => offline(store.as_ref(), kept, &name, &error)?,
        };
        Ok((Published { address, host, store, about }, index))
    }

    /// When the host says that the first file was last changed, in words.
    pub fn modified(&self) -> Option<String> {
        let said: HttpDate = self.about.known.modified.as_deref()?.parse().ok()?;
        Some(said.to_string())
    }

    /// Asks whether another index is there by now. Caches on the way are passed by where what is
    /// known turned out to be wrong. The answer has to be there until then.
    ///
    /// # Errors
    /// Where the host cannot be asked, or has no index any more.
    pub fn renewed(&mut self, anew: bool, until: Instant) -> Result<Option<Index>, Failure> {
        let name = self.address.entry.to_string();
        let known = Some(&self.about.known).filter(|_| !anew);
        let fetched = fetched(&self.host, &name, known, anew, until);
        let fetched = fetched.map_err(|error| Failure::new(error.line(&name)))?;
        let Some(entry) = fetched else {
            self.store.iter().for_each(|store| store.touch(ENTRY));
            return Ok(None);
        };
        let is_same = entry.about.is_same(&self.about);
        // Of the same bytes too the host may say something else by now, by which it is asked next.
        let entry = put(self.store.as_ref(), entry);
        self.about = entry.about;
        Ok((!is_same).then_some(entry.index))
    }

    /// The bytes of shards by their names, which are fetched at the same time and have to be there
    /// until then. Each has at most as many bytes as `most`, and all together as `room`.
    ///
    /// # Errors
    /// Where one cannot be had: the first of them.
    pub fn shards(
        &self,
        names: &[(usize, String)],
        most: u64,
        room: u64,
        until: Instant,
    ) -> Result<Vec<(usize, Vec<u8>)>, Failure> {
        let (next, taken) = (Mutex::new(names.iter()), AtomicU64::new(0));
        let read = || {
            let mut got = Vec::new();
            loop {
                let one = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((number, name)) = one else { return Ok(got) };
                let bytes = self.shard(name, most.min(MAX_SHARD_BYTES), until)?;
                let length = bytes.len() as u64;
                if taken.fetch_add(length, Ordering::Relaxed) + length > room {
                    let name = self.address.name.display();
                    let message =
                        format!("{name}: what is needed of it has more than {room} bytes");
                    return Err(Failure::new(message));
                }
                got.push((*number, bytes));
            }
        };
        let parts: Vec<Result<Vec<_>, Failure>> = thread::scope(|scope| {
            let readers = names.len().min(MAX_FETCHERS);
            let readers: Vec<_> = (0..readers).map(|_| scope.spawn(read)).collect();
            let stopped = |_| Err(Failure::new("reading failed; please report it"));
            readers.into_iter().map(|reader| reader.join().unwrap_or_else(stopped)).collect()
        });
        let parts: Result<Vec<Vec<_>>, Failure> = parts.into_iter().collect();
        Ok(parts?.into_iter().flatten().collect())
    }

    /// The bytes of a shard: as it is kept, or as the host has it.
    fn shard(&self, name: &str, most: u64, until: Instant) -> Result<Vec<u8>, Failure> {
        let file = file_name(name);
        if let Some(store) = &self.store
            && let Some(stored) = store.read(&file)
        {
            match whole_shard(name, &stored, most) {
                Ok(bytes) => return Ok(bytes),
                Err(_) => store.forget(&file),
            }
        }
        let address = format!("{}{file}", folder_of(&self.about.at));
        let line = |error: FetchError| Failure::new(error.line(&address));
        let fetch = |anew| {
            let measure = &|_: &[u8]| Ok(most);
            let asked = Asked { address: &address, measure, until, known: None, anew };
            let stored = self.host.fetch(&asked)?.map(|fetched| fetched.bytes).unwrap_or_default();
            let whole = whole_shard(name, &stored, most);
            whole.map(|bytes| (stored, bytes)).map_err(|what| FetchError::Refused(what.to_owned()))
        };
        // What is kept on the way may be wrong.
        let (stored, bytes) = match fetch(false) {
            Err(FetchError::Refused(_)) => fetch(true),
            fetched => fetched,
        }
        .map_err(line)?;
        if let Some(store) = &self.store {
            store.keep(&file, &stored);
        }
        Ok(bytes)
    }
}

/// The first file as it is kept, if it can be used.
fn kept(store: &Store, name: &str) -> Option<Entry> {
    let stored = store.read(ENTRY)?;
    let read = About::read(&stored, name).and_then(|(about, bytes)| {
        let index = opened(&bytes).ok()?;
        Some(Entry { about, stored: bytes, index })
    });
    if read.is_none() {
        store.forget(ENTRY);
    }
    read
}

/// The first file as the host has it, if that is another one than is known.
fn fetched(
    host: &Host,
    name: &str,
    known: Option<&Known>,
    anew: bool,
    until: Instant,
) -> Result<Option<Entry>, FetchError> {
    let known = known.filter(|known| known.says_something());
    let asked = Asked { address: name, measure: &entry_bytes, until, known, anew };
    let Some(fetched) = host.fetch(&asked)? else { return Ok(None) };
    let index = opened(&fetched.bytes).map_err(FetchError::Refused)?;
    let about = About::new(name, &fetched.address, fetched.known, &fetched.bytes);
    Ok(Some(Entry { about, stored: fetched.bytes, index }))
}

/// Keeps the first file.
fn put(store: Option<&Store>, entry: Entry) -> Entry {
    if let Some(store) = store {
        store.keep(ENTRY, &entry.about.stored(&entry.stored));
    }
    entry
}

/// What is kept, which the host says is still the same.
fn confirmed(store: Option<&Store>, kept: Option<Entry>) -> Result<Entry, Failure> {
    if let Some(store) = store {
        store.touch(ENTRY);
    }
    kept.ok_or_else(|| Failure::new("the server says that nothing changed, and nothing is kept"))
}

/// What is kept, in the place of what cannot be had; not where the host says that there is nothing.
fn offline(
    store: Option<&Store>,
    kept: Option<Entry>,
    name: &str,
    error: &FetchError,
) -> Result<Entry, Failure> {
    let line = error.line(name);
    let (Some(kept), false) = (kept, matches!(error, FetchError::Status(_))) else {
        return Err(Failure::new(line));
    };
    let used = store.and_then(|store| store.used(ENTRY));
    let since = used.map(|used| format!(", of {}", HttpDate::from(used))).unwrap_or_default();
    say_once(format!("{line}; what was kept answers{since}"));
    Ok(kept)
}

/// Says a line, unless another thread that opens the same index said it.
fn say_once(line: String) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&line) {
        output::warning(&line);
        said.insert(line);
    }
}

/// Opens the bytes of a first file.
fn opened(stored: &[u8]) -> Result<Index, String> {
    let most = (stored.len() as u64 * MAX_INFLATION).clamp(INFLATED_BYTES, MAX_ENTRY_BYTES);
    let bytes = match gzip::is_compressed(stored) {
        true => gzip::inflated_index(stored, most)?,
        false => stored.to_vec(),
    };
    if is_page(&bytes) {
        return Err(PAGE.to_owned());
    }
    Index::open(bytes).map_err(|error| error.to_string())
}

/// The bytes that a first file has at most.
fn entry_bytes(first: &[u8]) -> Result<u64, &'static str> {
    match gzip::most_file_bytes(first) {
        Some(bytes) => Ok(bytes.min(MAX_ENTRY_BYTES)),
        None if is_page(first) => Err(PAGE),
        None => Err("it is no Kindex index: it does not begin like one"),
    }
}

/// Whether an answer is a page, as many hosts have one for whatever they have not.
fn is_page(first: &[u8]) -> bool {
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first);
    text.trim_ascii_start().starts_with(b"<")
}

/// The folder of a file, with a slash at its end.
fn folder_of(address: &str) -> &str {
    let path = address.split('?').next().unwrap_or_default();
    path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or(path)
}

/// The bytes of a shard, if they are those that its name stands for.
fn whole_shard(name: &str, stored: &[u8], most: u64) -> Result<Vec<u8>, &'static str> {
    let bytes = match gzip::is_compressed(stored) {
        true => gzip::inflated(stored, most)?,
        false => stored.to_vec(),
    };
    let shard = Shard { name: name.to_owned(), bytes };
    match shard.is_whole() {
        true => Ok(shard.bytes),
        // A shard may begin as a page does.
        false if is_page(stored) => Err(SHARD_PAGE),
        false => Err(OTHER_BYTES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex};

    const GUIDE: &[u8] = include_bytes!("../../../../tests/golden/guide-v1.kdx");

    /// A file by its path.
    type Files = Arc<Mutex<HashMap<String, Vec<u8>>>>;

    /// The address of a file of a host, and the heads of its answers.
    fn host(files: Files, first: &str) -> (Address, Arc<Mutex<Vec<String>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let name = format!("http://{}/{first}", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let requests = asked.clone();
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut request = vec![0; 4096];
                let length = stream.read(&mut request).unwrap();
                let request = String::from_utf8_lossy(&request[..length]).to_lowercase();
                let path = request.split(['/', ' ']).nth(2).unwrap().to_owned();
                let body = files.lock().unwrap()[&path].clone();
                let built = files.lock().unwrap().get("built").map_or(0, Vec::len);
                let tag = format!("\"{}-{built}\"", body.len());
                let head = match request.contains(&format!("if-none-match: {tag}")) {
                    true => "HTTP/1.1 304 Not Modified\r\nContent-Length: 0".to_owned(),
                    false => {
                        format!("HTTP/1.1 200 OK\r\nETag: {tag}\r\nContent-Length: {}", body.len())
                    }
                };
                requests.lock().unwrap().push(head.clone());
                let body = if head.contains(" 200 ") { body } else { Vec::new() };
                let head = format!("{head}\r\nConnection: close\r\n\r\n");
                stream.write_all(&[head.as_bytes(), &body].concat()).unwrap();
            }
        });
        let entry = name.parse().unwrap();
        (Address { name: PathBuf::from(&name), entry, cache: None }, asked)
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    /// Also where nothing is kept, the host is asked by what it said before.
    #[test]
    fn another_index_in_its_place_is_noticed_and_the_same_is_not_sent_again() {
        let files = Files::default();
        let put = |bytes: &[u8]| {
            files.lock().unwrap().insert("site.kdx".to_owned(), bytes.to_vec());
        };
        put(GUIDE);
        let (address, asked) = host(files.clone(), "site.kdx");
        let (mut published, index) = Published::open(address, ENTRY_TIME).unwrap();
        let before = index.stats().documents;
        assert!(published.renewed(false, soon()).unwrap().is_none());
        assert!(asked.lock().unwrap()[1].contains(" 304 "));
        // Past all caches, and still the same.
        let late = published.renewed(true, Instant::now()).unwrap_err().to_string();
        assert!(late.ends_with("it did not arrive in time"), "{late}");
        assert!(published.renewed(true, soon()).unwrap().is_none());
        assert!(asked.lock().unwrap()[2].contains(" 200 "));
        // Nor is it sent again where the same was put there anew.
        files.lock().unwrap().insert("built".to_owned(), vec![1]);
        for status in [" 200 ", " 304 "] {
            assert!(published.renewed(false, soon()).unwrap().is_none());
            assert!(asked.lock().unwrap().last().unwrap().contains(status));
        }
        let mut builder = kindex::Builder::new(kindex::Config::default());
        let document = kindex::Document { id: "a".into(), ..kindex::Document::default() };
        builder.add(document).unwrap();
        put(&builder.finish().unwrap());
        let next = published.renewed(false, soon()).unwrap().unwrap();
        assert_eq!((before > 1, next.stats().documents), (true, 1));
        // What is no index leaves the one that is open.
        put(b"<p>Moved");
        assert!(
            published
                .renewed(false, soon())
                .unwrap_err()
                .to_string()
                .contains("this is a web page")
        );
    }

    #[test]
    fn shards_have_no_more_bytes_together_than_there_is_room_for() {
        let sizes = kindex::ShardSizes::of_index(GUIDE.len());
        let kindex::Sharded { head, shards } = kindex::shard(GUIDE, &sizes).unwrap();
        let files = shards.iter().map(|shard| (file_name(&shard.name), shard.bytes.clone()));
        let files = files.chain([("index.kdx".to_owned(), head)]).collect();
        let (address, _) = host(Arc::new(Mutex::new(files)), "index.kdx");
        let (published, index) = Published::open(address, ENTRY_TIME).unwrap();
        let names: Vec<_> = index.shard_names().into_iter().enumerate().collect();
        let all: u64 = shards.iter().map(|shard| shard.bytes.len() as u64).sum();
        let got = |most, room| published.shards(&names, most, room, soon());
        assert_eq!(got(all, all).unwrap().len(), names.len());
        let error = got(all, all - 1).unwrap_err().to_string();
        assert!(error.contains("what is needed of it has more than"), "{error}");
        assert!(got(99, all).unwrap_err().to_string().contains("it has more than 99 bytes"));
        let past = published.shards(&names, all, all, Instant::now()).unwrap_err().to_string();
        assert!(past.ends_with(".kds: it did not arrive in time"), "{past}");
    }
}
