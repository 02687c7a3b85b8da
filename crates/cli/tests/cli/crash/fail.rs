//! Calls that fail, as on a full disk, a broken one or one that can only be read.

use super::super::{Files, Ran};
use super::calls::{self, Call};
use super::outputs::{left_behind, state};
use super::scenes::{OTHERS, SOME, Scene, Stage};
use super::trace::{is_possible, traced};

/// The errors that each call may have. `+` has all later calls of the thread fail too.
const FAULTS: [(&str, &[(&str, &str)]); 5] = [
    ("rename", &[("EIO", ""), ("ENOSPC", "+"), ("EROFS", "+")]),
    ("fsync", &[("EIO", ""), ("EIO", "+"), ("ENOSPC", "")]),
    ("mkdir", &[("ENOSPC", ""), ("EROFS", "")]),
    ("unlink", &[("EROFS", "+"), ("EACCES", "")]),
    ("write", &[("ENOSPC", ""), ("EIO", "")]),
];

/// Has each call of a command fail.
fn fail(scene: Scene) {
    let stage = Stage::new(scene);
    let mut count = 0;
    for call in calls::of(&stage.set(), scene.args) {
        let kind = FAULTS.iter().find(|(name, _)| call.name.starts_with(name));
        let (_, errors) = kind.expect("a call of another kind");
        for (error, onwards) in *errors {
            fail_at(&stage, &call, &format!("{}{onwards}", call.inject(&format!("error={error}"))));
        }
        count += errors.len();
    }
    println!("{:?}: {count} calls that fail", scene.args);
}

fn fail_at(stage: &Stage, call: &Call, inject: &str) {
    let files = stage.set();
    let ran = traced(&files, inject, call.of.as_deref(), stage.scene.args);
    check_said(&ran, inject);
    stage.check(&files, inject);
    // A file that cannot be removed stays.
    if !call.name.starts_with("unlink") {
        assert_eq!(left_behind(&files), [""; 0], "{:?}, {inject}", stage.scene.args);
    }
    clear(&files);
    stage.check_again(&files, inject);
}

/// One line says what failed. A cache that cannot be written is no failure: that line is a warning.
fn check_said(ran: &Ran, inject: &str) {
    let said = ran.stderr();
    let is_cut = !said.starts_with("kindex: error: cannot ") && !said.contains("the next build");
    if is_cut && !said.contains("panic") && inject.starts_with("write") {
        // Each thread counts its own calls, so one that writes a part of the line may fail as well.
        assert!(said.lines().count() <= 1, "{inject}: {said}");
        return assert_eq!(ran.0.status.code(), Some(1), "{inject}");
    }
    // A cache may come before what fails.
    let most = if ran.0.status.success() { 1 } else { 1 + said.matches("the next build").count() };
    assert_eq!(said.lines().count(), most, "{inject}: {said}");
    if ran.0.status.success() {
        assert!(
            said.starts_with("kindex: cannot write ") && said.contains("the next build"),
            "{inject}: {said}"
        );
    } else {
        let error = ran.failed();
        let is_clear = error.starts_with("cannot write ") || error.starts_with("cannot remove ");
        assert!(is_clear, "{inject}: {error}");
    }
}

fn clear(files: &Files) {
    for path in left_behind(files) {
        let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
    }
}

#[test]
fn a_call_that_fails_is_named_and_leaves_whole_files() {
    if is_possible() {
        [SOME[0], SOME[2]].into_iter().for_each(fail);
    }
}

#[test]
#[ignore = "make check CHECK=crash runs it"]
fn any_call_that_fails_is_named_and_leaves_whole_files() {
    if is_possible() {
        [SOME[1], SOME[3]].into_iter().chain(OTHERS).for_each(fail);
    }
}

#[test]
fn an_export_stays_where_the_renaming_of_the_next_does_not_last() {
    if !is_possible() {
        return;
    }
    let files = super::in_memory();
    files.write("docs/a.md", "# A\n\nPage.\n");
    files.run(["build", "docs", "-q", "-o", "site.kdx"]).ok();
    let export = |to| ["export", "site.kdx", "-q", "--to", to, "-o", "out"];
    files.run(export("qdrant")).ok();
    let old = state(&files, "out");
    let ran = traced(&files, "fsync:error=EIO", Some("."), &export("opensearch"));
    assert!(ran.failed().starts_with("cannot write out: "), "{:?}", ran.0);
    assert!(state(&files, "out") == old);
    assert_eq!(left_behind(&files), [""; 0]);
    files.run(export("opensearch")).ok();
    assert!(state(&files, "out") != old);
}

#[test]
fn folders_that_cannot_be_locked_are_written() {
    if !is_possible() {
        return;
    }
    let stage = Stage::new(SOME[1]);
    for error in ["ENOLCK", "EOPNOTSUPP", "EBADF"] {
        let files = stage.set();
        let inject = format!("flock:error={error}");
        let ran = traced(&files, &inject, None, stage.scene.args).ok();
        assert_eq!(ran.stderr(), "");
        stage.check_again(&files, &inject);
    }
}

#[test]
fn a_folder_that_is_another_one_each_time_it_is_locked_is_given_up() {
    if !is_possible() {
        return;
    }
    let files = Files::indexed();
    let args = ["build", "docs", "-q", "-o", "search", "--layout", "sharded"];
    let error = traced(&files, "statx:error=ENOENT", Some("search"), &args).failed();
    let said = "cannot write search: whenever it is locked, another folder is in its place; write to another one";
    assert_eq!(error, said);
    assert_eq!(left_behind(&files), [""; 0]);
}
