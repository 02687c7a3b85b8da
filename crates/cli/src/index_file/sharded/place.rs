//! Where the build before lies: in a folder of this machine, or at the address at which it is
//! published.

use super::kept::{KEPT, Kept};
use super::{HEAD, check_shard, file_name, whole_shard};
use crate::failure::Failure;
use crate::fetch::{self, Client, FetchError};
use crate::index_file::error::IndexError;
use crate::whole;
use crate::write::gzip;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// No page waits for a head with more, so it is none.
const MAX_FETCHED_HEAD_BYTES: u64 = 256 << 20;

/// The list of a folder has the names of some thousands of shards.
const MAX_FETCHED_LIST_BYTES: u64 = 16 << 20;

/// The largest shard has the ids, addresses and titles of all documents: those of half a million.
/// Some are in memory at the same time, whatever the host says of its index.
const MAX_FETCHED_SHARD_BYTES: u64 = 64 << 20;

/// Where the build before lies.
#[derive(Debug)]
pub enum Place {
    Folder(PathBuf),
    /// The address of a folder, which ends in a slash.
    Address(String, Client),
}

impl Place {
    /// The place that a user names.
    ///
    /// # Errors
    /// Where nothing can be fetched.
    pub fn of(named: &Path) -> Result<Self, Failure> {
        match named.to_str().filter(|text| fetch::is_address(text)) {
            None => Ok(Place::Folder(named.to_owned())),
            Some(address) => {
                let address = fetch::folder(address)
                    .map_err(|what| Failure::usage(format!("--keep-previous: {what}")))?;
                Ok(Place::Address(address, Client::new()?))
            }
        }
    }

    /// The name as it is shown.
    pub fn name(&self) -> String {
        match self {
            Place::Folder(folder) => folder.display().to_string(),
            Place::Address(address, _) => address.clone(),
        }
    }

    /// Whether it is that folder.
    pub fn is_folder(&self, folder: &Path) -> bool {
        matches!(self, Place::Folder(own) if own == folder)
    }

    /// The path or the address of a file.
    fn file(&self, name: &str) -> PathBuf {
        match self {
            Place::Folder(folder) => folder.join(name),
            Place::Address(address, _) => PathBuf::from(format!("{address}{name}")),
        }
    }

    /// The head, inflated, of what is fetched since `begun`. Nothing where a folder that need not
    /// have one has none.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn head(
        &self,
        is_needed: bool,
        begun: Instant,
    ) -> Result<Option<(PathBuf, Vec<u8>)>, IndexError> {
        let file = self.file(HEAD);
        let bytes = match self {
            Place::Folder(_) => match whole::bytes(&file) {
                Err(error) if error.kind() == ErrorKind::NotFound && !is_needed => return Ok(None),
                read => read.map_err(|error| IndexError::unread(&file, &error))?,
            },
            Place::Address(address, client) => {
                let address = format!("{address}{HEAD}");
                let fetched = client.bytes(&address, MAX_FETCHED_HEAD_BYTES, begun);
                fetched.map_err(|error| unfetched(&error, &address))?
            }
        };
        if !gzip::is_compressed(&bytes) {
            return Ok(Some((file, bytes)));
        }
        let inflated = match self {
            Place::Folder(_) => gzip::inflated_index(&bytes, gzip::MAX_INFLATED_BYTES),
            Place::Address(..) => gzip::inflated(&bytes, MAX_FETCHED_HEAD_BYTES),
        };
        let bytes = inflated.map_err(|what| IndexError::corrupt(&file, what))?;
        Ok(Some((file, bytes)))
    }

    /// The list of what is kept, fetched since `begun`; none where there is none.
    ///
    /// # Errors
    /// Where it cannot be read, or is not what a build writes.
    pub fn list(&self, begun: Instant) -> Result<Kept, IndexError> {
        let Place::Address(address, client) = self else {
            return Kept::read(&self.file(""));
        };
        let address = format!("{address}{KEPT}");
        match client.bytes(&address, MAX_FETCHED_LIST_BYTES, begun) {
            // Many hosts answer with a page where there is no file.
            Ok(json) if json.starts_with(b"{") => Kept::of_json(&json, Path::new(&address)),
            Ok(_) | Err(FetchError::Status(401 | 403 | 404 | 410)) => Ok(Kept::default()),
            Err(error) => Err(unfetched(&error, &address)),
        }
    }

    /// The file of a shard, compressed, whose bytes are those that its name stands for. It is
    /// fetched with others since `begun`.
    ///
    /// # Errors
    /// Where it is not there, or has other bytes, or more than `most`.
    pub fn shard(&self, name: &str, most: u64, begun: Instant) -> Result<Vec<u8>, Unusable> {
        let (address, client) = match self {
            Place::Folder(folder) => return Ok(whole_shard(name, folder, most)?),
            Place::Address(address, client) => (format!("{address}{}", file_name(name)), client),
        };
        let most = most.min(MAX_FETCHED_SHARD_BYTES);
        let fetched = client.bytes(&address, most, begun).map_err(|error| match error {
            FetchError::Slow(why) => Unusable::Slow(why),
            _ => Unusable::Damaged,
        })?;
        // A host that declares the compression of its files has it undone.
        let stored = match gzip::is_compressed(&fetched) {
            true => fetched,
            false => gzip::compress(&fetched).map_err(|_| Unusable::Damaged)?,
        };
        check_shard(name, Path::new(&address), &stored, most)?;
        Ok(stored)
    }
}

