//! What `kindex agents` gives to programs, what it leaves alone, and that all of it can be undone.

use super::inject::contents;
use super::{Files, exists, has_field};
use std::fs;

const SITE: [&str; 4] = ["agents", "site", "--base-url", "https://x.dev/docs"];

const REMOVE: [&str; 3] = ["agents", "site", "--remove"];

/// A page as generators make them: with a head, a navigation, and a part that it is about.
fn page(title: &str, up: &str, main: &str) -> String {
    let nav = [("", "Start"), ("guide/trees.html", "Trees"), ("guide/tools/", "Tools")];
    let links = |part: &[(&str, &str)]| -> String {
        let link =
            |(path, name): &(&str, &str)| format!("<li><a href=\"{up}{path}\">{name}</a></li>");
        part.iter().map(link).collect()
    };
    format!(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><title>{title} - Garden</title>\
         <meta name=description content=\"About {title}.\"></head>\n<body>\n<nav><ul>{}<li><details>\
         <summary>Guide</summary><ul>{}</ul></details></li></ul></nav>\n<main>{main}</main>\n</body></html>\n",
        links(&nav[..1]),
        links(&nav[1..]),
    )
}

const TREES: &str = "<h1>Trees</h1><p>See <a href=\"tools/#saws\">the <code>saws</code></a>.</p>\
    <pre><code class=\"language-sh\">echo '```'\n</code></pre>\
    <table><tr><th>Tree<th>Page</tr><tr><td>Oak<td><a href=/oak>oak</a></table>";

fn garden() -> Files {
    let files = Files::new(&[]);
    files.write("site/index.html", page("Start", "", "<h1>Start</h1><p>Of gardens.</p>"));
    files.write("site/guide/trees.html", page("Trees", "../", TREES));
    files.write(
        "site/guide/tools/index.html",
        page("Tools", "../../", "<h1>Tools</h1><p>A saw.</p>"),
    );
    files.write("site/404.html", page("Page not found", "", "<h1>404</h1><p>Page not found</p>"));
    files.write("site/a.css", "p {}");
    files
}

fn text(files: &Files, path: &str) -> String {
    String::from_utf8(files.read(path)).unwrap()
}

#[test]
fn pages_are_given_to_programs_and_taken_back() {
    let files = garden();
    let before = contents(&files, "site");
    let ran = files.run(SITE).ok();
    assert_eq!(ran.stderr(), "");
    let llms = "# Garden\n\n> About Start.\n\nEach page is Markdown.\n\n## Overview\n\n\
        - [Start](https://x.dev/docs/index.md): About Start.\n\n## Guide\n\n\
        - [Trees](https://x.dev/docs/guide/trees.html.md): About Trees.\n\
        - [Tools](https://x.dev/docs/guide/tools/index.md): About Tools.\n";
    assert_eq!(text(&files, "site/llms.txt"), llms);
    let count = llms.chars().count();
    assert_eq!(
        ran.stdout(),
        format!("site: 3 pages in Markdown, llms.txt has {count} characters\n")
    );
    let trees = "> For AI agents: all pages of this site are listed at https://x.dev/docs/llms.txt \
        This page: https://x.dev/docs/guide/trees.html\n\n# Trees\n\n\
        See [the `saws`](https://x.dev/docs/guide/tools/#saws).\n\n````sh\necho '```'\n````\n\n\
        | Tree | Page |\n| --- | --- |\n| Oak | [oak](https://x.dev/oak) |\n";
    assert_eq!(text(&files, "site/guide/trees.html.md"), trees);
    let tools = text(&files, "site/guide/tools/index.html");
    let link = "<link rel=\"alternate\" type=\"text/markdown\" href=\"index.md\" data-kindex-agents=\"\"/></head>";
    assert!(tools.contains(link), "{tools}");
    let line = "<body><div data-kindex-agents=\"\"";
    assert!(
        tools.contains(line)
            && tools.contains("<a href=\"../../llms.txt\">https://x.dev/docs/llms.txt</a>")
    );
    assert!(!text(&files, "site/404.html").contains("kindex"));
    let written = contents(&files, "site");
    files.run(SITE).ok();
    assert_eq!(contents(&files, "site"), written);
    let said = files.run(["agents", "site", "--remove"]).ok().stdout();
    assert_eq!(said, "site: 7 files for programs taken out\n");
    assert_eq!(contents(&files, "site"), before);
    assert!(!exists(&files.path("site/.well-known")));
}

