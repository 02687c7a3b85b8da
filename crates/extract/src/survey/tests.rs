use super::*;

fn titled(title: &str) -> String {
    format!("<!DOCTYPE html>\n<html><head><title>{title}</title></head><body>x</body></html>")
}

fn surveyed<'a>(pages: impl IntoIterator<Item = (&'a str, String)>) -> Habits {
    let mut survey = Survey::default();
    for (path, source) in pages {
        survey.add(path, source.as_bytes());
    }
    survey.habits()
}

fn of_titles(titles: &[&str]) -> Habits {
    let mut survey = Survey::default();
    for (number, title) in titles.iter().enumerate() {
        survey.add(&format!("{number}.html"), titled(title).as_bytes());
    }
    survey.habits()
}

#[test]
fn the_name_that_most_titles_share_goes() {
    for (titles, given, own) in [
        (["A - Book", "B - Book", "C - Book"], "B - Book", "B"),
        (["A | x | Site", "B | y | Site", "C | z | Site"], "B | y | Site", "B | y"),
        (["A | kit - v1", "B | kit - v1", "kit - v1"], "B | kit - v1", "B"),
        (
            ["A in std::vec - Rust", "B in std::vec - Rust", "C - Rust"],
            "A in std::vec - Rust",
            "A in std::vec",
        ),
        (
            [
                "A (Java SE 17 &amp; JDK 17)",
                "B (Java SE 17 &amp; JDK 17)",
                "C (Java SE 17 &amp; JDK 17)",
            ],
            "String (Java SE 17 & JDK 17)",
            "String",
        ),
        (
            ["a &#8212; b &#8212; P 1.0", "c &#8212; P 1.0", "d &#8212; P 1.0"],
            "a — b — P 1.0",
            "a — b",
        ),
        (["Site :: A", "Site :: B", "Site :: C"], "Site :: B", "B"),
        (["A", "B", "C - Site"], "C - Site", "C - Site"),
        (["A - Book", "B - Book", "Book"], "Book", "Book"),
        (["A: x", "A: y", "A: z"], "A: y", "A: y"),
    ] {
        assert_eq!(of_titles(&titles).page_title("a.html", given), own, "{titles:?}");
    }
    assert_eq!(of_titles(&["A - Book", "B - Book"]).page_title("a.html", "A - Book"), "A - Book");
    let doxygen = |title: &str| {
        format!(
            "<html><head><meta name=\"generator\" content=\"Doxygen 1.9\"><title>{title}</title>"
        )
    };
    let pages = [("a.html", "Kit: a"), ("b.html", "Kit: b"), ("c.html", "Kit: c")];
    let habits = surveyed(pages.map(|(path, title)| (path, doxygen(title))));
    assert_eq!(habits.page_title("a.html", "Kit: std::a Class"), "std::a Class");
}

#[test]
fn the_order_and_the_threads_do_not_matter() {
    let titles = ["A | a - x", "B | a - x", "C | b - x", "D | b - x", "E | c - x"];
    let one = of_titles(&titles);
    let mut reversed = titles;
    reversed.reverse();
    assert_eq!(of_titles(&reversed), one);
    let mut survey = Survey::default();
    for (number, title) in titles.iter().enumerate() {
        let mut other = Survey::default();
        other.add(&format!("{number}.html"), titled(title).as_bytes());
        survey.merge(other);
    }
    assert_eq!(survey.habits(), one);
}

#[test]
fn what_only_leads_elsewhere_and_templates_have_no_say() {
    let stub =
        "<html><head><meta http-equiv=\"refresh\" content=\"0;url=a\"><title>Moved | X</title>";
    let template = "<!doctype html><title>{{ .Title }} | X</title>";
    let matter = "---\na: b\n---\n<!doctype html><title>A | X</title>";
    let pages =
        [stub, template, matter, "<title>A | X</title>"].map(|page| ("a.html", page.to_owned()));
    assert_eq!(surveyed(pages.clone().into_iter().chain(pages)), Habits::default());
}

