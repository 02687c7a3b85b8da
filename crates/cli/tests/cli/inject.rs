//! Search in finished pages: what is changed, what is left alone, and what is said of it.

use super::{Files, exists, has_field};
use std::fs;

const PAGE: &str =
    "<!doctype html><html><head><title>A</title></head><body><p>needle</p></body></html>";

/// A site with a page, and others.
fn site(others: &[&str]) -> Files {
    let files = Files::new(&[("site/index.html", PAGE)]);
    others.iter().for_each(|path| files.write(&format!("site/{path}"), PAGE));
    files
}

/// The paths of pages that have the line.
fn searched<'p>(files: &Files, paths: &[&'p str]) -> Vec<&'p str> {
    let has = |path: &&&str| {
        let page = files.read(&format!("site/{path}"));
        String::from_utf8_lossy(&page).contains("data-kindex-inject")
    };
    paths.iter().filter(has).copied().collect()
}

/// By path the bytes of all files of a folder.
pub(super) fn contents(files: &Files, folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(files.path(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            found.extend(contents(files, &path));
        } else {
            found.push((path.clone(), files.read(&path)));
        }
    }
    found.sort();
    found
}

#[test]
fn a_command_without_the_field_says_so() {
    let files = site(&[]);
    if has_field() {
        return;
    }
    for args in [["inject", "site"], ["assets", "field"]] {
        assert!(files.run(args).failed().contains("make install in a clone"));
    }
    assert_eq!(files.read("site/index.html"), PAGE.as_bytes());
}

#[test]
fn hidden_and_ignored_files_and_packages_are_left_alone() {
    if !has_field() {
        return;
    }
    let others =
        ["node_modules/a/index.html", "deep/node_modules/b.html", ".venv/c.html", "out/d.html"];
    let pages = ["deep/e.html", "deep/f.HTM"];
    let files = site(&[&others[..], &pages].concat());
    files.write("site/.gitignore", "/out/\n");
    files.write(".gitignore", "site/\n");
    let before = contents(&files, "site");
    let said = files.run(["inject", "site"]).ok().stdout();
    assert!(said.contains(": 3 documents,"), "{said}");
    assert!(said.ends_with("site: search is in 3 pages\n"), "{said}");
    assert_eq!(searched(&files, &others), [""; 0]);
    assert_eq!(searched(&files, &pages), pages);
    files.run(["inject", "site", "--remove"]).ok();
    assert_eq!(contents(&files, "site"), before);
    files.run(["inject", "site", "-q", "--no-gitignore"]).ok();
    assert_eq!(searched(&files, &others), ["out/d.html"]);
    files.run(["inject", "site", "--remove"]).ok();
    assert_eq!(contents(&files, "site"), before);
}

#[test]
fn a_page_that_grew_is_restored() {
    if !has_field() {
        return;
    }
    let files = site(&["other.html"]);
    files.run(["inject", "site", "-q", "--max-file-size", "1"]).ok();
    let page = files.read("site/other.html");
    files.write("site/other.html", [&page[..], &vec![b' '; 1_000_001]].concat());
    files.run(["inject", "site", "--remove", "--max-file-size", "1"]).ok();
    assert_eq!(searched(&files, &["other.html"]), [""; 0]);
    assert!(!exists(&files.path("site/kindex")));
}

#[test]
fn a_page_that_is_too_large_is_named_before_anything_is_written() {
    if !has_field() {
        return;
    }
    let files = site(&[]);
    let large = fs::File::create(files.path("site/big [1].html")).unwrap();
    large.set_len(2_000_001).unwrap();
    let inject = ["inject", "site", "--max-file-size", "2"];
    let error = files.run(inject.iter().chain(&["--strict"])).failed();
    assert_eq!(error, "1 skipped, as named above; with --strict nothing is written");
    assert!(!exists(&files.path("site/kindex")));
    let ran = files.run(inject).ok();
    let skipped = "kindex: skipped site/big [1].html: it has 2,000,001 bytes, more than 2 MB; to read it, give --max-file-size 3\n";
    assert_eq!(ran.stderr(), skipped);
    assert!(ran.stdout().ends_with("site: search is in 1 page\n"));
}

