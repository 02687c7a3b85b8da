//! Gives the chunks of an index their vectors, by a model and of those that are kept.

use super::cache::{Cache, Known};
use super::{Model, Purpose};
use crate::failure::{Failure, reason};
use crate::output;
use crate::progress::Progress;
use crate::vectors::checksum;
use kindex::{Error, Index, Vectors};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A build that is ended early loses the vectors of no more than this.
const KEPT_EACH: Duration = Duration::from_secs(60);

/// So many texts are embedded before the clock is looked at.
const SLAB: usize = 256;

/// Rust's own for threads is less than graphs may take.
const STACK: usize = 8 << 20;

/// The vectors of an index's children.
pub struct Embedded {
    pub vectors: Vectors,
    pub texts: Texts,
}

/// Numbers of different texts by the way in which their vectors came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texts {
    /// Made by the model in this build.
    pub made: u64,
    /// Kept from the build before.
    pub kept: u64,
}

/// Embeds the children of an index.
///
/// # Errors
/// If the model cannot be run or the index not be read.
pub fn embedded(
    index: &[u8],
    model: &Model,
    (cache, output): (Option<&Path>, &Path),
    quiet: bool,
) -> Result<Embedded, Failure> {
    let chunks = children(index).map_err(|error| Failure::library(&error))?;
    let sums: Vec<u64> = chunks.iter().map(|(_, text)| checksum(text)).collect();
    let texts: HashMap<u64, &str> =
        sums.iter().copied().zip(chunks.iter().map(|(_, text)| &**text)).collect();
    let (mut cache, why) = Cache::open(cache, output, model.checksum())?;
    if let Some(why) = why.filter(|_| !quiet) {
        output::warning(&why);
    }
    cache.keep(|text| texts.contains_key(&text));
    let kept = cache.known.len();
    let mut missing: Vec<(u64, &str)> =
        texts.into_iter().filter(|(sum, _)| !cache.known.contains_key(sum)).collect();
    // Long ones first, so that threads end at the same time; then by their checksums.
    missing.sort_unstable_by_key(|(sum, text)| (std::cmp::Reverse(text.len()), *sum));
    make(model, &missing, &mut cache, quiet)?;
    let vectors = joined(model, &chunks, &sums, &cache.known);
    let vectors = vectors.map_err(|error| Failure::library(&error))?;
    let texts = Texts { made: missing.len() as u64, kept: kept as u64 };
    Ok(Embedded { vectors, texts })
}

/// The ids of all children, and the texts for the model, in the order of the index.
fn children(index: &[u8]) -> Result<Vec<(String, String)>, Error> {
    let index = Index::open(index)?;
    let mut children = Vec::new();
    for document in index.documents()? {
        let chunks = index.chunk_texts(&document, 0)?.into_iter();
        children.extend(chunks.map(|chunk| (chunk.id.clone(), chunk.to_embed())));
    }
    Ok(children)
}

/// Embeds texts, and keeps them from time to time and in the end.
fn make(
    model: &Model,
    texts: &[(u64, &str)],
    cache: &mut Cache,
    quiet: bool,
) -> Result<(), Failure> {
    let progress = Progress::new(texts.len(), "texts embedded", quiet);
    let mut written = Instant::now();
    for slab in texts.chunks(SLAB) {
        cache.add(in_threads(model, slab, &progress)?);
        if written.elapsed() > KEPT_EACH {
            progress.aside(|| write(cache));
            written = Instant::now();
        }
    }
    drop(progress);
    write(cache);
    Ok(())
}

/// Writes the cache. As the next build does without it too, it is no failure where this fails.
fn write(cache: &mut Cache) {
    if let Err(Failure::Message(message) | Failure::Usage(message)) = cache.write() {
        output::warning(&format!("{message}; the next build makes these vectors anew"));
    }
}

/// The vectors of texts, each made by one of several threads.
fn in_threads(
    model: &Model,
    texts: &[(u64, &str)],
    progress: &Progress,
) -> Result<Vec<(u64, Vec<f32>)>, Failure> {
    let count = thread::available_parallelism().map_or(1, usize::from).min(texts.len());
    let (next, made) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        let work = || -> Result<(), Failure> {
            let worker = model.worker();
            while let Some(&(sum, text)) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let vector = worker.embed(Purpose::Passage, text);
                // Then the other threads end, too.
                let vector = vector.inspect_err(|_| next.store(texts.len(), Ordering::Relaxed))?;
                made.lock().unwrap_or_else(|held| held.into_inner()).push((sum, vector));
                progress.step();
            }
            Ok(())
        };
        let mut threads = Vec::new();
        for _ in 0..count {
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            threads.push(started.map_err(|error| {
                Failure::new(format!("cannot start a thread: {}", reason(&error)))
            })?);
        }
        let ended = || Failure::new("--embedder: the model ended a thread early");
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| ended())?)
    })?;
    Ok(made.into_inner().unwrap_or_else(|held| held.into_inner()))
}

/// The vectors by the ids of the chunks.
fn joined(
    model: &Model,
    chunks: &[(String, String)],
    sums: &[u64],
    known: &Known,
) -> Result<Vectors, Error> {
    let found = || sums.iter().map(|sum| known.get(sum).map(Vec::as_slice).unwrap_or_default());
    let dimensions = found().next().map_or(0, <[f32]>::len);
    let mut vectors = Vectors::new(model.name(), dimensions)?;
    for ((id, _), vector) in chunks.iter().zip(found()) {
        vectors.add(id, vector)?;
    }
    Ok(vectors)
}
