//! `kindex build`: files to an index.

pub mod destination;
mod part;
pub mod summary;
pub mod tenants;
mod update;
mod vectors;
pub mod watching;

use crate::failure::Failure;
use crate::flags::reading::Reading;
use crate::index_file;
use crate::read::cache::Cache;
use crate::read::documents::{self, Documents, Speech, Tally};
use crate::read::sources::{NotRead, Wanted};
use crate::read::unread::Unread;
use crate::read::walk::Skipped;
use crate::terminal::output;
use crate::terminal::progress::Progress;
use destination::{Destination, Output, Written};
use kindex::{Builder, Index};
use part::Part;
use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;
use std::time::Instant;
use summary::{Held, Summary};
use update::Update;
use vectors::{Brought, VectorFlags, WithVectors};
use watching::WatchFlags;

/// Build an index of files and folders.
///
/// Reads Markdown, MDX, HTML, text, JSON Lines and exports of conversations, and passes over other
/// files in folders; with --include it reads tables and programs too. Hidden files are not read,
/// nor what a .gitignore in the folder or below it names; links are followed. The same files give
/// the same index, byte for byte.
///
/// A document's id is its file's path below the folder given, a named file's its name. Where files
/// of two folders given have the same path, all ids and URLs begin with their folder's name.
///
/// Files that cannot be read, are larger than 64 MB (--max-file-size) or hold no text are named and
/// skipped. The index replaces an older one only when it is whole.
///
/// With --update only files that changed since the build before are read. The index is the same as
/// without it, except for vectors.
///
/// An output that ends in / is a folder, and pages open the index by the folder's address. It is in
/// one file, index.kdx, where that is small, and else in several: index.kdx, which is loaded first,
/// and shards called by checksums (12 hexadecimal digits and .kds). All are compressed with gzip.
/// Upload all of the folder. Shards that keep their names are not written again, those that no
/// longer belong to the index are removed, and other files are left alone.
///
/// Where documents name tenants, an output has {tenant} in it, such as 'out/{tenant}/' or
/// 'out/{tenant}.kdx', and each tenant gets an index of its own there.
#[derive(clap::Args)]
pub struct Args {
    /// Files and folders to index [default: those that kindex.toml in this folder says]
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A file that says what flags say, by their names, and paths; flags win. Without it and
    /// without PATH it is kindex.toml in this folder
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
    /// Add to the index what kindex merge takes. The documents must not depend on those of other
    /// indexes, so there is no --recency, and they name no tenants
    #[arg(long)]
    pub mergeable: bool,
    /// Index only one part of the files, such as 2/8, the second of eight. All parts of the same
    /// paths, merged in their order, are the index of all, unless two documents have the same id
    #[arg(long, value_name = "K/N", requires = "mergeable", conflicts_with = "watch")]
    part: Option<Part>,
    /// Print the summary as JSON
    #[arg(long, conflicts_with = "explain_files")]
    pub json: bool,
    #[command(flatten)]
    pub watching: WatchFlags,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub update: Update,
    #[command(flatten)]
    pub vectors: VectorFlags,
    /// Whether what links lead to outside of its folder is left out, as strangers see the folder.
    #[arg(skip)]
    inside: bool,
}

/// Makes the index of a finished site in a folder, of which the line tells that it gives, with what
/// was skipped.
///
/// # Errors
/// As for [`run_all`].
pub fn of_site(
    site: &Path,
    output: Output,
    reading: Reading,
) -> Result<(String, Vec<Skipped>), Failure> {
    let path = output.path.clone();
    let args = Args {
        paths: vec![site.to_owned()],
        config: None,
        output,
        mergeable: false,
        part: None,
        reading,
        json: false,
        watching: WatchFlags::default(),
        update: Update::default(),
        vectors: VectorFlags::default(),
        inside: true,
    };
    let mut summary = built(&[&args])?;
    // A finished site has many pictures and the like.
    summary.tally.unread = Unread::default();
    let line = summary.text(&path.display().to_string());
    Ok((line.trim_end().to_owned(), summary.tally.skipped))
}

