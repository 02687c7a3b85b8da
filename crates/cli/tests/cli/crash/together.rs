//! Two commands at once that write to one place.

use super::super::Files;
use super::outputs::{State, settled, state};
use super::{copied, in_memory};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

/// A site of which two builds differ in every shard but a few.
fn sources() -> Files {
    let files = in_memory();
    for page in 0..8 {
        for (site, word) in [("red", "crimson"), ("blue", "azure")] {
            let text = format!("# Page {page}\n\n{} {page}\n", format!("{word}{page} ").repeat(60));
            files.write(&format!("{site}/{page}.md"), text);
        }
        files.write(&format!("red/same{page}.md"), format!("# Same {page}\n\nNothing.\n"));
        files.write(&format!("blue/same{page}.md"), format!("# Same {page}\n\nNothing.\n"));
    }
    for site in ["red", "blue"] {
        files.run(["build", site, "-q", "--mergeable", "-o", &format!("{site}.kdx")]).ok();
    }
    files
}

const WAITING: &str = "kindex: waiting for another kindex that writes to ";

fn start(files: &Files, args: &[&str]) -> Child {
    let mut command = files.command();
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Ends both, of which the second began after a while, and gives what they wrote to an output.
fn together(files: &Files, [first, second]: [&[&str]; 2], wait: u64, output: &str) -> State {
    let first = start(files, first);
    thread::sleep(Duration::from_millis(wait));
    let second = start(files, second);
    for child in [first, second] {
        let ran = super::super::Ran(child.wait_with_output().unwrap()).ok();
        let said = ran.stderr();
        // An export looks at the folder at its beginning, too.
        assert!(said.lines().all(|line| line.starts_with(WAITING)), "{said}");
    }
    state(files, output)
}

/// Runs two commands at once, a number of times, and asserts that each
/// time the output is that of one.
fn collide(pair: [&[&str]; 2], output: &str, times: u64) {
    let files = sources();
    let alone = pair.map(|args| {
        let clean = copied(&files);
        clean.run(args).ok();
        settled(state(&clean, output))
    });
    for time in 0..times {
        // Over what the last two left, and over nothing.
        if time % 3 == 0 {
            let path = files.path(output);
            let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        }
        let there = together(&files, pair, time % 5 * 8, output);
        assert!(alone.contains(&there), "{pair:?}, time {time}: {:?}", there.keys());
    }
}

const FOLDERS: [&[&str]; 2] = [
    &["build", "red", "-q", "-o", "search", "--layout", "sharded"],
    &["build", "blue", "-q", "-o", "search", "--layout", "sharded"],
];

#[test]
fn two_builds_of_a_folder_leave_one_index() {
    collide(FOLDERS, "search", 9);
}

#[test]
fn two_builds_of_a_file_leave_one_index() {
    let builds: [&[&str]; 2] =
        [&["build", "red", "-q", "-o", "site.kdx"], &["build", "blue", "-q", "-o", "site.kdx"]];
    collide(builds, "site.kdx", 9);
}

#[test]
fn merges_and_a_build_leave_one_index() {
    let merge = |site| ["merge", site, "-o", "search", "--layout", "sharded"];
    let merges = ["red.kdx", "blue.kdx"].map(merge);
    collide([&merges[0], FOLDERS[1]], "search", 4);
    collide([&merges[0], &merges[1]], "search", 4);
}

#[test]
fn two_exports_leave_one() {
    let exports: [&[&str]; 2] = [
        &["export", "red.kdx", "-q", "--to", "qdrant", "-o", "out"],
        &["export", "blue.kdx", "-q", "--to", "opensearch", "-o", "out"],
    ];
    collide(exports, "out", 9);
}

#[test]
fn two_updates_with_one_cache_leave_one_index() {
    let update = |site| ["build", site, "-q", "-o", "search", "--layout=sharded", "--update"];
    let updates = ["red", "blue"].map(update);
    collide([&updates[0], &updates[1]], "search", 4);
    // Whichever cache is there, the next one is right.
    let files = sources();
    together(&files, [&updates[0], &updates[1]], 0, "search");
    let clean = copied(&files);
    fs::remove_dir_all(clean.path("search")).unwrap();
    clean.run(FOLDERS[0]).ok();
    files.run(updates[0]).ok();
    assert!(state(&files, "search") == state(&clean, "search"));
}

#[test]
#[ignore = "make check CHECK=crash runs it"]
fn many_builds_of_a_folder_leave_one_index() {
    collide(FOLDERS, "search", 300);
}

#[test]
fn a_build_waits_and_says_so() {
    let files = sources();
    files.run(FOLDERS[0]).ok();
    let old = state(&files, "search");
    let lock = fs::File::open(files.path("search")).unwrap();
    lock.lock().unwrap();
    let mut waiting = start(&files, FOLDERS[1]);
    let mut said = BufReader::new(waiting.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert_eq!(line, format!("{WAITING}search\n"));
    thread::sleep(Duration::from_millis(100));
    assert!(waiting.try_wait().unwrap().is_none());
    assert!(state(&files, "search") == old);
    drop(lock);
    assert!(waiting.wait().unwrap().success());
    assert_eq!(said.read_line(&mut line).unwrap(), 0, "{line}");
    assert!(state(&files, "search") != old);
}

#[test]
fn a_build_that_fails_takes_nothing_from_another() {
    let files = sources();
    let clean = copied(&files);
    clean.run(FOLDERS[0]).ok();
    let good = state(&clean, "search");
    for _ in 0..5 {
        fs::remove_dir_all(files.path("search")).ok();
        let works = start(&files, FOLDERS[0]);
        // No shard with more than 512 bytes can be written.
        let failed = files.run_limited(1, FOLDERS[0]);
        super::super::Ran(works.wait_with_output().unwrap()).ok();
        assert!(failed.failed().starts_with("cannot write "), "{:?}", failed.0);
        assert!(state(&files, "search") == good);
    }
}
