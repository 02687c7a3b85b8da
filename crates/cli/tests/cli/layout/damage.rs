//! Damage to an index in several files

use super::{build, contents, gunzip, gzip, shards, site};
use crate::Files;
use std::fs;

/// Every command fails with one line that begins so, and `verify --json` says where it is.
#[track_caller]
fn all_fail(files: &Files, index: &str, file: &str, code: &str, expected: &str) {
    for args in [&["verify", index][..], &["search", index, "word7"], &["stats", index]] {
        let ran = files.run(args);
        let error = ran.failed();
        assert_eq!(ran.stderr().lines().count(), 1);
        assert_eq!(error, format!("{file}: {expected}"), "{args:?}");
    }
    let ran = files.run(["verify", index, "--json"]);
    ran.failed();
    let verdict = ran.json();
    assert_eq!(verdict["ok"], false);
    assert_eq!(verdict["code"], code);
    assert_eq!(verdict["file"], file);
}

#[test]
fn a_damaged_shard_is_named() {
    let files = site();
    let all = shards(&files);
    let again = "; build the index again";
    let missing = format!("a shard of the index is missing{again}");
    let cut = format!("its gzip compression is cut off{again}");
    let plain = format!("it is not compressed with gzip{again}");
    let damaged = format!("its gzip compression is damaged{again}");
    let other = format!("its bytes are not those that its name says{again}");
    for shard in [&all[0], &all[all.len() / 2], &all[all.len() - 1]] {
        let good = files.read(shard);
        let with = |bytes: Vec<u8>, code, expected: &str| {
            files.write(shard, bytes);
            all_fail(&files, "search", shard, code, expected);
            all_fail(&files, "search/index.kdx", shard, code, expected);
        };
        with(good[..good.len() / 2].to_vec(), "corrupt", &cut);
        with(Vec::new(), "corrupt", &plain);
        with(b"<!doctype html><title>Not found</title>".to_vec(), "corrupt", &plain);
        with([&good[..], b"and more after it"].concat(), "corrupt", &damaged);
        with(gzip(&gunzip(&good)[1..]), "corrupt", &other);
        fs::remove_file(files.path(shard)).unwrap();
        all_fail(&files, "search", shard, "missing_shards", &missing);
        // Another compression of the same bytes is the same shard.
        files.write(shard, gzip(&gunzip(&good)));
        files.run(["verify", "search"]).ok();
    }
    build(&files);
    files.run(["verify", "search"]).ok();
}

#[test]
fn every_altered_byte_of_a_shard_is_found() {
    let files = site();
    let shard = shards(&files).pop().unwrap();
    let good = files.read(&shard);
    // Beyond the header, and before the bits that fill the last byte: these mean nothing.
    for at in (10..good.len() - 9).step_by(good.len() / 40) {
        let mut bad = good.clone();
        bad[at] ^= 0x20;
        files.write(&shard, bad);
        let error = files.run(["verify", "search"]).failed();
        assert!(error.starts_with(&shard), "byte {at}: {error}");
    }
}

#[test]
fn a_build_repairs_what_was_damaged() {
    let files = site();
    let good = contents(&files, "search");
    let shard = shards(&files).remove(0);
    files.write(&shard, "broken");
    build(&files);
    let bytes = good[shard.strip_prefix("search/").unwrap()].0.clone();
    assert!(files.read(&shard) == bytes);
}

#[test]
fn a_damaged_head_is_named() {
    let files = site();
    let good = files.read("search/index.kdx");
    files.write("search/index.kdx", &good[..good.len() / 2]);
    let cut = "its gzip compression is cut off; build the index again";
    all_fail(&files, "search", "search/index.kdx", "corrupt", cut);
    let mut head = gunzip(&good);
    head[40] ^= 1;
    files.write("search/index.kdx", gzip(&head));
    let error = files.run(["verify", "search"]).failed();
    assert!(error.starts_with("search/index.kdx: the index is damaged"), "{error}");
    head[40] ^= 1;
    files.write("search/index.kdx", &head);
    files.run(["verify", "search"]).ok();
    fs::remove_file(files.path("search/index.kdx")).unwrap();
    let error = files.run(["verify", "search"]).failed();
    assert!(error.starts_with("cannot read search: it is a folder without index.kdx"), "{error}");
}
