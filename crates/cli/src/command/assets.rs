//! `kindex assets`: the files of the search field, for pages that have it themselves.

use crate::failure::Failure;
use crate::field::files::{self, Entry};
use crate::terminal::output::{self, counted, plain};
use crate::write::atomic_dir::{ASSETS, AtomicDir, StagedFile};
use indicatif::DecimalBytes;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

/// Write the files of the search field into a folder of a site.
///
/// Pages load define.min.js in that folder and have a <kindex-search>, whose src is the index. The
/// files are those that such pages may load, and no others. The folder is replaced as a whole, and
/// only where it is one that this command wrote. kindex inject needs no assets.
#[derive(clap::Args)]
pub struct Args {
    /// The folder, such as public/kindex
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the command.
///
/// # Errors
/// It fails where the program has no such files, or the folder is of somebody else or cannot be
/// written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let files = files::files(Entry::Define)?;
    let target = AtomicDir::new(&args.folder, ASSETS)?;
    let folder = target.stage()?;
    for (path, bytes) in &files {
        let file = folder.file(path);
        write(&file, bytes).map_err(|error| Failure::file("write", &file.name, &error))?;
    }
    target.put(folder, "pages")?;
    if args.quiet {
        return Ok(());
    }
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    output::print(&format!(
        "{}: the search field in {}, {}; pages load {} and what they need\n",
        plain(&args.folder.display().to_string()),
        counted(files.len() as u64, "file"),
        DecimalBytes(bytes as u64),
        Entry::Define.script()
    ))
}

fn write(file: &StagedFile, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(&file.path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
