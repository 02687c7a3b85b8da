//! The files that a page with the search field may load, which are in this program.

use crate::failure::Failure;
use flate2::read::ZlibDecoder;
use std::io::Read;

include!(concat!(env!("OUT_DIR"), "/field.rs"));

/// Where programs have them that were built without.
const ADVICE: &str = "this kindex was built without the files of the search field: install it from \
                      npm (kindex) or PyPI (kindex-docs), or run make install in a clone of Kindex";

/// The files, by their paths from the script that loads the others.
///
/// # Errors
/// Where the program was built without them.
pub fn files() -> Result<Vec<(&'static str, Vec<u8>)>, Failure> {
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
        match files() {
            Ok(files) => {
                assert!(files.iter().any(|(path, _)| *path == "injected.min.js"));
                let (_, module) = files.iter().find(|(path, _)| path.ends_with(".wasm")).unwrap();
                assert!(module.starts_with(b"\0asm"));
                assert!(files.is_sorted());
            }
            Err(Failure::Message(message)) => assert!(message.contains("make install")),
            Err(_) => panic!("another failure"),
        }
    }
}
