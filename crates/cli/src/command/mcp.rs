//! `kindex mcp`: an index for language models, over standard input and output.

mod lines;

use crate::failure::{Failure, reason};
use crate::flags::source::IndexArg;
use crate::index_file::{Loaded, Opened, Source};
use crate::terminal::output;
use kindex::Error;
use kindex_mcp::{Call, Catalog, LEAST_RESULT_TOKENS, Prepared, Settings, Site, Step};
use lines::{Lines, Message};
use std::io;
use std::rc::Rc;

/// Serve an index to language models, by the Model Context Protocol over standard input and output.
///
/// Clients start this command themselves: see docs/mcp.md for their configuration. It answers
/// messages, one on each line, until its input ends, and writes nothing else to standard output.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
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

/// The code of an answer for which a file of the index could not be fetched.
const FETCH_FAILED: &str = "fetch_failed";

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
    let mut served = Served::open(&args.index.source()?)?;
    let settings = Rc::new(args.settings());
    for message in Lines::new(io::stdin().lock()) {
        let unread = |error| format!("cannot read standard input: {}", reason(&error));
        let message = message.map_err(|error| Failure::new(unread(error)))?;
        let begin = || match &message {
            Message::Line(line) => Call::new(&settings, line),
            Message::TooLong => Call::too_long(&settings),
        };
        if let Some(answer) = served.answer(begin) {
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

/// The index that answers.
struct Served {
    opened: Opened,
    catalog: Catalog,
}

impl Served {
    fn open(source: &Source) -> Result<Self, Failure> {
        Ok(Served { opened: Opened::open(source)?, catalog: Catalog::default() })
    }

    /// Answers a message from the index that is in its place by now.
    fn answer(&mut self, begin: impl Fn() -> Call) -> Option<String> {
        if self.opened.renew() {
            self.catalog = Catalog::default();
        }
        self.opened.begin();
        let mut call = begin();
        loop {
            match call.run(Site::new(self.opened.index(), &self.catalog)) {
                Ok(Step::Done(answer)) => return answer,
                Ok(Step::Query(text)) => call.prepare(Prepared { text, vector: None }),
                Err(Error::Missing) => match self.opened.load() {
                    Ok(Loaded::More) => {}
                    Ok(Loaded::Anew) => {
                        self.catalog = Catalog::default();
                        call = begin();
                    }
                    Err(failure) => {
                        output::warning(&failure.to_string());
                        call.fail(FETCH_FAILED);
                    }
                },
                Err(error) => call.fail(error.code()),
            }
        }
    }
}
