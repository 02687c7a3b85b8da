//! A cache as a file: what it is, the checksum of the program that wrote it, the checksum of what
//! follows, and the entries.

use super::entry::CacheEntry;
use crate::whole;
use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use xxhash_rust::xxh64::{Xxh64, xxh64};

/// No text begins so.
const MAGIC: &[u8; 8] = b"\x89KDCACHE";

/// By the ids of the files.
pub type Entries = BTreeMap<String, CacheEntry>;

/// The contents of a cache.
#[derive(Default)]
pub struct Stored {
    pub entries: Entries,
    /// The checksum of the entries as they are written; none where there is no file.
    pub sum: Option<u64>,
}

impl Stored {
    /// Reads a cache.
    ///
    /// # Errors
    /// A predicate that says what the file is instead of a cache that this program has written.
    pub fn read(file: &Path) -> Result<Self, &'static str> {
        let bytes = whole::bytes(file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => "is not there yet",
            _ => "cannot be read",
        })?;
        Stored::of(&bytes)
    }

    fn of(bytes: &[u8]) -> Result<Self, &'static str> {
        let damaged = "is damaged";
        let rest = bytes.strip_prefix(MAGIC).ok_or(damaged)?;
        let (program, rest) = number(rest).ok_or(damaged)?;
        if program != self::program() {
            return Err("is of another version of kindex");
        }
        let (sum, entries) = number(rest).ok_or(damaged)?;
        if xxh64(entries, 0) != sum {
            return Err(damaged);
        }
        let entries = postcard::from_bytes(entries).map_err(|_| damaged)?;
        Ok(Stored { entries, sum: Some(sum) })
    }
}

/// The bytes of a cache, and the checksum of its entries.
pub fn write(entries: &Entries) -> (Vec<u8>, u64) {
    // Memory takes whatever is written to it.
    let entries = postcard::to_stdvec(entries).unwrap_or_default();
    let sum = xxh64(&entries, 0);
    let numbers = [program().to_le_bytes(), sum.to_le_bytes()];
    ([MAGIC, numbers.as_flattened(), &entries].concat(), sum)
}

fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((u64::from_le_bytes(*number), rest))
}

/// The file that has this code, where that is not the program that runs.
static CODE_FILE: OnceLock<PathBuf> = OnceLock::new();

/// Names the file that has this code, if it is not the program that runs. The first call counts.
pub fn set_code_file(file: PathBuf) {
    CODE_FILE.get_or_init(|| file);
}

/// A checksum that tells this code from any other: that of its own file, as one with the same
/// version may have been compiled with other libraries or from changed sources. Where the system
/// does not say where the program is, it is that of the version.
fn program() -> u64 {
    static PROGRAM: OnceLock<u64> = OnceLock::new();
    let version = || xxh64(env!("CARGO_PKG_VERSION").as_bytes(), 0);
    *PROGRAM.get_or_init(|| own_checksum().unwrap_or_else(|_| version()))
}

fn code_file() -> io::Result<PathBuf> {
    CODE_FILE.get().cloned().map_or_else(env::current_exe, Ok)
}

fn own_checksum() -> io::Result<u64> {
    let mut program = BufReader::with_capacity(1 << 16, File::open(code_file()?)?);
    let mut hasher = Xxh64::new(0);
    loop {
        let read = program.fill_buf()?;
        let len = read.len();
        if len == 0 {
            return Ok(hasher.digest());
        }
        hasher.update(read);
        program.consume(len);
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::Key;
    use super::*;
    use kindex_extract::{Extracted, FileContext, Format, Options, SourceFile};

    fn entries() -> Entries {
        let source = SourceFile {
            file: "a.md".into(),
            id: "a.md".into(),
            format: Format::Markdown,
            named: false,
            root: 0,
            context: FileContext::default(),
        };
        let key = Key::of(&source, &Options::default(), b"");
        let entry = || CacheEntry::new(key, &Extracted::default()).unwrap();
        [("a.md".to_owned(), entry()), ("b.md".to_owned(), entry())].into()
    }

    #[test]
    fn what_is_written_comes_back() {
        let (bytes, sum) = write(&entries());
        let stored = Stored::of(&bytes).unwrap();
        assert_eq!((write(&stored.entries), stored.sum), ((bytes, sum), Some(sum)));
    }

    #[test]
    fn every_damage_is_found() {
        let (good, _) = write(&entries());
        for len in 0..good.len() {
            assert_eq!(Stored::of(&good[..len]).err(), Some("is damaged"), "{len}");
        }
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            let is_program = (MAGIC.len()..MAGIC.len() + 8).contains(&at);
            let why = if is_program { "is of another version of kindex" } else { "is damaged" };
            assert_eq!(Stored::of(&bad).err(), Some(why), "{at}");
        }
        assert!(Stored::of(&[good, vec![0]].concat()).is_err());
    }

    #[test]
    fn bytes_with_a_fitting_checksum_are_read_or_refused() {
        for entries in [&[0xff; 40][..], &[9], &[1, 0x80]] {
            let numbers = [program().to_le_bytes(), xxh64(entries, 0).to_le_bytes()];
            let bytes = [&MAGIC[..], numbers.as_flattened(), entries].concat();
            assert!(Stored::of(&bytes).is_err());
        }
    }
}
