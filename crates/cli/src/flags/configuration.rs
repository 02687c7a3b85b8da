//! Puts what `kindex.toml` says before the flags of `kindex build`.

use crate::failure::{Failure, reason};
use clap::{ArgMatches, Command, parser::ValueSource};
use kindex_extract::{Configuration, IndexSettings};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The file that is read where no paths and no other file are given.
pub const FILE: &str = "kindex.toml";

const BUILD: &str = "build";

/// The flags of `kindex inject` and `kindex dev`, which may stand in the same file.
const OF_OTHERS: [&str; 7] =
    ["attribute", "base-path", "folder", "golden", "into", "port", "replace"];

/// The command lines to run in the place of one: several, where the file asks for several indexes.
///
/// # Errors
/// Where the file cannot be read or used.
pub fn expanded(args: Vec<OsString>, command: Command) -> Result<Vec<Vec<OsString>>, Failure> {
    let lenient = command.mut_subcommand(BUILD, |it| it.mut_args(|arg| arg.required(false)));
    // Faults of the command line are reported when it is parsed for good.
    let Ok(matches) = lenient.clone().try_get_matches_from(&args) else { return Ok(vec![args]) };
    let Some((BUILD, given)) = matches.subcommand() else { return Ok(vec![args]) };
    let Some((file, settings)) = settings(given)? else { return Ok(vec![args]) };
    let flags = lenient.find_subcommand(BUILD).map(Flags::of).unwrap_or_default();
    let given = flags.given(given);
    if given.contains("output") && settings.len() > 1 {
        return Err(Failure::usage(format!(
            "--output: {file} asks for {} indexes",
            settings.len()
        )));
    }
    settings.iter().map(|index| line(&args, &file, index, &flags, &given)).collect()
}

/// The name of the file that counts and what it asks for, if one does.
fn settings(given: &ArgMatches) -> Result<Option<(String, Vec<IndexSettings>)>, Failure> {
    let named = given.get_one::<std::path::PathBuf>("config");
    let has_paths = given.get_raw("paths").is_some();
    if named.is_none() && has_paths {
        return Ok(None);
    }
    let path = named.map_or(Path::new(FILE), |path| path.as_path());
    let source = match fs::read_to_string(path) {
        Ok(source) => source,
        Err(error) if named.is_none() && error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(Failure::new(format!(
                "cannot read {}: {}",
                path.display(),
                reason(&error)
            )));
        }
    };
    let folder = path.parent().map(|folder| folder.to_string_lossy()).unwrap_or_default();
    let file = path.display().to_string();
    match Configuration::parse(&source, &folder) {
        Ok(configuration) => Ok(Some((file, configuration.indexes))),
        Err(error) => Err(Failure::usage(format!("{file}: {error}"))),
    }
}

/// The long names of the flags of a command, by their ids.
#[derive(Default)]
struct Flags(Vec<(String, String)>);

impl Flags {
    fn of(command: &Command) -> Self {
        let long = |arg: &clap::Arg| Some((arg.get_id().to_string(), arg.get_long()?.to_owned()));
        Flags(command.get_arguments().filter_map(long).collect())
    }

    /// Those that a command line has, and `paths` where it has any.
    fn given(&self, matches: &ArgMatches) -> BTreeSet<String> {
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let given = self.0.iter().filter(|(id, _)| is_given(id)).map(|(_, long)| long.clone());
        given.chain(is_given("paths").then(|| "paths".to_owned())).collect()
    }

    fn has(&self, name: &str) -> bool {
        name != "config" && self.0.iter().any(|(_, long)| long == name)
    }
}

/// A command line with what the file says, but for what it says itself.
fn line(
    args: &[OsString],
    file: &str,
    index: &IndexSettings,
    flags: &Flags,
    given: &BTreeSet<String>,
) -> Result<Vec<OsString>, Failure> {
    let mut line: Vec<OsString> = args.iter().take(2).cloned().collect();
    for (name, values) in &index.flags {
        if given.contains(name) || OF_OTHERS.contains(&name.as_str()) {
            continue;
        }
        if !flags.has(name) {
            let message = format!("{file}: there is no option {name}; see kindex build --help");
            return Err(Failure::usage(message));
        }
        let with_values = values.iter().map(|value| format!("--{name}={value}").into());
        line.extend(with_values);
        line.extend(values.is_empty().then(|| format!("--{name}").into()));
    }
    line.extend(args.iter().skip(2).cloned());
    if !given.contains("paths") {
        line.push("--".into());
        line.extend(index.paths.iter().map(OsString::from));
    }
    Ok(line)
}