#[test]
fn the_skill_is_found_by_its_index() {
    let files = garden();
    files.run(SITE.iter().chain(&["--site-title", "The \"Garden\": all", "-q"])).ok();
    let folder = "site/.well-known/agent-skills";
    let index: serde_json::Value =
        serde_json::from_str(&text(&files, &format!("{folder}/index.json"))).unwrap();
    let skill = &index["skills"][0];
    assert_eq!(skill["name"], "the-garden-all");
    assert_eq!(skill["url"], "https://x.dev/docs/.well-known/agent-skills/the-garden-all/SKILL.md");
    let own = text(&files, &format!("{folder}/the-garden-all/SKILL.md"));
    assert_eq!(own, text(&files, "site/skill.md"));
    assert!(
        own.starts_with("---\nname: the-garden-all\ndescription: \"About Start. Use this to"),
        "{own}"
    );
    assert!(own.contains("\\\"Garden\\\": all"));
    let digest = skill["digest"].as_str().unwrap();
    assert!(digest.starts_with("sha256:") && digest.len() == 71);
}

#[test]
fn other_files_come_by_option_and_go_without() {
    let files = garden();
    files.run(SITE.iter().chain(&["--llms-full", "--headers"])).ok();
    let full = text(&files, "site/llms-full.txt");
    let order = ["# Garden", "Source: https://x.dev/docs/\n\n# Start", "# Trees", "# Tools"];
    let places: Vec<_> = order.iter().map(|part| full.find(part).unwrap()).collect();
    assert!(places.is_sorted(), "{full}");
    let headers = "/*\n  Link: </docs/llms.txt>; rel=\"llms-txt\", </docs/llms-full.txt>; rel=\"llms-full-txt\"\n  X-Llms-Txt: /docs/llms.txt\n";
    assert!(text(&files, "site/_headers").starts_with(headers));
    files.run(SITE).ok();
    assert!(!exists(&files.path("site/llms-full.txt")) && !exists(&files.path("site/_headers")));
}

#[test]
fn files_of_the_site_stay_and_are_named() {
    let files = garden();
    let own = ["llms.txt", "skill.md", "_headers", "guide/trees.html.md"];
    own.iter().for_each(|path| files.write(&format!("site/{path}"), "mine\n"));
    let before = contents(&files, "site");
    let said = files.run(SITE.iter().chain(&["--headers"])).ok().stderr();
    let kept = |path: &str| format!("kindex: kept site/{path}: it is not of kindex agents\n");
    assert_eq!(said, own_in_order(&own).iter().map(|path| kept(path)).collect::<String>());
    assert!(own.iter().all(|path| files.read(&format!("site/{path}")) == b"mine\n"));
    // The site's own Markdown is that of the page.
    assert!(text(&files, "site/guide/trees.html").contains("href=\"trees.html.md\""));
    files.run(["agents", "site", "--remove"]).ok();
    assert_eq!(contents(&files, "site"), before);
}

/// Files that programs look for come first.
fn own_in_order<'p>(paths: &[&'p str]) -> Vec<&'p str> {
    let mut paths = paths.to_vec();
    paths.sort_by_key(|path| (path.contains('/'), *path));
    paths
}

#[test]
fn a_file_that_somebody_changed_is_theirs() {
    let files = garden();
    files.run(SITE).ok();
    files.write("site/llms.txt", "# Mine\n");
    assert!(files.run(SITE).ok().stderr().contains("kept site/llms.txt"));
    files.write("site/index.md", "mine");
    let said = files.run(["agents", "site", "--remove"]).ok().stderr();
    assert_eq!(said, "kindex: kept site/index.md: it was changed since\n");
    assert_eq!(text(&files, "site/llms.txt"), "# Mine\n");
    assert!(!exists(&files.path("site/skill.md")) && !exists(&files.path("site/.kindex-agents")));
}

#[test]
fn pages_that_went_away_take_their_files_along() {
    let files = garden();
    files.run(SITE).ok();
    fs::remove_file(files.path("site/guide/trees.html")).unwrap();
    files.run(SITE).ok();
    assert!(!exists(&files.path("site/guide/trees.html.md")));
    assert!(!text(&files, "site/llms.txt").contains("trees"));
}

