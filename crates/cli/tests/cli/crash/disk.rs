//! A disk that is full, and one that can only be read.

use super::super::{Files, Ran, without_colours};
use super::outputs::left_behind;
use super::scenes::{OTHERS, SOME, Scene, Stage};
use std::io::Write;
use std::sync::OnceLock;

/// Runs a script where folders can be mounted, which nobody else sees.
fn within(files: &Files, script: &str) -> Ran {
    let mut command = without_colours("unshare");
    // Only root may mount, and the script is root in a space of its own.
    command.args(["--mount", "--map-root-user", "--propagation", "private", "sh", "-ec", script]);
    command.arg(env!("CARGO_BIN_EXE_kindex")).current_dir(files.path(""));
    Ran(command.output().unwrap())
}

fn can_mount() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let files = super::in_memory();
        let works = within(&files, "mount -t tmpfs tmpfs .").0.status.success();
        if !works {
            let _ = writeln!(
                std::io::stderr(),
                "\nSKIPPED: tests of full disks, as nothing can be mounted here\n"
            );
        }
        works
    })
}

/// Runs a scene in a folder on a disk of that size, and copies all of it into another one.
fn on_disk_of(stage: &Stage, kilobytes: usize) -> (Files, Ran) {
    let files = stage.set();
    let after = super::in_memory();
    let script = format!(
        "mkdir disk; mount -t tmpfs -o size={kilobytes}k tmpfs disk; \
         for it in *; do [ $it = disk ] || cp -a $it disk/; done; \
         cd disk; status=0; \"$0\" {} || status=$?; cp -a . {}; exit $status",
        stage.scene.args.join(" "),
        after.path("").display()
    );
    let ran = within(&files, &script);
    (after, ran)
}

#[test]
fn a_full_disk_leaves_the_old_files() {
    if can_mount() {
        SOME.into_iter().for_each(fill);
    }
}

#[test]
#[ignore = "make check CHECK=crash runs it"]
fn any_full_disk_leaves_the_old_files() {
    if can_mount() {
        // A run of no results has no bytes, and so it has room.
        OTHERS.into_iter().filter(|scene| scene.outputs != ["run.txt"]).for_each(fill);
    }
}

/// Runs a scene on disks of more and more bytes, until all of it has room.
fn fill(scene: Scene) {
    let stage = Stage::new(scene);
    let mut failed = 0;
    for kilobytes in (least(&stage)..).step_by(4) {
        let what = format!("a disk of {kilobytes} KB");
        let (files, ran) = on_disk_of(&stage, kilobytes);
        if ran.0.status.success() && ran.stderr().is_empty() {
            break;
        }
        failed += 1;
        stage.check(&files, &what);
        assert_eq!(left_behind(&files), [""; 0], "{:?}, {what}", scene.args);
        let said = ran.stderr();
        let is_clear =
            |line: &str| line.contains("cannot write ") && line.contains("no space left");
        assert!(!said.is_empty() && said.lines().all(is_clear), "{:?}, {what}: {said}", scene.args);
        // A cache may come before what fails.
        let caches = said.matches("; the next build").count();
        let errors = usize::from(!ran.0.status.success());
        assert_eq!(said.lines().count(), caches + errors, "{:?}, {what}: {said}", scene.args);
        stage.check_again(&files, &what);
    }
    assert!(failed > 0, "{:?}", scene.args);
    println!("{:?}: {failed} disks that were full", scene.args);
}

/// The kilobytes that the files of a stage take on a disk.
fn least(stage: &Stage) -> usize {
    let files = stage.set();
    let ran = within(&files, "mkdir disk; mount -t tmpfs tmpfs disk; for it in *; do [ $it = disk ] || cp -a $it disk/; done; df --output=used -k disk | tail -1").ok();
    ran.stdout().trim().parse().unwrap()
}

#[test]
fn a_disk_that_can_only_be_read_stays_as_it_is() {
    if !can_mount() {
        return;
    }
    for scene in SOME.into_iter().chain(OTHERS) {
        let stage = Stage::new(scene);
        let files = stage.set();
        let args = scene.args.join(" ");
        let script =
            format!("mount --bind . .; cd \"$PWD\"; mount -o remount,ro,bind .; \"$0\" {args}");
        let error = within(&files, &script).failed();
        let is_clear =
            error.starts_with("cannot write ") && error.contains("read-only file system");
        assert!(is_clear, "{args}: {error}");
        stage.check(&files, "a disk that can only be read");
        assert_eq!(left_behind(&files), [""; 0]);
    }
}
