//! An index for each of several tenants.

use super::{Files, exists};

const NOTES: &str = concat!(
    r#"{"id":"a","url":"/a","text":"restart the shell","tenant":"red"}"#,
    "\n",
    r#"{"id":"b","url":"/b","text":"restart the router","tenant":"red"}"#,
    "\n",
    r#"{"id":"a","url":"/a","text":"restart the secret","tenant":"blue"}"#,
    "\n",
);

/// The indexes `red.kdx` and `blue.kdx`.
fn two() -> Files {
    let files = Files::new(&[("notes.jsonl", NOTES)]);
    files.run(["build", "notes.jsonl", "-o", "{tenant}.kdx", "--strict"]).ok();
    files
}

#[test]
fn one_tenant_never_sees_another() {
    let files = two();
    let texts = |tenant: &str, query: &str| {
        let index = format!("{tenant}.kdx");
        let results = files.run(["search", &index, query, "--json"]).ok().json();
        let hits = results["hits"].as_array().unwrap().iter();
        let mut texts: Vec<String> =
            hits.map(|hit| hit["text"].as_str().unwrap().trim().into()).collect();
        texts.sort();
        texts
    };
    assert_eq!(texts("red", "restart"), ["restart the router", "restart the shell"]);
    assert_eq!(texts("blue", "restart"), ["restart the secret"]);
    assert_eq!(texts("red", "secret"), [""; 0]);
    assert_eq!(texts("blue", "shell"), [""; 0]);
    let stats = |index| files.run(["stats", index, "--json"]).ok().json();
    assert_eq!(stats("red.kdx")["documents"], 2);
    assert_eq!(stats("blue.kdx")["documents"], 1);
    let tree = |index| files.run(["tree", index, "/a"]).ok().stdout();
    assert!(tree("blue.kdx").contains("secret"));
    assert!(!tree("red.kdx").contains("secret"));
    let error = files.run(["tree", "blue.kdx", "b"]).failed();
    assert!(error.contains("no page or chunk"), "{error}");
    let (red, blue) = (files.read("red.kdx"), files.read("blue.kdx"));
    let has = |bytes: &[u8], word: &str| bytes.windows(word.len()).any(|it| it == word.as_bytes());
    assert!(has(&blue, "secret") && has(&red, "shell"));
    assert!(!has(&red, "secret") && !has(&blue, "shell"));
}

/// Not even a frequency of another tenant is in it.
#[test]
fn a_tenant_has_the_index_of_its_documents_alone() {
    let files = two();
    for tenant in ["red", "blue"] {
        let own: String =
            NOTES.lines().filter(|line| line.contains(tenant)).flat_map(|it| [it, "\n"]).collect();
        files.write("own.jsonl", own);
        files.run(["build", "own.jsonl", "-o", "own.kdx"]).ok();
        assert!(files.read("own.kdx") == files.read(&format!("{tenant}.kdx")), "{tenant}");
    }
    files.run(["build", "notes.jsonl", "-o", "{tenant}/", "--layout", "sharded"]).ok();
    files.run(["build", "notes.jsonl", "-o", "by/{tenant}/site.kdx"]).ok();
    for tenant in ["red", "blue"] {
        let one = files.read(&format!("{tenant}.kdx"));
        assert!(files.read(&format!("by/{tenant}/site.kdx")) == one);
        let found = |index: &str| files.run(["search", index, "restart", "--json"]).ok().json();
        assert_eq!(found(tenant)["total"], found(&format!("{tenant}.kdx"))["total"]);
    }
}

#[test]
fn two_tenants_are_never_in_one_index() {
    let files = Files::new(&[("notes.jsonl", NOTES)]);
    let refused = |output: &str| files.run(["build", "notes.jsonl", "-o", output]).refused();
    let expected = "--output: an index is of one tenant, and documents are of \"blue\" and of \"red\"; write {tenant} in it, as in -o 'out/{tenant}.kdx', to make an index for each";
    assert_eq!(refused("site.kdx"), expected);
    assert_eq!(refused("search/"), expected);
    assert_eq!(files.names(), ["notes.jsonl"], "nothing is written");
    let only = NOTES.lines().next().unwrap();
    files.write("notes.jsonl", only);
    files.run(["build", "notes.jsonl", "-o", "site.kdx"]).ok();
}

#[test]
fn all_or_no_documents_name_a_tenant() {
    let files = two();
    files.write("docs/c.md", "restart the rest\n");
    let args = ["build", "notes.jsonl", "docs", "-o", "all-{tenant}.kdx"];
    let error = files.run(args).refused();
    assert_eq!(
        error,
        "--tenant: the document \"c.md\" names none, and those before it name one; name one in all of them or in none"
    );
    let none = files.run(["build", "docs", "-o", "all-{tenant}.kdx"]).refused();
    assert!(none.starts_with("--output: {tenant} is the tenant of documents, and these"), "{none}");
    assert!(!files.names().iter().any(|name| name.starts_with("all")));
    files.run(args.iter().chain(&["--tenant", "green", "--strict"])).ok();
    for (tenant, documents) in [("green", 1), ("red", 2), ("blue", 1)] {
        let index = format!("all-{tenant}.kdx");
        let stats = files.run(["stats", &index, "--json"]).ok().json();
        assert_eq!(stats["documents"], documents, "{tenant}");
    }
}