#[test]
fn each_of_several_books_has_its_name() {
    let books = ["One", "Two"].into_iter().flat_map(|book| {
        let page = move |n| (format!("{book}/{n}.html"), titled(&format!("{n} | Part - {book}")));
        (0..4).map(page)
    });
    let site = (0..9).map(|n| (format!("api/{n}.html"), titled(&format!("{n} | Part - Api"))));
    let mut survey = Survey::default();
    for (path, page) in books.chain(site) {
        survey.add(&path, page.as_bytes());
    }
    let habits = survey.habits();
    assert_eq!(habits.page_title("One/1.html", "1 | Part - One"), "1");
    assert_eq!(habits.page_title("Two/1.html", "1 | Part - One"), "1 | Part - One");
    assert_eq!(habits.page_title("1.html", "1 | Part - Two"), "1 | Part - Two");
    assert_eq!(habits.page_title("1.html", "1 | Part - Api"), "1");
}

#[test]
fn sources_that_rustdoc_shows_have_no_say() {
    let page = |class: &str, title: &str| {
        format!(
            "<!DOCTYPE html><html><head><title>{title}</title></head><body class=\"rustdoc {class}\">"
        )
    };
    let mut pages: Vec<String> = ["run in kit", "Thing in kit", "kit"]
        .iter()
        .map(|title| page("fn", &format!("{title} - Rust")))
        .collect();
    pages.extend((0..5).map(|n| page("src", &format!("{n}.rs - source"))));
    pages.extend(["Help", "Settings"].map(|title| page("mod sys", title)));
    let habits = surveyed(pages.into_iter().map(|page| ("a.html", page)));
    assert_eq!(habits.page_title("a.html", "Thing in kit - Rust"), "Thing in kit");
}

#[test]
fn a_mark_is_an_attribute() {
    let needs = |body: &str| surveyed([("a.html", format!("<!doctype html>{body}"))]).needs_mark();
    assert!(needs("<main data-pagefind-body>x</main>"));
    assert!(!needs("<p>Write <code>data-pagefind-body</code> or &lt;main data-pagefind-body></p>"));
    assert!(!needs("<!-- <main data-pagefind-body> --><main>x</main>"));
}

#[test]
fn what_the_search_of_the_site_leaves_out_is_hidden() {
    let material = |path| {
        let head =
            "<meta name=generator content='mkdocs-1.6, mkdocs-material-9.8'><title>T</title>";
        (path, format!("<!doctype html><head>{head}</head><body>x"))
    };
    let index = r##"{"config":{},"docs":[{"location":"","title":"T","text":""},
        {"location":"use/","title":"T","text":""},{"location":"use/#a%20b","title":"T","text":""},
        {"location":"m%C3%B6glich.html","title":"T","text":""}]}"##;
    let pages =
        ["v1/index.html", "v1/use/index.html", "v1/möglich.html", "v1/out/index.html", "out.html"];
    let pages = pages.map(material).into_iter();
    let plain = ("v1/report.html", titled("Made otherwise"));
    let habits = surveyed(pages.chain([("v1/search/search_index.json", index.to_owned()), plain]));
    assert_eq!(habits.hidden, ["v1/out/index.html"]);
    assert!(habits.hides("v1/out/index.html") && !habits.hides("v1/use/index.html"));

    let book = |path| (path, "<!doctype html><body><div class=book-page>x</div>".to_owned());
    let index = r#"[{"id":0,"href":"/kit/docs/a/","title":"A"},{"id":1,"href":"/kit/docs/b/","title":"B"}]"#;
    let pages = ["index.html", "docs/a/index.html", "docs/b/index.html", "docs/c/index.html"];
    let search = |name| (name, index.to_owned());
    let habits =
        surveyed(pages.map(book).into_iter().chain([search("en.search-data.min.1f.json")]));
    assert_eq!(habits.hidden, ["docs/c/index.html"]);
    // One that finds less than half is of something else, and so is what cannot be read.
    let pages = ["docs/a/index.html", "x/index.html", "y/index.html"].map(book);
    assert_eq!(
        surveyed(pages.clone().into_iter().chain([search("en.search-data.1f.json")])).hidden,
        [""; 0]
    );
    let broken = ("en.search-data.1f.json", "{".to_owned());
    assert_eq!(surveyed(pages.into_iter().chain([broken])).hidden, [""; 0]);
}

