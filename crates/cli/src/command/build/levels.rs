//! How documents are cut, as flags.

use crate::failure::Failure;
use kindex::{Chunker, Levels, Parents, Unit};

/// How documents are cut.
#[derive(clap::Args)]
#[command(next_help_heading = "Chunks")]
pub struct Chunks {
    /// Largest chunk of each level, all falling or all rising, such as 256,512,1024,2048; the
    /// smallest are searched, and a single size gives plain search of chunks without parents
    /// [default: 2000,500; in tokens 512,128; for windows 2000,800; below whole sections or
    /// documents the smaller one alone]
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    levels: Option<Vec<u32>>,
    /// What sizes count: characters, or tokens of a language model, about
    #[arg(long, value_name = "UNIT", default_value = "characters")]
    unit: String,
    /// The share of its size by which a chunk reaches back into the one before it, 0 to 0.5: one
    /// for all levels, or one for each in the order of --levels. It is part of a window's size and
    /// comes on top of a section's [default: 0; for windows without
    /// --levels 0,0.125]
    #[arg(long, value_name = "SHARES", value_delimiter = ',')]
    overlap: Option<Vec<f64>>,
    /// Where documents are cut: sections (at headings, then between blocks, sentences and words)
    /// or windows (as large as may be, wherever headings are: by default 800 characters of which
    /// 100 overlap, and the last one at least 50, a sixteenth of the size)
    #[arg(long, value_name = "NAME", default_value = "sections")]
    chunker: String,
    /// What the largest chunks are: budget (no larger than the largest size), or whole sections or
    /// documents, one level above the sizes
    #[arg(long, value_name = "NAME", default_value = "budget")]
    parents: String,
    /// Begin a parent at headings of the levels 1 to N, up to 6
    #[arg(long, value_name = "N", default_value_t = 3)]
    section_depth: u8,
}

impl Chunks {
    /// The levels that the flags ask for.
    ///
    /// # Errors
    /// Where a value is none that can be used.
    pub fn levels(&self) -> Result<Levels, Failure> {
        self.read().map_err(|error| Failure::library(&error))
    }

    fn read(&self) -> Result<Levels, kindex::Error> {
        let unit: Unit = self.unit.parse()?;
        // Here `conversations` will be a name too: texts cut as sections, and read as such.
        let chunker: Chunker = self.chunker.parse()?;
        let parents: Parents = self.parents.parse()?;
        let usual = usual_sizes(unit, chunker, parents);
        let sizes = self.levels.as_deref().unwrap_or(usual);
        let overlaps = match (&self.overlap, &self.levels, chunker, usual.len()) {
            (Some(overlaps), ..) => overlaps,
            (None, None, Chunker::Windows, 1) => &[0.125][..],
            (None, None, Chunker::Windows, _) => &[0.0, 0.125],
            _ => &[],
        };
        let levels = Levels::new(sizes, overlaps)?.with_depth(self.section_depth)?;
        Ok(levels.with_unit(unit).with_chunker(chunker).with_parents(parents))
    }
}

/// The sizes where none are given. Whole sections or documents take the place of the larger one.
fn usual_sizes(unit: Unit, chunker: Chunker, parents: Parents) -> &'static [u32] {
    let both: &[u32] = match (unit, chunker) {
        (Unit::Tokens, _) => &[512, 128],
        (Unit::Characters, Chunker::Windows) => &[2000, 800],
        (Unit::Characters, Chunker::Sections) => &[2000, 500],
    };
    match parents {
        Parents::Budget => both,
        Parents::Sections | Parents::Documents => both.get(1..).unwrap_or_default(),
    }
}