#[test]
fn a_site_without_pages_stays_as_it_is() {
    if !has_field() {
        return;
    }
    let files = Files::new(&[("site/part.html", "<li>part"), ("site/a.md", "# A\n")]);
    assert!(files.run(["inject", "site"]).failed().contains("site: search is in no page"));
    assert_eq!(contents(&files, "site").len(), 2);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_unicode_is_skipped_once() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    if !has_field() {
        return;
    }
    let files = site(&[]);
    let odd = files.path("site").join(OsStr::from_bytes(b"a\xff.html"));
    if fs::write(&odd, PAGE).is_err() {
        return;
    }
    let ran = files.run(["inject", "site"]).ok();
    assert_eq!(ran.stderr().matches("its name is not Unicode").count(), 1, "{}", ran.stderr());
    assert_eq!(ran.stderr().lines().count(), 1);
    assert_eq!(fs::read(&odd).unwrap(), PAGE.as_bytes());
    files.run(["inject", "site", "--remove"]).ok();
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_site() {
    use std::os::unix::fs::symlink;
    if !has_field() {
        return;
    }
    let files = site(&[]);
    files.write("other/page.html", PAGE);
    symlink("../other", files.path("site/linked")).unwrap();
    symlink("../other/page.html", files.path("site/page.html")).unwrap();
    let said = files.run(["inject", "site"]).ok().stdout();
    assert!(said.contains("1 document"), "{said}");
    // What lies behind a link in the folder itself is not written either.
    fs::remove_dir_all(files.path("site/kindex/element")).unwrap();
    symlink("../../other", files.path("site/kindex/element")).unwrap();
    assert!(files.run(["inject", "site"]).failed().contains("is a link to another folder"));
    files.run(["inject", "site", "--remove"]).ok();
    assert_eq!(contents(&files, "other"), [("other/page.html".to_owned(), PAGE.into())]);
}

#[test]
fn the_file_says_what_flags_say() {
    if !has_field() {
        return;
    }
    let files = site(&[]);
    let own = "paths = [\"site\"]\noutput = \"site/search/\"\nupdate = true\nport = 1\n";
    files.write("kindex.toml", format!("{own}folder = \"find\"\nattribute = [\"modal\"]\n"));
    files.run(["inject", "-q"]).ok();
    assert!(
        String::from_utf8(files.read("site/find/search.js")).unwrap().contains("\"modal\": \"\"")
    );
    files.run(["build", "-q"]).ok();
    files.run(["inject", "--folder", "other", "-q"]).ok();
    assert!(exists(&files.path("site/other")) && !exists(&files.path("site/find")));
    let refused = |more: &str| {
        files.write("kindex.toml", format!("{own}{more}\n"));
        files.run(["inject"]).refused()
    };
    let unknown = "kindex.toml: there is no option ";
    assert_eq!(
        refused("layuot = 1"),
        format!("{unknown}layuot, but layout; see kindex inject --help")
    );
    let advice = "; one of the field is written attribute = [\"placeholder=...\"]";
    assert_eq!(
        refused("placeholder = 1"),
        format!("{unknown}placeholder{advice}; see kindex inject --help")
    );
}

#[test]
fn assets_are_written_whole_and_leave_others_alone() {
    if !has_field() {
        return;
    }
    let files = Files::new(&[("mine/a.js", "mine")]);
    let said = files.run(["assets", "field"]).ok().stdout();
    assert!(said.starts_with("field: the search field in ") && said.contains(" files, "), "{said}");
    let written = contents(&files, "field");
    let scripts = ["field/define.min.js", "field/page/page_bg.wasm", "field/assets.json"];
    assert!(scripts.iter().all(|script| written.iter().any(|(path, _)| path == script)));
    assert!(!written.iter().any(|(path, _)| path.contains("injected") || path.contains("full")));
    assert_eq!(files.run(["assets", "field"]).ok().stdout(), said);
    assert_eq!(contents(&files, "field"), written);
    let error = files.run(["assets", "mine"]).failed();
    assert_eq!(
        error,
        "cannot write mine: it has a.js, which is no file of kindex assets; name another folder"
    );
    files.write("field/element/theme.css", "mine");
    assert!(files.run(["assets", "field"]).failed().contains("it has element/theme.css"));
}

#[test]
fn init_says_what_a_folder_needs() {
    let files = Files::new(&[("book/book.toml", ""), ("site/index.html", PAGE)]);
    assert!(files.run(["init", "book"]).ok().stdout().starts_with("This is a site of mdBook."));
    assert!(!exists(&files.path("book/kindex.toml")));
    assert!(files.run(["init"]).ok().stdout().contains("\n  npx kindex inject\n"));
    assert!(files.run(["init"]).failed().contains("kindex.toml is there already"));
    assert!(files.run(["build"]).ok().stdout().starts_with("site/search-index/: 1 document,"));
}

#[test]
fn policies_that_keep_search_from_working_are_named() {
    if !has_field() {
        return;
    }
    let page = |policy: &str| {
        let tag = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"/>");
        PAGE.replace("<title>", &format!("{tag}<title>"))
    };
    let files = site(&["c.html"]);
    files.write("site/b.html", page("script-src 'self' 'wasm-unsafe-eval'"));
    assert_eq!(files.run(["inject", "site"]).ok().stderr(), "");
    files.write("site/b.html", page("script-src 'self'"));
    let said = |place: &str, lacking: &str| {
        format!(
            "kindex: {place}: the Content-Security-Policy in the page keeps search from working; add {lacking}\n"
        )
    };
    let wasm = "'wasm-unsafe-eval' to script-src";
    assert_eq!(files.run(["inject", "site"]).ok().stderr(), said("site/b.html", wasm));
    files.write("site/a/d.html", page("default-src &#39;none&#39;"));
    let all = "'self' to default-src, 'wasm-unsafe-eval' to default-src";
    let place = "site/a/d.html and 1 other page";
    assert_eq!(files.run(["inject", "site"]).ok().stderr(), said(place, all));
    assert_eq!(files.run(["inject", "site", "-q"]).ok().stderr(), "");
    assert_eq!(searched(&files, &["a/d.html", "b.html"]), ["a/d.html", "b.html"]);
}
