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
    /// They are opened as files, and load nothing else.
    Inline,
}

impl Entry {
    /// Its path beside the files that it loads.
    pub fn script(self) -> &'static str {
        match self {
            Entry::Injected => "injected.min.js",
            Entry::Define => "define.min.js",
            Entry::Inline => "inline.min.js",
        }
    }

    const ALL: [Entry; 3] = [Entry::Injected, Entry::Define, Entry::Inline];
}

/// The engine of pages.
const ENGINE: &str = "page/page_bg.wasm";

/// A script and the files that it may load, by their paths.
///
/// # Errors
/// Where the program was built without them.
pub fn files(entry: Entry) -> Result<Vec<(&'static str, Vec<u8>)>, Failure> {
    let mut files = all()?;
    let is_other = |path: &str| Entry::ALL.iter().any(|it| *it != entry && it.script() == path);
    files.retain(|(path, _)| !is_other(path));
    Ok(files)
}

/// The script of pages that are opened as files, and the engine that it needs.
///
/// # Errors
/// Where the program was built without them.
pub fn inline() -> Result<(Vec<u8>, Vec<u8>), Failure> {
    let (mut script, mut engine) = (None, None);
    for (path, bytes) in all()? {
        if path == Entry::Inline.script() {
            script = Some(bytes);
        } else if path == ENGINE {
            engine = Some(bytes);
        }
    }
    script.zip(engine).ok_or_else(|| Failure::new(ADVICE))
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
        for entry in Entry::ALL {
            match files(entry) {
                Ok(files) => {
                    let scripts = Entry::ALL.map(Entry::script);
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
