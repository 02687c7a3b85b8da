//! `kindex verify`: whether every byte of an index is as it should be.

use crate::failure::Failure;
use crate::index_error::{IndexError, InvalidFile};
use crate::index_file;
use crate::output;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Check every byte of an index, with those of all its tenants.
///
/// Prints OK, or fails and says what is wrong.
#[derive(clap::Args)]
pub struct Args {
    /// The index: a file or a folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Print JSON: {"ok":true}, or {"ok":false,"code","message"} with exit code 1, and "file" where
    /// that is one of several
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where the file cannot be read, is no index or a damaged one.
pub fn run(args: &Args) -> Result<(), Failure> {
    let verified = match verified(&args.index) {
        Ok(()) => Ok(()),
        Err(IndexError::Invalid(invalid)) => Err(invalid),
        Err(IndexError::Unread(failure)) => return Err(failure),
    };
    if args.json {
        output::print_json(&args.verdict(verified.as_ref().err()))?;
    }
    verified?;
    if args.json {
        return Ok(());
    }
    let name = output::plain(&args.index.display().to_string());
    output::print(&format!("{name}: OK\n"))
}

fn verified(path: &Path) -> Result<(), IndexError> {
    let bytes = index_file::read(path)?;
    kindex::verify(&bytes).map_err(|error| IndexError::refused(path, &error))
}

impl Args {
    fn verdict(&self, invalid: Option<&InvalidFile>) -> Value {
        let Some(InvalidFile { file, code, message, .. }) = invalid else {
            return json!({ "ok": true });
        };
        if *file == self.index {
            return json!({ "ok": false, "code": code, "message": message });
        }
        let file = file.display().to_string();
        json!({ "ok": false, "code": code, "message": message, "file": file })
    }
}
