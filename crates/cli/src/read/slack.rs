//! The files of an export of Slack explain each other: `users.json` beside the folders of its
//! channels names people, and days of a channel begin threads that go on in others.

use crate::read::size::MostMegabytes;
use crate::read::walk::Skipped;
use kindex_extract::{SlackChannel, SlackUsers, SourceFile};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Tells each day of a channel the names of the workspace's members, and what cannot be read. Gives
/// the files that name somebody.
pub fn name_users(
    files: &mut [SourceFile],
    skipped: &mut Vec<Skipped>,
    most: MostMegabytes,
) -> Vec<PathBuf> {
    let mut known: BTreeMap<PathBuf, SlackUsers> = BTreeMap::new();
    for source in files {
        let Some(export) = export_of(&source.file) else { continue };
        let users = known.entry(export.to_owned()).or_insert_with(|| {
            let path = users_of(export);
            read(&path, most).unwrap_or_else(|why| {
                let reason = format!("{why}; people on Slack keep the ids that it would name");
                skipped.push(Skipped { path: path.display().to_string(), reason });
                SlackUsers::default()
            })
        });
        source.context.slack_users = users.clone();
    }
    let naming = known.iter().filter(|(_, users)| **users != SlackUsers::default());
    naming.map(|(export, _)| users_of(export)).collect()
}

/// The file that names the members of an export's workspace.
fn users_of(export: &Path) -> PathBuf {
    export.join("users.json")
}

/// Tells each day of a channel how threads begin that go on in it.
pub fn join_threads(files: &mut [SourceFile], most: MostMegabytes) {
    let mut days: Vec<&mut SourceFile> = files.iter_mut().filter(|it| is_day(&it.file)).collect();
    days.sort_by(|a, b| (a.file.parent(), &a.file).cmp(&(b.file.parent(), &b.file)));
    for channel in days.chunk_by_mut(|a, b| a.file.parent() == b.file.parent()) {
        join_channel(channel, most);
    }
}

/// Joins the days of one channel, which are in order.
fn join_channel(days: &mut [&mut SourceFile], most: MostMegabytes) {
    let mut channel = SlackChannel::default();
    let mut continued = Vec::new();
    for day in days.iter_mut().rev() {
        // A file that cannot be read is named when it is its turn.
        let bytes = most.read(&day.file).unwrap_or_default();
        let threads = channel.add(&bytes, &day.context.slack_users);
        if !threads.is_empty() {
            continued.push((day, threads));
        }
    }
    for (day, threads) in continued {
        day.context.slack_threads = channel.threads(&threads);
    }
}

/// The folder of the export that a file would lie in if it were a day of a channel, such as
/// `general/2024-01-05.json`.
fn export_of(file: &Path) -> Option<&Path> {
    is_day(file).then(|| file.parent()?.parent()).flatten()
}

/// Whether a file is called like a day of a channel.
fn is_day(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.strip_suffix(".json")).is_some_and(|day| {
        let is_part =
            |(at, c)| if matches!(at, 4 | 7) { c == '-' } else { char::is_ascii_digit(&c) };
        day.len() == 10 && day.char_indices().all(is_part)
    })
}

/// The members that a file names; nobody where there is none.
fn read(path: &Path, most: MostMegabytes) -> Result<SlackUsers, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(SlackUsers::default()),
        _ => SlackUsers::parse(&most.read(path)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_channels_are_known_by_their_names() {
        let export = |file| export_of(Path::new(file));
        assert_eq!(export("export/general/2024-01-05.json"), Some(Path::new("export")));
        assert_eq!(export("general/2024-01-05.json"), Some(Path::new("")));
        for other in ["2024-01-05.json", "a/b/c.json", "a/b/2024-01-05.md", "a/b/2024_01_05.json"] {
            assert_eq!(export(other), None, "{other}");
        }
    }
}
