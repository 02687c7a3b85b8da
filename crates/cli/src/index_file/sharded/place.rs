//! Where the build before lies: in a folder of this machine, or at the address at which it is
//! published.

use super::kept::{KEPT, Kept};
use super::{HEAD, file_name, stored_shard};
use crate::failure::Failure;
use crate::fetch::{self, Client, FetchError};
use crate::index_file::error::IndexError;
use crate::whole;
use crate::write::gzip;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// No page waits for a head with more, so it is none.
const MAX_FETCHED_HEAD_BYTES: u64 = 256 << 20;

/// The list of a folder has the names of some thousands of shards.
const MAX_FETCHED_LIST_BYTES: u64 = 16 << 20;

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
                if let Some(what) = fetch::fault(address) {
                    return Err(Failure::usage(format!(
                        "--keep-previous: {address:?} given; {what}"
                    )));
                }
                let client = Client::new()?;
                Ok(Place::Address(format!("{}/", address.trim_end_matches('/')), client))
            }
        }
    }

    /// As it is shown.
    pub fn name(&self) -> String {
        match self {
            Place::Folder(folder) => folder.display().to_string(),
            Place::Address(address, _) => address.clone(),
        }
    }

    /// Whether it is a folder.
    pub fn is_in(&self, folder: &Path) -> bool {
        matches!(self, Place::Folder(own) if own == folder)
    }

    /// The path or the address of a file.
    fn file(&self, name: &str) -> PathBuf {
        match self {
            Place::Folder(folder) => folder.join(name),
            Place::Address(address, _) => PathBuf::from(format!("{address}{name}")),
        }
    }

    /// The head, inflated. Nothing where a folder that need not have one has none.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn head(&self, is_needed: bool) -> Result<Option<(PathBuf, Vec<u8>)>, IndexError> {
        let file = self.file(HEAD);
        let bytes = match self {
            Place::Folder(_) => match whole::bytes(&file) {
                Err(error) if error.kind() == ErrorKind::NotFound && !is_needed => return Ok(None),
                read => read.map_err(|error| IndexError::unread(&file, &error))?,
            },
            Place::Address(address, client) => {
                let address = format!("{address}{HEAD}");
                let fetched = client.bytes(&address, MAX_FETCHED_HEAD_BYTES);
                fetched.map_err(|error| unfetched(&error, &address))?
            }
        };
        if !gzip::is_compressed(&bytes) {
            return Ok(Some((file, bytes)));
        }
        let inflated = gzip::inflated_index(&bytes);
        let bytes = inflated.map_err(|what| IndexError::corrupt(&file, what))?;
        Ok(Some((file, bytes)))
    }

    /// The list of what is kept; none where there is none.
    ///
    /// # Errors
    /// Where it cannot be read, or is not what a build writes.
    pub fn list(&self) -> Result<Kept, IndexError> {
        let Place::Address(address, client) = self else {
            return Kept::read(&self.file(""));
        };
        let address = format!("{address}{KEPT}");
        match client.bytes(&address, MAX_FETCHED_LIST_BYTES) {
            // Many hosts answer with a page where there is no file.
            Ok(json) if json.starts_with(b"{") => Kept::of_json(&json, Path::new(&address)),
            Ok(_) | Err(FetchError::Status(..500)) => Ok(Kept::default()),
            Err(error) => Err(unfetched(&error, &address)),
        }
    }

    /// The file of a shard, compressed, whose bytes are those that its name stands for.
    ///
    /// # Errors
    /// Where it is not there, or has other bytes, or more than `most`.
    pub fn shard(&self, name: &str, most: u64) -> Result<Vec<u8>, Unusable> {
        let file = self.file(&file_name(name));
        let stored = match self {
            Place::Folder(_) => stored_shard(&file).map_err(|_| Unusable::Damaged)?,
            Place::Address(address, client) => {
                let fetched = client.bytes(&format!("{address}{}", file_name(name)), most);
                let fetched = fetched.map_err(|error| match error {
                    FetchError::Slow(_) => Unusable::Slow,
                    _ => Unusable::Damaged,
                })?;
                // A host that declares the compression of its files has it undone.
                match gzip::is_compressed(&fetched) {
                    true => fetched,
                    false => gzip::compress(&fetched).map_err(|_| Unusable::Damaged)?,
                }
            }
        };
        match super::check_shard(name, &file, &stored, most) {
            Ok(()) => Ok(stored),
            Err(_) => Err(Unusable::Damaged),
        }
    }
}

/// Why a shard cannot be kept.
#[derive(Debug, PartialEq)]
pub enum Unusable {
    /// It is missing or damaged.
    Damaged,
    /// The server took too long: it may do so for each.
    Slow,
}

fn unfetched(error: &FetchError, address: &str) -> IndexError {
    IndexError::Unread(Failure::new(error.line(address)))
}
