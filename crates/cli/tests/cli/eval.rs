//! `kindex eval`

use super::{Files, keys};

const QUERIES: &str = "{\"id\":\"1\",\"text\":\"restart shell\",\"subset\":\"task\"}\n\
                       {\"id\":\"2\",\"text\":\"opens\",\"subset\":\"name\"}\n\
                       {\"id\":\"3\",\"text\":\"nobody judged this\"}\n";
const QRELS: &str = "query_id\tdoc_id\tgrade\n1\tinstall.md\t2\n2\tapi/open.html\t1\n";

/// A run with the queries and judgements of a small site.
fn scored() -> Files {
    let run = "1 Q0 api/open.html 1 9 x\n1 Q0 install.md 2 8 x\n9 Q0 api/open.html 1 1 x\n";
    Files::new(&[("run.txt", run), ("queries.jsonl", QUERIES), ("qrels.tsv", QRELS)])
}

const SCORE: [&str; 5] = ["eval", "--run", "run.txt", "--qrels", "qrels.tsv"];

#[test]
fn a_run_is_scored() {
    let files = scored();
    let args = SCORE.into_iter().chain(["--queries", "queries.jsonl", "--json"]);
    let report = files.run(args).ok().json();
    assert_eq!(keys(&report), ["measures", "queries", "subsets"]);
    assert_eq!(report["queries"], 2);
    let names = ["map", "mrr@10", "mrr@3", "ndcg@10", "recall@10", "recall@100", "success@1"];
    assert_eq!(keys(&report["measures"]), names);
    assert_eq!(report["measures"]["mrr@10"], 0.25);
    assert_eq!(report["measures"]["ndcg@10"], 1.0 / 3.0_f64.log2() / 2.0);
    assert_eq!(report["subsets"]["task"]["queries"], 1);
    assert_eq!(report["subsets"]["task"]["measures"]["mrr@10"], 0.5);
    assert_eq!(report["subsets"]["name"]["measures"]["recall@100"], 0.0);
    assert_eq!(keys(&report["subsets"]), ["name", "task"]);
}

#[test]
fn what_is_measured_can_be_chosen() {
    let files = scored();
    let args = ["--measures", "mrr@1,success@1,map", "--per-query", "--json"];
    let report = files.run(SCORE.into_iter().chain(args)).ok().json();
    assert_eq!(keys(&report["measures"]), ["map", "mrr@1", "success@1"]);
    assert_eq!(report["perQuery"]["1"]["measures"]["map"], 0.5);
    assert_eq!(report["perQuery"]["1"]["measures"]["mrr@1"], 0.0);
    assert_eq!(report["subsets"].as_object().unwrap().len(), 0);
    let text = files.run(SCORE.into_iter().chain(["--per-query", "--measures", "mrr@3"])).ok();
    let text = text.stdout();
    let lines: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    let wanted: [&[&str]; 4] = [
        &["queries", "mrr@3"],
        &["1", "1", "0.5000"],
        &["2", "1", "0.0000"],
        &["all", "2", "0.2500"],
    ];
    assert_eq!(lines, wanted);
}

#[test]
fn documents_can_be_left_out() {
    let files = scored();
    files.write("exclude.tsv", "query_id\tdoc_id\n1\tapi/open.html\n");
    let excluded = SCORE.into_iter().chain(["--exclude", "exclude.tsv", "--json"]);
    assert_eq!(files.run(excluded).ok().json()["measures"]["mrr@10"], 0.5);
}

#[test]
fn what_is_wrong_is_named() {
    let files = scored();
    files.write("bad.jsonl", "{\"id\":\"1\",\"text\":\"a\"}\nquery\n");
    files.write("other.jsonl", "{\"id\":\"x\",\"text\":\"a\"}\n");
    files.write("empty.tsv", "query_id\tdoc_id\tgrade\n");
    let failed = |args: &[&str]| files.run([&["eval", "--run", "run.txt"], args].concat()).failed();
    let error = failed(&["--qrels", "qrels.tsv", "--queries", "bad.jsonl"]);
    assert!(error.starts_with("bad.jsonl: line 2: it is not JSON"), "{error}");
    let error = failed(&["--qrels", "qrels.tsv", "--queries", "other.jsonl"]);
    assert!(error.contains("no query of other.jsonl has a judgement in qrels.tsv"), "{error}");
    let error = failed(&["--qrels", "empty.tsv"]);
    assert!(error.contains("empty.tsv: there are no judgements"), "{error}");
    let error = failed(&["--qrels", "none.tsv"]);
    assert!(error.contains("cannot read none.tsv"), "{error}");
    let ran = files.run(SCORE.into_iter().chain(["--measures", "ndgc@10"]));
    assert_eq!(ran.0.status.code(), Some(2));
    assert!(ran.stderr().contains("accepted are ndcg, mrr, map"), "{}", ran.stderr());
}

/// A small site, and what two queries should find there.
fn site() -> Files {
    let files = Files::indexed();
    files.write("queries.jsonl", QUERIES);
    files.write("qrels.tsv", QRELS);
    files
}