#[test]
fn text_lies_beside_finished_pages() {
    let page = || titled("T");
    let sphinx = surveyed([("index.html", page()), ("use/a.html", page())]);
    let leaves =
        |habits: &Habits, path: &str| habits.leave_out(path, Format::of_path(path).unwrap());
    for path in ["_sources/use/a.rst.txt", "LICENSE.md", "llms.txt"] {
        assert!(leaves(&sphinx, path), "{path}");
        assert!(!leaves(&sphinx.clone().with_text_beside_pages(), path), "{path}");
    }
    for path in ["use/a.html", "table.csv", "src/a.rs", "x/data.jsonl", "y.json"] {
        assert!(!leaves(&sphinx, path), "{path}");
    }
    let sources = surveyed([
        ("index.html", page()),
        ("a.md", String::new()),
        ("api/index.html", page()),
        ("api/b.html", page()),
        ("notes/saved.html", page()),
        ("b.md", String::new()),
        ("c.md", String::new()),
        ("d.md", String::new()),
    ]);
    assert!(!leaves(&sources, "a.md") && !leaves(&sources, "notes/a.txt"));
    assert!(leaves(&sources, "api/LICENSE.txt") && !leaves(&sources, "apis/a.txt"));
    let copies = surveyed([
        ("index.html", page()),
        ("a/index.html", page()),
        ("b.html", page()),
        ("index.md", String::new()),
        ("a.md", String::new()),
        ("b.html.md", String::new()),
    ]);
    assert!(leaves(&copies, "a.md") && leaves(&copies, "llms.txt"));
    let reference = surveyed([
        ("guide/a.md", String::new()),
        ("guide/b.md", String::new()),
        ("api/index.html", page()),
        ("api/b/index.html", page()),
        ("api/c.html", page()),
    ]);
    assert!(!leaves(&reference, "guide/a.md") && leaves(&reference, "api/b/LICENSE.txt"));
    let rustdoc = surveyed([
        ("help.html", page()),
        ("src/kit/lib.rs.html", page()),
        ("kit/index.html", page()),
        ("static.files/LICENSE.md", String::new()),
    ]);
    assert!(leaves(&rustdoc, "static.files/COPYRIGHT.txt"));
    let landing = ["a.txt", "b.txt", "notes/c.txt"].map(|path| (path, String::new()));
    let landing = surveyed(landing.into_iter().chain([("index.html", page())]));
    assert!(!leaves(&landing, "a.txt") && !leaves(&landing, "notes/c.txt"));
    let pages = ["v1/index.html", "v1/use/a/index.html"].map(|path| (path, page()));
    let sources = ["robots.txt", "v1/_sources/index.rst.txt", "v1/_sources/use/a.md.txt"];
    let texts = ["v1/humans.txt", "v1/llms.txt", "v1/use/a.txt"];
    let texts = sources.into_iter().chain(texts).map(|path| (path, String::new()));
    let versions = surveyed(pages.into_iter().chain(texts));
    assert!(leaves(&versions, "v1/_sources/use/a.md.txt") && leaves(&versions, "v1/use/a.txt"));
    let next = ["index.txt", "__next._full.txt", "a/__next._tree.txt", "a/__next.a.txt"];
    let next = next.map(|path| (path, String::new()));
    let next = surveyed([("index.html", page()), ("a/index.html", page())].into_iter().chain(next));
    assert!(leaves(&next, "index.txt") && leaves(&next, "a/__next.a.txt"));
    let next =
        ["docs.txt", "docs/a.txt", "docs/__next._tree.txt"].map(|path| (path, String::new()));
    let pages = ["docs.html", "docs/a.html", "404.html"].map(|path| (path, page()));
    let without_home = surveyed(pages.into_iter().chain(next));
    assert!(leaves(&without_home, "docs.txt") && leaves(&without_home, "docs/a.txt"));
    let without_index = surveyed([("a.html", page()), ("b.html", page())]);
    assert!(!leaves(&without_index, "a.txt"));
}

#[test]
fn pages_that_nobody_is_led_to_collect_nothing() {
    let chapter = |number: usize| -> String {
        (0..5)
            .map(|part| {
                format!(
                    "<p>Part {part} of {number} tells of the ropes and the knots of the sailors."
                )
            })
            .collect()
    };
    let all: String = (0..10).map(chapter).collect();
    for (head, is_collection) in [
        ("", true),
        ("<meta content='noindex' name=robots>", false),
        ("<meta http-equiv=\"refresh\" content=\"0;a.html\">", false),
        ("<meta name=robots content=all><!-- noindex -->", true),
    ] {
        let mut survey = Survey::default();
        for number in 0..10 {
            let page =
                format!("<!doctype html>{head}<title>{number}</title><body>{}", chapter(number));
            survey.add(&format!("{number}.html"), page.as_bytes());
        }
        survey.add("all.html", format!("<!doctype html><title>All</title><body>{all}").as_bytes());
        assert_eq!(survey.habits().is_collection("all.html"), is_collection, "{head}");
    }
}
