//! `kindex mdbook`: a backend of mdBook, which puts search into the pages that mdBook's own backend
//! made.

use crate::command::inject::{self, SiteFlags};
use crate::failure::{Failure, reason};
use crate::flags::configuration::Table;
use crate::terminal::output;
use clap::Command;
use clap::error::ErrorKind;
use kindex_extract::Site;
use serde_json::{Map, Value};
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The name of this command.
const NAME: &str = "mdbook";

/// The backend that makes pages.
const HTML: &str = "html";

/// The keys of a backend that are of mdBook itself.
const OF_MDBOOK: [&str; 2] = ["command", "optional"];

/// Put search into a book, as a backend of mdBook.
///
/// mdBook runs it after each build of a book that has this in its book.toml:
///
///   [output.html.search]
///   enable = false
///
///   [output.kindex]
///   command = "npx kindex mdbook"
///
/// mdBook then writes its pages into book/html. There it does what kindex inject does: an index,
/// engine and search field in book/html/kindex, and a line with a script in each page. The field
/// stands in the menu bar. The first two lines switch mdBook's own search off.
///
/// The options of kindex inject stand in [output.kindex], by their names, such as layout =
/// "sharded" and attribute = ["placeholder=Search the book"]. Flags of the command win. Paths begin
/// at the folder of book.toml. What mdBook says comes on standard input.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, mut_arg("explain_files", |arg| arg.hide(true)))]
pub struct Args {
    /// The folder of the pages, which mdBook says.
    #[arg(hide = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    site: SiteFlags,
}

/// Runs the command. What it did is said on standard error, as mdBook does.
///
/// # Errors
/// As for [`inject::add`].
pub fn run(mut args: Args) -> Result<(), Failure> {
    let reading = &mut args.site.reading;
    if reading.explain_files {
        return Err(Failure::usage("--explain-files: give it to kindex inject or kindex build"));
    }
    reading.extract_flags.site.get_or_insert(Site::Mdbook);
    let is_quiet = reading.quiet;
    let Some(pages) = args.paths.first() else { return Err(not_of_mdbook()) };
    let said = inject::add(pages, args.site)?;
    if !is_quiet {
        let index = said.index.map(|line| format!("; {line}")).unwrap_or_default();
        output::warning(&format!("{}{index}", said.pages));
        said.agents.iter().for_each(|line| output::warning(line));
    }
    Ok(())
}

/// Puts what book.toml says before the arguments of this command, and the folder of the pages after
/// them. Those of other commands stay as they are.
///
/// # Errors
/// Where mdBook does not run it, or book.toml is of no use.
pub fn expanded(args: Vec<OsString>, command: &Command) -> Result<Vec<OsString>, Failure> {
    if args.get(1).is_none_or(|name| name != NAME) {
        return Ok(args);
    }
    let matches = command.clone().try_get_matches_from(&args);
    if matches.as_ref().is_err_and(|error| error.kind() == ErrorKind::DisplayHelp) {
        return Ok(args);
    }
    let book = Book::read()?;
    // Faults of the command line are reported when it is parsed for good.
    let Ok(matches) = matches else { return Ok(args) };
    let Some((_, given)) = matches.subcommand() else { return Ok(args) };
    if let Some(folder) = given.get_many::<PathBuf>("paths").and_then(|mut paths| paths.next()) {
        return Err(Failure::usage(format!(
            "kindex mdbook takes no folder, and got {}: mdBook says which; see kindex mdbook --help",
            folder.display()
        )));
    }
    let name = book.backend()?;
    let pages = book.pages(&name)?;
    // mdBook starts a backend in the folder of its output.
    env::set_current_dir(&book.root).map_err(|error| Failure::file("read", &book.root, &error))?;
    let file = format!("book.toml: [output.{name}]");
    let table = Table::of(&file, command, NAME, given);
    let mut line: Vec<OsString> = args.iter().take(2).cloned().collect();
    for (key, value) in book.output.get(&name).and_then(Value::as_object).into_iter().flatten() {
        if !OF_MDBOOK.contains(&key.as_str()) {
            line.extend(table.json_flag(key, value)?);
        }
    }
    line.extend(args.iter().skip(2).cloned());
    let below = pages.strip_prefix(&book.root).map(Path::to_owned).ok();
    let below = below.filter(|below| !below.as_os_str().is_empty());
    line.extend(["--".into(), below.unwrap_or(pages).into_os_string()]);
    Ok(line)
}

/// What mdBook gives, as far as it is of use.
struct Book {
    /// The folder of book.toml.
    root: PathBuf,
    /// The folder of this backend.
    destination: PathBuf,
    /// The tables of all backends in book.toml.
    output: Map<String, Value>,
}

impl Book {
    fn read() -> Result<Self, Failure> {
        if io::stdin().is_terminal() {
            return Err(Failure::usage(
                "kindex mdbook is run by mdBook: see kindex mdbook --help for the lines of book.toml",
            ));
        }
        // To its end, as mdBook warns of a backend that does not read it.
        let mut source = Vec::new();
        io::stdin().read_to_end(&mut source).map_err(|error| {
            Failure::new(format!("cannot read standard input: {}", reason(&error)))
        })?;
        Book::of(&source).ok_or_else(not_of_mdbook)
    }

    fn of(source: &[u8]) -> Option<Self> {
        let given: Value = serde_json::from_slice(source).ok()?;
        let path = |key| given.get(key)?.as_str().map(PathBuf::from);
        let output = given.get("config")?.get("output")?.as_object()?.clone();
        Some(Book { root: path("root")?, destination: path("destination")?, output })
    }

    /// The name of this backend: mdBook does not give it, but calls its folder so where there are
    /// several.
    fn backend(&self) -> Result<String, Failure> {
        let mut names = self.output.keys();
        match (names.next(), names.next()) {
            (Some(only), None) => Ok(only.clone()),
            _ => {
                let name = self.destination.file_name().and_then(|name| name.to_str());
                name.map(str::to_owned).ok_or_else(not_of_mdbook)
            }
        }
    }

    /// The folder with the pages of the book.
    fn pages(&self, name: &str) -> Result<PathBuf, Failure> {
        if !self.output.contains_key(HTML) {
            return Err(Failure::new(
                "book.toml: there is no [output.html], so mdBook makes no pages for search; add a line [output.html]",
            ));
        }
        if name < HTML {
            return Err(Failure::new(format!(
                "book.toml: [output.{name}] runs before the pages are made, as mdBook goes by the names of backends; call it [output.kindex]"
            )));
        }
        let pages = self.destination.parent().unwrap_or(Path::new("")).join(HTML);
        if pages.is_dir() {
            return Ok(pages);
        }
        Err(Failure::new(format!(
            "cannot read {}: there are no pages of mdBook; run mdbook build, which makes them before it runs kindex mdbook",
            pages.display()
        )))
    }
}

fn not_of_mdbook() -> Failure {
    Failure::usage(
        "standard input is not what mdBook gives to a backend: run mdbook build, with the lines of kindex mdbook --help in book.toml",
    )
}
