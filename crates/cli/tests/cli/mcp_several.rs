//! `kindex mcp` of several indexes.

use super::kept::published::{Answer, Host, files as files_in};
use super::{Files, Ran, at_address::site, mcp::talk_of};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Three sites with a page of the same path each. One has addresses with a host, one is at an
/// address, and one has ids alone.
fn three() -> Files {
    let start = |name: &str| {
        format!("# Start of {name}\n\nInstall {name} with a pebble.\n\n## Next\n\nThen run it.\n")
    };
    let files = Files::new(&[]);
    for name in ["vue", "react", "notes"] {
        files.write(&format!("{name}/start.md"), start(name));
        let own = format!("# Only in {name}\n\nA marble of {name}, version three.\n");
        files.write(&format!("{name}/own-{name}.md"), own);
    }
    let vue = ["build", "vue", "-q", "-o", "vue.kdx", "--base-url", "https://vue.example/"];
    files.run(vue).ok();
    std::fs::create_dir(files.path("published")).unwrap();
    let react = ["build", "react", "-q", "-o", "published/search/", "--base-url", "/docs/"];
    files.run(react).ok();
    files.run(["build", "notes", "-q", "-o", "notes.kdx"]).ok();
    files
}

fn call(name: &str, arguments: &Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
}

fn method(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// The answers to messages, and what was said besides.
fn ask(files: &Files, args: &[&str], messages: &[Value]) -> (Vec<Value>, String) {
    let mut command = files.command();
    command.args(["mcp", "--structured", "--cache", "kept"]).args(args);
    command.env_remove("HTTP_PROXY").env_remove("http_proxy");
    let lines: String = messages.iter().map(|message| format!("{message}\n")).collect();
    let ran: Ran = talk_of(command, lines.as_bytes()).ok();
    let answers: Vec<Value> =
        ran.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), messages.len());
    (answers, ran.stderr())
}

/// The data of the answers, where nothing else is said.
fn data(files: &Files, args: &[&str], calls: &[Value]) -> Vec<Value> {
    let (answers, said) = ask(files, args, calls);
    assert_eq!(said, "");
    answers.iter().map(|answer| answer["result"]["structuredContent"].clone()).collect()
}

fn fault(answer: &Value) -> &str {
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}"))
}

fn of<'v>(all: &'v Value, key: &str) -> Vec<&'v str> {
    all.as_array().unwrap().iter().map(|one| text(&one[key])).collect()
}

