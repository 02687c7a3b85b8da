//! Folders of pages that a generator has finished.

use super::Files;
use serde_json::json;

fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html><head><title>{title} - Kit</title></head><body><main><h1>{title}</h1><p>A needle. {body}</main></body></html>"
    )
}

/// A site with what generators add to it.
fn site() -> Files {
    let files = Files::new(&[
        ("s/_sources/use.rst.txt", "A needle in the source.\n"),
        ("s/llms.md", "# All\n\nA needle.\n"),
        (
            "s/tags/index.html",
            "<!doctype html><title>Tags - Kit</title><main><h1>Tags</h1><a href=/use>Use</a></main>",
        ),
        (
            "s/404.html",
            "<!doctype html><title>Not here - Kit</title><main><h1>404</h1>A needle</main>",
        ),
        ("s/old.html", "<!doctype html><meta http-equiv=refresh content='0;use.html'>"),
        ("s/draft.html", "<!doctype html><meta name=robots content=noindex><main>A needle</main>"),
        ("s/data.csv", "name,use\nneedle,sewing\n"),
    ]);
    files.write("s/index.html", page("Home", ""));
    files.write("s/use.html", page("Use", "See <a href='make.html'>there</a>."));
    files.write("s/make.html", page("Make: it", ""));
    files
}

fn found(files: &Files, index: &str) -> Vec<String> {
    let hits = files.run(["search", index, "needle", "--json"]).ok().json()["hits"].clone();
    let mut ids: Vec<String> = hits
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| {
            format!("{}: {}", hit["document"].as_str().unwrap(), hit["title"].as_str().unwrap())
        })
        .collect();
    ids.sort();
    ids
}

const PAGES: [&str; 3] = ["index.html: Home", "make.html: Make: it", "use.html: Use"];

#[test]
fn only_pages_are_read_and_what_is_left_out_is_counted() {
    let files = site();
    let text = files.run(["build", "s", "-o", "site.kdx"]).ok().stdout();
    let said = "; 6 pages left out: 1 as asked, 1 as error pages, 1 as lists of pages, 1 as redirects, \
                2 as text beside finished pages (--include text reads it); not read: 1 .csv\n";
    assert!(text.ends_with(said), "{text}");
    assert_eq!(found(&files, "site.kdx"), PAGES);
    let summary = files.run(["build", "s", "-o", "site.kdx", "--json"]).ok().json();
    assert_eq!(summary["unindexed"], 6);
    let reasons = json!({ "asked": 1, "errorPage": 1, "list": 1, "redirect": 1, "besidePages": 2 });
    assert_eq!(summary["leftOut"], reasons);
}

#[test]
fn text_beside_pages_is_read_if_asked() {
    let files = site();
    let ids = |include: &str| {
        files.run(["build", "s", "-q", "-o", "site.kdx", "--include", include]).ok();
        found(&files, "site.kdx").len()
    };
    assert_eq!(
        (ids("docs"), ids("docs,tables"), ids("docs,text"), ids("text"), ids("all")),
        (3, 4, 5, 2, 6)
    );
    // Files that are named are read, too.
    files.run(["build", "s/index.html", "s/_sources/use.rst.txt", "-q", "-o", "site.kdx"]).ok();
    assert_eq!(found(&files, "site.kdx").len(), 2);
}

#[test]
fn updates_see_what_pages_have_in_common() {
    let files = site();
    let same = |args: &[&str]| {
        let full = files.run(["build", "s", "-o", "full.kdx", "--json"]).ok().json();
        let updated = files
            .run(["build", "s", "-o", "site.kdx", "--json", "--update"].iter().chain(args))
            .ok()
            .json();
        assert!(files.read("site.kdx") == files.read("full.kdx"));
        assert_eq!(updated["leftOut"], full["leftOut"]);
        updated["reread"].as_u64().unwrap()
    };
    let all = same(&[]);
    assert_eq!(same(&[]), 0);
    // One page with another title changes nothing of the others.
    files.write("s/use.html", page("Use", "").replace(" - Kit", ""));
    assert_eq!(same(&[]), 1);
    assert_eq!(found(&files, "site.kdx"), PAGES);
    // The first with a mark changes all.
    files.write("s/use.html", page("Use", "").replace("<main>", "<main data-pagefind-body>"));
    assert_eq!(same(&[]), all);
    assert_eq!(found(&files, "site.kdx"), ["use.html: Use"]);
}

