//! `.gitignore` files leave out what they leave out for git.

use super::{Files, Ran};
use std::collections::BTreeSet;
use std::process::Command;

/// Each stands in a folder of its own. Git and the library that the command uses read `[ab` and `a[/]b`, which are
/// no sound patterns, in different ways.
const PATTERNS: [&str; 68] = [
    "a",
    "a.md",
    "/a",
    "a/",
    "*",
    "*.md",
    "a*",
    "*a",
    "?",
    "??",
    "a?c",
    "**",
    "**/a",
    "a/**",
    "a/**/b",
    "/**/b",
    "**/b/**",
    "a/*",
    "a/*/c",
    "/*/b",
    "[ab]",
    "[!ab]",
    "[^ab]",
    "[a-c].md",
    "[!a-c].md",
    "[]a]",
    "[z-a]",
    "[a-]",
    "[-a]",
    "[*]",
    "\\a",
    "\\*",
    "\\!a",
    "\\#a",
    "#a",
    "!a",
    "a\\ ",
    "a ",
    "?.md",
    "a/b",
    "/a/b",
    "b/c",
    "./a",
    "a//b",
    "a**b",
    "a***",
    "**a",
    "a/b/",
    "/",
    "//",
    "\\",
    "a.*.md",
    "*.*",
    "(a)",
    "a+",
    "^a",
    "a$",
    "a|b",
    "é",
    "*é",
    "x",
    "x/",
    "x/y",
    "*/x",
    "c.md",
    "b/*.md",
    "*\n!a.md",
    "a\n!a/b",
];

const PATHS: [&str; 33] = [
    "a/c.md",
    "a/b/c.md",
    "a/b.md",
    "a/x/b/c.md",
    "a/x/c.md",
    "a/x/y/b.md",
    "b/a.md",
    "b/c/a.md",
    "c/a.md",
    "ab/a.md",
    "abc/a.md",
    "axc/a.md",
    "aa/bb/cc.md",
    "x/a.md",
    "x/a/b.md",
    "x/b/c.md",
    "x/y/a.md",
    "x/y/a/b.md",
    "a.md",
    "b.md",
    "c.md",
    "d.md",
    "a.x.md",
    "a+/a.md",
    "a$/a.md",
    "^a/a.md",
    "(a)/a.md",
    "#a/a.md",
    "!a/a.md",
    "[/a.md",
    "]/a.md",
    "-/a.md",
    "ü/é.md",
];

#[test]
fn what_git_ignores_is_left_out() {
    let files = Files::new(&[]);
    for (number, pattern) in PATTERNS.iter().enumerate() {
        files.write(&format!("site/p{number}/.gitignore"), format!("{pattern}\n"));
        files.write(&format!("site/n{number}/.gitignore"), format!("*\n!*/\n!{pattern}\n"));
        for path in PATHS {
            files.write(&format!("site/p{number}/{path}"), "# A needle\n");
            files.write(&format!("site/n{number}/{path}"), "# A needle\n");
        }
    }
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(files.path("site")).args(args);
        Ran(command.output().expect("git is there")).ok().stdout()
    };
    git(&["init", "-q"]);
    let others = git(&["ls-files", "-o", "-z", "--exclude-per-directory=.gitignore"]);
    let wanted: BTreeSet<String> =
        others.split('\0').filter(|it| it.ends_with(".md")).map(Into::into).collect();
    let explained = files.run(["build", "site", "-o", "site.kdx", "--explain-files"]).ok().stdout();
    let indexed = explained
        .lines()
        .filter_map(|line| line.strip_suffix(": indexed: A needle (1 heading, en)"));
    let found: BTreeSet<String> =
        indexed.filter_map(|it| it.strip_prefix("site/")).map(Into::into).collect();
    assert!(wanted.len() > 1000 && wanted.len() < 2 * PATTERNS.len() * PATHS.len() - 1000);
    let of = |path: &str| {
        let (folder, rest) = path.split_once('/').unwrap();
        format!("{:?} ({folder}): {rest}", PATTERNS[folder[1..].parse::<usize>().unwrap()])
    };
    let differing: Vec<String> = wanted.symmetric_difference(&found).map(|path| of(path)).collect();
    assert_eq!(differing, Vec::<String>::new());
}
