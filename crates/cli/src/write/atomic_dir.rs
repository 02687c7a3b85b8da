//! Replaces a folder of files that belong together, whole or not at all.

use crate::failure::Failure;
use crate::whole;
use crate::write::atomic_file::{PREFIX, SUFFIX, clear, resolve, sync_folder};
use crate::write::exchange::exchange;
use crate::write::lock::FolderLock;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// An old folder lies, by its own name, in a folder that begins so while the new one takes its
/// place. A process that is killed meanwhile leaves it behind.
const OLD: &str = ".kindex-old-";

/// A kind of folders that may be replaced by others of the kind.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The list of the folder's files, which says of what kind it is.
    list: &'static str,
    /// A file of it, for people.
    what: &'static str,
}

/// Folders that `kindex export` writes.
pub const EXPORT: Kind = Kind { list: "export.json", what: "export" };

/// Folders that `kindex assets` writes.
pub const ASSETS: Kind = Kind { list: "assets.json", what: "file of kindex assets" };

/// A folder to be written, known to be free or an earlier one of ours when it was last looked at.
#[derive(Debug)]
pub struct AtomicDir {
    /// As given.
    name: PathBuf,
    /// The path to which links lead.
    path: PathBuf,
    above: PathBuf,
    kind: Kind,
}

/// A folder that is written beside the one that it is going to replace.
#[derive(Debug)]
pub struct StagedDir {
    folder: TempDir,
    /// The folder that it is going to replace, as given.
    name: PathBuf,
}

impl StagedDir {
    /// The path at which its files are for now.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A file to be written.
    pub fn file(&self, name: &str) -> StagedFile {
        StagedFile { path: self.path().join(name), name: self.name.join(name) }
    }
}

/// A file in a folder that is staged.
#[derive(Debug)]
pub struct StagedFile {
    /// The path at which it is written.
    pub path: PathBuf,
    /// Its name in messages: the path at which it is going to be.
    pub name: PathBuf,
}

/// The contents of the list.
#[derive(Serialize, Deserialize)]
struct List {
    kindex: String,
    to: String,
    files: BTreeSet<String>,
}

impl AtomicDir {
    /// Looks at where the folder will be, before any work is done for it. Where an earlier one was
    /// killed after it had put the old folder aside, that is put back.
    ///
    /// # Errors
    /// Where the folder above is missing, or where something is there that is not an earlier
    /// folder of this kind or has files that do not belong to it.
    pub fn new(name: &Path, kind: Kind) -> Result<Self, Failure> {
        let (path, above) = resolve(name)?;
        // Another may put a folder with other files in place while this one is looked at.
        let _lock = FolderLock::take(&above);
        recover(&path, &above, kind).map_err(|error| Failure::file("write", name, &error))?;
        let found = AtomicDir { name: name.to_owned(), path, above, kind };
        found.check()?;
        clear(&found.above);
        Ok(found)
    }

    /// Asserts that nothing but an earlier folder of this kind is in its place.
    fn check(&self) -> Result<(), Failure> {
        let Some(foreign) = foreign(&self.path, self.kind)? else { return Ok(()) };
        let (name, what) = (self.name.display(), self.kind.what);
        let message =
            format!("cannot write {name}: {foreign}, which is no {what}; name another folder");
        Err(Failure::new(message))
    }

    /// An empty folder beside it, which is gone where it is not put in place.
    ///
    /// # Errors
    /// Where nothing can be written there.
    pub fn stage(&self) -> Result<StagedDir, Failure> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Like any new folder; the user's umask takes its share.
            builder.permissions(fs::Permissions::from_mode(0o777));
        }
        let folder = builder.tempdir_in(&self.above).map_err(|error| self.failure(&error))?;
        Ok(StagedDir { folder, name: self.name.clone() })
    }

    /// Lists the files of a folder made aside, of the kind `to`, and puts it in place of the old
    /// one. No file is ever there in part, nor one of the old folder beside one of the new.
    ///
    /// # Errors
    /// It fails if the folder cannot be moved, or if the old one has got files that are not ours:
    /// then the old one stays. It fails if the old one cannot be removed.
    pub fn put(&self, new: StagedDir, to: &str) -> Result<(), Failure> {
        let new = new.folder;
        list(new.path(), to, self.kind).map_err(|error| self.failure(&error))?;
        let _lock = FolderLock::take(&self.above);
        self.check()?;
        let old = self.replace(new).map_err(|error| self.failure(&error))?;
        old.map_or(Ok(()), remove)
    }

    /// Gives the folder that has the old one: a disk that lost the renaming would have it in place
    /// again, so its files are removed only afterwards.
    fn replace(&self, new: TempDir) -> io::Result<Option<TempDir>> {
        if !self.path.exists() {
            self.move_in(new)?;
            sync_folder(&self.above)?;
            return Ok(None);
        }
        let is_exchanged = exchange(new.path(), &self.path)?;
        let old = if is_exchanged { new } else { self.replace_in_two_steps(new)? };
        let Err(error) = sync_folder(&self.above) else { return Ok(Some(old)) };
        // The disk may undo the renaming, so the old files are not to be lost.
        let is_back = is_exchanged && exchange(old.path(), &self.path).unwrap_or(false);
        if !is_back {
            let _ = old.keep();
        }
        Err(error)
    }

    /// For systems that cannot exchange folders: in between nothing is in its place. Gives the
    /// folder that has the old one.
    fn replace_in_two_steps(&self, new: TempDir) -> io::Result<TempDir> {
        let old = self.put_aside()?;
        match self.move_in(new) {
            Ok(()) => Ok(old),
            Err(error) => {
                if fs::rename(self.within(&old), &self.path).is_err() {
                    // It stays where it was put aside, and the next one puts it back.
                    let _ = old.keep();
                }
                Err(error)
            }
        }
    }

    fn put_aside(&self) -> io::Result<TempDir> {
        let old = TempDir::with_prefix_in(OLD, &self.above)?;
        fs::rename(&self.path, self.within(&old))?;
        Ok(old)
    }

    /// The path at which the old folder is put aside.
    fn within(&self, old: &TempDir) -> PathBuf {
        old.path().join(self.path.file_name().unwrap_or_default())
    }

    fn move_in(&self, new: TempDir) -> io::Result<()> {
        fs::rename(new.path(), &self.path)?;
        // It has moved, so there is nothing to remove.
        let _ = new.keep();
        Ok(())
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::file("write", &self.name, error)
    }
}

