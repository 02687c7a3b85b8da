//! The summary of a build.

use super::destination::Written;
use crate::failure::Failure;
use crate::index_file::sharded::{HEAD, Stored};
use crate::read::cache::Counts;
use crate::read::documents::{LeftOut, Tally};
use crate::read::walk::Skipped;
use crate::terminal::output::{self, counted};
use indicatif::{DecimalBytes, HumanCount};
use kindex::{Error, Index, LevelStats, Stats, VectorStats};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// The summary of a build.
pub struct Summary {
    pub held: Held,
    pub written: Written,
    pub tally: Tally,
    /// Numbers of files by the way in which they were read, where some may have been taken over.
    pub read: Option<Counts>,
    pub took: Duration,
    /// The ids of the files that are not as they were in the build before, where that is known.
    pub changed: Option<Vec<String>>,
}

/// The contents of the index, or of the indexes of all tenants together.
#[derive(Default)]
pub struct Held {
    /// The number of tenants; 0 where documents belong to nobody.
    pub tenants: usize,
    documents: u64,
    /// Entries of the dictionary; those of several tenants count for each.
    words: u64,
    unit: &'static str,
    levels: Vec<LevelStats>,
    vectors: Option<VectorStats>,
}

impl Held {
    /// Reads the head of an index, and adds what it holds.
    ///
    /// # Errors
    /// Where the bytes are no index.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let index = Index::open(bytes)?;
        self.add(index.stats());
        self.vectors = index.vectors()?;
        Ok(())
    }

    fn add(&mut self, stats: Stats) {
        self.documents += u64::from(stats.documents);
        self.words += u64::from(stats.words);
        self.unit = stats.unit;
        if self.levels.is_empty() {
            self.levels = stats.levels;
            return;
        }
        for (level, more) in self.levels.iter_mut().zip(&stats.levels) {
            level.chunks += more.chunks;
        }
    }
}

impl Summary {
    /// Prints it, unless nothing is to be printed.
    ///
    /// # Errors
    /// Where nothing can be written.
    pub fn print(&self, output: &Path, json: bool, quiet: bool) -> Result<(), Failure> {
        let output = output.display().to_string();
        match (json, quiet) {
            (true, _) => output::print_json(&self.json(&output)),
            (_, true) => Ok(()),
            _ => output::print(&self.text(&output)),
        }
    }

    /// As one object.
    fn json(&self, output: &str) -> Value {
        let Summary { held, written, tally, read, .. } = self;
        let skipped = tally
            .skipped
            .iter()
            .map(|Skipped { path, reason }| json!({ "path": path, "reason": reason }));
        let mut json = json!({
            "output": output,
            "tenants": held.tenants,
            "documents": held.documents,
            "unit": held.unit,
            "levels": held.levels,
            "words": held.words,
            "bytes": written.bytes(),
            "seconds": (self.took.as_secs_f64() * 1000.0).round() / 1000.0,
            "skipped": skipped.collect::<Vec<_>>(),
            "unindexed": tally.left_out.count(),
            "leftOut": left_out_json(&tally.left_out),
        });
        let Some(object) = json.as_object_mut() else { return json };
        if let Some(vectors) = &held.vectors {
            object.insert("vectors".into(), vectors_json(vectors));
        }
        if let Written::Folder(stored) = written {
            object.insert("files".into(), json!(stored.files));
            object.insert("headBytes".into(), json!(stored.head));
            object.insert("largestShardBytes".into(), json!(stored.largest));
            if let Some(kept) = stored.kept {
                object.insert("keptShards".into(), json!(kept));
            }
        }
        if let Some(counts) = read {
            object.insert("reread".into(), json!(counts.reread));
            object.insert("reused".into(), json!(counts.reused));
        }
        if let Some(changed) = &self.changed {
            object.insert("changed".into(), json!(changed));
        }
        json
    }

