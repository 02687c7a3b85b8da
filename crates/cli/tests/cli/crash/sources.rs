//! Sources that change while they are read.

use super::super::{Files, Ran};
use super::in_memory;
use super::trace::{is_possible, traced};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

const BUILD: [&str; 4] = ["build", "docs", "-o", "site.kdx"];

/// A page whose every paragraph has one word, so that parts of two are told apart.
fn page(word: &str) -> String {
    format!("# Page\n\n{}", format!("{}\n\n", format!("{word} ").repeat(80)).repeat(60))
}

/// Asserts that each page is of one state. Gives the words that were found.
fn words(files: &Files) -> Vec<&'static str> {
    files.run(["verify", "site.kdx"]).ok();
    let documents = files.run(["chunks", "site.kdx", "--level", "2"]).ok().stdout();
    let found = documents.lines().map(|line| {
        let both = ["alpha", "beta"].map(|word| line.contains(word));
        assert!(both != [true, true], "a page of two states: {line}");
        // A page may be empty for a moment.
        if both[0] { "alpha" } else { "beta" }
    });
    found.collect()
}

#[test]
fn a_file_that_is_rewritten_while_it_is_read_is_read_again() {
    if !is_possible() {
        return;
    }
    let files = in_memory();
    files.write("docs/page.md", page("alpha"));
    files.write("docs/other.md", page("alpha"));
    thread::sleep(Duration::from_millis(50));
    // It is read in several pieces; strace keeps the command waiting before the third.
    let slow = "read:delay_enter=2000000:when=3";
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            // In place, and of the same length.
            let text = page("beta ");
            assert_eq!(text.len(), page("alpha").len());
            let file = fs::File::options().write(true).open(files.path("docs/page.md")).unwrap();
            std::io::Write::write_all(&mut &file, text.as_bytes()).unwrap();
        });
        traced(&files, slow, Some("docs/page.md"), &BUILD).ok();
    });
    let mut found = words(&files);
    found.sort_unstable();
    assert_eq!(found, ["alpha", "beta"]);
}

/// Does with a page whatever may be done with it.
fn disturb(files: &Files, round: usize) {
    let path = files.path(&format!("docs/{}.md", round % 5));
    let word = ["alpha", "beta"][round % 2];
    match round % 7 {
        0 | 1 => fs::write(&path, page(word)).unwrap(),
        2 => drop(fs::remove_file(&path)),
        3 => {
            files.write("aside.md", page(word));
            fs::rename(files.path("aside.md"), &path).unwrap();
        }
        4 => {
            let file = fs::File::options().write(true).open(&path);
            file.map(|file| file.set_len(3000).unwrap()).unwrap_or_default();
        }
        5 => drop(fs::rename(&path, files.path("docs/moved.md"))),
        _ => {
            let _ = fs::remove_file(&path);
            fs::create_dir(&path).unwrap();
            thread::sleep(Duration::from_millis(1));
            fs::remove_dir(&path).unwrap();
        }
    }
}

fn disturb_until(is_over: &AtomicBool, files: &Files) {
    for round in (0..).take_while(|_| !is_over.load(Ordering::Relaxed)) {
        disturb(files, round);
        // A page may be read at the end of a pause, but for a few.
        thread::sleep(Duration::from_millis(round as u64 % 11 * 2));
    }
}

/// Ends another thread, also where this one panics.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// It has an index of something that was there, or says what is wrong.
fn check(ran: &Ran, files: &Files) {
    let said = ran.stderr();
    assert!(!said.contains("panic") && !said.contains("report it"), "{said}");
    for line in said.lines().filter(|line| line.starts_with("kindex: skipped")) {
        assert!(line.starts_with("kindex: skipped docs/"), "{line}");
    }
    if ran.0.status.success() {
        words(files);
    } else {
        let error = ran.failed();
        assert!(error.contains("docs"), "{error}");
    }
}

#[test]
fn a_folder_that_changes_gives_pages_of_one_state() {
    let files = in_memory();
    for page in ["0", "1", "2", "3", "4", "stays"] {
        files.write(&format!("docs/{page}.md"), self::page("alpha"));
    }
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| disturb_until(&is_over, &files));
        let _end = End(&is_over);
        for update in [&[][..], &["--update"]].into_iter().cycle().take(16) {
            check(&files.run(BUILD.iter().chain(update)), &files);
        }
    });
    // The documents that the last builds kept do not outlive the changes.
    for args in [
        &["build", "docs", "-q", "-o", "a.kdx"][..],
        &["build", "docs", "-q", "-o", "site.kdx", "--update"],
    ] {
        files.run(args).ok();
    }
    assert!(files.read("a.kdx") == files.read("site.kdx"));
}
