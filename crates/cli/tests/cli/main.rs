//! The real program over real files.

mod agents;
mod at_address;
mod boost;
mod build;
mod chunks;
mod configuration;
#[cfg(target_os = "linux")]
mod crash;
#[cfg(unix)]
mod dev;
#[cfg(unix)]
mod endless;
mod enrich;
mod eval;
mod export;
mod finished;
mod golden;
#[cfg(unix)]
mod ignored;
mod include;
mod inject;
mod inspect;
mod kept;
mod languages;
mod layout;
mod levels;
mod mcp;
#[cfg(unix)]
mod mcp_http;
mod mcp_several;
mod mcp_several_cases;
mod merge;
mod named_files;
mod options;
mod pins;
mod report;
mod search;
#[cfg(unix)]
mod serve;
mod synonyms;
mod tenants;
mod tree;
mod update;
mod vectors;
mod watch;
mod words;

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output};
#[cfg(unix)]
use std::{
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A folder of files that is gone after the test.
struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Files(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    /// A small site with an index of it.
    fn indexed() -> Self {
        let folder = Files::new(&[
            (
                "docs/install.md",
                "# Install\n\nRun the installer.\n\n## Shells\n\nRestart the shell.\n",
            ),
            (
                "docs/api/open.html",
                "<title>Open</title><main><h1 id=o>Open</h1><p>Opens a shell.</main>",
            ),
        ]);
        folder.run(["build", "docs", "-o", "site.kdx", "--base-url", "https://x.dev/d/"]).ok();
        folder
    }

    /// An index of the corpus that many tests share.
    fn corpus(args: &[&str]) -> Self {
        let folder = Files::new(&[]);
        let corpus = corpus();
        let mut all = vec!["build".as_ref(), corpus.as_os_str(), "-o".as_ref()];
        all.push(OsStr::new("site.kdx"));
        folder.run(all.into_iter().chain(args.iter().map(OsStr::new))).ok();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names in the folder, in order.
    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    fn command(&self) -> Command {
        let mut command = kindex();
        command.current_dir(self.0.path());
        command
    }

    /// Runs it where no file can have more than some units of 512 bytes: what does not fit fails as
    /// on a full disk.
    #[cfg(unix)]
    fn run_limited(&self, units: u64, args: &[&str]) -> Ran {
        let script = format!("trap '' XFSZ; ulimit -f {units}; exec \"$0\" \"$@\"");
        let mut command = without_colours("sh");
        command.current_dir(self.path("")).args(["-c", &script]);
        command.arg(env!("CARGO_BIN_EXE_kindex")).args(args);
        Ran(command.output().unwrap())
    }

    fn run(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ran {
        Ran(self.command().args(args).output().unwrap())
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

/// Whether the command was built with the files of the search field.
fn has_field() -> bool {
    let is_there = Path::new(env!("CARGO_MANIFEST_DIR")).join("field/define.min.js").is_file();
    let is_needed = std::env::var_os("KINDEX_NEEDS_FIELD").is_some();
    assert!(is_there || !is_needed, "crates/cli/field is empty; make command fills it");
    is_there
}

fn kindex() -> Command {
    without_colours(env!("CARGO_BIN_EXE_kindex"))
}

/// A program that does not read from its environment that it is to print colours.
fn without_colours(program: &str) -> Command {
    let mut command = Command::new(program);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// The outcome of a program that was started, which is ended where it goes on for longer.
#[cfg(unix)]
fn ended(mut child: Child, most: Duration, args: &[&str]) -> Ran {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > most {
            child.kill().unwrap();
            panic!("{args:?} goes on");
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ran(child.wait_with_output().unwrap())
}

/// The outcome of a run.
struct Ran(Output);

impl Ran {
    fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    fn stderr(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }

    #[track_caller]
    fn ok(self) -> Self {
        assert!(self.0.status.success(), "{:?}", self.0);
        self
    }

    /// The error where the work could not be done, which is one line.
    #[track_caller]
    fn failed(&self) -> String {
        self.error(1)
    }

    /// The error where a flag cannot be used, though it could be read.
    #[track_caller]
    fn refused(&self) -> String {
        self.error(2)
    }

    #[track_caller]
    fn error(&self, code: i32) -> String {
        assert_eq!(self.0.status.code(), Some(code), "{:?}", self.0);
        let stderr = self.stderr();
        let last = stderr.lines().last().unwrap();
        last.strip_prefix("kindex: error: ").unwrap().to_owned()
    }

    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.0.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
        serde_json::from_slice(&self.0.stdout).unwrap()
    }
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

#[test]
fn arguments_that_cannot_be_used_are_code_2() {
    let cases: [&[&str]; 14] = [
        &[],
        &["build", "x"],
        &["build", "x", "-o", "y", "--site", "wiki"],
        &["build", "x", "-o", "y", "--language", "xx"],
        &["build", "x", "-o", "y", "--levels", "large"],
        &["build", "x", "-o", "y", "--section-depth", "-1"],
        &["build", "x", "-o", "y", "--tenant", ""],
        &["search", "x", "y", "--filter", "z"],
        &["search", "x", "y", "--filter", "z>=", "--json"],
        &["search", "x", "y", "--collapse", "median"],
        &["search", "x", "y", "--no-expand", "--return-level", "1"],
        &["search", "x", "--auto-merge=half", "y"],
        &["tree", "x"],
        &["serve", "x", "--port", "70000"],
    ];
    for args in cases {
        assert_eq!(kindex().args(args).output().unwrap().status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_value_that_is_no_number_is_named_in_one_line() {
    let files = Files::new(&[("docs/a.md", "# A\n")]);
    let search = ["search", "site.kdx", "x"].as_slice();
    let build = ["build", "docs", "-o", "site.kdx"].as_slice();
    let whole = "accepted are whole numbers from 0";
    for (command, flag, value, accepted) in [
        (search, "--limit", "x", whole),
        (search, "--limit", "1.5", whole),
        (search, "--k1", "x", "accepted are numbers"),
        (search, "--auto-merge", "x", "accepted are numbers"),
        (search, "--collapse", "x", "accepted are max, mean"),
        (build, "--levels", "x", whole),
        (build, "--layout", "x", "accepted are auto, single, sharded"),
        (build, "--max-file-size", "0", "accepted are whole numbers from 1"),
        (build, "--recency", "x", "accepted are numbers of days above 0"),
        (&["serve", "docs"], "--port", "70000", "accepted are whole numbers from 0 to 65535"),
        (&["mcp", "site.kdx"], "--max-tokens", "1", "accepted are whole numbers from 300"),
    ] {
        let ran = files.run(command.iter().chain(&[format!("{flag}={value}").as_str()]));
        assert_eq!(ran.refused(), format!("{flag}: {value:?} given; {accepted}"));
        assert_eq!(ran.stderr().lines().count(), 1, "{}", ran.stderr());
    }
    let missing = files.run(search.iter().chain(&["--limit"])).refused();
    assert_eq!(missing, "--limit: its value is missing");
}

#[test]
fn help_names_the_exit_codes() {
    let help = Ran(kindex().arg("--help").output().unwrap()).ok().stdout();
    assert!(help.contains("Exit codes: 0 where all went well"), "{help}");
}

#[test]
fn finding_nothing_is_no_failure() {
    let files = Files::indexed();
    files.run(["search", "site.kdx", "zebra"]).ok();
}

#[test]
fn help_tells_what_offsets_count() {
    let help = Ran(kindex().args(["search", "--help"]).output().unwrap()).ok().stdout();
    assert!(help.contains("UTF-8 bytes"));
}
