use super::*;
use crate::site::Site;

/// A file in the folder `site`.
fn entry(path: &str) -> FileEntry {
    in_root(0, "site", path)
}

fn in_root(root: usize, folder: &str, path: &str) -> FileEntry {
    let file = format!("{folder}/{path}").into();
    FileEntry { file, root, path: path.into(), ..FileEntry::default() }
}

fn named(root: usize, path: &str) -> FileEntry {
    FileEntry { named: true, file: path.into(), ..in_root(root, ".", path) }
}

fn folder(name: &str) -> Root {
    Root { name: Some(name.into()), ..Root::default() }
}

fn docs() -> PlanOptions {
    PlanOptions { include: vec![Include::Docs], lang: None }
}

fn planned(entries: Vec<FileEntry>, roots: &[Root]) -> Vec<SourceFile> {
    plan(entries, roots, &docs()).unwrap().files
}

fn ids(entries: Vec<FileEntry>, roots: &[Root]) -> Vec<String> {
    planned(entries, roots).into_iter().map(|file| file.id).collect()
}

#[test]
fn ids_are_paths_in_order() {
    let paths = ["🦀.md", "b.md", "ｚ.md", "a/z.html", "a.txt", "a/logo.png", "LICENSE", "a.csv"];
    let found = ids(paths.map(entry).to_vec(), &[folder("site")]);
    assert_eq!(found, ["a.txt", "a/z.html", "b.md", "ｚ.md", "🦀.md"]);
}

#[test]
fn files_have_the_format_of_their_extension() {
    let options = PlanOptions { include: vec![Include::Tables, Include::Code], lang: None };
    let entries = vec![entry("a.md"), entry("t.TSV"), entry("x.py"), named(1, "n.md")];
    let files = plan(entries, &[folder("site"), Root::default()], &options).unwrap().files;
    let found: Vec<_> = files.iter().map(|file| (file.id.as_str(), file.format)).collect();
    let expected = [("t.TSV", Format::Table), ("x.py", Format::Code), ("n.md", Format::Markdown)];
    assert_eq!(found, expected);
}

#[test]
fn clashes_are_told_apart_by_folder() {
    let roots = [folder("one"), folder("two"), Root::default()];
    let entries = || vec![in_root(1, "two", "b.md"), in_root(0, "one", "a.md")];
    let clashing = || [entries(), vec![in_root(1, "two", "a.md")]].concat();
    assert_eq!(ids(entries(), &roots), ["a.md", "b.md"]);
    assert_eq!(ids(clashing(), &roots), ["one/a.md", "two/a.md", "two/b.md"]);
    assert_eq!(
        ids([entries(), vec![named(2, "a.md")]].concat(), &roots),
        ["one/a.md", "two/b.md", "a.md"]
    );
}

#[test]
fn what_cannot_be_told_apart_is_named() {
    let entries = || vec![in_root(0, "x/one", "a.md"), in_root(1, "y/one", "a.md")];
    let message = "x/one/a.md and y/one/a.md would both have the id one/a.md; build from a folder \
                   that holds both";
    let clash = plan(entries(), &[folder("one"), folder("one")], &docs()).unwrap_err();
    assert_eq!(clash.to_string(), message);
    // The root of a file system has no name.
    let nameless = plan(entries(), &[Root::default(), Root::default()], &docs()).unwrap_err();
    assert_eq!(nameless.id, "a.md");
}

#[test]
fn a_file_that_says_something_about_documents_is_none() {
    let aside = |entry| FileEntry { aside: true, ..entry };
    let entries = vec![entry("a.md"), aside(entry("words.jsonl"))];
    assert_eq!(ids(entries, &[folder("site")]), ["a.md"]);
    // It keeps its id from others, and its folder is none of a language.
    let roots = [folder("one"), folder("two")];
    let entries = vec![
        in_root(0, "one", "w.jsonl"),
        in_root(0, "one", "de/a.md"),
        aside(in_root(0, "one", "fr/w.txt")),
        aside(in_root(1, "two", "w.jsonl")),
    ];
    let files = planned(entries, &roots);
    let found: Vec<_> = files.iter().map(|it| (it.id.as_str(), it.context.lang.clone())).collect();
    assert_eq!(found, [("one/de/a.md", None), ("one/w.jsonl", None)]);
}