fn asked(index: &str) -> Vec<&str> {
    vec!["eval", index, "--queries", "queries.jsonl", "--qrels", "qrels.tsv", "--json"]
}

#[test]
fn an_index_and_what_it_is_made_of_measure_the_same() {
    let files = site();
    let index = files.run(asked("site.kdx")).ok().json();
    assert_eq!(index["queries"], 2);
    assert_eq!(index["measures"]["ndcg@10"], 1.0);
    assert_eq!(index["subsets"]["name"]["measures"]["success@1"], 1.0);
    assert_eq!(files.run(asked("docs")).ok().json(), index);
    let lines = "{\"id\":\"install.md\",\"title\":\"Install\",\"text\":\"Restart the shell.\"}\n\
                 {\"id\":\"api/open.html\",\"title\":\"Open\",\"text\":\"Opens a shell.\"}\n";
    files.write("corpus.jsonl", lines);
    assert_eq!(files.run(asked("corpus.jsonl")).ok().json(), index);
}

#[test]
fn a_run_that_was_written_measures_the_same() {
    let files = Files::corpus(&[]);
    let queries = ["theme colours", "deploy with rsync", "filters for dates", "nothing like it"];
    let queries = queries.iter().enumerate();
    let lines = queries.map(|(at, text)| format!("{{\"id\":{at},\"text\":\"{text}\"}}\n"));
    files.write("queries.jsonl", lines.collect::<String>());
    files.write(
        "qrels.tsv",
        "0\tthemes.md\t2\n0\tconfig.md\t1\n1\tinstall.md\t1\n2\tnotes.txt\t1\n3\tindex.md\t1\n",
    );
    let args = asked("site.kdx");
    let measured = files.run(args.into_iter().chain(["--write-run", "run.txt"])).ok().json();
    let scored = files.run(SCORE.into_iter().chain(["--json"])).ok().json();
    assert_eq!(scored, measured);
    assert!(measured["measures"]["map"].as_f64().unwrap() < 1.0);
    let run = String::from_utf8(files.read("run.txt")).unwrap();
    assert!(run.lines().count() > 8, "{run}");
    assert!(run.lines().all(|line| line.split(' ').count() == 6), "{run}");
}

#[test]
fn excluded_documents_make_room_for_deeper_ones() {
    let files = Files::new(&[("queries.jsonl", "{\"id\":1,\"text\":\"knots\"}\n")]);
    let line = |at: usize| format!("{{\"id\":{at},\"text\":\"knots\"}}\n");
    files.write("corpus.jsonl", (0..150).map(line).collect::<String>());
    files.write("exclude.tsv", (0..140).map(|at| format!("1\t{at}\n")).collect::<String>());
    files.write("qrels.tsv", "1\t140\t1\n");
    let ran = files.run(asked("corpus.jsonl").into_iter().chain(["--exclude", "exclude.tsv"]));
    assert_eq!(ran.ok().json()["measures"]["success@1"], 1.0);
}

#[test]
fn measures_see_as_many_results_as_they_look_at() {
    let files = Files::new(&[("queries.jsonl", "{\"id\":1,\"text\":\"knots\"}\n")]);
    let line = |at: usize| format!("{{\"id\":{at},\"text\":\"knots\"}}\n");
    files.write("corpus.jsonl", (0..150).map(line).collect::<String>());
    files.write("qrels.tsv", "1\t140\t1\n");
    let all = asked("corpus.jsonl").into_iter().chain(["--measures", "recall@150,recall@100"]);
    let report = files.run(all).ok().json();
    assert_eq!(report["measures"]["recall@150"], 1.0);
    assert_eq!(report["measures"]["recall@100"], 0.0);
}

#[test]
fn sections_are_found_by_their_anchors() {
    let long = "Words that fill the page. ".repeat(100);
    let page = format!(
        "# Guide\n\n{long}\n\n## Knots\n\nA bowline.\n\n{long}\n\n## Ropes\n\nStatic.\n\n{long}\n"
    );
    let files = Files::new(&[("docs/guide.md", &page)]);
    files.write(
        "queries.jsonl",
        "{\"id\":1,\"text\":\"bowline\"}\n{\"id\":2,\"text\":\"bowline\"}\n",
    );
    let names = "query_id\tdoc_id\tfragment\n";
    files.write("qrels.tsv", format!("{names}1\tguide.md\tknots\n2\tguide.md\tropes\n"));
    let report = files.run(asked("docs").into_iter().chain(["--per-query"])).ok().json();
    assert_eq!(report["perQuery"]["1"]["measures"]["success@1"], 1.0);
    assert_eq!(report["perQuery"]["2"]["measures"]["recall@100"], 0.0);
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let indexed = files.run(asked("site.kdx").into_iter().chain(["--per-query"])).ok().json();
    assert_eq!(indexed, report);
}

