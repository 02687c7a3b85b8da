//! `kindex chunks`: the texts of which vectors are made.

use crate::failure::Failure;
use crate::flags::source::IndexArg;
use crate::index_file;
use crate::terminal::output::{self, counted};
use crate::terminal::progress::Progress;
use kindex::{ChunkText, Error, Index};
use serde::Serialize;
use std::path::PathBuf;

/// Print the chunks of an index as JSON Lines, for making vectors of them.
///
/// Each line is one object: {"id","title","headings","text","embed"}. "embed" is the one text that
/// a model of embeddings is given: "title > heading > heading", and below it the text. Lines are in
/// the order of the index; ids are as results carry them, and stay as long as their page does.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
    /// The level of the chunks: 0 for children, 1 for what they lie in, and so on up to whole
    /// documents
    #[arg(long, value_name = "N", default_value_t = 0)]
    level: usize,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A line.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    chunk: ChunkText,
    embed: String,
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one, or has no
/// such level, or nothing can be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let lines = args.index.lines(args.output.as_deref())?;
    let index = index_file::open(&args.index.source()?)?;
    index_file::check_level(&index, args.level)?;
    let mut count = 0;
    lines.write(|write| {
        args.each(&index, lines.name().is_none(), |line| {
            count += 1;
            write(line)
        })
    })?;
    let Some(name) = lines.name() else { return Ok(()) };
    let (name, count) = (output::plain(&name.display().to_string()), counted(count, "chunk"));
    output::print(&format!("{name}: {count} of level {}\n", args.level))
}

impl Args {
    /// Calls `write` with each line, in the order of the index. Holds one document at a time.
    fn each(
        &self,
        index: &Index,
        quiet: bool,
        mut write: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let fail = |error: Error| index_file::failure(self.index.name(), &error);
        let documents = index.documents().map_err(fail)?;
        let progress = Progress::new(documents.len(), "documents", quiet);
        for document in documents {
            for chunk in index.chunk_texts(&document, self.level).map_err(fail)? {
                let embed = chunk.to_embed();
                write(&output::json(&Line { chunk, embed })?)?;
            }
            progress.step();
        }
        Ok(())
    }
}
