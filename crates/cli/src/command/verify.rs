//! `kindex verify`: whether every byte of an index is as it should be.

use crate::failure::Failure;
use crate::{index_file, output};
use serde_json::json;
use std::path::PathBuf;

/// Check every byte of an index, with those of all its tenants.
///
/// Prints OK, or fails and says what is wrong.
#[derive(clap::Args)]
pub struct Args {
    /// The index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Print JSON: {"ok":true}, or {"ok":false,"code","message"} with exit code 1
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where the file cannot be read, is no index or a damaged one.
pub fn run(args: &Args) -> Result<(), Failure> {
    let bytes = index_file::read(&args.index)?;
    let verified = kindex::verify(&bytes);
    if args.json {
        output::print_json(&match &verified {
            Ok(()) => json!({ "ok": true }),
            Err(error) => {
                json!({ "ok": false, "code": error.code(), "message": error.to_string() })
            }
        })?;
    }
    verified.map_err(|error| index_file::fault(&args.index, &error))?;
    if args.json {
        return Ok(());
    }
    let name = output::plain(&args.index.display().to_string());
    output::print(&format!("{name}: OK\n"))
}
