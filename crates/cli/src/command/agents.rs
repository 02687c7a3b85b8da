//! `kindex agents`: what finished pages give to programs that read them.

mod address;
mod headers;
mod links;
mod llms;
mod marks;
mod order;
mod own_marks;
mod page;
mod record;
mod skill;
mod text;

use crate::failure::Failure;
use crate::field::pages::{self, Pages};
use crate::flags::agents::FileFlags;
use crate::flags::extract::ExtractFlags;
use crate::read::size::MostMegabytes;
use crate::read::walk::{self, SiteFiles, Skipped};
use crate::terminal::output::{self, counted};
use crate::write::lock::FolderLock;
use address::SiteAddress;
use llms::Listing;
use marks::Marks;
use page::Reading;
pub use page::Task;
use record::{Files, Own};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Give finished pages of HTML to programs that read documentation, whichever program made them.
///
/// Writes into DIR a file of Markdown beside each page, llms.txt with links to these in the order
/// of the site's navigation, and skill.md with .well-known/agent-skills/index.json. Each page gets
/// a link to its Markdown in its head, and a hidden line that leads to both. Run it again after
/// each build of the pages. A file that the site has itself stays as it is, and is named. With
/// --remove the folder is as before, byte for byte.
///
/// Without --base-url the address of the site is what its pages say in their canonical links.
///
/// Hidden files are left alone, and so is what a .gitignore in DIR or below it names, what lies in
/// node_modules, and what links lead to. Pages for no reader have no Markdown: those that robots
/// are told not to index, redirects, pages of errors, lists of others.
#[derive(clap::Args)]
#[command(
    mut_arg("boost", |arg| arg.hide(true)),
    mut_arg("extra", |arg| arg.hide(true)),
    mut_arg("include", |arg| arg.hide(true)),
    mut_arg("memories", |arg| arg.hide(true)),
    mut_arg("recency", |arg| arg.hide(true)),
    mut_arg("rooms", |arg| arg.hide(true)),
    mut_arg("topics", |arg| arg.hide(true))
)]
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
    /// Leave out pages that match, in the notation of .gitignore: drafts/
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Fail and write nothing if a page must be skipped
    #[arg(long)]
    strict: bool,
    /// Print nothing but errors and what is skipped
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    files: FileFlags,
    #[command(flatten)]
    extract_flags: ExtractFlags,
}

/// Runs the command.
///
/// # Errors
/// Where the folder cannot be read or used, it has no pages, or something cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let [folder] = &args.paths[..] else {
        return Err(Failure::usage(
            "kindex agents takes one DIR, the folder of the finished pages; see kindex agents --help",
        ));
    };
    let Args { exclude, strict, files, extract_flags, .. } = args;
    let task = Task { folder, exclude, strict: *strict, files, extract_flags };
    let said = if args.remove { remove(folder)? } else { add(&task)? };
    if args.quiet { Ok(()) } else { output::print(&format!("{said}\n")) }
}

/// The files of a site that nobody else changes meanwhile.
fn locked(folder: &Path) -> Result<(FolderLock, SiteFiles), Failure> {
    let name = folder.display();
    if !folder.is_dir() {
        return Err(Failure::new(format!("cannot read {name}: there is no such folder")));
    }
    let Some(lock) = FolderLock::take(folder) else {
        return Err(Failure::new(format!(
            "cannot write {name}: another folder took its place meanwhile; run this again"
        )));
    };
    let files = walk::of_site(folder, false);
    pages::clear_all(folder, &files);
    Ok((lock, files))
}

/// Gives the pages of a folder to programs. Says what was done.
///
/// # Errors
/// As for [`run`].
pub fn add(task: &Task<'_>) -> Result<String, Failure> {
    let Task { folder, files: flags, extract_flags, .. } = task;
    let (_lock, found) = locked(folder)?;
    // Pages that are ignored have no marks either, though they may have had them before.
    let site_pages = Pages::of(folder, &found, MostMegabytes(extract_flags.max_file_size));
    let reading = Reading::of(task, &site_pages)?;
    let address = SiteAddress::of(extract_flags, reading.canonicals(), links::are_clean(&reading))?;
    let (pages, skipped) = reading.pages(&address)?;
    if task.strict && !skipped.is_empty() {
        return Err(crate::command::build::not_strict(skipped.len()));
    }
    if pages.is_empty() {
        return Err(Failure::new(format!(
            "{}: there is no page of HTML with text in it for readers",
            folder.display()
        )));
    }
    let listing = Listing::of(flags, &address, order::ordered(pages, &reading, &address));
    let own = Own::read(folder)?;
    let files = own.admit(outputs(flags, &listing, &address));
    own.begin(&files)?;
    files.write(folder)?;
    let marks = Marks::of(&listing, &address, &files);
    site_pages.change(&|page, path| marks.change(page, path), &skipped)?;
    own.finish(&files)?;
    if address.is_unknown() {
        output::warning(&format!(
            "{}: addresses are relative, as no page says where the site is; give --base-url",
            folder.display()
        ));
    }
    Ok(said(folder, &listing, &files))
}

/// All files for programs, by their paths in the site.
fn outputs(
    flags: &FileFlags,
    listing: &Listing,
    address: &SiteAddress,
) -> BTreeMap<String, Vec<u8>> {
    let mut outputs = BTreeMap::new();
    for page in listing.pages() {
        outputs.insert(page.markdown_path.clone(), listing.markdown(page, address).into_bytes());
    }
    let mut others = llms::files(flags, listing, address);
    others.extend(skill::files(listing, address));
    if flags.headers {
        others.push((headers::FILE.to_owned(), headers::text(flags, address)));
    }
    for (path, text) in others {
        // A page may be called so.
        outputs.entry(path).or_insert_with(|| text.into_bytes());
    }
    outputs
}

fn said(folder: &Path, listing: &Listing, files: &Files) -> String {
    let site = output::plain(&folder.display().to_string());
    let pages = counted(listing.pages().count() as u64, "page");
    let llms = files.text(llms::FILE).map(|text| {
        let characters = text.chars().count() as u64;
        format!(", llms.txt has {}", counted(characters, "character"))
    });
    format!("{site}: {pages} in Markdown{}", llms.unwrap_or_default())
}

/// Takes all of it out of a folder. Says what was done.
///
/// # Errors
/// As for [`run`].
pub fn remove(folder: &Path) -> Result<String, Failure> {
    let (_lock, found) = locked(folder)?;
    for Skipped { path, reason } in &found.skipped {
        output::warning(&format!("skipped {path}: {reason}"));
    }
    let own = Own::read(folder)?;
    let site_pages = Pages::of(folder, &found, MostMegabytes::ALL);
    let count = site_pages.change(&|page, _| Some(own_marks::restored(page)), &[])?;
    if count.skipped > 0 {
        return Err(Failure::new(format!(
            "{}: {} may still lead to files for programs, so these stay; mend what is said of them, and run this again",
            folder.display(),
            counted(count.skipped, "page")
        )));
    }
    let removed = own.remove()?;
    let site = output::plain(&folder.display().to_string());
    Ok(format!("{site}: {} for programs taken out", counted(removed, "file")))
}