/// Removes the folder that has the old one, unless somebody else has: it may look abandoned.
fn remove(old: TempDir) -> Result<(), Failure> {
    let path = old.path().to_owned();
    match old.close() {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Failure::file("remove", &path, &error))
        }
        _ => Ok(()),
    }
}

/// Puts an old folder back where nothing has taken its place, and removes it where a later one
/// has. Files that are not ours are left alone. The folder above has to be locked, as another may
/// just be between its two steps.
fn recover(path: &Path, above: &Path, kind: Kind) -> io::Result<()> {
    let Some(name) = path.file_name() else { return Ok(()) };
    for entry in fs::read_dir(above)?.flatten() {
        let old = entry.path().join(name);
        let is_ours = entry.file_name().to_string_lossy().starts_with(OLD)
            && old.is_dir()
            && matches!(foreign(&old, kind), Ok(None));
        if !is_ours {
            continue;
        }
        if fs::symlink_metadata(path).is_err() {
            fs::rename(&old, path)?;
            sync_folder(above)?;
        } else if !matches!(foreign(path, kind), Ok(None)) {
            continue;
        }
        // A folder that cannot be removed does no harm.
        let _ = fs::remove_dir_all(entry.path());
    }
    Ok(())
}

/// Says what a folder holds, and of what kind it is.
fn list(folder: &Path, to: &str, kind: Kind) -> io::Result<()> {
    let kindex = env!("CARGO_PKG_VERSION").to_owned();
    let list = List { kindex, to: to.to_owned(), files: paths(folder)? };
    fs::write(folder.join(kind.list), serde_json::to_string_pretty(&list)? + "\n")?;
    fs::File::open(folder.join(kind.list))?.sync_all()?;
    sync_folder(folder)
}

/// The first thing that stands in the way of replacing a path.
fn foreign(path: &Path, kind: Kind) -> Result<Option<String>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    if !path.is_dir() {
        return Ok(Some("a file is there".into()));
    }
    let names = paths(path).map_err(|error| Failure::file("read", path, &error))?;
    let list = whole::bytes(&path.join(kind.list)).ok();
    let list = list.and_then(|json| serde_json::from_slice::<List>(&json).ok());
    let ours = list.map(|list| list.files).unwrap_or_default();
    let is_ours = |name: &String| ours.contains(name) || (name == kind.list && !ours.is_empty());
    let other = names.into_iter().find(|name| !is_ours(name));
    Ok(other.map(|name| format!("it has {name}")))
}