#[test]
fn a_file_that_several_paths_lead_to_is_read_once() {
    let at = |path: &str, place: &str, linked| FileEntry {
        place: Some(place.into()),
        linked,
        ..entry(path)
    };
    let entries = vec![
        at("a.md", "/site/v2/b.md", true),
        at("latest/a.md", "/site/v2/a.md", true),
        at("latest/b.md", "/site/v2/b.md", true),
        at("v2/a.md", "/site/v2/a.md", false),
        at("v2/b.md", "/site/v2/b.md", false),
        at("x/c.md", "/other/c.md", true),
        at("x/d.md", "/other/d.md", true),
        at("y/c.md", "/other/c.md", true),
        at("y/d.md", "/other/d.md", true),
        at("z.md", "/other/d.md", true),
    ];
    let again = in_root(1, "other", "c.md");
    let again = FileEntry { place: Some("/other/c.md".into()), ..again };
    let entries: Vec<FileEntry> = entries.into_iter().rev().chain([again]).collect();
    let plan = plan(entries, &[folder("site"), folder("other")], &docs()).unwrap();
    let found: Vec<&str> = plan.files.iter().map(|file| file.id.as_str()).collect();
    // A file that two roots hold is read twice.
    assert_eq!(found, ["v2/a.md", "v2/b.md", "x/c.md", "x/d.md", "c.md"]);
    assert_eq!(plan.linked, 6);
}

#[test]
fn a_language_is_that_of_the_folder_failing_that_the_usual_one() {
    let entries = ["a.md", "de/a.md", "fr/a.md"].map(entry).to_vec();
    let options = PlanOptions { lang: Some("en".into()), ..docs() };
    let files = plan(entries, &[folder("site")], &options).unwrap().files;
    let found: Vec<_> = files.iter().map(|file| file.context.lang.as_deref()).collect();
    assert_eq!(found, [Some("en"), Some("de"), Some("fr")]);
}

/// The languages of files by their folders.
fn langs(paths: &[&str]) -> Vec<(String, Option<String>)> {
    let files = planned(paths.iter().map(|path| entry(path)).collect(), &[folder("site")]);
    files.into_iter().map(|file| (file.id, file.context.lang)).collect()
}

/// The files that have a language, with it.
fn spoken(paths: &[&str]) -> Vec<(String, String)> {
    langs(paths).into_iter().filter_map(|(id, lang)| Some((id, lang?))).collect()
}

#[test]
fn folders_of_languages_stand_beside_each_other() {
    let found = spoken(&["docs/de/a.md", "docs/pt-BR/x/a.md", "docs/a.md", "docs/api/a.md"]);
    let expected = [("docs/de/a.md", "de"), ("docs/pt-BR/x/a.md", "pt-BR")];
    assert_eq!(found, expected.map(|(id, lang)| (id.to_owned(), lang.to_owned())));
    // The outermost folder counts.
    let found = spoken(&["de/a.md", "fr/de/a.md", "fr/it/a.md"]);
    assert_eq!(found.iter().map(|(_, lang)| lang).collect::<Vec<_>>(), ["de", "fr", "fr"]);
}

#[test]
fn one_alone_has_pages_that_lie_beside_it_too() {
    let found = spoken(&["a.md", "b/index.md", "index.md", "ja/a.md", "ja/b/index.md", "ja/c.md"]);
    let expected =
        ["ja/a.md", "ja/b/index.md", "ja/c.md"].map(|id| (id.to_owned(), "ja".to_owned()));
    assert_eq!(found, expected);
    assert_eq!(spoken(&["docs/a.md", "docs/ja/a.md"]).len(), 1);
    assert_eq!(spoken(&["index.md", "a.md", "it/index.md", "it/b.md"]), []);
    // C#, with a page of the same name.
    assert_eq!(spoken(&["install.md", "cs/install.md", "cs/linq.md", "cs/types.md"]), []);
}

#[test]
fn one_alone_may_be_called_so_for_another_reason() {
    assert_eq!(spoken(&["it/a.md", "go/a.md", "x/de/a.md"]), []);
    assert_eq!(spoken(&["zh-CN/a.md", "zh-TW/a.md"]), []);
    // One root does not stand beside another.
    let entries = vec![in_root(0, "one", "de/a.md"), in_root(1, "two", "fr/b.md")];
    let files = planned(entries, &[folder("one"), folder("two")]);
    assert!(files.iter().all(|file| file.context.lang.is_none()));
}

