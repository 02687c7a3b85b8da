//! `kindex search`

use super::kept::published::{Host, files as files_in};
use super::{Files, Ran, keys, kindex};
use serde_json::{Value, json};
use std::process::Stdio;

#[test]
fn what_was_probably_meant_is_said() {
    let files = Files::indexed();
    let results = files.run(["search", "site.kdx", "restrat shell", "--json"]).ok().json();
    assert_eq!(results["didYouMean"], "restart shell");
    let text = files.run(["search", "site.kdx", "restrat shell"]).ok().stdout();
    assert!(text.starts_with("Did you mean restart shell?"), "{text}");
}

#[test]
fn the_last_word_is_completed_where_that_is_asked_for() {
    let files = Files::indexed();
    let args = ["search", "site.kdx", "restart she", "--prefix"];
    let results = files.run(args.into_iter().chain(["--complete", "3", "--json"])).ok().json();
    assert_eq!(results["completions"], serde_json::json!(["restart shell"]));
    let text = files.run(args.into_iter().chain(["--complete", "3"])).ok().stdout();
    assert!(text.starts_with("Completions: restart shell\n"), "{text}");
    let json = files.run(args.into_iter().chain(["--json"])).ok().json();
    assert!(json.get("completions").is_none());
}

#[test]
fn phrases_that_were_not_looked_for_everywhere_are_named() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/guide-v1.kdx");
    let search = |more: &[&str]| {
        let args = [&["search", guide, "\"end working\""], more].concat();
        kindex().args(args).output().map(Ran).unwrap().ok().stdout()
    };
    assert!(!search(&[]).contains("Not looked for"));
    let text = search(&["--phrase-bytes", "0"]);
    assert!(text.starts_with("Not looked for everywhere: \"end working\"\n"), "{text}");
    let json = search(&["--phrase-bytes", "0", "--json"]);
    assert!(json.contains("\"total\":2,\"uncheckedPhrases\":[\"end working\"]"), "{json}");
}

#[test]
fn json_is_the_results_and_nothing_else() {
    let files = Files::indexed();
    let results = files.run(["search", "site.kdx", "restart shell", "--json"]).ok().json();
    assert_eq!(keys(&results), ["hits", "query", "total"]);
    assert_eq!(results["query"], "restart shell");
    assert_eq!(results["total"], 2);
    let hit = &results["hits"][0];
    let expected = [
        "anchor",
        "children",
        "chunks",
        "document",
        "headings",
        "highlights",
        "id",
        "level",
        "matchedLevel",
        "meta",
        "returnedLevel",
        "score",
        "snippet",
        "snippetStart",
        "text",
        "title",
        "tokens",
        "url",
    ];
    assert_eq!(keys(hit), expected);
    assert_eq!(hit["id"], "install.md#1.0");
    assert_eq!(hit["document"], "install.md");
    assert_eq!(hit["url"], "https://x.dev/d/install.html");
    assert_eq!(hit["anchor"], "shells");
    assert_eq!(hit["title"], "Install");
    assert_eq!(hit["headings"], serde_json::json!(["Install", "Shells"]));
    assert_eq!(hit["level"], 1);
    assert_eq!(keys(&hit["children"][0]), ["end", "id", "score", "start", "text", "tokens"]);
    let text = hit["text"].as_str().unwrap();
    let at = |span: &serde_json::Value, end: usize| span[end].as_u64().unwrap() as usize;
    let spans = hit["highlights"].as_array().unwrap().iter();
    let marked: Vec<&str> = spans.map(|span| &text[at(span, 0)..at(span, 1)]).collect();
    assert_eq!(marked, ["Shells", "Restart", "shell"]);
}

#[test]
fn a_pipe_gets_plain_text() {
    let files = Files::indexed();
    let text = files.run(["search", "site.kdx", "restart", "shells"]).ok().stdout();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("1. Install > Shells"));
    let place = lines.next().unwrap();
    assert!(place.starts_with("   https://x.dev/d/install.html#shells  score "), "{place}");
    assert_eq!(lines.next(), Some("   ## Shells Restart the shell."));
    assert!(text.ends_with("2 of 2 passages that match\n"), "{text}");
    let none = files.run(["search", "site.kdx", "zebra"]).ok().stdout();
    assert_eq!(none, "Nothing matches \"zebra\".\n");
    // Joiners that scripts are written with stay as they are.
    let persian = files.run(["search", "site.kdx", "می\u{200c}خواهم"]).ok().stdout();
    assert_eq!(persian, "Nothing matches \"می\u{200c}خواهم\".\n");
}

