//! `kindex inject`: search for finished pages of HTML, whichever program made them.

use crate::command::agents::{self, Task};
use crate::command::build;
use crate::command::build::destination::{Output, Shape};
use crate::failure::Failure;
use crate::field::files::{self, Entry};
use crate::field::folder::{self, OwnFolder};
use crate::field::markup;
use crate::field::pages::{self, Count, Pages, address, synced};
use crate::field::policy::Policies;
use crate::field::script::{self, How, INDEX, SCRIPT, Settings, Spot};
use crate::flags::agents::FileFlags;
use crate::flags::reading::Reading;
use crate::index_file::sharded::is_file_name;
use crate::read::size::MostMegabytes;
use crate::read::walk::{self, SiteFiles, Skipped};
use crate::terminal::output::{self, counted};
use crate::write::lock::FolderLock;
use indicatif::HumanCount;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The beginning of addresses of pages: their canonical links would lead out of a preview, or into
/// another version.
const HERE: &str = "./";

/// Put search into finished pages of HTML, whichever program made them.
///
/// Builds an index of the pages in DIR, puts it with engine and search field into DIR/kindex, and a
/// line with a script into the head of each page. Run it again after each build of the pages: a
/// page that has the line already keeps one. Addresses are relative, so the site may move. With
/// --remove the pages are as before, byte for byte, and the folder is gone.
///
/// The field takes the place of the search box of mdBook, MkDocs, Sphinx, TypeDoc, Javadoc and
/// Doxygen. It stands in the sidebar of rustdoc, and on other pages in the upper corner.
///
/// Hidden files are left alone, and so is what a .gitignore in DIR or below it names, what lies in
/// node_modules, and what links lead to.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the finished pages [default: that of kindex.toml in this folder]
    #[arg(value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// A file that says what flags say, by their names, and as paths the DIR; flags win. Without it
    /// and without DIR it is kindex.toml in this folder
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Take it all out again
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    pub site: SiteFlags,
}

/// The flags for search in finished pages.
#[derive(clap::Args)]
pub struct SiteFlags {
    /// Put the field into the first element that matches, at its beginning
    #[arg(long, value_name = "SELECTOR", value_parser = some_selector)]
    into: Option<String>,
    /// Put it in the place of that element
    #[arg(long, value_name = "SELECTOR", value_parser = some_selector)]
    replace: Option<String>,
    /// Give the field an attribute, such as placeholder="Search"; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    attribute: Vec<String>,
    /// The folder in DIR
    #[arg(long, value_name = "NAME", default_value = "kindex")]
    folder: String,
    /// Also give the pages to programs that read documentation, as kindex agents does; with
    /// --remove take that out, too
    #[arg(long)]
    agents: bool,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    files: FileFlags,
}

/// Runs the command.
///
/// # Errors
/// Where the folder cannot be read or used, there is no page for search, or something cannot be
/// written.
pub fn run(args: Args) -> Result<(), Failure> {
    let [folder] = &args.paths[..] else {
        return Err(Failure::usage(
            "kindex inject takes one DIR, the folder of the finished pages; see kindex inject --help",
        ));
    };
    let is_quiet = args.site.reading.quiet;
    let said = if args.remove { remove(folder, &args.site)? } else { add(folder, args.site)? };
    if is_quiet {
        return Ok(());
    }
    let index = said.index.map(|line| line + "\n").unwrap_or_default();
    let agents = said.agents.map(|line| line + "\n").unwrap_or_default();
    output::print(&format!("{index}{}\n{agents}", said.pages))
}

/// The lines about what was done.
pub struct Said {
    /// About the index, where one was made.
    pub index: Option<String>,
    pub pages: String,
    /// About the files for programs, where these are asked for.
    pub agents: Option<String>,
}

/// A site that nobody else changes meanwhile.
struct Site<'s> {
    path: &'s Path,
    own: OwnFolder,
    /// The names of other folders that this command made before.
    others: Vec<String>,
    pages: Pages<'s>,
    /// What could not be looked at.
    skipped: Vec<Skipped>,
    _lock: FolderLock,
}

