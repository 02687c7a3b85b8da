//! Inputs that a fuzzer found, those that once were a fault among them, show no fault.

use crate::TARGETS;
use std::fs;
use std::path::{Path, PathBuf};

fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn known_inputs_show_no_fault() {
    for (target, run) in TARGETS {
        let inputs = inputs(target);
        assert!(!inputs.is_empty(), "{target} has no inputs");
        for path in inputs {
            let bytes = fs::read(&path).unwrap();
            if let Err(error) = std::panic::catch_unwind(|| run(&bytes)) {
                eprintln!("{} is a fault", path.display());
                std::panic::resume_unwind(error);
            }
        }
    }
}

#[test]
fn each_folder_of_inputs_has_a_target() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for entry in fs::read_dir(corpus).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(TARGETS.iter().any(|(target, _)| *target == name), "{name:?} has none");
    }
}
