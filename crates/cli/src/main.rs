//! The `kindex` command: builds indexes of documents, searches, shows and checks them,
//! and serves a folder for trying a site.
//!
//! Each folder may use those after it: `command`, with a module for each subcommand, `read`,
//! `flags`, `index_file`, `write`, `terminal`. Whatever fails is a [`failure::Failure`].

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod command;
mod failure;
mod flags;
mod index_file;
mod read;
mod terminal;
mod write;

use clap::{CommandFactory, Parser, Subcommand};
use command::{build, eval, export, mcp, merge, npm_package, search, serve, stats, tree, verify};
use failure::Failure;
use flags::{configuration, fault};
use std::env;
use std::ffi::OsString;
use std::process::{self, ExitCode};
use terminal::output;

/// The exit code where the command line cannot be used: what clap exits with, too.
const USAGE_EXIT_CODE: u8 = 2;

/// Documentation search in one compact index.
///
/// Exit codes: 0 where all went well, also where a search finds nothing. 1 where the work could not
/// be done: a file cannot be read or used, there is nothing to index, or a --threshold is missed. 2
/// where the command line cannot be used: it has an unknown flag, or a value that is not accepted
/// or does not suit the index.
#[derive(Parser)]
#[command(name = "kindex", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(Box<build::Args>),
    Merge(merge::Args),
    Search(Box<search::Args>),
    Tree(tree::Args),
    Chunks(command::chunks::Args),
    Stats(stats::Args),
    Verify(verify::Args),
    Eval(Box<eval::Args>),
    Export(export::Args),
    Serve(serve::Args),
    Mcp(mcp::Args),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            output::error(&message);
            ExitCode::FAILURE
        }
        Err(Failure::Usage(message)) => {
            output::error(&message);
            ExitCode::from(USAGE_EXIT_CODE)
        }
    }
}

fn run() -> Result<(), Failure> {
    let args = env::args_os().collect::<Vec<_>>();
    npm_package::refuse(&args)?;
    let mut builds = Vec::new();
    for line in configuration::expanded(args, Cli::command())? {
        match parsed(line)?.command {
            Command::Build(args) => builds.push(*args),
            other => run_command(other)?,
        }
    }
    build::run_all(&builds)
}

/// The command of a line. Ends the program where that asks for help or cannot be used.
fn parsed(line: Vec<OsString>) -> Result<Cli, Failure> {
    Cli::try_parse_from(line).or_else(|error| {
        if let Some(fault) = fault::of_value(&error) {
            return Err(Failure::usage(fault));
        }
        if error.use_stderr() {
            error.exit();
        }
        error.print().map_err(|error| Failure::output(&error))?;
        process::exit(0)
    })
}

fn run_command(command: Command) -> Result<(), Failure> {
    match command {
        Command::Build(args) => build::run_all(&[*args]),
        Command::Merge(args) => merge::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Chunks(args) => command::chunks::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Mcp(args) => mcp::run(&args),
    }
}
