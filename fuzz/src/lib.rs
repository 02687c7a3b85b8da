//! Gives Kindex any bytes: those of a fuzzer, or those of files that one found before.
//!
//! Each target is a function of bytes that panics where a promise is broken. cargo-fuzz runs it
//! with inputs of its own, and the tests with those in `corpus`.

pub mod bases;
pub mod build;
pub mod changes;
#[cfg(test)]
mod corpus;
pub mod extractors;
pub mod header;
pub mod index;
pub mod mcp;
pub mod mutate;
pub mod query;
pub mod shards;

#[path = "../../tests/common/shard_layout.rs"]
#[allow(dead_code, missing_docs, reason = "the tests of several files use all of it")]
mod layout;
#[path = "../../crates/extract/tests/extract/common.rs"]
mod promises;
#[path = "../../tests/common/seal.rs"]
#[allow(missing_docs, reason = "the tests use it too")]
mod seal;

/// A target's name and the function that is given bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 15] = [
    ("open", index::open),
    ("explore", index::explore),
    ("change", index::change),
    ("shards", shards::load),
    ("query", query::ask),
    ("several", build::several),
    ("merge", build::merge),
    ("markdown", extractors::markdown),
    ("html", extractors::html),
    ("front_matter", extractors::front_matter),
    ("json_lines", extractors::json_lines),
    ("conversation", extractors::conversation),
    ("table", extractors::table),
    ("code", extractors::code),
    ("mcp", mcp::answer),
];

/// Gives a target the files that are named on the command line.
///
/// # Panics
/// Where a file cannot be read, and where the target finds a fault.
pub fn replay(run: fn(&[u8])) {
    for path in std::env::args().skip(1) {
        run(&std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}")));
        println!("{path}: no fault");
    }
}

/// Makes a program of a target: for cargo-fuzz, and otherwise one that reads files.
#[macro_export]
macro_rules! target {
    ($run:path) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $run(bytes));

        #[cfg(not(fuzzing))]
        fn main() {
            $crate::replay($run);
        }
    };
}

/// Has the bytes of an index changed as [`mutate::mutate`] does.
#[macro_export]
macro_rules! mutator {
    () => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_mutator!(|bytes: &mut [u8], len: usize, most: usize, seed: u32| {
            $crate::mutate::mutate(bytes, len, most, seed, libfuzzer_sys::fuzzer_mutate)
        });
    };
}
