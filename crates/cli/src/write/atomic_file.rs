//! Replaces a file whole or not at all.

use crate::failure::Failure;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;

/// Files and folders that are being written begin and end so. A process that
/// is killed leaves them behind.
pub const PREFIX: &str = ".kindex-";
pub const SUFFIX: &str = ".tmp";

/// A file beside the output that nobody changed for this long was left by a build that ended.
const ABANDONED_AFTER: Duration = Duration::from_secs(60 * 60);

/// Follows links: the path at which something with a name will be, and the folder around it.
///
/// # Errors
/// Where the folder is missing.
pub fn resolve(name: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    let path = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_owned();
    if path.file_name().is_none() || !folder.is_dir() {
        let message = format!(
            "cannot write {}: there is no folder {}; make it first",
            name.display(),
            folder.display()
        );
        return Err(Failure::new(message));
    }
    Ok((path, folder))
}

/// A file to be written, known to be writable when it was last looked at.
#[derive(Debug)]
pub struct AtomicFile {
    /// As given.
    name: PathBuf,
    /// The path to which links lead.
    path: PathBuf,
    folder: PathBuf,
}

impl AtomicFile {
    /// Looks at where the file will be, before any work is done for it.
    ///
    /// # Errors
    /// Where the folder is missing or nothing can be written to it, or where something is there
    /// that is not a file.
    pub fn new(name: &Path) -> Result<Self, Failure> {
        let (path, folder) = resolve(name)?;
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            let message = format!("cannot write {}: it is there and is not a file", name.display());
            return Err(Failure::new(message));
        }
        tempfile::tempfile_in(&folder).map_err(|error| Failure::file("write", name, &error))?;
        clear(&folder);
        Ok(AtomicFile { name: name.to_owned(), path, folder })
    }

    /// Writes a new file beside the old one and puts it in its place once all of it is on disk.
    /// Whatever happens, the old file or the new one is there whole.
    ///
    /// # Errors
    /// Where the file cannot be written; the new one is then removed.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.replace(bytes)?;
        sync_folder(&self.folder).map_err(|error| Failure::file("write", &self.name, &error))
    }

    /// As [`AtomicFile::write`]; the renaming lasts after [`sync_folder`].
    ///
    /// # Errors
    /// Where the file is not put in its place; the new one is then removed.
    pub fn replace(&self, bytes: &[u8]) -> Result<(), Failure> {
        let replaced = replace(&self.folder, &self.path, bytes);
        replaced.map_err(|error| Failure::file("write", &self.name, &error))
    }

    /// As [`AtomicFile::write`], of bytes that are made while they are written.
    ///
    /// # Errors
    /// Where the file cannot be written, and what `fill` gives; the new file is then removed.
    pub fn fill(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let fail = |error| Failure::file("write", &self.name, &error);
        let mut file = BufWriter::new(temporary(&self.folder).map_err(fail)?);
        fill(&mut file)?;
        let file = file.into_inner().map_err(|error| fail(error.into_error()))?;
        put(file, &self.path).map_err(fail)?;
        sync_folder(&self.folder).map_err(fail)
    }
}

/// Writes a file in a folder and puts it in its place once all of it is on disk. The renaming
/// lasts after [`sync_folder`].
pub fn replace(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = temporary(folder)?;
    file.write_all(bytes)?;
    put(file, path)
}

/// As [`replace`], of a file whose readers check it: after a crash it may have other bytes.
pub fn put_unsynced(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = temporary(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// As [`replace`], for those who may read and write the old file, unless that is no longer the one
/// that was read. Gives whether it was replaced.
pub fn replace_current(
    folder: &Path,
    path: &Path,
    bytes: &[u8],
    permissions: Permissions,
    is_current: impl FnOnce() -> io::Result<bool>,
) -> io::Result<bool> {
    let mut file = temporary(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    if !is_current()? {
        return Ok(false);
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(true)
}

/// Puts a written file in its place once all of it is on disk.
fn put(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Like any new file; the user's umask takes its share.
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Whether a name is one of files and folders that are being written.
pub fn is_aside(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Removes what was left behind in a folder: not `.kindex-old-`, in which an export may be that is
/// to be put back. A file that cannot be removed does no harm.
pub fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let modified = entry.metadata().and_then(|found| found.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if is_aside(&name) && age.is_some_and(|age| age > ABANDONED_AFTER) {
            let path = entry.path();
            let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        }
    }
}

/// Makes renamings in a folder last. Not every system can, which is no failure.
///
/// # Errors
/// Where the disk fails or is full.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    // A folder may be written to without being read.
    let Ok(open) = File::open(folder) else { return Ok(()) };
    open.sync_all().or_else(|error| if is_of_disk(&error) { Err(error) } else { Ok(()) })
}

fn is_of_disk(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) {
        return true;
    }
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        assert!(AtomicFile::new(folder.path()).is_err());
        assert!(AtomicFile::new(&folder.path().join("missing/x.kdx")).is_err());
        #[cfg(unix)]
        assert!(AtomicFile::new(Path::new("/dev/null")).is_err());
    }

    #[test]
    fn what_was_left_behind_is_removed_after_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
        };
        make(".kindex-abandoned.tmp", 2 * ABANDONED_AFTER);
        make(".kindex-written.tmp", ABANDONED_AFTER / 2);
        make("notes.tmp", 2 * ABANDONED_AFTER);
        make(".kindex-old-kept", 2 * ABANDONED_AFTER);
        AtomicFile::new(&folder.path().join("site.kdx")).unwrap();
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names, [".kindex-old-kept", ".kindex-written.tmp", "notes.tmp"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_what_it_leads_to_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        AtomicFile::new(&link).unwrap().write(b"new").unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
