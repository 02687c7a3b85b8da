//! Files that are read from beginning to end, so that they need an end.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Here a shell puts what it hands over, as `<(echo needle, pin)`: that comes when it comes. The
/// last one is for those who have nothing to say.
const HANDED: [&str; 4] = ["/dev/fd", "/dev/stdin", "/proc/self/fd", "/dev/null"];

const NO_FILE: &str = "it is no file, but a pipe or a device, which may never end";

/// Opens a file, without waiting for others as some files of the system would.
///
/// # Errors
/// Those of the system, and that it is no file.
pub fn open(path: &Path) -> io::Result<File> {
    if HANDED.iter().any(|place| path.starts_with(place)) {
        return File::open(path);
    }
    let mut options = File::options();
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.read(true).open(path)?;
    let kind = file.metadata()?.file_type();
    // The system says of a folder itself that it is one.
    if kind.is_file() || kind.is_dir() { Ok(file) } else { Err(io::Error::other(NO_FILE)) }
}

/// The bytes of a file.
///
/// # Errors
/// As for [`open`].
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file.
///
/// # Errors
/// As for [`open`], and that it is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    io::read_to_string(open(path)?)
}

/// The text of a file that a command is given.
///
/// # Errors
/// A line that says why it cannot be read.
pub fn text_of(path: &Path) -> Result<String, Failure> {
    text(path).map_err(|error| Failure::file("read", path, &error))
}

/// The bytes of a file that a command is given.
///
/// # Errors
/// A line that says why it cannot be read.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    bytes(path).map_err(|error| Failure::file("read", path, &error))
}
