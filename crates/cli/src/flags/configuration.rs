//! Puts what `kindex.toml` says before the flags of a command.

use crate::failure::{Failure, reason};
use crate::whole;
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use kindex_extract::{Configuration, IndexSettings};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::slice;

/// The file that is read where no paths and no other file are given.
pub const FILE: &str = "kindex.toml";

/// The argument that names the file.
const CONFIG: &str = "config";

/// The argument with files and folders.
const PATHS: &str = "paths";

/// The commands that read it. Their flags have one place in it: what is of use to one of them alone
/// the others pass over.
const READERS: [&str; 4] = ["agents", "build", "dev", "inject"];

/// The command that has a table of its own in it, and its argument with indexes.
const MCP: (&str, &str) = ("mcp", "indexes");

/// The command lines to run in the place of one: several, where the file asks for several indexes.
///
/// # Errors
/// Where the file cannot be read or used.
pub fn expanded(args: Vec<OsString>, command: Command) -> Result<Vec<Vec<OsString>>, Failure> {
    let lenient = READERS.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |it| it.mut_args(|arg| arg.required(false)))
    });
    // Faults of the command line are reported when it is parsed for good.
    let Ok(matches) = lenient.clone().try_get_matches_from(&args) else { return Ok(vec![args]) };
    let reads = |name: &str| READERS.contains(&name) || name == MCP.0;
    let found = matches.subcommand().filter(|(name, _)| reads(name));
    let Some((name, given)) = found else { return Ok(vec![args]) };
    let Some((file, settings)) = settings(name, given)? else { return Ok(vec![args]) };
    let table = Table::of(&file, &lenient, name, given);
    if table.given.contains("output") && settings.len() > 1 {
        return Err(Failure::usage(format!(
            "--output: {file} asks for {} indexes",
            settings.len()
        )));
    }
    settings.iter().map(|index| table.line(&args, index)).collect()
}

/// The name of the file that counts and what it asks for, if one does.
fn settings(
    command: &str,
    given: &ArgMatches,
) -> Result<Option<(String, Vec<IndexSettings>)>, Failure> {
    let named = given.get_one::<std::path::PathBuf>(CONFIG);
    let has_paths = given.get_raw(if command == MCP.0 { MCP.1 } else { PATHS }).is_some();
    if named.is_none() && has_paths {
        return Ok(None);
    }
    let path = named.map_or(Path::new(FILE), |path| path.as_path());
    let source = match whole::text(path) {
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
        Ok(configuration) if command == MCP.0 => of_mcp(file, configuration.mcp, named.is_some()),
        Ok(configuration) => Ok(Some((file, configuration.indexes))),
        Err(error) => Err(Failure::usage(format!("{file}: {error}"))),
    }
}

/// What the file says for the command with a table of its own.
fn of_mcp(
    file: String,
    mcp: Option<IndexSettings>,
    is_named: bool,
) -> Result<Option<(String, Vec<IndexSettings>)>, Failure> {
    let Some(mcp) = mcp else {
        let message = format!("{file}: there is no [mcp] in it");
        return if is_named { Err(Failure::usage(message)) } else { Ok(None) };
    };
    Ok(Some((file, vec![mcp])))
}

/// The flags of a command, and those of others that read the same file.
struct Flags {
    command: Command,
    others: BTreeSet<String>,
}

impl Flags {
    fn of(command: &Command, name: &str) -> Self {
        let own = command.find_subcommand(name).cloned().unwrap_or_default();
        let readers = READERS.iter().filter(|_| READERS.contains(&name));
        let readers = readers.filter_map(|name| command.find_subcommand(name));
        let others = readers.flat_map(names);
        Flags { others: others.collect(), command: own }
    }

    /// The long names of those that a command line has, and `paths` where it has any.
    fn given(&self, matches: &ArgMatches) -> BTreeSet<String> {
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let arguments = self.command.get_arguments();
        let given = arguments.filter(|arg| is_given(arg.get_id().as_str()));
        given.map(|arg| arg.get_long().unwrap_or(PATHS).to_owned()).collect()
    }