#[test]
fn three_indexes_of_which_one_is_at_an_address_answer_as_one() {
    let files = three();
    let serve = files_in(files.path("published"));
    let host = Host::new(move |path: &str| match serve(path) {
        Answer::Whole(head, body) if head.starts_with("200") => {
            Answer::Whole(format!("{head}\r\nLast-Modified: Mon, 02 Nov 2026 03:04:05 GMT"), body)
        }
        other => other,
    });
    let react = format!("react={}", host.address("/search/"));
    let args = ["vue=vue.kdx", &react, "notes.kdx"];
    let found = data(
        &files,
        &args,
        &[
            call("search_docs", &json!({ "query": "pebble" })),
            call("search_docs", &json!({ "query": "marble", "docs": ["react", "notes"] })),
            call("search_docs", &json!({ "query": "marble", "docs": "vue" })),
            call("list_docs", &json!({})),
        ],
    );
    let passages = &found[0]["passages"];
    assert_eq!(found[0]["total"], 3);
    let mut docs = of(passages, "docs");
    docs.sort_unstable();
    assert_eq!(docs, ["notes", "react", "vue"]);
    // In the order of one index of all.
    let also = [&format!("--also={react}"), "--also=notes=notes.kdx", "--cache=kept"];
    let one = files.run(["search", "vue.kdx", "pebble", "--json"].iter().chain(&also)).ok().json();
    let names = ["vue", "react", "notes"];
    let hits = one["hits"].as_array().unwrap().iter();
    let hits: Vec<&str> = hits.map(|hit| names[hit["index"].as_u64().unwrap() as usize]).collect();
    assert_eq!(of(passages, "docs"), hits);
    let mut docs = of(&found[1]["passages"], "docs");
    docs.sort_unstable();
    assert_eq!(docs, ["notes", "react"]);
    assert_eq!(of(&found[2]["passages"], "docs"), ["vue"]);
    let told = &found[3]["docs"];
    assert_eq!(of(told, "name"), ["vue", "react", "notes"]);
    assert!(
        told.as_array().unwrap().iter().all(|one| one["pages"] == 2 && one["built"] != json!(null))
    );
    // What is given leads to its index, in every form.
    let mut reads = Vec::new();
    for passage in passages.as_array().unwrap() {
        let (name, id, url) = (text(&passage["docs"]), text(&passage["id"]), text(&passage["url"]));
        assert!(id.starts_with(&format!("{name}::start.md#")), "{id}");
        let page = id.split('#').next().unwrap();
        let places = [id, url, page].into_iter().filter(|place| !place.is_empty());
        reads.extend(places.map(|place| (name.to_owned(), place.to_owned())));
    }
    assert_eq!(reads.len(), 9, "{reads:?}");
    let calls: Vec<Value> = reads
        .iter()
        .map(|(_, place)| call("read_page", &json!({ "url": place })))
        .chain(reads.iter().map(|(name, _)| {
            let uri = format!("kindex://pages/{name}%3A%3Astart.md");
            method("resources/read", &json!({ "uri": uri }))
        }))
        .collect();
    let (answers, _) = ask(&files, &args, &calls);
    let (pages, resources) = answers.split_at(reads.len());
    for (((name, place), page), resource) in reads.iter().zip(pages).zip(resources) {
        let page = &page["result"]["structuredContent"];
        assert_eq!(page["id"], format!("{name}::start.md"), "{place}");
        assert!(text(&page["text"]).contains(&format!("Install {name}")), "{place}");
        let resource = text(&resource["result"]["contents"][0]["text"]);
        assert!(resource.contains(&format!("Start of {name}")), "{resource}");
    }
}

#[test]
fn an_address_without_a_name_is_that_of_the_only_index_that_has_it() {
    let files = three();
    let args = ["vue.kdx", "react=published/search", "notes.kdx"];
    let read = |url: &str| call("read_page", &json!({ "url": url }));
    let (answers, _) = ask(
        &files,
        &args,
        &[
            read("https://vue.example/start.html"),
            read("own-react"),
            read("/docs/start/"),
            read("start.md"),
            read("react::nothing"),
            read("vue::react::start.md"),
        ],
    );
    let id = |at: usize| text(&answers[at]["result"]["structuredContent"]["id"]);
    assert_eq!([id(0), id(1), id(2)], ["vue::start.md", "react::own-react.md", "react::start.md"]);
    // Of several that have it each is named in a form that can be asked for.
    let several = fault(&answers[3]);
    let named: Vec<&str> = several.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    assert_eq!(named.len(), 3, "{several}");
    let calls: Vec<Value> = named.iter().map(|url| read(url)).collect();
    let ids: Vec<String> =
        data(&files, &args, &calls).iter().map(|page| text(&page["id"]).to_owned()).collect();
    assert_eq!(ids, ["vue::start.md", "react::start.md", "notes::start.md"]);
    assert!(fault(&answers[4]).contains("no page nothing"), "{}", answers[4]);
    assert!(fault(&answers[5]).contains("no page react::start.md"), "{}", answers[5]);
}

