//! The index that a command reads.

use crate::failure::Failure;
use crate::index_file::{Source, indexes_in, is_file_of};
use crate::terminal::output::plain;
use crate::write::lines::Lines;
use kindex_mcp::sites::is_name;
use std::path::{Path, PathBuf};

/// The index, as an argument.
#[derive(clap::Args)]
pub struct IndexArg {
    /// The index: a file or a folder, or the address at which it is published
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    #[command(flatten)]
    cache: CacheFlag,
}

/// The folder for what is fetched, as a flag.
#[derive(clap::Args)]
pub struct CacheFlag {
    /// The folder in which files of an index at an address are kept, about 256 MB in all; off
    /// keeps none [default: kindex in your folder for caches]
    #[arg(long, value_name = "DIR|off")]
    cache: Option<PathBuf>,
}

impl IndexArg {
    /// Where the index is.
    ///
    /// # Errors
    /// Where it is an address at which nothing can be fetched.
    pub fn source(&self) -> Result<Source, Failure> {
        self.cache.source(&self.index)
    }

    /// The name that the user gave.
    pub fn name(&self) -> &Path {
        &self.index
    }

    /// The place for lines that are made of the index.
    ///
    /// # Errors
    /// As for [`Lines::new`], and if they would replace a file of the index.
    pub fn lines<'a>(&self, output: Option<&'a Path>) -> Result<Lines<'a>, Failure> {
        if let Some(output) = output.filter(|output| is_file_of(output, &self.index)) {
            let (output, index) = (output.display(), self.index.display());
            let message = format!(
                "--output: {output} is of the index {index}, which is read; name another file"
            );
            return Err(Failure::usage(message));
        }
        Lines::new(output)
    }
}

/// Further indexes, as a flag.
#[derive(clap::Args)]
pub struct AlsoFlag {
    /// Search another index too, as if both were one; repeatable. Results name it by NAME, or by
    /// INDEX
    #[arg(long, value_name = "[NAME=]INDEX")]
    also: Vec<String>,
}

impl AlsoFlag {
    /// Each index with its name, after that of an argument.
    ///
    /// # Errors
    /// As for [`IndexArg::source`].
    pub fn with(&self, index: &IndexArg) -> Result<Vec<(String, Source)>, Failure> {
        let first = index.name().display().to_string();
        let mut all = vec![(first, index.source()?)];
        for named in &self.also {
            let (name, place) = parted(named).unwrap_or((named, named));
            all.push((name.to_owned(), index.cache.source(Path::new(place))?));
        }
        Ok(all)
    }
}

/// Indexes, as arguments.
#[derive(clap::Args)]
pub struct IndexesArg {
    /// The index: a file or a folder, or the address at which it is published. Of several, each
    /// has a name: NAME, or that of the file, the folder or the host; a folder may hold several
    /// [default: those of kindex.toml in this folder]
    #[arg(value_name = "[NAME=]INDEX")]
    indexes: Vec<PathBuf>,
    #[command(flatten)]
    cache: CacheFlag,
}

impl IndexesArg {
    /// Each index with its name.
    ///
    /// # Errors
    /// As for [`IndexArg::source`]. Where there is none, or one has no name that can be used.
    pub fn sources(&self) -> Result<Vec<(String, Source)>, Failure> {
        let mut all = Vec::new();
        for named in &self.indexes {
            let (name, place) = match named.to_str().and_then(parted) {
                Some((name, place)) => (Some(usable(name)?), Path::new(place)),
                None => (None, named.as_path()),
            };
            let within = indexes_in(place)?;
            if let (Some(name), [_, _, ..]) = (name, within.as_slice()) {
                let place = place.display();
                let message = format!("{name}: {place} holds several indexes; name one of them");
                return Err(Failure::usage(message));
            }
            for place in within {
                let source = self.cache.source(&place)?;
                all.push((name.map(str::to_owned).or_else(|| source.short_name()), source));
            }
        }
        let count = all.len();
        let named = all.into_iter().map(|(name, source)| {
            let unnamed = || {
                let place = source.name().display();
                Failure::usage(format!("{place}: no name can be made of it; write NAME={place}"))
            };
            match name {
                // One is not told from others.
                None if count == 1 => Ok((String::new(), source)),
                name => Ok((name.ok_or_else(unnamed)?, source)),
            }
        });
        let named: Vec<_> = named.collect::<Result<_, Failure>>()?;
        if named.is_empty() {
            let message = "name an index: kindex mcp INDEX, or [mcp] indexes in kindex.toml";
            return Err(Failure::usage(message));
        }
        Ok(named)
    }
}

/// A name that ids can have in front.
///
/// # Errors
/// The name may have only letters, digits and a few signs.
fn usable(name: &str) -> Result<&str, Failure> {
    if is_name(name) {
        return Ok(name);
    }
    let accepted = "accepted are names of up to 64 letters, digits, `.`, `_` and `-`";
    Err(Failure::usage(format!("{}: {accepted}", plain(name))))
}

/// The name and the index of `NAME=INDEX`. Paths and addresses may have such a sign too.
fn parted(named: &str) -> Option<(&str, &str)> {
    let (name, place) = named.split_once('=')?;
    let is_name = !name.is_empty() && !name.contains(['/', '\\', ':']);
    (is_name && !place.is_empty() && !Path::new(named).exists()).then_some((name, place))
}

impl CacheFlag {
    /// Where an index is that was named.
    ///
    /// # Errors
    /// As for [`IndexArg::source`].
    pub fn source(&self, named: &Path) -> Result<Source, Failure> {
        Source::new(named, self.cache.as_deref())
    }
}
