//! Waits until something may have changed.
//!
//! The system's events say when to look, and never what there is: they get lost, some file systems
//! have none, and folders come and go. So each look finds out anew, and without an event there is
//! one from time to time.

use crate::terminal::output;
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

/// After a change the next ones may follow so soon.
const SETTLED: Duration = Duration::from_millis(25);

/// A change is waited for no longer than this, however many follow.
const MAX_SETTLING: Duration = Duration::from_millis(250);

/// Without events there is a look after this time.
const MIN_PAUSE: Duration = Duration::from_secs(1);

/// Looks take this part of the time, at most, where nothing happens.
const MIN_PAUSES_PER_LOOK: u32 = 20;

/// Something to wake up for.
#[derive(Debug)]
pub enum Wake {
    /// Something may have changed.
    Changed,
    /// Nobody is there any more for whom to go on.
    Closed,
}

/// Watches folders.
pub struct Changes {
    watcher: Option<RecommendedWatcher>,
    /// The folders that are watched, each with what tells it from one that takes its place.
    watched: HashMap<PathBuf, Identity>,
    waker: Sender<Wake>,
    wakes: Receiver<Wake>,
    has_complained: bool,
}

impl Changes {
    /// Watches nothing yet. Where the system cannot, it looks from time to time.
    pub fn new() -> Self {
        let (waker, wakes) = channel();
        let sender = waker.clone();
        let tell = move |event: notify::Result<Event>| {
            if is_change(&event) {
                // Nobody receives it once the command has ended.
                let _ = sender.send(Wake::Changed);
            }
        };
        let watcher = RecommendedWatcher::new(tell, Config::default());
        let (watcher, fault) = match watcher {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(error)),
        };
        let (watched, has_complained) = (HashMap::new(), false);
        let mut changes = Changes { watcher, watched, waker, wakes, has_complained };
        fault.iter().for_each(|error| changes.complain("files", error));
        changes
    }

    /// Wakes up whoever waits.
    pub fn waker(&self) -> Sender<Wake> {
        self.waker.clone()
    }

    /// Watches these folders and no others. Gives whether one is new: it may have changed after
    /// it was looked at and before it was watched.
    pub fn follow(&mut self, folders: Vec<PathBuf>) -> bool {
        let Some(watcher) = &mut self.watcher else { return false };
        let wanted: HashMap<PathBuf, Identity> =
            outermost(folders).into_iter().filter_map(with_identity).collect();
        for (gone, _) in self.watched.iter().filter(|(it, now)| wanted.get(*it) != Some(*now)) {
            // The system may know already that it is gone.
            let _ = watcher.unwatch(gone);
        }
        self.watched.retain(|it, now| wanted.get(it) == Some(now));
        let (mut is_new, mut faults) = (false, Vec::new());
        for (folder, identity) in wanted {
            if self.watched.contains_key(&folder) {
                continue;
            }
            match watcher.watch(&folder, MODE) {
                Ok(()) => {
                    self.watched.insert(folder, identity);
                    is_new = true;
                }
                // It is gone, and the next look finds that.
                Err(_) if !folder.is_dir() => {}
                Err(error) => faults.push((folder, error)),
            }
        }
        if let Some((folder, error)) = faults.into_iter().min_by(|a, b| a.0.cmp(&b.0)) {
            self.complain(&folder.display().to_string(), &error);
        }
        is_new
    }

    /// Waits until something may have changed, after a look that took this time. Gives whether to
    /// go on.
    pub fn wait(&mut self, look: Duration) -> bool {
        let pause = MIN_PAUSE.max(look * MIN_PAUSES_PER_LOOK);
        let mut begun = None;
        loop {
            let time = match begun {
                Some(begun) if Instant::now() > begun + MAX_SETTLING => return true,
                Some(_) => SETTLED,
                None => pause,
            };
            match self.wakes.recv_timeout(time) {
                Ok(Wake::Closed) | Err(RecvTimeoutError::Disconnected) => return false,
                Ok(Wake::Changed) => {
                    begun.get_or_insert_with(Instant::now);
                }
                Err(RecvTimeoutError::Timeout) => return true,
            }
        }
    }

    /// Says once that something cannot be watched.
    fn complain(&mut self, what: &str, error: &notify::Error) {
        if !std::mem::replace(&mut self.has_complained, true) {
            output::warning(&format!(
                "cannot watch {what}: {error}; changes are noticed a little later"
            ));
        }
    }
}

/// What tells a folder from one that takes its place, maybe with the same number.
type Identity = (u64, u64, Option<SystemTime>);

fn with_identity(folder: PathBuf) -> Option<(PathBuf, Identity)> {
    let identity = identity(&folder)?;
    Some((folder, identity))
}

fn identity(folder: &Path) -> Option<Identity> {
    let found = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    let created = found.created().ok();
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((found.dev(), found.ino(), created))
    }
    #[cfg(not(unix))]
    Some((0, 0, created))
}

/// Elsewhere than on Linux the system watches all below a folder at once.
#[cfg(target_os = "linux")]
const MODE: RecursiveMode = RecursiveMode::NonRecursive;
#[cfg(not(target_os = "linux"))]
const MODE: RecursiveMode = RecursiveMode::Recursive;

/// The folders to watch, of those in which something may change.
fn outermost(folders: Vec<PathBuf>) -> HashSet<PathBuf> {
    let all: HashSet<PathBuf> = folders.into_iter().collect();
    if MODE == RecursiveMode::NonRecursive {
        return all;
    }
    let is_inner = |folder: &PathBuf| folder.ancestors().skip(1).any(|above| all.contains(above));
    all.iter().filter(|folder| !is_inner(folder)).cloned().collect()
}

/// Whether an event may be a change. Reading, as the command itself does, is none, nor is what
/// becomes of a hidden file, but one with rules.
fn is_change(event: &notify::Result<Event>) -> bool {
    let Ok(Event { kind, paths, .. }) = event else { return true };
    let is_seen = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.as_encoded_bytes());
        name.is_none_or(|name| !name.starts_with(b".") || name == b".gitignore")
    };
    !matches!(kind, EventKind::Access(_)) && (paths.is_empty() || paths.iter().any(is_seen))
}

/// The nearest folder above a path that is there: something at the path begins in it.
pub fn standing(path: &Path) -> Option<PathBuf> {
    let here = |above: &Path| match above.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => above.to_owned(),
    };
    // All below it would be watched.
    let can = MODE == RecursiveMode::NonRecursive;
    path.ancestors().skip(1).map(here).find(|above| above.is_dir()).filter(|_| can)
}
