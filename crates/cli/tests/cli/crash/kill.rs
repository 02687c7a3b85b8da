//! Killed at each call.

use super::super::Files;
use super::calls::{self, Call};
use super::outputs::{is_shard, state};
use super::scenes::{KEEPING, OTHERS, SOME, Scene, Stage};
use super::trace::{is_possible, traced};
use std::os::unix::process::ExitStatusExt;

/// Kills a command at each of its calls.
fn kill(scene: Scene) {
    let stage = Stage::new(scene);
    let calls = calls::of(&stage.set(), scene.args);
    for call in &calls {
        kill_at(&stage, &stage.set(), call);
    }
    println!("{:?}: killed at {} calls", scene.args, calls.len());
}

fn kill_at(stage: &Stage, files: &Files, call: &Call) {
    let what = format!("killed at {call:?}");
    killed(stage, files, call);
    stage.check(files, &what);
    stage.check_again(files, &what);
}

fn killed(stage: &Stage, files: &Files, call: &Call) {
    let ran = traced(files, &call.inject("signal=KILL"), call.of.as_deref(), stage.scene.args);
    assert_eq!(ran.0.status.signal(), Some(9), "{:?}, {call:?}: {:?}", stage.scene.args, ran.0);
}

#[test]
fn a_command_killed_at_any_call_leaves_whole_files() {
    if is_possible() {
        [SOME[0], SOME[2], SOME[3]].into_iter().for_each(kill);
    }
}

#[test]
#[ignore = "make check CHECK=crash runs it"]
fn all_commands_killed_at_any_call_leave_whole_files() {
    if is_possible() {
        [SOME[1]].into_iter().chain(OTHERS).for_each(kill);
    }
}

/// All new shards are there, so one thread alone writes what is left:
/// each of its calls has its turn.
#[test]
fn a_command_killed_twice_leaves_whole_files() {
    if !is_possible() {
        return;
    }
    let stage = Stage::new(SOME[1]);
    let left = stage.set();
    let head = Call { name: "renameat".into(), of: Some("search/index.kdx".into()), number: 1 };
    killed(&stage, &left, &head);
    let calls = calls::of(&super::copied(&left), stage.scene.args);
    assert!(calls.iter().any(|call| call.name == "write"), "{calls:?}");
    for call in &calls {
        kill_at(&stage, &super::copied(&left), call);
    }
    println!("killed again at {} calls", calls.len());
}

/// Pages that opened the index before go on with it, also where the build that followed was killed.
#[test]
fn a_build_after_one_that_was_killed_keeps_the_shards_before_both() {
    if !is_possible() {
        return;
    }
    let stage = Stage::new(KEEPING);
    let calls = calls::of(&stage.set(), KEEPING.args);
    let lasting: Vec<_> = calls.iter().filter(|call| call.of.is_some()).collect();
    assert!(lasting.len() > 2, "{calls:?}");
    for call in lasting {
        let files = stage.set();
        killed(&stage, &files, call);
        files.run(KEEPING.args).ok();
        let there = state(&files, "search");
        let is_gone = |path: &&String| is_shard(path) && !there.contains_key(*path);
        let gone = stage.old.first().unwrap().keys().find(is_gone);
        assert_eq!(gone, None, "killed at {call:?}");
        files.run(["verify", "search"]).ok();
    }
}
