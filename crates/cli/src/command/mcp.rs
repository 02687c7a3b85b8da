//! `kindex mcp`: indexes for language models, over standard input and output or over HTTP.

mod http;
mod lines;
mod log;
mod served;

use crate::failure::{Failure, reason};
use crate::flags::source::IndexesArg;
use crate::terminal::output;
use kindex_mcp::{Call, LEAST_RESULT_TOKENS, Settings};
use lines::{Lines, Message};
pub use log::Line;
use log::Log;
use served::{Served, Sources};
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

/// Serve one index or several to language models, by the Model Context Protocol.
///
/// Clients start this command themselves: see docs/mcp.md for their configuration. It answers
/// messages, one on each line, until its input ends, and writes nothing else to standard output.
/// With --http it answers requests until it is interrupted.
///
/// kindex mcp vue=vue.kdx react=https://react.example/search/ indexes/
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    indexes: IndexesArg,
    /// Read indexes and flags from the [mcp] of this file; without FILE it is kindex.toml in this
    /// folder, where no index is named
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
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
    /// Add a line of JSON to this file for each call of a tool: what was asked, and what was found.
    /// Models may give feedback then, which is a line too. kindex report reads it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    http: http::Flags,
    /// Give results as data too, for programs; most clients hand a language model the data then, in
    /// the place of the words
    #[arg(long)]
    structured: bool,
}

/// Fewer tokens would not hold a passage.
fn at_least_300(text: &str) -> Result<usize, String> {
    let tokens = text.parse().ok().filter(|&tokens: &usize| tokens >= LEAST_RESULT_TOKENS);
    tokens.ok_or_else(|| "accepted are whole numbers from 300".into())
}

/// Runs the command.
///
/// # Errors
/// No file may be an index, nothing may be read or written, or the port may be taken.
pub fn run(args: &Args) -> Result<(), Failure> {
    let log = args.log.as_deref().map(Log::new).transpose()?;
    let sources = args.indexes.sources()?;
    let settings = args.settings(&sources);
    if let Some(address) = &args.http.http {
        return http::run(&args.http, address, &sources, &settings, log);
    }
    let mut served = Served::open(&sources)?;
    served.warn();
    let settings = Rc::new(settings);
    let session = log.as_ref().map(|log| log.session(0)).unwrap_or_default();
    for message in Lines::new(io::stdin().lock()) {
        let unread = |error| format!("cannot read standard input: {}", reason(&error));
        let message = message.map_err(|error| Failure::new(unread(error)))?;
        let begun = Instant::now();
        let begin = || match &message {
            Message::Line(line) => Call::new(&settings, line),
            Message::TooLong => Call::too_long(&settings),
        };
        let answer = served.answer(begin);
        if let (Some(log), Message::Line(line)) = (&log, &message) {
            log.note(&session, line, &answer, begun.elapsed());
        }
        if let Some(answer) = answer.text {
            output::print_written(&answer)?;
        }
    }
    Ok(())
}

impl Args {
    fn settings(&self, sources: &Sources) -> Settings {
        let names = sources.iter().map(|(name, _)| name.clone());
        Settings {
            title: self.title.clone(),
            description: self.description.clone(),
            instructions: self.instructions.clone(),
            max_tokens: self.max_tokens,
            phrase_bytes: self.phrase_bytes,
            structured: self.structured,
            docs: if sources.len() > 1 { names.collect() } else { Vec::new() },
            takes_feedback: self.log.is_some(),
            ..Settings::default()
        }
    }
}