#[test]
fn addresses_are_those_a_browser_follows() {
    let files =
        Files::new(&[("docs/knots.md", "# Knots\n\nA rope.\n\n## Über uns\n\nA needle.\n")]);
    for (base, expected) in [
        ("https://x.dev/d/", "https://x.dev/d/knots.html#%C3%BCber-uns"),
        // Such a page leads to a place of its own already.
        ("/app#!/", "/app#!/knots.html"),
    ] {
        let args = ["build", "docs", "-o", "site.kdx", "--levels", "20,10", "--base-url", base];
        files.run(args).ok();
        let text = files.run(["search", "site.kdx", "needle"]).ok().stdout();
        let place = text.lines().nth(1).unwrap();
        assert!(place.starts_with(&format!("   {expected}  score ")), "{place}");
    }
    let notes = "{\"id\":\"notes#1\",\"text\":\"# A\\n\\nA needle.\"}\n";
    files.write("notes.jsonl", notes);
    files.run(["build", "notes.jsonl", "-o", "site.kdx"]).ok();
    let text = files.run(["search", "site.kdx", "needle"]).ok().stdout();
    assert!(text.contains("\n   notes#1  score "), "{text}");
}

#[test]
fn matches_are_bold_where_colours_are_wanted() {
    let files = Files::indexed();
    let args = ["search", "site.kdx", "restart"];
    let styled = files.command().args(args).env("CLICOLOR_FORCE", "1").output().unwrap();
    let styled = String::from_utf8(styled.stdout).unwrap();
    assert!(styled.contains("\u{1b}[1mRestart\u{1b}[0m the shell."), "{styled:?}");
    let plain = files.command().args(args).env("NO_COLOR", "1").output().unwrap();
    assert!(!plain.stdout.contains(&0x1b));
}

