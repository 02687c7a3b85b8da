//! `kindex verify`: whether every byte of an index is as it should be.

use crate::failure::Failure;
use crate::flags::source::IndexArg;
use crate::index_file::error::{IndexError, InvalidFile};
use crate::index_file::sharded::Kept;
use crate::index_file::{self, Opened, Source};
use crate::terminal::output;
use serde_json::{Value, json};

/// Check every byte of an index.
///
/// Prints OK, or fails and says what is wrong. Shards that a folder keeps of builds
/// before are checked and counted.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    index: IndexArg,
    /// Print JSON: {"ok":true}, with "keptShards" where there are such, or
    /// {"ok":false,"code","message"} with exit code 1, and "file" where that is one of several
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where the file cannot be read, is no index or a damaged one.
pub fn run(args: &Args) -> Result<(), Failure> {
    let verified = match verified(&args.index.source()?) {
        Ok(kept) => Ok(kept),
        Err(IndexError::Invalid(invalid)) => Err(invalid),
        Err(IndexError::Unread(failure)) => return Err(failure),
    };
    if args.json {
        output::print_json(&args.verdict(verified.as_ref()))?;
    }
    let kept = verified?;
    if args.json {
        return Ok(());
    }
    let name = output::plain(&args.index.name().display().to_string());
    let kept = match kept {
        0 => String::new(),
        kept => format!("; {} kept of builds before", output::counted(kept as u64, "shard")),
    };
    output::print(&format!("{name}: OK{kept}\n"))
}

/// The number of shards that are kept of builds before.
fn verified(source: &Source) -> Result<usize, IndexError> {
    let Source::Path(path) = source else {
        let index = Opened::open(source).and_then(Opened::whole).map_err(IndexError::Unread)?;
        index.verify().map_err(|error| IndexError::refused(source.name(), &error))?;
        return Ok(0);
    };
    let bytes = index_file::read(path)?;
    kindex::verify(&bytes).map_err(|error| IndexError::refused(path, &error))?;
    if !index_file::is_folder(path) {
        return Ok(0);
    }
    let kept = Kept::read(path)?;
    kept.check(path, bytes.len())?;
    Ok(kept.len())
}

impl Args {
    fn verdict(&self, verified: Result<&usize, &InvalidFile>) -> Value {
        let InvalidFile { file, code, message, .. } = match verified {
            Ok(0) => return json!({ "ok": true }),
            Ok(kept) => return json!({ "ok": true, "keptShards": kept }),
            Err(invalid) => invalid,
        };
        if file == self.index.name() {
            return json!({ "ok": false, "code": code, "message": message });
        }
        let file = file.display().to_string();
        json!({ "ok": false, "code": code, "message": message, "file": file })
    }
}
