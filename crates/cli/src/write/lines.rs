//! JSON Lines, for a file or for standard output.

use crate::failure::Failure;
use crate::write::atomic_file::AtomicFile;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The place for lines, known to be writable when it was last looked at.
pub struct Lines<'a> {
    /// None for standard output.
    file: Option<(AtomicFile, &'a Path)>,
}

/// Takes a line without its end.
pub type Line<'a> = dyn FnMut(&str) -> Result<(), Failure> + 'a;

impl<'a> Lines<'a> {
    /// Looks at where the lines will be, before any work is done for them.
    ///
    /// # Errors
    /// As for [`AtomicFile::new`].
    pub fn new(output: Option<&'a Path>) -> Result<Self, Failure> {
        let file = output.map(|name| Ok::<_, Failure>((AtomicFile::new(name)?, name)));
        Ok(Lines { file: file.transpose()? })
    }

    /// The file; none for standard output.
    pub fn name(&self) -> Option<&'a Path> {
        self.file.as_ref().map(|(_, name)| *name)
    }

    /// Writes all lines that `fill` gives. A file is there whole or not at all.
    ///
    /// # Errors
    /// If nothing can be written; those of `fill`.
    pub fn write(
        &self,
        fill: impl FnOnce(&mut Line<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some((target, name)) = &self.file else { return print(fill) };
        target.fill(|file| {
            fill(&mut |line| {
                writeln!(file, "{line}").map_err(|error| Failure::file("write", name, &error))
            })
        })
    }
}

fn print(fill: impl FnOnce(&mut Line<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut stdout = BufWriter::new(io::stdout().lock());
    let fail = |error| Failure::output(&error);
    fill(&mut |line| writeln!(stdout, "{line}").map_err(fail))?;
    stdout.flush().map_err(fail)
}
