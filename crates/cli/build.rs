//! Packs the files of the search field into the program, from the folder `field`, which
//! `scripts/field.mjs` fills from the npm package. Without them the program says what is missing.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=field");
    let folder = Path::new("field");
    let mut files = Vec::new();
    find(folder, folder, &mut files)?;
    files.sort();
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let mut table = String::new();
    for path in &files {
        let bytes = fs::read(folder.join(path))?;
        packed.write_all(&bytes)?;
        table += &format!("    ({path:?}, {}),\n", bytes.len());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("field.z"), packed.finish()?)?;
    let source = format!(
        "/// All bytes of the files, one after the other, compressed.\n\
         static PACKED: &[u8] = include_bytes!(\"field.z\");\n\
         /// Their paths and lengths.\n\
         static FILES: &[(&str, usize)] = &[\n{table}];\n"
    );
    fs::write(out.join("field.rs"), source)
}

/// The paths of files in a folder, with forward slashes. Hidden ones say something to Git.
fn find(root: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let below = path.strip_prefix(root).unwrap_or(&path);
        let below = below.to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            find(root, &path, files)?;
        } else if !below.starts_with('.') {
            files.push(below);
        }
    }
    Ok(())
}
