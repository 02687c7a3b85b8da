//! Flags that say how documents are cut.

use crate::failure::Failure;
use kindex::{Chunking, Levels};
use kindex_extract::Detect;

/// The flags by which documents are cut.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Chunks")]
pub struct Chunks {
    /// Largest chunk of each level, all falling or all rising, such as 256,512,1024,2048; the
    /// smallest are searched, and a single size gives plain search of chunks without parents
    /// [default: 2000,500; in tokens 512,128; for windows 2000,800; below whole sections or
    /// documents the smaller one alone]
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    levels: Option<Vec<u32>>,
    /// Unit of sizes: characters, or tokens of a language model, about [default: characters]
    #[arg(long, value_name = "UNIT")]
    unit: Option<String>,
    /// The share of its size by which a chunk reaches back into the one before it, 0 to 0.5: one
    /// for all levels, or one for each in the order of --levels. It is part of a window's size and
    /// comes on top of a section's [default: 0; for windows without
    /// --levels 0,0.125]
    #[arg(long, value_name = "SHARES", value_delimiter = ',')]
    overlap: Option<Vec<f64>>,
    /// Places to cut documents at: sections (at headings, then between blocks, sentences and
    /// words), windows (as large as may be, wherever headings are: by default 800 characters of
    /// which 100 overlap, and the last one at least 50, a sixteenth of the size), or conversations
    /// (sections, and all Markdown and text is read as transcripts) [default: sections]
    #[arg(long, value_name = "NAME")]
    chunker: Option<String>,
    /// The largest chunks: budget (no larger than the largest size), or whole sections or
    /// documents, one level above the sizes [default: budget]
    #[arg(long, value_name = "NAME")]
    parents: Option<String>,
    /// Begin a parent at headings of the levels 1 to N, up to 6 [default: 3]
    #[arg(long, value_name = "N")]
    section_depth: Option<u8>,
}

impl Chunks {
    /// Whole documents above the chunks, whatever the flags say of parents.
    pub fn below_documents(self) -> Self {
        Chunks { parents: Some("documents".to_owned()), ..self }
    }

    /// The levels that the flags ask for.
    ///
    /// # Errors
    /// Where a value is none that can be used.
    pub fn levels(&self) -> Result<Levels, Failure> {
        self.read().map_err(|error| Failure::library(&error))
    }

    /// The files that are read as conversations.
    pub fn conversations(&self) -> Detect {
        let chunker = self.chunker.as_deref().map(Detect::of_chunker);
        chunker.and_then(Result::ok).map_or(Detect::Auto, |(detect, _)| detect)
    }

    fn read(&self) -> Result<Levels, kindex::Error> {
        let usual = Levels::default();
        let chunker = self.chunker.as_deref().map(Detect::of_chunker).transpose()?;
        let asked = Chunking {
            sizes: self.levels.as_deref(),
            overlaps: self.overlap.as_deref(),
            unit: self.unit.as_deref().map_or(Ok(usual.unit()), str::parse)?,
            chunker: chunker.map_or(usual.chunker(), |(_, chunker)| chunker),
            parents: self.parents.as_deref().map_or(Ok(usual.parents()), str::parse)?,
            depth: self.section_depth.unwrap_or(usual.depth()),
        };
        asked.levels()
    }
}