#[test]
fn few_among_many_are_called_so_for_another_reason() {
    let count = |others: usize| {
        let others = (0..others).map(|number| format!("elements/x{number}/a.md"));
        let all = others.chain(["elements/br/a.md".into(), "elements/hr/a.md".into()]);
        let all: Vec<String> = all.collect();
        spoken(&all.iter().map(String::as_str).collect::<Vec<_>>()).len()
    };
    assert_eq!((count(18), count(19)), (2, 0));
}

/// The files that another page shows, with that page.
fn shown(entries: Vec<FileEntry>, roots: &[Root]) -> Vec<(String, String)> {
    let files = planned(entries, roots).into_iter();
    files.filter_map(|file| Some((file.id, file.context.page?))).collect()
}

const SITE: [&str; 12] = [
    "about.md",
    "glossary/index.de.md",
    "glossary/index.md",
    "glossary/index.zh.md",
    "glossary/list.txt",
    "glossary/pod.MD",
    "glossary/more/index.MARKDOWN",
    "glossary/more/node.html",
    "index.md",
    "posts/_index.md",
    "posts/first.md",
    "posts/index.html",
];

fn hugo(name: &str) -> Root {
    Root { site: Site::Hugo, ..folder(name) }
}

#[test]
fn what_lies_in_a_bundle_is_shown_by_its_page() {
    let page = |part: &str| (part.to_owned(), "glossary/index.md".to_owned());
    let parts = ["glossary/more/index.MARKDOWN", "glossary/more/node.html", "glossary/pod.MD"];
    assert_eq!(shown(SITE.map(entry).to_vec(), &[hugo("site")]), parts.map(page));
}

#[test]
fn bundles_of_two_folders_have_the_ids_that_tell_them_apart() {
    let entries = ["index.md", "g/index.md", "g/a.md"].map(entry);
    let others = ["index.md", "a.md", "b/index.md", "b/c.md"].map(|path| in_root(1, "g", path));
    let found = shown(entries.into_iter().chain(others).collect(), &[hugo("site"), hugo("g")]);
    let expected = [("site/g/a.md", "site/g/index.md"), ("g/b/c.md", "g/b/index.md")];
    assert_eq!(found, expected.map(|(part, page)| (part.to_owned(), page.to_owned())));
}

#[test]
fn only_hugo_has_bundles() {
    assert_eq!(shown(SITE.map(entry).to_vec(), &[folder("site")]), []);
}

/// The files that have a version, with it.
fn versions(paths: &[&str]) -> Vec<(String, String)> {
    let files = planned(paths.iter().map(|path| entry(path)).collect(), &[folder("site")]);
    files.into_iter().filter_map(|file| Some((file.id, file.context.version?))).collect()
}

#[test]
fn folders_of_versions_have_the_same_pages() {
    let paths = ["a.md", "v1/a.md", "v1/x/b.md", "v2/a.md", "latest/a.md", "v2.5/other.md"];
    let expected =
        [("latest/a.md", "latest"), ("v1/a.md", "v1"), ("v1/x/b.md", "v1"), ("v2/a.md", "v2")];
    assert_eq!(versions(&paths), expected.map(|(id, it)| (id.to_owned(), it.to_owned())));
    let docusaurus = ["versioned_docs/version-1.0/a.md", "versioned_docs/version-2.0/a.md"];
    assert_eq!(
        versions(&docusaurus).into_iter().map(|it| it.1).collect::<Vec<_>>(),
        ["1.0", "2.0"]
    );
}

#[test]
fn a_folder_alone_may_be_called_like_a_version_for_another_reason() {
    assert_eq!(versions(&["v1/a.md", "b.md", "news/2.0/notes.md", "news/2.1/other.md"]), []);
    assert_eq!(versions(&["v1/a.md", "x/v2/a.md"]), []);
    assert_eq!(versions(&["news/v1.0/index.html", "news/v1.1/index.html"]), []);
    assert_eq!(
        versions(&["01-intro/README.md", "02-use/README.md", "01-intro/a.md", "02-use/a.md"]),
        []
    );
}