#[test]
fn a_long_list_is_parted() {
    let files = Files::new(&[]);
    for number in 0..60 {
        let title = format!("Page {number:02}");
        files.write(
            &format!("site/p{number:02}.html"),
            page(&title, "", &format!("<h1>{title}</h1><p>x")),
        );
    }
    files.run(SITE.iter().chain(&["--llms-characters", "1000"])).ok();
    let index = text(&files, "site/llms.txt");
    let lists: Vec<&str> = index.lines().filter(|line| line.contains("/llms/")).collect();
    assert!(lists.len() > 3, "{index}");
    let mut linked = 0;
    for (path, bytes) in
        contents(&files, "site/llms").into_iter().chain([("llms.txt".into(), index.clone().into())])
    {
        let list = String::from_utf8(bytes).unwrap();
        assert!(list.chars().count() <= 1_000, "{path}");
        linked += list.matches(".html.md)").count();
    }
    assert_eq!(linked, 60);
    let error = files.run(["agents", "site", "--llms-characters", "10"]);
    assert_eq!(error.0.status.code(), Some(2));
}

#[test]
fn no_page_writes_what_it_likes_into_lists() {
    let files = Files::new(&[]);
    let title = "A [b](https://evil.example) &lt;i&gt;\n## c \u{1b}[31m\u{202e}d";
    let body = "<h1>x</h1><p>```\n<p># not a heading\n<p>&lt;script&gt; \u{7}[e](f)\
                <pre><code>``\n```\n````\n</code></pre><p>After.<a href='java&#10;script:x'>g</a>";
    files.write("site/a b/(c).html", page(title, "../", body).replace("<h1>x</h1>", ""));
    files.run(SITE).ok();
    let llms = text(&files, "site/llms.txt");
    let entry = llms.lines().find(|line| line.starts_with("- [")).unwrap();
    assert!(entry.starts_with("- [A \\[b\\](https://evil.example) \\<i> ## c"), "{entry}");
    assert!(entry.contains("](https://x.dev/docs/a%20b/%28c%29.html.md): About A"), "{entry}");
    let page = text(&files, "site/a b/(c).html.md");
    assert!([&llms, &page].iter().all(|text| !text.contains(['\u{1b}', '\u{7}', '\u{202e}'])));
    assert!(page.contains("\\`\\`\\`") && page.contains("\n\\# not a heading\n"), "{page}");
    assert!(
        page.contains("\\<script>") && page.contains("\\[e\\](f)") && !page.contains("script:"),
        "{page}"
    );
    assert!(page.contains("\n`````\n``\n```\n````\n`````\n\nAfter."), "{page}");
}

#[test]
fn addresses_are_those_of_canonical_links_or_relative() {
    let files = garden();
    let warning = "kindex: site: addresses are relative, as no page says where the site is; give --base-url\n";
    // What begins addresses of other programs may say no more.
    for base in [None, Some("--base-url=./"), Some("--base-url=foo")] {
        let args = ["agents", "site"].into_iter().chain(base);
        assert_eq!(files.run(args).ok().stderr(), warning);
        assert!(text(&files, "site/llms.txt").contains("](guide/trees.html.md)"), "{base:?}");
        assert!(text(&files, "site/guide/trees.html.md").contains("listed at ../llms.txt\n"));
    }
    let trees = text(&files, "site/guide/trees.html");
    let canonical = "<head><link rel=canonical href=https://y.dev/d/guide/trees>";
    files.write("site/guide/trees.html", trees.replace("<head>", canonical));
    assert_eq!(files.run(["agents", "site"]).ok().stderr(), "");
    assert!(text(&files, "site/llms.txt").contains("](https://y.dev/d/guide/trees.md)"));
    assert!(!exists(&files.path("site/guide/trees.html.md")));
    let refused = files.run(["agents", "site", "--base-url", "https://x.dev/a b"]).refused();
    assert!(
        refused.starts_with("--base-url https://x.dev/a b: accepted are addresses"),
        "{refused}"
    );
}

