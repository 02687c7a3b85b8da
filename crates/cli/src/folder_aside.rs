//! Replaces a folder of files that belong together, whole or not at all.

use crate::failure::Failure;
use crate::write_aside::{PREFIX, SUFFIX, clear, place_of, sync_folder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Names what the folder holds, and so says that it may be replaced.
const LIST: &str = "export.json";

/// A folder to be written, known to be free or an earlier one of ours when it was last looked at.
#[derive(Debug)]
pub struct Target {
    /// As given.
    name: PathBuf,
    /// Where links lead.
    path: PathBuf,
    above: PathBuf,
}

/// What [`LIST`] says.
#[derive(Serialize, Deserialize)]
struct List {
    kindex: String,
    to: String,
    files: BTreeSet<String>,
}

impl Target {
    /// Looks at where the folder will be, before any work is done for it.
    ///
    /// # Errors
    /// Where the folder above is missing, or where something is there that is not an earlier
    /// folder of this kind or has files that do not belong to it.
    pub fn new(name: &Path) -> Result<Self, Failure> {
        let (path, above) = place_of(name)?;
        if let Some(foreign) = foreign(&path)? {
            let message = format!(
                "cannot write {}: {foreign}, which is no export; name another folder",
                name.display()
            );
            return Err(Failure::new(message));
        }
        clear(&above);
        Ok(Target { name: name.to_owned(), path, above })
    }

    /// An empty folder beside it, which is gone where it is not put in place.
    ///
    /// # Errors
    /// Where nothing can be written there.
    pub fn aside(&self) -> Result<TempDir, Failure> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Like any new folder; the user's umask takes its share.
            builder.permissions(fs::Permissions::from_mode(0o777));
        }
        builder.tempdir_in(&self.above).map_err(|error| self.fault(&error))
    }

    /// Lists the files of a folder made aside, of the kind `to`, and puts it in place of the old
    /// one. No file is ever there in part, nor one of the old folder beside one of the new.
    ///
    /// # Errors
    /// Where the folder cannot be moved; the old one then stays.
    pub fn put(&self, new: TempDir, to: &str) -> Result<(), Failure> {
        self.replace(&new, to).map_err(|error| self.fault(&error))?;
        // It has moved, so there is nothing to remove.
        let _ = new.keep();
        Ok(())
    }

    fn replace(&self, new: &TempDir, to: &str) -> io::Result<()> {
        let kindex = env!("CARGO_PKG_VERSION").to_owned();
        let list = List { kindex, to: to.to_owned(), files: names(new.path())? };
        fs::write(new.path().join(LIST), serde_json::to_string_pretty(&list)? + "\n")?;
        fs::File::open(new.path().join(LIST))?.sync_all()?;
        sync_folder(new.path())?;
        let old = TempDir::with_prefix_in(".kindex-old-", &self.above)?;
        let kept = old.path().join("kept");
        let replaces = self.path.exists();
        if replaces {
            fs::rename(&self.path, &kept)?;
        }
        if let Err(error) = fs::rename(new.path(), &self.path) {
            if replaces && fs::rename(&kept, &self.path).is_err() {
                // It stays where it was put aside.
                let _ = old.keep();
            }
            return Err(error);
        }
        sync_folder(&self.above)
    }

    fn fault(&self, error: &io::Error) -> Failure {
        Failure::file("write", &self.name, error)
    }
}

/// What stands in the way of replacing a path.
fn foreign(path: &Path) -> Result<Option<String>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    if !path.is_dir() {
        return Ok(Some("a file is there".into()));
    }
    let names = names(path).map_err(|error| Failure::file("read", path, &error))?;
    let list = fs::read(path.join(LIST)).ok();
    let list = list.and_then(|json| serde_json::from_slice::<List>(&json).ok());
    let ours = list.map(|list| list.files).unwrap_or_default();
    let is_ours = |name: &String| ours.contains(name) || (name == LIST && !ours.is_empty());
    let other = names.into_iter().find(|name| !is_ours(name));
    Ok(other.map(|name| format!("it has {name}")))
}

fn names(folder: &Path) -> io::Result<BTreeSet<String>> {
    let name = |name: OsString| name.to_string_lossy().into_owned();
    fs::read_dir(folder)?.map(|entry| Ok(name(entry?.file_name()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(target: &Target, file: &str) {
        let new = target.aside().unwrap();
        fs::write(new.path().join(file), "x").unwrap();
        target.put(new, "test").unwrap();
    }

    #[test]
    fn a_folder_replaces_an_earlier_one_whole() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        fs::create_dir(&path).unwrap();
        write(&Target::new(&path).unwrap(), "old");
        write(&Target::new(&path).unwrap(), "new");
        assert_eq!(names(&path).unwrap(), BTreeSet::from(["export.json".into(), "new".into()]));
        assert_eq!(names(above.path()).unwrap().len(), 1);
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("out");
        write(&Target::new(&path).unwrap(), "old");
        fs::write(path.join("notes.txt"), "mine").unwrap();
        assert!(Target::new(&path).is_err());
        assert!(Target::new(above.path()).is_err());
        assert!(Target::new(&path.join("notes.txt")).is_err());
        assert!(Target::new(&above.path().join("missing/out")).is_err());
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
        Target::new(&above.path().join("out")).unwrap();
        let left = [".kindex-old-kept".to_owned(), ".kindex-written.tmp".to_owned()];
        assert_eq!(names(above.path()).unwrap(), BTreeSet::from(left));
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let above = tempfile::tempdir().unwrap();
        let target = Target::new(&above.path().join("out")).unwrap();
        drop(target.aside().unwrap());
        assert_eq!(names(above.path()).unwrap(), BTreeSet::new());
    }
}