#[test]
fn lines_and_pages_are_listed_of_one_index_after_another() {
    let files = three();
    let args = ["vue.kdx", "react=published/search", "notes.kdx"];
    // One line after another, each from where the one before ends.
    let (mut from, mut seen) = (String::new(), Vec::new());
    loop {
        let grep = json!({ "pattern": "pebble", "limit": 1, "from": from });
        let found = data(&files, &args, &[call("grep_docs", &grep)]).remove(0);
        seen.extend(of(&found["sections"], "id").into_iter().map(str::to_owned));
        match found["next"].as_str() {
            Some(next) => from = next.to_owned(),
            None => break,
        }
        assert!(seen.len() < 9, "{seen:?}");
    }
    let pages: Vec<&str> = seen.iter().map(|id| id.split('#').next().unwrap()).collect();
    assert_eq!(pages, ["vue::start.md", "react::start.md", "notes::start.md"]);
    let all = data(
        &files,
        &args,
        &[
            call("grep_docs", &json!({ "pattern": "pebble" })),
            call("grep_docs", &json!({ "pattern": "pebble", "docs": ["notes"] })),
            call("grep_docs", &json!({ "pattern": "pebble", "page": "react::start.md" })),
            call("list_pages", &json!({})),
            call("list_pages", &json!({ "limit": 4 })),
            call("list_pages", &json!({ "prefix": "react::" })),
            call("list_pages", &json!({ "prefix": "react::/docs/own" })),
            call("list_pages", &json!({ "prefix": "https://vue.example/" })),
            call("list_pages", &json!({ "from": 3, "limit": 2 })),
        ],
    );
    assert_eq!((&all[0]["lines"], &all[0]["pages"]), (&json!(3), &json!(3)));
    assert_eq!((&all[1]["lines"], &all[2]["lines"]), (&json!(1), &json!(1)));
    let ids = |at: usize| of(&all[at]["pages"], "id");
    assert_eq!(all[3]["total"], 6);
    assert_eq!(of(&all[4]["folders"], "prefix"), ["vue::", "react::", "notes::"]);
    assert_eq!(ids(5), ["react::own-react.md", "react::start.md"]);
    assert_eq!(ids(6), ["react::own-react.md"]);
    assert_eq!(ids(7), ["vue::own-vue.md", "vue::start.md"]);
    assert_eq!(ids(8), ids(3)[3..5]);
    // Resources come in parts as well, after the skill, which names them.
    let uri = "skill://vue-react-notes/SKILL.md";
    let asked = [
        method("resources/list", &json!({})),
        method("skills/get", &json!({ "uri": uri })),
        method("resources/read", &json!({ "uri": uri })),
    ];
    let answers = ask(&files, &args, &asked).0;
    let uris = of(&answers[0]["result"]["resources"], "uri");
    assert_eq!([uris[0], uris[3]], [uri, "kindex://pages/react%3A%3Aown-react.md"]);
    let description = &answers[1]["result"]["skill"]["frontmatter"]["description"];
    assert!(text(description).contains("questions about vue, react, notes from"), "{description}");
    let skill = text(&answers[2]["result"]["contents"][0]["text"]);
    assert!(skill.contains(" There are several documentations: vue, react, notes."), "{skill}");
}

#[test]
fn what_was_seen_is_left_out_of_its_index_alone() {
    let files = three();
    let args = ["vue.kdx", "react=published/search", "notes.kdx"];
    let search =
        |exclude: &[&str]| call("search_docs", &json!({ "query": "pebble", "exclude": exclude }));
    let found = data(
        &files,
        &args,
        &[search(&["react::start.md"]), search(&["react::/docs/start"]), search(&["start.md"])],
    );
    for one in &found[..2] {
        let mut docs = of(&one["passages"], "docs");
        docs.sort_unstable();
        assert_eq!(docs, ["notes", "vue"]);
    }
    assert_eq!(found[2]["passages"], json!([]));
}

#[test]
fn what_does_not_fit_is_named_with_its_index() {
    let files = site();
    let few = call("search_docs", &json!({ "query": "pebble words", "max_tokens": 300 }));
    files.write("more/long.md", format!("# Pebbles\n\n{}\n", "A pebble. ".repeat(150)));
    files.run(["build", "more", "-q", "-o", "more.kdx"]).ok();
    let args = ["one=search", "two=more.kdx"];
    let found = data(&files, &args, &[few]).remove(0);
    let left_out = of(&found["left_out"], "id");
    let reads = left_out.iter().map(|id| call("read_page", &json!({ "url": id })));
    let reads: Vec<Value> = reads.collect();
    for (id, read) in left_out.iter().zip(data(&files, &args, &reads)) {
        assert_eq!(id.split('#').next(), read["id"].as_str());
    }
    for name in ["one::", "two::"] {
        assert!(left_out.iter().any(|id| id.starts_with(name)), "{left_out:?}");
    }
}

