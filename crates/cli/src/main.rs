//! The `kindex` command: builds indexes of documents, searches, shows and checks them,
//! and serves a folder for trying a site.
//!
//! `command` has a module for each subcommand; the other modules do the work that these share.
//! Whatever reaches a terminal goes through `output`, whatever fails is a [`failure::Failure`].

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

mod chunks;
mod command;
mod enrich;
mod failure;
mod include;
mod index_file;
mod intake;
mod languages;
mod output;
mod pages;
mod progress;
mod ranking;
mod reading;
mod site;
mod walk;
mod weighing;
mod write_aside;

use clap::{Parser, Subcommand};
use command::{build, eval, search, serve, stats, tree, verify};
use failure::Failure;
use std::process::ExitCode;

/// Documentation search in one compact index.
///
/// Exit codes: 0 for success, 1 for a failure, 2 for a command line that cannot be
/// read.
#[derive(Parser)]
#[command(name = "kindex", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    Search(search::Args),
    Tree(tree::Args),
    Stats(stats::Args),
    Verify(verify::Args),
    Eval(Box<eval::Args>),
    Serve(serve::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Build(args) => build::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Serve(args) => serve::run(&args),
    };
    match result {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            output::error(&message);
            ExitCode::FAILURE
        }
    }
}