/// Why a shard cannot be kept.
#[derive(Debug, PartialEq)]
pub enum Unusable {
    /// It is missing or damaged.
    Damaged,
    /// The server takes too long, or has too much to do, for this reason: it may do so for each.
    Slow(String),
}

impl From<IndexError> for Unusable {
    fn from(_: IndexError) -> Self {
        Unusable::Damaged
    }
}

fn unfetched(error: &FetchError, address: &str) -> IndexError {
    IndexError::Unread(Failure::new(error.line(address)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;
    use std::time::Duration;
    use xxhash_rust::xxh64::xxh64;

    /// A host that answers each request with these bytes.
    fn host(body: Vec<u8>) -> Place {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let _ = stream.read(&mut [0; 4096]);
                let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
                let _ = stream.write_all(&[head.as_bytes(), &body].concat());
            }
        });
        let time = Duration::from_secs(60);
        Place::Address(address, Client::with_times(time, time).unwrap())
    }

    #[test]
    fn a_host_does_not_say_how_large_a_shard_may_be() {
        let fetched = |bytes: u64| {
            let mut shard = vec![0; bytes as usize - 4];
            let seal = xxh64(&shard, 1) as u32;
            shard.extend(seal.to_le_bytes());
            let place = host(gzip::compress(&shard).unwrap());
            place.shard("000000000001", u64::MAX, Instant::now()).map(drop)
        };
        assert_eq!(fetched(MAX_FETCHED_SHARD_BYTES), Ok(()));
        assert_eq!(fetched(MAX_FETCHED_SHARD_BYTES + 1), Err(Unusable::Damaged));
    }

    #[test]
    fn a_host_does_not_say_how_large_a_head_may_be() {
        let head = include_bytes!("../../../../../tests/golden/guide-v1.kdx");
        let nothing = gzip::compress(&vec![0; MAX_FETCHED_HEAD_BYTES as usize / 4]).unwrap();
        let [mut head, more] = [head.to_vec(), nothing.repeat(4)];
        // The length that it says it has.
        head[12..16].fill(0xff);
        let place = host([gzip::compress(&head).unwrap(), more].concat());
        let error = Failure::from(place.head(true, Instant::now()).unwrap_err());
        assert!(format!("{error:?}").contains("inflates to more"), "{error:?}");
    }
}
