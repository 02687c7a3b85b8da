//! The order of the files in each crate around the core: an import leads to a file below, and no
//! two files need each other. What does not hold yet is listed, so that nothing is added to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::layers::{code_of, members, rust_files};

/// A crate with the order of its modules.
struct Crate {
    name: &'static str,
    /// From the lowest to the highest, with all that is inside. The most exact one counts.
    layers: &'static [&'static str],
    /// Modules that need each other all the same.
    circles: &'static [&'static [&'static str]],
}

/// All modules of a crate are one layer.
const FLAT: &[&str] = &[""];

const CRATES: [Crate; 8] = [
    Crate { name: "text", layers: FLAT, circles: &[] },
    Crate { name: "conversations", layers: FLAT, circles: &[] },
    Crate {
        name: "extract",
        layers: &[
            "error",
            "format",
            "site",
            "context",
            "text",
            "links",
            "selection",
            "habits",
            "detect",
            "options",
            "outcome",
            "page",
            "formats/own_attributes",
            "formats/source",
            "formats/html",
            "formats/markdown",
            "formats",
            "survey",
            "plan",
            "boost",
            "configuration",
            "pins",
        ],
        // What a part of a page says depends on which of its parts are left out, and that on what
        // they say.
        circles: &[&[
            "formats/html/annotations",
            "formats/html/button",
            "formats/html/chrome",
            "formats/html/words",
        ]],
    },
    Crate { name: "mcp", layers: FLAT, circles: &[] },
    Crate { name: "ir-metrics", layers: FLAT, circles: &[&["golden", "golden/yaml"]] },
    Crate {
        name: "cli",
        layers: &[
            "failure",
            "whole",
            "stamp",
            "terminal",
            "http",
            "write",
            "fetch",
            "index_file",
            "flags",
            "read",
            "field",
            "command",
            "",
        ],
        circles: &[
            &["command/tree", "command/tree/text"],
            &[
                "index_file/sharded",
                "index_file/sharded/folder",
                "index_file/sharded/kept",
                "index_file/sharded/place",
            ],
            &["read/vectors", "read/vectors/lines", "read/vectors/npy"],
        ],
    },
    Crate {
        name: "python",
        layers: &[
            "names", "errors", "points", "results", "values", "vectors", "options", "index",
            "group", "builder", "",
        ],
        circles: &[],
    },
    Crate { name: "wasm", layers: FLAT, circles: &[&["answers", "explore"]] },
];

/// The modules of a crate, each with those that it imports from and those that it declares.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths that an import names behind its root, one for each member of a group.
fn paths(rest: &str) -> Vec<Vec<&str>> {
    if let Some(group) = rest.strip_prefix('{') {
        return members(group).into_iter().flat_map(paths).collect();
    }
    let (name, rest) = rest.split_at(rest.find(|c| !is_name(c)).unwrap_or(rest.len()));
    let below = rest.strip_prefix("::").map_or_else(|| vec![Vec::new()], paths);
    below.into_iter().map(|path| [vec![name], path].concat()).collect()
}

/// The paths in the code of a module, from the root of its crate.
fn named(code: &str, module: &str) -> Vec<String> {
    let own: Vec<&str> = module.split('/').collect();
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let is_inner = code[..at].ends_with(|c: char| is_name(c) || c == ':');
            let mut rest = &code[at..];
            let mut depth = 0;
            while let Some(above) = rest.strip_prefix("super::") {
                (rest, depth) = (above, depth + 1);
            }
            let base = match rest.strip_prefix("crate::") {
                Some(below) => {
                    rest = below;
                    &[]
                }
                None => &own[..own.len().saturating_sub(depth)],
            };
            if !is_inner {
                found.extend(paths(rest).into_iter().map(|path| [base, &path].concat().join("/")));
            }
        }
    }
    found
}

