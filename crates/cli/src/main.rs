//! The program `kindex`.

use std::env;
use std::process::ExitCode;

/// musl's own is slow where there is much to allocate.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(kindex_cli::run(env::args_os().collect()))
}