#[test]
fn each_path_has_a_name_of_its_own_and_parts_merge_to_the_whole() {
    let files = site();
    for (at, title) in ["A", "B", "C"].iter().enumerate() {
        files.write(
            &format!("t/{at}.html"),
            page(title, "").replace(" - Kit", " | Other").replace("<h1>", "<h2>x</h2><h1>"),
        );
    }
    files.run(["build", "s", "t", "-q", "-o", "whole.kdx"]).ok();
    let expected = ["0.html: A", "1.html: B", "2.html: C"].iter().chain(&PAGES);
    assert_eq!(found(&files, "whole.kdx"), expected.copied().collect::<Vec<_>>());
    for part in ["s", "t"] {
        files.run(["build", part, "-q", "--mergeable", "-o", &format!("{part}.kdx")]).ok();
    }
    files.run(["merge", "s.kdx", "t.kdx", "-q", "-o", "merged.kdx"]).ok();
    assert!(files.read("merged.kdx") == files.read("whole.kdx"));
}

#[cfg(unix)]
#[test]
fn a_file_that_several_paths_lead_to_is_one_document() {
    let files =
        Files::new(&[("s/v2/a.md", "# A\n\nA needle.\n"), ("s/v2/b.md", "# B\n\nA needle.\n")]);
    std::os::unix::fs::symlink("v2", files.path("s/latest")).unwrap();
    let text = files.run(["build", "s", "-o", "site.kdx"]).ok().stdout();
    assert!(text.ends_with("; 2 links to files that are indexed where they are\n"), "{text}");
    assert_eq!(found(&files, "site.kdx"), ["v2/a.md: A", "v2/b.md: B"]);
    let summary = files.run(["build", "s", "-o", "site.kdx", "--json"]).ok().json();
    assert_eq!(summary["leftOut"], json!({ "link": 2 }));
}

#[test]
fn a_page_that_collects_others_is_left_out() {
    let files = Files::new(&[]);
    let chapter = |number: usize| -> String {
        (0..4)
            .map(|part| format!("<p>Part {part} of {number} is about long and short needles, and how to sew.</p>"))
            .collect()
    };
    for number in 0..4 {
        files.write(
            &format!("s/{number}.html"),
            page(&format!("Chapter {number}"), &chapter(number)),
        );
    }
    files.write("s/all.html", page("All", &(0..4).map(chapter).collect::<String>()));
    let text = files.run(["build", "s", "-o", "site.kdx", "--explain-files"]).ok().stdout();
    assert!(text.contains("s/all.html: left out: its text stands on other pages\n"), "{text}");
    assert!(text.contains("; 1 page left out as collections of other pages\n"), "{text}");
    let files_left = found(&files, "site.kdx");
    assert_eq!(files_left.len(), 4, "{files_left:?}");
}

#[test]
fn a_page_that_is_the_index_beside_it_is_left_out() {
    let files = Files::new(&[]);
    let text = "<p>All about long and short needles, about threads, and how to sew.</p>";
    for path in ["index.html", "intro.html", "de/intro.html"] {
        files.write(&format!("s/{path}"), page("Introduction", text));
    }
    let said = files.run(["build", "s", "-o", "site.kdx", "--explain-files"]).ok().stdout();
    let expected = "s/intro.html: left out: the index.html beside it is the same page\n";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("; 1 page left out as copies of an index.html\n"), "{said}");
}

#[test]
fn a_path_without_documents_beside_others_is_named() {
    let files =
        Files::new(&[("docs/a.md", "# A\n\nText.\n"), ("other/a.xyz", "x"), ("data/a.json", "{}")]);
    files.write("bad/a.md", b"\xff\0");
    let build = |flags: &[&str]| {
        let args = ["build", "docs", "other", "data", "bad", "-o", "site.kdx"];
        files.run(args.iter().chain(flags)).ok().stderr()
    };
    let said = build(&[]);
    let [skipped, other, data] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
    assert!(skipped.starts_with("kindex: skipped bad/a.md"), "{said}");
    assert!(other.starts_with("kindex: no documents in other: there must be a file"), "{said}");
    assert!(data.starts_with("kindex: no documents in data: "), "{said}");
    assert!(!build(&["--quiet"]).contains("no documents"));
}
