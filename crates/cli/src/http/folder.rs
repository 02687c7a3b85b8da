//! The files of a folder, and none that is hidden or that links lead to outside of it.

use super::file::Opened;
use super::kind;
use percent_encoding::percent_decode_str;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Opens files in a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Without links.
    root: Arc<Path>,
}

/// What an address stands for.
pub enum Found {
    File(Opened),
    Folder,
}

impl Folder {
    /// A folder, links followed.
    ///
    /// # Errors
    /// Where it cannot be found.
    pub fn new(folder: &Path) -> io::Result<Self> {
        Ok(Folder { root: folder.canonicalize()?.into() })
    }

    /// What the path of an address stands for, which begins with a slash and may have escapes.
    /// `/guide/` is `guide/index.html`; `/guide` is a file of that name or else `guide.html`, also
    /// where there is a folder `guide`.
    ///
    /// # Errors
    /// Where there is nothing, or it cannot be read.
    pub fn find(&self, address: &str) -> io::Result<Found> {
        let mut path = self.path(address)?;
        if address.ends_with('/') {
            path.push("index.html");
            return match self.open(&path)? {
                Found::Folder => Err(ErrorKind::NotFound.into()),
                file => Ok(file),
            };
        }
        let found = self.open(&path);
        if let Ok(Found::File(_)) = found {
            return found;
        }
        let mut page = OsString::from(path);
        page.push(".html");
        match self.open(Path::new(&page)) {
            Ok(Found::File(file)) => Ok(Found::File(file)),
            _ => found,
        }
    }

    fn path(&self, address: &str) -> io::Result<PathBuf> {
        let address = percent_decode_str(address).decode_utf8();
        let address = address.map_err(|_| ErrorKind::NotFound)?;
        let relative = Path::new(address.trim_start_matches('/'));
        // A drive of Windows in the midst of a path leads to it.
        let is_plain = |part| match part {
            Component::Normal(name) => {
                Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
            }
            _ => false,
        };
        if is_hidden(&address) || !relative.components().all(is_plain) {
            return Err(ErrorKind::NotFound.into());
        }
        Ok(self.root.join(relative))
    }

    fn open(&self, path: &Path) -> io::Result<Found> {
        let real = path.canonicalize()?;
        let within = real.strip_prefix(&self.root).map_err(|_| ErrorKind::NotFound)?;
        if within.iter().any(|part| part.as_encoded_bytes().starts_with(b".")) {
            return Err(ErrorKind::NotFound.into());
        }
        let found = real.symlink_metadata()?;
        if found.is_dir() {
            return Ok(Found::Folder);
        }
        // Opening a pipe waits for its other end.
        if !found.is_file() {
            return Err(ErrorKind::NotFound.into());
        }
        let file = File::open(real)?;
        Ok(Found::File(Opened { metadata: file.metadata()?, file, kind: kind::of(path) }))
    }
}

/// Whether a part of the path begins with a dot, as those do too that lead out of the folder.
fn is_hidden(path: &str) -> bool {
    path.split(['/', '\\']).any(|part| part.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_dots_in_front_are_hidden() {
        let folder = Folder { root: Path::new("root").into() };
        for path in ["/.git/config", "/a/../b", "/%2e%2e/b", "/a/.b", "/a%5c..%5cb", "/a%2f.b"] {
            assert!(folder.path(path).is_err(), "{path}");
        }
        for path in ["/", "/a.b", "/a/b.html", "/a..b", "/%c3%bc"] {
            assert!(folder.path(path).is_ok(), "{path}");
        }
    }
}
