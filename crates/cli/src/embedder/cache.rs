//! Vectors of texts that a model made, kept for the next build.
//!
//! A file begins with what it is, the checksum of the model, and the checksum of what follows. That
//! is a map from checksums of texts to vectors.

use crate::atomic_file::{AtomicFile, resolve};
use crate::cache::suitable;
use crate::failure::Failure;
use crate::vectors::checksum;
use std::collections::HashMap;
use std::env;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh64::xxh64;

/// No text begins so.
const MAGIC: &[u8; 8] = b"\x89KDVECT1";

/// The flag that names a file.
const FLAG: &str = "--vector-cache";

/// By the checksums of the texts.
pub type Known = HashMap<u64, Vec<f32>>;

/// A cache, open for one build.
pub struct Cache {
    file: PathBuf,
    model: u64,
    /// The vectors of the build before.
    pub known: Known,
    /// Whether the file has just these.
    is_written: bool,
}

impl Cache {
    /// Reads the cache of an output, or the one in a file that is named for it. With it comes what to
    /// say where that is of no use.
    ///
    /// # Errors
    /// If no place for it is known, or the file that is named is something else or cannot be written.
    pub fn open(
        named: Option<&Path>,
        output: &Path,
        model: u64,
    ) -> Result<(Self, Option<String>), Failure> {
        let file = match named {
            Some(file) => writable(file, output)?.to_owned(),
            None => of_output(output)?,
        };
        let (known, why) = match fs::read(&file) {
            Ok(bytes) => read(&bytes, model),
            Err(error) if error.kind() == ErrorKind::NotFound => (None, None),
            Err(_) => (None, Some("cannot be read")),
        };
        let why = why.map(|why| format!("all vectors are made anew: {} {why}", file.display()));
        let is_written = known.is_some();
        let known = known.unwrap_or_default();
        Ok((Cache { file, model, known, is_written }, why))
    }

    /// Takes in vectors that were made.
    pub fn add(&mut self, made: impl IntoIterator<Item = (u64, Vec<f32>)>) {
        let before = self.known.len();
        self.known.extend(made);
        self.is_written &= self.known.len() == before;
    }

    /// Drops vectors of texts that are gone.
    pub fn keep(&mut self, is_kept: impl Fn(u64) -> bool) {
        let before = self.known.len();
        self.known.retain(|&text, _| is_kept(text));
        self.is_written &= self.known.len() == before;
    }

    /// Writes it, unless the file has the same.
    ///
    /// # Errors
    /// If it cannot be written; the old one is then whole.
    pub fn write(&mut self) -> Result<(), Failure> {
        if self.is_written {
            return Ok(());
        }
        make_folder(&self.file)?;
        AtomicFile::new(&self.file)?.write(&written(&self.known, self.model))?;
        self.is_written = true;
        Ok(())
    }
}

/// A file that is named for a cache, if it can be one: before a model has worked for it.
fn writable<'a>(file: &'a Path, output: &Path) -> Result<&'a Path, Failure> {
    make_folder(file)?;
    let file = suitable(file, output, FLAG)?;
    spare(file)?;
    AtomicFile::new(file)?;
    Ok(file)
}

/// Refuses a file of the user's that is no cache, as it would be replaced.
fn spare(file: &Path) -> Result<(), Failure> {
    let mut begin = Vec::new();
    if let Ok(open) = fs::File::open(file) {
        let read = open.take(MAGIC.len() as u64).read_to_end(&mut begin);
        read.map_err(|error| Failure::file("read", file, &error))?;
    }
    if begin.is_empty() || begin == MAGIC {
        return Ok(());
    }
    let file = file.display();
    Err(Failure::usage(format!("{FLAG} {file}: it is something else; name a file of its own")))
}

fn make_folder(file: &Path) -> Result<(), Failure> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| Failure::file("write", file, &error))
}

