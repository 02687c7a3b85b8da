//! Pages in the markup of twenty of Debian's documentation packages, as `bench/data/debian.sh` brings
//! them, with words of our own.
//!
//! `pages/debian/PACKAGE.html` has several pages, each after a comment with its path, and
//! `PACKAGE.txt` what is read of them: title, anchors and text, or the reason to leave a page out.

use kindex_extract::{FileContext, Format, Options, Survey, extract};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What is read of a page.
fn read(path: &str, source: &str, options: &Options) -> String {
    let context = FileContext::default();
    let extracted = extract(path, source.as_bytes(), Format::Html, &context, options).unwrap();
    let mut out = format!("======== {path}\n");
    for warning in &extracted.warnings {
        writeln!(out, "{warning}").unwrap();
    }
    for page in &extracted.documents {
        writeln!(out, "{}", page.title).unwrap();
        assert_eq!(page.url, path);
        for section in &page.sections {
            let heading = &page.text[section.heading.clone()];
            let extra = if section.extra.is_empty() { "" } else { " + " };
            let line =
                format!("{} #{} {heading}{extra}{}", section.level, section.anchor, section.extra);
            writeln!(out, "{line}").unwrap();
        }
        write!(out, "--------\n{}", page.text).unwrap();
    }
    out
}

#[test]
fn pages_of_debians_packages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/debian");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().unwrap() == "html").collect();
    files.sort();
    assert_eq!(files.len(), 20);
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        let pages = source.split("<!-- page ").skip(1);
        let pages: Vec<_> = pages.map(|page| page.split_once(" -->\n").unwrap()).collect();
        let mut survey = Survey::default();
        pages.iter().for_each(|(path, source)| survey.add(path, source.as_bytes()));
        let options = Options { habits: survey.habits(), ..Options::default() };
        let read: String = pages.iter().map(|(path, page)| read(path, page, &options)).collect();
        let expected = fs::read_to_string(file.with_extension("txt")).unwrap_or_default();
        assert!(read == expected, "{}:\n{read}", file.display());
    }
}
