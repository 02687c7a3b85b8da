//! The files that a page with the search field may load, which are in this program.

use crate::failure::Failure;
use flate2::read::ZlibDecoder;
use std::io::Read;

include!(concat!(env!("OUT_DIR"), "/field.rs"));

/// Where programs have them that were built without.
const ADVICE: &str = "this kindex was built without the files of the search field: install it from \
                      npm (kindex) or PyPI (kindex-docs), or run make install in a clone of Kindex";

/// The scripts by which pages get the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// `kindex inject` puts it into them.
    Injected,
    /// They have `<kindex-search>` themselves.
    Define,
}

impl Entry {
    /// Its path beside the files that it loads.
    pub fn script(self) -> &'static str {
        match self {
            Entry::Injected => "injected.min.js",
            Entry::Define => "define.min.js",
        }
    }
}

/// A script and the files that it may load, by their paths.
///
/// # Errors
/// Where the program was built without them.
pub fn files(entry: Entry) -> Result<Vec<(&'static str, Vec<u8>)>, Failure> {
    let other = match entry {
        Entry::Injected => Entry::Define,
        Entry::Define => Entry::Injected,
    };
    let mut files = all()?;
    files.retain(|(path, _)| *path != other.script());
    Ok(files)
}

fn all() -> Result<Vec<(&'static str, Vec<u8>)>, Failure> {
    if FILES.is_empty() {
        return Err(Failure::new(ADVICE));
    }
    let mut unpacked = ZlibDecoder::new(PACKED);
    let mut files = Vec::new();
    for (path, len) in FILES {
        let mut bytes = vec![0; *len];
        let read = unpacked.read_exact(&mut bytes);
        read.map_err(|error| Failure::new(format!("the files of the search field in this program cannot be read ({error}); install it again")))?;
        files.push((*path, bytes));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_out_whole_or_what_is_missing_is_said() {
        for entry in [Entry::Injected, Entry::Define] {
            match files(entry) {
                Ok(files) => {
                    let scripts = [Entry::Injected, Entry::Define].map(Entry::script);
                    let paths = files.iter().map(|(path, _)| *path);
                    let own: Vec<_> = paths.filter(|path| scripts.contains(path)).collect();
                    assert_eq!(own, [entry.script()]);
                    let module = files.iter().find(|(path, _)| path.ends_with(".wasm"));
                    assert!(module.unwrap().1.starts_with(b"\0asm"));
                }
                Err(Failure::Message(message)) => assert!(message.contains("make install")),
                Err(_) => panic!("another failure"),
            }
        }
    }
}
