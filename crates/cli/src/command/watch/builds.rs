//! `kindex build --watch`: makes indexes again whenever their sources change.

use super::changes::{Changes, Wake, standing};
use super::said::Said;
use crate::command::build::destination::Destination;
use crate::command::build::summary::{Held, Summary};
use crate::command::build::{Args, parts_of, run, tenants};
use crate::command::live::ask::{Ask, Asked};
use crate::command::live::{Followed, Live, Made, Seen};
use crate::failure::Failure;
use crate::flags::configuration;
use crate::index_file;
use crate::read::addresses::Facts;
use crate::read::cache::Counts;
use crate::read::documents::Tally;
use crate::read::sources::Wanted;
use crate::stamp::Stamp;
use crate::terminal::output;
use serde_json::json;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use xxhash_rust::xxh64::xxh64;

/// Command lines, and what they say.
pub struct Lines {
    pub written: Vec<Vec<OsString>>,
    pub parsed: Vec<Args>,
}

/// Builds, and goes on until nobody is there for whom to build. `again` reads the command line and
/// its configuration once more.
///
/// # Errors
/// Where a path is missing from the beginning or settings cannot be used.
pub fn watch(lines: Lines, again: &dyn Fn() -> Result<Lines, Failure>) -> Result<(), Failure> {
    let Some(first) = lines.parsed.first() else { return Ok(()) };
    let (json, asks) = (first.json, first.watching.ask_addresses);
    let mut changes = Changes::new();
    let mut answers = asks.then(|| Answers::begin(changes.waker())).transpose()?;
    let mut configured = Configured::new(lines, json)?;
    loop {
        let begun = Instant::now();
        let Turn { mut folders, is_idle } = configured.turn(answers.as_mut())?;
        folders.extend(standing(&configured.file));
        if changes.follow(folders) {
            continue;
        }
        let took = if is_idle { begun.elapsed() } else { Duration::ZERO };
        if !changes.wait(took) {
            return Ok(());
        }
        configured.read_again(again)?;
    }
}

/// What the command line and the configuration ask for.
struct Configured {
    file: PathBuf,
    stamp: Option<Stamp>,
    written: Vec<Vec<OsString>>,
    targets: Vec<Target>,
    said: Said,
    json: bool,
}

impl Configured {
    /// # Errors
    /// Where nothing of it can ever be built.
    fn new(lines: Lines, json: bool) -> Result<Self, Failure> {
        let config = lines.parsed.first().and_then(|args| args.config.clone());
        let file = config.unwrap_or_else(|| configuration::FILE.into());
        let stamp = Stamp::of(&file);
        let targets = Target::all(lines.parsed, json);
        for target in &targets {
            target.admit()?;
        }
        let said = Said::new(json);
        Ok(Configured { file, stamp, written: lines.written, targets, said, json })
    }

    /// Looks at all sources, and builds where they changed.
    fn turn(&mut self, mut answers: Option<&mut Answers>) -> Result<Turn, Failure> {
        let mut all = Turn { folders: Vec::new(), is_idle: true };
        for target in &mut self.targets {
            let Turn { folders, is_idle } = target.turn(answers.as_deref_mut())?;
            all.folders.extend(folders);
            all.is_idle &= is_idle;
        }
        Ok(all)
    }

    /// Reads the configuration again where its file changed.
    fn read_again(&mut self, again: &dyn Fn() -> Result<Lines, Failure>) -> Result<(), Failure> {
        let stamp = Stamp::of(&self.file);
        if stamp == self.stamp {
            return Ok(());
        }
        self.stamp = stamp;
        if let Some(lines) = self.said.tried(|| again().map(Some))?
            && lines.written != self.written
        {
            self.written = lines.written;
            self.targets = Target::all(lines.parsed, self.json);
        }
        Ok(())
    }
}

/// What a look at sources found.
struct Turn {
    /// The folders to watch.
    folders: Vec<PathBuf>,
    /// Whether nothing had to be done, or it failed: it is not tried again at once.
    is_idle: bool,
}

/// An output, with the command lines for it.
struct Target {
    parts: Vec<Args>,
    live: Live,
    /// What was there when all parts were built as without watching.
    seen: Vec<Seen>,
    said: Said,
    /// The checksum of the index that was written.
    written: Option<u64>,
}

impl Target {
    fn all(lines: Vec<Args>, json: bool) -> Vec<Self> {
        let target = |parts: Vec<Args>| Target {
            parts,
            live: Live::default(),
            seen: Vec::new(),
            said: Said::new(json),
            written: None,
        };
        parts_of(lines).into_iter().map(target).collect()
    }

    /// Checks what no change of a source mends.
    fn admit(&self) -> Result<(), Failure> {
        for args in &self.parts {
            args.admit()?;
            args.reading.index_flags.config()?;
            for path in &args.paths {
                fs::metadata(path).map_err(|error| Failure::file("read", path, &error))?;
            }
        }
        Ok(())
    }

