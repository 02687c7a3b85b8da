//! `--synonyms`

use super::Files;

fn site() -> Files {
    Files::new(&[
        ("docs/kube.md", "# Kubernetes\n\nIt runs containers.\n"),
        ("docs/shell.md", "# Shells\n\nRestart the terminal.\n"),
        ("docs/synonyms.txt", "k8s => kubernetes # short\nconsole, terminal\n"),
    ])
}

fn documents(files: &Files, query: &str) -> Vec<String> {
    let results = files.run(["search", "site.kdx", query, "--json"]).ok().json();
    let hits = results["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["document"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn words_are_found_by_others() {
    let files = site();
    let build = ["build", "docs", "-o", "site.kdx", "--synonyms", "docs/synonyms.txt"];
    let summary = files.run(build.into_iter().chain(["--json"])).ok().json();
    assert_eq!(summary["documents"], 2, "the rules are no page");
    files.run(["verify", "site.kdx"]).ok();
    assert_eq!(documents(&files, "k8s"), ["kube.md"]);
    assert_eq!(documents(&files, "consoles"), ["shell.md"]);
    let first = files.read("site.kdx");
    files.run(build).ok();
    assert_eq!(files.read("site.kdx"), first);
}

#[test]
fn wrong_rules_are_one_line_that_names_file_and_line() {
    let files = site();
    let error = |rules: &[u8]| {
        files.write("rules.txt", rules);
        files.run(["build", "docs", "-o", "site.kdx", "--synonyms", "rules.txt"]).failed()
    };
    let wrong = error(b"a, b\nsingle sign on, sso\n");
    assert!(wrong.starts_with("cannot use rules.txt: line 2: an entry is not one"), "{wrong}");
    assert!(error(b"caf\xe9, bar\n").starts_with("cannot read rules.txt: "));
    let missing = files.run(["build", "docs", "-o", "site.kdx", "--synonyms", "none"]).failed();
    assert!(missing.starts_with("cannot read none: "), "{missing}");
    assert!(!files.path("site.kdx").exists());
}

#[test]
fn they_are_measured() {
    let files = site();
    files.write("golden.yaml", "- query: k8s\n  page: kube.md\n");
    let eval = ["eval", "docs", "--golden", "golden.yaml", "--threshold", "success@1=1"];
    files.run(eval).failed();
    files.run(eval.into_iter().chain(["--synonyms", "docs/synonyms.txt"])).ok();
    let against = ["--against", "synonyms=docs/synonyms.txt", "--json"];
    let args = ["eval", "docs", "--golden", "golden.yaml"].into_iter().chain(against);
    let compared = files.run(args).ok().stdout();
    assert!(compared.contains("synonyms=docs/synonyms.txt"), "{compared}");
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let fixed = ["eval", "site.kdx", "--golden", "golden.yaml", "--synonyms", "docs/synonyms.txt"];
    assert!(files.run(fixed).refused().contains("synonyms of an index are fixed"));
}

#[cfg(unix)]
#[test]
fn a_link_to_the_synonyms_is_no_document_either() {
    let files = Files::new(&[
        ("docs/a.md", "# A\n\nA text.\n"),
        ("docs/rules.txt", "text => needle\n"),
        ("other/rules.txt", "A text of another folder.\n"),
    ]);
    std::os::unix::fs::symlink("rules.txt", files.path("docs/linked.txt")).unwrap();
    std::os::unix::fs::symlink("../other", files.path("docs/folder")).unwrap();
    let build = ["build", "docs", "-o", "site.kdx", "--include", "docs,text"];
    assert!(files.run(build).ok().stdout().contains(": 3 documents"));
    let with = [build.as_slice(), &["--synonyms", "docs/rules.txt"]].concat();
    let said = files.run(with).ok().stdout();
    assert!(said.contains(": 2 documents"), "{said}");
}
