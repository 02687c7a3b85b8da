//! `kindex.toml`, for `kindex build`.

use super::{Files, Ran};

const ONE: &str = r#"
paths = ["../guide"]
output = "out.kdx"
exclude = ["drafts/"]
language = "de"
levels = [800, 200]
"#;

const TWO: &str = r#"
strict = true
[[index]]
paths = ["guide"]
output = "guide.kdx"
[[index]]
paths = ["api"]
output = "api.kdx"
quiet = true
"#;

fn site() -> Files {
    Files::new(&[
        ("guide/a.md", "# Häuser\n\nA needle.\n"),
        ("guide/drafts/b.md", "# Draft\n\nA needle.\n"),
        ("api/c.md", "# Api\n\nA needle.\n"),
        ("one/kindex.toml", ONE),
        ("two.toml", TWO),
    ])
}

fn build(files: &Files, args: &[&str]) -> Ran {
    files.run(["build"].iter().chain(args))
}

#[test]
fn it_is_read_in_the_folder_where_there_is_no_path() {
    let files = site();
    let Ran(without) = build(&files, &[]);
    assert_eq!(without.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&without.stderr).contains("<PATH>"));
    let mut command = files.command();
    let ran = Ran(command.arg("build").current_dir(files.path("one")).output().unwrap()).ok();
    assert!(ran.stdout().starts_with("out.kdx: 1 document,"), "{}", ran.stdout());
    let flags = ["--exclude", "drafts/", "--language", "de", "--levels", "800,200"];
    build(&files, &[&["guide", "-o", "flags.kdx"][..], &flags].concat()).ok();
    assert!(files.read("one/out.kdx") == files.read("flags.kdx"));
}

#[test]
fn its_paths_are_beside_it_and_flags_win() {
    let files = site();
    let named = ["--config", "one/kindex.toml", "-o", "won.kdx", "--language", "en"];
    build(&files, &[&named[..], &["--exclude", "nothing"]].concat()).ok();
    build(&files, &["guide", "-o", "flags.kdx", "--levels", "800,200"]).ok();
    assert!(files.read("won.kdx") == files.read("flags.kdx"));
    let other = build(&files, &["api", "--config=one/kindex.toml"]).ok().stdout();
    assert!(other.contains("out.kdx: 1 document,"), "{other}");
}

#[test]
fn it_may_ask_for_several_indexes() {
    let files = site();
    let said = build(&files, &["--config", "two.toml"]).ok().stdout();
    assert!(said.starts_with("guide.kdx: 2 documents") && said.lines().count() == 1, "{said}");
    files.run(["verify", "api.kdx"]).ok();
    let error = build(&files, &["--config", "two.toml", "-o", "x.kdx"]).refused();
    assert!(error.contains("--output: two.toml asks for 2 indexes"), "{error}");
}

#[test]
fn what_is_of_no_use_in_it_is_named() {
    let files = site();
    let begin = "paths = [\"guide\"]\noutput = \"x.kdx\"\n";
    for (lines, expected) in [
        ("langauge = \"de\"\n", "x.toml: there is no option langauge"),
        ("unit = \"miles\"\n", "unit"),
        ("exclude = [\n", "x.toml: line "),
    ] {
        files.write("x.toml", format!("{begin}{lines}"));
        let error = build(&files, &["--config", "x.toml"]).refused();
        assert!(error.contains(expected), "{error}");
        assert!(!files.names().contains(&"x.kdx".to_owned()));
    }
    let missing = build(&files, &["--config", "missing.toml"]).failed();
    assert!(missing.contains("cannot read missing.toml: "), "{missing}");
}