impl<'s> Site<'s> {
    /// Waits while another process writes to it.
    fn of(path: &'s Path, flags: &SiteFlags, is_removed: bool) -> Result<Self, Failure> {
        if !path.is_dir() {
            let folder = path.display();
            return Err(Failure::new(format!("cannot read {folder}: there is no such folder")));
        }
        let Some(_lock) = FolderLock::take(path) else {
            let folder = path.display();
            return Err(Failure::new(format!(
                "cannot write {folder}: another folder took its place meanwhile; run this again"
            )));
        };
        let extract = &flags.reading.extract_flags;
        // A page may have got search before a .gitignore named it, or grown since.
        let (gitignore, most) = if is_removed {
            (false, MostMegabytes::ALL)
        } else {
            (!extract.no_gitignore, MostMegabytes(extract.max_file_size))
        };
        let files = walk::of_site(path, gitignore);
        pages::clear_all(path, &files);
        let own = OwnFolder::of(path, &flags.folder)?;
        let others = folder::others(path, &files.files, &own);
        let mut pages = Pages::of(path, &files, most);
        pages.paths.retain(|page| page.to_str().is_none_or(|page| !own.has(page)));
        let SiteFiles { skipped, .. } = files;
        Ok(Site { path, own, others, pages, skipped, _lock })
    }

    /// Removes the folders with other names that this command made before.
    fn remove_others(&self) -> Result<(), Failure> {
        self.others.iter().try_for_each(|name| folder::remove(self.path, name))
    }

    fn said(&self, count: Count, is_removed: bool) -> String {
        let Count { changed, same, .. } = count;
        let site = output::plain(&self.path.display().to_string());
        if is_removed {
            return format!("{site}: search is taken out of {}", counted(changed, "page"));
        }
        let pages = counted(changed + same, "page");
        let before = match same {
            0 => String::new(),
            same => format!(", {} of which had it before", HumanCount(same)),
        };
        format!("{site}: search is in {pages}{before}")
    }
}

/// Puts search into the pages of a folder.
///
/// # Errors
/// As for [`run`].
pub fn add(folder: &Path, flags: SiteFlags) -> Result<Said, Failure> {
    let settings = flags.settings()?;
    let files = files::files(Entry::Injected)?;
    let mut site = Site::of(folder, &flags, false)?;
    let is_quiet = flags.reading.quiet;
    let Reading { exclude, strict, extract_flags, .. } = &flags.reading;
    let (exclude, strict, extract_flags) = (exclude.clone(), *strict, extract_flags.clone());
    let reading = site.admit(flags.reading)?;
    let name = site.own.name.clone();
    let policies = Policies::default();
    let change = |page: &[u8], path: &Path| {
        // A build skips and names what is not Unicode.
        path.to_str()?;
        let injected = markup::injected(page, &markup::line(&address(path, &name)))?;
        policies.see(page, path);
        Some(injected)
    };
    if !site.pages.any(&change) {
        return Err(Failure::new(format!(
            "{}: search is in no page: a page has <html>, <head>, <body> or a doctype, and parts of pages are left alone; give them a layout",
            folder.display()
        )));
    }
    let before = if site.own.is_used { folder::files_of(&site.own.path) } else { Vec::new() };
    site.write_field(&settings, &files)?;
    let index = Output::at(site.own.path.join(INDEX), flags.shape);
    let (line, skipped) = build::of_site(folder, index, reading)?;
    site.sync(&files)?;
    let count = site.pages.change(&change, &skipped)?;
    site.remove_unused(&before, &files)?;
    if count.skipped == 0 {
        site.remove_others()?;
    }
    if let Some(warning) = policies.said(folder).filter(|_| !is_quiet) {
        output::warning(&warning);
    }
    let pages = site.said(count, false);
    // The other command waits until nobody else writes to the folder.
    drop(site);
    let (exclude, extract_flags) = (&exclude, &extract_flags);
    let task = Task { folder, exclude, strict, files: &flags.files, extract_flags };
    let agents = flags.agents.then(|| agents::add(&task)).transpose()?;
    Ok(Said { index: Some(line), pages, agents })
}

/// Takes search out of the pages of a folder.
///
/// # Errors
/// As for [`run`].
fn remove(folder: &Path, flags: &SiteFlags) -> Result<Said, Failure> {
    let site = Site::of(folder, flags, true)?;
    for Skipped { path, reason } in &site.skipped {
        output::warning(&format!("skipped {path}: {reason}"));
    }
    let count = site.pages.change(&|page, _| Some(markup::restored(page)), &[])?;
    if count.skipped > 0 {
        return Err(Failure::new(format!(
            "{}: search may still be in {}, so what these load stays; mend what is said of them, and run this again",
            folder.display(),
            counted(count.skipped, "page")
        )));
    }
    if site.own.is_used {
        folder::remove(folder, &site.own.name)?;
    }
    site.remove_others()?;
    let pages = site.said(count, true);
    drop(site);
    let agents = flags.agents.then(|| agents::remove(folder)).transpose()?;
    Ok(Said { index: None, pages, agents })
}

