//! Runs the command under strace.

use super::super::{Files, Ran, without_colours};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::process::Command;
use std::sync::OnceLock;

/// The calls by which files change.
const CALLS: &str =
    "rename,renameat,renameat2,fsync,fdatasync,unlink,unlinkat,rmdir,mkdir,mkdirat,write,ftruncate";

/// Whether programs can be traced here. It says aloud where they
/// cannot, also where the test passes.
pub fn is_possible() -> bool {
    static POSSIBLE: OnceLock<bool> = OnceLock::new();
    *POSSIBLE.get_or_init(|| {
        let succeeds = |inject: &[&str]| {
            let quiet = ["-f", "-qqq", "-o", "/dev/null"];
            let ran = Command::new("strace").args(quiet).args(inject).args(["echo", "x"]).output();
            ran.is_ok_and(|ran| ran.status.success())
        };
        let works = succeeds(&[]) && !succeeds(&["-e", "inject=write:error=EIO"]);
        assert!(
            works || env::var_os("CI").is_none(),
            "strace does not work here: scripts/setup.sh strace"
        );
        if !works {
            // Not eprintln, which is shown only where a test fails.
            let _ = writeln!(
                std::io::stderr(),
                "\nSKIPPED: crash tests, as strace does not work here: scripts/setup.sh strace\n"
            );
        }
        works
    })
}

/// Runs it with expressions for strace; `of` restricts these to calls with one path.
pub fn traced(files: &Files, inject: &str, of: Option<&str>, args: &[&str]) -> Ran {
    let calls = inject.split(':').next().unwrap();
    let mut command = strace(files);
    command.args(["-o", "/dev/null", "-e", &format!("trace={calls}")]);
    command.args(["-e", &format!("inject={inject}")]);
    if let Some(path) = of {
        // The command may name a file by either.
        command.args(["-P", path, "-P"]).arg(files.path(path));
    }
    let mut ran = run(command, args);
    // It says to which file a path leads, and cannot be asked not to.
    let said = String::from_utf8_lossy(&ran.0.stderr).into_owned();
    let of_kindex = said.lines().filter(|line| !line.starts_with("strace: Requested path"));
    ran.0.stderr = of_kindex.map(|line| format!("{line}\n")).collect::<String>().into_bytes();
    ran
}

/// The calls of each thread, as strace writes them.
pub fn calls(files: &Files, args: &[&str]) -> Vec<Vec<String>> {
    let logs = tempfile::tempdir().unwrap();
    let mut command = strace(files);
    command.arg("-o").arg(logs.path().join("log")).args(["-ff", "-y", "-e"]);
    command.arg(format!("trace={CALLS}"));
    run(command, args).ok();
    let logs = fs::read_dir(logs.path()).unwrap().map(|log| log.unwrap().path());
    logs.map(|log| lines(&fs::read(log).unwrap())).collect()
}

fn strace(files: &Files) -> Command {
    let mut command = without_colours("strace");
    command.current_dir(files.path("")).args(["-f", "-qqq", "-s", "200"]);
    command
}

fn run(mut command: Command, args: &[impl AsRef<OsStr>]) -> Ran {
    Ran(command.arg(env!("CARGO_BIN_EXE_kindex")).args(args).output().unwrap())
}

fn lines(log: &[u8]) -> Vec<String> {
    let log = String::from_utf8_lossy(log);
    log.lines().filter(|line| line.contains('(')).map(str::to_owned).collect()
}
