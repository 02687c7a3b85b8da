//! The files that proposals go to, in the formats that builds and `kindex eval` read.

use super::proposals::{Answered, Report, Unhelpful};
use crate::failure::Failure;
use crate::terminal::output::{counted, plain};
use crate::whole;
use crate::write::atomic_file::AtomicFile;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The line with which a file begins. One that begins otherwise is somebody's own.
const BEGINNING: &str = "# Proposed by kindex report; keep what is right.";

/// A file that is proposed.
#[derive(Debug)]
pub struct Proposed {
    pub name: &'static str,
    pub text: String,
    /// The number of its entries.
    pub entries: usize,
}

/// The files of the proposals of which there are some.
pub fn proposed(report: &Report) -> Vec<Proposed> {
    let synonyms = report.synonyms.iter().map(|one| {
        format!("{}\n{} => {}\n", asked_by(one.sessions), plain(&one.from), plain(&one.to))
    });
    let files = [
        ("pins.yml", report.pins.iter().map(entry).collect::<Vec<_>>()),
        ("synonyms.txt", synonyms.collect()),
        ("golden.yaml", report.golden.iter().map(entry).collect()),
        ("unhelpful.yml", report.unhelpful.iter().map(unhelpful).collect()),
    ];
    let files = files.into_iter().filter(|(_, entries)| !entries.is_empty());
    files
        .map(|(name, entries)| {
            let text = format!("{BEGINNING}\n\n{}", entries.join("\n"));
            Proposed { name, text, entries: entries.len() }
        })
        .collect()
}

fn asked_by(sessions: usize) -> String {
    format!("# asked by {}", counted(sessions as u64, "session"))
}

/// An entry of YAML, whose texts are those of JSON.
fn entry(answer: &Answered) -> String {
    let Answered { query, pages, sessions } = answer;
    let (asked, query) = (asked_by(*sessions), json!(plain(query)));
    let pages: Vec<String> = pages.iter().map(|page| plain(page)).collect();
    format!("{asked}\n- query: {query}\n  pages: {}\n", json!(pages))
}

fn unhelpful(page: &Unhelpful) -> String {
    let Unhelpful { page, queries, comments, sessions } = page;
    let told = format!("# told by {}", counted(*sessions as u64, "session"));
    let texts =
        |all: &BTreeSet<String>| json!(all.iter().map(|one| plain(one)).collect::<Vec<_>>());
    let (page, queries, comments) = (json!(plain(page)), texts(queries), texts(comments));
    format!("{told}\n- page: {page}\n  queries: {queries}\n  comments: {comments}\n")
}

/// Writes the files to a folder, which is made where there is none. Gives their paths with the
/// number of entries.
///
/// # Errors
/// Where one cannot be written, or is there and was not written by a report: then none is written.
pub fn write(folder: &Path, files: &[Proposed]) -> Result<Vec<(PathBuf, usize)>, Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::file("write", folder, &error))?;
    let mut targets = Vec::new();
    for file in files {
        let path = folder.join(file.name);
        let is_own = whole::text(&path).map_or_else(
            |error| error.kind() == std::io::ErrorKind::NotFound,
            |text| text.starts_with(BEGINNING),
        );
        if !is_own {
            let message = format!(
                "{}: it is there, and no report wrote it; name another folder",
                path.display()
            );
            return Err(Failure::new(message));
        }
        targets.push((AtomicFile::new(&path)?, path, file));
    }
    let mut written = Vec::new();
    for (target, path, file) in targets {
        target.write(file.text.as_bytes())?;
        written.push((path, file.entries));
    }
    Ok(written)
}
