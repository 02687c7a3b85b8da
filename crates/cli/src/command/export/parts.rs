//! Writes JSON into files, and long lists of it into numbered ones.

use crate::failure::Failure;
use crate::write::atomic_dir::{StagedDir, StagedFile};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// Managed services take requests of 10 MiB at least: more than these bytes go into a file only
/// where one entry alone has them.
const MAX_PART_BYTES: usize = 8_000_000;

/// The text around the entries of a file.
pub struct Frame {
    pub before: &'static str,
    pub between: &'static str,
    pub after: &'static str,
}

/// A list of entries over files `NAME-0001.SUFFIX`, `NAME-0002.SUFFIX` and so on. No entry is
/// parted.
pub struct Parts<'a> {
    folder: &'a StagedDir,
    name: &'static str,
    suffix: &'static str,
    frame: Frame,
    count: usize,
    open: Option<Part>,
}

/// The file that is being written.
struct Part {
    staged: StagedFile,
    file: BufWriter<File>,
    bytes: usize,
}

impl<'a> Parts<'a> {
    /// A list without entries, and so without files.
    pub fn new(
        folder: &'a StagedDir,
        name: &'static str,
        suffix: &'static str,
        frame: Frame,
    ) -> Self {
        Parts { folder, name, suffix, frame, count: 0, open: None }
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn push(&mut self, entry: &str) -> Result<(), Failure> {
        if self.open.as_ref().is_some_and(|part| part.bytes + entry.len() > MAX_PART_BYTES) {
            self.close()?;
        }
        let mut part = match self.open.take() {
            Some(mut part) => {
                part.write(self.frame.between)?;
                part
            }
            None => self.next()?,
        };
        part.write(entry)?;
        self.open = Some(part);
        Ok(())
    }

    /// Ends the last file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.close()
    }

    fn next(&mut self) -> Result<Part, Failure> {
        self.count += 1;
        let name = format!("{}-{:04}.{}", self.name, self.count, self.suffix);
        let mut part = Part::create(self.folder.file(&name))?;
        part.write(self.frame.before)?;
        Ok(part)
    }

    fn close(&mut self) -> Result<(), Failure> {
        match self.open.take() {
            Some(part) => part.end(self.frame.after),
            None => Ok(()),
        }
    }
}

impl Part {
    fn create(staged: StagedFile) -> Result<Self, Failure> {
        let file = File::create(&staged.path).map_err(|error| failure(&staged, &error))?;
        Ok(Part { staged, file: BufWriter::new(file), bytes: 0 })
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes += text.len();
        self.file.write_all(text.as_bytes()).map_err(|error| failure(&self.staged, &error))
    }

    fn end(mut self, after: &str) -> Result<(), Failure> {
        self.write(after)?;
        let Part { staged, mut file, .. } = self;
        let flushed = file.flush().and_then(|()| file.get_ref().sync_all());
        flushed.map_err(|error| failure(&staged, &error))
    }
}

/// Writes all entries into one file.
///
/// # Errors
/// Where it cannot be written, and the first of the entries.
pub fn write_all(
    staged: StagedFile,
    frame: &Frame,
    entries: impl Iterator<Item = Result<String, Failure>>,
) -> Result<(), Failure> {
    let mut file = Part::create(staged)?;
    file.write(frame.before)?;
    for (number, entry) in entries.enumerate() {
        if number > 0 {
            file.write(frame.between)?;
        }
        file.write(&entry?)?;
    }
    file.end(frame.after)
}

/// Writes a value to be read by people too.
///
/// # Errors
/// Where it cannot be written.
pub fn write_json(staged: StagedFile, value: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(value).map_err(|error| Failure::new(error.to_string()));
    let mut file = Part::create(staged)?;
    file.write(&json?)?;
    file.end("\n")
}

/// A value as one line.
///
/// # Errors
/// Where it has no JSON.
pub fn line(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::new(error.to_string()))
}

fn failure(staged: &StagedFile, error: &io::Error) -> Failure {
    Failure::file("write", &staged.name, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::atomic_dir::{AtomicDir, EXPORT};
    use std::fs;

    #[test]
    fn files_are_cut_between_entries() {
        let above = tempfile::tempdir().unwrap();
        let folder = AtomicDir::new(&above.path().join("out"), EXPORT).unwrap().stage().unwrap();
        let frame = Frame { before: "[", between: ",", after: "]" };
        let mut parts = Parts::new(&folder, "part", "json", frame);
        let long = format!("\"{}\"", "x".repeat(MAX_PART_BYTES / 2));
        for entry in ["1", "2", &long, &long, &long.repeat(3), "3"] {
            parts.push(entry).unwrap();
        }
        parts.finish().unwrap();
        let read =
            |number| fs::read_to_string(folder.path().join(format!("part-000{number}.json")));
        assert_eq!(read(1).unwrap(), format!("[1,2,{long}]"));
        assert_eq!(read(2).unwrap(), format!("[{long}]"));
        assert_eq!(read(3).unwrap(), format!("[{}]", long.repeat(3)));
        assert_eq!(read(4).unwrap(), "[3]");
        assert!(read(5).is_err());
    }
}