#[test]
fn pages_are_called_as_links_to_them_say() {
    let files = garden();
    for path in ["site/index.html", "site/guide/trees.html", "site/guide/tools/index.html"] {
        files.write(path, text(&files, path).replace("guide/trees.html", "guide/trees"));
    }
    files.run(SITE).ok();
    assert!(text(&files, "site/llms.txt").contains("](https://x.dev/docs/guide/trees.md)"));
    let own = "This page: https://x.dev/docs/guide/trees\n";
    assert!(text(&files, "site/guide/trees.md").contains(own));
}

#[test]
fn an_index_is_the_same_with_files_for_programs() {
    let files = garden();
    files.write("site/start.html", files.read("site/index.html"));
    let build = |name: &str| {
        files.run(["build", "site", "-q", "-o", name, "--base-url", "./"]).ok();
        files.read(name)
    };
    let before = build("before.kdx");
    files.run(SITE.iter().chain(&["--llms-full"])).ok();
    assert_eq!(build("after.kdx"), before);
}

#[test]
fn what_cannot_be_used_is_one_line_and_changes_nothing() {
    let files = garden();
    assert_eq!(files.run(["agents", "none"]).failed(), "cannot read none: there is no such folder");
    assert!(files.run(["agents"]).refused().starts_with("kindex agents takes one DIR"));
    files.write("empty/a.txt", "x");
    let error = files.run(["agents", "empty"]).failed();
    assert_eq!(error, "empty: there is no page of HTML with text in it for readers");
    files.write("mine.txt", "mine");
    for record in
        ["other", "kindex agents 1\n0123 \"../mine.txt\"\n", "kindex agents 1\nzz \"a\"\n"]
    {
        files.write("site/.kindex-agents", record);
        let before = contents(&files, "site");
        for args in [&SITE[..], &["agents", "site", "--remove"]] {
            assert!(files.run(args).failed().starts_with("cannot use site/.kindex-agents: "));
        }
        assert_eq!(contents(&files, "site"), before);
    }
    assert_eq!(files.read("mine.txt"), b"mine");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_site() {
    let files = garden();
    files.write("other/a.txt", "other");
    std::os::unix::fs::symlink("../other", files.path("site/.well-known")).unwrap();
    std::os::unix::fs::symlink("../other/a.txt", files.path("site/llms.txt")).unwrap();
    let said = files.run(SITE).ok().stderr();
    assert_eq!(said.lines().count(), 3, "{said}");
    assert_eq!(contents(&files, "other"), [("other/a.txt".to_owned(), b"other".to_vec())]);
    files.run(["agents", "site", "--remove"]).ok();
    assert_eq!(contents(&files, "other").len(), 1);
    // One that was put there since.
    for args in [&[&SITE[..], &["--site-title", "Other"]].concat()[..], &REMOVE] {
        let files = garden();
        files.run(SITE).ok();
        fs::rename(files.path("site/.well-known"), files.path("other")).unwrap();
        std::os::unix::fs::symlink("../other", files.path("site/.well-known")).unwrap();
        let before = contents(&files, "other");
        let said = files.run(args).ok().stderr();
        assert_eq!((before.len(), said.matches("kept site/.well-known/").count()), (2, 2));
        assert_eq!(contents(&files, "other"), before, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn pages_may_have_any_name() {
    let files = garden();
    for name in ["Help:Contents", "a\\b", "c\nd", "e\r", "\r\n"] {
        files.write(&format!("site/{name}.html"), page("A", "", "<h1>A</h1><p>x"));
    }
    let before = contents(&files, "site");
    for args in [&SITE[..], &["agents", "site"]] {
        files.run(args).ok();
        let written = contents(&files, "site");
        files.run(args).ok();
        assert_eq!(contents(&files, "site"), written);
    }
    // No part of a name is a scheme.
    assert!(text(&files, "site/llms.txt").contains("](./Help:Contents.html.md)"));
    let link = "href=\"./Help:Contents.html.md\"";
    assert_eq!(text(&files, "site/Help:Contents.html").matches(link).count(), 2);
    files.run(REMOVE).ok();
    assert_eq!(contents(&files, "site"), before);
}

#[test]
fn a_file_stays_where_a_folder_is_needed() {
    let files = garden();
    files.write("site/.well-known", "mine");
    let before = contents(&files, "site");
    let said = files.run(SITE).ok().stderr();
    assert_eq!(said.matches("kept site/.well-known/agent-skills/").count(), 2, "{said}");
    assert!(exists(&files.path("site/skill.md")));
    files.run(REMOVE).ok();
    assert_eq!(contents(&files, "site"), before);
    for args in [&SITE[..], &REMOVE] {
        let files = garden();
        files.run(SITE).ok();
        fs::remove_dir_all(files.path("site/.well-known")).unwrap();
        files.write("site/.well-known", "mine");
        files.run(args).ok();
        assert_eq!(files.run(REMOVE).ok().stderr(), "", "{args:?}");
        assert_eq!(contents(&files, "site"), before);
    }
}

#[test]
fn no_page_leads_to_a_folder_as_its_markdown() {
    let files = garden();
    files.write("site/guide/trees.html.md/a.txt", "mine");
    let said = files.run(SITE).ok().stderr();
    assert_eq!(said, "kindex: kept site/guide/trees.html.md: it is not of kindex agents\n");
    assert!(!text(&files, "site/guide/trees.html").contains("kindex"));
    assert!(text(&files, "site/index.html").contains("kindex"));
}

#[test]
fn pages_that_are_ignored_since_are_as_before() {
    let files = garden();
    let before = text(&files, "site/guide/trees.html");
    files.run(SITE).ok();
    files.write("site/.gitignore", "trees.html\n");
    files.run(SITE).ok();
    assert_eq!(text(&files, "site/guide/trees.html"), before);
    assert!(!exists(&files.path("site/guide/trees.html.md")));
    assert!(text(&files, "site/index.html").contains("kindex"));
}

#[cfg(unix)]
#[test]
fn what_a_full_disk_cuts_short_can_be_undone_and_done_again() {
    let garden = || {
        let files = garden();
        let main = format!("<h1>Long</h1><p>{}</p>", "Words of it. ".repeat(200));
        files.write("site/long.html", page("Long", "", &main));
        files
    };
    let whole = {
        let files = garden();
        files.run(SITE.iter().chain(&["--llms-full"])).ok();
        contents(&files, "site")
    };
    let args: Vec<&str> = SITE.iter().chain(&["--llms-full"]).copied().collect();
    let mut failed = 0;
    for units in 1..6 {
        let files = garden();
        let before = contents(&files, "site");
        let ran = files.run_limited(units, &args);
        if !ran.0.status.success() {
            assert!(ran.failed().starts_with("cannot write site/"), "{}", ran.stderr());
            failed += 1;
        }
        files.run(["agents", "site", "--remove"]).ok();
        assert_eq!(contents(&files, "site"), before, "{units}");
        files.run_limited(units, &args);
        files.run(&args).ok();
        assert_eq!(contents(&files, "site"), whole, "{units}");
    }
    assert!(failed > 1);
}

#[test]
fn the_file_says_what_flags_say() {
    let files = garden();
    files.write(
        "kindex.toml",
        "paths = [\"site\"]\nbase-url = \"https://z.dev/\"\nllms-full = true\nupdate = true\n",
    );
    assert_eq!(files.run(["agents"]).ok().stderr(), "");
    assert!(text(&files, "site/llms-full.txt").contains("Source: https://z.dev/guide/trees.html"));
    files.write("kindex.toml", "paths = [\"site\"]\nllms-ful = true\n");
    let error = files.run(["agents"]).refused();
    assert_eq!(
        error,
        "kindex.toml: there is no option llms-ful, but llms-full; see kindex agents --help"
    );
}

#[test]
fn inject_gives_both_and_takes_both_back() {
    if !has_field() {
        return;
    }
    let files = garden();
    let before = contents(&files, "site");
    let inject = ["inject", "site", "--agents"];
    let said = files.run(inject).ok().stdout();
    assert!(
        said.ends_with(" characters\n") && said.contains("site: search is in 4 pages\n"),
        "{said}"
    );
    let page = text(&files, "site/index.html");
    assert!(page.contains("data-kindex-inject") && page.contains("data-kindex-agents"));
    files.run(inject).ok();
    let twice = contents(&files, "site");
    files.run(inject).ok();
    assert_eq!(contents(&files, "site"), twice);
    files.run(["inject", "site", "--agents", "--remove"]).ok();
    assert_eq!(contents(&files, "site"), before);
}