impl Site<'_> {
    /// Checks what can be known before anything is written. Gives what the index is made by.
    fn admit(&mut self, mut reading: Reading) -> Result<Reading, Failure> {
        let own = &self.own.name;
        if let Some(above) = self.others.iter().find(|name| is_below(own, name)) {
            return Err(Failure::usage(format!(
                "--folder {own}: it lies in {above}, which is of kindex inject; name a folder beside that"
            )));
        }
        let large = self.pages.without_large();
        for Skipped { path, reason } in &large {
            output::warning(&format!("skipped {path}: {reason}"));
        }
        if reading.strict && !large.is_empty() {
            return Err(build::not_strict(large.len()));
        }
        let large =
            large.iter().filter_map(|page| Path::new(&page.path).strip_prefix(self.path).ok());
        let large: Vec<String> = large.map(|path| glob_of(&path.to_string_lossy())).collect();
        let folders = self.others.iter().chain([own]).map(|name| glob_of(name) + "/");
        reading.exclude.extend(folders.chain(large).chain([walk::PACKAGES.to_owned() + "/"]));
        reading.extract_flags.base_url.get_or_insert_with(|| HERE.to_owned());
        Ok(reading)
    }

    /// Writes the script before anything else, so that what is cut short can be removed or done
    /// again.
    fn write_field(&self, settings: &Settings, files: &[(&str, Vec<u8>)]) -> Result<(), Failure> {
        let path = &self.own.path;
        fs::create_dir_all(path).map_err(|error| Failure::file("write", path, &error))?;
        let script = script::script(settings).map_err(|error| Failure::new(error.to_string()))?;
        self.own.write(SCRIPT, script.as_bytes())?;
        files.iter().try_for_each(|(path, bytes)| self.own.write(path, bytes))
    }

    /// Pages must not outlast the files that they load.
    fn sync(&self, files: &[(&str, Vec<u8>)]) -> Result<(), Failure> {
        let own = &self.own.name;
        let paths = files.iter().map(|(path, _)| *path).chain([SCRIPT]);
        let folders: BTreeSet<String> =
            paths.flat_map(|path| folder::folders_above(&format!("{own}/{path}"))).collect();
        synced(self.path)?;
        folders.iter().try_for_each(|folder| synced(&self.path.join(folder)))
    }

    /// Removes what the folder had that is of another version or layout.
    fn remove_unused(&self, before: &[String], files: &[(&str, Vec<u8>)]) -> Result<(), Failure> {
        let is_used = |path: &String| {
            path == SCRIPT
                || path.strip_prefix(INDEX).is_some_and(is_file_name)
                || files.iter().any(|(used, _)| used == path)
        };
        let unused: Vec<String> = before.iter().filter(|path| !is_used(path)).cloned().collect();
        folder::remove_files(self.path, &self.own.name, &unused)
    }
}

impl SiteFlags {
    /// What the script says.
    fn settings(&self) -> Result<Settings, Failure> {
        let spot = match (&self.into, &self.replace) {
            (Some(_), Some(_)) => {
                return Err(Failure::usage("--into and --replace exclude each other"));
            }
            (Some(at), None) => Some(Spot { at: at.clone(), how: How::Into }),
            (None, at) => at.clone().map(|at| Spot { at, how: How::Replace }),
        };
        let attributes = self.attribute.iter().map(|text| attribute(text));
        Ok(Settings {
            src: INDEX,
            root: "../".repeat(self.folder.split('/').count()),
            spot,
            attributes: attributes.collect::<Result<Map<_, _>, _>>()?,
        })
    }
}

fn attribute(text: &str) -> Result<(String, Value), Failure> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if is_name {
        return Ok((name.to_owned(), value.into()));
    }
    Err(Failure::usage(format!(
        "--attribute {text}: accepted are NAME=VALUE and NAME, such as placeholder=Search"
    )))
}

fn some_selector(text: &str) -> Result<String, String> {
    let is_some = !text.trim().is_empty();
    is_some.then(|| text.to_owned()).ok_or_else(|| "accepted are selectors of CSS".to_owned())
}

/// A file or folder by its path, as `--exclude` takes it.
fn glob_of(path: &str) -> String {
    let mut glob = "/".to_owned();
    for char in path.chars() {
        if "*?[]{}\\ ".contains(char) {
            glob.push('\\');
        }
        glob.push(char);
    }
    glob
}

/// Whether a folder lies in another, by their names in a site.
fn is_below(name: &str, above: &str) -> bool {
    name.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
}
