//! `kindex mcp` of several indexes answers what tests/mcp/several.json has, as JavaScript does.

use super::Files;
use super::mcp::{check, in_words, root};
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// When all indexes were built: Mon, 02 Nov 2026 03:04:05 GMT.
const BUILT_SECONDS: u64 = 1_793_588_645;

/// A folder with the indexes of the file, of which some are not there.
fn built(indexes: &Value) -> Files {
    let files = Files::new(&[]);
    for (name, index) in indexes.as_object().unwrap() {
        let Some(sources) = index["files"].as_object() else { continue };
        for (path, text) in sources {
            files.write(&format!("sources/{name}/{path}"), text.as_str().unwrap());
        }
        let source = format!("sources/{name}");
        let more = index["build"].as_array().unwrap().iter().filter_map(Value::as_str);
        let out = index["out"].as_str().unwrap();
        files.run(["build", &source, "-q", "-o", out].into_iter().chain(more)).ok();
    }
    date(&files.path(""));
    files
}

fn date(folder: &Path) {
    let built = SystemTime::UNIX_EPOCH + Duration::from_secs(BUILT_SECONDS);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => date(&path),
            false => File::options().append(true).open(&path).unwrap().set_modified(built).unwrap(),
        }
    }
}

#[test]
fn answers_of_several_are_those_of_javascript() {
    let file = fs::read(root().join("tests/mcp/several.json")).unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let files = built(&file["indexes"]);
    let servers = file["servers"].as_array().unwrap();
    assert_eq!(servers.len(), 2);
    for server in servers {
        let names: Vec<&str> =
            server["names"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let source =
            |name: &&str| format!("{name}={}", file["indexes"][name]["out"].as_str().unwrap());
        let sources: Vec<String> = names.iter().map(source).collect();
        let cases = server["cases"].as_array().unwrap();
        assert!(cases.len() > 20);
        for structured in [true, false] {
            let mut command = files.command();
            command.arg("mcp").args(&sources).args(structured.then_some("--structured"));
            let meant = |answer| if structured { answer } else { in_words(answer) };
            let said = check(command, cases, meant);
            assert_eq!(said.contains("kindex: gone: "), names.contains(&"gone"), "{said}");
            assert_eq!(said.contains("kindex: other: "), names.contains(&"other"), "{said}");
        }
    }
}
