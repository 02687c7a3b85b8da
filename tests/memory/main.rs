//! The memory that an index takes, whatever its bytes claim. All is one test, as the allocator counts
//! for the whole program.
#![cfg(all(feature = "build", feature = "explore", feature = "shards"))]

#[path = "../common/mod.rs"]
mod common;
mod several;

use common::forged::{answers, change, forged, small};
use common::{build, document};
use kindex::{Index, Levels, SearchOptions};
use peak_alloc::PeakAlloc;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The most bytes that are held at once while something is done, besides those that were before.
fn most_held<T>(work: impl FnOnce() -> T) -> usize {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let done = work();
    let most = HEAP.peak_usage() - before;
    drop(done);
    most
}

/// All that is done with an index.
fn used(bytes: &[u8]) {
    let Ok(index) = Index::open(bytes) else { return };
    let _ = index.verify();
    let _ = answers(&index);
    let _ = index.stats();
    let _ = (index.words(), index.bodies(), index.boosts());
}

/// Pages of about two kilobytes.
fn pages(count: usize) -> Vec<u8> {
    let page = |number: usize| {
        let line =
            |at: usize| format!("Line {at} of {} says word{}. ", number % 7, (number * at) % 99);
        let text = format!("# Page {number}\n\n{}\n", (0..40).map(line).collect::<String>());
        document(&format!("p{number}"), "A title", &text)
    };
    build((0..count).map(page).collect(), Levels::new(&[500, 2000], &[]).unwrap())
}

/// What an index of so many pages holds: opened, and while it answers for the first time and later.
fn held(count: usize) -> [usize; 3] {
    let bytes = pages(count);
    let opened = most_held(|| Index::open(&bytes[..]).unwrap());
    let index = Index::open(&bytes[..]).unwrap();
    let answering = || {
        let found = index.search("line says", &SearchOptions::default()).unwrap();
        assert_eq!(found.total, count, "a search that all pages answer");
    };
    [opened, most_held(answering), most_held(answering)]
}

/// Bytes that any search takes: pages of results, and the tables of a query.
const OF_ANY: usize = 100_000;

/// Bytes for each page of two kilobytes that a query finds: its score and its places.
const OF_PAGE: usize = 256;

#[test]
fn memory_has_bounds() {
    for count in [100, 800] {
        let [opened, first, later] = held(count);
        assert!(opened < 1024, "{opened} bytes besides those of the index");
        assert!(first.max(later) < OF_ANY + OF_PAGE * count, "{count} pages: {first}, {later}");
    }
    whatever_the_bytes_claim();
    several::whatever_the_files_claim();
}

/// The number of indexes that are tried.
const FORGED: u32 = 3000;

fn whatever_the_bytes_claim() {
    let usual = most_held(|| used(&small()));
    let changes = prop::collection::vec(change(), 1..12);
    let config = ProptestConfig { cases: FORGED, failure_persistence: None, ..Default::default() };
    let bounded = TestRunner::new(config).run(&changes, |changes| {
        let bytes = forged(changes);
        let held = most_held(|| used(&bytes));
        prop_assert!(
            held < 2 * usual,
            "{held} bytes, where those that are not forged take {usual}"
        );
        Ok(())
    });
    bounded.unwrap();
}
