//! `kindex mcp`: an index for language models, over standard input and output.
//!
//! The server is that of js/mcp: tests/mcp/cases.json holds what both answer. The official SDK is
//! not used: it is 25 crates more, and messages of its own wording, for what `answer` does in a few
//! functions.

mod about;
mod addresses;
mod answer;
mod arguments;
mod catalog;
mod chunk;
mod filters;
mod keys;
mod lines;
mod list;
mod page;
mod page_address;
mod pages;
mod passages;
mod resources;
mod rpc;
mod search;
mod surrogates;
mod text;
#[cfg(test)]
mod texts;
mod tool_error;
mod tools;
mod versions;

use crate::failure::{Failure, reason};
use crate::index_file;
use crate::index_file::Stamp;
use crate::terminal::output;
use about::About;
use answer::{Info, Server};
use lines::{Lines, Message};
use rpc::{Kind, RpcError};
use serde_json::Value;
use std::io;
use std::path::PathBuf;
use surrogates::without_halves;
use tools::Limits;

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
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = at_least_300)]
    max_tokens: usize,
    /// Bytes of texts that may be read to find phrases, for a message or several that come as one;
    /// answers name the phrases for which that does not reach
    #[arg(long, value_name = "N", default_value_t = 131_072)]
    phrase_bytes: usize,
}

/// Fewer tokens would not hold a passage.
fn at_least_300(text: &str) -> Result<usize, String> {
    let tokens = text.parse().ok().filter(|&tokens: &usize| tokens >= 300);
    tokens.ok_or_else(|| "accepted are whole numbers from 300".into())
}

/// Runs the command.
///
/// # Errors
/// Where the file is no index or a damaged one, or nothing
/// can be read or written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut stamp = index_file::stamp(&args.index);
    let index = index_file::open(&args.index)?;
    let about = About::new(args.title.as_deref(), args.description.as_deref());
    let instructions = args.instructions.as_deref();
    let server = Server::new(index, args.info(), &about, instructions, args.limits());
    let mut server = server.map_err(|error| Failure::new(error.to_string()))?;
    for message in Lines::new(io::stdin().lock()) {
        let unread = |error| format!("cannot read standard input: {}", reason(&error));
        let message = message.map_err(|error| Failure::new(unread(error)))?;
        renew(&mut server, &mut stamp, args);
        if let Some(answer) = answer_to(&server, message) {
            output::print_json(&answer)?;
        }
    }
    Ok(())
}

/// Opens the index anew where another one is in its place by now. The old one answers as long as
/// that cannot be opened, as while it is written.
fn renew(server: &mut Server, stamp: &mut Option<Stamp>, args: &Args) {
    let now = index_file::stamp(&args.index);
    if now.is_none() || now == *stamp {
        return;
    }
    if let Ok(index) = index_file::open(&args.index) {
        server.renew(index);
        *stamp = now;
    }
}

impl Args {
    fn limits(&self) -> Limits {
        Limits { tokens: self.max_tokens, phrase_bytes: self.phrase_bytes }
    }

    /// The name of the server.
    fn info(&self) -> Info {
        let version = env!("CARGO_PKG_VERSION");
        Info { name: "kindex", title: self.title.clone(), version }
    }
}

fn answer_to(server: &Server, message: Message) -> Option<Value> {
    let Message::Line(line) = message else {
        return Some(RpcError::new(Kind::Request, "the message is too long").answer(Value::Null));
    };
    match serde_json::from_str(&without_halves(&line)) {
        Ok(message) => server.answer(&message),
        Err(_) => Some(RpcError::new(Kind::Parse, "the line is no JSON").answer(Value::Null)),
    }
}