#[test]
fn judgements_of_another_index_are_refused() {
    let files = site();
    let error = files.run(asked(".")).failed();
    assert!(error.contains("ids there begin with docs/"), "{error}");
    files.write("qrels.tsv", "1\tother.md\t1\n2\tmore.md\t1\n");
    let error = files.run(asked("site.kdx")).failed();
    assert!(error.contains("judgements name such as more.md"), "{error}");
    files.write("qrels.tsv", "1\tinstall.md\t1\n2\tmore.md\t1\n");
    let ran = files.run(asked("site.kdx")).ok();
    assert!(ran.stderr().contains("1 of the 2 documents judged are not"), "{}", ran.stderr());
    assert_eq!(ran.json()["measures"]["recall@10"], 0.5);
    let error = files.run(asked("site.kdx").into_iter().chain(["--levels", "100"])).refused();
    assert!(error.contains("levels, language and synonyms of an index are fixed"), "{error}");
}

#[test]
fn two_configurations_are_compared() {
    let files = site();
    let compared = files.run(asked("docs").into_iter().chain(["--against", "preset=flat,k1=2"]));
    let compared = compared.ok().json();
    let against = &compared["against"];
    assert_eq!(compared["measures"]["ndcg@10"], 1.0);
    assert_eq!(against["settings"], "preset=flat,k1=2");
    assert!(against["test"].as_str().unwrap().contains("randomization"));
    let difference = &against["differences"]["ndcg@10"];
    assert_eq!(keys(difference), ["better", "difference", "p", "worse"]);
    let sum = 1.0 + difference["difference"].as_f64().unwrap();
    assert!((against["measures"]["ndcg@10"].as_f64().unwrap() - sum).abs() < 1e-12);
    let text = asked("docs").into_iter().filter(|arg| *arg != "--json").chain(["--against", "b=0"]);
    let text = files.run(text).ok().stdout();
    assert!(text.contains("difference") && text.contains("ndcg@10"), "{text}");
    let error = files.run(asked("docs").into_iter().chain(["--against", "k=1"])).refused();
    assert!(
        error.contains("there is no setting \"k\"; accepted are preset, return-level"),
        "{error}"
    );
    let error =
        files.run(asked("site.kdx").into_iter().chain(["--against", "levels=90"])).refused();
    assert!(error.contains("fixed"), "{error}");
}

#[test]
fn grids_are_tried_and_the_best_comes_first() {
    let files = site();
    // With titles alone in doubt, only a page's text can decide.
    files.write("qrels.tsv", "1\tinstall.md\t1\n2\tapi/open.html\t1\n");
    files.write(
        "queries.jsonl",
        "{\"id\":1,\"text\":\"install\"}\n{\"id\":2,\"text\":\"opens shell\"}\n",
    );
    let by = ["--measures", "mrr,ndcg"];
    let sweep = ["--sweep", "levels=2000/500,300/60", "--sweep", "k1=0.5,1.5,0.5"];
    let rows = files.run(asked("docs").into_iter().chain(by).chain(sweep)).ok().json();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 6);
    let figures: Vec<f64> =
        rows.iter().map(|row| row["measures"]["mrr@10"].as_f64().unwrap()).collect();
    assert!(figures.is_sorted_by(|a, b| a >= b), "{figures:?}");
    let one = ["--levels", "300,60", "--k1", "1.5"];
    let first = files.run(asked("docs").into_iter().chain(by).chain(one));
    let row = rows.iter().find(|row| row["settings"] == "levels=300/60,k1=1.5").unwrap();
    assert_eq!(row["measures"], first.ok().json()["measures"]);
}

#[test]
fn a_golden_set_is_a_check() {
    let files = Files::indexed();
    files.write(
        "golden.yaml",
        "- query: restart the shell\n  page: install.md#shells\n\
         - query: opens\n  pages: [https://x.dev/d/api/open.html]\n  within: 1\n\
         - query: opens a shell\n  page: install.md\n  within: 1\n",
    );
    let golden = ["eval", "site.kdx", "--golden", "golden.yaml"];
    let text = files.run(golden).ok().stdout();
    assert!(text.contains("opens a shell  not within 1\n   install.md is number 2\n"), "{text}");
    assert!(text.contains("instead: api/open.html, install.md\n2 of 3 entries"), "{text}");
    let report = files.run(golden.into_iter().chain(["--json"])).ok().json();
    assert_eq!(report["failed"][0]["found"][0], "api/open.html");
    assert_eq!(report["failed"].as_array().unwrap().len(), 1);
    let with = |least: &'static str| golden.into_iter().chain(["--threshold", least]);
    files.run(with("success@3=1")).ok();
    let error = files.run(with("success@1=0.9")).failed();
    assert_eq!(error, "success@1 is 0.6667, below 0.9");
    files.write("golden.yaml", "- query: shell\n  page: instal.md\n- query: x\n  page: open\n");
    let error = files.run(golden).failed();
    assert!(
        error.contains("golden.yaml: line 1: no page has the id or URL \"instal.md\""),
        "{error}"
    );
    files.write("golden.jsonl", "{\"query\":\"x\",\"page\":\"/d/install\"}\n");
    let error = files.run(["eval", "site.kdx", "--golden", "golden.jsonl"]).failed();
    assert!(error.contains("did you mean install.md"), "{error}");
}