/// The vectors in the bytes of a cache, or why there are none.
fn read(bytes: &[u8], model: u64) -> (Option<Known>, Option<&'static str>) {
    let damaged = (None, Some("is damaged"));
    let Some(rest) = bytes.strip_prefix(MAGIC) else { return damaged };
    let Some((of_model, rest)) = number(rest) else { return damaged };
    let Some((sum, rest)) = number(rest) else { return damaged };
    if xxh64(rest, of_model) != sum {
        return damaged;
    }
    if of_model != model {
        return (None, Some("is of another model"));
    }
    match postcard::from_bytes::<Vec<(u64, Vec<f32>)>>(rest) {
        Ok(known) => (Some(known.into_iter().collect()), None),
        Err(_) => damaged,
    }
}

fn written(known: &Known, model: u64) -> Vec<u8> {
    let mut entries: Vec<(&u64, &Vec<f32>)> = known.iter().collect();
    entries.sort_unstable_by_key(|(text, _)| **text);
    // Memory takes whatever is written to it.
    let entries = postcard::to_stdvec(&entries).unwrap_or_default();
    let numbers = [model.to_le_bytes(), xxh64(&entries, model).to_le_bytes()];
    [MAGIC, numbers.as_flattened(), &entries].concat()
}

fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((u64::from_le_bytes(*number), rest))
}

/// The cache of an output, in the user's folder for such: beside the output it would be published.
fn of_output(output: &Path) -> Result<PathBuf, Failure> {
    let (path, folder) = resolve(output)?;
    let whole = fs::canonicalize(&folder).unwrap_or(folder);
    let name = path.file_name().unwrap_or_default();
    let sum = checksum(&whole.join(name).to_string_lossy());
    let name = format!("{}-{sum:016x}.vectors", name.to_string_lossy());
    let caches = caches(|name| env::var_os(name).map(PathBuf::from)).ok_or_else(|| {
        Failure::new("no folder for caches is known; name a file by --vector-cache")
    })?;
    Ok(caches.join("kindex").join(name))
}

/// The user's folder for caches, from the variables of the environment.
fn caches(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let whole = |name| variable(name).filter(|path| path.is_absolute());
    let of_system = || match env::consts::OS {
        "windows" => whole("LOCALAPPDATA"),
        "macos" => Some(whole("HOME")?.join("Library/Caches")),
        _ => Some(whole("HOME")?.join(".cache")),
    };
    whole("XDG_CACHE_HOME").or_else(of_system)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Known {
        [(7, vec![1.0, -0.5]), (1, vec![0.25, 2.0])].into()
    }

    #[test]
    fn what_is_written_comes_back() {
        let bytes = written(&known(), 5);
        assert_eq!(read(&bytes, 5), (Some(known()), None));
        assert_eq!(read(&bytes, 6), (None, Some("is of another model")));
    }

    #[test]
    fn every_damage_is_found() {
        let good = written(&known(), 5);
        for len in 0..good.len() {
            assert_eq!(read(&good[..len], 5), (None, Some("is damaged")), "{len}");
        }
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert_eq!(read(&bad, 5), (None, Some("is damaged")), "{at}");
        }
    }

    #[test]
    fn what_is_gone_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/site.vectors");
        let open = || Cache::open(Some(&file), Path::new("site.kdx"), 5).unwrap();
        let (mut cache, why) = open();
        assert_eq!((cache.known.len(), why), (0, None));
        cache.add(known());
        cache.write().unwrap();
        let (mut cache, _) = open();
        assert_eq!(cache.known, known());
        cache.keep(|text| text == 7);
        cache.write().unwrap();
        assert_eq!(open().0.known, [(7, vec![1.0, -0.5])].into());
        fs::write(&file, [MAGIC, &b"x"[..]].concat()).unwrap();
        let (cache, why) = open();
        assert!(cache.known.is_empty() && why.unwrap().ends_with("site.vectors is damaged"));
    }

    #[test]
    fn caches_have_a_folder() {
        let all = |name: &str| Some(Path::new("/").join(name));
        let is_whole = |path: &PathBuf| path.is_absolute();
        if cfg!(unix) {
            assert_eq!(caches(all).filter(is_whole), Some("/XDG_CACHE_HOME".into()));
        }
        assert_eq!(caches(|_| Some("relative".into())), None);
        assert_eq!(caches(|_| None), None);
    }
}