#[test]
fn texts_do_not_command_the_terminal() {
    let evil = "shell \u{1b}[2J\u{9b}31m\u{7f}\u{202e}evil\u{7}";
    let files = Files::new(&[("evil.txt", evil)]);
    files.run(["build", "evil.txt", "-o", "site.kdx"]).ok();
    for args in [&["search", "site.kdx", "shell"][..], &["search", "site.kdx", "shell", "--json"]] {
        let stdout = files.run(args).ok().stdout();
        let unsafe_char = |char: char| char != '\n' && char.is_control() || char == '\u{202e}';
        assert!(!stdout.contains(unsafe_char), "{stdout:?}");
        assert!(stdout.contains("evil"));
    }
    let stdout = files.run(["search", "site.kdx", "\u{1b}[2Jzebra"]).ok().stdout();
    assert!(!stdout.contains('\u{1b}'));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let files = Files::indexed();
    for args in [&["search", "site.kdx", "shell", "--json"][..], &["stats", "site.kdx"]] {
        let mut command = files.command();
        let mut child =
            command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn any_text_is_a_query() {
    let files = Files::indexed();
    for query in ["", " ", "\"", "🦀", "\u{0}a".trim_matches('\0'), "a\"b\" -c +d (e)", "ｆｕｌｌ"]
    {
        files.run(["search", "site.kdx", "--json", "--", query]).ok().json();
    }
}

#[test]
fn keys_that_no_document_has_are_named_with_those_there_are() {
    let page = "---\nlang: en\nsection: guide\ntags: [tour]\n---\n# Shells\n\nRestart the shell.\n";
    let files = Files::new(&[("docs/a.md", page), ("bare/a.md", "# Shells\n\nA shell.\n")]);
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    files.run(["build", "bare", "-o", "bare.kdx", "--language", "none"]).ok();
    let said = |args: &[&str]| files.run(args.iter().copied()).refused();
    let flags = [["--filter", "sektion=guide"], ["--sort", "sektion"], ["--facet", "sektion"]];
    for [flag, wrong] in flags {
        let all = said(&["search", "site.kdx", "shell", flag, wrong, "--json"]);
        let lacks = format!("{flag}: no document has the key sektion; ");
        assert_eq!(all, format!("{lacks}keys are lang, section, tags"));
        let none = said(&["search", "bare.kdx", "shell", flag, wrong]);
        assert_eq!(none, format!("{lacks}there are none in this index"));
    }
    let right = ["--filter", "section=blog", "--filter", "tags!=tour", "--sort", "section"];
    files.run([&["search", "site.kdx", "shell"][..], &right].concat()).ok();
}

#[test]
fn a_value_that_no_document_has_is_named_with_those_that_there_are() {
    let files = Files::new(&[]);
    for (name, section) in [("a", "guide"), ("b", "api"), ("c", "guide")] {
        let matter = format!("---\nsection: {section}\n---\n");
        files.write(&format!("docs/{name}.md"), format!("{matter}# {name}\n\nknots\n"));
    }
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let said =
        |args: &[&str]| files.run(["search", "site.kdx", "knots"].iter().chain(args)).ok().stdout();
    let nothing = "Nothing matches \"knots\".\n";
    let values = "values of section are guide, api.\n";
    let wrong = format!("{nothing}No document has section=blog,news; {values}");
    assert_eq!(said(&["--filter", "section=blog,news"]), wrong);
    assert_eq!(said(&["--filter", "section=api", "--filter", "section=guide"]), nothing);
    assert!(said(&["--filter", "section=blog,api"]).contains("1 of 1 passages"));
}

#[test]
fn nothing_is_said_of_values_that_are_not_all_known() {
    let about = |page: usize| format!("What page {page} says of ropes and knots");
    let pages = (0..60).map(|page| {
        let meta = json!({ "about": about(page) });
        json!({ "id": page.to_string(), "text": "A rope.", "meta": meta }).to_string() + "\n"
    });
    let files = Files::new(&[("pages.jsonl", &pages.collect::<String>())]);
    files.run(["build", "pages.jsonl", "--layout=sharded", "-q", "-o", "index/"]).ok();
    let host = Host::new(files_in(files.path("")));
    let said = |index: &str, value: String| {
        let filter = format!("about={value}");
        let args = ["search", index, "bollard", "--cache", "kept", "--filter", &filter];
        let mut command = files.command();
        command.args(args).env_remove("HTTP_PROXY").env_remove("http_proxy");
        Ran(command.output().unwrap()).ok().stdout()
    };
    let nothing = "Nothing matches \"bollard\".\n";
    // Pages have it, and it is not among the values that are known.
    assert_eq!(said(&host.address("/index/"), about(9)), nothing);
    assert!(said("index/", "other".into()).starts_with(&format!("{nothing}No document has about")));
}

#[test]
fn several_indexes_answer_as_one() {
    let files = Files::new(&[
        ("guide/install.md", "# Install\n\nThe pebble server is running.\n"),
        ("blog/news.md", "# News\n\nIt runs a pebble, and pebbles.\n"),
    ]);
    for part in ["guide", "blog"] {
        let output = format!("{part}.kdx");
        files.run(["build", part, "-q", "--mergeable", "-o", &output]).ok();
    }
    files.run(["merge", "guide.kdx", "blog.kdx", "-q", "-o", "all.kdx"]).ok();
    let together = ["search", "guide.kdx", "--also", "blog=blog.kdx", "pebbles running", "--json"];
    let mut found = files.run(together).ok().json();
    assert_eq!(found["indexes"], json!(["guide.kdx", "blog"]));
    for (at, index) in [(0, 1), (1, 0)] {
        let hit = found["hits"][at].as_object_mut().unwrap();
        assert_eq!(hit.remove("index"), Some(json!(index)));
    }
    found.as_object_mut().unwrap().remove("indexes");
    let one = files.run(["search", "all.kdx", "pebbles running", "--json"]).ok();
    assert_eq!(found, one.json());
    let shown = files.run(&together[..5]).ok().stdout();
    assert!(shown.contains("[blog]") && shown.contains("[guide.kdx]"), "{shown}");
    // What does not fit says of which it is too.
    let few = files.run(together.iter().chain(&["--max-tokens", "1"])).ok().json();
    let left_out = few["leftOut"].as_array().unwrap().iter().map(|one| one["index"].clone());
    assert_eq!(left_out.collect::<Vec<_>>(), [1, 0]);
    let shown = files.run(together[..5].iter().chain(&["--max-tokens", "1"])).ok().stdout();
    assert!(shown.contains(" [blog] (~") && shown.contains(" [guide.kdx] (~"), "{shown}");
}

#[test]
fn versions_and_translations_are_one_result() {
    let page =
        |version: &str| format!("---\nversion: {version}\n---\n\n# Nest\n\nA heron builds.\n");
    let files = Files::new(&[
        ("docs/v1/nest.md", &page("v1")),
        ("docs/v2/nest.md", &page("v2")),
        (
            "docs/v2/de/nest.md",
            "---\nversion: v2\nlang: de\n---\n\n# Das Nest\n\nDer heron baut.\n",
        ),
    ]);
    files.run(["build", "docs", "-q", "-o", "site.kdx"]).ok();
    let args = ["search", "site.kdx", "heron", "--fold", "--prefer", "version=v2"];
    let args = [&args[..], &["--prefer", "lang=en"]].concat();
    let text = files.run(&args).ok().stdout();
    assert!(
        text.contains("   also: de v2/de/nest.html#das-nest, v1 v1/nest.html#nest\n"),
        "{text}"
    );
    assert!(text.contains("1 of 3 passages"), "{text}");
    let json = files.run(args.iter().chain(&["--no-texts", "--json"])).ok().json();
    let same = &json["hits"][0]["same"];
    assert_eq!(json["hits"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        [&same[0]["differs"], &same[1]["differs"]],
        [&json!({"lang": "de"}), &json!({"version": "v1"})]
    );
    assert_eq!((&same[1]["text"], &same[1]["marks"]), (&json!(""), &Value::Null));
}

#[test]
fn four_copies_are_named_with_their_indexes() {
    let files = Files::new(&[]);
    for version in 1..=7 {
        let page = format!(
            "{{\"id\": \"nest\", \"url\": \"https://a.example/v{version}/nest\", \"title\": \
             \"Nest\", \"meta\": {{\"version\": \"v{version}\"}}, \"text\": \"A heron.\"}}\n"
        );
        files.write(&format!("v{version}.jsonl"), page);
        let (from, to) = (format!("v{version}.jsonl"), format!("v{version}.kdx"));
        files.run(["build", &from, "-q", "-o", &to]).ok();
    }
    let others: Vec<String> = (2..=7).map(|version| format!("--also=v{version}.kdx")).collect();
    let args = ["search", "v1.kdx", "heron", "--fold"];
    let text = files.run(args.into_iter().chain(others.iter().map(String::as_str))).ok().stdout();
    let also = text.lines().find_map(|line| line.trim().strip_prefix("also: ")).unwrap();
    let copies: Vec<&str> = also.split(", ").collect();
    assert_eq!((copies.len(), copies[4]), (5, "2 more"), "{text}");
    assert_eq!(copies[0], "v2 https://a.example/v2/nest [v2.kdx]", "{text}");
}

#[test]
fn an_index_that_cannot_be_opened_is_named_and_the_rest_answers() {
    let files = Files::indexed();
    files.write("broken.kdx", "no index");
    let ran = files.run(["search", "site.kdx", "--also", "v2=broken.kdx", "shell", "--json"]).ok();
    assert!(ran.stderr().contains("broken.kdx"), "{}", ran.stderr());
    let found = ran.json();
    assert_eq!((&found["total"], &found["indexes"]), (&json!(2), &json!(["site.kdx"])));
    assert_eq!(found["unavailable"][0]["index"], "v2");
    assert!(found["unavailable"][0]["error"].as_str().unwrap().contains("broken.kdx"));
    files.run(["search", "broken.kdx", "--also", "none.kdx", "shell"]).failed();
    for also in ["site.kdx", "site.kdx=broken.kdx"] {
        let twice = files.run(["search", "site.kdx", "--also", also, "shell"]);
        assert!(twice.stderr().contains("two indexes are called site.kdx"), "{}", twice.stderr());
    }
    files.run(["build", "docs", "-q", "-o", "other.kdx", "--levels", "100,300"]).ok();
    let refused = files.run(["search", "site.kdx", "--also", "other.kdx", "shell"]).failed();
    assert!(refused.contains("index 2 was built with other chunks than the first"), "{refused}");
}