#[test]
fn names_are_those_of_files_folders_and_hosts() {
    let files = three();
    let list = [call("list_docs", &json!({}))];
    let names = |args: &[&str]| -> Vec<String> {
        let found = data(&files, args, &list).remove(0);
        of(&found["docs"], "name").into_iter().map(str::to_owned).collect()
    };
    let host = Host::new(files_in(files.path("published")));
    assert_eq!(names(&["./vue.kdx", "published/search/index.kdx"]), ["vue", "search"]);
    assert_eq!(names(&["published/search/", &host.address("/search/")]), ["search", "127.0.0.1"]);
    // A folder of several, of which some have names that nothing can be called by.
    for name in ["all/b.kdx", "all/a\nlist: \u{202e}x.kdx", "all/.hidden.kdx", "all/é.kdx.gz"] {
        std::fs::create_dir_all(files.path("all")).unwrap();
        std::fs::copy(files.path("vue.kdx"), files.path(name)).unwrap();
    }
    files.write("all/README.md", "none");
    std::fs::create_dir_all(files.path("all/sharded")).unwrap();
    for entry in std::fs::read_dir(files.path("published/search")).unwrap() {
        let from = entry.unwrap().path();
        std::fs::copy(&from, files.path("all/sharded").join(from.file_name().unwrap())).unwrap();
    }
    assert_eq!(names(&["all"]), ["a-list-x", "b", "sharded", "é"]);
    let failed = |args: &[&str]| {
        let run = files.run(["mcp"].iter().chain(args));
        assert_eq!(run.0.status.code(), Some(2), "{}", run.stderr());
        run.stderr()
    };
    let twice = failed(&["vue.kdx", "all/b.kdx", "vue=notes.kdx"]);
    assert!(twice.contains("two indexes are called vue; name one: NAME=INDEX"), "{twice}");
    assert!(failed(&["x=all"]).contains("all holds several indexes; name one of them"));
    for name in ["a b", "a\nb", "a\u{202e}", ".", "\u{3164}"] {
        let wrong = failed(&[&format!("{name}=vue.kdx"), "notes.kdx"]);
        assert!(wrong.contains("accepted are names of up to 64 letters"), "{wrong}");
        assert!(!wrong.contains('\u{202e}'), "{wrong}");
    }
    assert!(failed(&[]).contains("name an index: kindex mcp INDEX"));
}

#[test]
fn one_index_is_served_without_a_name() {
    let files = three();
    let messages = [
        method("tools/list", &json!({})),
        call("search_docs", &json!({ "query": "pebble" })),
        call("list_docs", &json!({})),
        method("initialize", &json!({ "protocolVersion": "2025-11-25" })),
    ];
    let one = ask(&files, &["vue.kdx"], &messages);
    assert_eq!(ask(&files, &["x=vue.kdx"], &messages), one);
    assert_eq!(one.0[1]["result"]["structuredContent"]["passages"][0]["id"], "start.md#1.0");
    assert!(!one.0[0].to_string().contains("\"docs\":{\"type\":\"array\",\"description\":\"Only"));
    let asked = call("search_docs", &json!({ "query": "pebble", "docs": ["vue"] }));
    let (answers, _) = ask(&files, &["vue.kdx"], &[asked]);
    assert!(fault(&answers[0]).starts_with("docs: there is no such argument"));
    let several = ask(&files, &["vue.kdx", "notes.kdx"], &messages).0;
    let tool = &several[0]["result"]["tools"][0];
    assert_eq!(tool["name"], "search_docs");
    let said = text(&tool["inputSchema"]["properties"]["docs"]["description"]);
    assert!(said.ends_with("all are searched: vue, notes."), "{said}");
    let told = text(&several[3]["result"]["instructions"]);
    assert!(told.contains("There are several documentations: vue, notes."), "{told}");
}