fn declared<'c>(code: &'c str) -> impl Iterator<Item = &'c str> {
    let name = |line: &'c str| {
        let (before, name) = line.trim().strip_suffix(';')?.rsplit_once("mod ")?;
        (before.is_empty() || before.starts_with("pub")).then_some(name)
    };
    code.lines().filter_map(name)
}

/// Whether a file is one of unit tests.
fn is_of_tests(file: &Path) -> bool {
    file.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
}

fn imports(name: &str) -> Imports {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name).join("src");
    let mut codes = BTreeMap::new();
    for file in rust_files(&source) {
        let module = file.strip_prefix(&source).unwrap().with_extension("");
        let module = module.to_str().unwrap().trim_end_matches("/mod").to_owned();
        let is_root = matches!(module.as_str(), "lib" | "main");
        if !is_root && !is_of_tests(file.strip_prefix(&source).unwrap()) {
            codes.insert(module, code_of(&file));
        }
    }
    let known = |path: String| {
        let mut path = path.as_str();
        while !codes.contains_key(path) {
            path = path.rsplit_once('/')?.0;
        }
        Some(path.to_owned())
    };
    let of = |(module, code): (&String, &String)| {
        let children = declared(code).map(|child| format!("{module}/{child}"));
        let all = named(code, module).into_iter().chain(children).filter_map(known);
        (module.clone(), all.filter(|other| other != module).collect())
    };
    codes.iter().map(of).collect()
}

/// All that a module needs, itself only where something that it needs does.
fn needs<'i>(imports: &'i Imports, module: &str) -> BTreeSet<&'i str> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&str> = imports[module].iter().map(String::as_str).collect();
    while let Some(next) = left.pop() {
        if found.insert(next) {
            left.extend(imports[next].iter().map(String::as_str));
        }
    }
    found
}

fn height(layers: &[&str], module: &str) -> Option<usize> {
    let is_in = |layer: &str| {
        let rest = module.strip_prefix(layer);
        layer.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let fitting = layers.iter().enumerate().filter(|(_, layer)| is_in(layer));
    fitting.max_by_key(|(_, layer)| layer.len()).map(|(height, _)| height)
}

#[test]
fn imports_of_crates_point_down_only() {
    let mut upward = Vec::new();
    for Crate { name, layers, .. } in CRATES {
        for (module, others) in imports(name) {
            let own = height(layers, &module);
            assert!(own.is_some(), "{name}: no layer has {module}");
            let above = others.iter().filter(|other| height(layers, other) > own);
            upward.extend(above.map(|other| format!("{name}: {module} imports {other}")));
        }
    }
    assert_eq!(upward, Vec::<String>::new());
}

#[test]
fn no_files_of_a_crate_need_each_other_but_those_listed() {
    let mut found = Vec::new();
    for Crate { name, circles, .. } in CRATES {
        let imports = imports(name);
        let circle = |module: &str| -> Vec<&str> {
            let needed = needs(&imports, module);
            needed.into_iter().filter(|other| needs(&imports, other).contains(module)).collect()
        };
        let mut seen: BTreeSet<Vec<&str>> = imports.keys().map(|it| circle(it)).collect();
        seen.retain(|circle| !circle.is_empty());
        let is_listed = |it: &Vec<&str>| {
            circles.iter().any(|known| it.iter().all(|module| known.contains(module)))
        };
        seen.retain(|circle| !is_listed(circle));
        found.extend(seen.into_iter().map(|circle| format!("{name}: {}", circle.join(", "))));
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn paths_are_found_in_every_form() {
    let code = "use crate::{a::{self, b}, c};\nuse super::super::d::e;\nsuper::f(crate::g())";
    let found = ["a/self", "a/b", "c", "g", "x/d/e", "x/y/f"];
    assert_eq!(named(code, "x/y/z"), found);
    assert_eq!(
        declared("mod a;\npub(crate) mod b;\nlet mod_c = d;\n").collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(height(&["", "a/b", "a"], "a/bc"), Some(2));
    assert_eq!(height(&["a"], "ab"), None);
}