#[test]
fn names_that_are_no_files_are_refused() {
    let files = Files::new(&[]);
    for name in ["", ".", "..", "../red", "a/b", "a\\b", "a\0", "con", "a:b", "%2e%2e"] {
        let record = serde_json::json!({ "id": "a", "text": "restart", "tenant": name });
        files.write("notes.jsonl", format!("{record}\n"));
        let ran = files.run(["build", "notes.jsonl", "-o", "out-{tenant}.kdx"]);
        assert!(!ran.0.status.success(), "{name:?}");
        assert!(ran.stderr().contains("tenant"), "{name:?}: {}", ran.stderr());
        assert_eq!(files.names(), ["notes.jsonl"], "{name:?}");
    }
    let same = NOTES.replace("blue", "RED");
    files.write("notes.jsonl", same);
    let error = files.run(["build", "notes.jsonl", "-o", "{tenant}.kdx"]).refused();
    assert!(error.contains("names that some systems do not tell apart"), "{error}");
    assert_eq!(files.names(), ["notes.jsonl"]);
}

#[test]
fn all_tenants_are_built_and_counted() {
    let files = two();
    let args = ["build", "notes.jsonl", "-o", "{tenant}.kdx"];
    let summary = files.run(args.iter().chain(&["--json"])).ok().json();
    assert_eq!(summary["tenants"], 2);
    assert_eq!(summary["documents"], 3);
    assert_eq!(summary["levels"][0]["chunks"], 3);
    assert_eq!(summary["bytes"], files.read("red.kdx").len() + files.read("blue.kdx").len());
    let text = files.run(args).ok().stdout();
    assert!(
        text.starts_with("{tenant}.kdx: 2 tenants, 3 documents, 3 chunks of up to 2,000"),
        "{text}"
    );
    let folders = ["build", "notes.jsonl", "-o", "{tenant}/", "--layout", "sharded", "--json"];
    let summary = files.run(folders).ok().json();
    let count = |tenant| std::fs::read_dir(files.path(tenant)).unwrap().count();
    assert_eq!(summary["files"], count("red") + count("blue"));
}

#[test]
fn an_update_keeps_the_documents_of_all_tenants() {
    let files = two();
    let args = ["build", "notes.jsonl", "-o", "{tenant}.kdx", "--update", "--json"];
    let error = files.run(args).refused();
    assert!(error.ends_with("name it with --cache"), "{error}");
    let args = args.iter().chain(&["--cache", "notes.cache"]);
    files.run(args.clone()).ok();
    assert_eq!(files.run(args).ok().json()["reused"], 1);
    assert!(!exists(&files.path("{tenant}.kdx.cache")));
}

#[test]
fn several_indexes_of_a_configuration_are_of_tenants() {
    let files = Files::new(&[
        ("red/a.md", "# A\n\nrestart the shell\n"),
        ("blue/a.md", "# B\n\nein Knoten\n"),
    ]);
    let of = |output: &str, more: &str| {
        format!(
            "[[index]]\npaths = ['red']\noutput = '{{tenant}}.kdx'\ntenant = 'red'\n\
             [[index]]\npaths = ['blue']\noutput = '{output}'\n{more}"
        )
    };
    files.write("kindex.toml", of("./{tenant}.kdx", "tenant = 'blue'\nlanguage = 'de'\n"));
    let summary = files.run(["build", "--json"]).ok().json();
    assert_eq!(summary["tenants"], 2);
    let language = |index| {
        let stats = files.run(["stats", index, "--json"]).ok().json();
        stats["language"].as_str().unwrap().to_owned()
    };
    assert_eq!([language("red.kdx"), language("blue.kdx")], ["en", "de"]);
    let before = [files.read("red.kdx"), files.read("blue.kdx")];
    files.write("kindex.toml", of("{tenant}.kdx", "tenant = 'blue'\nexclude = ['*.md']\n"));
    files.run(["build", "--quiet"]).failed();
    let after = [files.read("red.kdx"), files.read("blue.kdx")];
    assert_eq!(after, before, "the old files stay where a part fails");
    // Nor does one part write over what another one wrote.
    files.write("blue/more.jsonl", NOTES.lines().next().unwrap());
    files.write("kindex.toml", of("{tenant}.kdx", "tenant = 'blue'\n"));
    assert!(files.run(["build"]).refused().contains("two indexes are of \"red\""));
    assert_eq!([files.read("red.kdx"), files.read("blue.kdx")], before);
}

#[cfg(unix)]
#[test]
fn an_output_that_is_not_unicode_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let files = Files::new(&[("notes.jsonl", NOTES)]);
    let args = ["build", "notes.jsonl", "-o"].map(OsStr::new);
    let ran = files.run(args.into_iter().chain([OsStr::from_bytes(b"\xff{tenant}.kdx")]));
    assert!(ran.refused().contains("it must be Unicode"), "{}", ran.stderr());
    assert_eq!(files.names(), ["notes.jsonl"]);
}