    fn turn(&mut self, answers: Option<&mut Answers>) -> Result<Turn, Failure> {
        let Target { parts, live, seen, said, written } = self;
        let paths = parts.iter().flat_map(|args| &args.paths);
        // Where a path is missing it comes back in a folder above.
        let mut folders: Vec<PathBuf> = paths.filter_map(|path| standing(path)).collect();
        let is_stale = said.is_failed() || !parts.iter().all(Args::is_written);
        let done = said.tried(|| match parts.as_slice() {
            [args] if args.is_followed() => {
                args.follow(live, &mut folders, written, is_stale, answers)
            }
            parts => build_all(parts, seen, &mut folders, is_stale),
        })?;
        if done.is_some() {
            parts.iter_mut().for_each(|args| args.output.keep_own());
        }
        Ok(Turn { folders, is_idle: done.is_none() })
    }
}

/// Builds as without watching, where a source changed.
fn build_all(
    parts: &[Args],
    before: &mut Vec<Seen>,
    folders: &mut Vec<PathBuf>,
    is_stale: bool,
) -> Result<Option<()>, Failure> {
    let mut seen = Vec::new();
    for args in parts {
        let look = Live::default().look(&args.followed())?;
        folders.extend(look.folders(&args.paths));
        seen.push(look.seen);
    }
    if !is_stale && seen == *before {
        return Ok(None);
    }
    run(&parts.iter().collect::<Vec<_>>())?;
    *before = seen;
    Ok(Some(()))
}

impl Args {
    /// Whether the index is made of what is kept in memory.
    fn is_followed(&self) -> bool {
        let is_of_tenants =
            self.reading.tenant.is_some() || tenants::is_for_each(&self.output.path);
        let has_more = self.mergeable || self.update.is_on() || self.vectors.is_given();
        !is_of_tenants && !has_more
    }

    /// Whether the output is there.
    fn is_written(&self) -> bool {
        let path = &self.output.path;
        tenants::is_for_each(path) || path.is_file() || index_file::is_folder(path)
    }

    fn followed(&self) -> Followed<'_> {
        let (paths, extract_flags, index_flags) =
            (&self.paths, &self.reading.extract_flags, &self.reading.index_flags);
        Followed {
            wanted: Wanted { paths, extract_flags, index_flags, inside: false },
            exclude: &self.reading.exclude,
            written: self.written(),
            speech: self.speech(),
            quiet: self.reading.quiet || self.json,
        }
    }

    /// Makes the index again where a source changed, and writes it where it is another one.
    fn follow(
        &self,
        live: &mut Live,
        folders: &mut Vec<PathBuf>,
        written: &mut Option<u64>,
        is_stale: bool,
        answers: Option<&mut Answers>,
    ) -> Result<Option<()>, Failure> {
        let followed = self.followed();
        let look = live.look(&followed)?;
        folders.extend(look.folders(&self.paths));
        if !is_stale && live.is_of(&look) {
            return Ok(None);
        }
        let begun = Instant::now();
        let Some(destination) = self.admit()? else { return Ok(None) };
        let judge = |pins: Vec<(&str, &str)>, tally: &mut Tally, is_empty: bool| {
            self.skip_pins(pins, tally);
            self.check(tally, is_empty)?;
            self.name_empty_paths(tally);
            Ok(())
        };
        let answers = answers.map(|answers| answers as &mut dyn Ask);
        let made = live.make(&followed, look, &judge, answers)?;
        let sum = xxh64(&made.bytes, 0);
        if is_stale || *written != Some(sum) {
            self.print(made, &destination, begun)?;
            *written = Some(sum);
        }
        Ok(Some(()))
    }

    fn print(&self, made: Made, to: &Destination, begun: Instant) -> Result<(), Failure> {
        let Made { bytes, tally, counts: (reread, reused), changed } = made;
        let mut held = Held::default();
        held.read(&bytes).map_err(|error| Failure::library(&error))?;
        let written = to.write_for_now(bytes)?;
        let counts = Counts { reread: reread as u64, reused: reused as u64, ..Counts::default() };
        let (read, took) = (Some(counts), begun.elapsed());
        let summary = Summary { held, written, tally, read, took, changed };
        summary.print(&self.output.path, self.json, self.reading.quiet)
    }
}

/// The answers of a plugin, on standard input.
struct Answers(Receiver<String>);

impl Answers {
    /// Begins to read. Ends the command with standard input.
    fn begin(waker: Sender<Wake>) -> Result<Self, Failure> {
        let (sender, answers) = channel();
        let read = move || {
            let lines = io::stdin().lock().lines().map_while(Result::ok);
            let _ = lines.map(|line| sender.send(line)).take_while(Result::is_ok).count();
            let _ = waker.send(Wake::Closed);
        };
        thread::Builder::new().spawn(read).map_err(|error| Failure::thread(&error))?;
        Ok(Answers(answers))
    }
}

impl Ask for Answers {
    fn ask(&mut self, sources: &[Asked]) -> Result<Vec<Option<Facts>>, Failure> {
        output::print_json(&json!({ "publish": sources }))?;
        // Whoever would answer has gone.
        let Ok(line) = self.0.recv() else { return Err(Failure::Closed) };
        let answers: Vec<Option<Facts>> = serde_json::from_str(&line).map_err(|error| {
            Failure::new(format!("--ask-addresses: the answer cannot be used: {error}"))
        })?;
        if answers.len() == sources.len() {
            return Ok(answers);
        }
        let (given, asked) = (answers.len(), sources.len());
        let message = format!(
            "--ask-addresses: the answer is about {given} sources, and the question about {asked}"
        );
        Err(Failure::new(message))
    }
}