#[test]
fn an_index_that_cannot_be_loaded_is_named_and_the_rest_answers() {
    let files = three();
    files.write("later.kdx", "no index");
    let args = ["vue.kdx", "later.kdx", "gone=none.kdx"];
    let messages = [
        call("list_docs", &json!({})),
        call("search_docs", &json!({ "query": "pebble" })),
        call("search_docs", &json!({ "query": "pebble", "docs": ["gone"] })),
        call("search_docs", &json!({ "query": "pebble", "docs": ["vue", "Vue\n::x"] })),
        call("read_page", &json!({ "url": "later::start.md" })),
        call("read_page", &json!({ "url": "nothing" })),
        call("grep_docs", &json!({ "pattern": "pebble" })),
        call("list_pages", &json!({ "prefix": "gone::" })),
    ];
    let (answers, said) = ask(&files, &args, &messages);
    for name in ["later: ", "gone: "] {
        assert_eq!(said.matches(name).count(), 1, "{said}");
    }
    let data = |at: usize| &answers[at]["result"]["structuredContent"];
    assert_eq!(data(0)["not_loaded"], json!(["later", "gone"]));
    assert_eq!(data(1)["not_searched"], json!(["later", "gone"]));
    assert_eq!(of(&data(1)["passages"], "docs"), ["vue"]);
    assert_eq!(fault(&answers[2]), "gone cannot be loaded at the moment; there are vue");
    assert_eq!(fault(&answers[3]), "docs: there is no Vue ::x; there are vue");
    assert!(fault(&answers[4]).starts_with("later cannot be loaded at the moment"));
    assert!(fault(&answers[5]).ends_with("Cannot be loaded at the moment: later, gone."));
    assert_eq!(data(6)["not_searched"], json!(["later", "gone"]));
    assert!(fault(&answers[7]).starts_with("gone cannot be loaded at the moment"));
    // Where it stands and why is for whoever runs the server alone.
    assert!(answers.iter().all(|answer| !answer.to_string().contains(".kdx")));
    let none = files.run(["mcp", "later.kdx", "gone=none.kdx"]).failed();
    assert!(none.contains("later.kdx"), "{none}");
}