    fn has(&self, name: &str) -> bool {
        name != CONFIG && names(&self.command).any(|long| long == name)
    }

    /// What to do about a name that is no flag.
    fn advice(&self, name: &str) -> String {
        let own = self.command.get_name();
        let advice = match self.nearest(name) {
            Some(meant) => format!(", but {meant}"),
            // Whoever writes about the field may forget that its attributes have their own place.
            None if self.has("attribute") => {
                format!("; one of the field is written attribute = [\"{name}=...\"]")
            }
            None => String::new(),
        };
        format!("there is no option {name}{advice}; see kindex {own} --help")
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let line = [self.command.get_name().to_owned(), format!("--{name}")];
        let error = self.command.clone().try_get_matches_from(line).err()?;
        match error.get(ContextKind::SuggestedArg)? {
            ContextValue::String(flag) => Some(flag.trim_start_matches('-').to_owned()),
            _ => None,
        }
    }
}

/// The values of a flag, none of one without; nothing for what is of no use.
fn values(value: &Value) -> Option<Vec<String>> {
    let list = match value {
        Value::Bool(_) => return Some(Vec::new()),
        Value::Array(list) => list.as_slice(),
        one => slice::from_ref(one),
    };
    let texts = list.iter().map(|one| match one {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    let texts = texts.collect::<Option<Vec<_>>>()?;
    let are_numbers = !list.is_empty() && list.iter().all(Value::is_number);
    Some(if are_numbers { vec![texts.join(",")] } else { texts })
}

/// The long names of the flags of a command.
fn names(command: &Command) -> impl Iterator<Item = String> {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    shown.filter_map(|arg| arg.get_long()).map(str::to_owned)
}

/// What a file says, on its way to a command line.
pub struct Table<'f> {
    file: &'f str,
    flags: Flags,
    /// The names of flags that win.
    given: BTreeSet<String>,
}

impl<'f> Table<'f> {
    /// That of a file or a part of it, for a subcommand with the flags that a line of it has, which
    /// win.
    pub fn of(file: &'f str, command: &Command, name: &str, given: &ArgMatches) -> Self {
        let flags = Flags::of(command, name);
        let given = flags.given(given);
        Table { file, flags, given }
    }

    /// The words that a key of another program's file stands for, as those of `kindex.toml` do.
    ///
    /// # Errors
    /// Where there is no such flag, or the value is of no use.
    pub fn json_flag(&self, name: &str, value: &Value) -> Result<Vec<OsString>, Failure> {
        let Some(values) = values(value) else {
            return Err(Failure::usage(format!(
                "{}: {name}: accepted are text, numbers, true, false and lists of these",
                self.file
            )));
        };
        // The name of what is off is looked at, too.
        let flag = self.flag(name, &values)?;
        let is_off = value == &Value::Bool(false) || value.as_array().is_some_and(Vec::is_empty);
        Ok(if is_off { Vec::new() } else { flag })
    }

    /// A command line with what the file says, but for what it says itself.
    fn line(&self, args: &[OsString], index: &IndexSettings) -> Result<Vec<OsString>, Failure> {
        let mut line: Vec<OsString> = args.iter().take(2).cloned().collect();
        for (name, values) in &index.flags {
            line.extend(self.flag(name, values)?);
        }
        line.extend(args.iter().skip(2).cloned());
        if !self.given.contains(PATHS) {
            line.push("--".into());
            line.extend(index.paths.iter().map(OsString::from));
        }
        Ok(line)
    }

    /// The words that a key stands for, each with a value. None for a flag that wins or is of
    /// another command.
    fn flag(&self, name: &str, values: &[String]) -> Result<Vec<OsString>, Failure> {
        if !self.flags.has(name) {
            if name != CONFIG && self.flags.others.contains(name) {
                return Ok(Vec::new());
            }
            return Err(Failure::usage(format!("{}: {}", self.file, self.flags.advice(name))));
        }
        if self.given.contains(name) {
            return Ok(Vec::new());
        }
        if values.is_empty() {
            return Ok(vec![format!("--{name}").into()]);
        }
        Ok(values.iter().map(|value| format!("--{name}={value}").into()).collect())
    }
}
