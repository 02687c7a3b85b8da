//! Indexes of several tenants in one file.

use super::Files;

const NOTES: &str = concat!(
    r#"{"id":"a","url":"/a","text":"restart the shell","tenant":"red"}"#,
    "\n",
    r#"{"id":"b","url":"/b","text":"restart the router","tenant":"red"}"#,
    "\n",
    r#"{"id":"a","url":"/a","text":"restart the secret","tenant":"blue"}"#,
    "\n",
);

fn two() -> Files {
    let files = Files::new(&[("notes.jsonl", NOTES)]);
    files.run(["build", "notes.jsonl", "-o", "site.kdx", "--strict"]).ok();
    files
}

#[test]
fn one_tenant_never_sees_another() {
    let files = two();
    let texts = |tenant: &str, query: &str| {
        let args = ["search", "site.kdx", query, "--json", "--tenant", tenant];
        let results = files.run(args).ok().json();
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
    let stats = |tenant| files.run(["stats", "site.kdx", "--json", "--tenant", tenant]).ok().json();
    assert_eq!(stats("red")["documents"], 2);
    assert_eq!(stats("blue")["documents"], 1);
    let tree = |tenant| files.run(["tree", "site.kdx", "/a", "--tenant", tenant]).ok().stdout();
    assert!(tree("blue").contains("secret"));
    assert!(!tree("red").contains("secret"));
    let error = files.run(["tree", "site.kdx", "b", "--tenant", "blue"]).failed();
    assert!(error.contains("no page or chunk"), "{error}");
}

#[test]
fn the_tenant_must_be_named_and_known() {
    let files = two();
    let single = Files::indexed();
    let commands: [&[&str]; 3] =
        [&["search", "site.kdx", "shell"], &["stats", "site.kdx"], &["tree", "site.kdx", "a"]];
    for command in commands {
        let run = |files: &Files, tenant: &[&str]| {
            let ran = files.run(command.iter().chain(tenant));
            assert_eq!(ran.stderr().lines().count(), 1, "{command:?}");
            ran.refused()
        };
        assert_eq!(run(&files, &[]), "--tenant: the index holds several; name one");
        let wrong = run(&files, &["--tenant", "green"]);
        assert_eq!(wrong, "--tenant: the index has none of that name");
        let none = run(&single, &["--tenant", "red"]);
        assert_eq!(none, "--tenant: the index does not keep tenants; name none");
    }
}

#[test]
fn all_tenants_are_built_counted_and_checked() {
    let files = two();
    let args = ["build", "notes.jsonl", "-o", "site.kdx"];
    let summary = files.run(args.iter().chain(&["--json"])).ok().json();
    assert_eq!(summary["tenants"], 2);
    assert_eq!(summary["documents"], 3);
    assert_eq!(summary["levels"][0]["chunks"], 3);
    assert_eq!(summary["bytes"], files.read("site.kdx").len());
    let text = files.run(args).ok().stdout();
    assert!(text.starts_with("site.kdx: 2 tenants, 3 documents, 3 chunks of 2,000"), "{text}");
    assert_eq!(files.run(["verify", "site.kdx"]).ok().stdout(), "site.kdx: OK\n");
    let good = files.read("site.kdx");
    for at in (0..good.len()).step_by(good.len() / 40) {
        let mut bad = good.clone();
        bad[at] ^= 0x20;
        files.write("bad.kdx", &bad);
        files.run(["verify", "bad.kdx"]).failed();
    }
}

#[test]
fn documents_that_name_no_tenant_are_given_one() {
    let files = two();
    files.write("docs/c.md", "restart the rest\n");
    let args = ["build", "docs", "notes.jsonl", "-o", "all.kdx"];
    let skipped = files.run(args).ok().stderr();
    assert!(skipped.contains("name one in all of them or in none"), "{skipped}");
    files.run(args.iter().chain(&["--tenant", "green", "--strict"])).ok();
    for (tenant, documents) in [("green", 1), ("red", 2), ("blue", 1)] {
        let stats = files.run(["stats", "all.kdx", "--json", "--tenant", tenant]).ok().json();
        assert_eq!(stats["documents"], documents, "{tenant}");
    }
}

#[test]
fn several_indexes_of_a_configuration_are_tenants_of_one_file() {
    let files = Files::new(&[
        ("red/a.md", "# A\n\nrestart the shell\n"),
        ("blue/a.md", "# B\n\nein Knoten\n"),
    ]);
    let of = |output: &str, more: &str| {
        format!(
            "[[index]]\npaths = ['red']\noutput = 'all.kdx'\ntenant = 'red'\n\
             [[index]]\npaths = ['blue']\noutput = '{output}'\ntenant = 'blue'\n{more}"
        )
    };
    files.write("kindex.toml", of("./all.kdx", "language = 'de'\n"));
    let summary = files.run(["build", "--json"]).ok().json();
    assert_eq!(summary["tenants"], 2);
    let language = |tenant| {
        let stats = files.run(["stats", "all.kdx", "--json", "--tenant", tenant]).ok().json();
        stats["language"].as_str().unwrap().to_owned()
    };
    assert_eq!([language("red"), language("blue")], ["en", "de"]);
    let before = files.read("all.kdx");
    files.write("kindex.toml", of("all.kdx", "exclude = ['*.md']\n"));
    files.run(["build", "--quiet"]).failed();
    assert_eq!(files.read("all.kdx"), before, "the old file stays where a part fails");
}
