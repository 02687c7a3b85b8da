//! Asks the generator of a site about its sources.

use crate::failure::Failure;
use crate::read::addresses::{Facts, Told, matter};
use crate::read::kept::Keeping;
use crate::read::sources::Wanted;
use kindex_extract::SourceFile;
use serde::Serialize;
use std::path::Path;

/// A source that is new or has changed.
#[derive(Debug, Serialize)]
pub struct Asked {
    /// The path given, as it was given.
    pub folder: String,
    /// Below that, with slashes; the name of a file that was given itself.
    pub path: String,
    /// Its front matter, without the lines around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matter: Option<String>,
}

/// Somebody who knows the sources of a site.
pub trait Ask {
    /// Gives what each source is to say of itself in its front matter; nothing for one that makes
    /// no page.
    ///
    /// # Errors
    /// Where there is no answer, or none that can be used.
    fn ask(&mut self, sources: &[Asked]) -> Result<Vec<Option<Facts>>, Failure>;
}

/// Asks about all sources that are not taken over.
///
/// # Errors
/// As for [`Ask::ask`].
pub fn told(
    ask: &mut dyn Ask,
    files: &[SourceFile],
    wanted: Wanted<'_>,
    keeping: &Keeping,
) -> Result<Told, Failure> {
    let new: Vec<&SourceFile> = files.iter().filter(|source| !keeping.knows(source)).collect();
    if new.is_empty() {
        return Ok(Told::new());
    }
    let asked: Vec<Asked> = new.iter().map(|source| asked(source, wanted)).collect();
    let answers = ask.ask(&asked)?;
    Ok(new.into_iter().map(|source| source.id.clone()).zip(answers).collect())
}

fn asked(source: &SourceFile, wanted: Wanted<'_>) -> Asked {
    let folder = wanted.paths.get(source.root).map_or(Path::new(""), |path| path.as_path());
    let below = source.file.strip_prefix(folder).unwrap_or(&source.file);
    let below = if source.named { source.file.file_name().map_or(below, Path::new) } else { below };
    let names: Vec<_> = below.iter().map(|name| name.to_string_lossy()).collect();
    // A file that cannot be read is named when it is its turn.
    let bytes = wanted.most().read(&source.file).unwrap_or_default();
    let matter = matter(&bytes).map(str::to_owned);
    Asked { folder: folder.display().to_string(), path: names.join("/"), matter }
}
