//! The pages of a site, each of which is changed whole or not at all.

use super::markup::is_wide;
use super::script::SCRIPT;
use crate::failure::{Failure, reason};
use crate::read::size::MostMegabytes;
use crate::read::walk::{SiteFiles, Skipped};
use crate::stamp::Stamp;
use crate::terminal::output;
use crate::write::atomic_file::{clear, replace_current, sync_folder};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The number of times that a page is changed which is saved meanwhile.
const MAX_CHANGES: usize = 20;

/// The pages that were changed, and those that are as they have to be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub changed: u64,
    pub same: u64,
    /// Those that could not be looked at.
    pub skipped: u64,
}

/// The pages of a site.
pub struct Pages<'s> {
    site: &'s Path,
    most: MostMegabytes,
    /// Their paths in the site.
    pub paths: Vec<PathBuf>,
}

/// What becomes of a page. None where it stays as it is.
pub type Change<'c> = &'c dyn Fn(&[u8], &Path) -> Option<Vec<u8>>;

impl<'s> Pages<'s> {
    /// Those among the files of a site.
    pub fn of(site: &'s Path, files: &SiteFiles, most: MostMegabytes) -> Self {
        let is_page = |path: &&PathBuf| {
            let extension = path.extension().unwrap_or_default();
            ["html", "htm"].iter().any(|page| extension.eq_ignore_ascii_case(page))
        };
        let named: Vec<PathBuf> = files.files.iter().map(PathBuf::from).collect();
        let paths = named.iter().chain(&files.unnamed).filter(is_page).cloned().collect();
        Pages { site, most, paths }
    }

    /// Takes out those that are larger than a page may be, and gives them.
    pub fn without_large(&mut self) -> Vec<Skipped> {
        let (site, most) = (self.site, self.most);
        let mut large = Vec::new();
        self.paths.retain(|path| {
            let file = site.join(path);
            let reason = fs::metadata(&file).ok().and_then(|found| most.refuse(found.len()));
            let is_large = reason.is_some();
            let path = file.display().to_string();
            large.extend(reason.map(|reason| Skipped { path, reason }));
            !is_large
        });
        large
    }

    /// Whether there is a page that would be another.
    pub fn any(&self, change: Change<'_>) -> bool {
        let read = |path: &PathBuf| self.most.read(&self.site.join(path)).ok();
        let page = |path: &PathBuf| read(path).filter(|page| !is_wide(page));
        self.paths.iter().any(|path| page(path).is_some_and(|page| change(&page, path).is_some()))
    }

    /// Changes all of them. One that cannot be read is named and skipped, unless that was done.
    ///
    /// # Errors
    /// Where one cannot be written.
    pub fn change(&self, change: Change<'_>, named: &[Skipped]) -> Result<Count, Failure> {
        let mut count = Count::default();
        let mut folders = BTreeSet::new();
        for path in &self.paths {
            let file = self.site.join(path);
            match self.change_page(&file, &|page| change(page, path))? {
                Became::Changed => {
                    count.changed += 1;
                    folders.extend(file.parent().map(Path::to_owned));
                }
                Became::Same => count.same += 1,
                Became::Left => {}
                Became::Skipped(reason) => {
                    count.skipped += 1;
                    let path = file.display().to_string();
                    if !named.iter().any(|skipped| skipped.path == path) {
                        output::warning(&format!("skipped {path}: {reason}"));
                    }
                }
            }
        }
        for folder in folders {
            synced(&folder)?;
        }
        Ok(count)
    }

    /// Changes a page. One that is saved between its reading and its writing is read again.
    fn change_page(
        &self,
        file: &Path,
        change: &dyn Fn(&[u8]) -> Option<Vec<u8>>,
    ) -> Result<Became, Failure> {
        for _ in 0..MAX_CHANGES {
            let before = match fs::metadata(file) {
                Ok(before) => before,
                Err(error) => {
                    return Ok(Became::Skipped(format!("cannot be read: {}", reason(&error))));
                }
            };
            let permissions = before.permissions();
            let seen = Stamp::from(before);
            let page = match self.most.read(file) {
                Ok(page) => page,
                Err(reason) => return Ok(Became::Skipped(reason)),
            };
            let changed = change(&page);
            if changed.as_ref() == Some(&page) {
                return Ok(Became::Same);
            }
            if is_wide(&page) {
                return Ok(Became::Skipped("it is UTF-16; save it as UTF-8".to_owned()));
            }
            let Some(changed) = changed else { return Ok(Became::Left) };
            let folder = file.parent().unwrap_or(Path::new("."));
            let is_current = || Ok(seen == Stamp::from(fs::metadata(file)?));
            let written = replace_current(folder, file, &changed, permissions, is_current);
            if written.map_err(|error| Failure::file("write", file, &error))? {
                return Ok(Became::Changed);
            }
        }
        Err(Failure::new(format!(
            "cannot write {}: it is saved again and again meanwhile; run this again when nothing writes to it",
            file.display()
        )))
    }
}

/// The outcome for a page.
enum Became {
    Changed,
    Same,
    /// It is no page for the change.
    Left,
    /// It could not be looked at, for a reason.
    Skipped(String),
}

/// Removes what was left behind in the folders of a site where its pages are written.
pub fn clear_all(site: &Path, files: &SiteFiles) {
    files.folders.iter().for_each(|folder| clear(&site.join(folder)));
}

/// The address of the script in a folder of the site, from a page.
pub fn address(page: &Path, folder: &str) -> String {
    let above: Vec<_> = page.iter().collect();
    let above = above.split_last().map_or(&[][..], |(_, above)| above);
    let parts: Vec<&str> = folder.split('/').collect();
    let shared = above.iter().zip(&parts).take_while(|(above, part)| **above == **part).count();
    let up = "../".repeat(above.len() - shared);
    let down: String = parts.iter().skip(shared).map(|part| format!("{part}/")).collect();
    format!("{up}{down}{SCRIPT}")
}

/// Makes renamings in a folder last.
///
/// # Errors
/// Where the disk does not keep them.
pub fn synced(folder: &Path) -> Result<(), Failure> {
    let synced: io::Result<()> = sync_folder(folder);
    synced.map_err(|error| Failure::file("write", folder, &error))
}
