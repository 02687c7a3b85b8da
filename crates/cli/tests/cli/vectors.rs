//! `--vectors` and `--vector`

use super::Files;
use serde_json::{Value, json};

const CAR: &str = "[1, 0.1, 0, 0, 0, 0, 0, 0]";
const CAT: &str = "[0, 0.1, 1, 0, 0, 0, 0, 0]";

/// Three pages, and vectors of two of them.
fn site() -> Files {
    Files::new(&[
        ("docs/car.md", "# Wheels\n\nAn automobile needs petrol.\n"),
        ("docs/cat.md", "# Paws\n\nA kitten needs milk.\n"),
        ("docs/rest.md", "# Rest\n\nOthers need sleep.\n"),
        (
            "docs/vectors.jsonl",
            &format!(
                "{{\"id\": \"car.md#0.0\", \"vector\": {CAR}}}\n{{\"id\": \"cat.md#1.0\", \"vector\": {CAT}}}\n"
            ),
        ),
    ])
}

const BUILD: [&str; 6] = ["build", "docs", "-o", "site.kdx", "--vectors", "docs/vectors.jsonl"];

/// The summary of a build with more flags.
fn summary(files: &Files, flags: &[&str]) -> Value {
    files.run(BUILD.iter().chain(flags).chain(&["--json"])).ok().json()
}

/// The documents that a search finds, in order.
fn found(files: &Files, args: &[&str]) -> Vec<String> {
    let results = files.run(["search"].iter().chain(args).chain(&["--json"])).ok().json();
    let hits = results["hits"].as_array().unwrap().iter();
    hits.map(|hit| hit["document"].as_str().unwrap().to_owned()).collect()
}

/// The message about a command line that cannot be read.
fn usage(files: &Files, args: &[&str]) -> String {
    let ran = files.run(args);
    assert_eq!(ran.0.status.code(), Some(2));
    ran.stderr()
}

#[test]
fn pages_are_found_by_what_they_mean() {
    let files = site();
    let summary = summary(&files, &["--strict", "--embedder", "small"]);
    assert_eq!(summary["documents"], 3, "vectors are no page");
    let expected = json!({
        "embedder": "small", "dimensions": 8, "kept": 8, "bits": 4, "level": 1,
        "chunks": 2, "all": 3, "lacking": 1,
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&summary["vectors"][key], value, "{key}");
    }
    files.run(["verify", "site.kdx"]).ok();
    assert_eq!(found(&files, &["site.kdx", "vehicle"]), [""; 0]);
    assert_eq!(found(&files, &["site.kdx", "vehicle", "--vector", CAR])[0], "car.md");
    assert_eq!(found(&files, &["site.kdx", "--vector", CAT])[0], "cat.md");
    assert_eq!(found(&files, &["site.kdx", "need sleep", "--vector", CAT])[0], "rest.md");
    files.write("query.json", format!("{CAT}\n"));
    let by_file = ["site.kdx", "--vector", "query.json", "--embedder", "small"];
    assert_eq!(found(&files, &by_file)[0], "cat.md");
}

#[test]
fn people_are_told_how_many_chunks_have_one() {
    let files = site();
    let text = files.run(BUILD).ok().stdout();
    assert!(text.contains(", vectors of 2 chunks of level 1 (1 lacks one), "), "{text}");
    let text = files.run(["stats", "site.kdx"]).ok().stdout();
    let line = "vectors      2 of 3 chunks of level 1, 8 numbers of 4 bits, 8 given\n";
    assert!(text.contains(line), "{text}");
    files.run(["build", "docs", "-o", "plain.kdx", "--exclude", "*.jsonl"]).ok();
    let plain = files.run(["stats", "plain.kdx", "--json"]).ok().json();
    assert_eq!(plain.get("vectors"), None);
}

