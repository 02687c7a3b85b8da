//! `kindex mcp`: what it answers is in tests/mcp/cases.json, as JavaScript answers the same.

use super::kept::published::{Host, files as files_in};
use super::{Files, Ran, kindex};
use kindex::{Shard, ShardSizes, Sharded};
use serde_json::{Value, json};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines that the command answers to lines.
fn talk(args: &[&str], lines: &[u8]) -> Ran {
    let mut command = kindex();
    command.arg("mcp").args(args);
    talk_of(command, lines)
}

pub fn talk_of(mut command: Command, lines: &[u8]) -> Ran {
    let command = command.stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.to_vec();
    // The answers may fill the pipe before all lines are written.
    let writer = std::thread::spawn(move || input.write_all(&lines));
    let ran = Ran(child.wait_with_output().unwrap());
    let _ = writer.join().unwrap();
    ran
}

fn answers(args: &[&str], lines: &[u8]) -> Vec<Value> {
    let ran = talk(args, lines).ok();
    assert_eq!(ran.stderr(), "");
    ran.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn guide() -> String {
    root().join("tests/golden/guide-v1.kdx").to_str().unwrap().to_owned()
}

/// The messages of the file of cases, with what is answered.
fn cases() -> Vec<Value> {
    let file = fs::read(root().join("tests/mcp/cases.json")).unwrap();
    let mut file: Value = serde_json::from_slice(&file).unwrap();
    let Value::Array(cases) = file["cases"].take() else { panic!("no cases") };
    assert!(cases.len() > 80);
    cases
}

/// Asks for the answers to all cases, which are those of the file as `meant` makes them.
fn check_cases(args: &[&str], meant: impl Fn(Value) -> Value) {
    let mut command = kindex();
    command.arg("mcp").args(args);
    assert_eq!(check(command, &cases(), meant), "");
}

/// Asks a command for the answers to cases, which are theirs as `meant` makes them. Gives what was
/// said besides.
pub fn check(command: Command, cases: &[Value], meant: impl Fn(Value) -> Value) -> String {
    let lines: String = cases.iter().map(|case| format!("{}\n", case["request"])).collect();
    let ran = talk_of(command, lines.as_bytes()).ok();
    let said = ran.stdout();
    let mut answers = said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    for case in cases.iter().filter(|case| !case["answer"].is_null()) {
        // As text, so that the order of keys counts too.
        let answer = answers.next().unwrap().to_string();
        assert_eq!(answer, meant(case["answer"].clone()).to_string(), "{}", case["why"]);
    }
    assert_eq!(answers.next(), None);
    ran.stderr()
}

/// An answer as it is where no data are asked for.
pub fn in_words(mut answer: Value) -> Value {
    if let Some(result) = answer.get_mut("result").and_then(Value::as_object_mut) {
        result.shift_remove("structuredContent");
        for tool in result.get_mut("tools").and_then(Value::as_array_mut).into_iter().flatten() {
            tool.as_object_mut().unwrap().shift_remove("outputSchema");
        }
    }
    answer
}

#[test]
fn answers_are_those_of_javascript() {
    check_cases(&[&guide(), "--structured"], |answer| answer);
}

/// Whatever a tool reads, it waits for the files of that.
#[test]
fn answers_are_the_same_of_several_files_at_an_address() {
    let index = fs::read(guide()).unwrap();
    let sizes = ShardSizes::of_index(index.len());
    let Sharded { head, shards } = kindex::shard(&index, &sizes).unwrap();
    let files = Files::new(&[]);
    files.write("search/index.kdx", head);
    for Shard { name, bytes } in &shards {
        files.write(&format!("search/{name}.kds"), bytes);
    }
    let host = Host::new(files_in(files.path("")));
    let cache = files.path("kept").to_str().unwrap().to_owned();
    check_cases(&[&host.address("/search/"), "--cache", &cache, "--structured"], |answer| answer);
    // Not all are needed, and each that is was asked for once.
    let (asked, all) = (host.asked(), shards.len());
    assert!((20..all).contains(&asked.len()), "{} of {all}", asked.len());
    assert!(asked.windows(2).all(|pair| pair[0] != pair[1]), "{asked:?}");
}

#[test]
fn answers_are_words_alone_where_no_data_are_asked_for() {
    check_cases(&[&guide()], in_words);
}

#[test]
fn what_the_server_calls_itself_can_be_said() {
    let line = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
    let args = ["--title", "The guide", "--instructions", "Search."];
    let answers = answers(&[&[guide().as_str()], &args[..]].concat(), line);
    let result = &answers[0]["result"];
    let version = env!("CARGO_PKG_VERSION");
    let info = json!({ "name": "kindex", "title": "The guide", "version": version });
    assert_eq!(result["serverInfo"], info);
    assert_eq!(result["instructions"], "Search.");
}

#[test]
fn tools_say_which_documentation_they_are_of() {
    let line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let tools = |args: &[&str]| answers(&[&[guide().as_str()], args].concat(), line).remove(0);
    let usual = tools(&[]);
    let told = tools(&["--title", "Vue", "--description", "Guide and\nAPI"]);
    for at in 0..4 {
        let [usual, told] = [&usual, &told].map(|answer| &answer["result"]["tools"][at]);
        let text = |tool: &Value, name: &str| tool[name].as_str().unwrap().to_owned();
        let lead = "Vue: Guide and API.";
        let description = format!("{lead} {}", text(usual, "description"));
        assert_eq!(text(told, "description"), description);
        let title = format!("Vue: {}", text(usual, "title"));
        assert_eq!([&told["title"], &told["annotations"]["title"]], [&json!(title); 2]);
    }
}

#[test]
fn half_a_character_is_replaced() {
    let line = |text: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"read_page","arguments":{{"url":"{text}"}}}}}}"#
        )
    };
    for text in [r"\ud800", r"\uDFFF", r"\ufffd"] {
        let answers = answers(&[&guide()], line(text).as_bytes());
        let said = answers[0]["result"]["content"][0]["text"].as_str().unwrap();
        assert!(said.starts_with("url: there is no page \u{fffd};"), "{said}");
    }
}