/// The paths of all files in a folder, and of empty folders, with forward slashes.
fn paths(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let below =
            if entry.file_type()?.is_dir() { paths(&entry.path())? } else { BTreeSet::new() };
        if below.is_empty() {
            names.insert(name);
        } else {
            names.extend(below.iter().map(|path| format!("{name}/{path}")));
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder.
    fn names(folder: &Path) -> io::Result<BTreeSet<String>> {
        let entries = fs::read_dir(folder)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn made(target: &AtomicDir, file: &str) -> StagedDir {
        let new = target.stage().unwrap();
        fs::write(new.file(file).path, "x").unwrap();
        new
    }

    fn write(target: &AtomicDir, file: &str) {
        target.put(made(target, file), "test").unwrap();
    }

    /// The names in the folder and beside it.
    fn held(path: &Path) -> [BTreeSet<String>; 2] {
        [names(path).unwrap(), names(path.parent().unwrap()).unwrap()]
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_folder_replaces_an_earlier_one_whole() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        fs::create_dir(&path).unwrap();
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "old");
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "new");
        assert_eq!(names(&path).unwrap(), BTreeSet::from(["export.json".into(), "new".into()]));
        assert_eq!(names(above.path()).unwrap().len(), 1);
    }

    #[test]
    fn two_steps_do_the_same_where_folders_cannot_be_exchanged() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "old");
        let target = AtomicDir::new(&path, EXPORT).unwrap();
        let new = made(&target, "new").folder;
        list(new.path(), "test", EXPORT).unwrap();
        target.replace_in_two_steps(new).unwrap();
        assert_eq!(held(&path), [set(&["export.json", "new"]), set(&["out"])]);
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[test]
    fn a_folder_is_there_at_every_moment() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "0");
        let list = path.join(EXPORT.list);
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 1..200 {
                    write(&AtomicDir::new(&path, EXPORT).unwrap(), &number.to_string());
                }
            });
            let mut missed = 0;
            while !writer.is_finished() {
                missed += usize::from(!list.exists());
            }
            writer.join().unwrap();
            assert_eq!(missed, 0);
        });
    }

    #[test]
    fn what_was_put_aside_and_not_replaced_is_put_back() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        for file in ["first", "second"] {
            write(&AtomicDir::new(&path, EXPORT).unwrap(), "old");
            let target = AtomicDir::new(&path, EXPORT).unwrap();
            // Killed here: between two steps.
            let _ = target.put_aside().unwrap().keep();
            assert!(!path.exists());
            let target = AtomicDir::new(&path, EXPORT).unwrap();
            assert_eq!(held(&path), [set(&["export.json", "old"]), set(&["out"])]);
            write(&target, file);
            assert_eq!(held(&path), [set(&["export.json", file]), set(&["out"])]);
        }
    }

    #[test]
    fn what_was_put_aside_and_replaced_is_removed() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "old");
        let target = AtomicDir::new(&path, EXPORT).unwrap();
        let new = made(&target, "new").folder;
        list(new.path(), "test", EXPORT).unwrap();
        // Killed after the second step.
        let _ = target.put_aside().unwrap().keep();
        target.move_in(new).unwrap();
        AtomicDir::new(&path, EXPORT).unwrap();
        assert_eq!(held(&path), [set(&["export.json", "new"]), set(&["out"])]);
    }

    #[test]
    fn what_others_put_aside_is_left_alone() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        for (folder, file) in [(".kindex-old-a/out", "notes"), (".kindex-old-b/other", EXPORT.list)]
        {
            fs::create_dir_all(above.path().join(folder)).unwrap();
            fs::write(above.path().join(folder).join(file), "mine").unwrap();
        }
        AtomicDir::new(&path, EXPORT).unwrap();
        assert_eq!(names(above.path()).unwrap(), set(&[".kindex-old-a", ".kindex-old-b"]));
        // Something else has taken the place of an export.
        let path = above.path().join("export");
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "old");
        let _ = AtomicDir::new(&path, EXPORT).unwrap().put_aside().unwrap().keep();
        fs::write(&path, "mine").unwrap();
        assert!(AtomicDir::new(&path, EXPORT).is_err());
        assert_eq!(names(above.path()).unwrap().len(), 4);
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "old");
        fs::write(path.join("notes.txt"), "mine").unwrap();
        assert!(AtomicDir::new(&path, EXPORT).is_err());
        assert!(AtomicDir::new(above.path(), EXPORT).is_err());
        assert!(AtomicDir::new(&path.join("notes.txt"), EXPORT).is_err());
        assert!(AtomicDir::new(&above.path().join("missing/out"), EXPORT).is_err());
    }

    #[test]
    fn what_came_meanwhile_is_left_alone() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        write(&AtomicDir::new(&path, EXPORT).unwrap(), "old");
        let target = AtomicDir::new(&path, EXPORT).unwrap();
        let new = made(&target, "new");
        fs::write(path.join("notes.txt"), "mine").unwrap();
        assert!(target.put(new, "test").is_err());
        assert_eq!(held(&path), [set(&["export.json", "notes.txt", "old"]), set(&["out"])]);
    }

    #[cfg(unix)]
    #[test]
    fn what_was_left_behind_is_removed_after_a_while() {
        let above = tempfile::tempdir().unwrap();
        let make = |name: &str, hours: u64| {
            let folder = above.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("part"), "x").unwrap();
            let time = std::time::SystemTime::now() - std::time::Duration::from_secs(hours * 3600);
            fs::File::open(&folder).unwrap().set_modified(time).unwrap();
        };
        make(".kindex-abandoned.tmp", 2);
        make(".kindex-written.tmp", 0);
        make(".kindex-old-kept", 2);
        AtomicDir::new(&above.path().join("out"), EXPORT).unwrap();
        let left = [".kindex-old-kept".to_owned(), ".kindex-written.tmp".to_owned()];
        assert_eq!(names(above.path()).unwrap(), BTreeSet::from(left));
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let above = tempfile::tempdir().unwrap();
        let target = AtomicDir::new(&above.path().join("out"), EXPORT).unwrap();
        drop(target.stage().unwrap());
        assert_eq!(names(above.path()).unwrap(), BTreeSet::new());
    }
}
