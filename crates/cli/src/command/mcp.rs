//! `kindex mcp`: an index for language models, over standard input and output.

mod lines;

use crate::failure::{Failure, reason};
use crate::index_file;
use crate::stamp::Stamp;
use crate::terminal::output;
use kindex::Index;
use kindex_mcp::{Call, Catalog, LEAST_RESULT_TOKENS, Prepared, Settings, Site, Step};
use lines::{Lines, Message};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Serve an index to language models, by the Model Context Protocol over standard input and output.
///
/// Clients start this command themselves: see docs/mcp.md for their configuration. It answers
/// messages, one on each line, until its input ends, and writes nothing else to standard output.
#[derive(clap::Args)]
pub struct Args {
    /// The index: a file or a folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// The documentation that it has, such as "Vue documentation"; people and language models see
    /// it
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The subject of the documentation, in a sentence for language models
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Words to a language model about the server as a whole [default: how to use the tools]
    #[arg(long, value_name = "TEXT")]
    instructions: Option<String>,
    /// About how many tokens the result of a tool may have
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_tokens, value_parser = at_least_300)]
    max_tokens: usize,
    /// Bytes of texts that may be read to find phrases, for a message or several that come as one;
    /// answers name the phrases for which that does not reach
    #[arg(long, value_name = "N", default_value_t = Settings::default().phrase_bytes)]
    phrase_bytes: usize,
}

/// Fewer tokens would not hold a passage.
fn at_least_300(text: &str) -> Result<usize, String> {
    let tokens = text.parse().ok().filter(|&tokens: &usize| tokens >= LEAST_RESULT_TOKENS);
    tokens.ok_or_else(|| "accepted are whole numbers from 300".into())
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one, or nothing
/// can be read or written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut served = Served::open(&args.index)?;
    let settings = Rc::new(args.settings());
    for message in Lines::new(io::stdin().lock()) {
        let unread = |error| format!("cannot read standard input: {}", reason(&error));
        let message = message.map_err(|error| Failure::new(unread(error)))?;
        served.renew(&args.index);
        let mut call = match message {
            Message::Line(line) => Call::new(&settings, &line),
            Message::TooLong => Call::too_long(&settings),
        };
        if let Some(answer) = served.answer(&mut call) {
            output::print_written(&answer)?;
        }
    }
    Ok(())
}

impl Args {
    fn settings(&self) -> Settings {
        Settings {
            title: self.title.clone(),
            description: self.description.clone(),
            instructions: self.instructions.clone(),
            max_tokens: self.max_tokens,
            phrase_bytes: self.phrase_bytes,
            ..Settings::default()
        }
    }
}

/// The index that answers, and what was last at its place.
struct Served {
    index: Index,
    catalog: Catalog,
    stamp: Option<Stamp>,
    /// Whether it was said that the one in its place cannot be opened.
    complained: bool,
}

impl Served {
    fn open(path: &Path) -> Result<Self, Failure> {
        let stamp = index_file::stamp(path);
        let index = index_file::open(path)?;
        Ok(Served { index, catalog: Catalog::default(), stamp, complained: false })
    }

    /// Opens the index anew where another one is in its place by now. The old one answers as long
    /// as that cannot be opened, as while it is written.
    fn renew(&mut self, path: &Path) {
        let now = index_file::stamp(path);
        if now.is_none() || now == self.stamp {
            return;
        }
        match Served::open(path) {
            Ok(next) => *self = next,
            // It is tried again with each message, as it may be half written, but said once.
            Err(Failure::Message(fault)) if !self.complained => {
                self.complained = true;
                output::warning(&format!("{fault}; the index that was opened before goes on"));
            }
            Err(_) => {}
        }
    }

    fn answer(&self, call: &mut Call) -> Option<String> {
        loop {
            match call.run(Site::new(&self.index, &self.catalog)) {
                Ok(Step::Done(answer)) => return answer,
                Ok(Step::Query(text)) => call.prepare(Prepared { text, vector: None }),
                Err(error) => call.fail(error.code()),
            }
        }
    }
}
