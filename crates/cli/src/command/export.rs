//! `kindex export`: an index for search servers, and as lines for other programs.

mod jsonl;
mod opensearch;
mod pages;
mod parts;
mod qdrant;
mod vectors;

use super::search::vector;
use crate::failure::Failure;
use crate::flags::source::IndexArg;
use crate::index_file;
use crate::terminal::output::{self, counted};
use crate::write::atomic_dir::{AtomicDir, EXPORT};
use clap::ValueEnum;
use indicatif::{DecimalBytes, HumanCount};
use kindex::{QueryVector, Stats};
use pages::Pages;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Write an index for a search server, or as JSON Lines for any.
///
/// Children and their parents go along, with titles, headings, addresses and metadata.
///
/// Without --to each line is one object with a "kind": first "index", then "document", "parent" and
/// "child", each below what it lies in. All but the first have {"kind","id","parent","document",
/// "url","title","lang","filters","meta","boost"}, and a parent and a child also {"position",
/// "anchor","headings","tokens","text"}. "parent" is the id of the line that one lies in. A child
/// has "sparse", its BM25 vector as {"indices","values"}, and what an embedder gave a vector has
/// "vector". The sum of products with the vectors that --query prints is the score.
///
/// For OpenSearch: mapping.json, bulk-0001.ndjson and so on, and query.json, which collapses
/// children to parents. For Qdrant: collection.json, points-0001.json and so on, with the children
/// as sparse BM25 vectors and the parents in their payload; vocabulary.json, of which vectors of
/// queries are made; and query.json. Each query.json asks for the title of a page.
///
/// The folder for a server replaces an earlier export whole; one with other files is left alone.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
    /// The server [default: none, for JSON Lines]
    #[arg(long, value_name = "SERVER", requires = "output")]
    to: Option<Server>,
    /// The folder to write for a server; else the file [default: standard output]
    #[arg(short, long, value_name = "DIR|FILE")]
    output: Option<PathBuf>,
    /// Write the vectors of a query instead of the index: {"kind","text","sparse"}; repeatable
    #[arg(long, value_name = "TEXT", conflicts_with = "to", allow_hyphen_values = true)]
    query: Vec<String>,
    /// The vector of the query by the embedder of the index: an array of numbers as JSON, or a file
    /// with one. The query's line has a "vector" for those of the index
    #[arg(long, value_name = "FILE|JSON", requires = "query", allow_hyphen_values = true)]
    vector: Option<String>,
    /// Print nothing but errors, and lines that go to standard output
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
/// what the server cannot take, or nothing can be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    match (args.to, &args.output) {
        (Some(server), Some(output)) => args.write_folder(server, output),
        _ => args.write_lines(),
    }
}

impl Args {
    fn write_folder(&self, server: Server, output: &Path) -> Result<(), Failure> {
        let target = AtomicDir::new(output, EXPORT)?;
        let index = index_file::open(&self.index.source()?)?;
        let folder = target.stage()?;
        let pages = Pages { path: self.index.name(), index: &index, quiet: self.quiet };
        match server {
            Server::OpenSearch => opensearch::write(&pages, &folder)?,
            Server::Qdrant => qdrant::write(&pages, &folder)?,
        }
        let bytes = size(folder.path()).map_err(|error| Failure::file("read", output, &error))?;
        target.put(folder, server.key())?;
        if self.quiet {
            return Ok(());
        }
        let name = output::plain(&output.display().to_string());
        let held = held(&index.stats());
        let bytes = DecimalBytes(bytes);
        output::print(&format!("{name}: {held}, {bytes}\n\nIn {name}:\n{}", server.commands()))
    }

    fn write_lines(&self) -> Result<(), Failure> {
        let vector = self.query_vector()?;
        let lines = self.index.lines(self.output.as_deref())?;
        let index = index_file::open(&self.index.source()?)?;
        let quiet = self.quiet || lines.name().is_none();
        let pages = Pages { path: self.index.name(), index: &index, quiet };
        lines.write(|write| match &*self.query {
            [] => jsonl::write(&pages, write),
            queries => jsonl::write_queries(&pages, queries, vector.as_ref(), write),
        })?;
        let Some(name) = lines.name().filter(|_| !quiet) else { return Ok(()) };
        let name = output::plain(&name.display().to_string());
        let held = match self.query.len() {
            0 => held(&index.stats()),
            1 => "1 query".to_owned(),
            count => format!("{count} queries"),
        };
        output::print(&format!("{name}: {held}\n"))
    }

    /// The vector of the one query.
    fn query_vector(&self) -> Result<Option<QueryVector>, Failure> {
        let Some(given) = &self.vector else { return Ok(None) };
        if self.query.len() > 1 {
            return Err(Failure::usage("--vector is that of one query; ask for each by itself"));
        }
        Ok(Some(QueryVector::new(vector::values(given)?)))
    }
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