    /// As one line.
    pub fn text(&self, output: &str) -> String {
        let Summary { held, written, tally, read, .. } = self;
        let mut parts = Vec::new();
        if held.tenants > 0 {
            parts.push(counted(held.tenants as u64, "tenant"));
        }
        parts.push(counted(held.documents, "document"));
        parts.extend(held.levels.iter().rev().map(|level| chunks(level, held.unit)));
        parts.push(counted(held.words, "different word"));
        parts.extend(held.vectors.as_ref().map(vectors));
        parts.push(stored(written));
        let (output, parts) = (output::plain(output), parts.join(", "));
        let mut text = format!("{output}: {parts}; built in {:.1} s", self.took.as_secs_f64());
        if let Some(Counts { reread, reused, .. }) = read {
            let (reread, reused) = (counted(*reread, "file"), HumanCount(*reused));
            text += &format!("; {reread} read anew, {reused} unchanged since the build before");
        }
        if let Written::Folder(Stored { kept: Some(kept), .. }) = written {
            text += &format!("; {} kept of builds before", counted(*kept as u64, "shard"));
        }
        text += &left_out(&tally.left_out);
        if !tally.skipped.is_empty() {
            text += &format!("; {} skipped", tally.skipped.len());
        }
        match tally.unread.text() {
            unread if unread.is_empty() => {}
            unread => text += &format!("; not read: {unread}"),
        }
        text + "\n"
    }
}

/// The vectors, with the number of chunks that lack one.
fn vectors_json(vectors: &VectorStats) -> Value {
    let mut json = json!(vectors);
    if let Some(object) = json.as_object_mut() {
        object.insert("lacking".into(), json!(lacking(vectors)));
    }
    json
}

/// The same for people: `vectors of 20 chunks of level 1 (2 lack one)`.
fn vectors(vectors: &VectorStats) -> String {
    let chunks = counted(vectors.chunks as u64, "chunk");
    let lack = match lacking(vectors) {
        0 => String::new(),
        1 => " (1 lacks one)".to_owned(),
        lacking => format!(" ({} lack one)", HumanCount(lacking as u64)),
    };
    format!("vectors of {chunks} of level {}{lack}", vectors.level)
}

fn lacking(vectors: &VectorStats) -> usize {
    vectors.all.saturating_sub(vectors.chunks)
}

/// The number of files left out, for each reason.
fn left_out_json(left_out: &LeftOut) -> Value {
    let pages =
        left_out.pages.iter().map(|(reason, count)| (reason.key().to_owned(), json!(count)));
    let links = (left_out.links > 0).then(|| ("link".to_owned(), json!(left_out.links)));
    Value::Object(pages.chain(links).collect())
}

/// The same for people: `; 3 pages left out as asked`, and all reasons where there are several.
fn left_out(left_out: &LeftOut) -> String {
    let pages = counted(left_out.count() as u64, "page");
    let mut text = match left_out.pages.iter().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [(reason, _)] => format!("; {pages} left out {reason}"),
        several => {
            let reasons = several.iter().map(|(reason, count)| {
                let count = HumanCount(**count as u64);
                format!("{count} {reason}")
            });
            format!("; {pages} left out: {}", reasons.collect::<Vec<_>>().join(", "))
        }
    };
    if left_out.links > 0 {
        let links = counted(left_out.links as u64, "link");
        text += &format!("; {links} to files that are indexed where they are");
    }
    text
}

/// The bytes, and of how many files they are.
fn stored(written: &Written) -> String {
    let bytes = DecimalBytes(written.bytes());
    match *written {
        Written::File(_) => bytes.to_string(),
        Written::Folder(Stored { files: 1, .. }) => {
            format!("{bytes} in one file, which pages load whole")
        }
        Written::Folder(Stored { files, head, largest, .. }) => {
            let (head, largest) = (DecimalBytes(head), DecimalBytes(largest));
            let files = counted(files as u64, "file");
            format!(
                "{bytes} in {files}, of which pages load {HEAD} ({head}) and what a query needs (up to {largest} each)"
            )
        }
    }
}

fn chunks(level: &LevelStats, unit: &str) -> String {
    let chunks = counted(level.chunks.into(), "chunk");
    match level.size {
        0 => format!("{chunks} without limit"),
        size => format!("{chunks} of up to {} {unit}", HumanCount(size.into())),
    }
}
