//! `.gitignore` files leave out what they leave out for git.

use super::{Files, Ran};
use std::collections::BTreeSet;
use std::process::Command;

/// Each stands in a folder of its own; a comma parts its lines. Git and the library that the command
/// uses read `[ab` and `a[/]b`, which are no sound patterns, in different ways.
const PATTERNS: &str = concat!(
    r"a;a.md;/a;a/;*;*.md;a*;*a;?;??;a?c;**;**/a;a/**;a/**/b;/**/b;**/b/**;a/*;a/*/c;/*/b;[ab];",
    r"[!ab];[^ab];[a-c].md;[!a-c].md;[]a];[z-a];[a-];[-a];[*];\a;\*;\!a;\#a;#a;!a;a\ ;a ;?.md;a/b;",
    r"/a/b;b/c;./a;a//b;a**b;a***;**a;a/b/;/;//;\;a.*.md;*.*;(a);a+;^a;a$;a|b;é;*é;x;x/;x/y;*/x;",
    r"c.md;b/*.md;*,!a.md;a,!a/b",
);

/// Without their extension.
const PATHS: &str = "a/c a/b/c a/b a/x/b/c a/x/c a/x/y/b b/a b/c/a c/a ab/a abc/a axc/a aa/bb/cc \
    x/a x/a/b x/b/c x/y/a x/y/a/b a b c d a.x a+/a a$/a ^a/a (a)/a #a/a !a/a [/a ]/a -/a ü/é";

#[test]
fn what_git_ignores_is_left_out() {
    let files = Files::new(&[]);
    let patterns: Vec<String> = PATTERNS.split(';').map(|it| it.replace(',', "\n")).collect();
    let paths: Vec<&str> = PATHS.split(' ').collect();
    for (number, pattern) in patterns.iter().enumerate() {
        files.write(&format!("site/p{number}/.gitignore"), format!("{pattern}\n"));
        files.write(&format!("site/n{number}/.gitignore"), format!("*\n!*/\n!{pattern}\n"));
        for path in &paths {
            files.write(&format!("site/p{number}/{path}.md"), "# A needle\n");
            files.write(&format!("site/n{number}/{path}.md"), "# A needle\n");
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
    assert!(wanted.len() > 1000 && wanted.len() < 2 * patterns.len() * paths.len() - 1000);
    let of = |path: &str| {
        let (folder, rest) = path.split_once('/').unwrap();
        format!("{:?} ({folder}): {rest}", patterns[folder[1..].parse::<usize>().unwrap()])
    };
    let differing: Vec<String> = wanted.symmetric_difference(&found).map(|path| of(path)).collect();
    assert_eq!(differing, Vec::<String>::new());
}

/// The pages that are indexed, by their paths in the folder.
fn indexed(files: &Files, args: &[&str]) -> BTreeSet<String> {
    let build = ["build", "site", "-o", "site.kdx", "--explain-files"];
    let explained = files.run(build.iter().chain(args)).ok().stdout();
    let pages = explained.lines().filter_map(|line| line.split_once(": indexed: "));
    pages.filter_map(|(path, _)| path.strip_prefix("site/")).map(Into::into).collect()
}

fn with_pages(paths: &str) -> Files {
    let files = Files::new(&[]);
    for path in paths.split(' ') {
        files.write(&format!("site/{path}.md"), "# A needle\n");
    }
    files
}

#[test]
fn the_nearest_file_counts_and_globs_come_first() {
    let files = with_pages(
        "a out/a b.log c.log part/b.log part/kept.log part/deep/kept.log part/secret part/own own \
         part/deep/own",
    );
    files.write("site/.gitignore", "\u{feff}out/*\r\n# a comment\r\n\r\n{a\r\n*.log.md\r\n");
    files.write("site/part/.gitignore", "!kept.log.md\n!secret.md\n/own.md\n");
    let found = indexed(&files, &["--exclude", "secret.md"]);
    let wanted =
        ["a.md", "own.md", "part/deep/kept.log.md", "part/deep/own.md", "part/kept.log.md"];
    assert_eq!(found, wanted.map(Into::into).into());
}

#[test]
fn one_that_is_no_text_keeps_its_folder_out() {
    let files = with_pages("a part/b");
    files.write("site/part/.gitignore", b"caf\xe9\nb.md\n");
    let build = ["build", "site", "-o", "site.kdx"];
    let said = files.run(build).ok().stderr();
    assert!(said.contains(".gitignore: it cannot be read as text"), "{said}");
    assert_eq!(indexed(&files, &[]), ["a.md"].map(Into::into).into());
    let all = indexed(&files, &["--no-gitignore"]);
    assert_eq!(all, ["a.md", "part/b.md"].map(Into::into).into());
}

#[test]
fn patterns_that_match_in_many_ways_take_no_longer() {
    let long = "a".repeat(200);
    let files = with_pages(&format!("{long} {}c", "a/".repeat(60)));
    let rules = format!("{}b.md\n{}b.md\n", "*a".repeat(60), "**/".repeat(60));
    files.write("site/.gitignore", rules);
    assert_eq!(indexed(&files, &[]).len(), 2);
}
