//! `kindex stats` and `kindex verify`

use super::{Files, keys};

#[test]
fn stats_are_those_of_the_index() {
    let files = Files::indexed();
    let stats = files.run(["stats", "site.kdx", "--json"]).ok().json();
    let expected = [
        "bytes",
        "documents",
        "headings",
        "keys",
        "language",
        "levels",
        "sections",
        "stems",
        "terms",
        "unit",
        "words",
    ];
    assert_eq!(keys(&stats), expected);
    assert_eq!(stats["documents"], 2);
    assert_eq!(stats["bytes"], files.read("site.kdx").len());
    let text = files.run(["stats", "site.kdx"]).ok().stdout();
    assert!(text.contains("\ndocuments    2\n"), "{text}");
    assert!(text.contains("\nunit         characters\n"), "{text}");
    assert!(text.contains("\nlevel 0      2 chunks of 500 characters\n"), "{text}");
}

#[test]
fn stats_tell_of_metadata() {
    let files = Files::new(&[]);
    let pages = (0..12).map(|at| {
        let tag = if at % 3 == 0 { "of three" } else { "other" };
        serde_json::json!({ "id": at.to_string(), "text": "a", "meta": { "about": format!("page {at}") },
            "filters": { "tag": tag, "number": [at, 7], "long": "é".repeat(50) } })
    });
    let lines: String = pages.map(|page| format!("{page}\n")).collect();
    files.write("pages.jsonl", lines.as_bytes());
    files.run(["build", "pages.jsonl", "-o", "site.kdx"]).ok();
    let text = files.run(["stats", "site.kdx"]).ok().stdout();
    let keys = text.split_once("\nkeys         4\n").unwrap().1;
    assert_eq!(
        keys,
        format!(
            "  about      metadata, 12 documents, 12 values\n  \
             long       filter, 12 documents, 1 value: {}… 12\n  \
             number     filter, 12 documents, 12 values: 7 12, 0 1, 1 1, 10 1, 11 1, 2 1, 3 1, 4 1, 5 1, 6 1, 2 more\n  \
             tag        filter, 12 documents, 2 values: other 8, of three 4\n",
            "é".repeat(40)
        )
    );
    let json = files.run(["stats", "site.kdx", "--json"]).ok().json();
    let tag = serde_json::json!({ "key": "tag", "kind": "filter", "documents": 12, "total": 2,
        "values": [{ "value": "other", "documents": 8 }, { "value": "of three", "documents": 4 }] });
    assert_eq!(json["keys"][3], tag);
}

#[test]
fn stats_tell_of_overlap_and_of_no_limit() {
    let files = Files::corpus(&["--chunker", "windows", "--parents", "documents"]);
    let text = files.run(["stats", "site.kdx"]).ok().stdout();
    assert!(text.contains(" chunks, no limit\n"), "{text}");
    assert!(text.contains(" chunks of 800 characters, overlap 0.125\n"), "{text}");
}

#[test]
fn a_sound_index_is_ok() {
    let files = Files::indexed();
    assert_eq!(files.run(["verify", "site.kdx"]).ok().stdout(), "site.kdx: OK\n");
    let verified = files.run(["verify", "site.kdx", "--json"]).ok().json();
    assert_eq!(verified, serde_json::json!({ "ok": true }));
}

#[test]
fn every_altered_byte_is_found() {
    let files = Files::indexed();
    let good = files.read("site.kdx");
    for at in (0..good.len()).step_by(good.len() / 40) {
        let mut bad = good.clone();
        bad[at] ^= 0x20;
        files.write("bad.kdx", &bad);
        let ran = files.run(["verify", "bad.kdx", "--json"]);
        ran.failed();
        let verdict = ran.json();
        assert_eq!(keys(&verdict), ["code", "message", "ok"], "byte {at}");
        assert_eq!(verdict["ok"], false);
    }
}

#[test]
fn what_is_no_index_says_so() {
    let files = Files::indexed();
    let good = files.read("site.kdx");
    files.write("page.html", "<!doctype html><title>Not found</title>");
    files.write("empty.kdx", "");
    files.write("cut.kdx", &good[..good.len() / 2]);
    let mut later = good.clone();
    later[8] = 7;
    files.write("later.kdx", &later);
    let cases = [
        ("page.html", "page.html: not a Kindex index"),
        ("empty.kdx", "empty.kdx: "),
        ("cut.kdx", "cut.kdx: the index is cut off"),
        (
            "later.kdx",
            "later.kdx: the index has format version 7, this version reads 1; use a newer kindex or build it again",
        ),
        ("missing.kdx", "cannot read missing.kdx: no such file"),
        ("docs", "cannot read docs: "),
    ];
    for (file, expected) in cases {
        for args in [&["search", file, "shell"][..], &["stats", file], &["verify", file]] {
            let ran = files.run(args);
            assert!(ran.failed().starts_with(expected), "{args:?}: {}", ran.stderr());
            assert_eq!(ran.stdout(), "");
        }
    }
}