#[test]
fn messages_that_come_as_one_share_what_may_be_read() {
    let call = |id| {
        let args = json!({ "query": "\"end working\"" });
        let params = json!({ "name": "search_docs", "arguments": args });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
    };
    let lines = format!("{}\n{}\n", call(1), json!([call(2), call(3)]));
    let answers = answers(&[&guide(), "--phrase-bytes", "2000", "--structured"], lines.as_bytes());
    let found = |answer: &Value| {
        let found = &answer["result"]["structuredContent"];
        (found["total"].as_u64().unwrap(), found["unchecked_phrases"].clone())
    };
    assert_eq!(found(&answers[0]), (0, Value::Null));
    for answer in answers[1].as_array().unwrap() {
        assert_eq!(found(answer), (1, json!(["end working"])));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("not looked for everywhere"), "{text}");
    }
}

#[test]
fn results_stay_within_the_tokens() {
    let call = |id, name, args| {
        let params = json!({ "name": name, "arguments": args });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
    };
    let lines = [
        call(1, "search_docs", json!({ "query": "pebble", "limit": 50 })),
        call(2, "search_docs", json!({ "query": "pebble", "max_tokens": 401 })),
        call(3, "read_page", json!({ "url": "guides/knots.md#2.0" })),
        call(4, "read_page", json!({ "url": "guides/knots.html" })),
        call(5, "list_pages", json!({ "limit": 200 })),
    ];
    let answers =
        answers(&[&guide(), "--max-tokens", "400", "--structured"], lines.join("\n").as_bytes());
    let text = |at: usize| answers[at]["result"]["content"][0]["text"].as_str().unwrap();
    for at in [0, 2, 3, 4] {
        assert!(kindex::tokens(text(at)) <= 400, "{}", text(at));
    }
    assert_eq!(text(1), "max_tokens: accepted are whole numbers from 300 to 400");
    for at in [2, 3, 4] {
        assert!(!answers[at]["result"]["structuredContent"]["next"].is_null(), "{}", text(at));
    }
}

