//! The `kindex` command: builds indexes of documents, searches, shows and checks them,
//! and serves a folder for trying a site. [`run`] is all of it; the program and the Python package
//! call it. [`library`] is what else programs take of it.
//!
//! Each folder may use those after it: `command`, with a module for each subcommand, `field`,
//! `read`, `flags`, `index_file`, `fetch`, `write`, `http`, `terminal`. Whatever fails is a
//! [`failure::Failure`].

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
mod fetch;
mod field;
mod flags;
mod http;
mod index_file;
pub mod library;
mod read;
mod stamp;
mod terminal;
mod whole;
mod write;

use clap::{CommandFactory, Parser, Subcommand};
use command::watch::builds;
use command::{
    agents, assets, build, dev, eval, export, init, inject, mcp, mdbook, merge, report, search,
    serve, stats, tree, verify,
};
use failure::Failure;
use flags::{configuration, fault};
use read::cache;
use std::ffi::OsString;
use std::path::PathBuf;
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
    Dev(Box<dev::Args>),
    Stats(stats::Args),
    Verify(verify::Args),
    Eval(Box<eval::Args>),
    Export(export::Args),
    Init(init::Args),
    Inject(Box<inject::Args>),
    Agents(Box<agents::Args>),
    Mdbook(Box<mdbook::Args>),
    Assets(assets::Args),
    Serve(serve::Args),
    Mcp(Box<mcp::Args>),
    Report(report::Args),
}

/// Names the file that has this code, where the program that runs is another one, such as Python:
/// a cache is of the code that wrote it. The first call counts.
pub fn set_code_file(file: PathBuf) {
    cache::set_code_file(file);
}

/// Runs a command line, whose first argument is the name of the program, and gives the exit code.
/// What the command has to say goes to standard output and standard error.
///
/// ```
/// assert_eq!(kindex_cli::run(["kindex", "--version"].map(Into::into).to_vec()), 0);
/// assert_eq!(kindex_cli::run(["kindex", "biuld"].map(Into::into).to_vec()), 2);
/// ```
#[must_use]
pub fn run(args: Vec<OsString>) -> u8 {
    exit_code(run_lines(args).or_else(printed))
}

/// Prints what clap itself says of a command line. Gives the exit code.
fn printed(failure: Failure) -> Result<u8, Failure> {
    let Failure::Line(error) = failure else { return Err(failure) };
    error.print().map_err(|error| Failure::output(&error))?;
    Ok(u8::try_from(error.exit_code()).unwrap_or(USAGE_EXIT_CODE))
}

fn exit_code(ended: Result<u8, Failure>) -> u8 {
    let (message, code) = match ended {
        Ok(code) => return code,
        Err(Failure::Closed | Failure::Line(_)) => return 0,
        Err(Failure::Message(message)) => (message, 1),
        Err(Failure::Usage(message)) => (message, USAGE_EXIT_CODE),
    };
    output::error(&message);
    code
}

/// What clap says of a command line at length, for those who go on all the same.
fn in_a_line(failure: Failure) -> Failure {
    let Failure::Line(error) = failure else { return failure };
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    Failure::usage(first.trim_start_matches("error: ").trim_end_matches(':'))
}

fn run_lines(args: Vec<OsString>) -> Result<u8, Failure> {
    let args = mdbook::expanded(args, &Cli::command())?;
    match lines_of(&args)? {
        Lines::Others(commands) => {
            commands.into_iter().try_for_each(run_command)?;
            Ok(0)
        }
        Lines::Builds(lines) if lines.parsed.iter().any(|args| args.watching.watch) => {
            let again = || match lines_of(&args).map_err(in_a_line)? {
                Lines::Builds(lines) => Ok(lines),
                Lines::Others(_) => Err(Failure::usage("--watch is a flag of kindex build")),
            };
            builds::watch(lines, &again)?;
            Ok(0)
        }
        Lines::Builds(lines) => {
            build::run_all(&lines.parsed)?;
            Ok(0)
        }
    }
}

/// What a command line asks for.
enum Lines {
    /// Builds: several, where the configuration asks for several indexes.
    Builds(builds::Lines),
    Others(Vec<Command>),
}

/// Reads a command line, and its configuration where it has one.
fn lines_of(args: &[OsString]) -> Result<Lines, Failure> {
    let written = configuration::expanded(args.to_vec(), Cli::command())?;
    let (mut builds, mut others) = (Vec::new(), Vec::new());
    for line in &written {
        match parsed(line.clone())?.command {
            Command::Build(args) => builds.push(*args),
            other => others.push(other),
        }
    }
    match others.as_slice() {
        [] => Ok(Lines::Builds(builds::Lines { written, parsed: builds })),
        [Command::Dev(_), _, ..] => {
            Err(Failure::usage("kindex dev takes one DIR, and the configuration has several"))
        }
        _ => Ok(Lines::Others(others)),
    }
}

/// The command of a line.
fn parsed(line: Vec<OsString>) -> Result<Cli, Failure> {
    Cli::try_parse_from(line).map_err(|error| {
        fault::of_value(&error).map_or_else(|| Failure::Line(Box::new(error)), Failure::usage)
    })
}

fn run_command(command: Command) -> Result<(), Failure> {
    match command {
        Command::Build(args) => build::run_all(&[*args]),
        Command::Merge(args) => merge::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Dev(args) => dev::run(*args),
        Command::Chunks(args) => command::chunks::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Inject(args) => inject::run(*args),
        Command::Agents(args) => agents::run(&args),
        Command::Mdbook(args) => mdbook::run(*args),
        Command::Assets(args) => assets::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Report(args) => report::run(&args),
    }
}