/// Runs the command, once for each of several command lines. Those with the same output are read
/// before any index of them is written, and are of different tenants.
///
/// # Errors
/// Where there is nothing to index, settings cannot be used, the index cannot be written, or
/// something is skipped that must not be.
pub fn run_all(lines: &[Args]) -> Result<(), Failure> {
    parts_of(lines).iter().try_for_each(|parts| run(parts))
}

/// Groups command lines by their outputs.
pub fn parts_of<A: Borrow<Args>>(lines: impl IntoIterator<Item = A>) -> Vec<Vec<A>> {
    let mut outputs: Vec<Vec<A>> = Vec::new();
    let output = |args: &A| args.borrow().output.path.clone();
    for args in lines {
        let path = output(&args);
        match outputs.iter_mut().find(|parts| parts.first().map(output).as_ref() == Some(&path)) {
            Some(parts) => parts.push(args),
            None => outputs.push(vec![args]),
        }
    }
    outputs
}

pub fn run(parts: &[&Args]) -> Result<(), Failure> {
    let Some(first) = parts.first() else { return Ok(()) };
    built(parts)?.print(&first.output.path, first.json, first.reading.quiet)
}

fn built(parts: &[&Args]) -> Result<Summary, Failure> {
    let begun = Instant::now();
    if parts.len() > 1 && parts.iter().any(|args| args.update.is_on()) {
        let message = "--update: not where several indexes have one output";
        return Err(Failure::usage(message));
    }
    let mut read = Vec::new();
    for args in parts {
        read.push((args, args.gathered()?));
    }
    let mut keys = BTreeSet::new();
    let mut made = Made::default();
    let mut placed = Vec::new();
    for (args, Gathered { builder, tally, cache, vectors, progress, destination }) in read {
        made.tally.add(tally);
        (made.cache, made.vectors, made.progress) = (cache, vectors, Some(progress));
        let indexes = args.placed(builder, destination, &mut keys)?;
        placed.extend(indexes.into_iter().map(|one| (args, one)));
    }
    for (args, one) in placed {
        args.write(one, &mut made)?;
    }
    made.summary(parts.first().is_some_and(|first| first.reading.quiet), begun)
}

/// The documents of a command line.
struct Gathered<'a> {
    builder: Builder,
    tally: Tally,
    cache: Option<Arc<Cache>>,
    vectors: Option<Brought<'a>>,
    progress: Progress,
    /// None where each tenant has its own.
    destination: Option<Destination>,
}

/// An index that is to be written, and where.
struct Placed {
    tenant: Option<String>,
    builder: Builder,
    destination: Destination,
}

/// The indexes that were made for one output, and what the summary says of them.
#[derive(Default)]
struct Made<'a> {
    held: Held,
    written: Option<Written>,
    tally: Tally,
    cache: Option<Arc<Cache>>,
    vectors: Option<Brought<'a>>,
    progress: Option<Progress>,
}

impl Made<'_> {
    fn summary(self, quiet: bool, begun: Instant) -> Result<Summary, Failure> {
        let Made { held, written, tally, cache, .. } = self;
        let read = cache.map(|cache| update::close(&cache, quiet));
        let written = written.ok_or_else(|| Failure::new("there is nothing to write"))?;
        let took = begun.elapsed();
        Ok(Summary { held, written, tally, read, took, changed: None })
    }
}