#[test]
fn a_page_is_read_to_its_end() {
    let folder = Files::new(&[]);
    let text: String = (0..900).map(|at| format!("Word {at} and é.\n\n")).collect();
    folder.write("docs/long.md", format!("# Long\n\n{text}"));
    folder.run(["build", "docs", "-o", "site.kdx"]).ok();
    let path = folder.path("site.kdx").to_str().unwrap().to_owned();
    let (mut read, mut from) = (String::new(), json!("1"));
    while !from.is_null() {
        let args = json!({ "url": "long.md", "from": from });
        let params = json!({ "name": "read_page", "arguments": args });
        let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let answers =
            answers(&[&path, "--max-tokens", "700", "--structured"], line.to_string().as_bytes());
        let result = &answers[0]["result"]["structuredContent"];
        read += result["text"].as_str().unwrap();
        from = result["next"].clone();
    }
    assert_eq!(read.trim(), format!("# Long\n\n{text}").trim());
}

#[test]
fn lines_are_read_as_editors_and_windows_write_them() {
    let ping = |id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}");
    let lines =
        format!("\u{feff}{}\r\n\r\n \t\n\u{feff}\r\n{}\r\n\u{feff}{}", ping(1), ping(2), ping(3));
    let answers = answers(&[&guide()], lines.as_bytes());
    let ids: Vec<_> = answers.iter().map(|answer| (&answer["id"], &answer["result"])).collect();
    assert_eq!(ids, [1, 2, 3].map(|id| (json!(id), json!({}))).each_ref().map(|(a, b)| (a, b)));
}

#[test]
fn what_is_no_message_is_answered() {
    let deep = "[".repeat(100_000);
    let long = "x".repeat(5 << 20);
    let lines = format!("{{\n{deep}\n{long}\n\u{feff}7\n");
    let mut lines = lines.into_bytes();
    lines.extend_from_slice(b"\xff\xfe\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    let answers = answers(&[&guide()], &lines);
    let codes: Vec<i64> =
        answers.iter().map(|answer| answer["error"]["code"].as_i64().unwrap_or_default()).collect();
    assert_eq!(codes, [-32700, -32700, -32600, -32600, -32700, 0]);
}

#[test]
fn a_wrong_file_is_one_line() {
    let folder = Files::new(&[("site.kdx", "no index"), ("docs/a.md", "a")]);
    for (index, what) in [("site.kdx", "not a Kindex index"), ("none.kdx", "cannot read none.kdx")]
    {
        let ran = folder.run(["mcp", index]);
        assert!(ran.failed().contains(what), "{}", ran.stderr());
        assert_eq!((ran.stdout().as_str(), ran.stderr().lines().count()), ("", 1));
    }
    let refused = folder.run(["mcp", "site.kdx", "--max-tokens", "299"]);
    assert_eq!(refused.0.status.code(), Some(2));
}

#[test]
fn several_files_and_one_are_served() {
    let folder = Files::new(&[("docs/a.md", "# A\n\nneedle\n"), ("b.md", "# B\n\nneedle\n")]);
    folder.run(["build", "docs", "-o", "index", "--layout", "sharded"]).ok();
    folder.run(["build", "docs", "-o", "site.kdx"]).ok();
    let line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_pages"}}"#;
    let path = |name| folder.path(name).to_str().unwrap().to_owned();
    for index in [path("index"), path("site.kdx")] {
        assert_eq!(
            answers(&[&index, "--structured"], line)[0]["result"]["structuredContent"]["total"],
            1
        );
    }
}
