//! The memory that an index takes, whatever its bytes claim. All is one test, as the allocator
//! counts for the whole program.

#[path = "../common/mod.rs"]
mod common;
mod several;

use common::forged::{answers, change, forged, small};
use common::{build, document};
use kindex::{Index, Levels, Prefix, SearchOptions};
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

/// An index of a number of pages, each of a number of lines. One word stands in one page alone.
fn pages(count: usize, lines: usize) -> Vec<u8> {
    let page = |number: usize| {
        let line =
            |at: usize| format!("Line {at} of {} says word{}. ", number % 7, (number * at) % 99);
        let text = (0..lines).map(line).collect::<String>();
        let text = format!("# Page {number}\n\nOnly{number} is here. {text}\n");
        document(&format!("p{number}"), "A title", &text)
    };
    build((0..count).map(page).collect(), Levels::new(&[500, 2000], &[]).unwrap())
}

/// Bytes that any search takes: pages of results, and the tables of a query.
const OF_ANY: usize = 100_000;

/// Bytes for each document of the index: bounds of its score, and the score.
const OF_DOCUMENT: usize = 100;

/// Bytes for each word of a query and each child that has it: its posting, and what becomes of it.
const OF_POSTING: usize = 40;

/// Holds what an index of such pages takes: opened, and while it answers
/// for the first time and later.
fn holds(count: usize, lines: usize) {
    let bytes = pages(count, lines);
    let opened = most_held(|| Index::open(&bytes[..]).unwrap());
    assert!(opened < 1024, "{opened} bytes besides those of the index");
    let index = Index::open(&bytes[..]).unwrap();
    let children = index.stats().levels.first().unwrap().chunks as usize;
    // An unfinished word of two letters stands for at most 64.
    let queries =
        [("only3", 1), ("line", children), ("line says", 2 * children), ("line wo", 65 * children)];
    for (query, postings) in queries {
        let bound = OF_ANY + OF_DOCUMENT * count + OF_POSTING * postings;
        for _ in 0..2 {
            let held = most_held(|| {
                let prefix = if query == "line wo" { Prefix::Last } else { Prefix::Off };
                let options = SearchOptions { prefix, ..SearchOptions::default() };
                let found = index.search(query, &options).unwrap();
                assert_eq!(found.total == 1, query == "only3", "{} results", found.total);
            });
            assert!(held < bound, "{query}, {count} pages of {lines} lines: {held} of {bound}");
        }
    }
}

#[test]
fn memory_has_bounds() {
    for (count, lines) in [(100, 40), (800, 40), (4000, 2), (20, 2000)] {
        holds(count, lines);
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
