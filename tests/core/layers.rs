//! The layers of the core, as ARCHITECTURE.md names them: each imports only from those before it.
//! And the files of tests, which the compiler would pass over where no module names them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest to the highest. A file beside the folders is a layer too.
const LAYERS: [&str; 13] = [
    "error", "order", "value", "document", "analyze", "chunk", "format", "index", "build", "query",
    "rank", "answer", "explore",
];

/// The folders whose files are one program of tests each.
const PROGRAMS: [&str; 4] = [
    "tests/core",
    "crates/cli/tests/cli",
    "crates/conversations/tests/readers",
    "crates/extract/tests/extract",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The folder of a file, or the file itself where it stands beside the folders.
fn layer_of(file: &Path) -> String {
    let first = file.strip_prefix(source()).unwrap().components().next().unwrap();
    first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

/// The first names of all paths that begin with `root`. Imports in braces are looked into.
fn imported<'c>(code: &'c str, root: &str) -> Vec<&'c str> {
    let word = |part: &'c str| {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
        &part[..end]
    };
    let mut names = Vec::new();
    for (at, _) in code.match_indices(root) {
        let rest = &code[at + root.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(members(group).into_iter().map(word)),
            None => names.push(word(rest)),
        }
    }
    names
}

/// The members of a group, which ends with a brace of its own; groups in it go with their member.
pub fn members(group: &str) -> Vec<&str> {
    let (mut members, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                members.push(group[start..at].trim());
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    members
}

/// As many `super::` as lead from a file to the root of the crate.
fn to_root(file: &Path) -> String {
    let module = file.strip_prefix(source()).unwrap().with_extension("");
    let names = module.components().filter(|name| name.as_os_str() != "mod");
    "super::".repeat(names.count())
}

/// The code of a file without its unit tests and comments.
pub fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("]\nmod tests").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn imports_point_down_only() {
    let height: BTreeMap<_, _> = LAYERS.iter().zip(0..).collect();
    let mut upward = Vec::new();
    for file in rust_files(&source()) {
        let layer = layer_of(&file);
        if layer == "lib" {
            continue;
        }
        let own = height[&layer.as_str()];
        let code = code_of(&file);
        let roots = ["crate::".to_owned(), to_root(&file)];
        for name in roots.iter().flat_map(|root| imported(&code, root)) {
            // The inside does not use the names that `lib.rs` gives to users.
            let other = height.get(&name);
            if other.is_none_or(|&other: &i32| other > own) {
                upward.push(format!("{} imports crate::{name}", file.display()));
            }
        }
    }
    assert_eq!(upward, Vec::<String>::new());
}

#[test]
fn the_map_names_the_layers_in_their_order() {
    let map = fs::read_to_string(source().with_file_name("ARCHITECTURE.md")).unwrap();
    let order = LAYERS.map(|layer| format!("`{layer}`")).join(" ← ");
    assert!(map.contains(&order), "ARCHITECTURE.md lacks {order}");
}

#[test]
fn imports_are_found_in_every_form() {
    let code = "use crate::{a::{b, c}, d};\nuse crate::e::f;\ncrate::g()";
    assert_eq!(imported(code, "crate::"), ["a", "d", "e", "g"]);
    assert_eq!(to_root(&source().join("format/shards/table.rs")), "super::super::super::");
    assert_eq!(to_root(&source().join("format/mod.rs")), "super::");
}

#[test]
fn each_file_of_tests_is_a_module() {
    for program in PROGRAMS {
        let files = rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(program));
        let code: String = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
        for file in &files {
            let module = if file.ends_with("mod.rs") { file.parent().unwrap() } else { file };
            let name = module.file_stem().unwrap().to_str().unwrap();
            let is_read = name == "main" || code.contains(&format!("mod {name};\n"));
            assert!(is_read, "no module is {}", file.display());
        }
    }
}
