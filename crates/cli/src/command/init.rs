//! `kindex init`: looks at a folder, and says how search comes into its site.

mod generators;

use crate::failure::Failure;
use crate::flags::configuration::FILE;
use crate::terminal::output::{self, plain};
use crate::whole;
use crate::write::atomic_file;
use generators::{FINISHED, GENERATORS, Generator, Known, OTHER_SEARCHES, Way};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the documents are read.
const DOCS: &str = "https://github.com/kindex/kindex/blob/main/docs/";

/// Where a configuration may lie.
const FOLDERS: [&str; 5] = ["", "docs/", "doc/", "source/", "docs/source/"];

/// How the name of a configuration may end.
const ENDINGS: [&str; 5] = [".mjs", ".mts", ".js", ".ts", ".cjs"];

/// Look at the folder of a site, and say how search comes into it.
///
/// Where there is a plugin for the generator of the site, it prints the lines to add to the site's
/// configuration. Otherwise it writes kindex.toml, and prints the command to run after each build
/// of the site. It changes no other file.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of a site [default: this folder]
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Replace a kindex.toml that is there already
    #[arg(long)]
    force: bool,
}

/// Runs the command.
///
/// # Errors
/// Where there is no such folder, nothing in it is known, or the file is there or cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let folder = match &args.folders[..] {
        [] => Path::new("."),
        [folder] => folder,
        _ => {
            return Err(Failure::usage(
                "kindex init takes one DIR, the folder of a site; see kindex init --help",
            ));
        }
    };
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(Failure::new(format!("cannot read {folder}: there is no such folder")));
    }
    let packages = packages_of(folder)?;
    let generator = GENERATORS.iter().find(|generator| generator.is_of(folder, &packages));
    let mut lines = match generator {
        Some(generator) => generator.lines(folder, args.force)?,
        None => {
            let output = finished_in(folder)?;
            let place = if output == "." { "this folder" } else { output };
            let what = format!("There are finished pages in {place}.");
            with_file(folder, output, args.force, &what, &[])?
        }
    };
    lines.extend(moving(&packages));
    output::print(&(lines.join("\n") + "\n"))
}

/// The names of the npm packages that a folder asks for.
fn packages_of(folder: &Path) -> Result<Vec<String>, Failure> {
    let file = folder.join("package.json");
    let Ok(text) = whole::bytes(&file) else { return Ok(Vec::new()) };
    // Editors may begin it so.
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let manifest: Value = serde_json::from_slice(text)
        .map_err(|_| Failure::new(format!("cannot use {}: it is no JSON", file.display())))?;
    let lists = ["dependencies", "devDependencies"].into_iter();
    let lists = lists.filter_map(|list| manifest.get(list)?.as_object());
    Ok(lists.flat_map(|list| list.keys().cloned()).collect())
}

impl Generator {
    fn is_of(&self, folder: &Path, packages: &[String]) -> bool {
        match self.known {
            Known::Package(package) => packages.iter().any(|one| one == package),
            Known::Files(files) => files.iter().any(|file| folder.join(file).is_file()),
        }
    }

    /// What is said of a site of it. Writes the file where there is no plugin.
    fn lines(&self, folder: &Path, force: bool) -> Result<Vec<String>, Failure> {
        let (output, build, additions, guide) = match self.way {
            Way::Plugin { file, .. } => return Ok(self.with_plugin(&self.place_of(folder, file))),
            Way::Inject { output, build, additions, guide } => (output, build, additions, guide),
        };
        let name = self.name;
        let what = format!("This is a site of {name}, which puts its pages into {output}.");
        let mut lines = with_file(folder, output, force, &what, &[build])?;
        let last = lines.pop();
        for addition in additions {
            lines.extend([addition.why.to_owned(), String::new()]);
            lines.extend(addition.lines.iter().map(|line| indented(line)));
            lines.push(String::new());
        }
        lines.extend(guide.map(|guide| format!("{DOCS}{guide} has a recipe for {name}.")));
        lines.extend(last);
        Ok(lines)
    }

