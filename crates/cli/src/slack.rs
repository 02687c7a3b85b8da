//! Names the people of an export of Slack: `users.json` beside the folders of its channels does.

use crate::size::MostMegabytes;
use crate::walk::Skipped;
use kindex_extract::{SlackUsers, SourceFile};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Tells each day of a channel the names of the workspace's members, and what cannot be read.
pub fn name_users(files: &mut [SourceFile], skipped: &mut Vec<Skipped>, most: MostMegabytes) {
    let mut known: BTreeMap<PathBuf, SlackUsers> = BTreeMap::new();
    for source in files {
        let Some(export) = export_of(&source.file) else { continue };
        let users = known.entry(export.to_owned()).or_insert_with(|| {
            let path = export.join("users.json");
            read(&path, most).unwrap_or_else(|why| {
                let reason = format!("{why}; people on Slack keep the ids that it would name");
                skipped.push(Skipped { path: path.display().to_string(), reason });
                SlackUsers::default()
            })
        });
        source.context.slack_users = users.clone();
    }
}

/// The folder of the export that a file would lie in if it were a day of a channel, such as
/// `general/2024-01-05.json`.
fn export_of(file: &Path) -> Option<&Path> {
    let day = file.file_name()?.to_str()?.strip_suffix(".json")?;
    let is_day = day.len() == 10
        && day
            .char_indices()
            .all(|(at, c)| if matches!(at, 4 | 7) { c == '-' } else { c.is_ascii_digit() });
    is_day.then(|| file.parent()?.parent()).flatten()
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
