//! The program `kindex`.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(kindex_cli::run(env::args_os().collect()))
}