#[test]
fn arrays_of_numpy_have_ids_from_a_file_beside() {
    let files = site();
    files.run(["build", "docs", "-o", "plain.kdx", "--exclude", "*.jsonl"]).ok();
    files.run(["chunks", "plain.kdx", "-o", "docs/site.jsonl"]).ok();
    let header =
        format!("{:<117}\n", "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }");
    let rows: [f32; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let rows = rows.map(f32::to_le_bytes).concat();
    files.write("docs/site.npy", [b"\x93NUMPY\x01\x00v\x00", header.as_bytes(), &rows].concat());
    let flags = ["--vectors-of", "children", "--vector-bits", "32", "--vector-dimensions", "0"];
    let build = ["build", "docs", "-o", "site.kdx", "--vectors", "docs/site.npy", "--json"];
    let exclude = ["--exclude", "vectors.jsonl"];
    let summary = files.run(build.iter().chain(&flags).chain(&exclude)).ok().json();
    assert_eq!(summary["documents"], 3, "ids are no page");
    let vectors = &summary["vectors"];
    assert_eq!((&vectors["level"], &vectors["bits"]), (&json!(0), &json!(32)));
    assert_eq!((&vectors["kept"], &vectors["lacking"]), (&json!(8), &json!(0)));
    for (vector, page) in [("[1, 0, 0.1]", "car.md"), ("[0.5, 0.1, 1]", "rest.md")] {
        assert_eq!(found(&files, &["site.kdx", "--vector", vector])[0], page);
    }
}

#[test]
fn vectors_of_texts_that_changed_are_left_out() {
    let files = site();
    files.run(["build", "docs", "-o", "site.kdx", "--exclude", "*.jsonl"]).ok();
    let chunks = files.run(["chunks", "site.kdx"]).ok().stdout();
    // A vector may stand in the line of its chunk.
    let lines = chunks.lines().map(|line| line.replacen('{', "{\"vector\": [1, 2], ", 1) + "\n");
    files.write("docs/vectors.jsonl", lines.collect::<String>());
    assert_eq!(summary(&files, &["--strict"])["vectors"]["chunks"], 3);
    let before = files.read("site.kdx");
    files.write("docs/cat.md", "# Paws\n\nA kitten needs sleep.\n");
    std::fs::remove_file(files.path("docs/rest.md")).unwrap();
    let reason = "2 vectors of texts that the pages no longer have; make vectors anew of what kindex chunks writes";
    let error = files.run(BUILD.iter().chain(&["--strict"])).failed();
    assert!(error.starts_with("1 skipped, as named above"), "{error}");
    assert_eq!(files.read("site.kdx"), before);
    let summary = summary(&files, &[]);
    assert_eq!(summary["skipped"], json!([{ "path": "docs/vectors.jsonl", "reason": reason }]));
    let vectors = &summary["vectors"];
    assert_eq!((&vectors["chunks"], &vectors["lacking"]), (&json!(1), &json!(1)));
    files.write("docs/car.md", "# Other\n\nwords\n");
    let error = files.run(BUILD).failed();
    assert!(
        error.starts_with("cannot use docs/vectors.jsonl: it has only 3 vectors of"),
        "{error}"
    );
}

#[test]
fn several_files_and_updates_have_the_same() {
    let files = site();
    files.run(BUILD).ok();
    let folder = ["build", "docs", "-o", "folder", "--vectors", "docs/vectors.jsonl"];
    files.run(folder.into_iter().chain(["--layout", "sharded"])).ok();
    for args in [["need", CAT], ["vehicle", CAR]] {
        let asked = |index| {
            let asked = ["search", index, args[0], "--vector", args[1], "--explain", "--json"];
            files.run(asked).ok().json()
        };
        assert_eq!(asked("folder"), asked("site.kdx"));
    }
    for _ in 0..2 {
        let update = ["build", "docs", "-o", "own.kdx", "--vectors", "docs/vectors.jsonl"];
        files.run(update.into_iter().chain(["--update"])).ok();
        assert_eq!(files.read("own.kdx"), files.read("site.kdx"));
    }
}

#[test]
fn updates_keep_what_the_index_before_has() {
    let files = site();
    for (output, layout) in [("own.kdx", "single"), ("own", "sharded")] {
        let flags = ["-o", output, "--layout", layout, "--vectors", "docs/vectors.jsonl"];
        let build = ["build", "docs"].iter().chain(&flags);
        let vectors = |cat: &str| {
            let lines = format!(
                "{{\"id\": \"car.md#0.0\", \"vector\": {CAR}}}\n{{\"id\": \"cat.md#1.0\", \"vector\": {cat}}}\n"
            );
            files.write("docs/vectors.jsonl", &lines);
        };
        let index = |flags: &[&str]| {
            files.run(build.clone().chain(flags)).ok();
            files.run(["verify", output]).ok();
            files.read(if layout == "single" { output } else { "own/index.kdx" })
        };
        vectors(CAT);
        let first = index(&["--update"]);
        assert!(index(&["--update"]) == first);
        vectors("[0.3, 0.1, 1, 0, 0, 0, 0, 0]");
        let kept = index(&["--update"]);
        let anew = index(&[]);
        assert!(kept != first && kept != anew, "{output}");
        assert!(index(&["--update"]) == anew, "{output}");
    }
}

#[test]
fn an_index_before_that_is_damaged_is_of_no_use() {
    let files = site();
    let update = BUILD.iter().chain(&["--update"]);
    files.run(update.clone()).ok();
    let good = files.read("site.kdx");
    for at in [good.len() / 3, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        files.write("site.kdx", bad);
        let ran = files.run(update.clone()).ok();
        let warning = "vectors keep nothing of the index before: site.kdx: the index is damaged";
        assert!(ran.stderr().contains(warning), "{at}: {}", ran.stderr());
        assert!(files.read("site.kdx") == good, "{at}");
    }
}

#[test]
fn weights_decide_and_are_explained() {
    let files = site();
    files.run(BUILD).ok();
    let first = |alpha| {
        found(&files, &["site.kdx", "automobile needs petrol", "--vector", CAT, "--alpha", alpha])
            .remove(0)
    };
    assert_eq!([first("0"), first("1")], ["car.md", "cat.md"]);
    let explained = ["search", "site.kdx", "kitten needs petrol", "--vector", CAT, "--explain"];
    let text = files.run(explained).ok().stdout();
    for row in [
        "by words alone",
        "words x 0.5 ",
        "the vector (cosine 0.",
        "the vector (cosine 0.000) x 0.5 ",
        "total",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
    let few = ["site.kdx", "needs", "--vector", CAT, "--candidates", "5"];
    assert_eq!(found(&files, &few)[0], "cat.md");
}

#[test]
fn settings_may_stand_in_a_file() {
    let files = site();
    files.write(
        "kindex.toml",
        "paths = [\"docs\"]\noutput = \"toml.kdx\"\nvectors = \"docs/vectors.jsonl\"\nvector-bits = 32\nvector-dimensions = 0\nvectors-of = \"parents\"\nembedder = \"small\"\n",
    );
    files.run(["build"]).ok();
    files
        .run(
            BUILD
                .iter()
                .chain(&["--vector-bits", "32", "--vector-dimensions", "0"])
                .chain(&["--embedder", "small"]),
        )
        .ok();
    assert_eq!(files.read("toml.kdx"), files.read("site.kdx"));
}

#[test]
fn vectors_that_do_not_fit_are_refused_by_name() {
    let files = site();
    let failed = |lines: &str| {
        files.write("docs/vectors.jsonl", lines);
        files.run(BUILD).failed()
    };
    assert_eq!(
        failed("{\"id\": \"gone.md#0.0\", \"vector\": [1]}\n"),
        "cannot use docs/vectors.jsonl: that of the chunk \"gone.md#0.0\": the index has no such child or parent"
    );
    assert_eq!(
        failed("{\"id\": \"car.md#0.0\", \"vector\": [0]}\n"),
        "cannot use docs/vectors.jsonl: line 1, id \"car.md#0.0\": the vector is all zeros, which points nowhere"
    );
    assert_eq!(files.names(), ["docs"], "nothing is written");
    let site = site();
    let refused = |flags: &[&str]| site.run(BUILD.iter().chain(flags)).refused();
    let tenants =
        "--vectors: chunks of several tenants may have one id; build the index of each by itself";
    let of_each = BUILD.map(|arg| if arg == "site.kdx" { "{tenant}.kdx" } else { arg });
    assert_eq!(site.run(of_each).refused(), tenants);
    let merged = "--vectors: an index that is merged has none; build one of all documents without --mergeable";
    assert_eq!(refused(&["--mergeable"]), merged);
    assert!(usage(&site, &[&BUILD[..], &["--vector-bits", "2"]].concat()).contains("4, 32"));
    let without = ["build", "docs", "-o", "site.kdx", "--embedder", "small"];
    assert!(usage(&site, &without).contains("--vectors <FILE>"));
    assert_eq!(site.names(), ["docs"], "nothing is written");
}

#[test]
fn vectors_of_queries_that_do_not_fit_are_refused() {
    let files = site();
    files.run(BUILD.iter().chain(&["--embedder", "small"])).ok();
    files.run(["build", "docs", "-o", "plain.kdx", "--exclude", "*.jsonl"]).ok();
    let refused = |args: &[&str]| files.run(["search"].iter().chain(args)).refused();
    let of_site = |args: &[&str]| refused(&[&["site.kdx", "needs"], args].concat());
    let none = refused(&["plain.kdx", "needs", "--vector", CAT]);
    assert!(none.starts_with("--vector: the index has no vectors"), "{none}");
    let short = of_site(&["--vector", "[1, 2]"]);
    assert_eq!(short, "--vector: it has 2 numbers, and those of the index have 8");
    let other = of_site(&["--vector", CAT, "--embedder", "large"]);
    assert_eq!(other, "--embedder: the vectors of the index are those of small, not of large");
    assert!(of_site(&["--vector", "[1, NaN]"]).starts_with("--vector: expected value"));
    assert!(of_site(&["--vector", CAT, "--alpha", "2"]).starts_with("--alpha: "));
    let alone = usage(&files, &["search", "site.kdx", "needs", "--alpha", "1"]);
    assert!(alone.contains("--vector <FILE|JSON>"), "{alone}");
    assert!(usage(&files, &["search", "site.kdx"]).contains("<QUERY>..."));
    files.write("bad.json", "{}");
    let bad = files.run(["search", "site.kdx", "--vector", "bad.json"]).failed();
    assert!(bad.starts_with("cannot use bad.json: invalid type, expected"), "{bad}");
    let missing = files.run(["search", "site.kdx", "--vector", "missing.json"]).failed();
    assert!(missing.starts_with("cannot read missing.json: "), "{missing}");
}