/// The server goes on while an index is built that was not there.
#[test]
fn an_index_that_comes_later_answers_from_then_on() {
    let files = three();
    let mut command = files.command();
    command.args(["mcp", "vue.kdx", "later.kdx", "--structured"]);
    let piped = || Stdio::piped();
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut names = || {
        writeln!(input, "{}", call("search_docs", &json!({ "query": "pebble" }))).unwrap();
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        let found = &answer["result"]["structuredContent"];
        let mut names: Vec<String> =
            of(&found["passages"], "docs").into_iter().map(str::to_owned).collect();
        names.sort();
        (names, found["not_searched"].clone())
    };
    assert_eq!(names(), (vec!["vue".to_owned()], json!(["later"])));
    files.run(["build", "notes", "-q", "-o", "later.kdx"]).ok();
    assert_eq!(names(), (vec!["later".to_owned(), "vue".to_owned()], Value::Null));
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// A file of one index that a question needs cannot be had: the others answer it, and those that come
/// within a minute.
#[test]
fn an_index_whose_files_cannot_be_had_is_left_out_of_one_question() {
    let files = site();
    let is_down = Arc::new(AtomicBool::new(true));
    let (serve, down) = (files_in(files.path("")), is_down.clone());
    let host =
        Host::new(move |path: &str| match down.load(Ordering::Relaxed) && path.ends_with(".kds") {
            true => Answer::status(404),
            false => serve(path),
        });
    let react = format!("react={}", host.address("/search/"));
    let search = call("search_docs", &json!({ "query": "pebble" }));
    let (answers, said) = ask(&files, &["vue=site.kdx", &react], &[search.clone(), search.clone()]);
    for answer in &answers {
        let found = &answer["result"]["structuredContent"];
        assert!(of(&found["passages"], "docs").iter().all(|name| *name == "vue"));
        assert_eq!((&found["total"], &found["not_searched"]), (&json!(50), &json!(["react"])));
    }
    assert_eq!(said.matches("react: ").count(), 1, "{said}");
    let files_asked = host.asked().iter().filter(|path| path.ends_with(".kds")).count();
    assert!(files_asked > 0);
    let (_, said) = ask(&files, &["vue=site.kdx", &react], std::slice::from_ref(&search));
    assert_eq!(said.matches("react: ").count(), 1, "{said}");
    let of_one = host.asked().iter().filter(|path| path.ends_with(".kds")).count() - files_asked;
    assert_eq!(files_asked, of_one, "the second question does not ask the host");
    is_down.store(false, Ordering::Relaxed);
    let found = data(&files, &["vue=site.kdx", &react], &[search]).remove(0);
    assert_eq!(found["total"], 100);
}

/// The words of whoever gives feedback do not need the index, of which files cannot be had.
#[test]
fn feedback_is_taken_where_an_index_cannot_be_loaded() {
    let files = site();
    let serve = files_in(files.path(""));
    let host = Host::new(move |path: &str| match path.ends_with(".kds") {
        true => Answer::status(404),
        false => serve(path),
    });
    let react = format!("react={}", host.address("/search/"));
    let said = json!({ "query": "pebble", "helpful": false, "comment": "Not it",
        "ids": ["react::001.md#1.0", "vue::000.md#1.0", "002.md"] });
    let messages =
        [call("give_feedback", &said), call("search_docs", &json!({ "query": "pebble" }))];
    for (indexes, pages) in [
        (&["vue=site.kdx", &react][..], vec!["vue::000.html", "vue::002.html"]),
        (&[&react], vec![]),
    ] {
        let _ = std::fs::remove_file(files.path("log.jsonl"));
        let args = [indexes, &["--log", "log.jsonl"]].concat();
        let (answers, _) = ask(&files, &args, &messages);
        let noted = text(&answers[0]["result"]["content"][0]["text"]);
        assert!(noted.starts_with("Noted"), "{}", answers[0]);
        assert_eq!(answers[1].get("error").is_some(), indexes.len() == 1, "{}", answers[1]);
        let log = String::from_utf8(files.read("log.jsonl")).unwrap();
        let line: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        assert_eq!((&line["arguments"], line.get("failed")), (&said, None));
        assert_eq!(line.get("pages").cloned().unwrap_or(json!([])), json!(pages));
    }
}

#[test]
fn indexes_with_other_chunks_are_named_and_searched_by_themselves() {
    let files = three();
    let other = ["build", "notes", "-q", "-o", "other.kdx", "--levels", "100,300"];
    files.run(other).ok();
    let search = |docs: &Value| call("search_docs", &json!({ "query": "pebble", "docs": docs }));
    let messages = [
        search(&json!([])),
        search(&json!(["other"])),
        search(&json!(["vue", "other"])),
        call("grep_docs", &json!({ "pattern": "pebble" })),
        call("list_docs", &json!({})),
    ];
    let (answers, said) = ask(&files, &["vue.kdx", "other.kdx"], &messages);
    assert!(said.contains("other: it is searched by itself only"), "{said}");
    let data = |at: usize| &answers[at]["result"]["structuredContent"];
    assert_eq!(of(&data(0)["passages"], "docs"), ["vue"]);
    assert_eq!(data(0)["not_searched"], json!(["other"]));
    assert_eq!(of(&data(1)["passages"], "docs"), ["other"]);
    assert!(fault(&answers[2]).starts_with("docs: other cannot be searched together with vue"));
    assert_eq!(data(3)["lines"], 2);
    assert_eq!(data(4)["searched_alone"], json!(["other"]));
}

/// However many there are, the list has about as many tokens as allowed: names come before titles.
#[test]
fn a_list_of_many_indexes_has_a_bound() {
    let files = Files::new(&[]);
    files.write("docs/index.md", format!("# {}\n\nA pebble.\n", "Long title ".repeat(25)));
    files.run(["build", "docs", "-q", "-o", "one.kdx"]).ok();
    std::fs::create_dir(files.path("all")).unwrap();
    for number in 0..30 {
        let copy = files.path(&format!("all/documentation-{number:02}.kdx"));
        std::fs::copy(files.path("one.kdx"), copy).unwrap();
    }
    for (tokens, all, titled) in [(300, false, false), (2000, true, false), (10_000, true, true)] {
        let args = ["all", "--max-tokens", &tokens.to_string()];
        let answer = ask(&files, &args, &[call("list_docs", &json!({}))]).0.remove(0);
        let (words, list) =
            (text(&answer["result"]["content"][0]["text"]), &answer["result"]["structuredContent"]);
        for length in [words.len(), list.to_string().len()] {
            assert!(length < tokens * 3, "{length} of {tokens}: {words}");
        }
        let names = of(&list["docs"], "name");
        assert!(words.starts_with("30 documentations."), "{words}");
        assert!(names.iter().all(|name| words.contains(&format!("- {name}: "))), "{words}");
        assert_eq!(names.len() == 30, all, "{words}");
        assert_eq!(of(&list["docs"], "title").iter().all(|title| !title.is_empty()), titled);
        let left_out = 30 - names.len();
        match list["docs_left_out"].as_u64() {
            Some(count) => {
                assert_eq!((count as usize, all), (left_out, false));
                let said = format!("Documentations that did not fit: {count}.");
                assert!(words.contains(&said), "{words}");
            }
            None => assert_eq!(left_out, 0),
        }
    }
}

#[test]
fn kindex_toml_names_them() {
    let files = three();
    let list = [call("list_docs", &json!({}))];
    let names = |args: &[&str]| -> Vec<String> {
        let found = data(&files, args, &list).remove(0);
        of(&found["docs"], "name").into_iter().map(str::to_owned).collect()
    };
    let toml = "paths = [\"vue\"]\n[mcp]\nmax-tokens = 500\nindexes = { v = \"vue.kdx\", n = \"notes.kdx\" }\n";
    files.write("kindex.toml", toml);
    assert_eq!(names(&[]), ["n", "v"]);
    assert_eq!(names(&["a=vue.kdx", "b=notes.kdx"]), ["a", "b"]);
    // Another file, whose paths are those of its folder.
    files.write("sub/k.toml", "[mcp]\nindexes = [\"../vue.kdx\", \"../notes.kdx\"]\n");
    assert_eq!(names(&["--config", "sub/k.toml"]), ["vue", "notes"]);
    // What else is in it is for other commands.
    files.run(["build", "-q", "-o", "built.kdx"]).ok();
    for (text, said) in [
        ("[mcp]\nindexes = { \"a b\" = \"vue.kdx\" }\n", "a b: accepted are names"),
        ("[mcp]\nindexes = { \"a/b\" = \"vue.kdx\" }\n", "a name without slashes"),
        ("[mcp]\nindexs = [\"vue.kdx\"]\n", "there is no option indexs"),
        ("[mcp]\ntitle = \"T\"\n", "name an index: kindex mcp INDEX"),
        ("paths = [\"vue\"]\n", "name an index: kindex mcp INDEX"),
    ] {
        files.write("kindex.toml", text);
        let failed = files.run(["mcp"]);
        assert!(failed.stderr().contains(said), "{}", failed.stderr());
        assert_eq!(failed.0.status.code(), Some(2));
    }
    let none = files.run(["mcp", "--config", "kindex.toml"]);
    assert!(none.stderr().contains("kindex.toml: there is no [mcp] in it"), "{}", none.stderr());
}