    /// The path of a configuration by its usual one.
    fn place_of(&self, folder: &Path, file: &str) -> String {
        let begin = ENDINGS.iter().find_map(|ending| file.strip_suffix(ending));
        let mut names = vec![file.to_owned()];
        match (begin, &self.known) {
            (Some(begin), _) => {
                names.extend(ENDINGS.iter().map(|ending| format!("{begin}{ending}")))
            }
            (None, Known::Files(files)) => names.extend(files.iter().map(|&file| file.to_owned())),
            (None, Known::Package(_)) => {}
        }
        let places =
            FOLDERS.iter().flat_map(|above| names.iter().map(move |name| format!("{above}{name}")));
        places.into_iter().find(|path| folder.join(path).is_file()).unwrap_or(file.to_owned())
    }

    fn with_plugin(&self, place: &str) -> Vec<String> {
        let Way::Plugin { install, lines, guide, .. } = self.way else { return Vec::new() };
        let mut said = vec![
            format!(
                "This is a site of {}. Its plugin makes the index and shows the search field:",
                self.name
            ),
            String::new(),
            indented(install),
            String::new(),
            format!("Add to {place}:"),
            String::new(),
        ];
        said.extend(lines.iter().map(|line| indented(line)));
        said.extend([
            String::new(),
            format!("{DOCS}{guide} has all options, and says how to install from a clone what is not published yet."),
            format!("No {FILE} is needed."),
        ]);
        said
    }
}

fn indented(line: &str) -> String {
    format!("  {line}")
}

/// Writes the file, and says what to do with it.
fn with_file(
    folder: &Path,
    output: &str,
    force: bool,
    what: &str,
    before: &[&str],
) -> Result<Vec<String>, Failure> {
    let file = if folder == Path::new(".") { PathBuf::from(FILE) } else { folder.join(FILE) };
    if !force && fs::symlink_metadata(&file).is_ok() {
        let message = format!("{} is there already; --force replaces it", file.display());
        return Err(Failure::new(message));
    }
    // A link is replaced: what it leads to may be of another site.
    let written = atomic_file::replace(folder, &file, configuration(output).as_bytes())
        .and_then(|()| atomic_file::sync_folder(folder));
    written.map_err(|error| Failure::file("write", &file, &error))?;
    let mut said = vec![
        what.to_owned(),
        format!(
            "{} is written. Put search into the pages after each build:",
            plain(&file.display().to_string())
        ),
        String::new(),
    ];
    if !is_here(folder) {
        said.push(indented(&format!("cd {}", plain(&folder.display().to_string()))));
    }
    said.extend(before.iter().chain(&["npx kindex inject"]).map(|line| indented(line)));
    said.push(String::new());
    said.push(format!("{DOCS}inject.md has all options, and a step for GitHub Actions."));
    Ok(said)
}

fn is_here(folder: &Path) -> bool {
    fs::canonicalize(folder).ok() == fs::canonicalize(".").ok()
}

fn finished_in(folder: &Path) -> Result<&'static str, Failure> {
    let has_pages = |name: &&&str| folder.join(name).join("index.html").is_file();
    match FINISHED.iter().chain(&["."]).find(has_pages) {
        Some(name) => Ok(name),
        None => Err(Failure::new(format!(
            "{}: no generator is known by its files, and there is no index.html in {}; build the site first, or run kindex inject with the folder of its pages",
            folder.display(),
            FINISHED.join(", ")
        ))),
    }
}

fn configuration(output: &str) -> String {
    let index = if output == "." { String::new() } else { format!("{output}/") };
    format!(
        r#"# The index of this site: the flags of `kindex build` and `kindex inject`, by their names.
paths = ["{output}"]
# Where `kindex build` writes it; `kindex inject` has a folder of its own.
output = "{index}search-index/"
# What is left out, as in .gitignore:
exclude = ["node_modules/"]
# Half of an index in several files are pairs of words. Without them the folder is half as large, and a
# "quoted phrase" loads four times as much:
# no-pairs = true
# The language of pages that name none:
# language = "en"
"#
    )
}

fn moving(packages: &[String]) -> Vec<String> {
    let mut found: Vec<&str> = Vec::new();
    for package in packages {
        let other = OTHER_SEARCHES.iter().find(|(name, _)| name == package);
        found.extend(other.map(|(_, search)| *search).filter(|search| !found.contains(search)));
    }
    let said = found.iter().map(|name| {
        format!("The site has {name}: {DOCS}moving.md says what takes the place of its settings.")
    });
    said.collect()
}