impl Args {
    /// Reads all that is to be indexed.
    fn gathered(&self) -> Result<Gathered<'_>, Failure> {
        let config = self.reading.index_flags.config()?;
        let destination = self.admit()?;
        let vectors = self.vectors.read()?;
        let cache = self.update.open(&self.output.path, self.reading.quiet)?.map(Arc::new);
        let not_read = NotRead {
            globs: &self.reading.exclude,
            files: &self.vectors.files(),
            written: &self.written(),
        };
        let (paths, extract_flags, index_flags) =
            (&self.paths, &self.reading.extract_flags, &self.reading.index_flags);
        let inside = self.inside;
        let wanted = Wanted { paths, extract_flags, index_flags, inside };
        let (mut found, mut reader) = wanted.find(&not_read)?;
        if let Some(part) = self.part {
            self.check(&Tally::default(), found.files.is_empty())?;
            part.keep(&mut found.files);
        }
        let progress = Progress::new(found.files.len(), "files", self.reading.quiet || self.json);
        let builder = Builder::new(config);
        let mut builder = if self.mergeable { builder.mergeable() } else { builder };
        (reader.cache, reader.tenant) = (cache.clone(), self.reading.tenant.clone());
        // Documents that wait for others would hold their prepared words as long.
        reader.preparer = (!reader.boost_flags.waits()).then(|| builder.preparer());
        let mut documents = Documents::of(found, reader, &progress, self.speech())?;
        while let Some(document) = documents.next() {
            let added = document?.add_to(&mut builder);
            documents.took(added)?;
        }
        let tally = self.end(documents, &builder, &progress)?;
        Ok(Gathered { builder, tally, cache, vectors, progress, destination })
    }

    /// Tells what was not taken. A part does not know whether others have what it lacks, and may be
    /// empty.
    fn end(
        &self,
        documents: Documents<'_>,
        builder: &Builder,
        progress: &Progress,
    ) -> Result<Tally, Failure> {
        if self.part.is_some_and(Part::has_others) {
            let tally = documents.end_of_part();
            self.check(&tally, false)?;
            return Ok(tally);
        }
        let mut tally = documents.end();
        self.skip_pins(builder.unknown_pins(), &mut tally);
        self.check(&tally, builder.is_empty())?;
        progress.aside(|| self.name_empty_paths(&tally));
        Ok(tally)
    }

    /// The indexes to write, with a place for each. Looks at all places before any is written.
    /// `keys` has the tenants of the command lines before.
    fn placed(
        &self,
        builder: Builder,
        destination: Option<Destination>,
        keys: &mut BTreeSet<String>,
    ) -> Result<Vec<Placed>, Failure> {
        let builders = builder.by_tenant();
        let path = &self.output.path;
        if let Some(destination) = destination {
            return match <[_; 1]>::try_from(builders) {
                Ok([(_, builder)]) => Ok(vec![Placed { tenant: None, builder, destination }]),
                Err(several) => Err(several_tenants(&several)),
            };
        }
        let mut named = Vec::new();
        for (tenant, builder) in builders {
            let tenant = tenant.ok_or_else(no_tenant)?;
            named.push((tenants::output_of(path, &tenant, keys)?, tenant, builder));
        }
        let place = |(path, tenant, builder): (PathBuf, String, Builder)| {
            tenants::make_folder(&self.output.path, &path)?;
            let destination = self.output.destination(&path)?;
            Ok(Placed { tenant: Some(tenant), builder, destination })
        };
        named.into_iter().map(place).collect()
    }

    /// Makes an index of documents and writes it.
    fn write(&self, placed: Placed, made: &mut Made<'_>) -> Result<(), Failure> {
        let Placed { tenant, builder, destination } = placed;
        let fail = |error| Failure::library(&error);
        made.progress.iter().for_each(|progress| progress.say("writing"));
        let bytes = builder.finish().map_err(fail)?;
        made.progress = None;
        let bytes = match made.vectors.take() {
            Some(vectors) => self.with_vectors(&bytes, &vectors, &mut made.tally)?,
            None => bytes,
        };
        made.held.read(&bytes).map_err(fail)?;
        made.held.tenants += usize::from(tenant.is_some());
        let written = destination.write(bytes)?;
        made.written = Some(made.written.map_or(written, |before| before.and(written)));
        Ok(())
    }

    /// The files that this writes.
    pub fn written(&self) -> Vec<PathBuf> {
        let output = self.output.path.clone();
        self.update.files(&output).into_iter().chain([output]).collect()
    }

    pub fn speech(&self) -> Speech {
        match (self.reading.quiet, self.reading.explain_files) {
            (true, _) => Speech::Quiet,
            (_, true) => Speech::EachFile,
            _ => Speech::Warnings,
        }
    }

    /// Checks what can be known before any file is read. Gives the destination, where it is one.
    pub fn admit(&self) -> Result<Option<Destination>, Failure> {
        let is_for_each = tenants::is_for_each(&self.output.path);
        let destination = if is_for_each {
            self.output.admit_tenants()?;
            None
        } else {
            let destination = self.output.destination(&self.output.path)?;
            let admitted = destination.admit_mergeable(self.mergeable);
            admitted.map_err(|error| Failure::library(&error))?;
            Some(destination)
        };
        self.update.admit(is_for_each)?;
        self.vectors.admit(is_for_each, self.mergeable)?;
        if self.mergeable && self.reading.extract_flags.depends_on_others() {
            return Err(Failure::usage(
                "--mergeable: with --recency pages depend on those of other parts; leave it out, or build all pages at once",
            ));
        }
        Ok(destination)
    }

    /// Names the paths that hold no documents, where others do.
    pub fn name_empty_paths(&self, tally: &Tally) {
        let empty = self.paths.iter().enumerate().filter(|(root, _)| !tally.roots.contains(root));
        for (_, path) in empty.filter(|_| !self.reading.quiet) {
            output::warning(&documents::nothing_in(slice::from_ref(path)));
        }
    }

    /// Names the pages that are pinned and not there.
    pub fn skip_pins(&self, unknown: Vec<(&str, &str)>, tally: &mut Tally) {
        let Some(path) = &self.reading.index_flags.pins else { return };
        for (query, page) in unknown {
            let path = path.display().to_string();
            let reason = no_page(query, page);
            output::warning(&format!("skipped {path}: {reason}"));
            tally.skipped.push(Skipped { path, reason });
        }
    }

    /// The index of the build before, if there is one that is to be continued.
    /// Says where one is of no use.
    fn before(&self) -> Option<Index> {
        let path = &self.output.path;
        if !self.update.is_on() || !(path.is_file() || index_file::is_folder(path)) {
            return None;
        }
        let whole = |index: Index| match index.verify() {
            Ok(()) => Ok(index),
            Err(error) => Err(index_file::failure(path, &error)),
        };
        match index_file::read_path(path).and_then(whole) {
            Ok(index) => Some(index),
            Err(Failure::Message(why) | Failure::Usage(why)) => {
                if !self.reading.quiet {
                    output::warning(&format!("vectors keep nothing of the index before: {why}"));
                }
                None
            }
            Err(_) => None,
        }
    }

    /// The index with vectors. Says how many are left out.
    fn with_vectors(
        &self,
        index: &[u8],
        vectors: &Brought<'_>,
        tally: &mut Tally,
    ) -> Result<Vec<u8>, Failure> {
        let before = self.before();
        let WithVectors { bytes, skipped } = vectors.add_to(index, before.as_ref())?;
        if let Some(skipped) = skipped {
            output::warning(&format!("skipped {}: {}", skipped.path, skipped.reason));
            tally.skipped.push(skipped);
        }
        self.check(tally, false)?;
        Ok(bytes)
    }

    pub fn check(&self, tally: &Tally, empty: bool) -> Result<(), Failure> {
        let skipped = tally.skipped.len();
        if self.reading.strict && skipped > 0 {
            return Err(not_strict(skipped));
        }
        if empty { Err(Failure::new(documents::nothing_in(&self.paths))) } else { Ok(()) }
    }
}

/// Says that a page is pinned and not there.
pub fn no_page(query: &str, page: &str) -> String {
    format!("no page has the id or URL {page:?}, which is pinned for {query:?}")
}

/// The failure to take all that was asked for.
pub fn not_strict(skipped: usize) -> Failure {
    Failure::new(format!("{skipped} skipped, as named above; with --strict nothing is written"))
}

/// The failure to tell tenants apart in one output.
fn several_tenants(builders: &[(Option<String>, Builder)]) -> Failure {
    let names = builders.iter().filter_map(|(tenant, _)| tenant.as_deref());
    let [one, other] = [0, 1].map(|at| names.clone().nth(at).unwrap_or_default());
    Failure::usage(format!(
        "--output: an index is of one tenant, and documents are of {one:?} and of {other:?}; write {{tenant}} in it, as in -o 'out/{{tenant}}.kdx', to make an index for each"
    ))
}

fn no_tenant() -> Failure {
    Failure::usage(
        "--output: {tenant} is the tenant of documents, and these name none; name it with --tenant, or leave {tenant} out",
    )
}
