//! `kindex export`: an index for search servers.

mod opensearch;
mod pages;
mod parts;
mod qdrant;

use crate::failure::Failure;
use crate::flags::source::IndexArg;
use crate::index_file;
use crate::terminal::output::{self, counted};
use crate::write::atomic_dir::{AtomicDir, EXPORT};
use clap::ValueEnum;
use indicatif::{DecimalBytes, HumanCount};
use kindex::Stats;
use pages::Pages;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Write an index as files for a search server.
///
/// Children and their parents go along, with titles, headings, addresses and metadata.
///
/// For OpenSearch: mapping.json, bulk-0001.ndjson and so on, and query.json, which collapses
/// children to parents. For Qdrant: collection.json, points-0001.json and so on, with the children
/// as sparse BM25 vectors and the parents in their payload; vocabulary.json, of which vectors of
/// queries are made; and query.json. Each query.json asks for the title of a page.
///
/// The folder replaces an earlier export whole; one with other files is left alone.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
    /// The server
    #[arg(long, value_name = "SERVER")]
    to: Server,
    /// The folder to write
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Print nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

/// Servers that there are files for.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
#[value(rename_all = "lowercase")]
enum Server {
    /// OpenSearch, from 2.0
    OpenSearch,
    /// Qdrant, from 1.11
    Qdrant,
}

impl Server {
    /// Its name as a value of `--to`.
    fn key(self) -> &'static str {
        match self {
            Server::OpenSearch => "opensearch",
            Server::Qdrant => "qdrant",
        }
    }

    /// The commands that load and ask it, from within the folder.
    fn commands(self) -> &'static str {
        match self {
            Server::OpenSearch => opensearch::COMMANDS,
            Server::Qdrant => qdrant::COMMANDS,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one, or has
/// what the server cannot take, or the folder cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let target = AtomicDir::new(&args.output, EXPORT)?;
    let index = index_file::open(&args.index.source()?)?;
    let folder = target.stage()?;
    let pages = Pages { path: args.index.name(), index: &index, quiet: args.quiet };
    match args.to {
        Server::OpenSearch => opensearch::write(&pages, &folder)?,
        Server::Qdrant => qdrant::write(&pages, &folder)?,
    }
    let bytes = size(folder.path()).map_err(|error| Failure::file("read", &args.output, &error))?;
    target.put(folder, args.to.key())?;
    if args.quiet {
        return Ok(());
    }
    let name = output::plain(&args.output.display().to_string());
    let held = held(&index.stats());
    let bytes = DecimalBytes(bytes);
    output::print(&format!("{name}: {held}, {bytes}\n\nIn {name}:\n{}", args.to.commands()))
}

/// The numbers of exported documents and chunks.
fn held(stats: &Stats) -> String {
    let documents = u64::from(stats.documents);
    let chunks = |level: usize| stats.levels.get(level).map(|level| u64::from(level.chunks));
    // Above the only level are the documents.
    let parents = chunks(1).unwrap_or(documents);
    let children = match chunks(0).unwrap_or_default() {
        1 => "1 child".to_owned(),
        count => format!("{} children", HumanCount(count)),
    };
    format!("{}, {}, {children}", counted(documents, "document"), counted(parents, "parent"))
}

/// The bytes of all files of a folder.
fn size(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}
