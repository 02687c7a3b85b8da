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
    let args = ["--measures", "mrr,success@1,map", "--k", "1", "--per-query", "--json"];
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
fn documents_can_be_left_out_and_taken_together() {
    let files = scored();
    files.write("exclude.tsv", "query_id\tdoc_id\n1\tapi/open.html\n");
    files.write("groups.tsv", "install.md\tguide\napi/open.html\tapi\n");
    files.write("parents.tsv", "query_id\tparent_id\tgrade\n1\tapi\t1\n2\tguide\t1\n");
    let excluded = SCORE.into_iter().chain(["--exclude", "exclude.tsv", "--json"]);
    assert_eq!(files.run(excluded).ok().json()["measures"]["mrr@10"], 0.5);
    let grouped = ["eval", "--run", "run.txt", "--qrels", "parents.tsv", "--groups", "groups.tsv"];
    let grouped = files.run(grouped.into_iter().chain(["--json"])).ok().json();
    assert_eq!(grouped["measures"]["success@1"], 0.5);
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
