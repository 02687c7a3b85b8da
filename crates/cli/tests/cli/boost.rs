//! Pages that are raised, lowered and left out.

use super::Files;

const TEXT: &str = "# Page\n\nshell\n";

fn page(matter: &str) -> String {
    format!("---\n{matter}\n---\n{TEXT}")
}

/// The documents that a query finds, best first, with their scores.
fn found(files: &Files) -> Vec<(String, f64)> {
    let results = files.run(["search", "site.kdx", "shell", "--json"]).ok().json();
    let hits = results["hits"].as_array().unwrap().iter();
    let of = |hit: &serde_json::Value| {
        (hit["document"].as_str().unwrap().to_owned(), hit["score"].as_f64().unwrap())
    };
    hits.map(of).collect()
}

#[test]
fn pages_are_raised_by_their_word_and_by_their_path() {
    let files = Files::new(&[("docs/a.md", TEXT), ("docs/blog/c.md", TEXT)]);
    files.write("docs/b.md", page("search: {boost: 3}"));
    files.write("docs/d.md", page("search: false"));
    let args =
        ["build", "docs", "-o", "site.kdx", "--json", "--boost", "blog/=0.5", "--boost", "*.md=2"];
    let summary = files.run(args).ok().json();
    assert_eq!((&summary["documents"], &summary["unindexed"]), (&3.into(), &1.into()));
    let found = found(&files);
    let ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["b.md", "a.md", "blog/c.md"]);
    let ratio = |a: usize, b: usize| found[a].1 / found[b].1;
    assert!((ratio(0, 1) - 3.0).abs() < 1e-9 && (ratio(1, 2) - 4.0).abs() < 1e-9, "{found:?}");
    let shown = files.run(["search", "site.kdx", "shell", "--explain"]).ok();
    assert!(shown.stdout().contains("x 6, the boost"), "{}", shown.stdout());
    files.run(["verify", "site.kdx"]).ok();
}

#[test]
fn pages_are_lowered_by_age() {
    let files = Files::new(&[]);
    for (name, date) in [("a", "2023-12-02"), ("b", "2024-01-01"), ("c", "1999-01-01")] {
        files.write(&format!("docs/{name}.md"), page(&format!("date: {date}")));
    }
    files.run(["build", "docs", "-o", "site.kdx", "--recency", "30"]).ok();
    let found = found(&files);
    let ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["b.md", "a.md", "c.md"]);
    assert!((found[1].1 / found[0].1 - 0.75).abs() < 1e-9, "{found:?}");
}

#[test]
fn boosts_that_cannot_be_used_are_refused() {
    let files = Files::new(&[("docs/a.md", TEXT)]);
    for flags in
        [["--boost", "blog"], ["--boost", "*.md=0"], ["--recency", "0"], ["--recency", "inf"]]
    {
        let args = ["build", "docs", "-o", "site.kdx"].into_iter().chain(flags);
        let ran = files.run(args);
        assert_eq!(ran.0.status.code(), Some(2));
        assert!(ran.stderr().contains(flags[0]), "{}", ran.stderr());
    }
}

#[test]
fn results_can_be_sorted() {
    let files = Files::new(&[("docs/none.md", TEXT)]);
    for (name, weight) in [("a", "10"), ("b", "9"), ("c", "-1")] {
        files.write(&format!("docs/{name}.md"), page(&format!("weight: {weight}")));
    }
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let found = |sort: &str| {
        let results = files.run(["search", "site.kdx", "shell", "--json", "--sort", sort]).ok();
        let hits = results.json()["hits"].as_array().unwrap().clone();
        let ids = hits.iter().map(|hit| hit["document"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found("weight"), "c.md b.md a.md none.md");
    assert_eq!(found("weight:desc"), "a.md b.md c.md none.md");
    assert_eq!(
        files.run(["search", "site.kdx", "shell", "--sort", ":desc"]).0.status.code(),
        Some(2)
    );
}

#[test]
fn of_pages_with_one_name_the_one_that_is_linked_to_comes_first() {
    let files = Files::new(&[
        ("docs/cache/fetch.md", "# Cache: fetch()\n\nFetches. What `fetch()` fetches is kept.\n"),
        ("docs/window/fetch.md", "# Window: fetch()\n\nIt fetches.\n"),
        ("docs/a.md", "# One\n\nUse [the call](window/fetch.md), or [another](cache/fetch.md).\n"),
        ("docs/b.html", "<title>Two</title><main><a href='./window/fetch/'>call</a></main>"),
        ("docs/c.md", "# Three\n\nAsk for [it](https://x.dev/window/fetch).\n"),
    ]);
    let first = |flags: &[&str]| {
        let base = ["build", "docs", "-o", "site.kdx", "--base-url", "https://x.dev/"];
        files.run(base.iter().chain(flags)).ok();
        let results = files.run(["search", "site.kdx", "fetch", "--json"]).ok().json();
        results["hits"][0]["document"].as_str().unwrap().to_owned()
    };
    assert_eq!(first(&[]), "window/fetch.md");
    // Without its links the page that has the word more often is first.
    let alone = ["--exclude=a.md", "--exclude=b.html", "--exclude=c.md"];
    assert_eq!(first(&alone), "cache/fetch.md");
}
